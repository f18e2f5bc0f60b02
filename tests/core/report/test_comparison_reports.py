"""Reports of several runs over the same cases: what stands first, what they say, how long they may be."""

import csv
import io
import json
import re
from collections.abc import Sequence
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt

from tests.evaluations import FAKE_TOKEN, call, masked, missing, sample_evaluations
from toolscore_core.calls import ToolCall
from toolscore_core.comparison import against_baseline
from toolscore_core.credentials.masking import MaskedText, Masker
from toolscore_core.evaluation import PassRule
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.report.export import report_name, to_csv, to_html, to_json, to_markdown, to_metrics_csv
from toolscore_core.report.markdown import LONGEST
from toolscore_core.report.markdown_pieces import escaped, html_code
from toolscore_core.report.records import About, credentials_text
from toolscore_core.report.tidy import TIDY_COLUMNS

HOSTILE = "</summary></details><svg onload=alert(1)>\"'<img src=x>@someone #1 http://evil.example/ | `x` \u202e\x1b[2J\n\n# big"


@cache
def many(cases: int = 20, runs: int = 3, calls: int = 15) -> tuple[MaskedEvaluation, ...]:
    """Cases x runs, each call with a few hundred characters of arguments; each run goes wrong elsewhere."""
    masker = Masker()
    found = []
    for case in range(cases):
        gold = [_call(case, step) for step in range(calls)]
        for run in range(runs):
            trace = [*gold]
            if (case + run) % 3 == 0:
                trace[run] = call("tool_other", {"note": "x" * 200})
            if (case + run) % 4 == 0:
                trace.append(trace.pop(2))
            if run == 1:
                trace.pop()
            found.append(masked(gold, trace, case_id=f"case-{case}", run=f"model-{run}", masker=masker))
    return tuple(found)


def _call(case: int, step: int) -> ToolCall:
    body = f"order {case}-{step}: " + "a sentence about a parcel that is late. " * 8
    return call(
        f"tool_{step}", {"id": step, "body": body, "nested": {"to": ["a", "b"], "on": True}}, duration=0.25, cost=0.001
    )


def compared(evaluations: Sequence[MaskedEvaluation], **more: Any) -> About:
    return About(comparisons=against_baseline(evaluations), **more)


class Page(HTMLParser):
    """The tags with their attributes, and the text, of a page."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def of(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


def test_the_page_of_a_large_comparison_is_small() -> None:
    """20 cases x 3 runs x 15 calls with long arguments take less than 3 MB, and every case and call is there."""
    source = to_html(many(), compared(many()))
    assert len(source.encode()) < 3_000_000
    page = Page(source)
    assert len([a for a in page.of("details") if (a.get("id") or "").startswith("case-")]) == 60
    assert page.text.count("tool_7") >= 60


def test_texts_of_a_huge_page_are_cut_sooner() -> None:
    """The more rows there are, the shorter each argument is cut, so that the page stays small."""
    calls = [call(f"tool_{step}", {"x": "y" * 5000}) for step in range(15)]
    few = to_html([masked(calls, calls, case_id="c")])
    many_ = to_html([masked(calls, calls, case_id=f"c{n}") for n in range(60)])
    assert "y" * 3900 in few
    assert "y" * 1000 not in many_
    assert len(many_) < 3_000_000


def test_a_huge_page_lists_the_calls_of_the_first_entries() -> None:
    """Every entry stands in the list of cases; the calls of those beyond the first 300 are left out, and the page says so."""
    views = [masked([call("a")], [call("b")], case_id=f"case-{n}") for n in range(305)]
    page = Page(to_html(views))
    assert len([a for a in page.of("details") if a.get("id")]) == 300
    assert len(page.of("a")) == 300
    assert "case-304" in page.text
    assert "The calls of 5 more entries are left out here" in page.text


def test_the_page_tells_the_comparison(sample_data: Path) -> None:
    """Sentence, cards with direction, regressions first, ties and what is not counted, spine, figures, rule and price list."""
    evaluations = sample_evaluations(sample_data / "support-agent")
    about = compared(evaluations, rule=PassRule(min_score=0.7), prices="genai-prices 1.2.3")
    page = Page(to_html(evaluations, about))
    for expected in (
        "orbit-large against atlas-mini",
        "enough to decide",
        "Cases passed",
        "▼ worse",
        "▲ better",
        "= same",
        "Not counted: 1",
        "no trace in atlas-mini",
        "first divergence",
        "Score by case and run",
        "Latency a case, median",
        "unpriced",
        "not timed",
        "no trace",
        "A case passes with a score of at least 0.70",
        "priced by genai-prices 1.2.3",
        "Each p is of one comparison: of 2 tests",
        "pass^3",
    ):
        assert expected in page.text, expected
    order = [page.text.index(title) for title in ("swift-2 against", "At a glance", "Where runs leave", "Differences")]
    assert order == sorted(order)
    assert page.text.index("▼ worse") < page.text.index("▲ better", page.text.index("Outcome"))


def test_every_figure_is_named_and_described(sample_data: Path) -> None:
    """A figure has a title and a description of its own, and none of its marks speaks by colour alone."""
    evaluations = sample_evaluations(sample_data / "support-agent")
    source = to_html(evaluations, compared(evaluations))
    page = Page(source)
    figures = [a for a in page.of("svg") if a.get("class") == "figure"]
    assert len(figures) == 6
    ids = [a["id"] for _, a in page.tags if a.get("id")]
    assert len(set(ids)) == len(ids)
    for figure in figures:
        assert figure["role"] == "img"
        assert set((figure["aria-labelledby"] or "").split()) <= set(ids)
    squares = re.findall(r'<rect class="square \w+".*?</text>', source)
    assert len(squares) == 24
    assert all(re.search("[▲▼=]</text>", square) for square in squares)


def test_links_lead_to_sections_that_are_there(sample_data: Path) -> None:
    """Every link of the page leads to one of its own sections."""
    evaluations = sample_evaluations(sample_data / "support-agent")
    page = Page(to_html(evaluations, compared(evaluations)))
    ids = {f"#{a['id']}" for _, a in page.tags if a.get("id")}
    links = {a["href"] for a in page.of("a")}
    assert len(links) == len(evaluations)
    assert links <= ids


def hostile() -> list[MaskedEvaluation]:
    """Three runs whose every text tries something."""
    masker = Masker()
    gold = [call("t" + HOSTILE, {HOSTILE: HOSTILE}), call("b")]
    other = [call("=" + HOSTILE, {"a": HOSTILE}, error=HOSTILE)]
    case: dict[str, Any] = {"case_id": HOSTILE, "masker": masker}
    return [
        masked(gold, gold, run="a" + HOSTILE, **case),
        masked(gold, other, run="b" + HOSTILE, **case),
        masked(gold, [], run="c" + HOSTILE, trial=1, **case),
        masked(gold, gold, run="c" + HOSTILE, trial=2, **case),
        missing(gold, case_id="d" + HOSTILE, run="a" + HOSTILE),
    ]


def test_hostile_names_of_runs_and_cases() -> None:
    """No tag, attribute or control character comes out of a text, in figures and spines neither."""
    views = hostile()
    source = to_html(views, compared(views))
    page = Page(source)
    assert not {tag for tag, _ in page.tags} & {"script", "img", "iframe", "object", "link", "form", "base"}
    assert not [a for _, a in page.tags if any(name.startswith("on") or name in ("src", "style") for name in a)]
    assert "onload=alert(1)>" in page.text
    assert "\x1b" not in source
    assert "\u202e" not in source


def test_markdown_of_hostile_names() -> None:
    """Every table keeps its columns, no fold is left early, nobody is mentioned and nothing is linked."""
    views = hostile()
    text = to_markdown(views, compared(views))
    tables: list[set[int]] = []
    for line in text.splitlines():
        if not line.startswith("|"):
            tables.append(set())
        elif tables:
            tables[-1].add(len(re.findall(r"(?<!\\)\|", re.sub(r"\\\\", "", line))))
    assert {len(widths) for widths in tables if widths} == {1}
    lines = text.splitlines()
    assert sum(line.startswith("<details>") for line in lines) == lines.count("</details>") > 2
    rendered = MarkdownIt("commonmark", {"html": True}).enable("table").render(text)
    tags = {tag for tag, _ in Page(rendered).tags}
    assert tags <= {*("h1", "h2", "h3", "p", "strong", "code", "ul", "li", "br", "details", "summary", "em")} | {
        *("table", "thead", "tbody", "tr", "th", "td")
    }
    outside = re.sub(r"<code>.*?</code>", "", re.sub(r"(`+).*?\1", "", text))
    assert "@someone" not in outside
    assert " #1" not in outside
    assert "http://" not in outside


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("#12", "\\#\u206012"),
        ("GH-12", "GH\u2060-12"),
        ("weigh-12", "weigh-12"),
        ("@me", "\\@\u2060me"),
        ("a:b", "a\\:b"),
    ],
    ids=["issue", "issue by name", "no issue", "mention", "link"],
)
def test_nothing_refers(text: str, shown: str) -> None:
    """A number sign makes no reference to an issue."""
    assert escaped(text) == shown


def test_a_title_of_folded_lines() -> None:
    """It is HTML, in which a text stands as code."""
    assert html_code("<b>@x") == "<code>&lt;b&gt;@x</code>"


def test_markdown_puts_regressions_first(sample_data: Path) -> None:
    """The sentence, then the numbers, then what got worse in the open; what got better and each case fold."""
    evaluations = sample_evaluations(sample_data / "support-agent")
    text = to_markdown(evaluations, compared(evaluations, rule=PassRule()))
    marks = [
        "## orbit-large against atlas-mini",
        "beats",
        "| Cases passed |",
        "### Regressions: 2",
        "Better: 7",
        "The same: 3",
    ]
    places = [text.index(mark) for mark in marks]
    assert places == sorted(places)
    assert "<details><summary>Better: 7</summary>" in text
    assert "<summary><code>refund-late-parcel</code> · <code>atlas-mini</code> ✗ fails, 0.60</summary>" in text
    assert FAKE_TOKEN not in text


@pytest.mark.parametrize(("cases", "calls"), [(20, 15), (150, 3)])
def test_markdown_fits_into_a_comment(cases: int, calls: int) -> None:
    """However many cases there are, the report is short enough to post, keeps its folds whole, and says what it leaves out."""
    views = many(cases, 3, calls)
    text = to_markdown(views, compared(views))
    assert len(text) <= LONGEST
    assert "left out:" in text
    assert "model-1 loses to model-0" in text
    assert text.count("<details>") == text.count("</details>")


def test_json_holds_the_comparison(sample_data: Path) -> None:
    """Counts, test, numbers, pairs and what is excluded stand in the JSON report beside the cases."""
    evaluations = sample_evaluations(sample_data / "support-agent")
    report = json.loads(to_json(evaluations, compared(evaluations, rule=PassRule())))
    first = report["comparisons"][0]
    assert (first["other"], first["better"], first["worse"], first["same"]) == ("orbit-large", 7, 2, 3)
    assert 0 < first["p_value"] < 1
    assert [pair["outcome"] for pair in first["cases"]][:2] == ["worse", "worse"]
    assert first["excluded"] == [{"case": "weekend-delivery", "run": "atlas-mini", "reason": "no trace"}]
    costs = [d["other"] for one in report["comparisons"] for d in one["deltas"] if d["key"] == "cost_per_passed_case"]
    assert costs == [pytest.approx(0.0051, abs=1e-4), None]
    assert report["pass_rule"]["min_score"] == 0.8
    assert {case["trace"]["model"] for case in report["cases"] if case["trace"]} == {
        "atlas-mini",
        "orbit-large",
        "swift-2",
    }


def test_csv_of_numbers_is_tidy() -> None:
    """One line a number; what is not known has no value and a reason, and text is no formula."""
    views = [masked([call("a")], [call("a", duration=1.5)], run="=1+1"), missing([call("a")])]
    lines = list(csv.DictReader(io.StringIO(to_metrics_csv(views))))
    assert tuple(lines[0]) == TIDY_COLUMNS
    assert {line["run"] for line in lines} == {"'=1+1", "model-a"}
    found = {(line["case"], line["metric"]): (line["value"], line["reason"]) for line in lines}
    assert found["case-1", "score"] == ("1.0", "")
    assert found["case-1", "duration_s"] == ("1.5", "")
    assert found["case-1", "cost_usd"][0] == ""
    assert found["case-9", "score"] == ("", "no trace")
    assert to_csv(views).count("\n") == 3


def test_names_of_files() -> None:
    """The file of a comparison is named after its runs, whatever they are called."""
    views = [masked([call("a")], [call("a")], run=run) for run in ("../a b", "c<d>")]
    (comparison,) = against_baseline(views)
    assert report_name(views, "html", comparison) == "toolscore-c-d-against-a-b.html"


@pytest.mark.parametrize(
    ("views", "told"),
    [
        ([masked(None, [call("a")])], "No credential was found in the traces; any would be masked in every report."),
        (
            [masked(None, [call("a", {"x": FAKE_TOKEN}, result=FAKE_TOKEN)])],
            "1 credential, found at 2 places, is masked in every report.",
        ),
    ],
    ids=["none", "one"],
)
def test_how_many_credentials_are_masked(views: list[MaskedEvaluation], told: str) -> None:
    """A person who exports is told before."""
    assert credentials_text(views) == told


def test_one_name_twice() -> None:
    """A run label and a case id may be equal to others after cutting; every line is still there."""
    long = MaskedText("n" * 300)
    views = [masked([call("a")], [call("a")], case_id=long + end, run="r") for end in ("1", "2")]
    assert Page(to_html(views)).text.count("✓ passes") == 4

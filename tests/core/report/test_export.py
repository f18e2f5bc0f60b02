"""Reports to keep and to send: complete, masked, and harmless wherever they are opened."""

import base64
import csv
import hashlib
import io
import json
import re
from datetime import UTC, datetime
from html.parser import HTMLParser
from typing import Any

import pytest

from tests.evaluations import FAKE_TOKEN, call, masked, missing, refund
from toolscore_core.credentials.masking import MaskedText, Masker
from toolscore_core.evaluation import evaluate
from toolscore_core.masked import MaskedEvaluation, mask_evaluation
from toolscore_core.report.csv_files import CSV_COLUMNS, neutral_cell
from toolscore_core.report.export import (
    SCHEMA,
    report_name,
    to_csv,
    to_html,
    to_json,
    to_markdown,
)
from toolscore_core.report.markdown_pieces import code, escaped
from toolscore_core.report.records import About, Source

CREATED = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
WRITERS = {"json": to_json, "csv": to_csv, "markdown": to_markdown, "html": to_html}
HOSTILE = "<img src=x onerror=alert(1)>![x](http://evil.example/x.png)[a](javascript:alert(1)) @someone | \x1b[2J\u202e"


def hostile() -> MaskedEvaluation:
    """A case in which every text tries something."""
    masker = Masker()
    return masked(
        [call("t" + HOSTILE, {HOSTILE: HOSTILE})],
        [call("t" + HOSTILE, {HOSTILE: "=1+1"}, error=HOSTILE, result=HOSTILE), call("=cmd()", {"a": "b"})],
        case_id="=" + HOSTILE,
        run="@" + HOSTILE,
        masker=masker,
        rules=[{"tool": "=cmd()", "reason": HOSTILE}],
    )


def sources() -> list[Source]:
    """Two input files, one of them with problems."""
    return [
        Source(MaskedText("gold.json"), "gold", "List of calls", "1 case, 5 calls"),
        Source(MaskedText(HOSTILE), "trace", "", "", (MaskedText(f"cut off {HOSTILE}"),), (MaskedText("2 skipped"),)),
    ]


@pytest.mark.parametrize("write", WRITERS.values(), ids=list(WRITERS))
def test_no_report_holds_a_credential(write: Any) -> None:
    """The credential of the trace is in no report; what stands for it is."""
    text = write([refund()])
    assert FAKE_TOKEN not in text
    assert "REDACTED" in text


@pytest.mark.parametrize("write", WRITERS.values(), ids=list(WRITERS))
@pytest.mark.parametrize("count", [0, 1, 3])
def test_reports_of_none_one_and_many(write: Any, count: int) -> None:
    """Every report can be written for any number of entries, those without a trace or gold included."""
    views = [refund(), missing([call("a")]), masked(None, [call("b")])][:count]
    text = write(views)
    for view in views:
        assert view.case_id in text.replace("\\", "")


@pytest.mark.parametrize("write", WRITERS.values(), ids=list(WRITERS))
def test_reports_of_hostile_text_have_no_control_characters(write: Any) -> None:
    """No escape sequence and no direction override reaches whoever prints a report."""
    text = write([hostile()])
    assert "\x1b" not in text
    if write is not to_json:
        assert "\u202e" not in text


def test_json_of_one() -> None:
    """One evaluation stands at the top, with the documented keys."""
    report = json.loads(to_json([refund()], About(sources=sources(), created=CREATED)))
    assert report["schema"] == SCHEMA
    assert report["timestamp"] == "2026-11-30T12:00:00+00:00"
    assert report["summary"]["gold_calls_count"] == 5
    assert report["summary"]["trace_calls_count"] == 6
    assert report["summary"]["policy_violations"] == 1
    assert report["summary"]["secrets"] == 1
    assert report["summary"]["failed_calls"] == 1
    assert report["summary"]["required_call_recall"] == 0.8
    assert set(report["summary"]["weights"]) >= {"argument_f1", "selection_accuracy"}
    assert len(report["gold_calls"]) == 5
    assert len(report["trace_calls"]) == 6
    assert report["metrics"]["argument_metrics"]["f1"] > 0
    assert report["masked"]["credentials"] == 1
    assert report["masked"]["occurrences"] >= 1
    assert report["sources"][1]["problems"]
    assert "cases" not in report
    changed = next(row for row in report["rows"] if row["state"] == "changed")
    assert {"path": "amount", "state": "changed", "expected": 42.5, "actual": 45.2} in changed["differences"]


def test_json_of_many() -> None:
    """Several evaluations stand in `cases`, and the summary holds totals that never count a missing score as 0."""
    views = [refund(), missing([call("a")]), masked(None, [call("b")])]
    report = json.loads(to_json(views, About(created=CREATED)))
    assert report["summary"]["score"] == views[0].score
    assert report["summary"]["grade"] is None
    assert report["summary"]["cases_count"] == 3
    assert (report["summary"]["failed_count"], report["summary"]["without_trace_count"]) == (1, 1)
    assert [case["case"] for case in report["cases"]] == ["refund-late-parcel", "case-9", "case-1"]
    assert report["cases"][1]["trace_calls"] is None
    assert report["cases"][2]["summary"]["score"] is None


def test_json_of_nothing() -> None:
    """No evaluation at all has no score and no recall."""
    summary = json.loads(to_json([]))["summary"]
    assert (summary["score"], summary["required_call_recall"], summary["weights"]) == (None, None, {})


def test_json_is_strict() -> None:
    """Numbers that JSON does not know are texts, lone surrogates are replaced."""

    def refuse(constant: str) -> None:
        raise AssertionError(constant)

    view = masked([call("a", {"x": float("nan")})], [call("a", {"x": float("inf"), "y": "\ud800"})])
    report = json.loads(to_json([view]).encode("utf-8"), parse_constant=refuse)
    assert report["trace_calls"][0]["args"]["x"] == "Infinity"


@pytest.mark.parametrize(
    ("cell", "neutral"),
    [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@x", "'@x"),
        ("\tx", "'\tx"),
        ("\rx", "'\rx"),
        ("x=1", "x=1"),
        (-1.5, -1.5),
        (True, "true"),
        (None, ""),
    ],
)
def test_neutral_cells(cell: Any, neutral: Any) -> None:
    """Text that would be a formula gets an apostrophe; numbers stay numbers."""
    assert neutral_cell(cell) == neutral


def test_csv() -> None:
    """One line a row of the diff, with 1-based positions; no cell is a formula."""
    lines = list(csv.DictReader(io.StringIO(to_csv([refund()]))))
    assert tuple(lines[0]) == CSV_COLUMNS
    moved = next(line for line in lines if line["state"] == "moved")
    assert (moved["expected_position"], moved["actual_position"]) == ("2", "5")
    changed = next(line for line in lines if line["state"] == "changed")
    assert changed["different_arguments"] == "amount changed: 42.5 -> 45.2"
    assert next(line for line in lines if line["actual_tool"] == "search_orders")["error"] == "timed out"


def test_csv_of_hostile_text_holds_no_formula() -> None:
    """No text cell starts like a formula."""
    for line in csv.reader(io.StringIO(to_csv([hostile()]))):
        assert not [cell for cell in line if cell.startswith(("=", "+", "@", "\t", "\r"))]


@pytest.mark.parametrize(
    ("view", "states"),
    [(missing([call("a")]), ["no trace"]), (missing([]), ["no trace"]), (masked([], []), ["no calls"])],
    ids=["no trace", "no trace, nothing expected", "no calls"],
)
def test_csv_without_recorded_calls(view: MaskedEvaluation, states: list[str]) -> None:
    """An entry is never left out of the CSV, whatever it lacks."""
    assert [line["state"] for line in csv.DictReader(io.StringIO(to_csv([view])))] == states


class Page(HTMLParser):
    """Collects the tags and the text of a page."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def test_html_runs_and_fetches_nothing() -> None:
    """Hostile text makes no tag and no attribute; the policy allows the page's own style sheet alone."""
    source = to_html([hostile(), hostile()], About(sources=sources()))
    page = Page(source)
    names = {tag for tag, _ in page.tags}
    assert not names & {"script", "img", "iframe", "object", "embed", "link", "form", "base"}
    for tag, attributes in page.tags:
        assert not [name for name in attributes if name.startswith("on") or name in ("src", "style")]
        assert tag != "a" or str(attributes["href"]).startswith("#case-")
    assert "<img src=x onerror=alert(1)>" in page.text
    style = re.search(r"<style>(.*?)</style>", source, re.DOTALL)
    assert style
    digest = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    policy = next(a["content"] for t, a in page.tags if a.get("http-equiv") == "Content-Security-Policy")
    assert policy == f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    assert "url(" not in style[1]
    assert "@import" not in style[1]


def test_html_tells_the_story() -> None:
    """Verdict, states in words, differences, findings, metrics with their weight, and what was masked are on the page."""
    text = Page(to_html([refund()], About(created=CREATED))).text
    for expected in (
        "2026-11-30 12:00 UTC",
        "Fails:",
        "⇅ moved 2→5",
        "± amount",
        "42.5",
        "45.2",
        "≠ substitute",
        "! failed",
        "timed out",
        "● github_token #1",
        "no raw requests",
        "30% of the score",
        "unpriced",
        "1 credential replaced",
    ):
        assert expected in text


def test_html_of_many_starts_with_a_list() -> None:
    """Several cases are listed with results in words, and each entry leads to its section."""
    page = Page(
        to_html([refund(), missing([call("a")]), masked(None, [call("b")]), masked([call("a")], [call("a")], trial=2)])
    )
    assert [a["href"] for t, a in page.tags if t == "a"] == ["#case-0", "#case-1", "#case-2", "#case-3"]
    for expected in ("1 passed, 1 failed", "no trace", "no gold", "✓ passes", "✗ fails", "trial 2", "mean score"):
        assert expected in page.text


def test_html_cuts_endless_texts_and_says_so() -> None:
    """A text of a million characters does not make the report unreadable."""
    source = to_html([masked(None, [call("a", {"x": "y" * 1_000_000})])])
    assert len(source) < 100_000
    assert "more characters)" in source
    assert "No credential was found" in source


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a_b*c", "a\\_b\\*c"),
        ("![x](http://e)", "\\!\\[x\\]\\(http\\://e\\)"),
        ("<b>", "\\<b\\>"),
        ("a|b", "a\\|b"),
        ("- item", "\\- item"),
        ("1. item", "1\\. item"),
        ("www.evil.example", "www\\.evil.example"),
        ("@someone", "\\@\u2060someone"),
        ("two\nlines", "two\\\\nlines"),
    ],
)
def test_escaped_markdown(text: str, shown: str) -> None:
    """Markup, tags, links, mentions and lists are shown as they are written."""
    assert escaped(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "`plain`"),
        ("", "–"),
        ("a`b", "``a`b``"),
        ("`b", "`` `b ``"),
        ("a|b", "`a\\|b`"),
        ("x" * 400, f"`{'x' * 299}…`"),
    ],
    ids=["plain", "empty", "tick", "tick first", "pipe", "long"],
)
def test_code_spans(text: str, shown: str) -> None:
    """A code span cannot be left from inside, and fits a table cell."""
    assert code(text) == shown


def test_markdown_tells_the_story() -> None:
    """Rows, differences and findings stand in the Markdown report."""
    text = to_markdown([refund()], About(sources=sources()))
    assert "| 5 | `verify_identity` `customer: 311` | ⇅ moved 2→5 | `verify_identity` `customer: 311` |" in text
    assert "`amount` changed: `42.5` → `45.2`" in text
    assert "Forbidden call, rule 1\\: http\\_post (no raw requests): call 6, `http_post`" in text
    assert "    - problem: cut off" in text


def test_markdown_of_a_case_without_a_trace_counts_nothing() -> None:
    """It is neither passed nor failed, and nobody knows what would be found in its trace."""
    lines = to_markdown([missing([call("a")]), masked([call("a")], [call("a")])]).splitlines()
    assert (
        "2 entries: 1 passed, 0 failed; 1 without a trace; mean score 1.00 of 1; required calls completed 1 of 1."
        in lines
    )
    assert [line.split(" | ")[-1] for line in lines if line.startswith("| `case-")] == ["– |", "0 |"]


def test_calls_of_a_case_without_a_trace_do_not_say_that_it_failed() -> None:
    """Neither `true` nor `false`, as in the numbers, so that nobody averages it."""
    lines = csv.DictReader(io.StringIO(to_csv([missing([call("a")]), masked([call("a")], [])])))
    assert [(line["state"], line["passed"]) for line in lines] == [("no trace", ""), ("missing", "false")]


def test_markdown_of_hostile_text_keeps_its_table() -> None:
    """Every line of a table has the same number of cells, whatever the texts hold."""
    lines = [line for line in to_markdown([hostile(), hostile()]).splitlines() if line.startswith("|")]
    counts = {len(re.findall(r"(?<!\\)\|", line)) for line in lines}
    assert counts == {8 + 1, 7 + 1}


@pytest.mark.parametrize(
    ("case_id", "run", "name"),
    [
        pytest.param("refund-1", "model a", "toolscore-refund-1-model-a.html", id="case and run"),
        pytest.param("../../etc/x<y>", None, "toolscore-etc-x-y.html", id="nothing but plain characters"),
        pytest.param("\u202egpj", "", "toolscore-gpj.html", id="no direction marks"),
        pytest.param("é" * 9, "", "toolscore.html", id="nothing left"),
    ],
)
def test_report_name(case_id: str, run: str | None, name: str) -> None:
    """The file is named after its case and run, and its name is safe on every system."""
    shown = mask_evaluation(evaluate([], []), Masker(), case_id=case_id, run=run, trial=None)
    assert report_name([shown], "html") == name
    assert report_name([shown, shown], "csv") == "toolscore.csv"

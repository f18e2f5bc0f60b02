"""The Compare page: what it says with and without data, with one run, without gold, with trials, and what the URL keeps."""

import json
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.driving import choose, components, healthy, param, texts
from tests.app.test_chart_pages import Opener

GOLD = [
    {"id": name, "calls": [{"tool": "get", "args": {"id": number}}, {"tool": "pay", "args": {"sum": 5}}]}
    for number, name in enumerate(("one", "two", "three", "four"))
]


def trace(number: int, *, wrong: bool = False, **more: Any) -> dict[str, Any]:
    """A trace of the case of that number: as expected, or without its last call."""
    calls = [{"tool": "get", "args": {"id": number}}, {"tool": "pay", "args": {"sum": 5}}]
    return {"case_id": GOLD[number]["id"], "calls": calls[:1] if wrong else calls, **more}


OLD = [trace(0), trace(1, wrong=True), trace(2), trace(3)]
NEW = [trace(0, wrong=True), trace(1), trace(2)]


class Compare(Opener):
    """Opens the Compare page of one workspace, each time in a session of its own."""

    def at(self, **params: str) -> AppTest:
        """The page."""
        return self("compare", **params)

    def dropped(self, **files: Any) -> AppTest:
        """The page of a workspace with these files."""
        self.drop(**files)
        return self.at()


@pytest.fixture
def opened(root: Path) -> Compare:
    """Opens the page."""
    return Compare(root)


def drawn(at: AppTest, name: str) -> dict[str, Any]:
    """What the one component of that name was given."""
    (data,) = components(at, f"toolscore_{name}")
    return data


def sentences(at: AppTest) -> list[str]:
    """The sentence of each compared run."""
    return ["".join(text for text, _ in each["parts"]) for each in drawn(at, "overview")["sentences"]]


def listed(at: AppTest) -> list[str]:
    """Names of the cases in the list."""
    return [row[1] for row in drawn(at, "case_list")["rows"]]


def test_without_data(opened: Compare) -> None:
    """An empty page offers the drop zone and the sample, and draws nothing."""
    at = opened.at()
    assert [button.label for button in at.button] == ["Load sample data"]
    assert not components(at, "toolscore_overview")


def test_with_the_sample(opened: Compare) -> None:
    """Every other run is compared with the first one; the case that counts for neither is said."""
    opened.sample()
    at = opened.at()
    said = sentences(at)
    assert said[0].startswith(
        "orbit-large beats atlas-mini on 7 cases, loses 2 and ties 3: p = 0.18, not enough to decide."
    )
    assert "swift-2 beats atlas-mini on 7 cases, loses none and ties 5: p = 0.016, enough to decide." in said[1]
    assert all("1 case has no trace in atlas-mini and is not counted" in each for each in said)
    assert listed(at)[0] == "cancel-before-dispatch"
    assert "cancel-before-dispatch" in texts(at)


def test_cards_know_which_way_is_better(opened: Compare) -> None:
    """Higher is better for passed cases and lower for latency; what is not known says so and is no number."""
    opened.sample()
    cards = {card["name"]: card for card in drawn(opened.at(focus="swift-2"), "overview")["cards"]}
    assert cards["Cases passed"]["value"] == "12 of 12"
    assert cards["Cases passed"]["direction"] == "better"
    latency = next(card for name, card in cards.items() if name.startswith("Latency"))
    assert latency["change"].startswith("▲")
    assert latency["change"].endswith("slower")
    assert latency["direction"] == "worse"
    assert cards["Cost per passed case"]["value"] == "unpriced"
    assert "$0" not in json.dumps(cards).replace("$0.0", "")


def test_the_strip_and_the_list_know_every_case(opened: Compare) -> None:
    """One square a case; cases that differ are listed at first, all on demand; a case that does not count is told apart."""
    opened.drop(gold_json=GOLD, a_json=OLD, b_json=NEW)
    at = opened.at()
    strip = drawn(at, "strip")
    assert [(square[0], square[1]) for square in strip["squares"]] == [
        ("one", "worse"),
        ("two", "better"),
        ("three", "same"),
        ("four", "excluded"),
    ]
    assert {pill["kind"]: pill["count"] for pill in strip["pills"]} == dict.fromkeys(
        ("better", "worse", "same", "excluded"), "1"
    )
    assert strip["only"]
    assert listed(at) == ["one", "two"]
    assert listed(opened.at(filter="all")) == ["one", "two", "three", "four"]
    assert listed(opened.at(filter="same,excluded")) == ["three", "four"]
    assert listed(opened.at(filter="all,fail:a")) == ["two"]
    assert listed(opened.at(filter="all,absent:b")) == ["four"]
    assert listed(opened.at(filter="nonsense,fail:gone")) == ["one", "two"]
    nothing = drawn(opened.at(filter="worse,fail:a"), "case_list")
    assert (nothing["rows"], nothing["empty"]) == ([], "No case is like that.")


def test_ties_are_shown_where_nothing_differs(opened: Compare) -> None:
    """Two equal runs tie, in words, and the list is not left empty."""
    at = opened.dropped(gold_json=GOLD, a_json=OLD, b_json=OLD[:1] + OLD[1:])
    assert sentences(at) == ["b and a tie on all 4 cases."]
    assert len(listed(at)) == 4
    assert {card["direction"] for card in drawn(at, "overview")["cards"][:3]} == {"same"}


def test_the_chosen_case_is_that_of_the_url(opened: Compare) -> None:
    """A link to a case opens it, also one that the filters leave out; without one it is the worst regression."""
    opened.drop(gold_json=GOLD, a_json=OLD, b_json=NEW)
    assert drawn(opened.at(), "strip")["selected"] == 0
    at = opened.at(case="three")
    assert drawn(at, "strip")["selected"] == 2
    assert "three" in texts(at)
    assert drawn(opened.at(case="gone"), "strip")["selected"] == 0


def test_baseline_and_others_are_chosen_and_kept(opened: Compare) -> None:
    """The boxes choose what is compared with what, and the URL keeps it."""
    opened.sample()
    at = opened.at()
    at = choose(at, "Baseline", "swift-2")
    assert param(at, "base") == "swift-2"
    assert [each["run"] for each in drawn(at, "overview")["sentences"]] == ["atlas-mini", "orbit-large"]
    box = at.multiselect[0]
    at = healthy(box.set_value([1]).run())
    assert param(at, "against") == "orbit-large"
    again = opened.at(base="swift-2", against="orbit-large")
    assert sentences(again)[0].startswith("orbit-large loses to swift-2")
    assert len(sentences(again)) == 1
    assert sentences(opened.at(base="gone", against="gone", focus="gone")) == sentences(opened.at())


def test_trials_of_a_case_can_be_chosen(opened: Compare) -> None:
    """Trials of one case are one case; each can be looked at, and the worst is shown first."""
    opened.sample()
    at = opened.at(case="wrong-item")
    row = next(row for row in drawn(at, "case_list")["rows"] if row[1] == "wrong-item")
    assert [cell[3] for cell in row[5]] == ["2 of 3", "3 of 3", ""]
    assert "pass^3" in texts(at)
    assert "trial 2" in json.dumps(drawn(at, "spine"))
    at = choose(at, "Trial", "Trial 1")
    assert param(at, "trial") == "1"
    assert "trial 2" not in json.dumps(drawn(at, "spine"))


def test_one_run(opened: Compare) -> None:
    """With one run the page says what to drop, and links to pages that show something."""
    at = opened.dropped(gold_json=GOLD, a_json=OLD)
    assert "All traces are of one run. Drop those of another model" in texts(at)
    assert not components(at, "toolscore_overview")
    assert len(at.get("page_link")) >= 2


def test_without_gold(opened: Compare) -> None:
    """Without gold nobody wins; the calls of the runs are still laid side by side."""
    at = opened.dropped(a_json=OLD, b_json=NEW)
    assert "No trace of b or a has gold, so nobody can say which of them does better." in sentences(at)[0]
    assert not components(at, "toolscore_strip")
    assert sorted(listed(at)) == ["four", "one", "three", "two"]
    assert "calls of a down" in texts(opened.at(case="one"))


def test_no_common_case(opened: Compare) -> None:
    """Runs over different cases have nothing to compare, and every case says why it does not count."""
    at = opened.dropped(gold_json=GOLD, a_json=OLD[:2], b_json=[trace(2), trace(3)])
    assert "have no case in common" in sentences(at)[0]
    assert len(listed(at)) == 4
    assert {row[2] for row in drawn(at, "case_list")["rows"]} == {"excluded"}


def test_gold_alone_and_a_bad_file(opened: Compare) -> None:
    """Gold without traces and a file that cannot be read leave nothing to compare, in words."""
    at = opened.dropped(gold_json=GOLD)
    assert texts(at)
    assert not components(at, "toolscore_overview")
    at = Compare(opened.root).dropped(bad_json=b"not json")
    assert "The files hold no case and no trace" in texts(at)


def test_a_run_that_answers_no_case_is_not_the_baseline(opened: Compare) -> None:
    """The first run that has verdicts is the baseline, not the first file; the others can still be chosen."""
    strange = [{"case_id": f"s{n}", "calls": [{"tool": "x"}]} for n in range(3)]
    at = opened.dropped(gold_json=GOLD, a_json=strange, b_json=OLD, c_json=NEW)
    assert sentences(at)[0].startswith("c and b win 1 case each")
    assert "have no case in common" in sentences(at)[1]
    assert "no case was found" in texts(at)


def test_charts_are_drawn_on_demand(opened: Compare) -> None:
    """The charts take the place of the calls and are not made before; each says in words what it shows."""
    opened.sample()
    at = opened.at()
    assert not at.get("plotly_chart")
    at = opened.at(view="charts")
    scatter, heatmap = at.get("plotly_chart")
    assert "Score of orbit-large" in scatter.proto.spec
    assert "The largest loss is cancel-before-dispatch" in scatter.proto.alt
    assert "Passed: atlas-mini 0.47, orbit-large 0.83, swift-2 1.00" in heatmap.proto.alt


def test_hostile_names_are_texts(opened: Compare) -> None:
    """Names of files go to components and boxes alone, never into Markdown."""
    name = "![x](http://evil.example/x.png)"
    gold = [{"id": name, "calls": [{"tool": "t"}]}]
    runs = [{"case_id": name, "model": f"{name} {n}", "calls": [{"tool": "t"}] * n} for n in (1, 2)]
    at = opened.dropped(gold_json=gold, runs_json=runs)
    assert name in sentences(at)[0]
    drawn_as_markdown = [*at.markdown, *at.caption, *at.header, *at.subheader, *at.warning]
    assert not [each for each in drawn_as_markdown if "evil" in str(each.value)]
    assert not [each for each in at.expander if "evil" in each.label]

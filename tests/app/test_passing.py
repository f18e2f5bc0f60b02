"""The button that says when a case passes, and what it changes."""

import json
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from pages._ui.evaluating import View, build
from pages._ui.jobs import Progress
from pages._ui.limits import StoreLimits
from pages._ui.passing import changes_text
from pages._ui.store import HeldWorkspace
from tests.app.driving import components, healthy, tables, texts
from toolscore_core.evaluation import DEFAULT_PASS_RULE, DEFAULT_WEIGHTS, PassRule, VerdictChanges
from toolscore_core.pricing import ModelPrice

GOLD = [{"id": "one", "calls": [{"tool": "a", "args": {"x": 1}}]}, {"id": "two", "calls": [{"tool": "b", "args": {}}]}]
TRACES = [
    {"case_id": "one", "calls": [{"tool": "a", "args": {"x": 2}}]},
    {"case_id": "two", "calls": [{"tool": "b", "args": {}}]},
]


@pytest.fixture
def start(root: Path) -> AppTest:
    """The start page with two traces, of which one fails by its argument."""
    at = AppTest.from_file(str(root / "app.py"), default_timeout=60).run()
    for name, content in (("gold.json", GOLD), ("m.json", TRACES)):
        at.file_uploader[0].upload(name, json.dumps(content).encode()).run()
    return healthy(at)


def press(at: AppTest, label: str) -> AppTest:
    """Press the button of that label."""
    next(button for button in at.button if button.label == label).click()
    return healthy(at.run())


def number(at: AppTest, label: str, value: float) -> AppTest:
    """Write a number into the box of that label."""
    next(box for box in at.number_input if box.label == label).set_value(value)
    return healthy(at.run())


def marks(at: AppTest) -> list[str]:
    """What stands beside the score of each case, in the order of the list."""
    return [row["cells"]["score"]["mark"]["title"] for row in tables(at)["Cases"]["rows"]]


def test_the_rule_is_changed_and_taken_back(start: AppTest) -> None:
    """Every page goes by the new rule at once; what changes is said before and after; the default is one press away."""
    assert marks(start) == ["fails", "passes"]
    assert "Same as by default: none of 2 verdicts changes." in texts(start)
    at = number(start, "A score of at least", 0.7)
    assert "1 of 2 verdicts changes against the default: 1 now passes." in texts(at)
    assert marks(at) == ["fails", "passes"]
    at = press(at, "Apply")
    assert marks(at) == ["passes", "passes"]
    assert PassRule(0.7).words in texts(at)
    assert "1 of 2 verdicts changes against the default: 1 now passes." in texts(at)
    review = healthy(at.switch_page("pages/review.py").run())
    [verdict] = [data for data in components(review, "toolscore_summary") if data["parts"]]
    assert verdict["rule"] == PassRule(0.7).words
    assert verdict["parts"][0][0] == "Passes with differences:"
    at = press(healthy(review.switch_page("app.py").run()), "Back to the default")
    assert marks(at) == ["fails", "passes"]
    assert DEFAULT_PASS_RULE.words in texts(at)


def test_weights(start: AppTest) -> None:
    """Weights are what was typed, said as shares; the score and the verdict go by them."""
    at = number(start, "Argument F1", 0.0)
    assert "That is selection accuracy 57%, sequence accuracy 29%, redundant calls 14%." in texts(at)
    at = press(at, "Apply")
    assert marks(at) == ["passes", "passes"]
    assert next(box.value for box in at.number_input if box.label == "Selection accuracy") == 0.4


def test_weights_that_are_all_zero_are_refused(start: AppTest) -> None:
    """There is nothing to apply until one of them is above 0."""
    for label, weight in (
        ("Selection accuracy", 0),
        ("Argument F1", 0),
        ("Sequence accuracy", 0),
        ("Redundant calls", 0),
    ):
        start = number(start, label, weight)
    assert "At least one weight is above 0." in texts(start)
    assert next(button.disabled for button in start.button if button.label == "Apply")


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        (VerdictChanges(0, 0, 0), "No trace has a verdict yet."),
        (VerdictChanges(1, 0, 0), "Same as by default: none of 1 verdict changes."),
        (VerdictChanges(20, 1, 2), "3 of 20 verdicts change against the default: 1 now passes, 2 now fail."),
        (VerdictChanges(20, 0, 1), "1 of 20 verdicts changes against the default: 1 now fails."),
    ],
    ids=["nothing", "none", "both ways", "one"],
)
def test_changes_text(changes: VerdictChanges, text: str) -> None:
    """The count is of verdicts, and says in which way they change."""
    assert changes_text(changes) == text


def built(held: HeldWorkspace) -> View:
    """Bring it up to date, as a job does."""
    held.built = build(held, 1000, Progress())
    found: View = held.built
    return found


def test_nothing_is_read_or_aligned_or_masked_again() -> None:
    """A rule or weights give new verdicts for the very objects that were made before, and equal a workspace made so."""
    held, fresh = HeldWorkspace("a", StoreLimits()), HeldWorkspace("b", StoreLimits())
    files = [("gold.json", json.dumps(GOLD).encode()), ("m.json", json.dumps(TRACES).encode())]
    held.add(files)
    fresh.add(files)
    before = built(held)
    alignments = {key: found.alignment for key, found in before.evaluations.items()}
    weights = {**DEFAULT_WEIGHTS, "required_call_recall": 2.0}
    held.change(rule=PassRule(0.95), weights=weights)
    after = built(held)
    fresh.change(rule=PassRule(0.95), weights=weights)
    anew = built(fresh)
    assert after.entries == anew.entries
    assert (after.rule, after.weights, after.version) == (anew.rule, anew.weights, held.inputs.version)
    assert all(after.evaluations[key].alignment is alignment for key, alignment in alignments.items())
    assert {entry.key: id(entry.trace) for entry in after.entries} == {
        entry.key: id(entry.trace) for entry in before.entries
    }


def test_prices_change_what_it_cost_and_nothing_else() -> None:
    """A price that a person gives prices the tokens of the trace; the calls stay the objects they were."""
    held = HeldWorkspace("a", StoreLimits())
    told = {**TRACES[1], "model": "my-model", "input_tokens": 1000, "output_tokens": 100}
    held.add([("gold.json", json.dumps(GOLD).encode()), ("m.json", json.dumps([told]).encode())])
    before = built(held).find("two", None)
    held.change(prices={"my-model": ModelPrice(input=1.0, output=2.0)})
    after = built(held).find("two", None)
    assert before is not None
    assert after is not None
    assert after.rows is before.rows
    assert before.cost.usd is None
    assert after.cost.usd == pytest.approx(0.0012)

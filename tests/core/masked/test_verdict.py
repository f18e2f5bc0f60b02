"""The sentence that says how a case went."""

from typing import Any

import pytest

from toolscore_core.calls import Case, ToolCall, Trace
from toolscore_core.credentials.masking import Masker
from toolscore_core.evaluation import PassRule, evaluate
from toolscore_core.masked import MaskedEvaluation, mask_evaluation, mask_missing

KEY = "sk-" + "ant-" + "api03-Qw3rTy7uIoP1aSdF5gHjKlZ9xCvB"


def call(tool: str, *, failed: bool = False, **args: Any) -> ToolCall:
    """A call."""
    return ToolCall(tool, args, metadata={"is_error": True} if failed else {})


def view(gold: list[ToolCall] | None, trace: list[ToolCall], **options: Any) -> MaskedEvaluation:
    """The masked view of an evaluation."""
    rule = options.pop("rule", PassRule())
    evaluation = evaluate(gold if gold is None else Case("refund", gold), Trace(trace), **options)
    return mask_evaluation(evaluation, Masker(), case_id="refund", run="m", trial=None, rule=rule)


GOLD = [call("find"), call("verify"), call("order"), call("refund", amount=42.5), call("email")]


@pytest.mark.parametrize(
    ("gold", "trace", "options", "sentence"),
    [
        pytest.param(GOLD, GOLD, {}, "Passes: all 5 expected calls were made. Score 1.00, grade A.", id="all well"),
        pytest.param(GOLD[:1], GOLD[:1], {}, "Passes: the one expected call was made. Score 1.00, grade A.", id="one call"),
        pytest.param([], [], {}, "Passes: no call was expected and none was made. Score 1.00, grade A.", id="nothing to do"),
        pytest.param(
            GOLD,
            [call("find"), call("order"), call("refund", amount=45.2), call("verify")],
            {},
            "Fails: verify came 4th instead of 2nd, email is missing, refund.amount is wrong. Score 0.62 (passes from 0.80), grade D; required calls completed 4 of 5.",
            id="moved, changed and missing",
        ),
        pytest.param([call("a", x=1)], [call("a")], {}, "Fails: a.x is not given. Score 0.70 (passes from 0.80), grade C.", id="an argument not given"),
        pytest.param([call("a", x=1)], [call("a", x=1, y=2)], {}, "Passes with differences: a.y is not expected. Score 0.90, grade A.", id="an argument too many"),
        pytest.param([call("a", x=1, y=2)], [call("a", x=3, y=4)], {}, "Fails: 2 arguments of a are wrong. Score 0.70 (passes from 0.80), grade C.", id="two arguments"),
        pytest.param([call("a", q={"d": 1})], [call("a", q={"d": 2})], {}, "Fails: a.q.d is wrong. Score 0.70 (passes from 0.80), grade C.", id="a nested argument"),
        pytest.param([call("a")], [call("b")], {}, "Fails: b was called instead of a. Score 0.00 (passes from 0.80), grade F; required calls completed 0 of 1.", id="another tool"),
        pytest.param([call("a")] * 9, [*[call("a")] * 9, call("c")], {}, "Passes with differences: c is not expected. Score 0.93, grade A.", id="extra"),
        pytest.param([call("a", x=1)] * 9, [call("a", x=1)] * 10, {}, "Passes with differences: a is repeated. Score 0.97, grade A.", id="repeated"),
        pytest.param(
            [call("a"), call("b")],
            [call("a", failed=True), call("b")],
            {},
            "Fails: a failed. Score 1.00, grade A; required calls completed 1 of 2.",
            id="failed",
        ),
        pytest.param([call("a")], [call("a", failed=True)], {"rule": PassRule(all_required=False)}, "Passes with differences: a failed. Score 1.00, grade A; required calls completed 0 of 1.", id="another pass rule"),
        pytest.param([ToolCall("a")], [call("a", k=KEY)], {}, "Fails: a holds a credential. Score 1.00, grade A.", id="credential"),
        pytest.param([call("rm")], [call("rm")], {"forbidden": [{"tool": "rm"}]}, "Fails: rm is forbidden. Score 1.00, grade A.", id="forbidden"),
        pytest.param(
            [call("a"), call("b"), call("c"), call("d")],
            [ToolCall("x", {"k": KEY})],
            {"forbidden": [{"tool": "x"}]},
            "Fails: x is forbidden, x holds a credential, x was called instead of a and 3 more. Score 0.00 (passes from 0.80), grade F; required calls completed 0 of 4.",
            id="findings first, three things, and more",
        ),
        pytest.param(None, [call("a")] * 6, {}, "No gold for this trace: 6 calls.", id="no gold"),
        pytest.param(None, [], {}, "No gold for this trace: no calls.", id="no gold and no calls"),
        pytest.param(None, [call("a", failed=True), call("b", k=KEY)], {"forbidden": [{"tool": "a"}, {"tool": "b"}]}, "No gold for this trace: 2 calls, 1 failed, 1 credential, 2 forbidden calls.", id="no gold, findings"),
    ],
)  # fmt: skip
def test_verdict(gold: list[ToolCall] | None, trace: list[ToolCall], options: dict[str, Any], sentence: str) -> None:
    """One sentence names what went wrong, the score, and what was not completed."""
    assert view(gold, trace, **options).verdict == sentence


def test_moved_and_changed_is_one_thing() -> None:
    """A call that came late with a wrong argument is named once."""
    gold = [call("v", x=1), call("a"), call("b")]
    verdict = view(gold, [call("a"), call("b"), call("v", x=2)]).verdict
    assert "v came 3rd instead of 1st with x wrong." in verdict
    gold = [call("v", x=1, y=1), call("a"), call("b")]
    assert "with 2 arguments wrong." in view(gold, [call("a"), call("b"), call("v", x=2, y=2)]).verdict


@pytest.mark.parametrize(
    ("place", "word"),
    [(11, "11th"), (12, "12th"), (13, "13th"), (21, "21st"), (22, "22nd"), (23, "23rd"), (24, "24th")],
)
def test_ordinal_words(place: int, word: str) -> None:
    """Places are written as people write them."""
    others = [call(f"t{n}") for n in range(place - 1)]
    assert f"v came {word} instead of 1st." in view([call("v"), *others], [*others, call("v")]).verdict


def test_strong_parts() -> None:
    """The pieces make up the sentence; outcome, score and completed calls are strong."""
    masked = view(GOLD, GOLD[:4])
    assert "".join(text for text, _ in masked.verdict_parts) == masked.verdict
    assert [text for text, strong in masked.verdict_parts if strong] == [
        "Passes:" if masked.passed else "Fails:",
        "0.96",
        "4 of 5",
    ]


def test_a_case_without_a_trace() -> None:
    """A case for which the run has no trace says so and does not pass."""
    masked = mask_missing(Case("refund", GOLD), "m", Masker())
    assert masked.verdict == "No trace: none was recorded for this case."
    assert masked.passed is False


def test_long_names_are_cut() -> None:
    """A tool with an endless name does not take over the page."""
    verdict = view([call("a")], [call("a"), call("n" * 500)]).verdict
    assert "n" * 59 + "… is not expected" in verdict
    assert "n" * 60 not in verdict


def test_names_with_credentials_are_masked() -> None:
    """A tool named like a credential is not shown."""
    assert KEY not in view([call("a")], [call("a"), call(KEY)]).verdict


def test_things_that_read_the_same_are_counted() -> None:
    """Three forbidden calls of one tool are one thing, told with its number."""
    trace = [call("find"), call("wipe", n=1), call("wipe", n=2), call("wipe", n=3)]
    verdict = view([call("find")], trace, forbidden=[{"tool": "wipe"}]).verdict
    assert verdict.startswith("Fails: wipe is forbidden (3 times), wipe is not expected (3 times). Score ")

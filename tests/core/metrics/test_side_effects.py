"""Side effects that can be seen in recorded calls."""

from pathlib import Path
from typing import Any

import pytest

from toolscore_core.calls import Case, ToolCall, Trace
from toolscore_core.catalogue import Comparison
from toolscore_core.metrics.side_effects import METRIC, VALIDATORS, Validator, calculate_side_effect_success_rate
from toolscore_core.pairing import pair_calls


def wanting(**checks: Any) -> ToolCall:
    return ToolCall("t", metadata={"side_effects": checks})


def raising(call: ToolCall, expected: Any) -> bool:
    raise RuntimeError("boom")


CHECKS: dict[str, Validator] = {
    "result": lambda call, expected: call.result == expected,
    "truthy": lambda call, expected: call.result,
    "raising": raising,
}


@pytest.mark.parametrize(
    ("gold", "trace", "passed", "reason"),
    [
        (wanting(result=1), [ToolCall("t", result=1)], True, "seen"),
        (wanting(result=1), [ToolCall("t", result=2)], False, "not seen"),
        (wanting(result=1), [ToolCall("u", result=1)], False, "not found"),
        (wanting(result=1), [], False, "not found"),
        (wanting(unknown=1), [ToolCall("t", result=1)], False, "no validator"),
        (wanting(raising=1), [ToolCall("t")], False, "boom"),
        (wanting(truthy=None), [ToolCall("t", result="yes")], "yes", "seen"),
        (wanting(truthy=None), [ToolCall("t", result=[])], [], "not seen"),
    ],
    ids=[
        "passed",
        "failed",
        "other tool",
        "no call",
        "no validator",
        "raises",
        "answer is kept",
        "falsy answer is kept",
    ],
)
def test_one_check(gold: ToolCall, trace: list[ToolCall], passed: Any, reason: str) -> None:
    """A check passes by its validator's truth; everything else fails with a reason."""
    found = calculate_side_effect_success_rate([gold], trace, CHECKS)
    (check,) = found["details"]
    assert (check["tool"], check["passed"]) == ("t", passed)
    assert reason in check["reason"]
    assert (found["total_checks"], found["passed_checks"]) == (1, 1 if passed else 0)
    assert found["success_rate"] == float(bool(passed))


@pytest.mark.parametrize(
    "metadata", [{}, {"side_effects": None}, {"side_effects": {}}], ids=["absent", "null", "empty"]
)
def test_no_checks(metadata: dict[str, Any]) -> None:
    """Nothing to check is a rate of 1.0."""
    found = calculate_side_effect_success_rate([ToolCall("t", metadata=metadata)], [ToolCall("t")])
    assert found == {"total_checks": 0, "passed_checks": 0, "success_rate": 1.0, "details": []}


def test_each_call_is_checked_on_its_partner() -> None:
    """Order does not matter, arguments do, and they are compared leniently."""
    gold = [
        ToolCall("t", {"i": 1}, metadata={"side_effects": {"result": "one"}}),
        ToolCall("t", {"i": 2}, metadata={"side_effects": {"result": "two", "truthy": 1}}),
    ]
    trace = [ToolCall("t", {"i": 2.0}, result="two"), ToolCall("t", {"i": 1.0}, result="one")]
    found = calculate_side_effect_success_rate(gold, trace, CHECKS)
    assert [check["check"] for check in found["details"]] == ["result", "result", "truthy"]
    assert found["success_rate"] == 1.0


@pytest.mark.parametrize(
    ("call", "expected", "passed"),
    [
        (ToolCall("t", result={"status": 200}), True, True),
        (ToolCall("t", result={"status": 206}), True, True),
        (ToolCall("t", result={"status": 207}), True, False),
        (ToolCall("t", result={"status": 404}), 404, True),
        (ToolCall("t", result={"status": 404}), "404", True),
        (ToolCall("t", result={"status": 0, "status_code": 201}), 201, True),
        (ToolCall("t", result=204), True, True),
        (ToolCall("t", result=True), True, False),
        (ToolCall("t", result="ok", metadata={"http_status": 200}), True, True),
        (ToolCall("t", result={}, metadata={"http_status": 500}), True, False),
        (ToolCall("t", {"url": "x"}, result="page"), True, True),
        (ToolCall("t", {"endpoint": "x"}, result="page"), 404, True),
        (ToolCall("t", {"url": "x"}), True, False),
        (ToolCall("t", result="page"), True, False),
    ],
    ids=repr,
)
def test_http_ok(call: ToolCall, expected: Any, passed: bool) -> None:
    """The status is found in the result or the metadata; without one a result of a call with an address will do."""
    assert VALIDATORS["http_ok"](call, expected) is passed


def test_http_status_that_is_no_number() -> None:
    """A status that cannot be expected fails the check, with the reason."""
    found = calculate_side_effect_success_rate([wanting(http_ok="fine")], [ToolCall("t", result=200)], VALIDATORS)
    assert found["details"][0]["passed"] is False


@pytest.mark.parametrize("place", ["expected", "args", "result", "result object"])
def test_file_exists(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The path comes from the expected value, the arguments or the result, relative to the working directory."""
    (tmp_path / "made.txt").touch()
    monkeypatch.chdir(tmp_path)

    def check(path: str) -> bool:
        calls = {
            "expected": (ToolCall("t", {"path": "nowhere"}), path),
            "args": (ToolCall("t", {"path": "", "filename": path}, result="nowhere"), True),
            "result": (ToolCall("t", result=path), True),
            "result object": (ToolCall("t", result={"path": path}), True),
        }
        return bool(VALIDATORS["file_exists"](*calls[place]))

    assert check("made.txt")
    assert check(str(tmp_path / "made.txt"))
    assert not check("other.txt")
    assert not check("a\0b")


@pytest.mark.parametrize(
    "call", [ToolCall("t"), ToolCall("t", result=5), ToolCall("t", {"path": 3}), ToolCall("t", result={})]
)
def test_no_file(call: ToolCall) -> None:
    """Without a path that is text there is no file."""
    assert VALIDATORS["file_exists"](call, True) is False


@pytest.mark.parametrize(
    ("call", "expected", "passed"),
    [
        (ToolCall("t", result=3), 3, True),
        (ToolCall("t", result=3), 4, False),
        (ToolCall("t", result=3), True, True),
        (ToolCall("t", result=0), True, False),
        (ToolCall("t", result=[1, 2]), 2, True),
        (ToolCall("t", result={"rows_affected": 2}), 2, True),
        (ToolCall("t", result={"rowcount": 2}), 2, True),
        (ToolCall("t", result={"row_count": 2}), 2, True),
        (ToolCall("t", result={"count": 0}), 0, True),
        (ToolCall("t", result={"rows": [1, 2]}), 2, True),
        (ToolCall("t", result={"rows": 2}), 2, True),
        (ToolCall("t", result="done", metadata={"rowcount": 2}), 2, True),
        (ToolCall("t", result={"rows": "many"}), True, False),
        (ToolCall("t"), True, False),
        (ToolCall("t", result=5), {"min": 1, "max": 5}, True),
        (ToolCall("t", result=5), {"min": 6}, False),
        (ToolCall("t", result=5), {"max": 4}, False),
        (ToolCall("t", result=5), {}, True),
        (ToolCall("t", result=5), "5", False),
        (ToolCall("t", result=5), False, False),
    ],
    ids=repr,
)
def test_sql_rows(call: ToolCall, expected: Any, passed: bool) -> None:
    """The count is found in the result or the metadata, and compared with a number, True or bounds."""
    assert VALIDATORS["sql_rows"](call, expected) is passed


def comparison(gold: list[ToolCall] | None, validators: dict[str, Validator] | None) -> Comparison:
    recorded = [ToolCall("t", result=1)]
    return Comparison(
        case=None if gold is None else Case("c", gold),
        trace=Trace(recorded),
        gold_calls=gold or [],
        trace_calls=recorded,
        pairing=None if gold is None else pair_calls(gold, recorded),
        rules=None,
        strict=False,
        validators=validators,
    )


@pytest.mark.parametrize(
    ("gold", "validators", "reason"),
    [
        (None, CHECKS, "there is no gold for this trace"),
        ([wanting(result=1)], None, "side-effect checks are switched off"),
        ([ToolCall("t")], CHECKS, "the gold names no side effects"),
        ([wanting(result=1)], CHECKS, None),
    ],
    ids=["no gold", "off", "no checks", "applies"],
)
def test_when_it_applies(
    gold: list[ToolCall] | None, validators: dict[str, Validator] | None, reason: str | None
) -> None:
    """A reason stands instead of a result that nobody asked for."""
    assert METRIC.applies(comparison(gold, validators)) == reason


def test_the_record_computes_what_the_function_does() -> None:
    """The metric reads the pairing and the validators of the comparison."""
    gold = [wanting(result=1)]
    assert METRIC.compute(comparison(gold, CHECKS))["success_rate"] == 1.0
    assert METRIC.compute(comparison(gold, None))["success_rate"] == 0.0
    assert METRIC.compute(comparison(None, CHECKS))["success_rate"] == 1.0

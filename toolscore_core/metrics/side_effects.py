"""Expected calls with side effects, and recorded calls -> which of the side effects can be seen to have happened."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, TypedDict

from toolscore_core.calls import ToolCall
from toolscore_core.catalogue import Column, Comparison, Metric
from toolscore_core.pairing import Pairing, counted_calls, pair_calls

Validator = Callable[[ToolCall, Any], Any]
"""Takes the recorded call and the expected value; a truthy answer passes, an exception fails."""


class SideEffectCheck(TypedDict):
    """One check of one expected call.

    Keys:
        tool, check: What was checked.
        passed: What the validator returned; False when none could be asked.
        reason: Why, in words.
    """

    tool: str
    check: str
    passed: Any
    reason: str


class SideEffects(TypedDict):
    """The side effects of all expected calls.

    Keys:
        total_checks, passed_checks: How many there are, and how many passed.
        success_rate: passed / total, 0 to 1, higher is better; 1.0 when there is no check.
        details: Every check, by expected call.
    """

    total_checks: int
    passed_checks: int
    success_rate: float
    details: list[SideEffectCheck]


def calculate_side_effect_success_rate(
    gold_calls: Sequence[ToolCall],
    trace_calls: Sequence[ToolCall],
    validators: Mapping[str, Validator] | None = None,
) -> SideEffects:
    """Check the side effects that expected calls name in `metadata["side_effects"]` (check -> expected value).

    Args:
        gold_calls: Expected calls. The checks of optional ones that were not made are left out; an alternative that was
            called is checked in place of its call.
        trace_calls: Recorded calls; each expected call is checked on its partner, found by lenient comparison.
        validators: Validators by name of check; None and {} leave every check without one. VALIDATORS has three.

    Returns:
        See SideEffects. A check fails when the call has no partner, when no validator has its name, when the validator
        says so, and when it raises.

    Raises:
        ValueError: The arguments of a call are neither a dict nor None.

    Example:
        >>> wanted = ToolCall("get", metadata={"side_effects": {"http_ok": True}})
        >>> calculate_side_effect_success_rate([wanted], [ToolCall("get", result=200)], VALIDATORS)["success_rate"]
        1.0
    """
    gold_calls = counted_calls(gold_calls, trace_calls)
    return _check_all(gold_calls, trace_calls, pair_calls(gold_calls, trace_calls), validators or {})


def _check_all(
    gold_calls: Sequence[ToolCall],
    trace_calls: Sequence[ToolCall],
    pairing: Pairing,
    validators: Mapping[str, Validator],
) -> SideEffects:
    if not any(call.metadata.get("side_effects") for call in gold_calls):
        return {"total_checks": 0, "passed_checks": 0, "success_rate": 1.0, "details": []}
    partner = {pair.gold_index: trace_calls[pair.trace_index] for pair in pairing.pairs}
    details = [
        check for index, call in enumerate(gold_calls) for check in _checks_of(call, partner.get(index), validators)
    ]
    passed = sum(1 for check in details if check["passed"])
    return {
        "total_checks": len(details),
        "passed_checks": passed,
        "success_rate": passed / len(details),
        "details": details,
    }


def _checks_of(
    gold_call: ToolCall, trace_call: ToolCall | None, validators: Mapping[str, Validator]
) -> Iterator[SideEffectCheck]:
    for name, expected in (gold_call.metadata.get("side_effects") or {}).items():
        passed, reason = _ask(validators.get(name), trace_call, expected)
        yield {"tool": gold_call.tool, "check": name, "passed": passed, "reason": reason}


def _ask(validator: Validator | None, trace_call: ToolCall | None, expected: Any) -> tuple[Any, str]:
    if trace_call is None:
        return False, "the call was not found in the trace"
    if validator is None:
        return False, "no validator has this name"
    try:
        passed = validator(trace_call, expected)
    except Exception as error:  # noqa: BLE001 - a validator is the caller's code; whatever it raises fails its check alone
        return False, f"the validator failed: {error}"
    return passed, "the side effect was seen" if passed else "the side effect was not seen"


def validate_http_ok(call: ToolCall, expected: Any) -> bool:
    """Whether the call got the HTTP status that is expected (True: 200 to 206).

    The status is `status` or `status_code` of the result, the result itself, or `http_status` of the metadata. Without
    one a call with a `url` or `endpoint` passes when it has a result.
    """
    status = _status(call)
    if status is None:
        args = call.args or {}
        return ("url" in args or "endpoint" in args) and bool(call.result)
    return status in range(200, 207) if expected is True else bool(status == int(expected))


def _status(call: ToolCall) -> Any:
    result = call.result
    if isinstance(result, dict):
        found = result.get("status") or result.get("status_code")
        if found:
            return found
    elif _is_whole(result):
        return result
    return call.metadata.get("http_status")


def validate_file_exists(call: ToolCall, expected: Any) -> bool:
    """Whether a file is there, on this machine, relative to the working directory.

    Its path is the expected value if that is text, else the first of the arguments `path`, `file`, `filename`,
    `filepath`, `file_path`, `output`, else a result that is text, else `path` of the result.
    """
    path = expected if isinstance(expected, str) else _path(call)
    return isinstance(path, str) and bool(path) and os.path.exists(path)


def _path(call: ToolCall) -> Any:
    args = call.args or {}
    for name in ("path", "file", "filename", "filepath", "file_path", "output"):
        if args.get(name):
            return args[name]
    return call.result.get("path") if isinstance(call.result, dict) else call.result


def validate_sql_rows(call: ToolCall, expected: Any) -> bool:
    """Whether a statement touched as many rows as expected: a number, True (any), or an object with `min`, `max`.

    The count is the result itself, the length of a result that is a list, `rows_affected`, `rowcount`, `row_count`,
    `count` or `rows` of the result, or the first three of the metadata. Without a count the check fails.
    """
    count = _row_count(call)
    if count is None:
        return False
    if expected is True:
        return count > 0
    if _is_whole(expected):
        return bool(count == expected)
    if isinstance(expected, dict):
        return bool(expected.get("min", count) <= count <= expected.get("max", count))
    return False


def _row_count(call: ToolCall) -> int | None:
    result = call.result
    if _is_whole(result):
        return int(result)
    if isinstance(result, list):
        return len(result)
    places: list[Any] = []
    if isinstance(result, dict):
        places += [result.get(name) for name in ("rows_affected", "rowcount", "row_count", "count")]
        rows = result.get("rows")
        places.append(len(rows) if isinstance(rows, list) else rows)
    places += [call.metadata.get(name) for name in ("rows_affected", "rowcount", "row_count")]
    return next((count for count in places if _is_whole(count)), None)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


VALIDATORS: Final[dict[str, Validator]] = {
    "http_ok": validate_http_ok,
    "file_exists": validate_file_exists,
    "sql_rows": validate_sql_rows,
}
"""The checks that need no code of one's own. `file_exists` reads the disk: only for traces of this machine."""


def _applies(comparison: Comparison) -> str | None:
    if comparison.pairing is None:
        return "there is no gold for this trace"
    if not comparison.validators:
        return "side-effect checks are switched off"
    named = any(call.metadata.get("side_effects") for call in comparison.gold_calls)
    return None if named else "the gold names no side effects"


def _compute(comparison: Comparison) -> SideEffects:
    validators = comparison.validators or {}
    if comparison.pairing is None:
        return calculate_side_effect_success_rate(comparison.gold_calls, comparison.trace_calls, validators)
    return _check_all(comparison.gold_calls, comparison.trace_calls, comparison.pairing, validators)


METRIC: Final = Metric(
    key="side_effect_metrics",
    title="Side effects",
    family="Side effects",
    description="Share of the side effects named in the gold that can be seen in the recorded calls.",
    columns=(
        Column("success_rate", "Side effects seen", "ratio", "higher"),
        Column("passed_checks", "Passed checks", "count", None),
        Column("total_checks", "Checks", "count", None),
    ),
    applies=_applies,
    compute=_compute,
)

"""The JSON Schema of JSON reports; `case_records` and `comparison_records` write them, `stored` reads them."""

from typing import Any, Final

from toolscore_core.alignment import ArgumentState, State
from toolscore_core.rules import SEVERITIES

Schema = dict[str, Any]

_TEXT: Final[Schema] = {"type": "string"}
_FLAG: Final[Schema] = {"type": "boolean"}
_NUMBER: Final[Schema] = {"type": "number"}
_WHOLE: Final[Schema] = {"type": "integer", "minimum": 0}
_SHARE: Final[Schema] = {"type": "number", "minimum": 0, "maximum": 1}
_ANY: Final[Schema] = {}
_OBJECT: Final[Schema] = {"type": "object"}


def _maybe(schema: Schema) -> Schema:
    return {"anyOf": [{"type": "null"}, schema]}


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _record(description: str, known: Schema | None = None, **more: Schema) -> Schema:
    """An object of exactly these keys."""
    properties = {**(known or {}), **more}
    return {
        "description": description,
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


_CALL: Final = {
    "tool": _TEXT,
    "args": _maybe(_OBJECT),
    "result": _ANY,
    "error": _maybe(_TEXT),
    "is_error": _FLAG,
    "duration": {**_maybe(_NUMBER), "description": "Seconds."},
    "cost": {**_maybe(_NUMBER), "description": "US dollars; null is unknown, which is not 0."},
    "started": {**_maybe(_NUMBER), "description": "Seconds since the Unix epoch."},
    "ended": _maybe(_NUMBER),
    "turn": _maybe(_WHOLE),
    "call_id": _maybe(_TEXT),
    "agent": _maybe(_TEXT),
    "parent_id": _maybe(_TEXT),
    "provider_executed": _FLAG,
    "metadata": _OBJECT,
}

_TRACE: Final = {
    "id": _TEXT,
    "case_id": _maybe(_TEXT),
    "model": _maybe(_TEXT),
    "started": _maybe(_NUMBER),
    "duration_s": _maybe(_NUMBER),
    "input_tokens": {**_maybe(_WHOLE), "description": "All of them, cached ones included."},
    "output_tokens": _maybe(_WHOLE),
    "cached_tokens": _maybe(_WHOLE),
    "reasoning_tokens": _maybe(_WHOLE),
    "cost_usd": {**_maybe(_NUMBER), "description": "As the file records it."},
    "outcome": _ANY,
    "trial": _maybe(_WHOLE),
    "format": _TEXT,
    "source": _OBJECT,
    "turns": _list(_OBJECT),
    "metadata": _OBJECT,
}

_SUMMARY: Final = _record(
    "Numbers of one case, or totals over several: then `score` is the mean of those that have one.",
    gold_calls_count=_WHOLE,
    trace_calls_count=_WHOLE,
    score=_maybe(_SHARE),
    grade=_maybe(_TEXT),
    weights={"type": "object", "additionalProperties": _SHARE},
    required_call_recall=_maybe(_SHARE),
    failed_calls=_WHOLE,
    policy_violations=_WHOLE,
    secrets=_WHOLE,
    cases_count=_WHOLE,
    passed_count=_WHOLE,
    failed_count=_WHOLE,
    without_trace_count=_WHOLE,
    without_gold_count=_WHOLE,
)

_DIFFERENCE: Final[Schema] = {
    "description": "One argument of a row. `expected` or `actual` is absent where there is none.",
    "type": "object",
    "properties": {
        "path": _TEXT,
        "state": {"enum": [state.value for state in ArgumentState]},
        "expected": _ANY,
        "actual": _ANY,
    },
    "required": ["path", "state"],
    "additionalProperties": False,
}

_ROW: Final = _record(
    "One line of the diff; positions are 0-based, those of `gold_calls` and `trace_calls`.",
    state=_maybe({"enum": [state.value for state in State]}),
    gold_index=_maybe(_WHOLE),
    trace_index=_maybe(_WHOLE),
    parallel=_FLAG,
    alternative=_FLAG,
    omitted=_FLAG,
    failed=_FLAG,
    scored=_FLAG,
    completed=_maybe(_FLAG),
    compared_as={**_maybe(_TEXT), "description": "Name under which the recorded call was compared; null for its own."},
    differences=_list(_ref("difference")),
    findings=_list(_WHOLE),
)

_FINDING: Final = _record(
    "A credential or a forbidden call.",
    kind={"enum": ["credential", "forbidden call"]},
    name=_TEXT,
    call_index=_maybe(_WHOLE),
    tool=_TEXT,
    path=_TEXT,
    source=_TEXT,
    preview=_TEXT,
    ordinal={**_maybe(_WHOLE), "description": "The same number stands for the same credential."},
    reason=_maybe(_TEXT),
    rule_index=_maybe(_WHOLE),
    severity=_maybe({"enum": list(SEVERITIES)}),
    because=_maybe(_TEXT),
    undecided=_FLAG,
    confidence=_TEXT,
    via=_TEXT,
    in_key=_FLAG,
    turn=_maybe(_WHOLE),
)

_CONTRIBUTION: Final = _record(
    "What a call takes from the score; the points of a case sum to 1 - score.",
    metric=_TEXT,
    gold_index=_maybe(_WHOLE),
    trace_index=_maybe(_WHOLE),
    text=_TEXT,
    loss=_SHARE,
    points=_SHARE,
)

_CASE: Final = {
    "key": _TEXT,
    "case": _TEXT,
    "run": _maybe(_TEXT),
    "trial": _maybe(_WHOLE),
    "verdict": _TEXT,
    "verdict_parts": _list({"type": "array", "prefixItems": [_TEXT, _FLAG], "minItems": 2, "maxItems": 2}),
    "passed": {**_maybe(_FLAG), "description": "By `pass_rule`; null without gold."},
    "completed": {**_maybe(_list(_WHOLE)), "description": "Required calls completed, and required."},
    "summary": _ref("summary"),
    "metrics": _OBJECT,
    "not_applicable": {"type": "object", "additionalProperties": _TEXT},
    "contributions": _list(_ref("contribution")),
    "gold": {**_maybe(_OBJECT), "description": "The gold case without its calls; null without gold."},
    "trace": _maybe(_ref("trace")),
    "gold_calls": {**_maybe(_list(_ref("gold_call"))), "description": "null without gold, which is not an empty list."},
    "trace_calls": {**_maybe(_list(_ref("call"))), "description": "null when the run has no trace of the case."},
    "cost": _OBJECT,
    "rows": _list(_ref("row")),
    "findings": _list(_ref("finding")),
    "problems": _list(_OBJECT),
}

_COMPARISON: Final = _record(
    "A run against the baseline, over the cases that both answer.",
    baseline=_TEXT,
    other=_TEXT,
    sentence=_TEXT,
    better=_WHOLE,
    worse=_WHOLE,
    same=_WHOLE,
    p_value={**_maybe(_SHARE), "description": "Exact two-sided sign test on the cases that differ."},
    decided=_FLAG,
    baseline_passed=_OBJECT,
    other_passed=_OBJECT,
    score_difference=_OBJECT,
    deltas=_list(_OBJECT),
    cases={**_list(_OBJECT), "description": "Worst regression first."},
    excluded={**_list(_OBJECT), "description": "Cases that do not count, and why."},
)

_TOP: Final = {
    "schema": {"const": "toolscore-report/2"},
    "timestamp": {"type": "string", "format": "date-time"},
    "pass_rule": _maybe(
        _record("When a case passes.", min_score=_SHARE, all_required=_FLAG, no_findings=_FLAG, words=_TEXT)
    ),
    "prices": {
        **_maybe(_TEXT),
        "description": "By what costs that no file records were priced, such as genai-prices and its version.",
    },
    "comparisons": _list(_ref("comparison")),
    "sources": _list(_OBJECT),
    "masked": _record("Credentials that stand replaced in the report.", occurrences=_WHOLE, credentials=_WHOLE),
}

REPORT_SCHEMA: Final[Schema] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Toolscore report",
    "description": "Of one case, all of its record stands at the top; of several, in `cases`, and the summary holds totals.",
    "oneOf": [
        {"title": "One case", **_record("One case.", {**_TOP, **_CASE})},
        {
            "title": "Several cases",
            **_record(
                "None or several cases.",
                _TOP,
                summary=_ref("summary"),
                metrics={"type": "null"},
                gold_calls={"type": "null"},
                trace_calls={"type": "null"},
                cases=_list(_ref("case")),
            ),
        },
    ],
    "$defs": {
        "case": _record("One case of one run.", _CASE),
        "summary": _SUMMARY,
        "call": _record("A recorded call.", _CALL),
        "gold_call": {
            **_record("An expected call; some say more than a recorded one can.", _CALL),
            "additionalProperties": True,
        },
        "trace": _record("A trace without its calls; null is what the file does not say.", _TRACE),
        "row": _ROW,
        "difference": _DIFFERENCE,
        "finding": _FINDING,
        "contribution": _CONTRIBUTION,
        "comparison": _COMPARISON,
    },
}
"""JSON Schema, draft 2020-12, of the version that is written now."""

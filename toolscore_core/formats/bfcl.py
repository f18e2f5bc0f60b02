"""Result and score files of the Berkeley Function Calling Leaderboard -> traces, one for each test entry.

A `result` is the calls of one answer, or turns of steps of calls; calls are `{name: arguments}` or Python source. What
cannot be decoded stays as the text of a turn. Results of calls stand in the `inference_log`, where there is one.
Specification: https://github.com/ShishirPatil/gorilla/tree/main/berkeley-function-call-leaderboard (version 4).
"""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from toolscore_core.calls import Trace
from toolscore_core.catalogue import Claim, Format
from toolscore_core.messages.arguments import NOT_JSON, decode_json_text
from toolscore_core.messages.builder import TraceBuilder, mark_failed
from toolscore_core.messages.call_source import parse_calls
from toolscore_core.messages.content import text_of_content
from toolscore_core.messages.envelope import name_trace
from toolscore_core.messages.records import Record, records
from toolscore_core.messages.untrusted import text_or_none
from toolscore_core.reading import Documents, ReadReport

_KEY = "bfcl"
_MEASURED = ("input_token_count", "output_token_count", "latency", "inference_log")
_RESULTS = ("result", "model_result_raw", "model_result", "model_result_decoded")
_FAILED = "Error during execution:"
"""What the harness writes before the text of an exception that a call raised."""
_DEEPEST = 6

Call = tuple[Any, Any]
Step = tuple[list[Call], str]


def _is_entry(value: Any) -> bool:
    """Whether an object is a measured result, or a line of a score file."""
    if not isinstance(value, dict) or "id" not in value:
        return False
    if "result" in value:
        return any(key in value for key in _MEASURED) and isinstance(value["result"], (list, str))
    return "valid" in value and any(key in value for key in _RESULTS)


def _is_bare(value: Any) -> bool:
    """Whether an object holds an id and calls in this shape, without any measurement."""
    if (
        not isinstance(value, dict)
        or not isinstance(value.get("id"), str)
        or set(value) - {"id", "result", "model_name"}
    ):
        return False
    return isinstance(value.get("result"), (list, str)) and any(calls for calls, _ in _all_steps(value["result"]))


def _is_summary(value: Any) -> bool:
    return isinstance(value, dict) and "accuracy" in value and "total_count" in value


def _claim(documents: Documents) -> Claim | None:
    values = [record.value for record in records(documents)]
    entries = sum(map(_is_entry, values))
    if entries:
        return Claim(3, entries, f"{entries} test entries with `result` and token counts, latency or a verdict")
    bare = sum(map(_is_bare, values))
    return Claim(2, bare, f"{bare} test entries with `id` and calls under `result`") if bare else None


def _read(documents: Documents, report: ReadReport) -> Iterator[Trace]:
    for item in records(documents):
        value = item.value
        key = next((key for key in _RESULTS if key in value), None) if isinstance(value, dict) else None
        if key is not None:
            yield _trace(item, key, report)
        else:
            report.skip("summary of the scores" if _is_summary(value) else "record without a result", item.place())


def _trace(item: Record, key: str, report: ReadReport) -> Trace:
    entry = item.value
    builder = TraceBuilder(report, _KEY, item.place())
    result = entry[key]
    place = partial(item.place, f".{key}")
    log = _turns_of_log(entry.get("inference_log"))
    turns = _turns(result)
    for number, steps in enumerate(turns):
        logged = log[number] if number < len(log) else {}
        for message in _list(logged.get("begin_of_turn_query")):
            if isinstance(message, dict):
                role = message.get("role")
                builder.turn(role if isinstance(role, str) else "user", text_of_content(message.get("content")))
        for step, (calls, text) in enumerate(steps):
            builder.turn(
                "assistant",
                text,
                input_tokens=_count(entry.get("input_token_count"), number, step, len(turns) > 1),
                output_tokens=_count(entry.get("output_token_count"), number, step, len(turns) > 1),
            )
            made = [builder.call(name, args, place) for name, args in calls]
            _answer(made, _list(logged.get(f"step_{step}")))
    trace = builder.trace
    _describe(trace, entry)
    return trace


def _describe(trace: Trace, entry: Mapping[str, Any]) -> None:
    name_trace(trace, {"id": entry.get("id")})
    model = entry.get("model_name")
    trace.model = text_or_none(model)
    read, written = _sum(entry.get("input_token_count")), _sum(entry.get("output_token_count"))
    trace.input_tokens = None if read is None else int(read)
    trace.output_tokens = None if written is None else int(written)
    trace.duration = _sum(entry.get("latency"))
    trace.outcome = entry.get("valid")
    kept = ("test_category", "error", "error_type")
    trace.metadata |= {key: entry[key] for key in kept if entry.get(key) is not None}


def _turns(result: Any) -> list[list[Step]]:
    """The turns of a result, each with its steps; a result of one answer is one turn of one step."""
    if isinstance(result, list) and any(isinstance(turn, list) for turn in result):
        return [list(_all_steps(turn)) for turn in result]
    return [list(_all_steps(result))]


def _all_steps(value: Any, depth: int = 0) -> Iterator[Step]:
    """The steps in a value: a text, the calls of one answer, or a list of such."""
    if isinstance(value, str):
        yield _of_text(value)
    elif isinstance(value, dict):
        yield _of_objects([value])
    elif isinstance(value, list) and depth < _DEEPEST:
        if value and all(isinstance(item, dict) for item in value):
            yield _of_objects(value)
        elif len(value) > 1 and all(isinstance(item, str) for item in value) and all(map(parse_calls, value)):
            yield [call for item in value for call in parse_calls(item) or ()], ""
        else:
            for item in value:
                yield from _all_steps(item, depth + 1)


def _of_objects(objects: list[dict[str, Any]]) -> Step:
    calls: list[Call] = []
    for record in objects:
        if isinstance(record.get("name"), str) and any(key in record for key in ("arguments", "parameters")):
            calls.append((record["name"], record.get("arguments", record.get("parameters"))))
        else:
            calls += record.items()
    return calls, ""


def _of_text(text: str) -> Step:
    """Calls written as text: as Python source or as JSON, also in a fence; any other text is an answer in words."""
    bare = text.strip().strip("`").strip()
    for language in ("python", "json", "tool_code"):
        bare = bare.removeprefix(language + "\n")
    found = parse_calls(bare)
    if found is None and bare.startswith(("[", "{")):
        decoded = decode_json_text(bare)
        if decoded is not NOT_JSON:
            steps = [] if isinstance(decoded, str) else list(_all_steps(decoded))
            found = [call for calls, _ in steps for call in calls]
    return (list(found), "") if found else ([], text)


def _turns_of_log(log: Any) -> list[Mapping[str, Any]]:
    """The turns of an inference log; between them stand lists with the state of the environment."""
    return [turn for turn in _list(log) if isinstance(turn, dict) and "begin_of_turn_query" in turn]


def _answer(made: list[Any], logged: list[Any]) -> None:
    """Results follow in the order of the calls."""
    results = [entry.get("content") for entry in logged if isinstance(entry, dict) and entry.get("role") == "tool"]
    for call, result in zip(made, results, strict=False):
        if call is None:
            continue
        call.result = result
        if isinstance(result, str) and result.startswith(_FAILED):
            mark_failed(call, result)


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _count(counts: Any, turn: int, step: int, several: bool) -> int | None:
    """The tokens of one step."""
    if isinstance(counts, list):
        at = counts[turn] if several and turn < len(counts) else None if several else counts
        if isinstance(at, list):
            at = at[step] if step < len(at) else None
        if isinstance(at, list):
            at = at[0] if len(at) == 1 else None
        counts = at
    return counts if isinstance(counts, int) and not isinstance(counts, bool) else None


def _sum(value: Any, depth: int = 0) -> float | None:
    """The sum of all numbers in nested lists; None when there is none."""
    if isinstance(value, list) and depth < _DEEPEST:
        parts = [part for item in value if (part := _sum(item, depth + 1)) is not None]
        return sum(parts) if parts else None
    plain = isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < 1e15
    return value if plain else None


FORMAT = Format(
    key=_KEY,
    title="BFCL results",
    signature="`id` and `result` with `input_token_count`, `latency` or `inference_log`; score lines with `valid`",
    specification="https://github.com/ShishirPatil/gorilla/tree/main/berkeley-function-call-leaderboard",
    version="4",
    gives=("results", "errors", "tokens", "conversation", "model"),
    claim=_claim,
    read=_read,
)
"""Results and scores of the Berkeley Function Calling Leaderboard."""

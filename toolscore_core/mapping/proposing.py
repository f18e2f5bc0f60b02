"""A file of no known format -> the mappings that are most likely right, best first."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from toolscore_core.mapping.records import REST, FieldMapping, steps_of
from toolscore_core.mapping.surveying import FieldPath, RecordPath, field_paths, is_shown, record_paths
from toolscore_core.messages.times import epoch_seconds
from toolscore_core.reading import Documents

_MOST: Final = 5
_LOOKED_AT: Final = 12
"""Places of records for which fields are looked at."""

_NAME_LIKE: Final = re.compile(r"[A-Za-z_][\w.:/\- ]{0,79}")
_START_WORDS: Final = ("start", "started", "begin", "call", "request", "invoke", "invoked", "requested", "input", "use")
_END_WORDS: Final = ("end", "ended", "finish", "finished", "result", "response", "complete", "completed", "output", "return", "done")  # fmt: skip

_WORDS: Final[Mapping[str, Sequence[str]]] = {
    "tool": ("tool", "toolname", "tool_name", "function_name", "function", "fn", "skill", "action_name", "action", "api_name", "api", "command_name", "method", "operation", "capability", "plugin", "name", "command", "cmd", "call"),
    "args": ("args", "arguments", "tool_args", "tool_input", "toolinput", "action_input", "kwargs", "parameters", "params", "param_dict", "input", "inputs", "payload", "request", "body", "data"),
    "result": ("result", "tool_result", "output", "tool_output", "observation", "response", "returned", "return_value", "return", "answer", "outcome", "content", "out", "stdout"),
    "error": ("error", "error_message", "exception", "err", "failure", "is_error", "failed", "status"),
    "call_id": ("call_id", "tool_call_id", "tool_use_id", "callid", "toolcallid", "invocation_id", "request_id", "correlation_id", "id", "uuid"),
    "started": ("started_at", "start_time", "starttime", "started", "start", "timestamp", "time", "ts", "datetime", "created_at", "created", "date", "at"),
    "ended": ("ended_at", "end_time", "endtime", "ended", "end", "finished_at", "finished", "completed_at", "completed"),
    "duration": ("duration", "duration_s", "duration_seconds", "duration_ms", "durationms", "elapsed", "elapsed_ms", "elapsed_s", "latency", "latency_ms", "latency_s", "took", "took_ms", "time_ms"),
    "cost": ("cost", "cost_usd", "price", "usd"),
    "agent": ("agent", "agent_name", "agent_id", "actor", "author", "worker"),
    "model": ("model", "model_name", "llm", "model_id"),
    "trace": ("trace_id", "traceid", "session_id", "sessionid", "session", "conversation_id", "conversation", "thread_id", "run_id", "runid", "run", "episode_id", "episode", "dialogue_id", "chat_id", "task_run", "id"),
    "case_id": ("case_id", "case", "task_id", "test_id", "scenario", "scenario_id", "example_id", "question_id", "instance_id", "task"),
}  # fmt: skip
"""Last keys under which each field usually stands, the surest first, in lower case."""

_DISCRIMINATORS: Final = ("event", "type", "kind", "phase", "event_type", "eventtype", "stage", "status", "action", "msg", "message_type")  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Scored:
    mapping: FieldMapping
    score: float


def propose_mappings(documents: Documents) -> list[FieldMapping]:
    """At most five mappings that could be right, the most likely first; [] when nothing looks like a tool name."""
    found = [
        scored
        for place in record_paths(documents)[:_LOOKED_AT]
        if (scored := _proposal(place, field_paths(documents, place.path))) is not None
    ]
    found.sort(key=lambda scored: -scored.score)
    return [scored.mapping for scored in found[:_MOST]]


def _proposal(place: RecordPath, fields: list[FieldPath]) -> _Scored | None:
    inner = [known for known in fields if not known.path.startswith("$")]
    outer = [known for known in fields if known.path.startswith("$")]
    total = max((known.count for known in inner), default=0)
    tool, sure = _best("tool", inner, _is_name)
    if tool is None:
        return None
    taken = {tool.path}

    def choose(name: str, fits: Callable[[FieldPath], bool], among: list[FieldPath] = inner) -> str | None:
        known, _ = _best(name, [one for one in among if not _is_taken(one.path, taken)], fits)
        if known is None:
            return None
        taken.add(known.path)
        return known.path

    mapping = FieldMapping(place.path, tool.path)
    args = choose("args", lambda known: _share(known, "object", "nothing") > 0.5 and known.kinds["object"] > 0)
    found: dict[str, Any] = {
        "args": args,
        "started": choose("started", lambda known: _is_time(known) and 2 * known.count >= tool.count),
        "ended": choose("ended", _is_time),
        "result": choose("result", lambda known: known.count > known.kinds["nothing"]),
        "error": choose("error", lambda known: _share(known, "text", "object", "yes/no", "nothing") > 0.9),
        "duration": choose("duration", lambda known: _share(known, "number", "nothing") > 0.9),
        "call_id": choose("call_id", lambda known: known.kinds["text"] + known.kinds["number"] > 0),
        "cost": choose("cost", lambda known: _share(known, "number", "nothing") > 0.9),
        "agent": choose("agent", lambda known: known.kinds["text"] > 0),
        "model": choose("model", lambda known: known.kinds["text"] > 0, [*inner, *outer]),
        "case_id": choose("case_id", _is_scalar, [*outer, *inner]),
        "trace": choose("trace", _is_scalar, [*[one for one in inner if _last(one.path) != "id"], *outer]),
    }
    mapping = replace(mapping, **found)
    if mapping.duration is not None and re.search(r"ms$|milli", _last(mapping.duration)):
        mapping = replace(mapping, duration_unit="ms")
    mapping = _with_events(mapping, inner)
    if args is None:
        if _last(tool.path) == "name":
            return None  # anything may have a name
        if len(inner) > len(taken):
            mapping = replace(mapping, args=REST)
    evidence = sum((args is not None) * 2.0 if name == "args" else path is not None for name, path in found.items())
    share = tool.count / total if total and mapping.result_where is None else 1.0  # the conditions say what the rest is
    return _Scored(mapping, (2 * sure + evidence / 4) * share * min(place.count, 20) ** 0.25)


def _with_events(mapping: FieldMapping, fields: list[FieldPath]) -> FieldMapping:
    """Where calls and results are events of their own, told apart by a word: the conditions for both."""
    for known in fields:
        if _last(known.path) not in _DISCRIMINATORS or known.path == mapping.tool or known.kinds["text"] < known.count:
            continue
        values = [text for text in dict.fromkeys(known.texts) if is_shown(text)]
        starts = [text for text in values if _says(text, _START_WORDS) and not _says(text, _END_WORDS)]
        ends = [text for text in values if _says(text, _END_WORDS)]
        if len(starts) == 1 and len(ends) == 1:
            error = None if mapping.error == known.path else mapping.error
            return replace(mapping, where={known.path: starts[0]}, result_where={known.path: ends[0]}, error=error)
    return mapping


def _says(text: str, words: Sequence[str]) -> bool:
    parts = re.findall(r"[a-z]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text).lower())
    return any(part in words for part in parts)


def _best(name: str, fields: list[FieldPath], fits: Callable[[FieldPath], bool]) -> tuple[FieldPath | None, float]:
    """The field whose last key speaks most for it, and how much it does (0..1); short paths before deep ones."""
    words = _WORDS[name]
    best: tuple[float, FieldPath] | None = None
    for known in fields:
        last = _last(known.path)
        rank = next((at for at, word in enumerate(words) if word == last), None)
        if rank is None or not fits(known):
            continue
        depth = len(steps_of(known.path))
        parent = _parent(known.path)
        if name == "tool" and last == "name" and parent in ("tool", "function", "action", "call", "tool_call"):
            rank = 0
        score = 1 - rank / (len(words) + 1) - 0.05 * (depth - 1)
        if best is None or score > best[0]:
            best = (score, known)
    return (best[1], best[0]) if best else (None, 0.0)


def _last(path: str) -> str:
    steps = steps_of(path)
    return str(steps[-1]).lower() if steps else ""


def _parent(path: str) -> str:
    steps = steps_of(path)
    return str(steps[-2]).lower() if len(steps) > 1 else ""


def _is_taken(path: str, taken: set[str]) -> bool:
    return any(path == other or path.startswith((f"{other}.", f"{other}[")) for other in taken)


def _share(known: FieldPath, *kinds: str) -> float:
    return sum(known.kinds[kind] for kind in kinds) / known.count if known.count else 0.0


def _is_name(known: FieldPath) -> bool:
    """Whether a field holds short names, not sentences."""
    if known.kinds["text"] == 0 or known.kinds["text"] + known.kinds["nothing"] < known.count:
        return False
    named = sum(_NAME_LIKE.fullmatch(text) is not None and text.count(" ") <= 2 for text in known.texts)
    return bool(known.texts) and named >= 0.8 * len(known.texts)


def _is_time(known: FieldPath) -> bool:
    texts = known.texts
    if known.kinds["number"] > 0 and not texts:
        return True
    return bool(texts) and sum(epoch_seconds(text) is not None for text in texts) >= 0.8 * len(texts)


def _is_scalar(known: FieldPath) -> bool:
    return known.kinds["text"] + known.kinds["number"] > 0 and _share(known, "object", "list") == 0

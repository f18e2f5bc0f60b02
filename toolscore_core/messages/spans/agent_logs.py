"""Log records that coding agents send as telemetry, a record for each prompt, answer and call -> spans.

Sources: https://code.claude.com/docs/en/monitoring-usage (`claude_code.tool_result`); https://developers.openai.com/codex/config-advanced
(`codex.tool_result`); https://github.com/google-gemini/gemini-cli/blob/main/docs/cli/telemetry.md (`gemini_cli.tool_call`), whose names
Qwen Code has as well.
"""

import json
from collections.abc import Mapping
from typing import Any

from toolscore_core.messages.spans.forms import moment_of
from toolscore_core.messages.spans.span import Batch, Span, any_value, attributes_of
from toolscore_core.messages.tally import amount_of, count_of
from toolscore_core.messages.times import epoch_seconds

_PRODUCTS = ("claude_code.", "codex.", "gemini_cli.", "qwen-code.", "qwen_code.")
_NAMES = ("eventName", "event_name", "body", "_body")
_MARKS = frozenset((*_NAMES, "timeUnixNano", "severityNumber", "severityText"))
"""Keys of which a log record has one, and a span none."""
_TOOLS = ("tool_result", "tool_call")
_MODELS = ("api_request", "api_response", "sse_event")
_PROMPT = "user_prompt"
_SESSIONS = ("session.id", "conversation.id")
_TIMES = ("timeUnixNano", "hrTime", "observedTimeUnixNano", "timestamp")
_CACHED = ("cache_read_tokens", "cached_token_count", "cached_content_token_count")
_LENGTH = "duration_ms"


def _named(raw: Any) -> tuple[str, dict[str, Any]] | None:
    """What such a record tells of, and its attributes; None for any other value."""
    if not isinstance(raw, dict) or _MARKS.isdisjoint(raw) or not isinstance(raw.get("attributes"), (dict, list)):
        return None
    attributes = attributes_of(raw["attributes"])
    names = [attributes.get("event.name"), *(any_value(raw.get(key)) for key in _NAMES)]
    texts = [name for name in names if isinstance(name, str)]
    if not any(name.startswith(_PRODUCTS) for name in texts):
        return None
    return texts[0].rpartition(".")[2], attributes


def is_agent_log(raw: Any) -> bool:
    """Whether a value is a record of a prompt, an answer or a call of such an agent."""
    found = _named(raw)
    return found is not None and found[0] in (_PROMPT, *_TOOLS, *_MODELS)


def span_of_log(raw: Any, batch: Batch, index: int) -> Span | None:
    """A record as a span in the names of OpenTelemetry; None for any other value."""
    found = _named(raw)
    if found is None:
        return None
    event, attributes = found
    told = _told(event, attributes)
    if told is None:
        return None
    session = next((own for key in _SESSIONS if isinstance(own := attributes.get(key), str)), "")
    span = Span(event, told, session, batch=batch, index=index)
    times = (moment_of(raw.get(key)) for key in _TIMES)
    span.end = next((time for time in times if time is not None), epoch_seconds(attributes.get("event.timestamp")))
    taken = _number(attributes, _LENGTH)
    if span.end is not None and taken is not None:
        span.start, span.duration = span.end - taken / 1000, taken / 1000
    else:
        span.start, span.end = span.end, None
    if event in _TOOLS:
        span.is_error = attributes.get("success") in (False, "false")
        error = attributes.get("error")
        span.message = error if isinstance(error, str) else ""
    return span


def _told(event: str, attributes: Mapping[str, Any]) -> dict[str, Any] | None:
    """What a record tells under the names of the semantic conventions; None when it is no prompt, answer or call."""
    get = attributes.get
    if event in _TOOLS:
        args = next((given for key in _ARGUMENTS if (given := get(key)) is not None), None)
        told = {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": get("tool_name", get("function_name")),
            "gen_ai.tool.call.id": get("call_id", get("tool_use_id")),
            "gen_ai.tool.call.arguments": args,
            "gen_ai.tool.call.result": get("output"),
        }
    elif event in _MODELS:
        read = _number(attributes, "input_tokens", "input_token_count")
        written = _number(attributes, "output_tokens", "output_token_count")
        if read is None and written is None:
            return None
        cached = _number(attributes, *_CACHED)
        beside = [cached, _number(attributes, "cache_creation_tokens")] if "cache_read_tokens" in attributes else []
        told = {
            "gen_ai.operation.name": "chat",
            "gen_ai.request.model": get("model"),
            "gen_ai.usage.input_tokens": int((read or 0) + sum(count or 0 for count in beside)),
            "gen_ai.usage.output_tokens": None if written is None else int(written),
            "gen_ai.usage.cache_read.input_tokens": None if cached is None else int(cached),
            "gen_ai.usage.cost": _number(attributes, "cost_usd"),
        }
    elif event == _PROMPT:
        said = [{"role": "user", "content": get("prompt")}] if isinstance(get("prompt"), str) else []
        told = {"gen_ai.operation.name": "chat", "gen_ai.input.messages": json.dumps(said)}
    else:
        return None
    return {key: value for key, value in told.items() if value is not None}


_ARGUMENTS = ("arguments", "function_args", "tool_input", "tool_parameters")


def _number(attributes: Mapping[str, Any], *keys: str) -> float | None:
    """The first number under one of the keys; exporters write numbers as text."""
    for key in keys:
        value = attributes.get(key)
        if isinstance(value, str) and value.replace(".", "", 1).isdecimal() and len(value) < _LONGEST:
            return float(value)
        if (amount := amount_of(attributes, key)) is not None or (amount := count_of(attributes, key)) is not None:
            return amount
    return None


_LONGEST = 20
"""Digits of a number that is none by mistake."""

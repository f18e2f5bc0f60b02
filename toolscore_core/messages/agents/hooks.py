"""Lines without a type of their own -> events: what hooks of coding agents were told, and notifications of the Codex app server.

Sources: https://code.claude.com/docs/en/hooks#hook-input;
https://github.com/openai/codex/blob/main/codex-rs/app-server/README.md.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from toolscore_core.messages.agents.dialects import CODEX_EXEC
from toolscore_core.messages.agents.events import Answered, Called, Dialect, Event, Noted, Said, at, text_at
from toolscore_core.messages.content import text_of_content
from toolscore_core.messages.tally import Tally, count_of

_CALLED = ("PreToolUse", "PostToolUse", "PostToolUseFailure")
_CAPITAL = re.compile(r"(?<=[a-z])([A-Z])")


def _hooks(line: dict[str, Any]) -> Iterator[Event]:
    """A hook is told of a call before it and after it; both name the call, older versions only by what it is."""
    kind, time = line.get("hook_event_name"), line.get("timestamp")
    yield Noted(text_at(line, "session_id"), text_at(line, "model"))
    if kind == "UserPromptSubmit":
        yield Said("user", text_of_content(line.get("prompt")), time)
    elif kind in _CALLED:
        tool, args = line.get("tool_name"), line.get("tool_input")
        own = text_at(line, "tool_use_id") or f"{tool} {json.dumps(args, sort_keys=True, default=str)}"
        begins = kind == "PreToolUse"
        agent = text_at(line, "agent_type")
        yield Called(tool, args, own, time if begins else None, None if begins else time, agent=agent)
        if not begins:
            failed = kind == "PostToolUseFailure"
            given = line.get("tool_response")
            error = text_at(line, "error")
            yield Answered(error if failed and given is None else given, own, time, failed, error if failed else None)


def _snake(value: Any) -> Any:
    """An item with its keys, and the name of its type, as the command line writes them."""
    if not isinstance(value, dict):
        return value
    named = {_CAPITAL.sub(r"_\1", key).lower(): item for key, item in value.items()}
    kind = named.get("type")
    return {**named, "type": _CAPITAL.sub(r"_\1", kind).lower()} if isinstance(kind, str) else named


def _notifications(line: dict[str, Any]) -> Iterator[Event]:
    method, params = line["method"], line.get("params")
    thread = text_at(params, "threadId") or text_at(params, "thread.id")
    if thread is not None:
        yield Noted(thread, text_at(params, "thread.model"))
    if method == "thread/tokenUsage/updated":
        total = at(params, "tokenUsage.total")
        if isinstance(total, dict):
            read, written = count_of(total, "inputTokens"), count_of(total, "outputTokens")
            yield Noted(total=Tally(read, written, count_of(total, "cachedInputTokens")))
    elif method.startswith("item/"):
        item = _snake(at(params, "item"))
        yield from CODEX_EXEC.events(
            {"type": method.replace("/", "."), "item": item, "timestamp": line.get("timestamp")}
        )


HOOKS = Dialect(
    "hooks of a coding agent",
    lambda line: isinstance(line.get("tool_name"), str) and line.get("hook_event_name") in _CALLED,
    _hooks,
)
"""What Claude Code, and agents with its hooks, tell a hook."""

APP_SERVER = Dialect(
    "the Codex app server",
    lambda line: line.get("method") in ("item/started", "item/completed") and isinstance(at(line, "params.item"), dict),
    _notifications,
)
"""Notifications about a thread."""

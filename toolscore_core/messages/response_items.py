"""OpenAI Responses items -> turns, calls and results of a trace under construction.

Source: https://platform.openai.com/docs/api-reference/responses (version 1); the state of the OpenAI Agents SDK, which
wraps the same items (https://github.com/openai/openai-agents-python, $schemaVersion 1).
"""

from typing import Any

from toolscore_core.calls import ToolCall
from toolscore_core.messages.arguments import free_text_arguments
from toolscore_core.messages.builder import Place, TraceBuilder, mark_failed
from toolscore_core.messages.chat import ROLES, add_message, is_message
from toolscore_core.messages.content import text_of_content
from toolscore_core.messages.envelope import NO_FACTS, Facts
from toolscore_core.messages.times import epoch_seconds
from toolscore_core.messages.untrusted import text_or_none

_NAMED = {
    "function_call": "arguments",
    "custom_tool_call": "input",
    "mcp_call": "arguments",
    "hosted_tool_call": "arguments",
}
"""Item types whose tool has a name, with the key of their arguments."""

_BY_CLIENT = {
    "local_shell_call": "action",
    "shell_call": "action",
    "apply_patch_call": "operation",
    "computer_call": "action",
}
"""Built-in tools that the caller runs and answers, with the key of their arguments."""

_BY_PROVIDER = {
    "web_search_call": "action",
    "file_search_call": "queries",
    "code_interpreter_call": "code",
    "image_generation_call": "prompt",
    "tool_search_call": "arguments",
    "program": "code",
}
"""Tools that the provider runs itself, with the key of their arguments."""

_UNNAMED = frozenset({*_BY_CLIENT, *_BY_PROVIDER})
"""Item types that are the name of their tool."""

CALLS = frozenset({*_NAMED, *_UNNAMED})
"""Item types that are calls."""

_RESULTS = ("output", "outputs", "results", "result", "content", "tools")
_FAILED = ("failed", "incomplete")


def is_call(item: Any) -> bool:
    """Whether an item is a tool call."""
    kind = item.get("type") if isinstance(item, dict) else None
    return isinstance(kind, str) and kind in CALLS


def is_output(item: Any) -> bool:
    """Whether an item is the result of a call that the caller ran."""
    kind = item.get("type") if isinstance(item, dict) else None
    if not isinstance(kind, str):
        return False
    called = kind.removesuffix("_output").removesuffix("_result")
    return called != kind and (called in CALLS or f"{called}_call" in CALLS)


def unwrapped(item: Any) -> Any:
    """The item inside a run item of the Agents SDK, with that item's agent.

    Any other item as it is; None for a run item that repeats a call (a request for approval).
    """
    if not isinstance(item, dict) or not str(item.get("type", "")).endswith("_item"):
        return item
    raw = item.get("raw_item", item.get("rawItem"))
    if not isinstance(raw, dict) or item["type"] == "tool_approval_item":
        return None
    agent = item.get("agent")
    extra = {"agent": agent.get("name")} if isinstance(agent, dict) else {}
    return {**raw, **extra}


class ItemReader:
    """Adds items to a trace: a model's message and its calls make one turn, until a result or another message comes."""

    def __init__(self, builder: TraceBuilder) -> None:
        self._builder = builder
        self._open = False

    def begin(self) -> None:
        """A new response starts: its calls make a turn of their own."""
        self._open = False

    def add(self, item: Any, place: Place, facts: Facts = NO_FACTS) -> ToolCall | None:
        """Add one item; kinds that are neither message, call nor result are passed over.

        Returns:
            The call that was added or answered; None when there is none.
        """
        item = unwrapped(item)
        if is_call(item):
            self._turn(facts)
            return self._add_call(item, place, facts)
        if is_output(item):
            self._open = False
            return self._add_output(item, place)
        if is_message(item):
            self._add_message(item, place, facts)
        return None

    def _turn(self, facts: Facts, text: str = "") -> None:
        if not self._open:
            self._builder.turn(
                "assistant",
                text,
                model=facts.model,
                started=facts.started,
                input_tokens=facts.input_tokens,
                output_tokens=facts.output_tokens,
            )
        elif text:
            turn = self._builder.trace.turns[-1]
            turn.text = f"{turn.text}\n{text}" if turn.text else text
        self._open = True

    def _add_message(self, item: dict[str, Any], place: Place, facts: Facts) -> None:
        if ROLES.get(item["role"]) == "assistant" and not item.get("tool_calls") and not item.get("function_call"):
            self._turn(facts, text_of_content(item.get("content")))
        else:
            self._open = False
            add_message(self._builder, item, place, facts)

    def _add_call(self, item: dict[str, Any], place: Place, facts: Facts) -> ToolCall | None:
        kind = item["type"]
        hosted = kind in _BY_PROVIDER or kind in ("mcp_call", "hosted_tool_call") or _in_container(item)
        hosted = hosted and item.get("execution") != "client"
        caller = item.get("caller")
        parent = caller.get("caller_id", caller.get("callerId")) if isinstance(caller, dict) else None
        agent = item.get("agent")
        time = item.get("timestamp") or facts.time
        call = self._builder.call(
            item.get("name") if kind in _NAMED else kind,
            _arguments(item, kind),
            place,
            call_id=_call_id(item) or (item.get("id") if isinstance(item.get("id"), str) else None),
            timestamp=time,
            started=epoch_seconds(time),
            provider_executed=hosted,
            parent_id=parent if isinstance(parent, str) else None,
            agent=agent if isinstance(agent, str) else None,
        )
        if call is None:
            return None
        for key in ("server_label", "namespace"):
            if item.get(key):
                call.metadata[key] = item[key]
        if hosted:
            _add_hosted_result(call, item)
        elif item.get("status") == "failed":
            mark_failed(call)
        return call

    def _add_output(self, item: dict[str, Any], place: Place) -> ToolCall | None:
        value = next((item[key] for key in ("output", "result", "tools") if key in item), None)
        text = text_of_content(value)
        ended_badly, stderr = _outcome(value)
        failed = item.get("status") in _FAILED or bool(item.get("error")) or ended_badly
        called = str(item["type"]).removesuffix("_output")
        return self._builder.result(
            text or value,
            place,
            call_id=_call_id(item),
            tool=next((kind for kind in (called, f"{called}_call") if kind in _UNNAMED), None),
            is_error=failed,
            error=_said(item.get("error")) or text or stderr if failed else None,
            ended=epoch_seconds(item.get("timestamp")),
        )


def _in_container(item: dict[str, Any]) -> bool:
    """Whether a shell command ran in a container of the provider."""
    environment = item.get("environment")
    kind = environment.get("type") if isinstance(environment, dict) else None
    return item["type"] == "shell_call" and isinstance(kind, str) and kind.startswith("container")


def _outcome(output: Any) -> tuple[bool, str]:
    """Whether one of the commands of a shell call timed out or ended with another exit code than 0, and what they complained of."""
    failed, complaints = False, []
    for part in output if isinstance(output, list) else ():
        outcome = part.get("outcome") if isinstance(part, dict) else None
        if isinstance(outcome, dict):
            failed = failed or outcome.get("type") == "timeout" or outcome.get("exit_code") not in (None, 0)
            complaints.append(part["stderr"] if isinstance(part.get("stderr"), str) else "")
    return failed, "\n".join(filter(None, complaints))


def _said(error: Any) -> str | None:
    """The text of an error: the error itself, its message, or the content that a tool gave in place of a result."""
    if not isinstance(error, dict):
        return error if isinstance(error, str) else None
    message = error.get("message")
    return message if isinstance(message, str) else text_of_content(error.get("content")) or None


def _call_id(item: dict[str, Any]) -> str | None:
    value = item.get("call_id", item.get("callId"))
    return text_or_none(value)


def _arguments(item: dict[str, Any], kind: str) -> Any:
    key = _NAMED.get(kind) or _BY_CLIENT.get(kind) or _BY_PROVIDER[kind]
    value = item.get(key)
    if kind == "computer_call" and value is None and isinstance(item.get("actions"), list):
        return {"actions": item["actions"]}
    if kind == "custom_tool_call":
        return free_text_arguments(value)
    if key in ("code", "prompt", "queries"):
        return {} if value is None else {key: value}
    return value


def _add_hosted_result(call: ToolCall, item: dict[str, Any]) -> None:
    taken = _BY_PROVIDER.get(item["type"])
    call.result = next((item[key] for key in _RESULTS if key != taken and item.get(key) is not None), None)
    error = item.get("error")
    if error or item.get("status") in _FAILED:
        mark_failed(call, _said(error))

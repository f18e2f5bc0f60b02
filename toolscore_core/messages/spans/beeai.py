"""Spans of the BeeAI framework, which records the events of a call instead of the call -> one span a call.

Source: https://github.com/Arize-ai/openinference/tree/main/python/instrumentation/openinference-instrumentation-beeai
(version 0.1.33). A ReAct agent sends `agent.react.update` with the tool's name and its parameters as they grow, and a tool
sends `tool.<name>.start`, `.success` and `.finish` inside of it.
"""

import re
from dataclasses import replace
from typing import Any

from toolscore_core.messages.spans.span import Span

_EVENT = re.compile(r"tool\.(?P<tool>.+)\.(?P<event>start|success|error|retry|finish)(?:-\d+)?")
_UPDATE = re.compile(r"agent\.[\w-]+\.(?:partial_)?update(?:-\d+)?")


def with_reacting(spans: list[Span]) -> list[Span]:
    """The spans of a trace with one tool span in place of the events of each call; as they are where there are none."""
    named = [span for span in spans if span.name.startswith(("tool.", "agent."))]
    events = [span for span in named if _EVENT.fullmatch(span.name)]
    updates = [span for span in named if _UPDATE.fullmatch(span.name) and _tool_of(span) is not None]
    if not events and not updates:
        return spans
    gone = {id(span) for span in (*events, *updates)}
    iterations: dict[tuple[str | None, str | None], list[Span]] = {}
    for span in updates:
        iterations.setdefault((span.parent_id, _tool_of(span)), []).append(span)
    inside: dict[tuple[str | None, str], list[Span]] = {}
    for span in events:
        found = _EVENT.fullmatch(span.name)
        inside.setdefault((span.parent_id, found["tool"] if found else ""), []).append(span)
    calls = []
    for (_, tool), told in iterations.items():
        own = {span.id for span in told}
        parts = [part for key in [key for key in inside if key[0] in own] for part in inside.pop(key)]
        calls.append(_call(str(tool), sorted(told, key=_start), parts))
    calls += [_call(tool.rpartition(".")[2], [], parts) for (_, tool), parts in inside.items()]
    return [span for span in spans if id(span) not in gone] + calls


def _call(tool: str, updates: list[Span], events: list[Span]) -> Span:
    """One tool span out of the updates and events of a call; its id is that of the first of them."""
    by_event = {found["event"]: span for span in events if (found := _EVENT.fullmatch(span.name))}
    asked = [span for span in updates if not _output_of(span)]
    answered = [span for span in updates if _output_of(span)]
    begun = by_event.get("start") or (asked or updates or events)[-1]
    done = by_event.get("success") or by_event.get("error") or by_event.get("finish") or next(iter(answered), None)
    attributes: dict[str, Any] = {"gen_ai.tool.name": tool, "openinference.span.kind": "TOOL"}
    told = next((span for span in (*reversed(asked), begun, *updates) if span.attributes.get("tool.parameters")), None)
    if told is not None:
        attributes["input.value"] = told.attributes["tool.parameters"]
    output = next((found for span in (done, *answered) if span is not None and (found := _output_of(span))), None)
    if output is not None:
        attributes["output.value"] = output
    failed = by_event.get("error")
    end = done.start if done is not None else None
    return replace(
        (updates or events)[0],
        name=tool,
        attributes=attributes,
        kind="tool",
        start=begun.start,
        end=end,
        duration=end - begun.start if end is not None and begun.start is not None and end >= begun.start else None,
        is_error=failed is not None,
        message=failed.message if failed is not None else "",
        events=failed.events if failed is not None else (),
    )


def _tool_of(span: Span) -> str | None:
    name = span.attributes.get("tool.name")
    return name if isinstance(name, str) and name.strip() else None


def _output_of(span: Span) -> Any:
    return span.attributes.get("output.value")


def _start(span: Span) -> float:
    return span.start or 0.0

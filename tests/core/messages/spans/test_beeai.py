"""The events of a call, as BeeAI records them, make one span."""

from typing import Any

from toolscore_core.messages.spans.beeai import with_reacting
from toolscore_core.messages.spans.span import Span


def event(name: str, at: float, parent: str = "p", *, message: str = "", **attributes: Any) -> Span:
    named = {key.replace("__", "."): value for key, value in attributes.items()}
    return Span(name, named, "t", f"{name}@{at}", parent, at, 9.0, 9.0 - at, message=message)


def test_events_alone() -> None:
    """Without the agent's updates the tool has the last part of its event's name."""
    spans = [
        event("chat", 0),
        event("tool.search.wikipedia.start-1", 1, tool__parameters='{"q": 1}'),
        event("tool.search.wikipedia.success-1", 3, output__value="found"),
        event("tool.search.wikipedia.finish-1", 3),
    ]
    other, call = with_reacting(spans)
    assert (other.name, call.name, call.kind, call.start, call.end, call.duration) == (
        "chat",
        "wikipedia",
        "tool",
        1,
        3,
        2,
    )
    assert (call.attributes["input.value"], call.attributes["output.value"]) == ('{"q": 1}', "found")
    assert not call.is_error


def test_error_event() -> None:
    """An error event makes the call a failed one, with its text."""
    (call,) = with_reacting([event("tool.custom.f.start", 1), event("tool.custom.f.error", 2, message="no")])
    assert (call.name, call.is_error, call.message, call.end) == ("f", True, "no", 2)


def test_updates_alone() -> None:
    """Updates of an agent's round tell of one call: its last parameters, and the output of the first that has one."""
    spans = [
        event("agent.react.update-1", 1, tool__name="F", tool__parameters="null"),
        event("agent.react.update-2", 2, tool__name="F", tool__parameters='{"a": 1}'),
        event("agent.react.partial_update-3", 4, tool__name="F", output__value="r"),
        event("agent.react.update-4", 5, "other", tool__name="F", tool__parameters='{"a": 2}'),
    ]
    first, second = with_reacting(spans)
    assert (first.attributes["input.value"], first.attributes["output.value"], first.start, first.end) == (
        '{"a": 1}',
        "r",
        2,
        4,
    )
    assert (second.attributes["input.value"], second.end, second.duration) == ('{"a": 2}', None, None)


def test_other_spans() -> None:
    """Spans without such events stay as they are."""
    spans = [event("tool.weather", 1), event("agent.run", 2)]
    assert with_reacting(spans) is spans

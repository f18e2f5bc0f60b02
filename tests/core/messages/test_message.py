"""Messages become turns, calls and results."""

from toolscore_core.errors import Location
from toolscore_core.messages.builder import TraceBuilder
from toolscore_core.messages.message import CallPart, Message, ResultPart, add_message
from toolscore_core.reading import ReadReport


def test_turns_and_calls() -> None:
    """Calls belong to their message's turn and take its agent and time; results end them."""
    builder = TraceBuilder(ReadReport(), "x", Location("f"))
    add_message(
        builder,
        Message("ai", "hi", [CallPart("f", {"a": 1}, "c1"), CallPart("g", None)], agent="a", started=10.0),
        Location("f"),
    )
    add_message(
        builder,
        Message("user", results=[ResultPart(5, "c1"), ResultPart(None, None, "g", True, "no")], started=12.0),
        Location("f"),
    )
    add_message(builder, Message("user"), Location("f"))
    trace = builder.trace
    assert [(call.tool, call.result, call.error, call.agent, call.duration) for call in trace.calls] == [
        ("f", 5, None, "a", 2.0),
        ("g", None, "no", "a", 2.0),
    ]
    assert [(turn.role, turn.calls) for turn in trace.turns] == [("assistant", [0, 1])]


def test_places() -> None:
    """Parts are reported with the path of their message and their own."""
    report = ReadReport()
    message = Message(
        "assistant", calls=[CallPart(None, {}, path=".tool_calls[0]")], results=[ResultPart(1, "x", path=".content[1]")]
    )
    message.set_paths(".messages[2]")
    add_message(TraceBuilder(report, "x", Location("f")), message, Location("f", line=3))
    assert [str(item.first) for item in report.skipped] == [
        "f:3 · $.messages[2].tool_calls[0]",
        "f:3 · $.messages[2].content[1]",
    ]
    assert Location("f", path="$[1]").below(".a").path == "$[1].a"
    assert Location("f").below("") == Location("f")

"""The data export of ChatGPT: the branch that was shown last, with the calls that name their tool as recipient."""

from typing import Any

from tests.core.formats.reading_help import read, short


def node(name: str, parent: str | None, role: str, text: str, **more: Any) -> dict[str, Any]:
    author = {"role": role, "name": more.pop("tool", None)}
    content = {"content_type": "text", "parts": [text]}
    message = {
        "id": name,
        "author": author,
        "content": content,
        "create_time": 1700000000.0,
        "recipient": "all",
        **more,
    }
    return {"id": name, "message": message, "parent": parent, "children": []}


def tree(*nodes: dict[str, Any], **more: Any) -> dict[str, Any]:
    root: dict[str, Any] = {"id": "root", "message": None, "parent": None, "children": []}
    return {"title": "t", "conversation_id": "c", "mapping": {one["id"]: one for one in (root, *nodes)}, **more}


ASKED = node("a", "root", "user", "go")
CALLED = node("b", "a", "assistant", '{"city": "Oslo"}', recipient="weather", metadata={"model_slug": "m"})
ANSWERED = node("d", "b", "tool", "5C", tool="weather")
REJECTED = node("e", "a", "assistant", "{}", recipient="other")


def test_the_branch_that_was_shown_last() -> None:
    """An answer that was replaced is no part of the conversation."""
    file = read([tree(ASKED, CALLED, ANSWERED, REJECTED, current_node="d")])
    assert short(file) == [("weather", {"city": "Oslo"}, "5C")]
    (trace,) = file.traces
    assert (trace.id, trace.model, [turn.role for turn in trace.turns]) == ("c", "m", ["user", "assistant"])


def test_without_a_current_node() -> None:
    """The last node counts; text that is no JSON is the input; a circle of parents ends."""
    code = {"content_type": "code", "text": "print(1)"}
    called = node("b", "b", "assistant", "", recipient="python")
    called["message"]["content"] = code
    assert short(read(tree(ASKED, called, current_node=5))) == [("python", {"input": "print(1)"}, None)]
    called["message"]["content"] = {"content_type": "other"}
    assert short(read([tree(ASKED, called)])) == [("python", {"input": ""}, None)]

"""OpenAI chat: streams, recordings of them, and files that are cut off."""

import json
from typing import Any

import pytest

from tests.core.formats.openai_chat_help import ARGS, HISTORY, ONE, UNANSWERED, USER
from tests.core.formats.reading_help import calls, read, read_events, read_lines, short
from toolscore_core.errors import FormatError
from toolscore_core.formats import read_traces


def chunk(delta: dict[str, Any], index: int = 0, **more: Any) -> dict[str, Any]:
    choice = {"index": index, "delta": delta, "finish_reason": more.pop("finish_reason", None)}
    return {
        "id": "c",
        "object": "chat.completion.chunk",
        "created": 1704067200,
        "model": "m",
        "choices": [choice],
        **more,
    }


def fragment(index: int | None, arguments: str, **more: Any) -> dict[str, Any]:
    function = {"arguments": arguments, **({"name": more.pop("name")} if "name" in more else {})}
    return {"tool_calls": [{**({} if index is None else {"index": index}), "function": function, **more}]}


STREAM = [
    chunk({"role": "assistant", "content": "I "}),
    chunk({"content": "look"}),
    chunk(fragment(0, "", id="c1", name="f", type="function")),
    chunk(fragment(0, '{"city"')),
    chunk(fragment(1, "", id="c2", name="g")),
    chunk(fragment(0, ': "Oslo"}', id="", name=None)),
    chunk(fragment(1, "{}")),
    chunk({}, finish_reason="tool_calls"),
    {
        "id": "c",
        "object": "chat.completion.chunk",
        "choices": [],
        "usage": {"prompt_tokens": 3, "completion_tokens": 4},
    },
]


def test_streams() -> None:
    """Fragments join by position; text, tokens and model come together too, from events, lines and a list."""
    for file in (read_events(*STREAM), read_lines(*STREAM), read(STREAM)):
        assert (file.format, len(file.traces)) == ("openai", 1)
        assert short(file) == [("f", {"city": "Oslo"}, None), ("g", {}, None)]
        trace = file.traces[0]
        assert (trace.turns[0].text, trace.model, trace.input_tokens, trace.output_tokens) == ("I look", "m", 3, 4)
        assert [one.call_id for one in trace.calls] == ["c1", "c2"]


@pytest.mark.parametrize(
    "chunks",
    [
        pytest.param(
            [chunk(fragment(0, '{"city": "Oslo"}', id="a", name="f")), chunk(fragment(0, "{}", id="b", name="g"))], id="all numbered 0"
        ),
        pytest.param(
            [chunk(fragment(None, '{"city": "Oslo"}', id="a", name="f")), chunk(fragment(None, "{", id="b", name="g")), chunk(fragment(None, "}"))],
            id="not numbered",
        ),
        pytest.param(
            [
                chunk({"role": "assistant", **fragment(0, '{"city": "Oslo"}', id="a", name="f")}, finish_reason="tool_calls"),
                chunk({"role": "assistant", **fragment(0, "{}", id="b", name="g")}, finish_reason="tool_calls"),
            ],
            id="two responses with one id",
        ),
        pytest.param(
            [
                chunk(fragment(0, '{"city": "Oslo"}', id="a", name="f"), finish_reason="tool_calls"),
                {**chunk(fragment(0, "{}", id="b", name="g")), "id": "other"},
            ],
            id="two responses with two ids",
        ),
        pytest.param(
            [
                chunk({"tool_calls": [{"index": 0, "id": "a", "function": {"name": "f", "arguments": {"city": "Oslo"}}}]}),
                chunk(fragment(1, "{}", id="b", name="g")),
            ],
            id="arguments as an object",
        ),
    ],
)  # fmt: skip
def test_streams_of_other_gateways(chunks: list[Any]) -> None:
    """Calls are told apart also where a gateway numbers them badly."""
    assert short(read_lines(*chunks)) == [("f", {"city": "Oslo"}, None), ("g", {}, None)]


def test_legacy_stream() -> None:
    """Fragments of a legacy function call join as well."""
    chunks = [
        chunk({"role": "assistant", "function_call": {"name": "f", "arguments": ""}}),
        chunk({"function_call": {"arguments": ARGS[:5]}}),
        chunk({"function_call": {"arguments": ARGS[5:]}}, finish_reason="function_call"),
    ]
    assert short(read_events(*chunks)) == UNANSWERED


def test_streamed_recording() -> None:
    """A recorded response may be a list of chunks, or the text of a stream."""
    text = "".join(f"data: {json.dumps(one)}\n\n" for one in STREAM) + "data: [DONE]\n\n"
    request = {"body": {"messages": HISTORY[:2]}}
    for body in ([{"__type__": "Chunk", "__data__": one} for one in STREAM], text):
        file = read({"request": request, "response": {"body": body}})
        assert [one.tool for one in calls(file)] == ["f", "g"]
        assert [turn.role for turn in file.traces[0].turns] == ["system", "user", "assistant"]


TOOLBENCH = {
    "win": True,
    "tree": {},
    "forward_args": {},
    "answer_generation": {
        "train_messages": [
            HISTORY[:2],
            [
                USER,
                {"role": "assistant", "function_call": {"name": "f", "arguments": ARGS}},
                {"role": "function", "name": "f", "content": '{"error": "no such city", "response": ""}'},
                {"role": "assistant", "function_call": {"name": "Finish", "arguments": "{}"}},
            ],
        ]
    },
}


def test_toolbench() -> None:
    """Of ToolBench's snapshots the last one counts; an error in a result is a failure."""
    file = read(TOOLBENCH)
    assert [(one.tool, one.error) for one in calls(file)] == [("f", "no such city"), ("Finish", None)]
    with pytest.raises(FormatError, match="train_messages"):
        read({**TOOLBENCH, "answer_generation": {}}, "openai")


def test_a_file_cut_off() -> None:
    """Of a history that was cut off the complete messages are read, and the cut is named."""

    text = json.dumps({"messages": [*HISTORY, *HISTORY]})
    file = read_traces(text[:-60].encode(), name="f.json")
    assert short(file)[0] == ONE[0]
    assert "cut off" in file.problems[0].message

"""The short ways for records as most files write them give what the general ways give."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from toolscore_core.calls import Trace
from toolscore_core.formats import traces_from_documents
from toolscore_core.messages.arguments import arguments_of
from toolscore_core.messages.spans.span import attributes_of
from toolscore_core.reading import Document, Documents, ReadReport

IDS = st.sampled_from(["c1", "c2", "c3", "", None, 7])
ARGUMENTS = st.sampled_from(
    [
        '{"a": 1}',
        '{"a": [1, "x"]}',
        "{}",
        "",
        "no JSON",
        '"{}"',
        "[1]",
        '{"n": 12345678901234567890123}',
        {"a": 1},
        None,
    ]
)
CALLS = st.fixed_dictionaries(
    {"id": IDS, "type": st.just("function")},
    optional={
        "function": st.fixed_dictionaries(
            {"name": st.sampled_from(["f", "g", " ", "", None, 1])}, optional={"arguments": ARGUMENTS}
        )
    },
)
TEXTS = st.sampled_from(["", "text", '{"a": 1}', None])
MESSAGES = st.one_of(
    st.fixed_dictionaries(
        {"role": st.sampled_from(["assistant", "user", "system", "ai", "other"]), "content": TEXTS},
        optional={"tool_calls": st.one_of(st.none(), st.lists(CALLS, max_size=3)), "refusal": st.none()},
    ),
    st.fixed_dictionaries(
        {"role": st.just("tool"), "content": TEXTS},
        optional={"tool_call_id": IDS, "name": st.sampled_from(["f", "g"])},
    ),
)


def read(messages: list[dict[str, Any]]) -> tuple[list[Trace], list[Any]]:
    report = ReadReport()
    documents = Documents("f", "json", [Document({"messages": messages}, None, 0)])
    file = traces_from_documents(documents, report, "openai")
    return file.traces, [*file.problems, *file.skipped]


@given(st.lists(MESSAGES, min_size=1, max_size=8))
@settings(max_examples=300)
def test_messages(messages: list[dict[str, Any]]) -> None:
    """A key that says nothing sends each message the general way: the same trace, and the same reports."""
    assert read(messages) == read([{**message, "x_says_nothing": 1} for message in messages])


@given(
    st.lists(
        st.tuples(st.sampled_from("abc"), st.sampled_from([{"stringValue": "x"}, {"stringValue": ""}])), max_size=5
    )
)
def test_attributes(pairs: list[tuple[str, Any]]) -> None:
    """Texts alone give what they give beside a number, whatever repeats."""
    raw = [{"key": key, "value": value} for key, value in pairs]
    mixed = attributes_of([*raw, {"key": "number", "value": {"intValue": "1"}}, None, {"key": []}])
    assert mixed.pop("number") == 1
    assert attributes_of(raw) == mixed


NUMBERS = st.one_of(
    st.integers(-(10**25), 10**25), st.floats(allow_nan=False), st.sampled_from([2**63, 2**64, -(2**63) - 1, 1e30])
)


@given(st.dictionaries(st.sampled_from("abc"), st.one_of(NUMBERS, st.text(max_size=30), st.lists(NUMBERS, max_size=3))))
def test_arguments(args: dict[str, Any]) -> None:
    """Numbers come back exact, wherever they stand."""
    assert arguments_of(json.dumps(args)) == json.loads(json.dumps(args))

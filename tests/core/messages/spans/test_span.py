"""Spans of any export, one record each."""

from typing import Any

import pytest

from toolscore_core.errors import Location
from toolscore_core.messages.spans.batches import batches_in
from toolscore_core.messages.spans.fields import kind_of, model_of
from toolscore_core.messages.spans.forms import span_of
from toolscore_core.messages.spans.span import Batch, Span, any_value, attributes_of, event_of


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        ({"stringValue": "a"}, "a"),
        ({"intValue": "-5"}, -5),
        ({"intValue": 5}, 5),
        ({"intValue": "x"}, "x"),
        ({"double_value": 0.5}, 0.5),
        ({"arrayValue": {}}, []),
        ({"values": [{"stringValue": "a"}]}, ["a"]),
        ({"kvlistValue": {"values": [{"key": "a", "value": {"boolValue": False}}]}}, {"a": False}),
        ({"kvlistValue": 3}, {"kvlistValue": 3}),
        ({"bytesValue": "eA=="}, {"bytesValue": "eA=="}),
        ({"a": 1, "b": 2}, {"a": 1, "b": 2}),
        ({}, {}),
        (7, 7),
    ],
)
def test_values(value: Any, plain: Any) -> None:
    """OTLP values become plain ones, everything else stays."""
    assert any_value(value) == plain


def test_attributes() -> None:
    """Lists of pairs, mappings and nested mappings all become one flat mapping."""
    assert attributes_of(
        [{"key": "a", "value": {"stringValue": "x"}}, {"key": [], "value": 1}, {"key": "b", "value": 2}]
    ) == {"a": "x", "b": 2}
    assert attributes_of({"a.b": 1}) == {"a.b": 1}
    assert attributes_of({"a": {"b": {"c": 1}}, "d": {"intValue": "2"}})["a.b.c"] == 1
    assert attributes_of({"a": {"b": 1}, "d": {"intValue": "2"}})["d"] == 2
    assert attributes_of(None) == {}


def test_places() -> None:
    """A span knows where it stands, in a list or alone."""
    (batch,) = batches_in({"resourceSpans": [{"scopeSpans": [{"spans": [{"name": "a"}]}]}, 3]})
    batch.document = Location("f.json", line=2)
    assert str(batch.place(0)) == "f.json:2 · $.resourceSpans[0].scopeSpans[0].spans[0]"
    (alone,) = batches_in({"attributes": {}, "name": "a"})
    assert alone.place(0).path == "$"
    assert Span("a", {}).place() == Location()


def test_lists_inside_lists() -> None:
    """Spans are found in lists of envelopes."""
    nested = [[{"spans": [{"attributes": {}}]}], {"data": [{"spans": [{"attributes": {}}]}]}]
    assert [batch.path for batch in batches_in(nested)] == ["$[0][0].spans", "$[1].data[0].spans"]


@pytest.mark.parametrize("raw", [3, {"x": 1}, [], None])
def test_what_is_no_span(raw: Any) -> None:
    """Records of other kinds are none."""
    assert span_of(raw, Batch([], "$"), 0) is None


HOSTILE: Any = {
    "traceId": {},
    "spanId": [],
    "parentSpanId": True,
    "name": 5,
    "status": [],
    "events": 3,
    "attributes": 3,
}


@pytest.mark.parametrize(
    "raw",
    [
        HOSTILE,
        {**HOSTILE, "status": {"code": [], "message": 3}},
        {"context": 3, "parent": [], "attributes": {}, "start_time": {}, "status_code": 2},
        {
            "operationName": [],
            "tags": [],
            "traceID": {},
            "references": [3],
            "startTime": "x",
            "duration": 1e300,
            "logs": 3,
        },
        {"name": "a", "attributes": {}, "startTime": [1e300, 1], "endTime": [1, 2, 3]},
        {"name": "a", "attributes": {}, "start_time": 10**30, "end_time": 10**400},
    ],
)
def test_values_of_other_kinds(raw: Any) -> None:
    """Values of other kinds than the format's are as if they were not there."""
    span = span_of(raw, Batch([], "$"), 0)
    assert span is not None
    assert (span.duration, span.parent_id, span.message) == (None, None, "")


def test_parents() -> None:
    """The parent is named in the span, in its context or in its references."""
    assert [
        span.parent_id
        for raw in (
            {"attributes": {}, "parent_id": "p"},
            {"attributes": {}, "parent": {"span_id": 7}},
            {"attributes": {}, "parentSpanContext": {"spanId": "p"}},
            {"operationName": "x", "tags": [], "references": [{"refType": "CHILD_OF", "spanID": "p"}]},
            {"operationName": "x", "tags": [], "parentSpanID": "p"},
        )
        if (span := span_of(raw, Batch([], "$"), 0))
    ] == ["p", "7", "p", "p", "p"]


def test_events() -> None:
    """An event has a name and attributes, its body among them."""
    assert event_of({"name": "a", "attributes": [{"key": "x", "value": 1}], "body": {"y": 2}}) == (
        "a",
        {"x": 1, "y": 2},
    )
    assert event_of({"attributes": {"event.name": "b"}})[0] == "b"
    assert event_of({"name": 5})[0] == ""
    assert event_of(5) == ("", {})


@pytest.mark.parametrize(
    ("attributes", "kind", "expected"),
    [
        ({"gen_ai.operation.name": "chat"}, "", "llm"),
        ({"gen_ai.operation.name": "embeddings"}, "", ""),
        ({"gen_ai.operation.name": 5, "gen_ai.response.model": "m"}, "", "llm"),
        ({"gen_ai.operation.name": "my_agent", "gen_ai.agent.name": "a"}, "", "agent"),
        ({"openinference.span.kind": "CHAIN", "gen_ai.tool.name": "x"}, "", ""),
        ({"openinference.span.kind": "AGENT"}, "", "agent"),
        ({}, "TOOL", "tool"),
        ({}, "INTERNAL", ""),
        ({"gen_ai.tool.name": "x"}, "", "tool"),
        ({"gen_ai.tool.name": "x", "gen_ai.output.messages": "[]"}, "", "llm"),
        ({"gen_ai.conversation.id": "k"}, "", ""),
    ],
)
def test_kinds(attributes: dict[str, Any], kind: str, expected: str) -> None:
    """Operation, kind and attributes say whether a span is a tool's, a model's or an agent's."""
    assert kind_of(Span("s", attributes, kind=kind)) == expected


def test_model() -> None:
    """The model that answered goes before the one that was asked for; blank names are none."""
    assert model_of(Span("s", {"gen_ai.request.model": "a", "gen_ai.response.model": "b"})) == "b"
    assert model_of(Span("s", {"gen_ai.response.model": " ", "gen_ai.request.model": "a"})) == "a"

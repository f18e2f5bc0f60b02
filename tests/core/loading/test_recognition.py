"""Recognition looks at some records of every shape, and at everything when these show no calls."""

import random
from typing import Any

import pytest

from tests.core.loading.format_help import made
from toolscore_core.catalogue import Format
from toolscore_core.errors import UnknownFormatError
from toolscore_core.formats import recognise
from toolscore_core.loading.recognition import ranked_claims, sample
from toolscore_core.reading import Document, Documents


def lines(values: list[Any]) -> Documents:
    return Documents("f", "jsonl", [Document(value, n + 1, n) for n, value in enumerate(values)])


def document(value: Any) -> Documents:
    return Documents("f", "json", [Document(value, None, 0)])


SHAPES: list[Any] = [
    {"a": 1},
    {"content": 1},
    {"content": "text"},
    {"a": 1, "b": 2},
    {"type": "x"},
    {"type": "y"},
    {"role": "user"},
    {"role": "assistant"},
    {"type": ["x"]},
    [1],
    "text",
    None,
]


def mixed() -> list[Any]:
    values = [shape for shape in SHAPES[1:] for _ in range(500)]
    random.Random(1).shuffle(values)
    return [*values, SHAPES[0]]


@pytest.mark.parametrize("inside", ["lines", "list", "field"])
def test_every_shape_is_in_the_sample(inside: str) -> None:
    """Of lines, of a list and of a list in a field a few hundred records stay, of each shape some, in order."""
    values = mixed()
    if inside == "lines":
        found = sample(lines(values)).values
    elif inside == "list":
        (found,) = sample(document(values)).values
    else:
        (whole,) = sample(document({"id": 1, "items": values, "short": [1]})).values
        assert (whole["id"], whole["short"]) == (1, [1])
        found = whole["items"]
    assert all(shape in found for shape in SHAPES)
    assert len(found) <= 500
    assert found[-1] == SHAPES[0]


def test_records_by_name() -> None:
    """Of an object that holds many records under their names some stay; the fields of one record all do."""
    records = {f"k{n}": SHAPES[n % 6] for n in range(3_000)} | {"last": {"role": "tool"}}
    (found,) = sample(document(records)).values
    assert len(found) == 121
    assert "last" in found
    fields = document({f"k{n}": n for n in range(3_000)})
    assert sample(fields) is fields


def test_many_shapes_end() -> None:
    """Where every record has a shape of its own, some hundreds are looked at."""
    assert len(sample(lines([{f"k{n}": 1} for n in range(5_000)])).items) == 500


def test_short_files_are_looked_at_as_they_are() -> None:
    """Nothing is copied; and what is sampled changes nothing in the file."""
    for documents in (lines([{"a": 1}] * 100), document([{"a": 1}] * 100), document({"a": [1] * 100}), document(1)):
        assert sample(documents) is documents
    long = document([{"a": 1}] * 101)
    assert len(sample(long).values[0]) == 20
    assert len(long.values[0]) == 101


def other_claim(found: bool, strength: Any) -> Format:
    """A format that claims only what holds a wanted record, or claims everything weakly beside it."""
    base = made("made", "a", strength=strength)

    def claim(documents: Documents) -> Any:
        seen = any(isinstance(value, dict) and value.get("x") == "wanted" for value in documents.values)
        return base.claim(documents) if seen else made("weak", "a", strength=1).claim(documents) if found else None

    return Format("made", "Made", "", "", "", (), claim, base.read)


def test_everything_is_looked_at_when_the_sample_shows_nothing() -> None:
    """A record that only looks like the others is found in a file that is not long."""
    values = [*({"a": 1, "x": "other"} for _ in range(300)), {"a": 1, "x": "wanted"}]
    for weakly in (False, True):
        ((_, claim),) = ranked_claims(lines(values), [other_claim(weakly, 2)])
        assert (claim.strength, claim.records) == (2, 301)
    assert ranked_claims(lines(values[:-1]), [other_claim(False, 2)]) == []


def test_long_files_are_looked_at_for_what_is_new() -> None:
    """In a long file a record is found that differs only inside; where records without calls were seen it need not be."""
    values = [*({"a": 1, "x": "other"} for _ in range(5_000)), {"a": 1, "x": "wanted"}]
    ((_, claim),) = ranked_claims(lines(values), [other_claim(False, 2)])
    assert (claim.strength, claim.records) == (2, 2)
    ((_, claim),) = ranked_claims(lines(values), [other_claim(True, 2)])
    assert claim.strength == 1
    assert ranked_claims(lines(values[:-1]), [other_claim(False, 2)]) == []


def test_a_glance_is_enough_where_it_shows_calls() -> None:
    """Of a long file the beginning and every so many records are looked at; a rare record among many calls is not sought."""
    values: list[Any] = [{"b": n} for n in range(10_000)]
    values[777] = {"a": 1}
    formats = [made("rare", "a"), made("calls", "b", strength=2)]
    assert [known.key for known, _ in ranked_claims(lines(values), formats)] == ["calls"]
    values[7] = {"a": 1}
    assert [known.key for known, _ in ranked_claims(lines(values), formats)] == ["rare", "calls"]


@pytest.mark.parametrize(
    "call",
    [
        {"role": "assistant", "tool_calls": [{"id": "1", "function": {"name": "f", "arguments": "{}"}}]},
        {"type": "noise", "data": {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "f"}}},
    ],
    ids=["of its own shape", "inside the shape of the others"],
)
def test_a_call_after_thousands_of_other_lines(call: dict[str, Any]) -> None:
    """However late the first call stands in a log, the file is recognised."""
    noise = [{"type": "noise", "data": {"n": n, "text": f"text {n}"}} for n in range(6_000)]
    assert recognise(lines([*noise, call]))
    with pytest.raises(UnknownFormatError):
        recognise(lines(noise))


def test_blocks_of_messages_are_shapes() -> None:
    """A message with a block that no other has is in the sample."""
    plain = [{"role": "assistant", "content": [{"type": "text", "text": str(n)}]} for n in range(3_000)]
    call = {"role": "assistant", "content": [{"type": "text", "text": "x"}, {"type": "tool_use", "name": "f"}]}
    assert call in sample(lines([*plain, call])).values
    assert call in sample(document({"messages": [*plain, call]})).values[0]["messages"]
    odd = [{"content": [1, None, {"type": ["x"]}, [2]]}] * 200
    assert len(sample(lines(odd)).items) == 20


def test_ranks() -> None:
    """The strongest claim comes first, then that of more records, then the earlier format."""
    formats = [
        made("one", "a", strength=2),
        made("two", "b", strength=2),
        made("three", "a", strength=2),
        made("four", "c"),
    ]
    documents = lines([{"a": 1}, {"b": 1}, {"b": 2}, {"c": 1}])
    assert [known.key for known, _ in ranked_claims(documents, formats)] == ["four", "two", "one", "three"]

"""Credentials in calls: where they are found, how the place is named, what is not read."""

import pytest

from tests import fake_credentials as fake
from toolscore_core.calls import ToolCall
from toolscore_core.credentials.finding import CallFinding, find_in_calls
from toolscore_core.credentials.masking import Masker

KEY = fake.github()


def paths(*calls: ToolCall) -> list[tuple[int | None, str, str]]:
    """Call, source and path of each finding."""
    return [(finding.index, finding.source, finding.path) for finding in find_in_calls(calls)]


@pytest.mark.parametrize(
    ("args", "path"),
    [
        ({"k": KEY}, "k"),
        ({"headers": {"Authorization": f"Bearer {KEY}"}}, "headers.Authorization"),
        ({"files": [{"content": "no"}, {"content": KEY}]}, "files[1].content"),
        ({"a": [["no"], [KEY]]}, "a[1][0]"),
        ({"a": (KEY,)}, "a[0]"),
        ({"a.b": {"c d": KEY}}, "['a.b'].c d"),
        ({"a": {"b[0]": KEY}}, "a['b[0]']"),
        ({"it's.x": KEY}, "['it\\'s.x']"),
        ({"": KEY}, "['']"),
        ({"": {"k": KEY}}, "[''].k"),
        ({"a": {"": KEY}}, "a."),
    ],
    ids=[
        "key",
        "object",
        "list",
        "lists",
        "tuple",
        "key with a dot",
        "key with brackets",
        "key with a quote",
        "empty first key",
        "below it",
        "empty later key",
    ],
)
def test_path_of_an_argument(args: dict[str, object], path: str) -> None:
    """Keys are joined by dots, positions in brackets; a key that would be misread is written in brackets and quotes."""
    assert paths(ToolCall("t", args)) == [(0, "args", path)]


@pytest.mark.parametrize(
    ("call", "source", "path"),
    [
        (ToolCall("t", result=f"token {KEY}"), "result", ""),
        (ToolCall("t", result={"k": [KEY]}), "result", "k[0]"),
        (ToolCall("t", result=[KEY]), "result", "[0]"),
        (ToolCall("t", metadata={"error": f"bad {KEY}"}), "error", ""),
        (ToolCall("t", metadata={"error": {"message": KEY}}), "error", "message"),
        (ToolCall(f"run {KEY}"), "tool", ""),
        (ToolCall("t", metadata={"raw": {"id": KEY}}), "metadata", "raw.id"),
    ],
    ids=["text", "object", "list", "error text", "error object", "tool name", "metadata"],
)
def test_every_field_is_read(call: ToolCall, source: str, path: str) -> None:
    """Results, errors, names and metadata are read like arguments; a bare text has the empty path."""
    assert paths(call) == [(0, source, path)]


@pytest.mark.parametrize(
    "call",
    [
        ToolCall("t", {"k": KEY.encode()}),
        ToolCall("t", {"k": {KEY}}),
        ToolCall("t", {"n": 1, "x": None, "f": 1.5, "b": True}),
        ToolCall("t"),
    ],
    ids=["bytes", "set", "no texts", "nothing"],
)
def test_what_is_not_read(call: ToolCall) -> None:
    """Bytes and sets are not read."""
    assert find_in_calls([call]) == []


def test_key_of_an_object_is_read_and_redacted_in_paths() -> None:
    """A credential used as a key is found, and no path shows it."""
    above, below = find_in_calls([ToolCall("t", {"users": {KEY: {"token": fake.aws()}}})])
    assert (above.kind, above.in_key, above.start, above.end) == ("github_token", True, 0, len(KEY))
    assert (below.kind, below.in_key) == ("aws_access_key_id", False)
    assert above.path == f"users.[REDACTED github_token: {KEY[:4]}…{KEY[-2:]}]"
    assert below.path == above.path + ".token"


def test_finding_is_whole() -> None:
    """A finding gives the call, the place in its text and a preview."""
    assert find_in_calls([ToolCall("t", {}), ToolCall("http", {"h": f"x {KEY}."})]) == [
        CallFinding(1, "http", "h", "github_token", f"{KEY[:4]}…{KEY[-2:]}", "args", 2, 42, 1)
    ]


def test_order_and_ordinals() -> None:
    """Findings come by call, source and depth first; in one text by kind; equal credentials share a number."""
    calls = [
        ToolCall("t", {"z": f"{fake.aws()} {fake.openai()}", "a": {"x": KEY, "y": fake.aws()}}, result=KEY),
        ToolCall("t", {"k": fake.aws(1)}),
    ]
    found = [(f.index, f.source, f.path, f.kind, f.ordinal) for f in find_in_calls(calls)]
    assert found == [
        (0, "args", "z", "openai_api_key", 1),
        (0, "args", "z", "aws_access_key_id", 2),
        (0, "args", "a.x", "github_token", 3),
        (0, "args", "a.y", "aws_access_key_id", 2),
        (0, "result", "", "github_token", 3),
        (1, "args", "k", "aws_access_key_id", 4),
    ]


def test_calls_beyond_one_batch_are_read() -> None:
    """Searching many calls at once loses none of them and mixes up none."""
    calls = [
        ToolCall("t", {"text": "lorem ipsum dolor sit amet " * 40, "k": KEY if i % 50 == 7 else "none"})
        for i in range(300)
    ]
    assert paths(*calls) == [(i, "args", "k") for i in range(7, 300, 50)]


def test_credential_does_not_reach_from_one_text_into_the_next() -> None:
    """Halves in two arguments are no credential, and a begin line does not take the next argument with it."""
    assert find_in_calls([ToolCall("t", {"a": KEY[:20] + "", "b": KEY[20:]})]) == []
    begin, end = "-----BEG" + "IN PRIVATE KEY-----", "-----E" + "ND PRIVATE KEY-----"
    assert paths(ToolCall("t", {"a": begin, "b": "<" + "no key here" + ">", "c": end})) == [(0, "args", "a")]


def test_deeply_nested_values_are_read() -> None:
    """Depth is no limit."""
    value: object = KEY
    for _ in range(5_000):
        value = [value]
    assert len(find_in_calls([ToolCall("t", {"k": value})])) == 1


def test_inputs_are_not_changed() -> None:
    """Searching leaves the calls as they are."""
    call = ToolCall("t", {"a": [KEY, {"b": 1}]}, result=[KEY])
    find_in_calls([call])
    assert call == ToolCall("t", {"a": [KEY, {"b": 1}]}, result=[KEY])


def test_numbers_may_come_from_elsewhere() -> None:
    """A workspace gives its own numbers, so that a finding and the masked text name the same credential."""
    masker = Masker()
    masker.text(fake.aws())
    (finding,) = find_in_calls([ToolCall("t", {"k": KEY})], masker.ordinal)
    assert finding.ordinal == 2
    assert masker.text(KEY).startswith("[REDACTED github_token #2: ")

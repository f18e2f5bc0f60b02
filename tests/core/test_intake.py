"""What a dropped file is."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from toolscore_core.errors import DecodeError, RuleError, UnknownFormatError
from toolscore_core.intake import take_in

PLAIN = [{"tool": "a", "args": {"x": 1}}]
CHAT = {
    "messages": [
        {"role": "user", "content": "hi"},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": "1", "type": "function", "function": {"name": "a", "arguments": "{}"}}],
        },
    ]
}


@pytest.mark.parametrize(
    ("name", "value", "role", "roles"),
    [
        pytest.param("x.json", PLAIN, "trace", ("gold", "trace", "rules"), id="a plain list of calls"),
        pytest.param("weather.gold.json", PLAIN, "gold", ("gold", "trace", "rules"), id="called gold"),
        pytest.param("Expected calls.json", PLAIN, "gold", ("gold", "trace", "rules"), id="called expected"),
        pytest.param("policy.json", PLAIN, "rules", ("gold", "trace", "rules"), id="called policy"),
        pytest.param("golden-goose/x.json", PLAIN, "trace", ("gold", "trace", "rules"), id="the folder says nothing"),
        pytest.param("x.json", [{"tool": "a", "result": 1}], "trace", ("gold", "trace", "rules"), id="results"),
        pytest.param("gold.json", [{"tool": "a", "result": 1}], "trace", ("gold", "trace", "rules"), id="results, whatever it is called"),
        pytest.param("x.json", [{"tool": "a", "args": {"q": {"$any": True}}}], "gold", ("gold", "trace", "rules"), id="matchers"),
        pytest.param("x.json", [{"tool": "a", "args": {"l": [{"$any": True}]}}], "gold", ("gold", "trace", "rules"), id="matchers deep inside"),
        pytest.param("x.json", [{"tool": "a", "side_effects": {}}], "gold", ("gold", "trace", "rules"), id="side effects"),
        pytest.param("x.json", [{"tool": "a", "args": {}, "reason": "no"}], "rules", ("gold", "trace", "rules"), id="reasons"),
        pytest.param("x.json", [{"tool": "a", "args": {"q": {"$regex": "b"}}, "reason": "no"}], "rules", ("gold", "trace", "rules"), id="reasons and matchers"),
        pytest.param("x.json", CHAT, "trace", ("trace",), id="a conversation"),
        pytest.param("gold.json", CHAT, "trace", ("trace",), id="a conversation, whatever it is called"),
        pytest.param("x.json", {"cases": [{"id": "a", "calls": PLAIN}]}, "gold", None, id="a data set"),
        pytest.param("x.json", [{"id": "a", "calls": PLAIN}], "gold", None, id="a list of cases"),
        pytest.param("x.json", [{"id": "a", "model": "m", "calls": PLAIN}], "trace", None, id="a list of traces"),
    ],
)  # fmt: skip
def test_roles(name: str, value: Any, role: str, roles: tuple[str, ...] | None) -> None:
    """What only one role has decides, then the name, and else a list of calls is a trace."""
    intake = take_in(name, json.dumps(value).encode())
    assert intake.role == role
    assert roles is None or intake.roles == roles
    assert [intake.gold is not None, intake.traces is not None, intake.rules is not None] == [
        role == r for r in ("gold", "trace", "rules")
    ]
    assert intake.error is None


def test_a_role_can_be_given() -> None:
    """The person's choice holds over what was recognised."""
    data = json.dumps(PLAIN).encode()
    intake = take_in("x.json", data, role="gold")
    assert intake.gold is not None
    assert [case.id for case in intake.gold.cases] == ["x"]
    assert take_in("x.json", data, role="rules").rules == PLAIN


def test_a_role_that_does_not_fit_is_an_error() -> None:
    """What cannot be read in the chosen role says so and keeps the roles that fit."""
    intake = take_in("x.json", json.dumps(CHAT).encode(), role="gold")
    assert (intake.roles, intake.role, intake.gold) == (("trace",), "gold", None)
    assert isinstance(intake.error, UnknownFormatError)


def test_an_unknown_role_is_refused() -> None:
    """Only the documented roles can be given."""
    with pytest.raises(ValueError, match="gold, trace, rules"):
        take_in("x.json", b"[]", role="poem")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("data", "error"),
    [
        pytest.param(b"", DecodeError, id="empty"),
        pytest.param(b"\x89PNG\r\n\x1a\n\x00\x00", DecodeError, id="a picture"),
        pytest.param(b'{"hello": "world"}', UnknownFormatError, id="something else"),
    ],
)
def test_what_cannot_be_read(data: bytes, error: type[Exception]) -> None:
    """A file that nobody can read has no role, and says why."""
    intake = take_in("x.json", data)
    assert (intake.roles, intake.role) == ((), None)
    assert isinstance(intake.error, error)


def test_a_stream_is_a_trace() -> None:
    """Server-sent events are neither gold nor rules."""
    chunk = {
        "choices": [{"delta": {"tool_calls": [{"index": 0, "id": "1", "function": {"name": "a", "arguments": "{}"}}]}}]
    }
    intake = take_in("gold.txt", f"data: {json.dumps(chunk)}\n\ndata: [DONE]\n\n".encode())
    assert (intake.roles, intake.role) == (("trace",), "trace")


def test_signs_are_looked_for_in_the_first_records() -> None:
    """A huge file is not searched to its end."""
    plain = [{"tool": "a", "args": {}}] * 1000
    assert take_in("x.json", json.dumps([*plain, {"tool": "a", "args": {}, "reason": "no"}]).encode()).role == "trace"
    assert (
        take_in("x.json", json.dumps([*plain[:-1], {"tool": "a", "args": {}, "reason": "no"}]).encode()).role == "rules"
    )


def test_a_format_can_be_given() -> None:
    """The trace's format can be forced."""
    intake = take_in("x.json", json.dumps(CHAT).encode(), role="trace", format="openai")
    assert intake.traces is not None
    assert (intake.traces.format, len(intake.traces.traces[0].calls)) == ("openai", 1)


def test_packed_files_and_paths(tmp_path: Path) -> None:
    """Bytes may be packed, and a path is read under the name that the person knows."""
    path = tmp_path / "0f3a"
    path.write_bytes(gzip.compress(b'{"id": "a", "calls": []}\n{"id": "b", "calls": []}\n'))
    intake = take_in("set.gold.jsonl.gz", path)
    assert intake.gold is not None
    assert [case.id for case in intake.gold.cases] == ["a", "b"]
    assert intake.gold.name == "set.gold.jsonl.gz"
    with pytest.raises(FileNotFoundError):
        take_in("x.json", tmp_path / "absent")


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b'[{"tool": "a", "args": {"x": {"$regex": "("}}}]', id="a bad pattern"),
        pytest.param(b'{"tool": "a"}', id="no list"),
        pytest.param(b'{"tool": "a"}\n{"tool": "b"}', id="lines"),
        pytest.param(b'[{"tool": "a"}, {"tool": "b"', id="cut off: half of the rules is none"),
    ],
)
def test_rules_that_cannot_be_used(data: bytes) -> None:
    """Rules are read whole or not at all."""
    intake = take_in("rules.json", data, role="rules")
    assert intake.rules is None
    assert isinstance(intake.error, RuleError)


def test_unknown_keys_of_rules_are_problems() -> None:
    """A key that does nothing is said."""
    intake = take_in("rules.json", b'[{"tool": "a", "args": {}, "level": "high"}]')
    assert intake.rules == [{"tool": "a", "args": {}, "level": "high"}]
    assert ["keys that mean nothing" in problem.message for problem in intake.rules_problems] == [True]

"""Calls and traces without credentials: same shape, nothing findable left, the rest untouched."""

import random
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import fake_credentials as fake
from tests import fake_kinds
from toolscore_core.calls import ToolCall, Trace, Turn
from toolscore_core.credentials.finding import find_in_calls, find_in_trace
from toolscore_core.credentials.masking import Masker
from toolscore_core.credentials.redacting import redact_calls, redact_trace
from toolscore_core.credentials.scanning import redact_text, scan_text

KEY = fake.github()
PASSWORD = "Em" + "berMeadow3031!"
MARK = f"[REDACTED github_token: {KEY[:4]}…{KEY[-2:]}]"


@pytest.mark.parametrize(
    ("args", "redacted"),
    [
        ({"password": PASSWORD, "user": "mara"}, {"password": "[REDACTED password]", "user": "mara"}),
        (
            {"f": [{"name": "password", "value": PASSWORD}]},
            {"f": [{"name": "password", "value": "[REDACTED password]"}]},
        ),
        ({"f": [{"key": "password", "value": PASSWORD}]}, {"f": [{"key": "password", "value": "[REDACTED password]"}]}),
        ({"selector": "#password", "text": PASSWORD}, {"selector": "#password", "text": "[REDACTED password]"}),
        ({"argv": ["x", "--password", PASSWORD]}, {"argv": ["x", "--password", "[REDACTED password]"]}),
        ({"passwords": (PASSWORD, 1)}, {"passwords": (PASSWORD, 1)}),
        ({"password": {"value": PASSWORD}}, {"password": {"value": "[REDACTED password]"}}),
        ({KEY: {1: KEY}}, {MARK: {1: MARK}}),
        ({"encryptedData": {"password": PASSWORD}}, {"encryptedData": {"password": PASSWORD}}),
        ({"password": "ENC[AES256_GCM,data:p6==]"}, {"password": "ENC[AES256_GCM,data:p6==]"}),
        ({"n": 1, "x": None, "b": b"x", "s": {1}}, {"n": 1, "x": None, "b": b"x", "s": {1}}),
    ],
    ids=["key", "name", "key sibling", "selector", "option", "plural", "nested", "keys", "sealed", "sops", "no texts"],
)
def test_arguments_keep_their_shape(args: dict[str, Any], redacted: dict[str, Any]) -> None:
    """What a key tells is replaced, keys too; cipher texts and everything else stay."""
    call = ToolCall("t", args)
    assert redact_calls([call]) == [ToolCall("t", redacted)]
    assert call == ToolCall("t", args)


def test_value_that_a_key_tells_is_replaced_wherever_it_is_repeated() -> None:
    """A password is gone from results, messages and names too, before and after the place that tells it."""
    calls = [
        ToolCall("a", {"note": f"use {PASSWORD}!"}),
        ToolCall(
            "b",
            {"password": PASSWORD, "pin": "1234567"},
            result={"echo": [f"<{PASSWORD}>"]},
            metadata={"error": PASSWORD},
        ),
    ]
    trace = Trace(
        calls, turns=[Turn("user", f"it is {PASSWORD}, and {KEY}")], outcome=PASSWORD, metadata={"x": PASSWORD}
    )
    assert PASSWORD not in repr(redact_calls(calls))
    assert PASSWORD not in repr(redact_trace(trace))
    masked = Masker().trace(trace)
    assert PASSWORD not in repr(masked)
    assert KEY not in repr(masked)
    found = find_in_trace(trace)
    assert {(f.source, f.index, f.turn) for f in found} == {
        ("args", 0, None), ("args", 1, None), ("result", 1, None), ("error", 1, None), ("conversation", None, 0), ("metadata", None, None),
    }  # fmt: skip
    assert {f.ordinal for f in found if f.kind == "password"} == {1}
    assert {f.confidence for f in found} == {"medium", "high"}


def test_short_value_is_replaced_only_under_its_key() -> None:
    """A value of fewer than eight characters may be any word elsewhere."""
    (call,) = redact_calls([ToolCall("t", {"password": "ab1!xyz", "note": "ab1!xyz"})])
    assert call.args == {"password": "[REDACTED password]", "note": "ab1!xyz"}


def test_many_repeated_values_are_all_found() -> None:
    """Beyond a few the values are looked up by their beginnings, with the same outcome."""
    values = [fake_kinds.password() + str(number) for number in range(60)]
    calls = [ToolCall("t", {f"password_{n}": value}) for n, value in enumerate(values)]
    calls.append(ToolCall("t", {"log": " ".join(values)}))
    assert not any(value in repr(redact_calls(calls)) for value in values)
    assert sum(f.index == 60 for f in find_in_calls(calls)) == 60


@pytest.mark.parametrize(("kind", "parts"), fake_kinds.structured().items(), ids=fake_kinds.structured())
def test_whatever_is_found_is_masked(kind: str, parts: tuple[str, str, str]) -> None:
    """What is found in a call is in no masked object of it, wherever it stands."""
    secret, text = parts[1], "".join(parts)
    call = ToolCall("t", {"a": text, text: 1}, result=[text], metadata={"error": text, "note": {"x": text}})
    trace = Trace([call], turns=[Turn("user", text)], outcome=text)
    assert secret not in repr(Masker().trace(trace))
    assert secret not in repr(redact_trace(trace))
    assert {finding.kind for finding in find_in_trace(trace)} == {kind}


_PIECES = [
    *fake.KINDS.values(),
    *list(fake_kinds.FORMATS.values())[::4],
    *("".join(parts) for parts in fake_kinds.structured().values()),
    *(f"{key}={value}" for key, value in fake_kinds.NAMED.values()),
    "password=", "token: ", "--password ", "Bearer ", "https://u:", "@h/", "%3D", "%20", "\\u003d", "[REDACTED ", "]", "sk-",
    "\n", " ", ",", ";", "&", '"', "'", "\\n", "é", "x", "_", "-", "(", "=",
]  # fmt: skip


@settings(max_examples=150)
@given(st.lists(st.sampled_from(_PIECES), max_size=8), st.randoms(use_true_random=False))
def test_nothing_findable_is_left(pieces: list[str], chance: random.Random) -> None:
    """Whatever the text: nothing is found in what redaction leaves, a second time changes nothing, places are right."""
    text = "".join(piece if chance.random() < 0.8 else piece[: chance.randrange(len(piece)) + 1] for piece in pieces)
    matches = scan_text(text)
    redacted = redact_text(text)
    assert scan_text(redacted) == []
    assert redact_text(redacted) == redacted
    for match in matches:
        assert match.via or match.secret in text[match.start : match.end]
    kept = _MARKER.split(redacted)
    assert all(part in text for part in kept)
    if not matches:
        assert redacted == text


_MARKER = re.compile(r"\[REDACTED [a-z0-9_]+(?:: [^\]]*…[^\]]*)?\]")


@settings(max_examples=60)
@given(
    st.lists(st.sampled_from(_PIECES), min_size=1, max_size=5), st.sampled_from(["password", "token", "note", "value"])
)
def test_nothing_findable_is_left_in_calls(pieces: list[str], key: str) -> None:
    """Likewise for calls, in keys, values and results."""
    text = "".join(pieces)
    calls = [ToolCall("t", {key: text, "name": "api_key", text[:30]: [text]}, result={"key": "secret", "value": text})]
    redacted = redact_calls(calls)
    assert find_in_calls(redacted) == []
    assert redact_calls(redacted) == redacted

"""The documented faces of the credential search."""

from typing import Any

import pytest

from tests import fake_credentials as fake
from toolscore_core.calls import ToolCall
from toolscore_core.metrics import find_secrets, redact_secrets


def test_find_secrets_returns_the_documented_dictionary() -> None:
    """All findings are counted, and each entry has the documented keys and the place."""
    key = fake.github()
    preview = f"{key[:4]}…{key[-2:]}"
    common: dict[str, Any] = {"tool": "t", "kind": "github_token", "preview": preview, "ordinal": 1, "in_key": False}
    common |= {"via": "", "confidence": "high", "turn": None}
    assert find_secrets([ToolCall("t", {"h": {"A": f"Bearer {key}"}}, result=key)]) == {
        "secret_count": 2,
        "secrets": [
            {"index": 0, "path": "h.A", "source": "args", "start": 7, "end": 47, **common},
            {"index": 0, "path": "", "source": "result", "start": 0, "end": 40, **common},
        ],
    }


@pytest.mark.parametrize("trace", [[], [ToolCall("t")], [ToolCall("t", {})], [ToolCall("t", {"a": 1})]], ids=repr)
def test_nothing_found(trace: list[ToolCall]) -> None:
    """Without credentials the list is empty."""
    assert find_secrets(trace) == {"secret_count": 0, "secrets": []}


def test_no_entry_shows_a_credential() -> None:
    """What `find_secrets` returns can be shown, also when keys are credentials."""
    calls = [ToolCall("t", {key: {key: key}}, result=[key], metadata={"error": key}) for key in fake.KINDS.values()]
    shown = repr(find_secrets(calls))
    assert not any(key in shown or repr(key)[1:-1] in shown for key in fake.KINDS.values())


@pytest.mark.parametrize("value", [None, 1, b"x", ["x"], {"a": "x"}], ids=repr)
def test_only_text_is_redacted(value: Any) -> None:
    """Anything but text is a TypeError that does not repeat the value."""
    with pytest.raises(TypeError, match="only text can be redacted"):
        redact_secrets(value)


def test_redact_secrets() -> None:
    """Text is redacted in the documented form, without an ordinal."""
    key = fake.aws()
    assert redact_secrets(f"a {key} b") == f"a [REDACTED aws_access_key_id: {key[:4]}…{key[-2:]}] b"
    assert redact_secrets("") == ""


def test_text_is_refused() -> None:
    """A text is a sequence too, but not of calls."""
    with pytest.raises(TypeError, match="not a text"):
        find_secrets("Bearer x")  # type: ignore[arg-type]

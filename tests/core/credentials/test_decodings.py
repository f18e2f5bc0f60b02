"""Credentials under an encoding: found in place, named by the way they were encoded, gone after redaction."""

import base64
import json
from urllib.parse import quote

import pytest

from tests import fake_credentials as fake
from tests import fake_kinds
from toolscore_core.credentials.scanning import Match, redact_text, scan_text

KEY = fake.github()
SETTINGS = f"APP=web\nGITHUB_TOKEN={KEY}\nREGION=eu\n"
PASSWORD = "Em" + "ber/Meadow?3031"


def base64_of(text: str, encoding: str = "utf-8") -> str:
    return base64.b64encode(text.encode(encoding)).decode()


def wrapped(text: str, width: int) -> str:
    return "\n".join(text[at : at + width] for at in range(0, len(text), width))


def as_json(text: str) -> str:
    """JSON text in which every letter is an escape."""
    return "".join(f"\\u{ord(letter):04x}" for letter in text)


@pytest.mark.parametrize(
    ("encoded", "via"),
    [
        (base64_of(SETTINGS), "base64"),
        (base64_of(SETTINGS).rstrip("="), "base64"),
        (base64.urlsafe_b64encode(f"???>>> {SETTINGS}".encode()).decode(), "base64"),
        (base64_of(SETTINGS, "utf-16-le"), "base64"),
        (base64_of(f"é {SETTINGS}"), "base64"),
        (wrapped(base64_of("comment: " * 9 + SETTINGS), 76), "base64"),
        (base64_of(base64_of(SETTINGS)), "base64, base64"),
        (quote(base64_of(SETTINGS + "?"), safe=""), "url, base64"),
        (as_json(KEY), "json"),
    ],
    ids=["base64", "unpadded", "url alphabet", "utf-16", "other letters", "lines", "twice", "in a url", "json escapes"],
)
def test_encoded_form_is_one_finding(encoded: str, via: str) -> None:
    """The whole encoded form is the place of the credential that stands in it, and is replaced."""
    text = f"data: {encoded} end"
    (match,) = scan_text(text)
    assert (match.kind, match.secret, match.via) == ("github_token", KEY, via)
    assert text[match.start : match.end] == encoded
    assert redact_text(text) == f"data: [REDACTED github_token: {KEY[:4]}…{KEY[-2:]}] end"


def test_escapes_are_replaced_with_what_they_hide_alone() -> None:
    """Under URL or JSON escapes the place is that of the secret, not of the whole text."""
    url = f"postgres://app:{PASSWORD}@db.acme.io/app"
    text = "https://x.io/go?next=" + quote(url, safe="") + "&a=1"
    (match,) = scan_text(text)
    assert match == Match("postgres_url", text.index("Ember"), text.index("%40"), PASSWORD, "url")
    text = json.dumps({"dsn": f"postgres://app:{PASSWORD}@db/app"}).replace("/", "\\/")
    (match,) = scan_text(text)
    assert (match.secret, match.via) == (PASSWORD, "json")
    assert text[match.start : match.end] == PASSWORD.replace("/", "\\/")


def test_every_credential_of_an_encoded_form_is_found() -> None:
    """Two in one form share its place; it is replaced once."""
    text = base64_of(f"A={KEY}\nB={fake.aws()}\n")
    assert [(match.kind, match.start, match.end) for match in scan_text(text)] == [
        ("github_token", 0, len(text)),
        ("aws_access_key_id", 0, len(text)),
    ]
    assert redact_text(text).count("REDACTED") == 1


def test_depth_is_bounded() -> None:
    """Three encodings are undone, a fourth is not."""
    text = SETTINGS
    for depth in range(1, 5):
        text = base64_of(text)
        assert bool(scan_text(text)) is (depth <= 3)


@pytest.mark.parametrize(
    "text",
    [
        base64_of("the quick brown fox keeps no secret and no password"),
        "data:image/png;base64," + base64.b64encode(bytes(range(256)) * 8).decode(),
        base64.b64encode(fake_kinds.drawn(60).encode()).decode(),
        "src/auth/password-reset/token-service/spec/abcdefghij",
        "100%25 of the %41%42%43",
        "C:\\\\users\\\\xavier\\/x \\u0041\\u0042",
    ],
    ids=["prose", "image", "letters", "path", "percent", "escapes"],
)
def test_what_decodes_to_no_credential_is_left_alone(text: str) -> None:
    """Decoding alone is no finding."""
    assert scan_text(text) == []
    assert redact_text(text) == text

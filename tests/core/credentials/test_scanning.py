"""Credentials in a text: each kind, its near misses, its surroundings, and the time it takes."""

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import fake_credentials as fake
from toolscore_core.credentials.kinds import KINDS
from toolscore_core.credentials.scanning import SHORTEST, preview, redact_text, scan_text

HEX = "0123456789abcdef"


def found(text: str) -> list[tuple[str, str]]:
    """Kind and text of each credential."""
    return [(match.kind, text[match.start : match.end]) for match in scan_text(text)]


EVERY_SHAPE = {
    **fake.KINDS,
    "anthropic admin": "sk-" + "ant-admin01-" + fake.letters(80),
    "anthropic shortest": "sk-" + "ant-" + fake.letters(20),
    "openai old": fake.openai_old(),
    "openai old shortest": "sk-" + fake.letters(32),
    "openai hexadecimal": "sk-" + HEX * 2,
    "openai service": "sk-" + "svcacct-" + fake.letters(32),
    "openai admin": "sk-" + "admin-" + fake.letters(32),
    "github oauth": "gh" + "o_" + fake.letters(36),
    "github user": "gh" + "u_" + fake.letters(36),
    "github server": "gh" + "s_" + fake.letters(36),
    "github refresh": "gh" + "r_" + fake.letters(36),
    "github fine-grained": fake.github_fine_grained(),
    "aws temporary": "AS" + "IA" + fake.capitals(16),
    "google ending in a dash": "AI" + "za" + fake.letters(34) + "-",
    "slack user": "xo" + "xp-" + fake.letters(10),
    "stripe restricted": "rk" + "_live_" + fake.letters(24),
}


@pytest.mark.parametrize("credential", EVERY_SHAPE.values(), ids=EVERY_SHAPE.keys())
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", ""),
        ("key=", " end"),
        ('"', '"'),
        ("(", ")"),
        ("\n", "\n"),
        ("PREFIX_", ""),
        ("é", "é"),
        ("https://x:", "@host"),
        ("\\n", "\\n"),
    ],
    ids=["alone", "assigned", "quoted", "brackets", "lines", "underscore", "other letters", "url", "escapes"],
)
def test_credential_is_found_whole(credential: str, before: str, after: str) -> None:
    """A credential is found with its exact place, whatever stands around it."""
    text = before + credential + after
    (match,) = scan_text(text)
    assert text[match.start : match.end] == credential


NEAR_MISSES = {
    "empty": "",
    "anthropic too short": "sk-" + "ant-" + fake.letters(19),
    "anthropic without digits": "sk-" + "ant-" + "Abc-Def-" * 6,
    "slug": "sk-" + "some-very-long-kebab-case-identifier-name",
    "slug with ant": "sk-" + "ant-" + "abc-def-" * 5,
    "openai too short": "sk-" + fake.letters(31),
    "openai lower case": "sk-" + "abcdefghij1234567890klmnopqrstuv",
    "inside a word": "ta" + fake.openai_old(),
    "digit before": "7" + fake.github(),
    "github one more": fake.github() + "x",
    "github one fewer": fake.github()[:-1],
    "github fine-grained too short": "github" + "_pat_" + fake.letters(59),
    "aws one more": fake.aws() + "7",
    "aws one fewer": fake.aws()[:-1],
    "aws lower case": "AK" + "IA" + fake.letters(16).lower(),
    "google one more": fake.google() + "x",
    "google inside base64": "Q" + fake.google(),
    "slack too short": "xo" + "xb-" + "123456789",
    "slack other": "xo" + "xz-" + fake.letters(20),
    "stripe publishable": "pk" + "_live_" + fake.letters(24),
    "stripe too short": "sk" + "_live_" + fake.letters(23),
    "public key": fake.pem("PUBLIC KEY"),
    "certificate": fake.pem("CERTIFICATE"),
    "AWS documentation": "AK" + "IA" + "IOSFODNN7" + "EXAMPLE",
    "AWS documentation, second": "AK" + "IA" + "I44QH8DHB" + "EXAMPLE",
    "run of x": "gh" + "p_" + "x" * 36,
    "run of capital x": "AK" + "IA" + "X" * 16,
    "run of zeros": "sk" + "_live_" + "0" * 24,
    "your key": "sk-" + "ant-" + "api03-Your_API_Key-goes-here",
    "already redacted": "[REDACTED aws_access_key_id: AKIA…LE]",
    "starred": "gh" + "p_" + "*" * 36,
    "key of three dots": "-----BEG" + "IN PRIVATE KEY-----\n...\n-----E" + "ND PRIVATE KEY-----",
    "key of a variable": "-----BEG" + "IN PRIVATE KEY-----\\n<your key>\\n-----E" + "ND PRIVATE KEY-----",
}


@pytest.mark.parametrize("text", NEAR_MISSES.values(), ids=NEAR_MISSES.keys())
def test_near_miss_is_left_alone(text: str) -> None:
    """What only resembles a credential, and what documentation shows, is not reported and not changed."""
    assert scan_text(text) == []
    assert redact_text(text) == text


@pytest.mark.parametrize("before", ["\\n", "\\t", "\\u003d", "\\x3d", "%3D", "%20", "\x1b[32m", "\x1b[1;31m"], ids=repr)
def test_letter_of_an_escape_does_not_hide_a_credential(before: str) -> None:
    """The last letter of an escape sequence belongs to the escape, not to the text."""
    assert found("x=" + before + fake.github()) == [("github_token", fake.github())]


def test_letter_after_some_other_percent_sign_still_hides() -> None:
    """Only a whole escape directly before the credential counts."""
    assert found("100% of ta" + fake.openai_old()) == []


PRIVATE_KEYS = {
    "lines": fake.pem(),
    "pkcs8": fake.pem("PRIVATE KEY"),
    "openssh": fake.pem("OPENSSH PRIVATE KEY"),
    "encrypted": fake.pem("ENCRYPTED PRIVATE KEY"),
    "pgp": fake.pem("PGP PRIVATE KEY BLOCK"),
    "windows lines": fake.pem(newline="\r\n"),
    "escaped": fake.pem(newline="\\n"),
    "escaped windows lines": fake.pem(newline="\\r\\n"),
    "escaped twice": fake.pem(newline="\\\\n"),
    "one line": fake.pem(newline=" "),
    "indented": fake.pem(newline="\n    "),
    "quoted lines": fake.pem(newline="\n> "),
    "cut off": fake.pem(end=False),
    "cut off, escaped": fake.pem(newline="\\n", end=False),
    "cut off, encrypted": fake.pem(end=False).replace(
        "-----\n", "-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,0A1B\n\n", 1
    ),
    "cut off, one line": fake.pem(newline=" ", end=False).rsplit(" ", 1)[0],
    "cut off in the end line": fake.pem(end=False) + "\n",
    "large": fake.pem(lines=220),
    "dashes inside": fake.pem().replace("\n", "\n----- ", 1),
}


@pytest.mark.parametrize("block", PRIVATE_KEYS.values(), ids=PRIVATE_KEYS.keys())
def test_private_key_is_found_whole(block: str) -> None:
    """The whole block is one credential, with and without its end line, also inside JSON text."""
    after = '"} and then prose' if "\\n" in block else "\n\nand then prose: 1, 2."
    text = "key: " + block.rstrip("\n") + after
    assert found(text) == [("private_key", block.rstrip("\n"))]


def test_begin_line_alone_is_a_finding() -> None:
    """A begin line without a key after it is reported, and nothing else is."""
    line = "-----BEG" + "IN RSA PRIVATE KEY-----"
    assert found(f"grep '{line}' *.pem") == [("private_key", line)]


def test_cut_off_key_ends_before_the_next_block() -> None:
    """A block without an end line does not reach into the next one."""
    first, second = fake.pem(end=False), fake.pem("EC PRIVATE KEY")
    assert found(f"{first}\n{second}") == [("private_key", first), ("private_key", second)]


def test_several_credentials_are_reported_by_place() -> None:
    """Every credential of a text is found, repeats too, in the order in which they stand."""
    text = f"{fake.aws()} {fake.openai()}\n{fake.aws()},{fake.slack(1)}"
    assert [kind for kind, _ in found(text)] == [
        "aws_access_key_id",
        "openai_api_key",
        "aws_access_key_id",
        "slack_token",
    ]


def test_overlapping_credentials_are_one() -> None:
    """Where one begins inside another, the whole stretch is one credential of the first's kind."""
    text = "xo" + "xb-" + "1234567890-" + fake.google()
    text = text[:-6] + "-_" + text[-4:]
    assert found(text) == [("slack_token", text)]


def test_long_credential_is_found_to_its_end() -> None:
    """A credential longer than the piece on which it is decided is taken whole."""
    text = "sk-" + "ant-" + fake.letters(5_000) + " end"
    assert found(text) == [("anthropic_api_key", text[:-4])]


def test_every_literal_begins_its_pattern() -> None:
    """The table is consistent: each literal occurs in what its pattern finds, and no credential is shorter than SHORTEST."""
    for credential in EVERY_SHAPE.values():
        assert any(credential.startswith(literal) for kind in KINDS for literal in kind.literals)
        assert len(credential) >= SHORTEST
    for literal in {literal for kind in KINDS for literal in kind.literals}:
        assert len({kind.token for kind in KINDS if literal in kind.literals}) == 1


def test_preview_shows_four_and_two() -> None:
    """A preview shows the first four and last two characters, and nothing of a private key."""
    assert preview("github_token", fake.github()) == fake.github()[:4] + "…" + fake.github()[-2:]
    assert preview("private_key", fake.pem()) == "-----BEGIN … PRIVATE KEY-----"


@pytest.mark.parametrize(("kind", "credential"), fake.KINDS.items(), ids=fake.KINDS.keys())
def test_redacting(kind: str, credential: str) -> None:
    """Redaction replaces the credential and nothing else, and a second time changes nothing."""
    redacted = redact_text(f"pre {credential} post")
    assert redacted == f"pre [REDACTED {kind}: {preview(kind, credential)}] post"
    assert redact_text(redacted) == redacted


@settings(max_examples=100)
@given(
    st.lists(
        st.sampled_from([*fake.KINDS.values(), "sk-", "AK" + "IA", "-----BEG" + "IN ", "\\n", " ", "x", "-", "é"]),
        max_size=12,
    ),
    st.randoms(use_true_random=False),
)
def test_redacting_any_text_twice_changes_nothing(pieces: list[str], chance: random.Random) -> None:
    """Redaction is idempotent, and its matches are apart and rise, whatever the text."""
    text = "".join(pieces)
    matches = scan_text(text)
    assert all(before.end <= after.start for before, after in pairwise(matches))
    assert redact_text(redact_text(text)) == redact_text(text)


@pytest.mark.parametrize(
    ("piece", "count"),
    [
        ("sk-" + "ant-", 0),
        ("sk-" + "ant-" + "Abcdefgh-", 0),
        ("-----", 0),
        ("-----BEG" + "IN ", 0),
        ("gh" + "p_", 0),
        ("A" * 7, 0),
        ("%41", 0),
        ("\\", 0),
        ("\\u0041", 0),
        ("QUJD/", 0),
        ("QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWY\n", 0),
        ("password=", 1),
        ("password" + " " * 30, 0),
        ("token: ", 0),
        ('password="', 1),
        ("://u:", 0),
        ("https://u:p@", 0),
        ("cookie: a=b; ", 0),
        ("eyJ" + "hbGciOiJIUzI1NiJ9.", 1),
        ("machine a login b ", 0),
        ("1234567890:A" + "A", 0),
        ("-----BEG" + "IN PRIVATE KEY-----", 10_000),
        ("xo" + "xb-", 1),
        ("sk-" + "ant-" + fake.letters(30) + "-", 1),
    ],
    ids=repr,
)
def test_hostile_text_is_read_in_one_pass(piece: str, count: int) -> None:
    """Texts made of beginnings are read to the end; with work that grew with the square this would take minutes."""
    assert min(len(scan_text(piece * 10_000)), max(count, 1)) == count

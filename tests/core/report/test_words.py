"""Numbers, values and states in words."""

import math
from typing import Any

import pytest

from tests.evaluations import call, masked, refund
from toolscore_core.report.words import (
    arguments_text,
    count_text,
    expected_text,
    finite,
    flag_texts,
    listed,
    matcher_words,
    percent_text,
    plain,
    ratio_text,
    rule_note,
    seconds_text,
    signed,
    state_text,
    usd_text,
    value_text,
)
from toolscore_core.values import MISSING


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain text ü 漢", "plain text ü 漢"),
        ("a\x1b[31mred", "a\\x1b[31mred"),
        ("line\nbreak\ttab", "line\\nbreak\\ttab"),
        ("\u202egnp", "\\u202egnp"),
        ("c1\x9b2J", "c1\\x9b2J"),
        ("lone \ud800", "lone \\ud800"),
        ("pay\u200bpal\ufeff", "pay\\u200bpal\\ufeff"),
        ("a\u200db", "a\\u200db"),
        ("👩\u200d🔬", "👩\u200d🔬"),
        ("tag\U000e0041", "tag\\U000e0041"),
    ],
    ids=["plain", "escape", "newline", "override", "c1", "surrogate", "zero-width", "joiner", "emoji", "tag"],
)
def test_plain(text: str, shown: str) -> None:
    """Control characters are shown instead of obeyed."""
    assert plain(text) == shown


def test_plain_keeps_what_it_is_told_to_keep() -> None:
    """A kept control character stays, all others are shown."""
    assert plain("a\nb\rc", keep="\n") == "a\nb\\rc"


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (None, "–"),
        (math.nan, "–"),
        (0, "0.00 s"),
        (0.004, "4 ms"),
        (0.42, "0.42 s"),
        (12.34, "12.3 s"),
        (1234.5, "1,234 s"),
    ],
)
def test_seconds(seconds: float | None, shown: str) -> None:
    """Seconds have about three digits, and None is a dash."""
    assert seconds_text(seconds) == shown


@pytest.mark.parametrize(
    ("usd", "shown"),
    [
        (None, "unpriced"),
        (math.inf, "unpriced"),
        (0.0, "$0"),
        (0.0004, "$0.0004"),
        (0.00041, "$0.00041"),
        (0.031, "$0.031"),
        (1.25, "$1.25"),
        (-0.5, "-$0.50"),
        (1234.5, "$1,234.50"),
    ],
)
def test_usd(usd: float | None, shown: str) -> None:
    """Unknown costs are unpriced, which is not $0; small ones keep their digits."""
    assert usd_text(usd) == shown


@pytest.mark.parametrize(
    ("ratio", "shown"),
    [
        (None, "–"),
        (0.0, "0.00"),
        (0.001, "0.01"),
        (0.714, "0.71"),
        (0.996, "0.99"),
        (0.9999999999999999, "1.00"),
        (1.0, "1.00"),
    ],
)
def test_ratio(ratio: float | None, shown: str) -> None:
    """A ratio just under 1 is not shown as 1, nor one just over 0 as 0; float noise is forgiven."""
    assert ratio_text(ratio) == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (MISSING, ""),
        (None, "null"),
        ("a\x1b", '"a\\u001b"'),
        ({"a": [1, math.nan]}, '{"a": [1, "NaN"]}'),
        ("ü", '"ü"'),
        ([{"$approx": {"value": 1.5, "rel": 1e-6, "abs": 0.0}}], '[{"$approx": 1.5}]'),
        ({"$approx": {"value": 1, "rel": 0.1, "abs": 0.0}}, '{"$approx": {"value": 1, "rel": 0.1, "abs": 0.0}}'),
    ],
    ids=["missing", "null", "control", "nan", "unicode", "near", "near in its own way"],
)
def test_value(value: Any, shown: str) -> None:
    """A value is JSON on one line."""
    assert value_text(value) == shown


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ({"$any": True}, "any"),
        ({"$regex": "refund"}, "/refund/"),
        ({"$contains": "late"}, 'contains "late"'),
        ({"$one_of": ["a", 2]}, '"a" or 2'),
        ({"$approx": 42.5}, "≈ 42.5"),
        ({"$approx": {"value": 3, "rel": 0.1, "abs": 0}}, "≈ 3"),
        ({"$type": ["string", "null"]}, "any string or null"),
        ({"$literal": {"$any": True}}, '{"$any": true}'),
        ({"any": True}, None),
        ({"$any": True, "more": 1}, None),
        ("any", None),
    ],
    ids=str,
)
def test_matchers_are_said_in_words(written: Any, words: str | None) -> None:
    """A matcher's JSON form becomes words; anything else does not."""
    assert matcher_words(written) == words


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (MISSING, ""),
        ({"a": {"$any": True}, "b": [1, {"$approx": 2.5}]}, '{"a": any, "b": [1, ≈ 2.5]}'),
        ({"$one_of": [{"x": {"$regex": "r"}}, "y"]}, '{"x": /r/} or "y"'),
        ({"$contains": "x" * 300}, 'contains "' + "x" * 239 + "…"),
    ],
    ids=["missing", "inside", "nested", "long"],
)
def test_an_expected_value_is_said_in_words(value: Any, shown: str) -> None:
    """An expected value is JSON whose matchers are words, wherever they stand."""
    assert expected_text(value) == shown


@pytest.mark.parametrize(
    ("args", "shown"), [(None, "not checked"), ({}, "no arguments"), ({"a": 1, "b": "x"}, 'a: 1, b: "x"')]
)
def test_arguments(args: dict[str, Any] | None, shown: str) -> None:
    """None and {} are told apart in words."""
    assert arguments_text(args) == shown


def test_finite() -> None:
    """What JSON does not know becomes text at any depth."""
    assert finite({"a": (math.inf, -math.inf, 1.5)}) == {"a": ["Infinity", "-Infinity", 1.5]}


def test_count() -> None:
    """One is singular, everything else plural."""
    assert [count_text(1, "call"), count_text(0, "call"), count_text(2, "entry", "entries")] == [
        "1 call",
        "0 calls",
        "2 entries",
    ]


def test_states_and_flags_of_a_case() -> None:
    """Every row says its state in symbol and word, and its flags in words."""
    view = refund()
    assert [state_text(row) for row in view.rows] == [
        "✓ match",
        "+ extra",
        "✓ match",
        "± changed",
        "⇅ moved 2→5",
        *[state_text(row) for row in view.rows[5:]],
    ]
    flags = {str(row.actual.tool): flag_texts(row, view) for row in view.rows if row.actual}
    assert flags["search_orders"] == ["! failed"]
    assert flags["http_post"] == ["forbidden call, rule 1: http_post", "● github_token"]


def test_states_where_nothing_is_compared() -> None:
    """Without gold a call is recorded; a provider's own call is flagged as not scored."""
    assert [state_text(row) for row in masked(None, [call("a")]).rows] == ["recorded"]
    view = masked([call("a")], [call("a"), call("web_search", provider_executed=True)])
    assert [(state_text(row), flag_texts(row, view)) for row in view.rows] == [
        ("✓ match", []),
        ("recorded", ["run by the provider, not scored"]),
    ]


def test_what_a_rule_says_of_a_call() -> None:
    """Severity, reason, what the call misses, and whether that is undecided; "" when the rule says nothing."""
    rules: list[dict[str, Any]] = [
        {"tool": "a", "args": {"x": {"$regex": "(a|aa)+$"}}, "severity": "low", "reason": "slow"},
        {"tool": "b", "only_after": "a", "severity": "high", "reason": "first a"},
        {"tool": "c"},
    ]
    view = masked(None, [call("b"), call("a", {"x": "a" * 60 + "b"}), call("c")], rules=rules)
    assert [rule_note(finding) for finding in view.findings] == [
        "high; first a; no successful a before it",
        "low; slow; undecided: a pattern took too long",
        "",
    ]


@pytest.mark.parametrize(
    ("share", "text"), [(0.94, "94 %"), (0.999, "99 %"), (1.0, "100 %"), (0.001, "1 %"), (0.0, "0 %")]
)
def test_percent(share: float, text: str) -> None:
    """Only all is 100 %, only nothing 0 %."""
    assert percent_text(share) == text


@pytest.mark.parametrize(
    ("number", "text"),
    [(0.11, "+0.11"), (-0.0023, "−0.002"), (0.0, "0"), (-3.0, "−3.00"), (1e-9, "+0.000000"), (float("nan"), "–")],
)
def test_signed(number: float, text: str) -> None:
    """Only nothing is 0: one sees on which side of it a bound is."""
    assert signed(number, 2) == text


@pytest.mark.parametrize(
    ("names", "text"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_names_in_a_row(names: list[str], text: str) -> None:
    """Commas, and the last one by "and"."""
    assert listed(names) == text

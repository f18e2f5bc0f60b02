"""Arguments as runs of marked text."""

from typing import Any

import pytest

from pages._ui.lane.segments import arguments_segments, block_text, changed_segments, value_text


def joined(segments: list[list[str | bool]]) -> str:
    """The text of segments, marks as brackets."""
    return "".join(f"<{text}>" if marked else str(text) for text, marked in segments)


@pytest.mark.parametrize(
    ("args", "marked", "text"),
    [
        pytest.param({"id": "A-17", "n": 2}, (), 'id: "A-17", n: 2', id="nothing differs"),
        pytest.param({"a": 1, "b": 2}, ("b",), "<b: 2>, a: 1", id="what differs comes first"),
        pytest.param(
            {"f": {"x": 1, "y": [2]}}, ("f.y",), "f: {x: 1, <y: [2]>}", id="only the differing part is marked"
        ),
        pytest.param({"f": {"y": [2, 3]}}, ("f.y[1]",), "f: {y: [2, <3>]}", id="a position in a list"),
        pytest.param({"a.b": 1}, ("['a.b']",), "<a.b: 1>", id="a name with a dot"),
        pytest.param({"a": True, "b": None, "c": 1.5}, (), "a: true, b: null, c: 1.5", id="JSON words"),
    ],
)
def test_arguments_are_written_on_one_line(args: dict[str, Any], marked: tuple[str, ...], text: str) -> None:
    """Name and value of each argument, with a mark on exactly what differs."""
    assert joined(arguments_segments(args, marked, expected=False)) == text


def test_a_long_text_is_bounded() -> None:
    """However long the arguments are, the line is short."""
    args = {f"k{number}": "x" * 1000 for number in range(1000)}
    assert len(joined(arguments_segments(args, (), expected=False))) <= 250


def test_a_difference_is_in_sight_behind_a_long_equal_value() -> None:
    """Equal values are cut short where another one differs."""
    text = joined(arguments_segments({"body": "x" * 500, "amount": 45.2}, ("amount",), expected=False))
    assert text.startswith("<amount: 45.2>, body: ")
    assert len(text) < 80


def test_a_recorded_value_is_never_taken_for_a_matcher() -> None:
    """Only expected values may hold matchers."""
    assert value_text({"$any": True}) == "{$any: true}"
    assert value_text({"$any": True}, expected=True) == "any"


def test_control_characters_are_shown() -> None:
    """Direction overrides and lone surrogates cannot change how a page reads, or break its transport."""
    assert "\u202e" not in joined(arguments_segments({"a\u202eb": "c\u202ed"}, (), expected=False))
    assert block_text("x\ud800y\n\u202ez") == ("x\\ud800y\n\\u202ez", 0)


def test_a_block_says_how_much_was_cut() -> None:
    """A text over the bound is cut and counted."""
    assert block_text("abcdef", limit=4) == ("abcd", 2)
    assert block_text({"a": [1]}) == ('{"a": [1]}', 0)
    assert block_text({"a": "x" * 200})[0].startswith('{\n  "a": "xxx')


def test_long_texts_show_where_they_differ() -> None:
    """Of two long texts the common beginning and end are left out."""
    start, end = "a" * 200, "z" * 200
    segments = changed_segments(f"{start}one{end}", f"{start}two{end}")
    assert segments is not None
    assert joined(segments) == f"…{'a' * 30}<one>{'z' * 30}…"
    assert changed_segments("one", "two") is None

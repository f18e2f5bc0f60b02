"""Small readers: the text of a message's content, and times as files write them."""

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolscore_core.messages.content import text_of_content
from toolscore_core.messages.times import epoch_seconds


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("hi", "hi"),
        (None, ""),
        (5, ""),
        ([], ""),
        ({"type": "text", "text": "hi"}, "hi"),
        ([{"type": "text", "text": "a"}, {"type": "image"}, "b", {"type": "text", "text": ""}, 7], "a\nb"),
        ([{"type": "output_text", "text": {"value": "a", "annotations": []}}], "a"),
        ([{"type": "refusal", "refusal": "no"}], "no"),
        ([{"type": "text", "text": None}], ""),
    ],
)
def test_text_of_content(content: Any, text: str) -> None:
    """Texts are joined by newlines; what is no text is left out."""
    assert text_of_content(content) == text


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        pytest.param("2024-01-01T00:00:00Z", 1704067200.0, id="ISO with Z"),
        pytest.param("2024-01-01T02:00:00+02:00", 1704067200.0, id="ISO with offset"),
        pytest.param("2024-01-01T00:00:00", 1704067200.0, id="ISO without offset is UTC"),
        pytest.param(" 2024-01-01T00:00:00.250Z ", 1704067200.25, id="with milliseconds and spaces"),
        pytest.param(1704067200, 1704067200.0, id="seconds"),
        pytest.param(1704067200.5, 1704067200.5, id="seconds with a fraction"),
        pytest.param(1704067200500, 1704067200.5, id="milliseconds"),
        pytest.param(1704067200500000, 1704067200.5, id="microseconds"),
        pytest.param(1704067200500000000, 1704067200.5, id="nanoseconds"),
        pytest.param("1704067200500000000", 1704067200.5, id="nanoseconds as text"),
        pytest.param("1704067200.5", 1704067200.5, id="seconds as text"),
        pytest.param(9, None, id="a counter"),
        pytest.param(0, None, id="zero"),
        pytest.param(-1704067200, None, id="negative"),
        pytest.param(10**25, None, id="no time"),
        pytest.param(10**400, None, id="too large for a float"),
        pytest.param(True, None, id="a boolean"),
        pytest.param(math.nan, None, id="NaN"),
        pytest.param(math.inf, None, id="infinity"),
        pytest.param("yesterday", None, id="words"),
        pytest.param("", None, id="empty"),
        pytest.param("nan", None, id="NaN as text"),
        pytest.param(None, None, id="nothing"),
        pytest.param({}, None, id="an object"),
        pytest.param("9" * 5000, None, id="a number beyond all bounds"),
    ],
)
def test_epoch_seconds(value: Any, seconds: float | None) -> None:
    """Every way of writing a time gives seconds since the epoch; what is no time gives None."""
    assert epoch_seconds(value) == seconds


@given(st.text() | st.integers() | st.floats())
def test_epoch_seconds_never_raises(value: Any) -> None:
    """Whatever stands in a time field, the answer is a finite number or None."""
    found = epoch_seconds(value)
    assert found is None or math.isfinite(found)

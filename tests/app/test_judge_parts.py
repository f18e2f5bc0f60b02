"""Words of the Judge page: families of models, ages and waits."""

import pytest

from pages._ui.judge.desk import waiting_words
from pages._ui.judge.families import family_of
from pages._ui.judge.words import age_text


@pytest.mark.parametrize(
    ("model", "family"),
    [
        ("gpt-4o-mini", "OpenAI"),
        ("us.anthropic.claude-sonnet-4-5", "Anthropic"),
        ("models/gemini-2.5-flash", "Google"),
        ("meta-llama/Llama-3.1-8B", "Meta"),
        ("atlas-mini", None),
        ("", None),
        (None, None),
    ],
)
def test_families(model: str | None, family: str | None) -> None:
    """The vendor is told by the beginning of a part of the name."""
    assert family_of(model) == family


@pytest.mark.parametrize(
    ("seconds", "words"), [(5, "just now"), (300, "5 min old"), (7_200, "2 hours old"), (200_000, "2 days old")]
)
def test_ages(seconds: float, words: str) -> None:
    """An age is given in its largest whole unit."""
    assert age_text(1_000_000 - seconds, 1_000_000) == words


@pytest.mark.parametrize(
    ("seconds", "asked_s", "words"),
    [
        (0.42, None, "waiting 0.4 s before asking again"),
        (7, 7, "waiting 7 s, the server asks"),
        (30, 120, "waiting 30 s, the server asks for 120 s"),
    ],
)
def test_waits(seconds: float, asked_s: float | None, words: str) -> None:
    """A wait that the endpoint asked for is told from our own, and so is a wish that is cut short."""
    assert waiting_words(seconds, asked_s) == words

"""The table of what an endpoint does and what is then seen says what happens."""

import pytest

from tests.wire_table import DOCUMENT, PROVIDERS, SCENARIOS, column, written

SDKS = {"anthropic": "anthropic", "gemini": "google.genai"}


@pytest.mark.parametrize("provider", PROVIDERS)
def test_the_table_says_what_happens(provider: str) -> None:
    """Each cell is what a run against such an endpoint gives."""
    pytest.importorskip(SDKS.get(provider, "openai"))
    said = written(DOCUMENT.read_text(encoding="utf-8"))[PROVIDERS[provider]]
    assert column(provider) == said


def test_the_table_has_every_scenario_and_provider() -> None:
    """No row and no column is missing, and none is left over."""
    said = written(DOCUMENT.read_text(encoding="utf-8"))
    assert list(said) == list(PROVIDERS.values())
    assert {tuple(column) for column in said.values()} == {tuple(scenario.does for scenario in SCENARIOS)}

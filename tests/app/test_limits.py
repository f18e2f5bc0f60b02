"""The bounds of the store as the environment sets them."""

import pytest

from pages._ui.limits import StoreError, StoreLimits


def test_declared_bounds_without_variables() -> None:
    """An empty environment gives the declared bounds."""
    assert StoreLimits.from_environment({}) == StoreLimits()


def test_a_variable_sets_its_bound() -> None:
    """Each variable sets one bound; a blank one counts as unset."""
    limits = StoreLimits.from_environment({"TOOLSCORE_MAX_FILES": " 7 ", "TOOLSCORE_IDLE_MINUTES": ""})
    assert limits == StoreLimits(max_files=7)


@pytest.mark.parametrize("text", ["0", "-1", "many", "1.5", "٣"])
def test_a_bad_variable_is_named(text: str) -> None:
    """What is no whole number of at least 1 is refused, and the message names the variable, not the value."""
    with pytest.raises(StoreError, match="TOOLSCORE_MAX_CALLS must be") as caught:
        StoreLimits.from_environment({"TOOLSCORE_MAX_CALLS": text})
    assert text not in str(caught.value).replace("at least 1", "")

"""Fixtures for the tests of pages."""

from collections.abc import Iterator

import pytest

from pages._ui import state


@pytest.fixture(autouse=True)
def empty_store() -> Iterator[None]:
    """Each test has a server of its own."""
    state.store.clear()
    yield
    state.store.clear()

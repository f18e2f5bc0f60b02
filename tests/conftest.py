"""Fixtures for all tests: the folders a test may read."""

from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parents[1]

# How long an example takes says something of the machine, not of the code.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks the browser's tests and puts them last: from the first one on an event loop runs in this thread."""
    browsing = ROOT / "tests" / "browser"
    for item in items:
        if browsing in item.path.parents:
            item.add_marker("browser")
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture
def short_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Patterns run out of time ten times as soon, for tests of what happens then."""
    monkeypatch.setattr("toolscore_core.matchers.patterns.PATTERN_TIMEOUT_S", 0.05)


@pytest.fixture(scope="session")
def sample_data() -> Path:
    """The sample files that ship with the project."""
    return ROOT / "sample_data"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The corpus of public files beside the checkout; tests that need it skip where it is absent."""
    folder = ROOT.parent / "shared"
    if not (folder / "traces").is_dir():
        pytest.skip("the corpus of public trace files is not beside this checkout")
    return folder

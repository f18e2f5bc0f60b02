"""What is registered is what is there: formats, gold formats, metrics, pages and samples agree with their folders."""

import importlib
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from pages._ui.shell import PAGES
from toolscore_core.formats import FORMATS, read_traces
from toolscore_core.gold import GOLD_FORMATS
from toolscore_core.metrics import METRICS

FAMILIES = {
    "Selection",
    "Arguments",
    "Order",
    "Efficiency",
    "Completion",
    "Safety",
    "Side effects",
    "Latency",
    "Cost",
}
GIVES = {"results", "errors", "timing", "tokens", "cost", "conversation", "model"}


def members(root: Path, package: str) -> list[ModuleType]:
    """Modules of a package of the core, without its `__init__`."""
    files = sorted((root / "toolscore_core" / package).glob("*.py"))
    return [
        importlib.import_module(f"toolscore_core.{package}.{file.stem}") for file in files if file.stem != "__init__"
    ]


def declared(modules: list[ModuleType], *names: str) -> list[Any]:
    """The records that modules declare under one of the names, alone or in a tuple."""
    found: list[Any] = []
    for module in modules:
        for name in names:
            record = getattr(module, name, ())
            found += record if isinstance(record, tuple) else [record]
    return found


@pytest.mark.parametrize(
    ("package", "names", "registered"),
    [
        ("formats", ("FORMAT",), FORMATS),
        ("gold", ("FORMAT",), GOLD_FORMATS),
        ("metrics", ("METRIC", "METRICS"), METRICS),
    ],
    ids=["formats", "gold", "metrics"],
)
def test_every_record_of_a_folder_is_registered(
    root: Path, package: str, names: tuple[str, ...], registered: tuple[Any, ...]
) -> None:
    """A record that is declared stands once in the tuple, and no key stands twice."""
    records = declared(members(root, package), *names)
    assert sorted(record.key for record in records) == sorted(record.key for record in registered)
    assert len({record.key for record in registered}) == len(registered)


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.key)
def test_a_format_says_what_it_is(form: Any) -> None:
    """Title, signature and what it gives are there for the error, the command line and the README."""
    assert form.title
    assert form.signature
    assert set(form.gives) <= GIVES


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.key)
def test_a_format_has_a_sample_that_it_claims(form: Any, sample_data: Path) -> None:
    """One small file of each format ships with the project, is recognised by itself, and reads without a problem."""
    read = [read_traces(file) for file in sorted((sample_data / "formats").iterdir()) if file.suffix != ".md"]
    own = [file for file in read if file.format == form.key]
    assert own
    assert all(any(trace.calls for trace in file.traces) and not file.problems for file in own)


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.key)
def test_a_metric_says_what_it_is(metric: Any) -> None:
    """Cards, help texts, tables and reports are made from the record."""
    assert metric.title
    assert metric.description.endswith(".")
    assert metric.family in FAMILIES
    assert metric.columns
    assert len({column.path for column in metric.columns}) == len(metric.columns)


def test_every_page_stands_in_the_menu(root: Path) -> None:
    """A page is one file and one line in the menu."""
    files = {f"pages/{file.name}" for file in (root / "pages").glob("*.py") if file.stem != "__init__"}
    assert {page.path for page in PAGES} == files | {"app.py"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.key)
def test_every_page_can_be_the_first_one_opened(page: Any, root: Path) -> None:
    """Each page opens the workspace under its own key, so that a deep link to it stands alone."""
    text = (root / page.path).read_text(encoding="utf-8")
    assert re.search(rf'\b(run_page|frame)\("{page.key}"', text)

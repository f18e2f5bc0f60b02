"""The Export button: on every page, a file for each format, and what reports of a workspace say beside its entries."""

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from pages._ui import state
from pages._ui.exporting import about_view
from pages._ui.shell import PAGES, Page
from pages._ui.state import View
from tests.app.driving import healthy, param, texts
from toolscore_core.comparison import against_baseline
from toolscore_core.evaluation import PassRule
from toolscore_core.report.export import to_json

FORMATS = ["HTML", "Markdown", "CSV: calls", "CSV: numbers", "JSON"]
OWN = {"review": "This case", "compare": "The comparison: orbit-large against atlas-mini"}
"""What a page offers beside everything."""

Open = Callable[..., AppTest]


@pytest.fixture
def visit(root: Path) -> Open:
    """Opens a page of a workspace that holds the sample, or the given files."""

    def give(path: str, files: list[tuple[str, bytes]] | None = None, **parameters: str) -> AppTest:
        held = state.store().create()
        sample = [(file.name, file.read_bytes()) for file in sorted(state.SAMPLE.iterdir())]
        held.add(sample if files is None else files)
        at = AppTest.from_file(str(root / "app.py"), default_timeout=60)
        if path != "app.py":
            at.switch_page(path)
        at.query_params["w"] = held.token
        for name, value in parameters.items():
            at.query_params[name] = value
        return healthy(at.run())

    return give


def labels(at: AppTest) -> list[str]:
    """Labels of the buttons that give a report."""
    return [each.proto.label for each in at.get("download_button") if "export_" in each.proto.id]


def computed(at: AppTest) -> View:
    """What the workspace of a page shows."""
    held = state.store().get(param(at, "w"))
    assert held is not None
    assert isinstance(held.built, View)
    return held.built


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.key)
def test_every_page_gives_out_everything(visit: Open, page: Page) -> None:
    """Five files of all cases and runs on each page, five more of what the page is about; how much is masked is said."""
    at = visit(page.path)
    own = OWN.get(page.key)
    assert labels(at) == FORMATS * (1 if own is None else 2)
    said = texts(at)
    assert "Everything: 13 cases, 3 runs compared" in said
    assert "1 credential, found at 1 place, is masked in every report." in said
    assert own is None or own in said


def test_without_data_there_is_nothing_to_export(root: Path) -> None:
    """A page without a workspace has no such button."""
    at = AppTest.from_file(str(root / "app.py"), default_timeout=60)
    at.switch_page("pages/safety.py")
    assert labels(healthy(at.run())) == []


def test_one_run_is_compared_with_nothing(visit: Open) -> None:
    """Then everything is just the cases, and the report holds no comparison."""
    at = visit("pages/review.py", [("run.json", b'[{"tool": "a"}]')])
    assert "Everything: 1 case" in texts(at)
    assert "compared" not in texts(at)
    view = computed(at)
    assert against_baseline(view.entries) == ()


def test_what_is_said_beside_the_entries(visit: Open) -> None:
    """The files with their roles and what they held, the pass rule that holds now, and the price list where one was used."""
    at = visit("pages/review.py")
    held = state.store().get(param(at, "w"))
    assert held is not None
    held.change(rule=PassRule(min_score=0.5))
    view = computed(healthy(at.run()))
    about = about_view(view, lambda: against_baseline(view.entries))
    assert about.rule == PassRule(min_score=0.5)
    assert [(source.name, source.role) for source in about.sources][-1] == ("swift-2.otlp.json.gz", "trace")
    assert "14 traces" in about.sources[0].contents
    assert len(about.comparisons) == 2
    assert bool(about.prices) == any(entry.cost.basis == "priced" for entry in view.entries)


def test_a_report_can_be_dropped_again(visit: Open) -> None:
    """The JSON report of everything shows the same verdicts and scores, read only."""
    view = computed(visit("pages/review.py"))
    report = to_json(view.entries, about_view(view)).encode()
    again = computed(visit("pages/review.py", [("report.json", report)]))
    assert all(entry.stored for entry in again.entries)

    def told(shown: View) -> list[tuple[object, ...]]:
        return sorted((e.case_id, str(e.run), e.trial or 0, e.verdict, e.score or -1.0) for e in shown.entries)

    assert told(again) == told(view)

"""The report package loads its parts when they are asked for."""

import subprocess
import sys
from pathlib import Path

import pytest

import toolscore_core.report as report


def run(code: str, root: Path) -> str:
    """Output of code in an interpreter of its own."""
    return subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True
    ).stdout.strip()


def test_modules_are_there_from_the_top(root: Path) -> None:
    """`ts.report.frames` and its siblings need no import of their own."""
    code = "import toolscore_core as ts; print(ts.report.frames.__name__, ts.report.figures.__name__, ts.report.export.__name__)"
    assert run(code, root).split() == [f"toolscore_core.report.{name}" for name in ("frames", "figures", "export")]
    assert {"frames", "figures", "export"} <= set(dir(report))


@pytest.mark.parametrize("module", ["toolscore_core.report", "toolscore_core.report.export", "toolscore_core.cli"])
def test_reports_need_neither_pandas_nor_plotly(root: Path, module: str) -> None:
    """Exports and the command line work where neither is installed."""
    assert (
        run(f"import sys, {module}; print(sorted({{'pandas', 'plotly', 'numpy', 'scipy'}} & sys.modules.keys()))", root)
        == "[]"
    )


def test_unknown_names_are_attribute_errors() -> None:
    """A misspelled module is an AttributeError, as in any package."""
    with pytest.raises(AttributeError, match="figure"):
        getattr(report, "figure")  # noqa: B009  a plain attribute would be a type error

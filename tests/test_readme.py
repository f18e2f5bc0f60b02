"""The README tells the truth: its tables are the registered records, its commands and example work."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from toolscore_core.catalogue import Format
from toolscore_core.formats import FORMATS
from toolscore_core.gold import GOLD_FORMATS
from toolscore_core.metrics import METRICS


def table(root: Path, name: str) -> list[list[str]]:
    """Cells of the rows of a marked README table, without its head."""
    text = (root / "README.md").read_text(encoding="utf-8")
    found = re.search(rf"<!-- {name}:.*?-->\n(.*?)<!-- /{name} -->", text, re.DOTALL)
    assert found, f"the README has no table of {name}"
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in found[1].strip().splitlines()]
    return rows[2:]


def test_metric_table_is_the_registered_metrics(root: Path) -> None:
    """Every metric stands in the README with its title, key and description, and nothing else does."""
    assert table(root, "metrics") == [[m.title, f"`{m.key}`", m.description] for m in METRICS]


def shown(known: Format) -> str:
    """Title of a format, with its specification and version."""
    title = f"[{known.title}]({known.specification})" if known.specification else known.title
    return f"{title}, {known.version}" if known.version else title


def test_format_table_is_the_registered_formats(root: Path) -> None:
    """Every format stands in the README with title, specification, key, signature and what it gives; nothing else does."""
    assert table(root, "formats") == [[shown(f), f"`{f.key}`", f.signature, ", ".join(f.gives)] for f in FORMATS]


def test_gold_table_is_the_registered_gold_formats(root: Path) -> None:
    """Every gold format stands in the README with its title, key and signature, and nothing else does."""
    assert table(root, "gold formats") == [[g.title, f"`{g.key}`", g.signature] for g in GOLD_FORMATS]


@pytest.mark.parametrize(
    "command", ['pip install -e ".[all]" && streamlit run app.py', 'pip install -e ".[all,test]" && pytest']
)
def test_readme_gives_the_two_commands(root: Path, command: str) -> None:
    """One command runs the app, one runs the tests; CI calls the second."""
    assert command in (root / "README.md").read_text(encoding="utf-8")


def test_ci_calls_the_test_command_of_the_readme(root: Path) -> None:
    """CI and a newcomer run the same thing."""
    assert 'pip install -e ".[all,test]" && pytest' in (root / ".ci" / "run").read_text(encoding="utf-8")


def examples(language: str) -> list[str]:
    """The README's fenced blocks of a language, in order."""
    text = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("example", [example for example in examples("python") if "judge" not in example])
def test_python_examples_run(root: Path, example: str) -> None:
    """Every Python example of the README runs as it stands, from the checkout; a test in it passes. A judge needs a key."""
    tests = re.findall(r"^def (test_\w+)", example, re.MULTILINE)
    code = "\n".join([example, *(f"{name}()" for name in tests)])
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() or tests


@pytest.mark.parametrize("command", ["eval", "compare"])
def test_command_line_examples_run(root: Path, command: str) -> None:
    """The README's command lines run as they stand, from the checkout."""
    text = (root / "README.md").read_text(encoding="utf-8")
    (example, *_) = re.findall(rf"^toolscore {command} .*sample_data/support-agent.*$", text, re.MULTILINE)
    done = subprocess.run(
        [sys.executable, "-m", "toolscore_core.cli", *example.split()[1:]], cwd=root, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr

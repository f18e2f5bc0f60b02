"""The shape of the code: imports run one way, the core is free of the app, importing it is cheap."""

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

FLOORS = (
    ("errors",),
    ("calls",),
    ("values",),
    ("matchers",),
    ("credentials", "pricing", "stats"),
    ("reading",),
    ("rules", "messages"),
    ("pairing",),
    ("alignment",),
    ("catalogue",),
    ("mapping", "loading"),
    ("formats", "gold"),
    ("judge",),
    ("metrics",),
    ("evaluation",),
    ("workspace",),
    ("masked",),
    ("comparison",),
    ("report",),
    ("intake",),
    ("cli",),
)
"""Lowest first. A module imports from lower floors, and from its own package."""

SIBLINGS_APART = ("formats", "gold", "metrics")
"""Packages whose modules never import each other; what they share lies a floor below."""

HEAVY = {
    "streamlit",
    "pandas",
    "numpy",
    "scipy",
    "plotly",
    "pydantic",
    "openai",
    "anthropic",
    "google.genai",
    "rich",
    "yaml",
}
"""What `import toolscore_core` must not load."""

FLOOR_OF = {name: level for level, names in enumerate(FLOORS) for name in names}


def modules(root: Path) -> dict[str, Path]:
    """Dotted name -> file of every module of the core."""
    found = {}
    for path in sorted((root / "toolscore_core").rglob("*.py")):
        if "_app" in path.parts:
            continue
        parts = path.relative_to(root).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def import_statements(path: Path) -> list[ast.Import | ast.ImportFrom]:
    """The imports of a file, also inside functions."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom))]


def imported(path: Path, known: dict[str, Path]) -> set[str]:
    """Dotted names of the core that a file imports, also inside functions."""
    found = set()
    for node in import_statements(path):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif node.module:
            found |= {
                f"{node.module}.{alias.name}" if f"{node.module}.{alias.name}" in known else node.module
                for alias in node.names
            }
    return {name for name in found if name.split(".")[0] == "toolscore_core"}


def floor(name: str) -> str | None:
    """The floor's name of a dotted module; None for the package itself."""
    parts = name.split(".")
    return parts[1] if len(parts) > 1 else None


def test_every_module_has_a_floor(root: Path) -> None:
    """A new module is given its place before it is used."""
    assert {floor(name) for name in modules(root)} - {None} == set(FLOOR_OF)


def test_imports_run_one_way(root: Path) -> None:
    """No module imports its own floor or a higher one, outside its own package."""
    known = modules(root)
    wrong = []
    for name, path in known.items():
        here = floor(name)
        for other in imported(path, known):
            there = floor(other)
            if here is None or here == there:
                continue
            if there is None or FLOOR_OF[there] >= FLOOR_OF[here]:
                wrong.append(f"{name} imports {other}")
    assert not wrong


@pytest.mark.parametrize("package", SIBLINGS_APART)
def test_siblings_do_not_import_each_other(root: Path, package: str) -> None:
    """Formats, gold formats and metrics stand alone; only their `__init__` knows them all."""
    known = modules(root)
    prefix = f"toolscore_core.{package}"
    wrong = [
        f"{name} imports {other}"
        for name, path in known.items()
        if name.startswith(prefix + ".")
        for other in imported(path, known)
        if other == prefix or (other.startswith(prefix + ".") and other != name)
    ]
    assert not wrong


def test_no_import_cycle(root: Path) -> None:
    """The import graph of the core has no cycle."""
    known = modules(root)
    graph = {name: imported(path, known) & known.keys() - {name} for name, path in known.items()}
    done: set[str] = set()

    def visit(name: str, trail: tuple[str, ...]) -> None:
        assert name not in trail, f"import cycle: {' -> '.join((*trail[trail.index(name) :], name))}"
        if name in done:
            return
        for other in sorted(graph[name]):
            visit(other, (*trail, name))
        done.add(name)

    for name in graph:
        visit(name, ())


def test_the_core_never_imports_streamlit(root: Path) -> None:
    """No file of the core names streamlit in an import."""
    for path in modules(root).values():
        for node in import_statements(path):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else [node.module or ""]
            assert not any(name.split(".")[0] == "streamlit" for name in names), path


def test_importing_the_core_loads_nothing_heavy() -> None:
    """`import toolscore_core` loads no data, chart, web, validation or provider library."""
    code = f"import sys, toolscore_core; print(sorted({HEAVY!r} & sys.modules.keys()))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
    assert loaded == "[]"


def test_pages_hold_no_banned_sinks(root: Path) -> None:
    """Nothing in the app can turn trace text into markup or script."""
    banned = (
        "unsafe_allow_html",
        "unsafe_allow_javascript",
        "st.iframe",
        "innerHTML",
        "insertAdjacentHTML",
        "outerHTML",
        "document.write",
        "st.table(",
        "st.html(",
        "components.v1",
        "eval(",
    )
    files = [root / "app.py", *(root / "pages").rglob("*.py"), *(root / "pages").rglob("*.js")]
    found = [
        f"{path.relative_to(root)}: {sink}"
        for path in files
        for sink in banned
        if sink in path.read_text(encoding="utf-8")
    ]
    assert not found


def test_no_file_is_called_utils(root: Path) -> None:
    """A file is named after what it is about."""
    assert not [p for p in root.rglob("util*.py") if ".venv" not in p.parts and "site-packages" not in p.parts]

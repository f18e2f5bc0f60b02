"""Comparisons on terminals of every width and encoding: nothing that tells a pass from a failure is cut off or lost."""

import io
from collections.abc import Mapping

import pytest

from tests.comparisons import answers
from toolscore_core.cli.terminal import new_console
from toolscore_core.cli.versus import print_comparisons
from toolscore_core.comparison import compare, results

A = {"one": "+", "two": "-", "three": "+", "four": "+"}
B = {"one": "-", "two": "+", "three": "+", "four": "+"}
TRIALS = {"one": "+-+", "two": "+", "three": "+", "four": "+"}


def printed(
    runs: Mapping[str, Mapping[str, str]], monkeypatch: pytest.MonkeyPatch, *, width: int = 80, encoding: str = "utf-8"
) -> list[str]:
    """The lines of every run against the first one, as a terminal of that width and encoding has them."""
    monkeypatch.setenv("COLUMNS", str(width))
    raw = io.BytesIO()
    console = new_console()
    console.file = io.TextIOWrapper(raw, encoding=encoding, errors="replace", write_through=True)
    found = results(answers(runs))
    first, *others = found.runs
    print_comparisons(console, found, [compare(found, first, other) for other in others], verbose=False)
    return raw.getvalue().decode(encoding).splitlines()


@pytest.mark.parametrize("width", [40, 80, 200])
def test_many_runs_have_a_column_each(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the terminal is too narrow for all runs there are several tables; no run and no outcome is cut off."""
    labels = [f"run-{number}" for number in range(12)]
    lines = printed({label: (A, B)[n % 2] for n, label in enumerate(labels)}, monkeypatch, width=width)
    assert max(map(len, lines)) <= width
    heads = [word for line in lines if line.startswith("Case ") for word in line.split()]
    assert [word for word in heads if word.startswith("run-")] == labels[1:]
    ones = [word for line in lines if line.startswith("one ") for word in line.split() if word in "▲▼="]
    assert ones == ["▼", "="] * 5 + ["▼"]


@pytest.mark.parametrize("width", [20, 30, 40, 59])
def test_a_narrow_terminal_cuts_no_number(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers are lines there instead of a table, with all of their words; what is unknown has no difference."""
    told = " ".join(" ".join(printed({"a": A, "b": B}, monkeypatch, width=width)).split())
    assert "Cases passed: 3 of 4, baseline 3 of 4; = tie, 4 cases are too few for an interval" in told
    assert "Cost per passed case: unpriced, baseline unpriced Latency" in told


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "cp437"])
def test_a_terminal_without_symbols_has_words(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the encoding lacks a symbol its word stands there, and never a question mark."""
    lines = printed({"a": TRIALS, "b": B, "c": A}, monkeypatch, encoding=encoding)
    assert [line.split() for line in lines if line.startswith(("one ", "two "))] == [
        ["one", "part", "2/3", "0.88", "fail", "0.65", "down", "pass", "1.00", "up"],
        ["two", "pass", "1.00", "pass", "1.00", "=", "fail", "0.65", "down"],
    ]
    assert "?" not in "".join(lines)


def test_long_names_give_way_to_outcomes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Names of runs and cases are cut with an ellipsis before any result is."""
    case = "case-" + "c" * 100
    lines = printed({"a" * 90: {case: "+-+"}, "b" * 90: {case: "---"}}, monkeypatch)
    (line,) = (line for line in lines if line.startswith("case-"))
    assert max(map(len, lines)) <= 80
    assert line.split()[1:] == ["◐", "2/3", "0.88", "✗", "0/3", "0.65", "▼"]

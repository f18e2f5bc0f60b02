"""Calls with endless names and thousands of different arguments: reports and terminal tell how many they leave out."""

import io

from rich.console import Console

from tests.evaluations import call, masked
from toolscore_core.cli.diff import print_case
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.report.export import to_markdown

NAME = "n" * 5_000


def endless() -> MaskedEvaluation:
    expected = {f"k{number}": number for number in range(300)} | {NAME: 0}
    return masked(
        [call(NAME), call("a", expected)],
        [call("b" + NAME), call("a", {key: value + 1 for key, value in expected.items()})],
    )


def printed(*, verbose: bool) -> str:
    out = io.StringIO()
    print_case(Console(file=out, width=100), endless(), verbose=verbose)
    return out.getvalue()


def test_the_terminal_cuts() -> None:
    """Unless everything is asked for."""
    short, whole = printed(verbose=False), printed(verbose=True)
    assert "281 more differences" in " ".join(short.split())
    assert len(short) < 10_000
    assert "± k299: 300, expected 299" in whole
    assert "more differences" not in whole


def test_markdown_cuts() -> None:
    """A cell of a table is no place for a dump."""
    text = to_markdown([endless()])
    assert "and 281 more differences |" in text
    assert len(text) < 20_000

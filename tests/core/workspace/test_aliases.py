"""Recorded tool names that probably mean a gold tool."""

import pytest

from toolscore_core.calls import Case, ExpectedCall, ToolCall
from toolscore_core.workspace.aliases import Alias, gold_tools, propose_aliases


@pytest.mark.parametrize(
    ("recorded", "gold"),
    [
        ("mcp__files__read_file", "read_file"),
        ("mcp__my__odd__read_file", "read_file"),
        ("functions.search", "search"),
        ("default_api:search", "search"),
        ("math.add", "math_add"),
        ("math_add", "math.add"),
        ("read_file", "mcp__files__read_file"),
        ("getWeather", "get_weather"),
        ("HTTPGet", "http_get"),
        ("get-weather", "get_weather"),
        ("weather.get_forecast", "get_forecast"),
    ],
)
def test_proposes_the_gold_tool(recorded: str, gold: str) -> None:
    """Prefixes, separators, spelling and namespaces are seen through, in both directions."""
    assert [(alias.recorded, alias.gold) for alias in propose_aliases([gold, "other"], [recorded])] == [
        (recorded, gold)
    ]


def test_says_why() -> None:
    """The surest sameness gives the reason."""
    assert propose_aliases(["add"], ["functions.add"]) == [Alias("functions.add", "add", "the same without its prefix")]


@pytest.mark.parametrize(
    ("gold", "recorded"),
    [
        (["search"], ["search"]),
        (["search"], ["open"]),
        (["a.get", "b.get"], ["get"]),
        (["get_weather", "getWeather"], ["GetWeather"]),
        (["___"], ["..."]),
        ([], ["search"]),
    ],
    ids=["known", "different", "two last parts", "two spellings", "no words", "no gold"],
)
def test_proposes_nothing_unsure(gold: list[str], recorded: list[str]) -> None:
    """A known name needs no alias; a name that could mean two tools gets none."""
    assert propose_aliases(gold, recorded) == []


def test_several_names_may_mean_one_tool() -> None:
    """Two servers offer the same tool."""
    found = propose_aliases(["read"], ["mcp__a__read", "mcp__b__read", "mcp__a__read"])
    assert [(alias.recorded, alias.gold) for alias in found] == [("mcp__a__read", "read"), ("mcp__b__read", "read")]


def test_alternatives_are_gold_tools() -> None:
    """What may be called in place of an expected tool needs no alias, and can be what one stands for."""
    case = Case("c", [ToolCall("b"), ExpectedCall("a", alternatives=("c", "b")), ToolCall("a")])
    assert gold_tools([case]) == ["b", "a", "c"]

"""Rules and the tools that were called -> the rules that no call can break, with the names they may have meant."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rapidfuzz import fuzz, process, utils

from toolscore_core.values import Matcher

_NEAR: Final = 75.0
"""Likeness in [0, 100] from which a name is a near miss."""

_MOST_NEAR: Final = 3


@dataclass(frozen=True, slots=True)
class Uncalled:
    """A rule whose tool was never called.

    Attributes:
        rule: 0-based position of the rule.
        near: At most three of the called tools whose names are like the rule's, the likest first; () for a pattern.
    """

    rule: int
    near: tuple[str, ...]


def uncalled_rules(rules: Sequence[dict[str, Any]], tools: Collection[str]) -> list[Uncalled]:
    """The rules of which no tool was called, in order.

    Args:
        rules: As `rules_from_json` returns them.
        tools: Names of all tools that were called, as recorded and as the gold calls them.
    """
    found = []
    for index, rule in enumerate(rules):
        tool = rule["tool"]
        if isinstance(tool, Matcher):
            if not any(map(tool.matches, tools)):
                found.append(Uncalled(index, ()))
        elif tool not in tools:
            near = process.extract(
                tool, tools, scorer=fuzz.WRatio, processor=utils.default_process, limit=_MOST_NEAR, score_cutoff=_NEAR
            )
            found.append(Uncalled(index, tuple(name for name, _, _ in near)))
    return found

"""Pairs for tests of the judge, made by the core itself."""

import json
from typing import Any

from tests.evaluations import call, masked
from toolscore_core.calls import ToolCall
from toolscore_core.judge.pairs import Pair, pairs_of

Written = tuple[str, dict[str, Any] | None]
"""Tool and arguments."""


def pair(expected: Written | ToolCall, actual: Written | ToolCall, *, case_id: str = "case-1") -> Pair:
    """The one pair of a case of one expected and one recorded call."""
    gold, trace = (side if isinstance(side, ToolCall) else call(*side) for side in (expected, actual))
    (found,) = pairs_of([masked([gold], [trace], case_id=case_id)], "all")
    return found


def doubted(number: int = 1) -> list[Pair]:
    """Pairs in doubt, each of another case and of another content."""
    return [
        pair(("search", {"query": f"flight {n}"}), ("web_search", {"q": f"flight {n}"}), case_id=f"case-{n}")
        for n in range(number)
    ]


def reply(verdict: object = "equivalent", **fields: Any) -> str:
    """A reply as a judge writes it."""
    effect = "none" if verdict == "equivalent" else "changes the result"
    differences = [{"path": "q", "kind": "renamed", "effect": effect}]
    return json.dumps({"reason": "Because.", "differences": differences, "verdict": verdict, **fields})

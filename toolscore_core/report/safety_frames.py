"""A table of findings -> the same grouped by credential and by broken rule, for pages and notebooks."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final

import pandas as pd

from toolscore_core.masked import MaskedEvaluation
from toolscore_core.report.finding_words import via_text
from toolscore_core.report.frame_base import frame, lines_of
from toolscore_core.report.words import plain
from toolscore_core.rules import SEVERITIES

_RANK: Final = {severity: rank for rank, severity in enumerate(reversed(SEVERITIES))}
"""Rank of a severity, the worst first; a rule without one comes after them."""


def credentials_frame(findings: pd.DataFrame) -> pd.DataFrame:
    """One line a credential, those that their own format tells first, then the most widespread.

    Args:
        findings: What `findings_frame` gives.

    Returns:
        `ordinal`; `name`: its kind; `preview`; `confidence` ("high" where any of its places tells it for certain); `via`:
        its encodings in words, "" for none; `places`: how often it was found; `calls`, `traces`: in how many; `runs`:
        the places of each run in words; `group`: what names it among the groups of a page.
    """
    columns = {"group": "str", "ordinal": "int64", "name": "str", "preview": "str", "confidence": "str", "via": "str"}
    columns |= {"places": "int64", "calls": "int64", "traces": "int64", "runs": "str"}
    lines = []
    for ordinal, found in _grouped(findings, "credential", lambda line: line["ordinal"]).items():
        lines.append(
            {
                "group": f"credential-{ordinal}",
                "ordinal": ordinal,
                "name": found[0]["name"],
                "preview": found[0]["preview"],
                "confidence": "high" if any(line["confidence"] == "high" for line in found) else "medium",
                "via": "; ".join(dict.fromkeys(via_text(line["via"]) for line in found if line["via"])),
                "places": len(found),
                "calls": len({(line["key"], line["call_index"]) for line in found if line["call_index"] is not None}),
                "traces": len({line["key"] for line in found}),
                "runs": runs_text(line["run"] for line in found),
            }
        )
    lines.sort(key=lambda line: (line["confidence"] != "high", -line["places"], line["ordinal"]))
    return frame(lines, columns)


def broken_rules_frame(findings: pd.DataFrame) -> pd.DataFrame:
    """One line a rule that some call breaks, the worst severity first, then the most hits.

    Args:
        findings: What `findings_frame` gives.

    Returns:
        `rule`: its number in words (`rule 2`, `case rule 1`); `case`: id of the gold case that brings it along, "" for a
        rule that holds for every case; `tools`: the tools called, in words; `severity`, `reason` (missing when it gives
        none); `hits`: calls for which it is the first rule broken; `undecided`: those of which nobody knows; `traces`;
        `runs`: the hits of each run in words; `group`: what names it among the groups of a page.
    """
    columns = {"group": "str", "rule": "str", "case": "str", "tools": "str", "severity": "object", "reason": "object"}
    columns |= {"hits": "int64", "undecided": "int64", "traces": "int64", "runs": "str"}
    lines = []
    for (rule, case), found in _grouped(findings, "forbidden call", rule_of).items():
        lines.append(
            {
                "group": f"{rule}{f' of {case}' if case else ''}".replace(" ", "-"),
                "rule": rule,
                "case": case,
                "tools": ", ".join(dict.fromkeys(plain(line["tool"]) for line in found)),
                "severity": found[0]["severity"],
                "reason": found[0]["reason"],
                "hits": len(found),
                "undecided": sum(line["undecided"] for line in found),
                "traces": len({line["key"] for line in found}),
                "runs": runs_text(line["run"] for line in found),
            }
        )
    lines.sort(key=lambda line: (_RANK.get(str(line["severity"]), len(_RANK)), -line["hits"], line["rule"]))
    return frame(lines, columns)


def rule_of(line: dict[str, Any]) -> tuple[str, str]:
    """The rule that a line of `findings_frame` is about: its number in words, and the case that brings it along or ""."""
    rule = str(line["name"]).partition(": ")[0]
    return rule, line["case"] if rule.startswith("case ") else ""


def _grouped(findings: pd.DataFrame, kind: str, group_of: Any) -> dict[Any, list[dict[str, Any]]]:
    groups: dict[Any, list[dict[str, Any]]] = {}
    for line in lines_of(findings[findings["kind"] == kind]):
        groups.setdefault(group_of(line), []).append(line)
    return groups


def runs_text(runs: Iterable[str]) -> str:
    """How often each run comes, the most frequent first: `model-b 3, model-a 1`; one without a name is left out."""
    counted = Counter(plain(run) for run in runs if run)
    return ", ".join(f"{run} {count:,}" for run, count in counted.most_common())


def called_tools(evaluations: Sequence[MaskedEvaluation]) -> set[str]:
    """Names of all tools that were called, as recorded and as the gold calls them."""
    tools: set[str] = set()
    for evaluation in evaluations:
        recorded = {call.tool for call in evaluation.trace.calls} if evaluation.trace is not None else set()
        aliases = evaluation.case.aliases if evaluation.case is not None else {}
        tools |= recorded | {aliases[name] for name in recorded if name in aliases}
    return tools

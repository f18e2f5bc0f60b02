"""A dropped file -> what it is (gold, trace, rules) and what it holds."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from toolscore_core.errors import InputError, Location, Problem, RuleError
from toolscore_core.formats import TraceFile, read_traces, recognise
from toolscore_core.gold import GOLD_FORMATS, GoldFile, gold_from_documents
from toolscore_core.reading import Documents, ReadReport, read_documents
from toolscore_core.rules import rule_problems, rules_from_json

Role = Literal["gold", "trace", "rules"]

ROLES: Final[tuple[Role, ...]] = ("gold", "trace", "rules")


@dataclass(slots=True)
class Intake:
    """One dropped file.

    Attributes:
        name: File name as the person knows it.
        roles: What the file can be read as; empty when nothing.
        role: What it is taken for; None when nothing.
        gold, traces, rules: What it holds in its role; None in the other roles, and when it cannot be read.
        rules_problems: What is wrong in the rules without making them useless.
        error: Why it cannot be read; None when it can.
    """

    name: str
    roles: tuple[Role, ...]
    role: Role | None
    gold: GoldFile | None = None
    traces: TraceFile | None = None
    rules: list[dict[str, Any]] | None = None
    rules_problems: list[Problem] = field(default_factory=list)
    error: InputError | None = None


def take_in(
    name: str, data: bytes | str | os.PathLike[str], *, role: Role | None = None, format: str = "auto"
) -> Intake:
    """Recognise a file and read it.

    A list of calls could be gold, trace or rules. Then what only one of them has decides (results and times, matchers
    and side effects, reasons), then the words of the file's name, and else it is a trace.

    Args:
        name: File name for messages; its words are a hint.
        data: The bytes, or the path to read them from.
        role: What to take it for; None to recognise it.
        format: Key of the trace format, or "auto".

    Raises:
        FileNotFoundError: `data` is a path and nothing is there.
        ValueError: There is no such role.
    """
    if role is not None and role not in ROLES:
        raise ValueError(f"a role is one of {', '.join(ROLES)}")
    report = ReadReport()
    try:
        documents = read_documents(data, name=name, report=report)
    except InputError as error:
        return Intake(name, (), role, error=error)
    roles, suggested, unknown = _roles_of(documents)
    intake = Intake(name, roles, role or suggested, error=None if role or suggested else unknown)
    try:
        if intake.role == "gold":
            intake.gold = gold_from_documents(documents, report)
        elif intake.role == "trace":
            intake.traces = read_traces(data, format, name)
        elif intake.role == "rules":
            intake.rules = _rules(documents, report)
            intake.rules_problems = rule_problems(intake.rules, name)
    except InputError as error:
        intake.error = error
    return intake


def _rules(documents: Documents, report: ReadReport) -> list[dict[str, Any]]:
    if report.problems:  # half of the rules would let calls pass
        raise RuleError(report.problems[0].message, report.problems[0].location)
    if len(documents.items) != 1 or not isinstance(documents.items[0].value, list):
        raise RuleError("rules are one list of objects with `tool`", Location(documents.source))
    return rules_from_json(documents.items[0].value, documents.source)


def _roles_of(documents: Documents) -> tuple[tuple[Role, ...], Role | None, InputError | None]:
    """What the documents can be read as, what they most likely are, and why they are no trace."""
    gold = max((claim.strength for kind in GOLD_FORMATS if (claim := kind.claim(documents)) is not None), default=0)
    unknown: InputError | None = None
    family = ""
    try:
        family = recognise(documents)[0].key
    except InputError as error:
        unknown = error
    possible: dict[Role, bool] = {"gold": gold > 0, "trace": bool(family), "rules": _are_rules(documents)}
    roles = tuple(role for role in ROLES if possible[role])
    if len(roles) < 2:
        return roles, roles[0] if roles else None, unknown
    if family not in ("", PLAIN_TRACE):
        return roles, "trace", None
    votes = [role for role in (*_signs(documents), *_hints(documents.source)) if possible[role]]
    # A data set of cases is the documented shape of gold, a bare list of calls may be anything.
    default: Role = "gold" if gold > 1 or not family else "trace"
    return roles, votes[0] if votes else default, None


PLAIN_TRACE: Final = "custom"
"""The trace format that looks like gold: lists of calls."""


def _are_rules(documents: Documents) -> bool:
    if documents.layout != "json" or len(documents.items) != 1:
        return False
    value = documents.items[0].value
    return isinstance(value, list) and all(
        isinstance(rule, dict)
        and isinstance(rule.get("tool"), str)
        and (rule.get("args") is None or isinstance(rule["args"], dict))
        and "calls" not in rule
        for rule in value
    )


TRACE_KEYS: Final = frozenset(
    {
        *(
            "result",
            "output",
            "duration",
            "elapsed",
            "timestamp",
            "time",
            "cost",
            "error",
            "is_error",
            "started",
            "ended",
        ),
        *("case_id", "trace_id", "model", "trial", "messages"),
    }
)
GOLD_KEYS: Final = frozenset({"side_effects", "description", "cases", "tags", "ignore", "aliases", "forbidden"})
RULE_KEYS: Final = frozenset({"reason", "only_after"})

LOOKED_AT: Final = 1000
"""Records in which signs are looked for."""


def _signs(documents: Documents) -> list[Role]:
    """Roles that show in the keys of the records, the surest first."""
    seen: set[str] = set()
    matchers = False
    for count, record in enumerate(_records(documents.values)):
        if count == LOOKED_AT:
            break
        seen |= record.keys()
        matchers = matchers or any(_holds_operator(record.get(key)) for key in ("args", "arguments", "input"))
    found: list[Role] = []
    if seen & TRACE_KEYS and not seen & GOLD_KEYS:
        found.append("trace")
    if seen & RULE_KEYS:
        found.append("rules")
    if seen & GOLD_KEYS or matchers:
        found.append("gold")
    return found


def _records(values: list[Any]) -> Iterator[dict[str, Any]]:
    """Objects at the top of the file, and in their lists of cases and calls."""
    pending = list(reversed(values))
    while pending:
        value = pending.pop()
        if isinstance(value, list):
            pending += reversed(value)
        elif isinstance(value, dict):
            yield value
            pending += [value[key] for key in ("calls", "cases") if isinstance(value.get(key), list)]


def _holds_operator(value: Any) -> bool:
    if isinstance(value, dict):
        return any(str(key).startswith("$") for key in value) or any(map(_holds_operator, value.values()))
    return isinstance(value, list) and any(map(_holds_operator, value))


HINTS: Final[dict[str, Role]] = {
    "gold": "gold",
    "golden": "gold",
    "expected": "gold",
    "reference": "gold",
    "rule": "rules",
    "rules": "rules",
    "policy": "rules",
    "policies": "rules",
    "forbidden": "rules",
    "trace": "trace",
    "traces": "trace",
    "run": "trace",
    "log": "trace",
    "logs": "trace",
}


def _hints(name: str) -> list[Role]:
    """Roles that the words of a file name suggest."""
    file = name.replace("\\", "/").rsplit("/", 1)[-1].lower()
    return [HINTS[word] for word in re.split(r"[^a-z]+", file) if word in HINTS]

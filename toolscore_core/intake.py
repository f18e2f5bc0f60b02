"""A dropped file -> what it is (gold, trace, rules, mapping, report) and what it holds."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from toolscore_core.errors import (
    DecodeError,
    InputError,
    Location,
    Problem,
    RuleError,
    Skipped,
    UnknownFormatError,
)
from toolscore_core.formats import FORMATS, Claims, TraceFile, claims_of, read_traces, traces_from_documents
from toolscore_core.gold import GOLD_FORMATS, GoldFile, gold_from_documents, read_gold
from toolscore_core.loading.parts import Part, parts_of
from toolscore_core.mapping import FieldMapping, is_mapping, mapping_of
from toolscore_core.reading import LIMITS, Container, Documents, ReadReport, containers_of, is_container, read_documents
from toolscore_core.report.stored import check_report, is_report
from toolscore_core.rules import is_tool_of_rule, rule_problems, rules_from_json

Role = Literal["gold", "trace", "rules", "mapping", "report"]

ROLES: Final[tuple[Role, ...]] = ("gold", "trace", "rules", "mapping", "report")


@dataclass(slots=True)
class Intake:
    """One dropped file.

    Attributes:
        name: File name as the person knows it.
        roles: What the file can be read as; empty when nothing.
        role: What it is taken for; None when nothing.
        gold, traces, rules, mapping: What it holds in its role; None in the other roles, and when it cannot be read.
        report: A report of ours, decoded, not yet read and not masked: `report.stored.report_of` does both; None in the other
            roles, and when it is of an unknown version.
        rules_problems: What is wrong in the rules without making them useless.
        error: Why it cannot be read; None when it can.
        left_out: Of the first file of an archive or folder, the files in it that were left out, by reason; else [].
    """

    name: str
    roles: tuple[Role, ...]
    role: Role | None
    gold: GoldFile | None = None
    traces: TraceFile | None = None
    rules: list[dict[str, Any]] | None = None
    mapping: FieldMapping | None = None
    report: Documents | None = None
    rules_problems: list[Problem] = field(default_factory=list)
    error: InputError | None = None
    left_out: list[Skipped] = field(default_factory=list)


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
    if is_container(data):
        return _whole(name, data, role, format)
    report = ReadReport()
    try:
        documents = read_documents(data, name=name, report=report)
    except InputError as error:
        return Intake(name, (), role, error=error)
    return take_in_documents(documents, report, role=role, format=format)


def take_in_all(name: str, data: bytes | str | os.PathLike[str], *, format: str = "auto") -> list[Intake]:
    """Recognise a file; of an archive or folder every file in it, or files that are read together.

    Args:
        name: File name for messages; the files of an archive are called `archive.zip/folder/file.json`.
        data: The bytes, or the path of a file or folder.
        format: Key of the trace format, or "auto".

    Returns:
        At least one; a file that cannot be read is there with its error.

    Raises:
        FileNotFoundError: `data` is a path and nothing is there.
    """
    if not is_container(data):
        return [take_in(name, data, format=format)]
    try:
        containers = containers_of(data, name=name, limits=LIMITS) or []
    except InputError as error:
        return [Intake(name, (), None, error=error)]
    found = [intake for container in containers for intake in _inside(container, format)]
    if not found:
        found = [Intake(name, (), None, error=UnknownFormatError("no file in it holds JSON", Location(name)))]
    skipped = ReadReport()
    for container in containers:
        skipped.take_over(ReadReport.of((), container.report.skipped))
    found[0].left_out = skipped.skipped
    return found


def _inside(container: Container, format: str) -> Iterator[Intake]:
    """The files of an archive or folder, and those that cannot be read."""
    for part in parts_in(container):
        yield take_in_documents(part.documents, part.report, format=format, claims=part.claims)
    for problem in container.report.problems:
        error = DecodeError(problem.message, problem.location)
        yield Intake(problem.location.source, (), None, error=error)


def parts_in(container: Container) -> list[Part]:
    """What of an archive or folder is read by itself, and what is read together."""
    return parts_of(container, FORMATS, apart=_is_no_trace)


def _is_no_trace(documents: Documents) -> bool:
    """Whether a file that no trace format claims is known to be something else."""
    return is_mapping(documents) or is_report(documents) or _gold_strength(documents) > 0


def _whole(name: str, data: bytes | str | os.PathLike[str], role: Role | None, format: str) -> Intake:
    """An archive or folder as one file: of traces, or of gold where that is asked for or nothing else is in it."""
    intake = Intake(name, (), role)
    try:
        if role != "gold":
            intake.traces = read_traces(data, format, name)
            return Intake(name, ("trace",), role or "trace", traces=intake.traces if role != "rules" else None)
    except InputError as error:
        intake.error = error
        if role is not None:
            return intake
    try:
        return Intake(name, ("gold",), "gold", gold=read_gold(data, name=name))
    except InputError as error:
        intake.error = intake.error or error
    return intake


def take_in_documents(
    documents: Documents,
    report: ReadReport,
    *,
    role: Role | None = None,
    format: str = "auto",
    mapping: FieldMapping | None = None,
    claims: Claims | None = None,
) -> Intake:
    """As `take_in`, for a file that is decoded already.

    Args:
        documents: What was decoded.
        report: What was wrong in decoding it; takes what is wrong in reading it.
        role: As in `take_in`.
        format: As in `take_in`.
        mapping: Where the calls of a trace stand; then `role` and `format` do not matter.
        claims: Those of the trace formats; None to ask for them here.
    """
    if mapping is not None:
        mapped = Intake(documents.source, ("trace",), "trace")
        try:
            mapped.traces = traces_from_documents(documents, report, mapping=mapping)
        except InputError as error:
            mapped.error = error
        return mapped
    unknown: InputError | None = None
    if is_mapping(documents) or is_report(documents):
        claims = claims or ()
    elif not claims:
        try:
            claims = claims_of(documents)
        except InputError as error:
            unknown, claims = error, ()
    roles, suggested = _roles_of(documents, claims)
    intake = Intake(documents.source, roles, role or suggested, error=None if role or suggested else unknown)
    try:
        if intake.role == "gold":
            intake.gold = gold_from_documents(documents, report)
        elif intake.role == "trace":
            intake.traces = traces_from_documents(documents, report, format, claims=claims or None)
        elif intake.role == "rules":
            intake.rules = _rules(documents, report)
            intake.rules_problems = rule_problems(intake.rules, documents.source)
        elif intake.role == "mapping":
            intake.mapping = mapping_of(documents)
        elif intake.role == "report":
            check_report(documents)
            intake.report = documents
    except InputError as error:
        intake.error = error
    return intake


def _rules(documents: Documents, report: ReadReport) -> list[dict[str, Any]]:
    if report.problems:  # half of the rules would let calls pass
        raise RuleError(report.problems[0].message, report.problems[0].location)
    if len(documents.items) != 1 or not isinstance(documents.items[0].value, list):
        raise RuleError("rules are one list of objects with `tool`", Location(documents.source))
    return rules_from_json(documents.items[0].value, documents.source)


def _roles_of(documents: Documents, claims: Claims) -> tuple[tuple[Role, ...], Role | None]:
    """What the documents can be read as, and what they most likely are."""
    if is_mapping(documents):
        return ("mapping",), "mapping"
    if is_report(documents):
        return ("report",), "report"
    gold = _gold_strength(documents)
    family = claims[0][0].key if claims else ""
    possible: dict[Role, bool] = {"gold": gold > 0, "trace": bool(family), "rules": _are_rules(documents)}
    roles = tuple(role for role, holds in possible.items() if holds)
    if len(roles) < 2:
        return roles, roles[0] if roles else None
    if gold == 3 and (not claims or claims[0][1].strength < 3):
        return roles, "gold"  # rows with expectations of their own, even where a call in them could have been recorded
    if family not in ("", PLAIN_TRACE):
        return roles, "trace"
    signs, weak = _signs(documents)
    votes = [role for role in (*signs, *_hints(documents.source), *weak) if possible[role]]
    # A data set of cases is the documented shape of gold, a bare list of calls may be anything.
    default: Role = "gold" if gold > 1 or not family else "trace"
    return roles, votes[0] if votes else default


def _gold_strength(documents: Documents) -> int:
    """Strength of the strongest claim of a gold format; 0 when none claims the documents."""
    return max((claim.strength for kind in GOLD_FORMATS if (claim := kind.claim(documents)) is not None), default=0)


PLAIN_TRACE: Final = "custom"
"""The trace format that looks like gold: lists of calls."""


def _are_rules(documents: Documents) -> bool:
    if documents.layout != "json" or len(documents.items) != 1:
        return False
    value = documents.items[0].value
    return isinstance(value, list) and all(
        isinstance(rule, dict)
        and is_tool_of_rule(rule.get("tool"))
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
RULE_KEYS: Final = frozenset({"reason", "only_after", "max_calls", "severity"})

LOOKED_AT: Final = 1000
"""Records in which signs are looked for."""


def _signs(documents: Documents) -> tuple[list[Role], list[Role]]:
    """Roles that show in the keys of the records, the surest first, and those that count less than the file's name."""
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
    if seen & GOLD_KEYS:
        found.append("gold")
    return found, ["gold"] if matchers else []


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

"""Held files -> what a page may show of them: what was recognised, what was read, what was left out and where."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pages._ui.store import BOTH, HeldFile, Use
from toolscore_core.credentials.masking import MaskedText, Masker
from toolscore_core.errors import Location, Problem, Skipped
from toolscore_core.intake import Intake, Role

Outcome = Literal["waiting", "all", "skipped", "problem"]


@dataclass(frozen=True, slots=True)
class FileView:
    """One dropped file as it may be shown.

    Attributes:
        id: Its id in the workspace.
        name: File name, with its folder when a folder was picked.
        recognised: The format, for people; "" when it was not recognised.
        why: What was seen that made it so.
        role: What it is used as; None when it is not used.
        roles: What it could be used as.
        run: Run label of a trace file; None in the other roles.
        traces: Traces, or the cases of a file that is gold alone; None for rules and for files that were not read.
        calls: Their tool calls; None likewise.
        rules: Forbidden-call rules; None in the other roles.
        outcome: How the reading went, at its worst.
        summary: The same in words: "all", "3 skipped: no tool name", or the first problem with its place.
        details: Every problem and everything skipped, with places.
    """

    id: str
    name: MaskedText
    recognised: str
    why: MaskedText
    role: Use | None
    roles: tuple[Use, ...]
    run: MaskedText | None
    traces: int | None
    calls: int | None
    rules: int | None
    outcome: Outcome
    summary: MaskedText
    details: tuple[MaskedText, ...]


def file_view(held: HeldFile, run: MaskedText | None, masker: Masker) -> FileView:
    """What may be shown of a file; `run` is its label where it is a trace file."""
    intake = held.intake
    role = held.used_as if intake is not None and intake.error is None else None
    recognised, why = _recognised(intake)
    traces, calls, rules = _counts(intake, role)
    outcome, summary, details = _reading(held)
    return FileView(
        id=held.id,
        name=masker.text(held.name),
        recognised=recognised,
        why=masker.text(why),
        role=role,
        roles=_uses(intake.roles) if intake is not None else (),
        run=run if role in ("trace", BOTH) else None,
        traces=traces,
        calls=calls,
        rules=rules,
        outcome=outcome,
        summary=masker.text(summary),
        details=tuple(masker.text(detail) for detail in details),
    )


def _uses(roles: Sequence[Role]) -> tuple[Use, ...]:
    return (*roles, BOTH) if {"gold", "trace"} <= set(roles) else tuple(roles)


def _recognised(intake: Intake | None) -> tuple[str, str]:
    if intake is None:
        return "", ""
    found = intake.traces or intake.gold
    if found is not None:
        return found.title, found.why
    return ("Forbidden-call rules", "") if intake.rules is not None else ("", "")


def _counts(intake: Intake | None, role: Use | None) -> tuple[int | None, int | None, int | None]:
    """Traces or cases, calls, rules; each None where the file has none, and all for a file that is not used."""
    if intake is None or role is None:
        return None, None, None
    if intake.traces is not None:
        return len(intake.traces.traces), sum(len(trace.calls) for trace in intake.traces.traces), None
    if intake.gold is not None:
        return len(intake.gold.cases), sum(len(case.calls) for case in intake.gold.cases), None
    return None, None, None if intake.rules is None else len(intake.rules)


def _reading(held: HeldFile) -> tuple[Outcome, str, list[str]]:
    intake = held.intake
    if intake is None:
        return "waiting", "not read yet", []
    if held.refused:
        return "problem", held.refused, [held.refused]
    if intake.error is not None:
        text = _located(intake.error.message, intake.error.location)
        return "problem", text, [text]
    problems, skipped = _troubles(intake)
    details = [_located(problem.message, problem.location) for problem in problems]
    details += [f"{left.count} skipped: {_located(left.reason, left.first)}" for left in skipped]
    if problems:
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        return "problem", details[0] + more, details
    if skipped:
        return "skipped", "; ".join(f"{left.count} skipped: {left.reason}" for left in skipped), details
    return "all", "all", []


def _troubles(intake: Intake) -> tuple[Sequence[Problem], Sequence[Skipped]]:
    """Problems and skipped records; what both readings of a file that is gold and trace complain of is said once."""
    readings = [found for found in (intake.traces, intake.gold) if found is not None]
    problems = dict.fromkeys(problem for found in readings for problem in found.problems)
    skipped = dict.fromkeys(left for found in readings for left in found.skipped)
    return [*problems, *intake.rules_problems], list(skipped)


def _located(message: str, location: Location | None) -> str:
    """A message after its place inside the file, whose name stands beside it already."""
    if location is None:
        return message
    parts = []
    if location.line is not None:
        parts.append(f"line {location.line}")
    elif location.index is not None:
        parts.append(f"record {location.index + 1}")
    if location.path:
        parts.append(location.path)
    return f"{' · '.join(parts)}: {message}" if parts else message

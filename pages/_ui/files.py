"""Held files -> what a page may show of them: what was recognised, what was read, what was left out and where."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from pages._ui.reading import is_unknown
from pages._ui.store import BOTH, HeldFile, Use
from pages._ui.stored import StoredFile
from toolscore_core.credentials.masking import MaskedText, Masker
from toolscore_core.errors import Location, Problem
from toolscore_core.intake import Intake, Role
from toolscore_core.masked.loading import MaskedReport, mask_report
from toolscore_core.report.loading import located

Outcome = Literal["waiting", "all", "skipped", "problem"]

_NO_FORMAT: Final = "unknown: map its fields"


@dataclass(frozen=True, slots=True)
class FileView:
    """One dropped file as it may be shown.

    Attributes:
        id: Its id in the workspace.
        name: File name, with its folder when a folder was picked.
        recognised: The format, for people; "" when it was not recognised.
        role: What it is used as; None when it is not used.
        roles: What it could be used as.
        run: Run label of a trace file; None in the other roles.
        traces: Traces, also those of a report, or the cases of a file that is gold alone; None for rules and for files
            that were not read.
        calls: Their tool calls; None likewise.
        rules: Forbidden-call rules; None in the other roles.
        outcome: How the reading went, at its worst.
        summary: The same in words: "all", "3 skipped: no tool name", or the first problem with its place.
        report: How it was read, in full; None until it was.
        format: Key of the trace format that was chosen by hand; AUTO when it is recognised by what stands in it.
        mapped: Whether a mapping made by hand or a dropped one reads it; "" when its format does.
        unknown: Whether it could be decoded and no format claims it, so that a mapping may help.
        archive: Whether it is an archive, whose parts are files of their own.
        inside: Id of the archive that it is a part of; "" for a file that was dropped itself.
        together: How many files were read together as this one; 1 for a file that was read by itself.
        joined: Name of the file together with which it was read; "" for any other.
    """

    id: str
    name: MaskedText
    recognised: str
    role: Use | None
    roles: tuple[Use, ...]
    run: MaskedText | None
    traces: int | None
    calls: int | None
    rules: int | None
    outcome: Outcome
    summary: MaskedText
    report: MaskedReport | None
    format: str
    mapped: Literal["", "hand", "dropped"]
    unknown: bool
    archive: bool
    inside: str
    together: int
    joined: MaskedText


def file_view(
    held: HeldFile, run: MaskedText | None, masker: Masker, lead: str = "", stored: StoredFile | None = None
) -> FileView:
    """What may be shown of a file.

    Args:
        held: The file.
        run: Its label where it is a trace file.
        masker: That of the workspace.
        lead: Name of the file together with which it was read; "" for any other.
        stored: What it holds where it is a report that was read; None otherwise.
    """
    intake = held.intake
    role = held.used_as if intake is not None and intake.error is None else None
    report = _report(held, intake, stored, masker)
    outcome, summary = _reading(report, lead, stored)
    unknown = held.mapping is None and is_unknown(held)
    return FileView(
        id=held.id,
        name=masker.text(held.name),
        recognised=_recognised(intake, report),
        role=role,
        roles=_uses(intake.roles) if intake is not None else (),
        run=run if role in ("trace", BOTH) else None,
        traces=None if report is None or role is None else _first(report.traces, report.cases, _entries(stored)),
        calls=None if report is None or role is None else _first(report.calls, _calls(stored)),
        rules=len(intake.rules) if intake is not None and role is not None and intake.rules is not None else None,
        outcome=outcome,
        summary=masker.text(_NO_FORMAT if unknown else summary),
        report=report,
        format=held.format,
        mapped="hand" if held.mapping is not None else "dropped" if held.fitted is not None else "",
        unknown=unknown,
        archive=held.opened is not None,
        inside=held.inside,
        together=held.together,
        joined=masker.text(lead),
    )


def _entries(stored: StoredFile | None) -> int | None:
    return None if stored is None else sum(entry.trace is not None for entry in stored.entries)


def _calls(stored: StoredFile | None) -> int | None:
    return (
        None if stored is None else sum(len(entry.trace.calls) for entry in stored.entries if entry.trace is not None)
    )


def _report(held: HeldFile, intake: Intake | None, stored: StoredFile | None, masker: Masker) -> MaskedReport | None:
    if held.opened is not None:
        return mask_report(None, None, held.opened.problems, masker, held.opened.skipped)
    if intake is None:
        return None
    others = [Problem(held.refused, Location())] if held.refused else []
    if intake.error is not None:
        others.append(Problem(intake.error.message, intake.error.location or Location()))
    others += [*intake.rules_problems, *(stored.report.problems if stored is not None else ())]
    return mask_report(intake.traces, intake.gold, others, masker, intake.left_out)


def _uses(roles: Sequence[Role]) -> tuple[Use, ...]:
    return (*roles, BOTH) if {"gold", "trace"} <= set(roles) else tuple(roles)


def _recognised(intake: Intake | None, report: MaskedReport | None) -> str:
    if intake is None or report is None:
        return "Archive" if report is not None else ""
    if intake.mapping is not None:
        return "Field mapping"
    if intake.report is not None:
        return "Toolscore report"
    return report.title or ("Forbidden-call rules" if intake.rules is not None else "")


def _first(*counts: int | None) -> int | None:
    return next((count for count in counts if count is not None), None)


def _reading(report: MaskedReport | None, lead: str, stored: StoredFile | None) -> tuple[Outcome, str]:
    if report is None:
        return "waiting", "not read yet"
    if lead:
        return "all", f"with {lead}"
    if report.problems:
        first, more = report.problems[0], report.problem_count - 1
        return "problem", located(first.message, first.location) + (f" (and {more:,} more)" if more else "")
    if report.skipped:
        return "skipped", "; ".join(f"{left.count:,} skipped: {left.reason}" for left in report.skipped)
    if stored is not None:
        return "all", f"read only, of {stored.date}" if stored.date else "read only"
    return "all", "all"

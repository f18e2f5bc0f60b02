"""Load reports -> the short texts by which pages show them."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from toolscore_core.credentials.masking import MaskedText
from toolscore_core.errors import Location, Skipped
from toolscore_core.masked.loading import MaskedReport
from toolscore_core.masked.mapping_preview import MaskedPreview
from toolscore_core.report.records import Source
from toolscore_core.report.words import arguments_text, count_text, plain, seconds_text, value_text

_KNOWN: Final = " Known: "
"""What stands before the formats in the message about a file of no known format."""


def place_text(location: Location | None, *, file: bool = False) -> str:
    """A place inside a file: `line 12 · $.messages[3]`; "" when no place is known.

    Args:
        location: The place.
        file: Whether to name the file, by its own name without folders; otherwise it stands beside the place already.
    """
    if location is None:
        return ""
    parts = [plain(location.source.rpartition("/")[2])] if file and location.source else []
    if location.line is not None:
        parts.append(f"line {location.line:,}")
    elif location.index is not None:
        parts.append(f"record {location.index + 1:,}")
    if location.path not in ("", "$"):
        parts.append(plain(location.path))
    return " · ".join(parts)


def located(message: str, location: Location | None) -> str:
    """A message after its place inside the file."""
    place = place_text(location)
    return f"{place}: {message}" if place else message


def facts(report: MaskedReport) -> list[str]:
    """What a file held, in counts: `12 traces`, `61 calls`, `58 results joined`, `3 records skipped`, `1 problem`."""
    found = []
    if report.cases is not None:
        found.append(count_text(report.cases, "gold case"))
    if report.traces is not None:
        found.append(count_text(report.traces, "trace"))
    if report.calls is not None:
        found.append(count_text(report.calls, "call" if report.traces is not None else "expected call"))
    if report.results is not None:
        found.append(f"{count_text(report.results, 'result')} joined")
    skipped = sum(left.count for left in report.skipped)
    found.append(f"{count_text(skipped, 'record')} skipped" if skipped else "nothing skipped")
    found.append(count_text(report.problem_count, "problem") if report.problem_count else "no problem")
    return found


def source_of(name: MaskedText, role: str, title: str, report: MaskedReport | None) -> Source:
    """A file of a workspace as reports name it.

    Args:
        name: Its name.
        role: What it is used as; "" for nothing.
        title: What it was recognised as, for people; "" when it was not.
        report: How it was read; None when it was not.
    """
    if report is None:
        return Source(name, role, title, "")
    problems = [located(plain(problem.message), problem.location) for problem in report.problems]
    return Source(
        name,
        role,
        title,
        ", ".join(facts(report)),
        tuple(map(MaskedText, problems)),
        tuple(MaskedText(str(left)) for left in report.skipped),
    )


def unknown_text(report: MaskedReport) -> str:
    """Why no format was recognised: what was seen, without the long list of what is known."""
    message = report.problems[0].message if report.problems else "no known trace format"
    return sentence(message.partition(_KNOWN)[0])


def next_step(message: str) -> str:
    """A message for the terminal: where no format was recognised, commands that help stand for the list of formats."""
    seen, unknown, _ = message.partition(_KNOWN)
    if not unknown:
        return message
    return f"{seen} `toolscore mapping FILE` proposes a field mapping, `toolscore formats` lists the known formats"


def moment_text(seconds: float | None) -> str:
    """A moment in UTC, `2026-03-01 09:30:00`; "" for None and for what is no moment that a calendar knows."""
    if seconds is None:
        return ""
    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S")
    except (OverflowError, OSError, ValueError):
        return ""


def sentence(text: str) -> str:
    """A message of ours as a sentence: with a capital letter and a full stop."""
    shown = plain(text).removesuffix(".")
    return f"{shown[:1].upper()}{shown[1:]}." if shown else ""


def preview_facts(preview: MaskedPreview) -> str:
    """What a mapping makes of a file, in counts, and what it leaves out."""
    read = f"{count_text(preview.calls, 'call')} in {count_text(preview.traces, 'trace')}"
    parts = [count_text(preview.records, "record"), read, f"{preview.results:,} with a result"]
    parts += [f"{left.count:,} skipped: {plain(left.reason)}{_first_at(left)}" for left in preview.skipped]
    if preview.problems:
        first = preview.problems[0]
        parts.append(
            f"{count_text(len(preview.problems), 'problem')}, first {located(plain(first.message), first.location)}"
        )
    return " · ".join(parts)


def _first_at(left: Skipped) -> str:
    place = place_text(left.first)
    return f" (first: {place})" if place else ""


@dataclass(frozen=True, slots=True)
class PreviewLine:
    """One call of a preview in texts; "" where the file says nothing."""

    trace: str
    tool: str
    arguments: str
    result: str
    error: str
    started: str
    duration: str


def preview_lines(preview: MaskedPreview) -> list[PreviewLine]:
    """The first calls of a preview as they are shown in a table."""
    return [
        PreviewLine(
            trace=plain(found.trace_id) or str(found.trace),
            tool=plain(found.call.tool),
            arguments=arguments_text(found.call.args or {}),
            result="" if found.call.result is None else value_text(found.call.result),
            error="" if not found.call.is_error else plain(found.call.error or "") or "failed",
            started=moment_text(found.call.started),
            duration="" if found.call.duration is None else seconds_text(found.call.duration),
        )
        for found in preview.first
    ]

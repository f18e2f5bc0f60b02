"""What was read of one trace file, or of all files of an archive or folder."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from toolscore_core.calls import Trace
from toolscore_core.errors import Problem, Skipped
from toolscore_core.reading import ReadReport

SEVERAL = "several"
"""Format of an archive or folder whose files are of different formats."""


@dataclass(slots=True)
class TraceFile:
    """What one trace file holds.

    Attributes:
        name: File name for messages.
        traces: Its conversations, in order.
        format: Key of the format it was read as; "several" for an archive or folder of different ones, "" for a part
            that could not be read.
        title: That format's name for people.
        why: What showed the format, in words; "" when the caller named it.
        candidates: The other formats that claimed the file, as (key, what was seen).
        problems: What was wrong in the file.
        skipped: What was read and left out.
        parts: Of an archive or folder, one for each file, or for files that were read together; their traces, problems
            and skipped records stand in the whole, too. [] for a plain file.
    """

    name: str
    traces: list[Trace] = field(default_factory=list)
    format: str = ""
    title: str = ""
    why: str = ""
    candidates: list[tuple[str, str]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    parts: list["TraceFile"] = field(default_factory=list)

    @property
    def calls(self) -> int:
        """Recorded calls in all traces."""
        return sum(len(trace.calls) for trace in self.traces)

    @property
    def results(self) -> int:
        """Calls that have a result or an error. A result that is null in the file counts as none."""
        return sum(call.result is not None or call.is_error for trace in self.traces for call in trace.calls)

    @property
    def plain_files(self) -> list["TraceFile"]:
        """The parts that could be read, or the file itself when it has no parts."""
        return [part for part in self.parts if part.format] if self.parts else [self]


def combined(name: str, parts: Sequence[TraceFile], reports: Sequence[ReadReport]) -> TraceFile:
    """The parts of an archive or folder as one.

    Args:
        name: Name of the archive or folder.
        parts: What was read of its files.
        reports: What was wrong or left out beside them.
    """
    everything = ReadReport()
    for report in reports:
        everything.take_over(report)
    for part in parts:
        everything.take_over(ReadReport.of(part.problems, part.skipped))
    read = [part for part in parts if part.format]
    formats = {part.format: part.title for part in read}
    whole = TraceFile(name, [trace for part in read for trace in part.traces], parts=list(parts))
    if len(formats) == 1:
        ((whole.format, whole.title),) = formats.items()
        whole.why = read[0].why
    else:
        whole.format, whole.title = SEVERAL, ", ".join(formats.values())
    if len(read) == 1:
        whole.candidates = read[0].candidates
    whole.problems, whole.skipped = everything.problems, everything.skipped
    return whole

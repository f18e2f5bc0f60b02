"""A file and a field mapping -> how its first calls would be read, and what would be left out, as it may be shown."""

from dataclasses import dataclass
from itertools import islice

from toolscore_core.credentials.masking import MaskedCall, MaskedText, Masker
from toolscore_core.errors import Problem, Skipped
from toolscore_core.mapping import FieldMapping, read_mapped
from toolscore_core.mapping.walking import records_at
from toolscore_core.reading import Documents, ReadReport


@dataclass(frozen=True, slots=True)
class PreviewedCall:
    """One call as it would be read: 1-based number of its trace, that trace's id ("" without one), and the call."""

    trace: int
    trace_id: MaskedText
    call: MaskedCall


@dataclass(frozen=True, slots=True)
class MaskedPreview:
    """What a mapping makes of a file. Every text is masked.

    Attributes:
        records: Records that stand where the mapping looks.
        traces, calls: What they would become.
        results: Calls with a result or a failure.
        first: The first calls.
        skipped: Records that would be left out, by reason, with the first place.
        problems: What is wrong in the records.
    """

    records: int
    traces: int
    calls: int
    results: int
    first: tuple[PreviewedCall, ...]
    skipped: tuple[Skipped, ...]
    problems: tuple[Problem, ...]


def preview_mapping(documents: Documents, mapping: FieldMapping, masker: Masker, *, most: int = 20) -> MaskedPreview:
    """Read a file by a mapping and show its first calls.

    Args:
        documents: The whole file.
        mapping: How to read it.
        masker: That of the workspace.
        most: How many calls are shown.
    """
    report = ReadReport()
    traces = list(read_mapped(documents, mapping, report))
    calls = [call for trace in traces for call in trace.calls]
    placed = ((number, trace, call) for number, trace in enumerate(traces, start=1) for call in trace.calls)
    return MaskedPreview(
        records=sum(1 for _ in records_at(documents, mapping.records)),
        traces=sum(bool(trace.calls) for trace in traces),
        calls=len(calls),
        results=sum(call.result is not None or call.is_error for call in calls),
        first=tuple(
            PreviewedCall(number, masker.text(trace.id), masker.call(call))
            for number, trace, call in islice(placed, most)
        ),
        skipped=tuple(
            Skipped(masker.text(left.reason), left.count, masker.location(left.first)) for left in report.skipped
        ),
        problems=tuple(masker.problem(problem) for problem in report.problems),
    )

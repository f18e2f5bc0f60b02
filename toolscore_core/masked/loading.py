"""What reading a file gave -> the load report that may be shown of it: counts, other candidates, what went wrong where."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from toolscore_core.calls import Trace
from toolscore_core.credentials.masking import MaskedText, Masker
from toolscore_core.errors import Location, Problem, Skipped
from toolscore_core.formats import FORMATS
from toolscore_core.gold import GoldFile
from toolscore_core.loading.tracefile import TraceFile

MOST_PROBLEMS: Final = 200


@dataclass(frozen=True, slots=True)
class MaskedReport:
    """How the reading of one file went. Every text is masked.

    Attributes:
        title: Name of the format for people; "" when the file is neither gold nor trace, or could not be read.
        why: What showed the format; "" when a person chose it.
        candidates: The other formats that could have been meant, as (title, what was seen).
        traces: Traces; None for a file that is no trace.
        cases: Gold cases; None for a file that is no gold.
        calls: Recorded calls, or the expected ones of a file that is gold alone; None for neither.
        results: Results that were joined to their calls; None for a file that is no trace.
        skipped: What was read and left out, by reason, with the first place.
        problems: What is wrong in it, with the place; the first `MOST_PROBLEMS`.
        problem_count: How many problems there are.
        by_trace: How many of the problems stand in each trace, in the order of the traces.
    """

    title: str
    why: MaskedText
    candidates: tuple[tuple[str, MaskedText], ...]
    traces: int | None
    cases: int | None
    calls: int | None
    results: int | None
    skipped: tuple[Skipped, ...]
    problems: tuple[Problem, ...]
    problem_count: int
    by_trace: tuple[int, ...]


def mask_report(
    traces: TraceFile | None,
    gold: GoldFile | None,
    others: Iterable[Problem],
    masker: Masker,
    left_out: Iterable[Skipped] = (),
) -> MaskedReport:
    """The report of a file that was read as traces, as gold, as both, or as neither.

    Args:
        traces: What it holds as a trace file; None when it is none.
        gold: What it holds as a gold file; None when it is none.
        others: Problems that neither of them knows.
        masker: That of the workspace.
        left_out: Records or files that neither of them knows.
    """
    readings = [found for found in (traces, gold) if found is not None]
    problems = list(dict.fromkeys(problem for found in readings for problem in found.problems))
    problems += others
    skipped = dict.fromkeys([*(left for found in readings for left in found.skipped), *left_out])
    calls = None if traces is None else traces.calls
    if calls is None and gold is not None:
        calls = sum(len(case.calls) for case in gold.cases)
    return MaskedReport(
        title=readings[0].title if readings else "",
        why=masker.text(readings[0].why if readings else ""),
        candidates=() if traces is None else _candidates(traces, masker),
        traces=None if traces is None else len(traces.traces),
        cases=None if gold is None else len(gold.cases),
        calls=calls,
        results=None if traces is None else traces.results,
        skipped=tuple(Skipped(masker.text(left.reason), left.count, masker.location(left.first)) for left in skipped),
        problems=tuple(masker.problem(problem) for problem in problems[:MOST_PROBLEMS]),
        problem_count=len(problems),
        by_trace=() if traces is None else tuple(problems_by_trace(traces.traces, traces.problems)),
    )


def _candidates(file: TraceFile, masker: Masker) -> tuple[tuple[str, MaskedText], ...]:
    titles = {known.key: known.title for known in FORMATS}
    return tuple((titles.get(key, key), masker.text(seen)) for key, seen in file.candidates)


def problems_by_trace(traces: Sequence[Trace], problems: Iterable[Problem]) -> list[int]:
    """How many problems stand inside each trace; one that stands in none of them is not counted.

    A problem belongs to the trace whose place holds its own; of a file in which a trace goes over several lines, to
    the last trace that starts at or before its line.
    """
    counts = [0] * len(traces)
    by_record: dict[tuple[str, int | None, int | None], list[int]] = {}
    starts: dict[str, list[tuple[int, int]]] = {}
    for position, trace in enumerate(traces):
        place = trace.source
        by_record.setdefault(_record(place), []).append(position)
        if place.line is not None:
            starts.setdefault(place.source, []).append((place.line, position))
    for of_file in starts.values():
        of_file.sort()
    for problem in problems:
        place = problem.location
        holding = [p for p in by_record.get(_record(place), ()) if _inside(place.path, traces[p].source.path)]
        if holding:
            counts[max(holding, key=lambda position: len(traces[position].source.path))] += 1
        elif place.line is not None:
            of_file = starts.get(place.source, [])
            at = bisect_right(of_file, (place.line, len(traces)))
            if at:
                counts[of_file[at - 1][1]] += 1
    return counts


def _record(place: Location) -> tuple[str, int | None, int | None]:
    return place.source, place.line, place.index


def _inside(path: str, outer: str) -> bool:
    """True when a path leads into what another one names; "" and "$" name the whole record."""
    if outer in ("", "$"):
        return True
    return path.startswith(outer) and path[len(outer) : len(outer) + 1] in ("", ".", "[")

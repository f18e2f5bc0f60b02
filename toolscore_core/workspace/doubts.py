"""Entries of a workspace -> what a person should doubt before comparing: repeated traces, cases that were not asked alike."""

from collections.abc import Iterable, Sequence
from typing import Final, Protocol

from toolscore_core.calls import Trace
from toolscore_core.workspace.asking import asks_differ

_NAMED: Final = 3
"""Cases that a note names; the rest is counted."""


class _Entry(Protocol):
    @property
    def case_id(self) -> str: ...
    @property
    def run(self) -> str | None: ...
    @property
    def trace(self) -> Trace | None: ...


def doubts(entries: Iterable[_Entry]) -> list[str]:
    """Notes, without a word of what the traces say; one for each run, or one for all.

    Args:
        entries: Those of cases; a case of which two runs were asked different things is told, and one of which a run holds
            the same recording twice, or two trials of one number. All of them count all the same.
    """
    by_case: dict[str, dict[str, list[Trace]]] = {}
    for entry in entries:
        if entry.trace is not None and entry.run is not None:
            by_case.setdefault(entry.case_id, {}).setdefault(entry.run, []).append(entry.trace)
    twice: dict[str, list[str]] = {}
    renumbered: dict[str, list[str]] = {}
    for case_id, runs in by_case.items():
        for run, trials in runs.items():
            if _holds_twice(trials):
                twice.setdefault(run, []).append(case_id)
            if _numbers_repeat(trials):
                renumbered.setdefault(run, []).append(case_id)
    notes = [
        f"Run {run}: the same trace stands twice in {_cases(ids)}; each counts as a trial of its own."
        for run, ids in twice.items()
    ]
    notes += [
        f"Run {run}: two traces have the same trial number in {_cases(ids)}; the trials are numbered in order."
        for run, ids in renumbered.items()
    ]
    unlike = [
        case_id
        for case_id, runs in by_case.items()
        if len(runs) > 1 and asks_differ(t for ts in runs.values() for t in ts)
    ]
    if unlike:
        notes.append(
            f"The user asks different things in the traces of {_cases(unlike)}: the runs may not be comparable."
        )
    return notes


def _holds_twice(trials: Sequence[Trace]) -> bool:
    return any(_same(one, other) for at, one in enumerate(trials) for other in trials[:at])


def _same(one: Trace, other: Trace) -> bool:
    """Whether two traces record the same; where they stand, and which trial they are, may differ."""
    return (one.id, one.model, one.started, one.duration, one.calls, one.turns) == (
        other.id,
        other.model,
        other.started,
        other.duration,
        other.calls,
        other.turns,
    )


def _numbers_repeat(trials: Sequence[Trace]) -> bool:
    numbers = [trace.trial for trace in trials if trace.trial is not None]
    return len(set(numbers)) < len(numbers)


def _cases(ids: Sequence[str]) -> str:
    if len(ids) == 1:
        return f"case {ids[0]}"
    more = f" and {len(ids) - _NAMED} more" if len(ids) > _NAMED else ""
    return f"{len(ids)} cases: {', '.join(ids[:_NAMED])}{more}"

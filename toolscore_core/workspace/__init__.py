"""Cases and runs -> entries: which trace answers which case, in which run, as which trial."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final, Literal

from toolscore_core.calls import Case, Run, Trace
from toolscore_core.evaluation import DEFAULT_PASS_RULE, Evaluation, PassRule
from toolscore_core.formats import TraceFile
from toolscore_core.workspace.doubts import doubts
from toolscore_core.workspace.labels import file_stem, run_labels

MatchedBy = Literal["id", "name", "order", "hand"]

NO_CASE: Final = ""
"""What a correction says when a trace answers no case."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One case in one run: one line of the case list.

    Attributes:
        case: The gold case; None for a trace without gold.
        case_id: Its id; the name of the trace when there is no case.
        run: Label of the run; None for a case while there is no run at all.
        trial: 1-based number of the repetition; None when the case stands once in the run and its trace has no number.
        trace: The trace; None when the run has none for the case.
        matched_by: How the trace was matched; None when there is no case or no trace.
    """

    case: Case | None
    case_id: str
    run: str | None
    trial: int | None
    trace: Trace | None
    matched_by: MatchedBy | None


@dataclass(slots=True)
class Workspace:
    """Cases x runs x trials.

    Attributes:
        entries: By case, run, trial; traces without a case last.
        cases: The gold cases, their ids made unique.
        runs: The runs. One of which no trace answers any case has no entries for cases, unless that holds for all.
        unmatched: (run label, trace) of traces that answer no case although there is gold. They are entries too.
        notes: What a person should know about the matching, in words.
    """

    entries: list[Entry]
    cases: list[Case]
    runs: list[Run]
    unmatched: list[tuple[str, Trace]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def group_runs(files: Sequence[TraceFile], case_ids: Collection[str] = ()) -> list[Run]:
    """The traces of all files by run, as `labels.run_labels` guesses it from names and contents.

    Args:
        files: Trace files, in order.
        case_ids: Ids of all gold cases.
    """
    guessed = run_labels([(file.name, file.traces) for file in files], case_ids)
    runs: dict[str, list[Trace]] = {}
    for file, labels in zip(files, guessed, strict=True):
        for label, trace in zip(labels, file.traces, strict=True):
            runs.setdefault(label, []).append(trace)
    return [Run(label, traces) for label, traces in runs.items()]


def match_traces(
    cases: Sequence[Case], runs: Sequence[Run], *, corrections: Mapping[tuple[str, int], str] = MappingProxyType({})
) -> Workspace:
    """Find the case that each trace answers.

    In each run: by hand, by id (the trace names the case), by name (the trace's id or file name holds the id of the
    case), then by order where as many traces as cases of one file are left and none of them names a case that is not
    there. Where there is one case alone, every trace left that names no other case answers it, and so does a run's only
    trace. Several traces of a case in one run are its trials.

    Args:
        cases: Gold cases; ids that occur twice get "#2" and so on. Without any, every trace is an entry of its own.
        runs: The runs. One of which no trace answers any case has no entries for cases, unless that holds for all.
        corrections: (run label, position in the run) -> id of the case it answers, NO_CASE for none.
    """
    notes: list[str] = []
    cases = _with_unique_ids(cases, notes)
    known = {case.id for case in cases}
    workspace = Workspace([], cases, list(runs), notes=notes)
    matched: dict[str, dict[str, list[tuple[Trace, MatchedBy]]]] = {}
    lost: Counter[str] = Counter()
    for run in runs:
        by_hand = {at: case for (label, at), case in corrections.items() if label == run.label}
        found = _match_run(cases, known, run, by_hand, notes) if cases else {}
        matched[run.label] = _by_case(run, found)
        if cases:
            left = [i for i in range(len(run.traces)) if i not in found]
            workspace.unmatched += [(run.label, run.traces[i]) for i in left]
            lost[run.label] = sum(by_hand.get(i) != NO_CASE for i in left)
    answering = [run for run in runs if matched[run.label]]
    for case in cases:
        for run in answering:
            workspace.entries += _entries(case, run.label, matched[run.label].get(case.id, []))
        if not answering:
            workspace.entries += _entries(case, None, [])
    notes += _unmatched_notes(+lost, {run.label for run in answering})
    notes += doubts(workspace.entries)
    caseless = workspace.unmatched if cases else [(run.label, trace) for run in runs for trace in run.traces]
    workspace.entries += _caseless(caseless, known)
    return workspace


def _with_unique_ids(cases: Sequence[Case], notes: list[str]) -> list[Case]:
    seen: Counter[str] = Counter()
    taken = {case.id for case in cases}
    unique = []
    for case in cases:
        seen[case.id] += 1
        if seen[case.id] > 1:
            number = next(n for n in range(seen[case.id], len(cases) + 2) if f"{case.id}#{n}" not in taken)
            case = replace(case, id=f"{case.id}#{number}")
            taken.add(case.id)
            notes.append("Two gold cases have the same id; the later one has a number added to its id.")
        unique.append(case)
    return unique


Matches = dict[int, tuple[str, MatchedBy]]
"""Position of a trace in its run -> id of its case, and how it was found."""


def _match_run(
    cases: Sequence[Case], known: set[str], run: Run, by_hand: Mapping[int, str], notes: list[str]
) -> Matches:
    found: Matches = {}
    for at, case_id in by_hand.items():
        if case_id in known and at < len(run.traces):
            found[at] = case_id, "hand"
        elif case_id != NO_CASE:
            notes.append(f"Run {run.label}: a trace was assigned to a case that is not there.")
    left = [i for i in range(len(run.traces)) if i not in found and by_hand.get(i) != NO_CASE]
    ways: tuple[tuple[MatchedBy, Callable[[Trace], str | None]], ...] = (
        ("id", _by_id(known)),
        ("name", _by_name(known)),
    )
    for how, find in ways:
        found.update((i, (named, how)) for i in left if (named := find(run.traces[i])) is not None)
        left = [i for i in left if i not in found]
    _match_by_order(cases, run, left, found)
    return found


def _by_id(known: set[str]) -> Callable[[Trace], str | None]:
    def find(trace: Trace) -> str | None:
        return next((name for name in (trace.case_id, trace.id) if name is not None and name in known), None)

    return find


_WORD_BREAK = re.compile(r"[\W_]+")


def _words(text: str) -> list[str]:
    """Lower-case words of a name, so that `refund-1` is found in `Refund_1.gpt` and not in `refund-12`."""
    return _WORD_BREAK.sub(" ", text.casefold()).split()


def _by_name(known: set[str]) -> Callable[[Trace], str | None]:
    cases: dict[tuple[str, ...], list[str]] = {}
    for case_id in known:
        cases.setdefault(tuple(_words(case_id)), []).append(case_id)
    longest = max(map(len, cases), default=0)

    def find(trace: Trace) -> str | None:
        if trace.case_id is not None:  # it names its case: the whole of it, spelled another way, and no part of it
            same = cases.get(tuple(_words(trace.case_id)), ())
            return same[0] if len(same) == 1 else None
        for words in map(_words, (trace.id, file_stem(trace.source.source))):
            for length in range(min(longest, len(words)), 0, -1):
                held = {
                    case_id
                    for start in range(len(words) - length + 1)
                    for case_id in cases.get(tuple(words[start : start + length]), ())
                }
                if held:
                    return held.pop() if len(held) == 1 else None
        return None

    return find


def _match_by_order(cases: Sequence[Case], run: Run, left: list[int], found: Matches) -> None:
    if not left:
        return
    answered = {case_id for case_id, _ in found.values()}
    open_cases = [case for case in cases if case.id not in answered]
    files = {case.source.source for case in open_cases}  # the order of cases of several files means nothing
    nameless = [i for i in left if run.traces[i].case_id is None]
    if len(cases) == 1 and (nameless or len(run.traces) == 1):
        found.update((i, (cases[0].id, "order")) for i in nameless or left)
    elif len(files) == 1 and len(nameless) == len(left) == len(open_cases):
        found.update((i, (case.id, "order")) for i, case in zip(left, open_cases, strict=True))


def _unmatched_notes(lost: Mapping[str, int], answering: Collection[str]) -> list[str]:
    """Of which runs some traces answer no case, and which runs answer none at all.

    Args:
        lost: Run label -> number of traces for which no case was found.
        answering: Labels of the runs with traces that answer a case.
    """
    notes = [f"Run {label}: no case was found for {_traces(lost[label])}." for label in lost if label in answering]
    foreign = [label for label in lost if label not in answering]
    if foreign:
        runs = f"Run {foreign[0]}" if len(foreign) == 1 else f"{len(foreign)} runs, {foreign[0]} among them"
        notes.append(f"{runs}: no case was found for any of {_traces(sum(lost[label] for label in foreign))}.")
    return [f"{note} {_HOW_TO_MATCH}" for note in notes]


_HOW_TO_MATCH: Final = (
    "Choose one by hand, or let `id` or `case_id` of the trace, or the file's name, be the id of the case."
)


def _traces(count: int) -> str:
    return f"{count} trace{'' if count == 1 else 's'}"


def _by_case(run: Run, found: Matches) -> dict[str, list[tuple[Trace, MatchedBy]]]:
    grouped: dict[str, list[tuple[Trace, MatchedBy]]] = {}
    for at in sorted(found):
        case_id, how = found[at]
        grouped.setdefault(case_id, []).append((run.traces[at], how))
    return grouped


def _entries(case: Case, run: str | None, traces: Sequence[tuple[Trace, MatchedBy]]) -> list[Entry]:
    if not traces:
        return [Entry(case, case.id, run, None, None, None)]
    numbers = trial_numbers([trace for trace, _ in traces])
    entries = [Entry(case, case.id, run, n, trace, how) for n, (trace, how) in zip(numbers, traces, strict=True)]
    return sorted(entries, key=lambda entry: entry.trial or 0)


def trial_numbers(traces: Sequence[Trace]) -> list[int | None]:
    """Numbers of the trials of one case in one run: those of the traces where all have one and they differ, else 1, 2, ..."""
    recorded = [trace.trial for trace in traces]
    if len(traces) == 1:
        return list(recorded)
    if None not in recorded and len(set(recorded)) == len(recorded):
        return list(recorded)
    return list(range(1, len(traces) + 1))


def _caseless(traces: Sequence[tuple[str, Trace]], known: Collection[str]) -> list[Entry]:
    """Entries of traces that answer no case; one without any name is called after its file, by number where it holds several."""
    unnamed = Counter((run, _file_name(trace)) for run, trace in traces if not (trace.case_id or trace.id))
    seen: Counter[tuple[str, str]] = Counter()
    grouped: dict[tuple[str, str], list[Trace]] = {}
    for run, trace in traces:
        name = trace.case_id or trace.id
        if not name:
            name = _file_name(trace)
            seen[run, name] += 1
            if unnamed[run, name] > 1:
                name = f"{name} #{seen[run, name]}"
        if name in known:
            name = f"{name} (no case)"
        grouped.setdefault((name, run), []).append(trace)
    return [
        Entry(None, name, run, number, trace, None)
        for (name, run), same in grouped.items()
        for number, trace in zip(trial_numbers(same), same, strict=True)
    ]


def _file_name(trace: Trace) -> str:
    return file_stem(trace.source.source) if trace.source.source else "trace"


def severity(*, readable: bool, findings: int, passed: bool | None, score: float | None) -> tuple[int, float]:
    """Sort key of a case, worst first: no trace, then findings, then failed by the pass rule, then the rest; each by score."""
    rank = 0 if not readable else 1 if findings else 2 if passed is False else 3
    return rank, 1.0 if score is None else score


def worst_first(
    pairs: Iterable[tuple[Entry, Evaluation | None]], rule: PassRule = DEFAULT_PASS_RULE
) -> list[tuple[Entry, Evaluation | None]]:
    """Entries with their evaluations, worst first (see `severity`); equals stay in their order.

    Args:
        pairs: The evaluation is None for an entry without a trace.
        rule: When a case passes.
    """

    def key(pair: tuple[Entry, Evaluation | None]) -> tuple[int, float]:
        evaluation = pair[1]
        if evaluation is None:
            return severity(readable=False, findings=0, passed=None, score=None)
        findings = evaluation.secret_count + (evaluation.policy_violations or 0)
        passed, _ = rule.verdict(evaluation)
        return severity(readable=True, findings=findings, passed=passed, score=evaluation.score)

    return sorted(pairs, key=key)

"""Paths on the command line -> gold cases, runs and rules, with everything that was wrong or left out on the way."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import Any, TypeVar

from toolscore_core.calls import Case
from toolscore_core.cli.safety import CommandFailed, safe_line
from toolscore_core.credentials.masking import Masker
from toolscore_core.errors import InputError, Location
from toolscore_core.formats import TraceFile, read_traces
from toolscore_core.gold import read_gold
from toolscore_core.report.records import Source
from toolscore_core.report.words import count_text
from toolscore_core.rules import load_forbidden_rules, rule_problems

_Read = TypeVar("_Read")


@dataclass(slots=True)
class Inputs:
    """What the command line named.

    Attributes:
        cases: Gold cases.
        files: Trace files that could be read.
        rules: Forbidden-call rules; None when none were given.
        sources: Each file for the report, masked.
        unreadable: Which files could not be read, or not in whole where that is the gold, and why; masked.
    """

    cases: list[Case]
    rules: list[dict[str, Any]] | None
    files: list[TraceFile] = field(default_factory=list)
    sources: list[Source] = field(default_factory=list)
    unreadable: list[str] = field(default_factory=list)


def read_inputs(gold: str, traces: Sequence[str], rules: str | None, format: str, masker: Masker) -> Inputs:
    """Read everything.

    Args:
        gold: Path of the gold file.
        traces: Paths of trace files.
        rules: Path of the forbidden-call rules; None for none.
        format: Key of a trace format, or "auto".
        masker: The report's masker.

    Raises:
        CommandFailed: The gold file, the rules or every trace file cannot be read.
    """
    forbidden = None if rules is None else _or_fail(lambda: load_forbidden_rules(rules), rules, masker)
    gold_file = _or_fail(lambda: read_gold(gold, name=gold), gold, masker)
    inputs = Inputs(gold_file.cases, forbidden)
    calls = sum(len(case.calls) for case in gold_file.cases)
    inputs.sources.append(
        Source(
            masker.text(gold),
            "gold",
            gold_file.title,
            f"{count_text(len(gold_file.cases), 'case')}, {count_text(calls, 'call')}",
            tuple(masker.text(str(problem)) for problem in gold_file.problems),
            tuple(masker.text(str(skipped)) for skipped in gold_file.skipped),
        )
    )
    if gold_file.problems:
        count = count_text(len(gold_file.problems), "problem")
        inputs.unreadable.append(masker.text(f"the gold file has {count}, first {gold_file.problems[0]}"))
    names = short_names(traces)
    for path in traces:
        _add_trace_file(inputs, path, names[path], format, masker)
    if rules is not None and forbidden is not None:
        problems = tuple(masker.text(str(problem)) for problem in rule_problems(forbidden))
        contents = count_text(len(forbidden), "rule")
        inputs.sources.append(Source(masker.text(rules), "rules", "Forbidden-call rules", contents, problems))
    if not inputs.files:
        raise CommandFailed("; ".join(inputs.unreadable))
    return inputs


def short_names(paths: Sequence[str]) -> dict[str, str]:
    """Path -> the name by which a file is known: its last part, or the whole path where that part stands twice."""
    last = {path: PurePath(path).name for path in paths}
    often = Counter(last.values())
    return {path: name if often[name] == 1 else str(PurePath(path)) for path, name in last.items()}


def _or_fail(read: Callable[[], _Read], path: str, masker: Masker) -> _Read:
    try:
        return read()
    except (InputError, TypeError, OSError) as error:
        raise CommandFailed(_why(error, path, masker)) from None


def _why(error: Exception, path: str, masker: Masker) -> str:
    """One masked line that names the file and what is wrong in it."""
    if isinstance(error, OSError):
        return safe_line(f"cannot read {path}: {error.strerror or type(error).__name__}", masker)
    if isinstance(error, InputError):
        return safe_line(f"cannot read {replace(error.location or Location(), source=path)}: {error.message}", masker)
    return safe_line(f"cannot read {path}: {error}", masker)


def _add_trace_file(inputs: Inputs, path: str, name: str, format: str, masker: Masker) -> None:
    try:
        file = read_traces(path, format=format, name=name)
    except (InputError, OSError) as error:
        reason = _why(error, path, masker)
        inputs.unreadable.append(reason)
        inputs.sources.append(Source(masker.text(path), "trace", "", "", (masker.text(reason),)))
        return
    inputs.files.append(file)
    calls = sum(len(trace.calls) for trace in file.traces)
    inputs.sources.append(
        Source(
            masker.text(path),
            "trace",
            file.title,
            f"{count_text(len(file.traces), 'trace')}, {count_text(calls, 'call')}",
            tuple(masker.text(str(problem)) for problem in file.problems),
            tuple(masker.text(str(skipped)) for skipped in file.skipped),
        )
    )

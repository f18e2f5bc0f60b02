"""Paths on the command line -> gold cases, runs and rules, with everything that was wrong or left out on the way."""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path, PurePath
from typing import Any, TypeVar

from toolscore_core.calls import Case
from toolscore_core.cli.safety import CommandFailed, safe_line
from toolscore_core.credentials.masking import Masker
from toolscore_core.errors import InputError, Location
from toolscore_core.formats import TraceFile, read_traces
from toolscore_core.gold import read_gold
from toolscore_core.gold.own import FORMAT as OWN_GOLD
from toolscore_core.intake import take_in_all
from toolscore_core.mapping import FieldMapping, mapping_from_json
from toolscore_core.reading import is_container
from toolscore_core.report.loading import next_step
from toolscore_core.report.records import Source
from toolscore_core.report.words import count_text
from toolscore_core.rules import load_forbidden_rules, rule_problems
from toolscore_core.workspace.aliases import gold_tools, propose_aliases

_Read = TypeVar("_Read")


@dataclass(slots=True)
class Inputs:
    """What the command line named.

    Attributes:
        cases: Gold cases.
        files: Trace files that could be read; those of an archive or folder one by one.
        files_of: The same by the path that was given.
        rules: Forbidden-call rules; None when none were given.
        sources: Each file for the report, masked.
        unreadable: Which files could not be read, or not in whole where that is the gold, and why; masked.
    """

    cases: list[Case]
    rules: list[dict[str, Any]] | None
    files: list[TraceFile] = field(default_factory=list)
    files_of: dict[str, list[TraceFile]] = field(default_factory=dict)
    sources: list[Source] = field(default_factory=list)
    unreadable: list[str] = field(default_factory=list)


def read_inputs(
    gold: str | None,
    traces: Sequence[str],
    rules: Sequence[str],
    format: str,
    masker: Masker,
    mapping: str | None = None,
    *,
    sorted_out: bool = False,
    needs_traces: bool = True,
) -> Inputs:
    """Read everything.

    Args:
        gold: Path of the gold file; None where there is no gold.
        traces: Paths of trace files.
        rules: Paths of files of forbidden-call rules, which are numbered through; () for none.
        format: Key of a trace format, or "auto".
        masker: The report's masker.
        mapping: Path of the field mapping by which the traces are read; None to recognise their format.
        sorted_out: Whether files of archives and folders that are gold, rules or mappings are left out, although they
            could be read as traces.
        needs_traces: Whether there must be a trace file that can be read.

    Raises:
        CommandFailed: The gold file, the rules, the mapping or, where they are needed, every trace file cannot be read.
    """
    read_rules = [(path, _or_fail(partial(load_forbidden_rules, path), path, masker)) for path in rules]
    fields = None if mapping is None else _or_fail(lambda: _mapping(mapping), mapping, masker)
    inputs = Inputs([], [rule for _, found in read_rules for rule in found] if read_rules else None)
    if gold is not None:
        _add_gold_file(inputs, gold, masker)
    names = short_names(traces)
    for path in traces:
        if sorted_out and fields is None and is_container(path):
            _add_traces_among(inputs, path, names[path], format, masker)
        else:
            _add_trace_file(inputs, path, names[path], format, masker, fields)
    for path, found in read_rules:
        problems = tuple(masker.text(str(problem)) for problem in rule_problems(found, PurePath(path).name))
        contents = count_text(len(found), "rule")
        inputs.sources.append(Source(masker.text(path), "rules", "Forbidden-call rules", contents, problems))
    if mapping is not None:
        inputs.sources.append(Source(masker.text(mapping), "mapping", "Field mapping", "read every trace"))
    if needs_traces and not inputs.files:
        raise CommandFailed("; ".join(inputs.unreadable) or "no trace was found")
    return inputs


def _add_gold_file(inputs: Inputs, gold: str, masker: Masker) -> None:
    gold_file = _or_fail(lambda: read_gold(gold, name=gold), gold, masker)
    inputs.cases += gold_file.cases
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
    elif gold_file.format == OWN_GOLD.key and gold_file.skipped:  # elsewhere a row may well hold no expected calls
        inputs.unreadable.append(masker.text(f"the gold file was not read in whole: {gold_file.skipped[0]}"))


def short_names(paths: Sequence[str]) -> dict[str, str]:
    """Path -> the name by which a file is known: its last part, or the whole path where that part stands twice."""
    last = {path: PurePath(path).name for path in paths}
    often = Counter(last.values())
    return {path: name if often[name] == 1 else str(PurePath(path)) for path, name in last.items()}


def _or_fail(read: Callable[[], _Read], path: str, masker: Masker) -> _Read:
    try:
        return read()
    except (InputError, TypeError, OSError) as error:
        raise CommandFailed(why_unreadable(error, path, masker)) from None


def why_unreadable(error: Exception, path: str, masker: Masker) -> str:
    """One masked line that names the file and what is wrong in it."""
    if isinstance(error, OSError):
        return safe_line(f"cannot read {path}: {error.strerror or type(error).__name__}", masker)
    if isinstance(error, InputError):
        place = replace(error.location or Location(), source=path)
        return safe_line(f"cannot read {place}: {next_step(error.message)}", masker)
    return safe_line(f"cannot read {path}: {error}", masker)


def _mapping(path: str) -> FieldMapping:
    return mapping_from_json(Path(path).read_bytes(), PurePath(path).name)


def _add_trace_file(
    inputs: Inputs, path: str, name: str, format: str, masker: Masker, mapping: FieldMapping | None
) -> None:
    try:
        file = read_traces(path, format=format, name=name, mapping=mapping)
    except (InputError, OSError) as error:
        reason = why_unreadable(error, path, masker)
        inputs.unreadable.append(reason)
        inputs.sources.append(Source(masker.text(path), "trace", "", "", (masker.text(reason),)))
        return
    if mapping is not None and not file.calls:
        inputs.unreadable.append(safe_line(f"the field mapping finds no call in {path}", masker))
    # Each file of an archive or folder is a file of its own for runs and cases, named by its place in it.
    _keep(inputs, path, file)
    contents = _contents(file)
    if file.parts:
        contents += f" in {count_text(len(file.parts), 'file')}"
    problems = tuple(masker.text(str(problem)) for problem in file.problems)
    skipped = tuple(masker.text(str(left)) for left in file.skipped)
    inputs.sources.append(Source(masker.text(path), "trace", file.title, contents, problems, skipped))
    for part in file.parts:
        shown = masker.text(path + part.name.removeprefix(file.name))
        contents = _contents(part) if part.format else "could not be read"
        inputs.sources.append(Source(shown, "trace", part.title, contents))


def _add_traces_among(inputs: Inputs, path: str, name: str, format: str, masker: Masker) -> None:
    """The files of an archive or folder that are traces; the others are named with what they are, or with why not."""
    for intake in take_in_all(name, path, format=format):
        shown = masker.text(path + intake.name.removeprefix(name))
        if intake.traces is not None:
            _keep(inputs, path, intake.traces)
            problems = tuple(masker.text(str(problem)) for problem in intake.traces.problems)
            skipped = tuple(masker.text(str(left)) for left in (*intake.traces.skipped, *intake.left_out))
            inputs.sources.append(
                Source(shown, "trace", intake.traces.title, _contents(intake.traces), problems, skipped)
            )
        elif intake.error is not None:
            inputs.sources.append(Source(shown, "trace", "", "", (masker.text(str(intake.error)),)))
        else:
            inputs.sources.append(Source(shown, intake.role or "", "", "left out: no trace"))


def _keep(inputs: Inputs, path: str, file: TraceFile) -> None:
    inputs.files += file.plain_files
    inputs.files_of.setdefault(path, []).extend(file.plain_files)


def _contents(file: TraceFile) -> str:
    return f"{count_text(len(file.traces), 'trace')}, {count_text(file.calls, 'call')}"


def spelling_notes(inputs: Inputs) -> list[str]:
    """Recorded names that probably are another spelling of a gold tool, which an alias would say; not masked."""
    said = {name for case in inputs.cases for name in case.aliases}
    recorded = [call.tool for file in inputs.files for trace in file.traces for call in trace.calls]
    proposals = propose_aliases(gold_tools(inputs.cases), (name for name in recorded if name not in said))
    return [
        f"{alias.recorded} may be the gold's {alias.gold} ({alias.why}); then say so in the gold file: "
        f'"aliases": {json.dumps({alias.recorded: alias.gold}, ensure_ascii=False)}'
        for alias in proposals
    ]

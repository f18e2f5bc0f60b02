"""`--run NAME=PATH` -> the traces of each run, or its evaluations where PATH is a report that was stored before."""

import mmap
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

from toolscore_core.calls import Trace
from toolscore_core.cli.inputs import Inputs, why_unreadable
from toolscore_core.cli.safety import CommandFailed, safe_line
from toolscore_core.credentials.masking import MaskedText, Masker
from toolscore_core.errors import InputError
from toolscore_core.evaluation import PassRule
from toolscore_core.masked import MaskedEvaluation, entry_key
from toolscore_core.reading import ReadReport, is_container, read_documents
from toolscore_core.reading.packing import is_packed
from toolscore_core.report.records import Source
from toolscore_core.report.stored import SCHEMA_NAME, StoredReport, is_report, read_report
from toolscore_core.report.words import count_text

Paths = dict[str, list[str]]
"""Run -> its paths, in the order given."""


def _runs(_context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]) -> Paths:
    paths: Paths = {}
    for value in values:
        name, equals, path = value.partition("=")
        if not name.strip() or not equals or not path:
            raise click.BadParameter("takes NAME=PATH, for example model-b=runs/model-b.jsonl")
        if not Path(path).exists():
            raise click.BadParameter(f"there is no file or folder {safe_line(path)}")
        paths.setdefault(name.strip(), []).append(path)
    if len(paths) < 2:
        raise click.BadParameter("takes at least two runs of different names")
    return paths


run_option = click.option(
    "--run",
    "runs",
    multiple=True,
    required=True,
    callback=_runs,
    metavar="NAME=PATH",
    help="A run and a file, archive or folder of its traces, or a JSON report that holds it; repeatable, also for one name.",
)


def is_report_file(path: str) -> bool:
    """Whether a file is a JSON report, also a packed one; traces may well speak of a report without being one."""
    if not Path(path).is_file() or is_container(path):  # what is piped in can be read only once
        return False
    if not (is_packed(path) or _mentions_report(path)):
        return False
    try:
        return is_report(read_documents(path, report=ReadReport()))
    except InputError:  # whoever reads it as traces says what is wrong
        return False


def _mentions_report(path: str) -> bool:
    """Whether the name of the schema stands anywhere in a file, so that only such files are read twice."""
    with Path(path).open("rb") as file:
        if not os.fstat(file.fileno()).st_size:
            return False
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
            return content.find(f'"{SCHEMA_NAME}'.encode()) >= 0


@dataclass(frozen=True, slots=True)
class StoredRun:
    """A run that was read back from a report.

    Attributes:
        evaluations: Its entries under the run's new name; they are not scored again.
        source: The file, for reports.
        notes: What a person should know of it.
    """

    evaluations: tuple[MaskedEvaluation, ...]
    source: Source
    notes: tuple[MaskedText, ...]


def read_stored(name: str, path: str, rule: PassRule, masker: Masker) -> StoredRun:
    """The run of a report: the one of that name, or its only one; told when it was stored under another rule than `rule`.

    Raises:
        CommandFailed: The report cannot be read, or holds several runs and none of that name.
    """
    try:
        report = read_report(Path(path).read_bytes(), path, masker)
    except (InputError, OSError) as error:
        raise CommandFailed(why_unreadable(error, path, masker)) from None
    shown = masker.text(name)
    held = list(dict.fromkeys(entry.run for entry in report.evaluations if entry.run is not None))
    if shown not in held and len(held) != 1:
        among = f": {', '.join(held)}" if held else ""
        raise CommandFailed(
            safe_line(f"{path} holds {count_text(len(held), 'run')}{among}; none is called {name}", masker)
        )
    wanted = shown if shown in held else held[0]
    evaluations = tuple(_renamed(entry, name, masker) for entry in report.evaluations if entry.run == wanted)
    contents = f"{count_text(len(evaluations), 'entry', 'entries')} of {wanted}"
    problems = tuple(masker.text(str(problem)) for problem in report.problems)
    source = Source(masker.text(path), "report", "Toolscore report", contents, problems)
    return StoredRun(evaluations, source, tuple(_notes(name, path, report, rule, masker)))


def _renamed(entry: MaskedEvaluation, name: str, masker: Masker) -> MaskedEvaluation:
    key = entry_key(masker, entry.case_id, name, entry.trial, traced=entry.trace is not None)
    return replace(entry, run=masker.text(name), key=key)


def _notes(name: str, path: str, report: StoredReport, rule: PassRule, masker: Masker) -> list[MaskedText]:
    of = f" of {report.created}" if report.created else ""
    notes = [f"Run {name} is read back from {path}{of}: it was scored then, and is not scored again."]
    if report.rule is not None and report.rule != rule:
        notes.append(f"Run {name} was stored under another rule. {report.rule.words}")
    return [masker.text(note) for note in notes]


def traces_of(runs: Mapping[str, Sequence[str]], inputs: Inputs) -> dict[str, list[Trace]]:
    """The traces of each run, in the order of its paths.

    Raises:
        CommandFailed: A run without any trace.
    """
    found: dict[str, list[Trace]] = {}
    for name, paths in runs.items():
        found[name] = [trace for path in paths for file in inputs.files_of.get(path, ()) for trace in file.traces]
        if not found[name]:
            raise CommandFailed("; ".join([f"no trace was found for the run {safe_line(name)}", *inputs.unreadable]))
    return found

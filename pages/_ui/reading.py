"""The files of a workspace -> what they hold: each is read once, as what it is used as, by its format or by a mapping.

An archive gives one file for each of its parts. Files of one folder that are parts of the same traces (a session and its
sub-agents) are read together: the first of them holds what was read.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from pages._ui.jobs import Progress
from pages._ui.store import AUTO, BOTH, HeldFile, HeldWorkspace, Inputs
from toolscore_core.calls import Trace
from toolscore_core.errors import InputError, Location, UnknownFormatError
from toolscore_core.intake import Intake, parts_in, take_in_documents
from toolscore_core.mapping import FieldMapping
from toolscore_core.reading import (
    LIMITS,
    Container,
    Documents,
    Member,
    ReadReport,
    containers_of,
    is_container,
    read_documents,
)

Mappings = Sequence[tuple[str, FieldMapping]]
"""(file id, mapping) of the mapping files of a workspace, in order."""

_TRACE: Final = "trace"


def read_all(held: HeldWorkspace, max_calls: int, progress: Progress) -> Inputs:
    """Read every file that was not read yet, keeping each result in the workspace at once.

    Raises:
        Cancelled: Somebody pressed Cancel; files read so far stay read.
    """
    inputs = held.inputs
    files: list[HeldFile] = []
    folders = _folders(inputs.files)
    together: dict[str, HeldFile] = {}
    for number, file in enumerate(inputs.files):
        progress.step(number, len(inputs.files), f"Reading file {number + 1} of {len(inputs.files)}")
        if file.folder in folders:
            together |= {read.id: read for read in _read_folder(folders.pop(file.folder), progress)}
        if file.intake is not None or file.opened is not None:
            files.append(file)
        elif file.id in together:
            files.append(together[file.id])
            held.note_read(files[-1])
        elif not file.inside and is_container(file.data):
            archive, parts = _open(file, progress)
            files += [archive, *parts]
            held.note_parts(archive, parts)
        else:
            watch = partial(_say, progress, number, len(inputs.files))
            files.append(replace(file, intake=_take_in(file, inputs.files, watch)))
            held.note_read(files[-1])
    mappings = [(file.id, file.intake.mapping) for file in files if file.intake and file.intake.mapping is not None]
    calls = 0
    for number, file in enumerate(files):
        progress.step(number, len(files), f"Looking at file {number + 1} of {len(files)}")
        read = _fit(file, mappings, files)
        count = call_count(read.intake) if read.intake is not None else 0
        refused = ""
        if calls + count > max_calls:
            refused = f"left out: a workspace takes at most {max_calls} calls (TOOLSCORE_MAX_CALLS)"
        else:
            calls += count
        files[number] = replace(read, refused=refused)
        if files[number] != file:
            held.note_read(files[number])
    return replace(inputs, files=tuple(files))


def call_count(intake: Intake) -> int:
    """Expected and recorded calls of a file; rules count as none."""
    expected = sum(len(case.calls) for case in intake.gold.cases) if intake.gold is not None else 0
    return expected + sum(len(trace.calls) for trace in traces_of(intake))


def traces_of(intake: Intake | None) -> list[Trace]:
    """Traces of a file; [] for one that is no trace, or was not read."""
    return intake.traces.traces if intake is not None and intake.traces is not None else []


def is_unknown(file: HeldFile) -> bool:
    """Whether a file could be decoded and no format claims it: then a mapping may help."""
    return file.intake is not None and isinstance(file.intake.error, UnknownFormatError)


def documents_of(file: HeldFile, files: Sequence[HeldFile], report: ReadReport) -> Documents:
    """A file decoded, for reading it otherwise than it was.

    Args:
        file: A file that was dropped, or a part of an archive.
        files: All files of the workspace.
        report: Takes what was wrong.

    Raises:
        InputError: It cannot be decoded.
    """
    if not file.inside and not is_container(file.data):
        return read_documents(file.data, name=file.name, report=report)
    archive = next(held for held in files if held.id == (file.inside or file.id))
    parts = [part for container in _containers(archive) for part in parts_in(container)]
    found = next((part for part in parts if not file.inside or part.documents.source == file.name), None)
    if found is None:
        raise UnknownFormatError("the archive does not hold this file")
    report.take_over(found.report)
    return found.documents


def _say(progress: Progress, number: int, total: int, calls: int) -> None:
    progress.step(number, total, f"Reading file {number + 1} of {total}: {calls:,} calls so far")


def _take_in(file: HeldFile, files: Sequence[HeldFile], watch: Callable[[int], None] | None = None) -> Intake:
    """Read a file as what it is used as; `watch` is told how many calls were read, and may end it."""
    report = ReadReport(watch=watch)
    try:
        documents = documents_of(file, files, report)
    except InputError as error:
        return Intake(file.name, (), None if file.role == BOTH else file.role, error=error)
    return _read(file, documents, report)


def _read(file: HeldFile, documents: Documents, report: ReadReport) -> Intake:
    if file.role != BOTH:
        role = file.role if file.format == AUTO else _TRACE
        return take_in_documents(documents, report, role=role, format=file.format, mapping=file.mapping)
    intake = take_in_documents(documents, report, role=_TRACE, format=file.format, mapping=file.mapping)
    as_gold = take_in_documents(documents, ReadReport(), role="gold")
    return replace(intake, roles=as_gold.roles, gold=as_gold.gold, error=intake.error or as_gold.error)


def _fit(file: HeldFile, mappings: Mappings, files: Sequence[HeldFile]) -> HeldFile:
    """The file as the first dropped mapping that fits it reads it, where no format claims it and none was chosen."""
    if file.fitted is not None and file.fitted not in mappings:
        file = replace(file.unread(), intake=_take_in(file, files))
    if file.mapping is not None or file.format != AUTO or not is_unknown(file):
        return file
    for file_id, mapping in mappings:
        if mapping in file.unfit:
            continue
        intake = _take_in(replace(file, mapping=mapping), files)
        if intake.traces is not None and intake.traces.calls:
            return replace(file, intake=intake, fitted=(file_id, mapping))
    return replace(file, unfit=tuple(mapping for _, mapping in mappings))


# Archives


def _open(archive: HeldFile, progress: Progress) -> tuple[HeldFile, list[HeldFile]]:
    """An archive and its parts, read; one that holds a single part, or cannot be opened, is a file like any other."""
    report = ReadReport()
    try:
        containers = _containers(archive)
        parts = [part for container in containers for part in parts_in(container)]
    except InputError as error:
        return replace(archive, intake=Intake(archive.name, (), None, error=error)), []
    for container in containers:
        report.take_over(container.report)
    if not parts:
        report.problem("no file in it holds JSON", Location(archive.name))
    if len(parts) == 1 and not report.problems:
        intake = _read(archive, parts[0].documents, parts[0].report)
        intake.left_out = report.skipped
        return replace(archive, intake=intake, together=len(parts[0].members)), []
    files = []
    for number, part in enumerate(parts, start=1):
        progress.step(number - 1, len(parts), f"Reading part {number} of {len(parts)} of an archive")
        part.report.watch = partial(_say, progress, number - 1, len(parts))
        intake = take_in_documents(part.documents, part.report, claims=part.claims)
        name, together = part.documents.source, len(part.members)
        files.append(HeldFile(f"{archive.id}.{number}", name, b"", inside=archive.id, together=together, intake=intake))
    return replace(archive, opened=report), files


def _containers(archive: HeldFile) -> list[Container]:
    return containers_of(archive.data, name=archive.name, limits=LIMITS) or []


# Folders


def _folders(files: Sequence[HeldFile]) -> dict[str, list[HeldFile]]:
    """Files by folder, where several wait to be read and nobody said how."""
    found: dict[str, list[HeldFile]] = {}
    for file in files:
        waits = file.intake is None and file.opened is None and not file.is_chosen
        if file.folder and waits and not is_container(file.data):
            found.setdefault(file.folder, []).append(file)
    return {folder: inside for folder, inside in found.items() if len(inside) > 1}


def _read_folder(files: Sequence[HeldFile], progress: Progress) -> list[HeldFile]:
    """Files of one folder, read, each by itself or those together that make up the same traces."""
    container = Container(files[0].folder)
    read: dict[str, HeldFile] = {}
    for number, file in enumerate(files):
        progress.step(number, len(files), f"Decoding file {number + 1} of {len(files)} of a folder")
        report = ReadReport()
        try:
            documents = read_documents(file.data, name=file.name, report=report)
        except InputError as error:
            read[file.id] = replace(file, intake=Intake(file.name, (), None, error=error))
        else:
            container.members.append(Member(documents, report))
    by_name = {file.name: file for file in files}
    parts = parts_in(container)
    for number, part in enumerate(parts):
        progress.step(number, len(parts), f"Reading part {number + 1} of {len(parts)} of a folder")
        lead, *others = [by_name[name] for name in part.members]
        intake = take_in_documents(part.documents, part.report, claims=part.claims)
        read[lead.id] = replace(lead, intake=intake, together=len(part.members))
        for other in others:
            read[other.id] = replace(other, intake=Intake(other.name, (), None), joined=lead.id)
    return list(read.values())

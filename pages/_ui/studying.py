"""A file that no format claims, and the mapping that a person puts together for it -> what the mapping would read."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial

from pages._ui.jobs import Job, Progress
from pages._ui.reading import documents_of
from pages._ui.store import HeldFile, HeldWorkspace
from toolscore_core.credentials.masking import MaskedText, Masker
from toolscore_core.errors import InputError, MappingError
from toolscore_core.mapping import (
    PATHS,
    REST,
    FieldMapping,
    FieldPath,
    RecordPath,
    field_paths,
    mapping_to_json,
    propose_mappings,
    record_paths,
)
from toolscore_core.masked.mapping_preview import MaskedPreview, preview_mapping
from toolscore_core.reading import Documents, ReadReport
from toolscore_core.report.words import count_text

Draft = Mapping[str, str]
"""Field of a mapping -> what a person chose for it so far; conditions are written `path = text, path = text`."""

CONDITIONS = ("where", "result_where")


@dataclass(frozen=True, slots=True)
class Choice:
    """A path that can be chosen: raw, as it may be shown, and what stands there."""

    path: str = field(repr=False)
    shown: MaskedText
    kind: str


@dataclass(frozen=True, slots=True)
class Study:
    """What is known of one file, whatever mapping is put together for it."""

    file_id: str
    data: bytes = field(repr=False)
    documents: Documents = field(repr=False)
    proposals: tuple[Draft, ...] = field(repr=False)
    records: tuple[RecordPath, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Sketch:
    """A draft and what it would read.

    Attributes:
        draft: As it was chosen, raw.
        proposals: The drafts to start from, best first, raw.
        names: One short name for each proposal.
        records: Places where records stand.
        fields: Fields of the records that were chosen.
        mapping: The draft as a mapping; None while it is none.
        preview: What it reads; None without a mapping.
        written: The mapping as the text of a file; "" without one.
        error: Why it is no mapping, or why the file cannot be decoded; "" otherwise.
    """

    draft: Draft = field(repr=False)
    proposals: tuple[Draft, ...] = field(repr=False)
    names: tuple[MaskedText, ...]
    records: tuple[Choice, ...]
    fields: tuple[Choice, ...]
    mapping: FieldMapping | None = field(repr=False)
    preview: MaskedPreview | None
    written: MaskedText
    error: MaskedText


def sketch(held: HeldWorkspace, file: HeldFile) -> Sketch | Job[Sketch]:
    """What the draft for a file reads, or the job that finds it out; waited for about a second."""
    asked = (file.id, id(file.data), file.mapping, dict(held.drafts.get(file.id, {})))
    with held.lock:
        if held.sketch_job is None or held.sketched != asked:
            if held.sketch_job is not None:
                held.sketch_job.cancel()
            held.sketched = asked
            held.sketch_job = Job("Reading by the mapping", partial(_sketch, held, file, asked[-1]))
        job: Job[Sketch] = held.sketch_job
    job.wait()
    return job.result if job.result is not None else job


def draft_of(mapping: FieldMapping) -> dict[str, str]:
    """A mapping as a draft."""
    draft = {"records": mapping.records, "duration_unit": mapping.duration_unit}
    draft |= {name: path for name in PATHS if (path := getattr(mapping, name)) is not None}
    for name in CONDITIONS:
        conditions: Mapping[str, str] | None = getattr(mapping, name)
        if conditions:
            draft[name] = ", ".join(f"{path} = {text}" for path, text in conditions.items())
    return draft


def mapping_of(draft: Draft) -> FieldMapping:
    """A draft as a mapping.

    Raises:
        MappingError: It has no records or no tool name yet, or holds a path that is none.
    """
    if not draft.get("records"):
        raise MappingError("choose where the records stand")
    if not draft.get("tool"):
        raise MappingError("choose the field that holds the tool name")
    paths = {name: draft[name] for name in ("records", *PATHS) if draft.get(name)}
    conditions = {name: _conditions(draft[name]) for name in CONDITIONS if draft.get(name)}
    unit = "ms" if draft.get("duration_unit") == "ms" else "s"
    return FieldMapping(**paths, **conditions, duration_unit=unit)  # type: ignore[arg-type]


def _conditions(text: str) -> dict[str, str]:
    found = {}
    for part in text.split(","):
        path, equals, value = part.partition("=")
        if not equals or not path.strip():
            raise MappingError("a condition is written `path = text`")
        found[path.strip()] = value.strip()
    return found


def _sketch(held: HeldWorkspace, file: HeldFile, draft: Draft, progress: Progress) -> Sketch:
    with held.building:
        try:
            study = _study(held, file, progress)
        except InputError as error:
            return Sketch({}, (), (), (), (), None, None, MaskedText(""), held.masker.text(error.message))
        wanted = draft or _first_draft(file, study)
        progress.step(2, 4, "Looking for fields")
        fields = field_paths(study.documents, wanted["records"]) if wanted.get("records") else []
        mapping, unfinished = None, ""
        try:
            mapping = mapping_of(wanted)
        except MappingError as wrong:
            unfinished = wrong.message
        progress.step(3, 4, "Reading by the mapping")
        preview = preview_mapping(study.documents, mapping, held.masker) if mapping is not None else None
        return Sketch(
            draft=wanted,
            proposals=study.proposals,
            names=tuple(_name(proposal, held.masker) for proposal in study.proposals),
            records=tuple(_records(known, held.masker) for known in study.records),
            fields=tuple(_field(known, held.masker) for known in fields),
            mapping=mapping,
            preview=preview,
            written=held.masker.text(mapping_to_json(mapping)) if mapping is not None else MaskedText(""),
            error=held.masker.text(unfinished),
        )


def _study(held: HeldWorkspace, file: HeldFile, progress: Progress) -> Study:
    known: Study | None = held.study
    if known is not None and (known.file_id, known.data) == (file.id, file.data):
        return known
    progress.step(0, 4, "Reading the file")
    documents = documents_of(file, held.inputs.files, ReadReport())
    progress.step(1, 4, "Looking for records")
    proposals = tuple(draft_of(mapping) for mapping in propose_mappings(documents))
    held.study = Study(file.id, file.data, documents, proposals, tuple(record_paths(documents)))
    found: Study = held.study
    return found


def _first_draft(file: HeldFile, study: Study) -> Draft:
    """The mapping by which the file is read, else the best proposal, else where most records stand."""
    if file.read_by is not None:
        return draft_of(file.read_by)
    if study.proposals:
        return study.proposals[0]
    return {"records": study.records[0].path} if study.records else {}


def _name(proposal: Draft, masker: Masker) -> MaskedText:
    return masker.text(f"{proposal['tool']} in {proposal['records']}")


def _records(known: RecordPath, masker: Masker) -> Choice:
    return Choice(known.path, masker.text(known.path), count_text(known.count, "record"))


def _field(known: FieldPath, masker: Masker) -> Choice:
    return Choice(known.path, masker.text(known.path), known.kind)


REST_CHOICE = Choice(REST, MaskedText(REST), "every field not used elsewhere")
"""Arguments that stand beside the name, not in an object of their own."""

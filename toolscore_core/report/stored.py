"""A JSON report -> the masked evaluations that it holds, as they were stored. It may have been edited: nothing in it is trusted."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from toolscore_core.credentials.masking import MaskedText, Masker
from toolscore_core.errors import FormatError, InputError, Location, Problem
from toolscore_core.evaluation import PassRule
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.reading import Documents, ReadReport, read_documents
from toolscore_core.report.records import Source
from toolscore_core.report.stored_case import evaluation_of
from toolscore_core.report.stored_values import Stored

SCHEMA_NAME: Final = "toolscore-report/"
"""How the `schema` of a report begins; a version follows."""

VERSIONS: Final = ("1", "2")
"""Versions that can be read."""


@dataclass(frozen=True, slots=True)
class StoredReport:
    """A report that was read back.

    Attributes:
        schema: Its name and version, "toolscore-report/2".
        created: When it was written, as it says; "" when it does not.
        evaluations: Its entries, in its order, each marked `stored`.
        sources: The files that it was made from.
        rule: By which its cases passed; None when it does not say.
        problems: What could not be read; the entry around it is left out.
    """

    schema: str
    created: MaskedText
    evaluations: tuple[MaskedEvaluation, ...]
    sources: tuple[Source, ...]
    rule: PassRule | None
    problems: tuple[Problem, ...]


def is_report(documents: Documents) -> bool:
    """Whether a file says that it is a report, of whatever version."""
    if documents.layout != "json" or len(documents.items) != 1:
        return False
    return _schema(documents.items[0].value).startswith(SCHEMA_NAME)


def check_report(documents: Documents) -> None:
    """Raise a FormatError for what is no report, and for one of a version that nobody here knows."""
    if not is_report(documents):
        raise FormatError("is no report: it has no `schema` that says so", Location(documents.source))
    if _schema(documents.items[0].value).removeprefix(SCHEMA_NAME) not in VERSIONS:
        place = Location(documents.source, path="$.schema")
        raise FormatError(f"is a report of another version; known are {' and '.join(VERSIONS)}", place)


def read_report(data: bytes, name: str, masker: Masker) -> StoredReport:
    """Read a report back.

    Args:
        data: The file.
        name: Its name, for messages.
        masker: That of the workspace.

    Raises:
        InputError: It is no JSON, no report, or one of an unknown version.
    """
    read = ReadReport()
    documents = read_documents(data, name=name, report=read)
    found = report_of(documents, masker)
    return replace(found, problems=(*map(masker.problem, read.problems), *found.problems))


def report_of(documents: Documents, masker: Masker) -> StoredReport:
    """As `read_report`, for a file that is decoded already.

    Raises:
        FormatError: It is no report, or one of an unknown version.
    """
    check_report(documents)
    document = documents.items[0].value
    top = Stored(document, Location(documents.source))
    problems: list[Problem] = []
    return StoredReport(
        schema=_schema(document),
        created=masker.text(document["timestamp"]) if isinstance(document.get("timestamp"), str) else MaskedText(""),
        evaluations=tuple(_evaluations(top, masker, problems)),
        sources=tuple(_sources(top, masker, problems)),
        rule=_rule(top, problems),
        problems=tuple(problems),
    )


def _schema(value: Any) -> str:
    found = value.get("schema") if isinstance(value, dict) else None
    return found if isinstance(found, str) else ""


def _evaluations(top: Stored, masker: Masker, problems: list[Problem]) -> list[MaskedEvaluation]:
    found: dict[str, MaskedEvaluation] = {}
    for record in _records(top, "cases", problems) if top.has("cases") else [top]:
        try:
            evaluation = evaluation_of(record, masker)
        except InputError as error:
            _note(problems, masker, error)
            continue
        if evaluation.key in found:
            _note(problems, masker, FormatError("is a second entry of the same case, run and trial", record.place))
            continue
        found[evaluation.key] = evaluation
    return list(found.values())


def _records(top: Stored, name: str, problems: list[Problem]) -> Sequence[Stored]:
    """The objects of a list; what is none becomes a problem."""
    try:
        items = top.items(name)
    except FormatError as error:
        problems.append(Problem(error.message, error.location or top.place))
        return []
    records = []
    for index, item in enumerate(items):
        place = top.below(f"{name}[{index}]")
        if isinstance(item, dict):
            records.append(Stored(item, place))
        else:
            problems.append(Problem("should be an object", place))
    return records


def _sources(top: Stored, masker: Masker, problems: list[Problem]) -> list[Source]:
    found = []
    for record in _records(top, "sources", problems):
        try:
            found.append(
                Source(
                    name=masker.text(record.text("name")),
                    role=masker.text(record.text("role")),
                    format=masker.text(record.text("format", "")),
                    contents=masker.text(record.text("contents", "")),
                    problems=tuple(map(masker.text, record.texts("problems"))),
                    skipped=tuple(map(masker.text, record.texts("skipped"))),
                )
            )
        except InputError as error:
            _note(problems, masker, error)
    return found


def _rule(top: Stored, problems: list[Problem]) -> PassRule | None:
    try:
        told = top.inside("pass_rule")
        if told is None:
            return None
        return PassRule(told.share("min_score") or 0.0, told.flag("all_required"), told.flag("no_findings"))
    except FormatError as error:
        problems.append(Problem(error.message, error.location or top.place))
        return None


def _note(problems: list[Problem], masker: Masker, error: InputError) -> None:
    # A path names keys of the file, which may be anything.
    problems.append(masker.problem(Problem(f"{error.message}; this entry is left out", error.location or Location())))

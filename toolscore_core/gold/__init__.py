"""Gold files -> cases, and back."""

import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from toolscore_core.calls import Case, ToolCall
from toolscore_core.catalogue import GoldFormat
from toolscore_core.credentials.scanning import redact_text
from toolscore_core.errors import GoldError, InputError, Location, Problem, Skipped, UnknownFormatError
from toolscore_core.gold import (
    adk,
    api_bank,
    bfcl,
    expected_calls,
    nestful,
    own,
    promptfoo,
    reference_messages,
    snapshot,
    tau,
    toolbench,
    writing,
)
from toolscore_core.gold.writing import case_from_trace, gold_to_json
from toolscore_core.reading import LIMITS, Container, Documents, ReadReport, Source, containers_of, read_documents

__all__ = [
    "GOLD_FORMATS",
    "GoldFile",
    "case_from_trace",
    "dataset_to_jsonl",
    "gold_from_documents",
    "gold_to_json",
    "load_gold_standard",
    "read_gold",
]

GOLD_FORMATS: Final[tuple[GoldFormat, ...]] = (
    own.FORMAT,
    snapshot.FORMAT,
    adk.FORMAT,
    expected_calls.FORMAT,
    reference_messages.FORMAT,
    bfcl.FORMAT,
    tau.FORMAT,
    nestful.FORMAT,
    toolbench.FORMAT,
    api_bank.FORMAT,
    promptfoo.FORMAT,
)
"""Every kind of gold file that can be read."""


@dataclass(slots=True)
class GoldFile:
    """What was read from one gold file.

    Attributes:
        name: File name as the person knows it; "" when there is none.
        cases: The cases, in order; their ids are unique within one file.
        format: Key of the gold format; "several" for an archive or folder of different ones.
        title: Its name for people.
        why: What was seen that made it this format.
        problems: What could not be used. A case with a problem of its own calls or fields is left out.
        skipped: Entries that were read and left out.
    """

    name: str
    cases: list[Case]
    format: str
    title: str
    why: str
    problems: list[Problem] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)


def read_gold(source: Source, format: str = "auto", name: str | None = None) -> GoldFile:
    """Read a gold file with any number of cases.

    Args:
        source: A path, the bytes themselves, or a file open for reading; also an archive or folder with gold files.
        format: Key of a gold format, or "auto".
        name: File name for messages and for a case without id; by default that of the path or file.

    Raises:
        FileNotFoundError: There is no such file.
        DecodeError: The file is no JSON.
        UnknownFormatError: It is JSON, and no gold.
        GoldError: It is gold of a kind in which no case can be read at all.
        InputError: There is no such format.
    """
    containers = containers_of(source, name=name, limits=LIMITS)
    if containers is not None:
        return _gold_in(containers, format)
    report = ReadReport()
    return gold_from_documents(read_documents(source, name=name, report=report), report, format)


def _gold_in(containers: Sequence[Container], format: str) -> GoldFile:
    """The cases of all gold files in an archive or folder; other files in it are left out."""
    report = ReadReport()
    found: list[GoldFile] = []
    for container in containers:
        report.take_over(container.report)
        for member in container.members:
            try:
                found.append(gold_from_documents(member.documents, member.report, format))
            except UnknownFormatError as error:
                report.skip("file without gold", error.location or Location(member.name))
            except InputError as error:
                report.problem(error.message, error.location or Location(member.name))
    for gold in found:
        report.take_over(ReadReport.of(gold.problems, gold.skipped))
    name = containers[0].name
    if not found:
        if report.problems:
            raise GoldError(report.problems[0].message, report.problems[0].location)
        raise UnknownFormatError("no gold in any file of it", Location(name))
    kinds = {gold.format: gold.title for gold in found}
    cases = [case for gold in found for case in gold.cases]
    key = next(iter(kinds)) if len(kinds) == 1 else "several"
    return GoldFile(name, cases, key, ", ".join(kinds.values()), found[0].why, report.problems, report.skipped)


def gold_from_documents(documents: Documents, report: ReadReport, format: str = "auto") -> GoldFile:
    """As `read_gold`, for a file that is decoded already."""
    kind, why = _choose(documents, format)
    cases = list(kind.read(documents, report))
    if not cases and report.problems:
        first = report.problems[0]
        raise GoldError(f"no case can be used: {first.message}", first.location)
    return GoldFile(documents.source, cases, kind.key, kind.title, why, report.problems, report.skipped)


def _choose(documents: Documents, format: str) -> tuple[GoldFormat, str]:
    if format != "auto":
        forced = next((kind for kind in GOLD_FORMATS if kind.key == format), None)
        if forced is None:
            raise InputError(f"unknown gold format; known are auto, {', '.join(kind.key for kind in GOLD_FORMATS)}")
        kinds: Sequence[GoldFormat] = [forced]
    else:
        kinds = GOLD_FORMATS
    claims = [(claim, kind) for kind in kinds if (claim := kind.claim(documents)) is not None]
    if not claims:
        others = ", ".join(kind.title for kind in kinds[1:])
        looked_for = f"{kinds[0].signature}, or {others}" if others else kinds[0].signature
        raise UnknownFormatError(
            f"no gold: looked for {looked_for}; saw {_seen(documents)}", Location(documents.source)
        )
    claim, kind = max(claims, key=lambda found: (found[0].strength, found[0].records))
    return kind, claim.evidence


def _seen(documents: Documents) -> str:
    """Kind and keys of the first document, never values."""
    value = documents.values[0] if documents.items else None
    what = {dict: "an object", list: "a list", str: "a text", type(None): "nothing"}.get(
        type(value), "a number or boolean"
    )
    first = value[0] if isinstance(value, list) and value else value
    if not isinstance(first, dict):
        return what
    keys = ", ".join(sorted(redact_text(str(key))[:40] for key in first)[:8]) or "no keys"
    return f"{what} of objects with {keys}" if isinstance(value, list) else f"{what} with {keys}"


def load_gold_standard(path: str | os.PathLike[str]) -> list[ToolCall]:
    """Expected calls of a file that holds one case.

    Args:
        path: A list of calls, an object with `calls`, or a data set of one case.

    Returns:
        The calls, in order. `metadata` holds `side_effects` ({} when there are none) and `description` where given.

    Raises:
        FileNotFoundError: There is no such file.
        InputError: The file cannot be used as a whole, or holds more or fewer cases than one.
    """
    return list(load_case(path).calls)


def load_case(path: str | os.PathLike[str]) -> Case:
    """The case of a file that holds one; errors as in `load_gold_standard`."""
    gold = read_gold(path)
    if len(gold.cases) > 1:
        raise InputError(f"the file holds {len(gold.cases)} cases and one is expected", Location(gold.name))
    if gold.problems:
        raise GoldError(gold.problems[0].message, gold.problems[0].location)
    if not gold.cases:
        raise InputError("the file holds 0 cases and one is expected", Location(gold.name))
    return gold.cases[0]


def dataset_to_jsonl(cases: Iterable[Case]) -> str:
    """Cases as JSONL, one case a line; the inverse of `read_gold`, except that credentials become `{"$any": true}`.

    Raises:
        GoldError: A case holds a value that has no JSON form.
    """
    return "".join(json.dumps(writing.gold_to_json(case), ensure_ascii=False) + "\n" for case in cases)

"""Report files of a workspace -> their entries as runs beside the live ones: read only, never scored or ruled again."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from pages._ui.store import HeldFile
from toolscore_core.credentials.masking import MaskedText, Masker
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.reading import Documents
from toolscore_core.report.stored import StoredReport, report_of
from toolscore_core.workspace.labels import file_stem

READ_ONLY: Final = "Stored results are read only: a report holds masked values, which are not scored again."
"""Why something cannot be done with an entry of a report."""


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A report file, read.

    Attributes:
        documents: What it was read from, to know whether it is still the same.
        report: What it holds.
        entries: Its entries, under run labels that no other file of the workspace has.
    """

    documents: Documents
    report: StoredReport
    entries: tuple[MaskedEvaluation, ...]

    @property
    def runs(self) -> list[str]:
        """Its run labels, in the order of its entries."""
        return list(dict.fromkeys(entry.run for entry in self.entries if entry.run is not None))

    @property
    def date(self) -> str:
        """The day on which it was written, as it says; "" when it does not say it in a form we know."""
        try:
            return datetime.fromisoformat(self.report.created).date().isoformat()
        except ValueError:
            return ""


def stored_files(
    files: Iterable[HeldFile], live: Collection[str], masker: Masker, known: Mapping[str, StoredFile]
) -> dict[str, StoredFile]:
    """The report files by their id, read; one that was read before is not read again.

    Args:
        files: All files of the workspace.
        live: Run labels of its traces, which keep them.
        masker: That of the workspace.
        known: What was found the last time.
    """
    found: dict[str, StoredFile] = {}
    used = set(live)
    for held in files:
        documents = held.intake.report if held.intake is not None and not held.refused else None
        if documents is None:
            continue
        before = known.get(held.id)
        report = before.report if before is not None and before.documents is documents else report_of(documents, masker)
        entries = _labelled(held, report.evaluations, used, masker)
        found[held.id] = StoredFile(documents, report, entries)
        used |= {entry.run for entry in entries if entry.run is not None}
    return found


def _labelled(
    held: HeldFile, evaluations: Sequence[MaskedEvaluation], used: Collection[str], masker: Masker
) -> tuple[MaskedEvaluation, ...]:
    """Entries under labels that are not used yet, and keys that no live entry has."""
    unnamed = masker.text(file_stem(held.name))
    labels: dict[MaskedText | None, MaskedText] = {}
    for run in dict.fromkeys(evaluation.run for evaluation in evaluations):
        labels[run] = _distinct(unnamed if run is None else run, {*used, *labels.values()})
    return tuple(
        replace(evaluation, key=f"{held.id}|{evaluation.key}", run=labels[evaluation.run]) for evaluation in evaluations
    )


def _distinct(label: MaskedText, used: Collection[str]) -> MaskedText:
    if label not in used:
        return label
    number = 1
    while (marked := MaskedText(f"{label} (stored{'' if number == 1 else f' {number}'})")) in used:
        number += 1
    return marked


def origin_of(entry: MaskedEvaluation, stored: Mapping[str, StoredFile]) -> dict[str, StoredFile]:
    """The report that an entry comes from, by file id; {} for one that was scored here."""
    return {file_id: file for file_id, file in stored.items() if entry.stored and entry.key.startswith(f"{file_id}|")}


def stored_sentence(stored: Mapping[str, StoredFile]) -> str:
    """That there are stored results, of when, and that they stay as they are; "" without any."""
    if not stored:
        return ""
    dates = list(dict.fromkeys(file.date for file in stored.values() if file.date))
    of = f" of {' and '.join(dates)}" if dates else ""
    return f"Stored results{of}, read only: masked values are not scored again."

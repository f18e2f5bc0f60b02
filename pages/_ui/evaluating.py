"""The inputs of a workspace -> its masked evaluations, worst first: reading, matching, scoring and masking by the core."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pages._ui.aliasing import Aliased, AliasTable, alias_table, with_aliases
from pages._ui.files import FileView, file_view
from pages._ui.jobs import Progress
from pages._ui.reading import read_all, traces_of
from pages._ui.store import MADE_HERE, HeldFile, HeldWorkspace, Inputs
from pages._ui.stored import StoredFile, stored_files
from toolscore_core.calls import Case, Run, Trace
from toolscore_core.credentials.masking import MaskedText, Masker
from toolscore_core.evaluation import Evaluation, PassRule, evaluate_many, resolve_weights, reweighed
from toolscore_core.intake import Intake
from toolscore_core.masked import MaskedEvaluation, ruled
from toolscore_core.masked.entries import mask_entry
from toolscore_core.pricing import ModelPrice, cost_of
from toolscore_core.report.words import count_text
from toolscore_core.rules import rule_to_json
from toolscore_core.workspace import Workspace, match_traces
from toolscore_core.workspace.labels import run_labels

Place = tuple[str, int]
"""File id and position of the trace in that file."""


@dataclass(frozen=True, slots=True)
class View:
    """Everything computed from one moment of a workspace: what pages show.

    Attributes:
        version: The moment; grows with every change of the workspace.
        base: The moment at which anything changed last that has to be scored anew.
        strict: Whether arguments were compared strictly.
        rule: When a case passes.
        weights: Weights of the metrics in the score; they sum to 1.
        prices: Prices that a person gave, by model.
        files: One view a file, in the order they came.
        entries: Cases x runs x trials, masked, worst first; those of reports are `stored`.
        runs: Run labels, in the order of their files; those of reports last.
        cases: Case ids, in the order of the gold, then those that only a report has; empty without either.
        gold: The cases themselves, raw, for corrections and for writing a gold file; never drawn.
        rules: Forbidden-call rules of all rules files, raw; None when there is no such file (nothing was checked).
        notes: What the matching did, in sentences.
        matched: (traces with a case, traces in total); None without gold.
        how: How the trace of an entry was matched to its case, by entry key: "id", "name", "order" or "hand".
        masker: The masker that made all of this.
        evaluations: Raw evaluations by entry key; see `raw`.
        places: Where an entry's trace stands, by entry key; a case without trace has no place.
        names: Tool names that gold and traces write differently.
        aliased: What the aliases made of each case; see `aliasing.with_aliases`.
        stored: The report files, by file id.
    """

    version: int
    base: int
    strict: bool
    rule: PassRule
    weights: dict[str, float]
    prices: Mapping[str, ModelPrice]
    files: tuple[FileView, ...]
    entries: list[MaskedEvaluation]
    runs: list[str]
    cases: list[str]
    gold: tuple[Case, ...] = field(repr=False)
    rules: list[dict[str, Any]] | None
    notes: list[str]
    matched: tuple[int, int] | None
    how: Mapping[str, str]
    masker: Masker
    evaluations: Mapping[str, Evaluation] = field(repr=False)
    places: Mapping[str, Place] = field(repr=False)
    names: AliasTable
    aliased: Aliased = field(repr=False)
    stored: Mapping[str, StoredFile] = field(repr=False)

    def raw(self, key: str) -> Evaluation:
        """The evaluation behind an entry, for calling the core with; never drawn.

        Raises:
            KeyError: No such entry, a case without trace, or an entry of a report.
        """
        return self.evaluations[key]

    def entry(self, key: str) -> MaskedEvaluation | None:
        """The entry of that key; None when there is none."""
        return next((entry for entry in self.entries if entry.key == key), None)

    def find(self, case: str | None, run: str | None, trial: int | None = None) -> MaskedEvaluation | None:
        """The worst entry of that case, run and trial, None meaning any; None when there is none.

        One without a trace is found only where none of them has one.
        """
        fitting = [
            entry
            for entry in self.entries
            if case in (None, entry.case_id) and run in (None, entry.run) and trial in (None, entry.trial)
        ]
        return next((entry for entry in fitting if entry.trace is not None), fitting[0] if fitting else None)


def build(held: HeldWorkspace, max_calls: int, progress: Progress) -> View:
    """Bring a workspace up to date: read what was not read yet, match, score, mask.

    Raises:
        Cancelled: Somebody pressed Cancel; files read so far stay read.
    """
    built: View | None = held.built
    inputs = held.inputs
    if built is not None and built.base == inputs.base:
        return under(built, inputs)
    inputs = read_all(held, max_calls, progress)
    before = None if built is None else under(built, inputs)
    cases, notes = gold_cases(inputs.files)
    cases, aliased = with_aliases(cases, inputs.aliases, before.aliased if before is not None else {})
    rules = forbidden_rules(inputs.files)
    runs, places = runs_of(inputs, [case.id for case in cases], held.masker)
    corrections = {
        (run.label, position): inputs.corrections[places[id(trace)]]
        for run in runs
        for position, trace in enumerate(run.traces)
        if places[id(trace)] in inputs.corrections
    }
    progress.step(0, 0, "Matching traces to cases")
    matched = match_traces(cases, runs, corrections=corrections)
    scored = _score(matched, inputs, rules, _known(before, inputs.strict, rules), progress)
    masked = _mask(matched, scored, inputs, held.masker, before, progress)
    progress.step(0, 0, "Reading stored results")
    stored = stored_files(
        inputs.files, [run.label for run in runs], held.masker, before.stored if before is not None else {}
    )
    names = alias_table(cases, runs, inputs.aliases, held.masker)
    return _view(
        inputs,
        matched,
        masked,
        scored,
        places=places,
        rules=rules,
        notes=notes,
        names=names,
        aliased=aliased,
        stored=stored,
        masker=held.masker,
    )


def under(view: View, inputs: Inputs) -> View:
    """The view under the pass rule, weights and prices of the inputs; nothing is read, paired, aligned or masked again."""
    weights = resolve_weights(inputs.weights)
    evaluations, entries = view.evaluations, view.entries
    if (view.rule, view.weights) != (inputs.rule, weights):
        evaluations = {key: reweighed(evaluation, weights) for key, evaluation in evaluations.items()}
        entries = [
            ruled(entry, evaluations[entry.key], inputs.rule) if entry.key in evaluations else entry
            for entry in entries
        ]
        entries.sort(key=lambda entry: entry.severity)
    if view.prices != inputs.prices:
        entries = [
            entry if entry.stored or entry.trace is None else replace(entry, cost=cost_of(entry.trace, inputs.prices))
            for entry in entries
        ]
    return replace(
        view,
        version=inputs.version,
        rule=inputs.rule,
        weights=weights,
        prices=inputs.prices,
        entries=entries,
        evaluations=evaluations,
    )


def gold_cases(files: Iterable[HeldFile]) -> tuple[list[Case], list[str]]:
    """The cases of all gold files: what was made here wins over dropped gold, an earlier file over a later one."""
    cases: list[Case] = []
    left_out = 0
    for held in sorted(files, key=lambda held: held.name != MADE_HERE):
        intake = _usable(held)
        if intake is None or intake.gold is None:
            continue
        known = {case.id for case in cases}
        new = [case for case in intake.gold.cases if case.id not in known]
        cases += new
        left_out += len(intake.gold.cases) - len(new)
    notes = (
        [f"{count_text(left_out, 'gold case')} left out: an earlier gold file has a case of that id."]
        if left_out
        else []
    )
    return cases, notes


def forbidden_rules(files: Iterable[HeldFile]) -> list[dict[str, Any]] | None:
    """Rules of all rules files in order; None when there is no rules file (then nothing was checked)."""
    found = [intake.rules for held in files if (intake := _usable(held)) is not None and intake.rules is not None]
    return [rule for rules in found for rule in rules] if found else None


def runs_of(inputs: Inputs, case_ids: Sequence[str], masker: Masker) -> tuple[list[Run], dict[int, Place]]:
    """Traces by run label, and where each trace (by object identity) stands."""
    traces: dict[str, list[Trace]] = {}
    places: dict[int, Place] = {}
    playing = [held for held in inputs.files if (intake := _usable(held)) is not None and intake.traces is not None]
    for held, labels in zip(playing, labels_of(playing, case_ids, masker), strict=True):
        for position, (label, trace) in enumerate(zip(labels, traces_of(held.intake), strict=True)):
            traces.setdefault(label, []).append(trace)
            places[id(trace)] = (held.id, position)
    return [Run(label, tuple(found)) for label, found in traces.items()], places


def labels_of(files: Sequence[HeldFile], case_ids: Sequence[str], masker: Masker) -> list[list[MaskedText]]:
    """Run label of each trace of each file, as corrected or guessed; masked, since it comes from names and content."""
    guessed = run_labels([(held.name, traces_of(held.intake)) for held in files], case_ids)
    return [
        [masker.text(label if held.run is None else held.run) for label in labels]
        for held, labels in zip(files, guessed, strict=True)
    ]


def _shown(
    files: Sequence[HeldFile], case_ids: Sequence[str], stored: Mapping[str, StoredFile], masker: Masker
) -> tuple[FileView, ...]:
    views = []
    names = {held.id: held.name for held in files}
    for held, labels in zip(files, labels_of(files, case_ids, masker), strict=True):
        runs = list(dict.fromkeys(labels)) or ([masker.text(held.run)] if held.run else [])
        run = masker.text(_run_text(runs))
        views.append(file_view(held, run, masker, names.get(held.joined, ""), stored.get(held.id)))
    return tuple(views)


def _run_text(runs: Sequence[str]) -> str:
    """The runs of one file in a few words."""
    return ", ".join(runs) if len(runs) < 3 else f"{runs[0]} and {len(runs) - 1} more"


def _usable(held: HeldFile) -> Intake | None:
    """What reading a file gave, unless the file is left out. It holds nothing but what the file is used as."""
    return None if held.refused else held.intake


def _score(
    matched: Workspace,
    inputs: Inputs,
    rules: list[dict[str, Any]] | None,
    known: Mapping[tuple[int, int], Evaluation],
    progress: Progress,
) -> dict[int, Evaluation]:
    """Evaluations by the position of their entry; a case without trace has none, a known pair is not scored again."""
    found: dict[int, Evaluation] = {}
    todo: list[tuple[int, tuple[Case | None, Trace]]] = []
    for number, entry in enumerate(matched.entries):
        if entry.trace is None:
            continue
        before = known.get((id(entry.case), id(entry.trace)))
        if before is not None:
            found[number] = before
        else:
            todo.append((number, (entry.case, entry.trace)))
    items = [item for _, item in todo]
    # The app never looks at this machine's disk for a person's side-effect checks.
    results = evaluate_many(
        items, strict=inputs.strict, forbidden=rules, weights=inputs.weights, validate_side_effects=False
    )
    for done, ((number, _), evaluation) in enumerate(zip(todo, results, strict=True), start=1):
        found[number] = evaluation
        progress.step(done, 2 * len(todo), f"Scored {done} of {len(todo)}")
    return found


def _known(before: View | None, strict: bool, rules: list[dict[str, Any]] | None) -> dict[tuple[int, int], Evaluation]:
    """Evaluations of the moment before by the identity of their case and trace, when nothing else has changed.

    The evaluations hold their case and trace, so that no other object can have the same identity.
    """
    if before is None or before.strict != strict or _written(before.rules) != _written(rules):
        return {}
    return {(id(found.case), id(found.trace)): found for found in before.evaluations.values()}


def _written(rules: list[dict[str, Any]] | None) -> list[dict[str, Any]] | None:
    """Rules in a form that tells them apart: matchers equal whatever they accept."""
    return None if rules is None else [rule_to_json(rule) for rule in rules]


def _mask(
    matched: Workspace,
    scored: Mapping[int, Evaluation],
    inputs: Inputs,
    masker: Masker,
    before: View | None,
    progress: Progress,
) -> list[MaskedEvaluation]:
    """Masked entries in the order of the workspace's; what is masked already is not masked again."""
    known = {}
    if before is not None:
        known = {
            (id(before.evaluations[shown.key]), shown.case_id, shown.run, shown.trial): shown
            for shown in before.entries
            if shown.key in before.evaluations
        }
    total = len(matched.entries)
    masked: list[MaskedEvaluation] = []
    for number, entry in enumerate(matched.entries):
        progress.step(total + number, 2 * total, f"Masked credentials in {number} of {total}")
        evaluation = scored.get(number)
        names = (masker.text(entry.case_id), None if entry.run is None else masker.text(entry.run))
        shown = known.get((id(evaluation), *names, entry.trial))
        masked.append(shown or mask_entry(entry, evaluation, masker, inputs.rule, inputs.prices))
    return masked


def _view(
    inputs: Inputs,
    matched: Workspace,
    masked: list[MaskedEvaluation],
    scored: Mapping[int, Evaluation],
    *,
    places: Mapping[int, Place],
    rules: list[dict[str, Any]] | None,
    notes: list[str],
    names: AliasTable,
    aliased: Aliased,
    stored: Mapping[str, StoredFile],
    masker: Masker,
) -> View:
    keyed = list(zip(masked, matched.entries, strict=True))
    case_ids = [case.id for case in matched.cases]
    stand = {shown.key: places[id(entry.trace)] for shown, entry in keyed if entry.trace is not None}
    traces = [entry for entry in matched.entries if entry.trace is not None]
    read_back = [entry for file in stored.values() for entry in file.entries]
    known_cases = (*map(masker.text, case_ids), *(entry.case_id for entry in read_back if entry.case is not None))
    return View(
        version=inputs.version,
        base=inputs.base,
        strict=inputs.strict,
        rule=inputs.rule,
        weights=resolve_weights(inputs.weights),
        prices=inputs.prices,
        files=_shown(inputs.files, case_ids, stored, masker),
        entries=sorted([*masked, *read_back], key=lambda entry: entry.severity),
        runs=[*(run.label for run in matched.runs), *(run for file in stored.values() for run in file.runs)],
        cases=list(dict.fromkeys(known_cases)),
        gold=tuple(matched.cases),
        rules=rules,
        notes=[*notes, *(masker.text(note) for note in matched.notes)],
        matched=(sum(entry.case is not None for entry in traces), len(traces)) if matched.cases else None,
        how={shown.key: entry.matched_by for shown, entry in keyed if entry.matched_by is not None},
        masker=masker,
        evaluations={shown.key: scored[number] for number, (shown, _) in enumerate(keyed) if number in scored},
        places=stand,
        names=names,
        aliased=aliased,
        stored=stored,
    )

"""The session's workspace and its choices: the only place that knows query parameters and what a session keeps.

Everything a person drops or corrects goes to a workspace of the server-wide store, whose token stands in the URL (`?w=`),
so that a reload or a link finds it again. Choices (case, run, row, ...) stand in the URL too: ids and ordinals only.
"""

import os
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path

import streamlit as st

from pages._ui.evaluating import View, build
from pages._ui.files import FileView, file_view
from pages._ui.jobs import Job, Progress
from pages._ui.limits import StoreError, StoreLimits
from pages._ui.local_files import files_below
from pages._ui.store import BOTH, HeldFile, HeldWorkspace, Store, Use
from toolscore_core.credentials.masking import MaskedText, Masker
from toolscore_core.evaluation import DEFAULT_WEIGHTS, PassRule, resolve_weights
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.pricing import ModelPrice
from toolscore_core.report.words import count_text

__all__ = [
    "PARAMETERS",
    "SAMPLE",
    "StoreError",
    "View",
    "add_files",
    "choose",
    "chosen",
    "clear",
    "entry_params",
    "file_views",
    "held_files",
    "held_workspace",
    "int_param",
    "is_lost",
    "leave_message",
    "link_params",
    "load_sample",
    "param",
    "remove_file",
    "renew_widget",
    "replace_file",
    "set_case",
    "set_params",
    "set_prices",
    "set_role",
    "set_rule",
    "set_run",
    "set_strict",
    "set_weights",
    "store",
    "summary_lines",
    "take_message",
    "try_again",
    "view",
    "widget_generation",
    "workspace",
]

PARAMETERS = (
    *("w", "file", "case", "run", "trial", "row", "view", "filter", "tool", "arg", "scope"),
    *("base", "against", "focus"),
    *("page", "matching"),
)
"""Names of query parameters, in the order in which they stand in the URL."""

_CARRIED = ("w", "case", "run", "trial")
"""Parameters that a link to another page keeps."""

SAMPLE = Path(__file__).resolve().parents[2] / "sample_data" / "support-agent"


@st.cache_resource(show_spinner=False)
def store() -> Store:
    """The store of this server.

    Raises:
        StoreError: An environment variable sets a bound that is no number; the message names it.
    """
    return Store(StoreLimits.from_environment(os.environ))


# Query parameters


def param(name: str) -> str | None:
    """Value of a query parameter; None when it is absent or empty."""
    return st.query_params.get(name) or None


def int_param(name: str) -> int | None:
    """Value of a query parameter as a whole number of at least 0; None when it is absent or something else."""
    text = param(name) or ""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


def set_params(**values: str | int | None) -> None:
    """Write query parameters; None removes one, others stay."""
    unknown = set(values) - set(PARAMETERS)
    if unknown:
        raise KeyError(f"no such query parameter: {sorted(unknown)}")
    before = {name: st.query_params[name] for name in PARAMETERS if name in st.query_params}
    after: dict[str, str | int | None] = {**before, **values}
    wanted = {name: str(value) for name in PARAMETERS if (value := after.get(name)) not in (None, "")}
    if wanted != before:
        st.query_params.from_dict(wanted)


def link_params(**changes: str | int | None) -> dict[str, str]:
    """Query parameters for a link to another page: workspace, case, run and trial, with changes (None removes)."""
    # Asked for once: a list calls this for every row, and each look at the parameters takes a lock.
    known = st.query_params.to_dict()
    kept: dict[str, str | int | None] = {name: known.get(name) or None for name in _CARRIED}
    return {name: str(value) for name, value in {**kept, **changes}.items() if value is not None}


def choose(entry: MaskedEvaluation, **others: str | int | None) -> None:
    """Write an entry's case, run and trial to the URL and forget the row and filter of another one."""
    set_params(**{**entry_params(entry), "row": None, "filter": None, **others})


def entry_params(entry: MaskedEvaluation) -> dict[str, str | int | None]:
    """The query parameters that name an entry."""
    return {"case": entry.case_id, "run": entry.run, "trial": entry.trial}


def chosen(found: View) -> MaskedEvaluation | None:
    """The entry that the URL names, else the worst of the named case or run, else the worst; None without entries.

    Where the URL leaves the choice, an entry with a trace goes before those without.
    """
    case, run, trial = param("case"), param("run"), int_param("trial")
    attempts = ((case, run, trial), (case, run, None), (case, None, None), (None, run, None), (None, None, None))
    return next((entry for attempt in attempts if (entry := found.find(*attempt)) is not None), None)


# The workspace


def workspace() -> HeldWorkspace | None:
    """The workspace that the URL names; None when it names none, or one that the server no longer holds."""
    token = param("w")
    return store().get(token) if token is not None else None


def is_lost() -> bool:
    """True when the URL names a workspace that the server no longer holds."""
    return param("w") is not None and workspace() is None


def held_files() -> tuple[HeldFile, ...]:
    """The files of the workspace, raw; () without one."""
    held = workspace()
    return held.inputs.files if held is not None else ()


def file_views() -> tuple[FileView, ...]:
    """The files as they may be shown, also while they are being read; () without a workspace."""
    held = workspace()
    if held is None:
        return ()
    with held.lock:
        if held.built is not None and held.built.version == held.inputs.version:
            found: View = held.built
            return found.files
        return tuple(file_view(file, None, Masker()) for file in held.inputs.files)


def view() -> View | Job[View] | None:
    """What was computed from the workspace as it is now, or the job that computes it.

    The job is started when something changed and waited for about a second. None without a workspace or files.
    """
    held = workspace()
    if held is None or not held.inputs.files:
        return None
    with held.lock:
        if held.built is not None and held.built.version == held.inputs.version:
            found: View = held.built
            return found
        if held.job is None or held.job_version != held.inputs.version:
            if held.job is not None:
                held.job.cancel()
            held.job_version = held.inputs.version
            held.job = Job("Reading and scoring", partial(_bring_up_to_date, held, store().limits.max_calls))
        job: Job[View] = held.job
    job.wait()
    return job.result if job.result is not None else job


def try_again() -> None:
    """Forget a job that failed or was cancelled, so that the next `view` starts anew."""
    held = workspace()
    if held is not None:
        with held.lock:
            held.job = None


def _bring_up_to_date(held: HeldWorkspace, max_calls: int, progress: Progress) -> View:
    with held.building:
        found = build(held, max_calls, progress)
    with held.lock:
        if found.version == held.inputs.version:
            held.built = found
    return found


# What a person drops and corrects


def add_files(files: Iterable[tuple[str, bytes]]) -> int:
    """Hold files in the session's workspace, which is made when there is none; returns how many were new.

    Raises:
        StoreError: A bound of the store; then none was added.
    """
    taken = list(files)
    if not taken:
        return 0
    store().make_room(sum(len(data) for _, data in taken))
    held = workspace()
    if held is not None:
        return held.add(taken)
    held = store().create()
    try:
        count = held.add(taken)
    except StoreError:
        store().drop(held.token)
        raise
    set_params(w=held.token)
    return count


def remove_file(file_id: str) -> None:
    """Let go of a file."""
    held_workspace().remove(file_id)


def replace_file(file_id: str, name: str, data: bytes) -> None:
    """Put another file in the place of one; its corrected role and run label stay.

    Raises:
        StoreError: A bound of the store; then nothing changed.
    """
    store().make_room(len(data))
    held_workspace().replace_file(file_id, name, data)


def clear() -> None:
    """Forget the workspace, on the server too, and every choice in the URL."""
    token = param("w")
    if token is not None:
        store().drop(token)
    set_params(**dict.fromkeys(PARAMETERS))


def set_role(file_id: str, role: Use) -> None:
    """Use a file as gold, trace, both, or rules; it is read again as that."""
    held_workspace().set_file(file_id, role=role)


def set_run(file_id: str, label: str) -> None:
    """Give a trace file another run label; a blank one goes back to the guess."""
    held_workspace().set_file(file_id, run=label.strip() or None)


def set_case(place: tuple[str, int], case_id: str | None) -> None:
    """Match the trace at (file id, position) to a case by hand; "" for no case, None for the automatic match."""
    held = held_workspace()
    with held.lock:
        corrections = {at: case for at, case in held.inputs.corrections.items() if at != place}
        if case_id is not None:
            corrections[place] = case_id
        held.change(corrections=corrections)


def set_strict(strict: bool) -> None:
    """Compare arguments strictly, or not."""
    held = held_workspace()
    if held.inputs.strict != strict:
        held.change(strict=strict)


def set_rule(rule: PassRule) -> None:
    """Say when a case passes, in the whole workspace."""
    held = held_workspace()
    if held.inputs.rule != rule:
        held.change(rule=rule)


def set_weights(weights: Mapping[str, float]) -> None:
    """Weigh the metrics in the score, in the whole workspace; those that are not named weigh what they do by default.

    Raises:
        ValueError, TypeError: As `evaluation.resolve_weights`; then nothing changed.
    """
    resolve_weights(weights)
    held = held_workspace()
    given = {**DEFAULT_WEIGHTS, **weights}
    if held.inputs.weights != given:
        held.change(weights=given)


def set_prices(prices: Mapping[str, ModelPrice]) -> None:
    """Price models as a person says, in the whole workspace; all others as the price list does."""
    held = held_workspace()
    if held.inputs.prices != prices:
        held.change(prices=dict(prices))


def load_sample() -> None:
    """Start a new workspace with the sample data; the one before stays, for whoever has its link.

    Raises:
        StoreError: A bound of the store.
    """
    set_params(**dict.fromkeys(PARAMETERS))
    add_files(files_below(sorted(SAMPLE.iterdir())))


def summary_lines() -> list[MaskedText]:
    """Gold, runs and cases, files with problems: what the workspace holds, in a few words; [] without files."""
    held = workspace()
    found: View | None = held.built if held is not None else None
    if held is None or not held.inputs.files or found is None or found.version != held.inputs.version:
        return []
    gold = [file.name for file in found.files if file.role in ("gold", BOTH)]
    troubled = sum(file.outcome == "problem" for file in found.files)
    none = count_text(len(found.stored), "stored report") if found.stored else "no gold"
    lines = [gold[0] if len(gold) == 1 else MaskedText(f"{len(gold)} gold files" if gold else none)]
    lines.append(MaskedText(f"{count_text(len(found.runs), 'run')} · {count_text(len(found.cases), 'case')}"))
    if troubled:
        lines.append(MaskedText(f"{count_text(troubled, 'file')} with problems"))
    return lines


def held_workspace() -> HeldWorkspace:
    """The workspace that the URL names.

    Raises:
        StoreError: There is none, or the server no longer holds it.
    """
    held = workspace()
    if held is None:
        raise StoreError("this server no longer holds the files of this page: drop them again")
    return held


# The session alone


def widget_generation(key: str) -> int:
    """Part of a widget's key: a new one is a widget that nobody has touched, e.g. an empty uploader."""
    return int(st.session_state.get(f"generation_{key}", 0))


def renew_widget(key: str) -> None:
    """Have the widget drawn anew, untouched, in the next run."""
    st.session_state[f"generation_{key}"] = widget_generation(key) + 1


def leave_message(text: str, *, quiet: bool = False) -> None:
    """Keep a message for the next run; a quiet one is no refusal and is kept beside it."""
    st.session_state["quiet_message" if quiet else "message"] = text


def take_message(*, quiet: bool = False) -> str:
    """The message kept for this run, once; "" when there is none."""
    return str(st.session_state.pop("quiet_message" if quiet else "message", ""))

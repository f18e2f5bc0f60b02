"""Choices that always show what the URL says, and the two boxes that choose the case and run a page is about.

A choice without a key, told its value anew in every run, loses every second thing a person chooses: Streamlit takes
another value for another widget. So each has a key, its value is set before it is drawn, and what a person chose is read
in its callback, which writes it to the URL.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Literal

import streamlit as st

from pages._ui import state
from pages._ui.limits import StoreError
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.report.words import plain


def box(
    label: str,
    names: Sequence[str],
    at: int,
    choose: Callable[[int], None],
    *,
    width: int | Literal["stretch"],
    visible: bool = False,
) -> None:
    """A box that shows `names[at]`; its options may hold texts of files.

    Args:
        label: For screen readers, and above the box where it is `visible`; unique on the page.
        names: The options, at least one.
        at: Which of them the URL says.
        choose: Called with the position of another one before the page runs again.
        width: In pixels.
        visible: Whether the label stands above the box.
    """
    key = f"box_{label}"
    options = range(len(names))
    st.session_state[key] = at
    st.selectbox(
        label,
        options,
        format_func=distinct(names).__getitem__,
        key=key,
        on_change=partial(_chosen, key, options, choose),
        label_visibility="visible" if visible else "collapsed",
        width=width,
    )


def several(
    label: str, names: Sequence[str], at: Sequence[int], choose: Callable[[list[int]], None], *, most: int, width: int
) -> None:
    """A box in which several of the `names` are chosen, on one line; its options may hold texts of files.

    Args:
        label: For screen readers; unique on the page.
        names: The options.
        at: Which of them the URL says.
        choose: Called with the positions of others, in their order, before the page runs again; may be none.
        most: How many can be chosen.
        width: In pixels.
    """
    key = f"several_{label}"
    options = range(len(names))
    st.session_state[key] = list(at)

    def chosen() -> None:
        choose(sorted(value for value in st.session_state[key] if value in options))

    st.multiselect(
        label,
        options,
        format_func=distinct(names).__getitem__,
        key=key,
        on_change=chosen,
        max_selections=most,
        label_visibility="collapsed",
        width=width,
        wrap=False,
    )


def switch(label: str, names: Mapping[str, str], shown: str, choose: Callable[[str], None]) -> None:
    """A row of buttons of which `shown` is pressed.

    Args:
        label: For screen readers; unique on the page.
        names: Value -> what its button says; ours, since Streamlit reads it as Markdown.
        shown: The value that the URL says.
        choose: Called with another value before the page runs again.
    """
    key = f"switch_{label}"
    st.session_state[key] = shown
    st.segmented_control(
        label,
        list(names),
        required=True,
        format_func=names.__getitem__,
        key=key,
        on_change=partial(_chosen, key, names, choose),
        label_visibility="collapsed",
    )


def toggle(label: str, on: bool, choose: Callable[[bool], None], *, help: str) -> None:
    """A switch that is on or off as the workspace says: another session may have changed it."""
    key = f"toggle_{label}"
    st.session_state[key] = on
    st.toggle(label, key=key, on_change=partial(_chosen, key, (False, True), choose), help=help)


def choose_entry(entries: Sequence[MaskedEvaluation], entry: MaskedEvaluation) -> None:
    """Draw the boxes of the case and of the run; what is chosen in them goes to the URL.

    Args:
        entries: All entries, worst first.
        entry: The one that is shown.
    """
    walk = entries_beside(entries, entry)
    several = len({other.run for other in walk}) > 1
    at = next(position for position, other in enumerate(walk) if other.key == entry.key)
    names = [entry_label(other, with_run=several) for other in walk]
    box("Case", names, at, lambda chosen: state.choose(walk[chosen]), width=390 if several else 240)
    if several or entry.run is None:
        return
    runs = list(dict.fromkeys(other.run for other in entries if other.run is not None))
    targets = [_same_case(entries, entry, run) for run in runs]
    names = [plain(run) for run in runs]
    box("Run", names, runs.index(entry.run), lambda chosen: state.choose(targets[chosen]), width=150)


def entries_beside(entries: Sequence[MaskedEvaluation], entry: MaskedEvaluation) -> Sequence[MaskedEvaluation]:
    """The entries one walks through, worst first: those of the same run, or all of them when the run has but one."""
    of_run = [other for other in entries if other.run == entry.run]
    return of_run if len(of_run) > 1 else entries


def distinct(names: Sequence[str]) -> list[str]:
    """Names of which no two are equal: Streamlit finds what was chosen by its text."""
    numbers: Counter[str] = Counter()
    shown: dict[str, None] = {}
    for name in names:
        unique = name
        while unique in shown:
            numbers[name] += 1
            unique = f"{name} ({numbers[name] + 1})"
        shown[unique] = None
    return list(shown)


def _chosen(key: str, options: Any, choose: Callable[[Any], None]) -> None:
    """Pass on what was chosen. A page that another tab has overtaken may send what is no longer offered or held."""
    value = st.session_state[key]
    if value not in options:
        return
    try:
        choose(value)
    except StoreError as error:
        state.leave_message(str(error))


def _same_case(entries: Sequence[MaskedEvaluation], entry: MaskedEvaluation, run: str) -> MaskedEvaluation:
    of_run = [other for other in entries if other.run == run]
    return next((other for other in of_run if other.case_id == entry.case_id), of_run[0])


def entry_label(entry: MaskedEvaluation, *, with_run: bool) -> str:
    """What a list calls an entry; its run stands before ids that nobody knows by heart, since the end may be cut off."""
    run = [plain(entry.run)] if with_run and entry.run and entry.run != entry.case_id else []
    name = [plain(entry.case_id) or "unnamed trace"]
    parts = name + run if entry.case is not None else run + name
    if entry.trial is not None:
        parts.append(f"trial {entry.trial}")
    if entry.trace is not None and entry.trace.id not in ("", entry.case_id):
        parts.append(plain(entry.trace.id))
    return " · ".join(parts)

"""A person's own labels, given before the verdict is shown, and how far the judge agrees with them."""

from collections.abc import Sequence
from typing import Final

import streamlit as st

from pages._ui import state, table
from pages._ui.judge.desk import Desk
from pages._ui.judge.words import LABELS
from pages._ui.table import Column, TableRow
from toolscore_core.errors import InputError
from toolscore_core.judge.agreement import ENOUGH_LABELS, Agreement, agreement
from toolscore_core.judge.labels import labels_from_json
from toolscore_core.judge.pairs import Pair
from toolscore_core.judge.verdicts import VerdictName
from toolscore_core.report.words import count_text, plain, ratio_text

MOST_LABEL_MEGABYTES: Final = 5

_SHORTCUTS: Final[dict[VerdictName, str]] = {"equivalent": "E", "partly": "P", "not": "X"}


def draw_question(desk: Desk, pairs: Sequence[Pair], pair: Pair) -> None:
    """Ask for the label of one pair; the verdict is shown once it is given."""
    given = desk.labels.of(pair)
    with st.container(border=True, key="card_label", gap="small"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small", key="strong_label"):
            st.text(
                "Does the call do what was expected?" if given is None else f"You said: {LABELS[given]}",
                width="content",
            )
            st.space("stretch")
            st.button("Next", key="label_next", shortcut="J", on_click=_next, args=(desk, pairs, pair))
        with st.container(horizontal=True, gap="xsmall", key="judge_labels"):
            for label, words in LABELS.items():
                st.button(
                    words,
                    key=f"label_{label}",
                    shortcut=_SHORTCUTS[label],
                    type="primary" if given == label else "secondary",
                    on_click=_give,
                    args=(desk, pair, label),
                )


def _give(desk: Desk, pair: Pair, label: VerdictName) -> None:
    desk.labels = desk.labels.given(pair, label)


def _next(desk: Desk, pairs: Sequence[Pair], pair: Pair) -> None:
    """Go to the next pair that has no label, round the end; to the next one when all have one."""
    at = next(number for number, other in enumerate(pairs) if other.key == pair.key)
    order = [*range(at + 1, len(pairs)), *range(at)]
    bare = (number for number in order if desk.labels.of(pairs[number]) is None)
    state.set_params(row=next(bare, (at + 1) % len(pairs)) + 1)


def draw_agreement(desk: Desk, pairs: Sequence[Pair]) -> None:
    """Draw how far the judge that is chosen agrees with the labels, and the buttons that take labels out and in."""
    labels = desk.labels.fitting(pairs)
    known = [found for pair in pairs if (found := desk.known(pair)) is not None and found.model == desk.config.model]
    with st.container(border=True, key="card_agreement", gap="small"):
        with st.container(key="strong_agreement"):
            st.text(f"{len(labels):,} of {count_text(len(pairs), 'pair')} labelled")
        seen = sum(pair.key in desk.seen for pair in pairs if desk.labels.of(pair) is not None)
        _agreed(agreement(labels, [found.verdict for found in known]), plain(desk.config.model), seen)
        _files(desk)


def _agreed(found: Agreement, model: str, seen: int) -> None:
    with st.container(key="quiet_agreement", gap="xxsmall"):
        if found.n == 0:
            st.text("Agreement shows once a judge was asked about pairs that are labelled.")
            return
        for line in agreement_lines(found, model):
            st.text(line)
        if seen:
            st.text(f"{count_text(seen, 'label')} given after the verdict had been shown: not independent of it.")
    columns = [
        Column("label", "You", "34%"),
        *(Column(name, f"Judge {LABELS[name]}", "22%", "right") for name in LABELS),
    ]
    rows = [
        TableRow(
            mine,
            {
                "label": table.text(LABELS[mine]),
                **{theirs: _count(found.table[row][column], mine == theirs) for column, theirs in enumerate(LABELS)},
            },
        )
        for row, mine in enumerate(LABELS)
    ]
    table.table("Labels and verdicts", columns, rows, "judge_confusion", narrow=True)


def _count(count: int, same: bool) -> table.Cell:
    return table.text(f"{count:,}", "muted" if count == 0 else "match" if same else "missing")


def agreement_lines(found: Agreement, model: str) -> list[str]:
    """Agreement and kappa in words; below ENOUGH_LABELS it is said that they tell little."""
    lines = [f"Agreement {ratio_text(found.share)} over {count_text(found.n, 'pair')}, with {model}"]
    if found.kappa is None:
        lines.append("Cohen's kappa is not defined: only one label occurs.")
    else:
        between = f", 95% interval {found.interval[0]:.2f} to {found.interval[1]:.2f}" if found.interval else ""
        lines.append(f"Cohen's kappa {found.kappa:.2f}{between}")
    if not found.enough:
        lines.insert(0, f"Too few labels: {found.n} of at least {ENOUGH_LABELS}. These numbers may be chance.")
    return lines


def _files(desk: Desk) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.download_button(
            "Download labels",
            data=desk.labels.to_json(),
            file_name="labels.json",
            mime="application/json",
            on_click="ignore",
            disabled=not len(desk.labels),
            key="labels_download",
        )
        with st.popover("Load labels"):
            key = f"labels_{state.widget_generation('labels')}"
            file = st.file_uploader("A file of labels", type="json", max_upload_size=MOST_LABEL_MEGABYTES, key=key)
            if file is not None:
                _load(desk, file.getvalue())


def _load(desk: Desk, data: bytes) -> None:
    try:
        loaded = labels_from_json(data)
        desk.labels = desk.labels.together(loaded)
        state.leave_message(f"{count_text(len(loaded), 'label')} loaded", quiet=True)
    except InputError as error:
        state.leave_message(f"the labels cannot be read: {plain(str(error))}")
    state.renew_widget("labels")
    st.rerun()

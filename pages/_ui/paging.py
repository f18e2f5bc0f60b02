"""A long list -> one page of it: what a browser and a rerun can bear, with the way to the next one."""

from functools import partial
from typing import Final

import streamlit as st

from pages._ui import state

PAGE_ROWS: Final = 200


def page_of(total: int, name: str) -> range:
    """Positions of the page that the URL names in the parameter `name`, which counts from 1; the last one at most."""
    pages = max(1, -(-total // PAGE_ROWS))
    number = min(max(1, state.int_param(name) or 1), pages)
    return range((number - 1) * PAGE_ROWS, min(total, number * PAGE_ROWS))


def pager(shown: range, total: int, name: str) -> None:
    """Draw where one is in the list, and buttons to the pages beside; nothing for a list of one page."""
    if total <= PAGE_ROWS:
        return
    number = shown.start // PAGE_ROWS + 1
    with st.container(horizontal=True, vertical_alignment="center", key=f"quiet_pager_{name}"):
        st.text(f"{shown.start + 1:,} to {shown.stop:,} of {total:,}", width="content")
        _button("‹ Page before", name, number - 1, there_is=shown.start > 0)
        _button("Next page ›", name, number + 1, there_is=shown.stop < total)


def _button(label: str, name: str, number: int, *, there_is: bool) -> None:
    target = None if number == 1 else number
    st.button(
        label,
        disabled=not there_is,
        on_click=partial(state.set_params, **{name: target}),
        key=f"pager_{name}_{label}",
    )

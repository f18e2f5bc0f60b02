"""The prices of the models, and changing one."""

from typing import Any, Final

import streamlit as st

from pages._ui import state, table
from pages._ui.charts import note
from pages._ui.choosing import distinct
from pages._ui.performance.cells import name
from pages._ui.state import View
from pages._ui.table import Cell, Column, TableRow
from toolscore_core.pricing import ModelPrice, price_list_version
from toolscore_core.report.frames import lines_of, prices_frame
from toolscore_core.report.performance_sentences import price_text
from toolscore_core.report.words import plain

_PARTS: Final = {"input": "Input", "cached": "Cached input", "output": "Output"}


def draw_prices(view: View) -> None:
    """Which price each model has, where it comes from, and a form that changes one."""
    lines = lines_of(prices_frame(view.entries, view.prices))
    if not lines:
        return
    version = price_list_version()
    with st.container(horizontal=True, vertical_alignment="center"):
        st.header("Prices", anchor=False, width="content")
        st.space("stretch")
        with st.popover("Change a price"):
            _form(view, lines)
    columns = (
        Column("model", "Model", "24%"),
        Column("source", "Price", "12%"),
        Column("priced_as", "Priced as", "28%"),
        Column("input", "Input", "12%", "right"),
        Column("cached", "Cached input", "12%", "right"),
        Column("output", "Output", "12%", "right"),
    )
    table.table("Prices", columns, [_row(number, line) for number, line in enumerate(lines)], "prices")
    listed = f"genai-prices {version}" if version else "genai-prices, which is not installed"
    note(
        f"USD for a million tokens. Price list: {listed}; nothing is looked up in the network. Only costs that no file "
        "records are priced."
    )


def _row(number: int, line: dict[str, Any]) -> TableRow:
    listed = f"{line['provider']}: {line['priced_as']}"
    source = "± edited" if line["edited"] else "price list" if line["priced_as"] else "unknown"
    resolved = "by hand" if line["edited"] else listed if line["priced_as"] else "not in the list"
    return TableRow(
        str(number),
        {
            "model": name(line["model"]),
            "priced_as": table.text(resolved, "plain" if line["priced_as"] and not line["edited"] else "muted"),
            "input": _price(line, "input"),
            "cached": _price(line, "cached"),
            "output": _price(line, "output"),
            "source": table.text(source, "changed" if line["edited"] else "muted"),
        },
    )


def _price(line: dict[str, Any], part: str) -> Cell:
    if line[part] is None:
        return table.text("as input" if part == "cached" and line["input"] is not None else "unknown", "muted")
    return table.text(price_text(line[part]), title="More for long requests" if line["tiers"] else "")


def _form(view: View, lines: list[dict[str, Any]]) -> None:
    names = distinct([plain(line["model"]) for line in lines])
    at = st.selectbox("Model", range(len(lines)), format_func=names.__getitem__, key="price_model")
    line = lines[at]
    keys = {part: f"price_{part}_{at}_{view.version}" for part in _PARTS}
    with st.form("price_form", border=False):
        for part, title in _PARTS.items():
            st.number_input(
                f"{title}, USD per million tokens",
                min_value=0.0,
                value=line[part],
                step=None,
                format="%.4f",
                key=keys[part],
                placeholder="as input" if part == "cached" else "unknown",
            )
        st.form_submit_button("Use this price", on_click=lambda: _save(view, line["model"], keys))
    if line["edited"]:
        st.button("Back to the price list", on_click=lambda: _forget(view, line["model"]))


def _save(view: View, model: str, keys: dict[str, str]) -> None:
    given = {part: st.session_state.get(key) for part, key in keys.items()}
    if given["input"] is None or given["output"] is None:
        state.leave_message("a price needs what input and what output cost")
        return
    state.set_prices({**view.prices, model: ModelPrice(given["input"], given["output"], given["cached"])})


def _forget(view: View, model: str) -> None:
    state.set_prices({other: price for other, price in view.prices.items() if other != model})

"""Rows of cells -> a plain table in the browser, with links, corrections and lists that open.

`st.dataframe` cannot colour parts of a cell, hold a control or open a list; this can, and shows text as text whatever
it says. Names of events, rows and cells are ours; only texts come from files.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

import streamlit as st

from pages._ui.components import fingerprint

Tone = Literal["plain", "muted", "match", "changed", "moved", "missing", "extra", "failed"]
Cell = dict[str, Any]

_FOLDER = Path(__file__).parent
_COMPONENT = st.components.v2.component(
    "toolscore_table",
    html='<div id="rows"></div>',
    css=(_FOLDER / "style.css").read_text("utf-8"),
    js=(_FOLDER / "index.js").read_text("utf-8"),
)


@dataclass(frozen=True, slots=True)
class Column:
    """One column.

    Attributes:
        key: Name of its cells.
        title: Heading; `hidden` leaves it to screen readers.
        width: CSS width, e.g. "20%".
        align: Numbers stand right.
        wrap: Whether a long text goes on in the next line instead of being cut off.
    """

    key: str
    title: str
    width: str
    align: Literal["left", "right"] = "left"
    hidden: bool = False
    wrap: bool = False


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row.

    Attributes:
        id: Comes back with its events.
        cells: By column key; a missing one stays empty.
        event: Kind of the event that a click anywhere on the row sends; "" for a row that is no button.
        selected: Whether more about this row is shown elsewhere on the page.
    """

    id: str
    cells: dict[str, Cell]
    event: str = ""
    selected: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a cell: `text` is seen, `title` is spoken and shown on hover; `chip` puts it on its colour."""

    text: str
    tone: Tone = "plain"
    title: str = ""
    chip: bool = False


@dataclass(frozen=True, slots=True)
class Event:
    """What the person did: which kind, in which row, and the value chosen or typed ("" for a click)."""

    kind: str
    row: str
    value: str = field(default="")


def text(content: str, tone: Tone = "plain", title: str = "") -> Cell:
    """A text; `title` is shown on hover instead of it."""
    return {"kind": "text", "text": content, "tone": tone, "title": title}


def parts(*pieces: Part) -> Cell:
    """Coloured pieces side by side; none at all is a dash."""
    shown = [{"text": part.text, "tone": part.tone, "title": part.title, "chip": part.chip} for part in pieces]
    return {"kind": "parts", "parts": shown}


def link(content: str, href: str, event: str, title: str = "") -> Cell:
    """A link that sends an event; `href` (ours, never a file's) is for opening it in another tab.

    `title` is shown on hover instead of the text.
    """
    return {"kind": "link", "text": content, "href": href, "event": event, "title": title}


def bar(value: float, content: str, title: str = "", mark: Part | None = None) -> Cell:
    """A number in [0, 1] as a bar, with its text and a mark beside it; `title` is shown on hover."""
    return {"kind": "bar", "value": value, "text": content, "title": title, "mark": mark and asdict(mark)}


def choice(value: str, options: str, event: str, label: str) -> Cell:
    """A choice from the list of that name (see `table`); the event carries the value."""
    return {"kind": "choice", "value": value, "options": options, "event": event, "label": label}


def edit(content: str, event: str, label: str) -> Cell:
    """A text that can be typed over; the event carries the new one."""
    return {"kind": "edit", "text": content, "event": event, "label": label}


def actions(*buttons: tuple[str, str, str]) -> Cell:
    """Small buttons, each (event, symbol, spoken label)."""
    return {
        "kind": "actions",
        "actions": [dict(zip(("event", "text", "label"), each, strict=True)) for each in buttons],
    }


def table(
    label: str,
    columns: Sequence[Column],
    rows: Sequence[TableRow],
    key: str,
    lists: Mapping[str, Sequence[tuple[str, str]]] = MappingProxyType({}),
    *,
    narrow: bool = False,
) -> Event | None:
    """Draw the table; returns what the person did since the last run, once.

    Args:
        label: Name for screen readers.
        columns: What every row has.
        rows: What to draw.
        key: Unique on the page.
        lists: Name -> (value, text) of each option, for the cells that are choices.
        narrow: Whether it stands in a column of the page: then its cells break or cut their texts, and nothing scrolls.
    """
    data: dict[str, Any] = {
        "label": label,
        "narrow": narrow,
        "columns": [asdict(column) for column in columns],
        # Not `asdict`, which copies every cell.
        "rows": [{"id": row.id, "cells": row.cells, "event": row.event, "selected": row.selected} for row in rows],
        "lists": {name: [list(option) for option in options] for name, options in lists.items()},
    }
    data["version"] = fingerprint(data)
    result = _COMPONENT(key=key, data=data, on_event_change=lambda: None)
    return read_event(result.get("event"))


def read_event(value: Any) -> Event | None:
    """What the browser sent, when it has the shape of an event; anything else is None."""
    if not isinstance(value, dict):
        return None
    kind, row, chosen = value.get("kind"), value.get("row"), value.get("value")
    if isinstance(kind, str) and isinstance(row, str) and isinstance(chosen, str):
        return Event(kind, row, chosen)
    return None

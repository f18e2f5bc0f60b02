"""Cells that several tables of the performance page have."""

from typing import Any

from pages._ui import table
from pages._ui.table import Cell, Part
from toolscore_core.report.performance_sentences import basis_text
from toolscore_core.report.words import NONE, plain, usd_text


def name(text: str, nameless: str = NONE) -> Cell:
    """A tool, run or model; what a file leaves unnamed says so."""
    return table.text(plain(text)) if text else table.text(nameless, "muted")


def cut(text: str, longest: int) -> Cell:
    """A text of a file, cut where it is long; the whole of it is shown on hover."""
    shown = plain(text)
    return table.text(f"{shown[: longest - 1]}…" if len(shown) > longest else shown, title=shown)


def known(text: str, value: Any, absent: str = "not recorded") -> Cell:
    """A number as text; where it is missing, what is said instead."""
    return table.text(absent, "muted") if value is None else table.text(text)


def token_cell(count: float | None) -> Cell:
    """A number of tokens."""
    return table.text("not recorded", "muted") if count is None else table.text(f"{count:,.0f}")


def of_how_many(part: int, whole: int) -> str:
    """`12 of 14`; "" when it is all of them or none."""
    return "" if part in (0, whole) else f"{part:,} of {whole:,}"


def cost(line: dict[str, Any], counted: str) -> Cell:
    """A cost, and beside it where it comes from and of how many it is known; a missing one says "unpriced".

    Args:
        line: A line with `cost_usd`, `basis`, `priced` and the column that `counted` names.
        counted: Column of the number that `priced` is a part of.
    """
    if line["cost_usd"] is None:
        return table.text("unpriced", "muted", "Nobody knows the price, which is not $0")
    known_of = of_how_many(line["priced"], line[counted])
    edited = bool(line.get("edited"))
    words = f"{basis_text(line['basis'], edited=edited)}{f', {known_of} priced' if known_of else ''}"
    short = known_of or ("edited price" if edited else _SHORT[line["basis"]])
    return table.parts(Part(usd_text(line["cost_usd"]), title=words), Part(short, "muted", words))


_SHORT = {"recorded": "recorded", "priced": "from tokens", "both": "both"}

"""Texts -> the pieces of HTML that every part of the page uses. Nothing else makes markup of a text from a file."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from toolscore_core.alignment import State
from toolscore_core.masked.verdict import Parts
from toolscore_core.report.words import count_text, plain

LONGEST: Final = 4000
"""Longest text of one argument or error on the page; a report is read, the JSON export holds everything."""


def text(value: str, longest: int = LONGEST) -> str:
    """A text that the page shows as it is, cut after so many characters with a note."""
    shown = plain(value, keep="\n\t")
    if len(shown) > longest:
        shown = f"{shown[:longest]}… ({count_text(len(shown) - longest, 'more character')})"
    return escape(shown)


def mono(value: str, longest: int = LONGEST) -> str:
    """The same in the typewriter face of arguments and values."""
    return f'<span class="mono">{text(value, longest)}</span>'


def muted(value: str) -> str:
    """A quiet text; one of ours."""
    return f'<span class="muted">{escape(value)}</span>'


def badge(kind: str, value: str) -> str:
    """A coloured word; `kind` is a class of the style sheet."""
    return f'<span class="badge {kind}">{text(value)}</span>'


def strong_parts(parts: Parts) -> str:
    """A sentence in pieces, the strong ones in bold."""
    return "".join(f"<strong>{text(piece)}</strong>" if strong else text(piece) for piece, strong in parts)


def state_class(state: State | None) -> str:
    """The class that gives a row state its colour."""
    return "plain" if state is None else state.value.replace("+", "-")


def table(head: Sequence[str], rows: Iterable[Sequence[str]], kind: str = "", *, caption: str) -> str:
    """A table in a card that scrolls sideways where it is wide; cells are HTML, the caption is a text for screen readers."""
    heads = "".join(f'<th scope="col">{cell}</th>' for cell in head)
    lines = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>\n" for row in rows)
    body = f"<thead><tr>{heads}</tr></thead>\n<tbody>\n{lines}</tbody>"
    return f'<div class="card" role="region" tabindex="0" aria-label="{text(caption)}"><table class="{kind}">{body}</table></div>'


def items(texts: Iterable[str]) -> str:
    """A list of texts."""
    return f"<ul>{''.join(f'<li>{text(item)}</li>' for item in texts)}</ul>"


def fold(title: str, content: str, *, opened: bool = False, id: str = "") -> str:
    """Content that opens below its title, which is HTML. It is always open on paper."""
    named = f' id="{id}"' if id else ""
    return f"<details{named}{' open' if opened else ''}>\n<summary>{title}</summary>\n{content}\n</details>"

"""Texts -> pieces of GitHub's Markdown in which nothing can format, link, mention, refer or embed."""

import re
from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from toolscore_core.masked.verdict import Parts
from toolscore_core.report.words import NONE, plain

_MARKUP: Final = re.compile(r"([\\`*_{}\[\]<>()#|~&!$@:]|^[-+=]|(?<=www)\.|(?<=^\d)[.)])")
_LONGEST_CELL: Final = 300


def escaped(text: str) -> str:
    """Text that Markdown shows as it is: markup escaped, on one line, no link, no mention of anybody, no issue."""
    shown = re.sub(r"\\([@#])", "\\\\\\1\u2060", _MARKUP.sub(r"\\\1", plain(text)))
    return re.sub(r"(?i)(?<![^\W_])(gh)-(?=\d)", "\\1\u2060-", shown)  # GH-12 is a reference, too


def code(text: str) -> str:
    """Text as a code span that fits a table cell; a dash for none."""
    shown = plain(text)
    if len(shown) > _LONGEST_CELL:
        shown = shown[: _LONGEST_CELL - 1] + "…"
    if not shown.strip():
        return NONE
    fence = "`" * (max((len(run) for run in re.findall("`+", shown)), default=0) + 1)
    pad = " " if shown.startswith("`") or shown.endswith("`") else ""
    return f"{fence}{pad}{shown}{pad}{fence}".replace("|", r"\|")


def strong_parts(parts: Parts) -> str:
    """A sentence in pieces, the strong ones in bold."""
    pieces = []
    for text, strong in parts:
        inner = text.strip()
        before, after = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
        pieces.append(f"{before}**{escaped(inner)}**{after}" if strong and inner else escaped(text))
    return "".join(pieces)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """The lines of a table; cells are Markdown."""
    return [
        f"| {' | '.join(head)} |",
        f"|{'|'.join(' --- ' for _ in head)}|",
        *(f"| {' | '.join(cell or ' ' for cell in row)} |" for row in rows),
    ]


def folded(title: str, lines: Iterable[str]) -> list[str]:
    """Lines that open below a title, which is HTML: no Markdown is read in it."""
    return [f"<details><summary>{title}</summary>", "", *lines, "", "</details>", ""]


def html_code(text: str) -> str:
    """Text for the title of folded lines; as code, since elsewhere a mention in it would be one."""
    return f"<code>{escape(plain(text)[:_LONGEST_CELL])}</code>"

"""A JSON text that stops too early -> the same text up to its last complete record, closed."""

import re

_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)|[\[\]{}]', re.DOTALL)
"""A whole text, also one that the end cuts off: what stands in it is no bracket and begins no other text."""


def closed(text: str) -> str | None:
    """The complete items of the outermost list of records that has one.

    Args:
        text: The beginning of a JSON text, up to where it stops or breaks.

    Returns:
        The text up to the end of that list's last complete record, with every open bracket closed;
        None when no list that is still open holds a complete record.
    """
    opened: list[tuple[int, bool]] = []  # position of each open bracket, and whether it opens a list
    cuts: list[int] = []  # for each of them, where its last complete record ends; 0 when it has none
    for token in _TOKEN.finditer(text):
        mark = token[0]
        if mark in "[{":
            opened.append((token.start(), mark == "["))
            cuts.append(0)
        elif mark in "]}":
            if not opened:
                return None
            opened.pop()
            cuts.pop()
            if mark == "}" and opened and opened[-1][1]:
                cuts[-1] = token.end()
    for depth, cut in enumerate(cuts):
        if cut:
            return text[:cut] + "".join("]" if is_list else "}" for _, is_list in reversed(opened[: depth + 1]))
    return None

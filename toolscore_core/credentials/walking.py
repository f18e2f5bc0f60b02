"""A value of arguments or results -> every text in it, with its path and the key name that speaks for it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from toolscore_core.credentials.keynames import COOKIE, cookie_before, speaks

NAMES: Final = frozenset({"key", "name", "Key", "Name", "field", "label", "selector", "element", "header", "variable"})
"""Keys that may name what another one holds."""
VALUES: Final = frozenset({"value", "Value", "val", "text"})
"""Keys whose value a sibling may name."""
SEALED: Final = "encryptedData"
"""Key below which a sealed secret holds its cipher texts; no key below it says anything."""


@dataclass(frozen=True, slots=True)
class TextPlace:
    """One text inside a value.

    Attributes:
        path: Keys joined by dots, positions in brackets (`files[0].content`); a key that would be misread is written
            `['a.b']`. "" for a value that is one text.
        text: The text.
        key: Name of the key that speaks for it; None when none does.
        in_key: Whether the text is the last key of the path itself.
    """

    path: str
    text: str
    key: str | None
    in_key: bool


def speaking_key(parent: Mapping[Any, Any], key: Any, inherited: str | None = None) -> str | None:
    """The name that says what the value under a key is.

    It is the key itself, the sibling that names a value (`{"name": "password", "value": "..."}`), or the key above. Below
    a key that says cookies it is the name of one, in the form that `cookie_before` knows.
    """
    if not isinstance(key, str) or inherited == SEALED:
        return inherited
    if inherited is not None and cookie_before(inherited) == COOKIE:
        return f"{COOKIE}{parent.get('name') if key in VALUES else key}="
    if key in VALUES:
        for name, beside in parent.items():
            if name in NAMES and isinstance(beside, str) and speaks(beside):
                return beside
        return inherited
    return key


def speaking_item(before: Any, inherited: str | None) -> str | None:
    """The name that says what an item of a list is: the option that stands before it (`["--password", "..."]`)."""
    return before if isinstance(before, str) and before.startswith("--") and "=" not in before else inherited


def texts_in(root: Any) -> Iterator[TextPlace]:
    """Every text and key inside the value, depth first. Depth is no limit; dicts, lists and tuples are read."""
    pending: list[tuple[str, Any, str | None, bool]] = [("", root, None, False)]
    while pending:
        path, value, key, in_key = pending.pop()
        if isinstance(value, str):
            yield TextPlace(path, value, key, in_key)
        elif isinstance(value, dict):
            below: list[tuple[str, Any, str | None, bool]] = []
            for name, item in value.items():
                place = key_path(path, str(name))
                if isinstance(name, str):
                    below.append((place, name, None, True))
                below.append((place, item, speaking_key(value, name, key), False))
            pending += reversed(below)
        elif isinstance(value, (list, tuple)):
            items = [
                (f"{path}[{position}]", item, speaking_item(value[position - 1] if position else None, key), False)
                for position, item in enumerate(value)
            ]
            pending += reversed(items)


def last_key(path: str) -> str:
    """The last key of a path, positions after it left out."""
    return path.rstrip("0123456789[]").rpartition(".")[2]


def key_path(parent: str, key: str) -> str:
    """The path of a key below another path; a key that would be misread is written in brackets and quotes."""
    if not (key or parent) or not {".", "[", "]"}.isdisjoint(key):
        escaped = key.replace("\\", "\\\\").replace("'", "\\'")
        return f"{parent}['{escaped}']"
    return f"{parent}.{key}" if parent else key

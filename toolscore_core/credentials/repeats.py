"""Credentials that a key name told -> where else the same trace repeats them."""

from collections.abc import Iterator
from typing import Final

SHORTEST_REPEAT: Final = 8
"""Length of the shortest value that is looked for elsewhere; a shorter one may be any word."""

_FEW: Final = 24
"""Values that are searched one by one; more are looked up by their beginnings."""


class Repeats:
    """Values to be looked for. Searching takes time linear in the text, however many they are."""

    def __init__(self) -> None:
        self._kinds: dict[str, str] = {}
        self._lengths: dict[str, list[int]] = {}

    def __bool__(self) -> bool:
        return bool(self._kinds)

    def add(self, secret: str, kind: str) -> None:
        """Look for a value from now on; one of fewer than 8 characters is not."""
        if len(secret) >= SHORTEST_REPEAT and secret not in self._kinds:
            self._kinds[secret] = kind
            lengths = self._lengths.setdefault(secret[:SHORTEST_REPEAT], [])
            if len(secret) not in lengths:
                lengths.append(len(secret))
                lengths.sort(reverse=True)

    def find(self, text: str) -> Iterator[tuple[str, int, int]]:
        """Kind and place of each value in a text, in no order; they may overlap."""
        if len(self._kinds) <= _FEW:
            for secret, kind in tuple(self._kinds.items()):  # another thread may add to them meanwhile
                at = text.find(secret)
                while at >= 0:
                    yield kind, at, at + len(secret)
                    at = text.find(secret, at + len(secret))
            return
        at = 0
        while at <= len(text) - SHORTEST_REPEAT:
            lengths = self._lengths.get(text[at : at + SHORTEST_REPEAT], ())
            length = next((size for size in lengths if text[at : at + size] in self._kinds), 0)
            if length:
                yield self._kinds[text[at : at + length]], at, at + length
            at += length or 1

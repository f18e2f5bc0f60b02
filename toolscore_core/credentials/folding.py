"""A text -> itself in lower case, letter by letter, so that places stay the same."""

import string
from typing import Final

_LOWER: Final = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)


def folded(text: str) -> str:
    """The text in lower case and of the same length; letters beyond ASCII stay where lower case would lengthen them."""
    lower = text.lower()
    return lower if len(lower) == len(text) else text.translate(_LOWER)

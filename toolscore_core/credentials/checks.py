"""What tells a drawn credential from a word, a placeholder or a documentation's example."""

import base64
import binascii
import math
import re
from collections import Counter
from typing import Final

_PLACEHOLDER = re.compile(
    r"x{5}|0{8}|\*{3}|\.{3}|…|Eby8vdM0|example|placeholder|change_?me|replace_?me|dummy|redacted"
    r"|your[_-]?(?:api|secret|access|key|token)",
    re.IGNORECASE,
)


def not_placeholder(credential: str) -> bool:
    """Whether it is no key of a documentation or template: AWS's EXAMPLE keys, runs of x, `your_key`."""
    return _PLACEHOLDER.search(credential) is None


def mixed(credential: str) -> bool:
    """Whether it holds a digit, a lower-case and an upper-case letter."""
    return re.search("[0-9]", credential) is not None and credential.upper() != credential != credential.lower()


_HEX_KEY = re.compile(r"sk-(?=[a-f]*[0-9])(?=[0-9]*[a-f])[0-9a-f]{32,}")


def mixed_or_hex(credential: str) -> bool:
    """Whether it is mixed, or lower-case hexadecimal after its prefix."""
    return mixed(credential) or _HEX_KEY.fullmatch(credential) is not None


def has_digit(credential: str) -> bool:
    """Whether it holds a digit; a run of words does not."""
    return re.search("[0-9]", credential) is not None


def two_cases(credential: str) -> bool:
    """Whether it holds a lower-case and an upper-case letter."""
    return credential.upper() != credential != credential.lower()


def entropy(text: str) -> float:
    """Shannon entropy in bits a character; 0.0 for an empty text."""
    length = len(text)
    return -sum(count / length * math.log2(count / length) for count in Counter(text).values())


def varied(credential: str) -> bool:
    """Whether its characters vary as drawn ones do: at least 3 bits each."""
    return entropy(credential) >= 3.0  # 32 hexadecimal digits drawn at random lie above 3.0, words and counters below


def decoded(text: str) -> bytes | None:
    """Base64 in either alphabet, padding missing or not -> bytes; None when it is none."""
    plain = text.rstrip("=").translate(_URL_SAFE)
    if len(plain) % 4 == 1:
        return None
    try:
        return base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True)
    except (binascii.Error, ValueError):
        return None


_URL_SAFE: Final = str.maketrans("-_", "+/")


def names_a_pair(text: str) -> bool:
    """Whether it is base64 of `user:password`, both printable."""
    raw = decoded(text)
    if raw is None:
        return False
    user, colon, password = raw.partition(b":")
    return bool(colon and password) and raw.isascii() and raw.decode("ascii").isprintable() and len(user) <= 128


def holds_json(text: str) -> bool:
    """Whether it is base64 of the beginning of a JSON object, as the head of a signed token is."""
    raw = decoded(text[: len(text) // 4 * 4])
    return raw is not None and raw.lstrip().startswith(b"{")

"""A YAML cassette of recorded HTTP traffic -> its value, as JSON would give it.

Only texts that start like a cassette are taken for YAML: nearly every text is YAML somehow.
Specification: https://yaml.org/spec/1.1/; https://vcrpy.readthedocs.io.
"""

import re
from typing import Any

from toolscore_core.reading.documents import Limits
from toolscore_core.reading.yaml_text import yaml_value

_START = re.compile(
    rb"^(?:---[^\n]*\n|#[^\n]*\n|[ \t]*\n|%[^\n]*\n|[\w-]+:[ \t]*[^\s\[{&*][^\n]*\n)*(?:http_)?interactions:[ \t]*(?:&\w+)?\r?\n"
)
_HEAD = 16_384


def is_cassette(text: bytes) -> bool:
    """Whether a text is a cassette in YAML."""
    return not text.startswith((b"{", b"[")) and _START.match(text[:_HEAD]) is not None


def cassette_value(text: bytes, name: str, limits: Limits) -> Any:
    """The value of a cassette. Dates stay texts, bytes become texts, unknown tags are passed over.

    Raises:
        DecodeError: It is no YAML, nested too deeply, refers to itself, or grows too large by its aliases.
    """
    return yaml_value(text.decode("utf-8", "replace"), name, limits)

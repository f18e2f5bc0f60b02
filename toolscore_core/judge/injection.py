"""The texts of a recorded call -> whether one of them speaks to a judge."""

import base64
import binascii
import re
import unicodedata
from collections.abc import Iterator
from typing import Any, Final

from toolscore_core.judge.pairs import Pair
from toolscore_core.judge.prompt import as_sent

PHRASES: Final = re.compile(
    r"""
      \b(?:ignore|disregard|forget|override|bypass)\b .{0,40}? \b(?:instructions?|prompts?|rules|guidelines|criteria)\b
    | \b(?:ignoriere?|ignora|ignorez|ignore[zr]?|vergiss)\b .{0,40}? \b(?:anweisungen|instruc\w+|istruzioni|consignes)\b
    | \b(?:judge|evaluator|grader|assessor)s?\b .{0,40}? \b(?:must|should|shall|needs?\ to|has\ to|please)\b
    | \b(?:note|message|instructions?)\ (?:to|for)\ (?:the\ |any\ )?(?:judge|evaluator|grader|assessor|reviewer|llm|model)
    | \b(?:scores?|verdict|rating|grade)\b ["'\s:=]{0,6} (?:(?:of|is|as|must\ be|should\ be)\s+)? ["']? (?:[01](?:\.\d+)?\b|equivalent|partly|not\b|pass\b)
    | \b(?:answer|reply|respond|output|return)\b .{0,20}? \b(?:equivalent|score)\b
    | </?(?:expected|actual|system|assistant|user|instructions)\b
    | 忽略.{0,12}(?:指令|指示|说明|提示) | 給?给?出.{0,8}分 | (?:以前|上記|前).{0,6}指示.{0,6}無視 | 무시.{0,12}(?:지시|점수)
    | игнорир\w* .{0,30}? (?:инструкц|указан)\w*
    """,
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
"""What a text says that is meant for a judge rather than for a tool. Every repetition is bounded."""

_BASE64: Final = re.compile(r"[A-Za-z0-9+/_-]{16,4000}={0,2}")
_INVISIBLE: Final = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"))


def speaks_to_judge(pair: Pair) -> bool:
    """Whether the recorded call holds a phrase meant for a judge that the expected call does not hold too."""
    asked_for = "\n".join(_readings(as_sent(pair.expected).args)).lower()
    actual = as_sent(pair.actual)
    return any(
        match.group().lower() not in asked_for
        for text in (*_readings(actual.tool), *_readings(actual.args))
        for match in PHRASES.finditer(text)
    )


def _readings(value: Any) -> Iterator[str]:
    """Every text in a value, keys too, as it is read and as it reads decoded."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _readings(key)
            yield from _readings(item)
    elif isinstance(value, list):
        for item in value:
            yield from _readings(item)
    elif isinstance(value, str):
        text = unicodedata.normalize("NFKC", value).translate(_INVISIBLE)
        yield text
        for match in _BASE64.finditer(text):
            yield from _decoded(match.group())


def _decoded(text: str) -> Iterator[str]:
    bare = text.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        yield base64.b64decode(bare + "=" * (-len(bare) % 4), validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return

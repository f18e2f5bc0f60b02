"""A text -> the values in it that a key name tells to be credentials: `KEY=value`, JSON, YAML, options, SQL, sentences."""

import re
from collections.abc import Iterator
from typing import Final

from toolscore_core.credentials.keynames import KeyMeaning, meaning_of

Assigned = tuple[str, int, int]
"""Kind and place of a value."""

_WORDS: Final = ("pass", "pwd", "secret", "token", "key", "auth", "cred")
"""One of them stands in every key name that tells a credential."""

_SIGNS: Final = ("=", ":", ",", ">", "|", "--", " is ", "key ", "Key ", "KEY ")
"""One of them stands between each key and its value."""

_LONGEST_KEY: Final = 48
_NEAR: Final = 600
"""Characters round a value that are looked at for what it belongs to."""

_KEY_BACKWARDS: Final = re.compile(r"[A-Za-z0-9_.-]*+")
_SAID_BEFORE: Final = re.compile(
    r"\b(?i:api|secret|access|account|admin|auth|encryption|license|master|private|service|signing|storage|subscription)[ ]\Z"
)
"""A word that prose sets before `key`, and without which it says nothing."""

_QUOTE: Final = r"\\{0,8}[\"'`]"
"""A quote, also one inside a text in quotes inside a text in quotes."""

_BREAK: Final = r"(?:\s|\\+n)"
_BETWEEN: Final = "|".join(
    (
        # the key is a value, and the value stands under the sibling `value`
        rf"(?P<sibling>(?:{_QUOTE})?{_BREAK}{{0,4}},?{_BREAK}{{1,40}}-?(?:{_QUOTE})?(?i:value|text)(?:{_QUOTE})?[ ]{{0,3}}[:=][ ]{{0,3}})",
        # the next item of a list, in quotes as the key is
        rf"{_QUOTE}[ ]{{0,2}},\s{{0,3}}(?={_QUOTE})",
        r"\*{0,2}:\*{1,2}[ ]{1,2}",  # in bold
        # assignments and pairs of every language, with a type between or not; no comparison
        rf"\*{{0,2}}(?:{_QUOTE})?\]?[ \t]{{0,24}}(?::[ ]{{0,2}}(?:str|string|String|SecretStr)[ ]{{0,2}})?(?::=|=>|\?=|=(?!=)|:(?!:))[ \t]{{0,8}}",
        r"(?P<tag>>)",
        r"(?P<said>[ ]is[ ]?:?[ ])",
        r"[\"'`]?[ ](?:--body|-b)[ =]",
        r"(?P<cell>,|[`*]{0,3}[ ]?\|[ ]?(?=[^|]))",
        r"(?P<option>[ ]{1,2})",
    )
)
_BARE_LETTER: Final = (
    r"(?:[^\s\"'`<>,;&|(){}\[\]\\]"
    r"|&(?![\w.%-]{0,40}[=\[]|(?:\#\w{1,6}|[a-z]{2,6});|[\s&\"'`<>|)}\]\\]|\Z))"
)
"""A letter of a value without quotes; an ampersand where no next parameter, command or entity begins."""
_SCHEME: Final = r"(?:(?i:bearer|token|basic|apikey|bot|key)[ ]{1,2})?"
_VALUE: Final = "|".join(
    (
        rf"\"{_SCHEME}(?P<double>(?:[^\"\\\n]|\\.){{1,2048}}+)\"",
        rf"'{_SCHEME}(?P<single>(?:[^'\\\n]|\\.){{1,2048}}+)'",
        rf"`{_SCHEME}(?P<back>[^`\\\n]{{1,2048}}+)`",
        rf"\\{{1,8}}[\"']{_SCHEME}(?P<escaped>[^\"'\\\n]{{1,2048}}+)\\{{1,8}}[\"']",
        rf"(?P<bare>{_BARE_LETTER}{{1,256}}+)",
    )
)
_ASSIGNMENT: Final = re.compile(
    rf"(?P<rest>[A-Za-z0-9_-]{{0,24}}+)(?:{_BETWEEN})(?:[bfru](?=[\"']))?{_SCHEME}(?:{_VALUE})"
)
_BARE: Final = re.compile(rf"{_BARE_LETTER}{{1,4096}}+")
_REST_OF_LINE: Final = re.compile(r"[^\s\\\"'`]{1,4096}+(?=[ \t]*(?:\r?\n|\Z))")
_CONNECTION: Final = re.compile(
    r"(?i)(?:server|data source|host|user id|uid|initial catalog|database)\s{0,2}=[^;\n]{1,200};"
)
_GROUPS: Final = ("double", "single", "back", "escaped", "bare")


def assigned(text: str, lower: str) -> Iterator[Assigned]:
    """Values whose keys say that they are credentials, in no order; one may come twice.

    Args:
        text: The text.
        lower: The same in lower case, of the same length.
    """
    if not any(sign in text for sign in _SIGNS):
        return
    for word in _WORDS:
        at = lower.find(word)
        while at >= 0:
            end = at + len(word)
            found = _ASSIGNMENT.match(text, end)
            value = found and _value_of(text, at, found)
            if value:
                yield value
                end = max(end, value[2])
            at = lower.find(word, end)


def _value_of(text: str, at: int, found: "re.Match[str]") -> Assigned | None:
    before = _KEY_BACKWARDS.match(text[max(0, at - _LONGEST_KEY) : at][::-1])
    start = at - (before.end() if before else 0)
    key = text[start : found.end("rest")]
    said = _SAID_BEFORE.search(text, max(0, start - _LONGEST_KEY), start) if key.lower() == "key" else None
    key = key if said is None else said[0] + key
    if found["option"] is not None and said is None and not key.startswith("--"):
        return None
    meaning = meaning_of(key.lstrip("-."))
    if meaning is None and key == "key" and text[start - 1 : start] in {"(", "?", "&"}:
        meaning = meaning_of("api_key")
    if meaning is None:
        return None
    if found["cell"] is not None and not (meaning.rows or meaning.sure or meaning.password):
        return None
    group = next(name for name in _GROUPS if found[name] is not None)
    begin = found.start(group)
    for end in _bare_ends(text, start, found) if group == "bare" else (found.end(group),):
        kind = meaning.kind_of(text[begin : min(end, begin + _DECIDED)] if group == "bare" else text[begin:end])
        if kind == "password" and found["said"] is not None and text[begin:end].islower():
            return None
        if kind is not None and not _belongs_to_cipher(text, start):
            return _named(kind, meaning, text, begin, end)
    return None


_DECIDED: Final = 256
"""Characters on which a value without quotes is decided."""

_MARGIN: Final = 40
"""Characters before a key among which its line must begin for it to be a setting."""


def _bare_ends(text: str, start: int, found: "re.Match[str]") -> Iterator[int]:
    """Ends that a value without quotes may have: that of the line in a file of settings, that of the word."""
    begin, end = found.span("bare")
    whole = _BARE.match(text, begin) if end - begin >= _DECIDED else None
    end = whole.end() if whole else end
    if text[end : end + 1] in {"(", "["} or (found["tag"] is not None and text[end : end + 1] != "<"):
        return
    line = text[max(0, start - _MARGIN) : start].rpartition("\n")[2]
    if len(line) < _MARGIN and line.strip(" \t-") in {"", "export", "set", "SET"}:
        setting = _REST_OF_LINE.match(text, begin)
        if setting is not None and setting.end() > end:
            yield begin + len(setting[0].rstrip(",;"))
    if text[start - 1 : start] in {"?", "&"}:
        end = begin + len(text[begin:end].partition("&")[0])  # a parameter of an address or a form
    yield begin + len(text[begin:end].rstrip(".,:"))


def _belongs_to_cipher(text: str, start: int) -> bool:
    """Whether it stands in a sealed secret, whose values are cipher texts."""
    return text.rfind("encryptedData", max(0, start - _NEAR), start) >= 0


def _named(kind: str, meaning: KeyMeaning, text: str, begin: int, end: int) -> Assigned:
    if meaning.password or kind == "generic_api_key":
        if text.rfind("kind: Secret", max(0, begin - _NEAR), begin) >= 0:
            return "k8s_secret", begin, end
        near = text[max(0, begin - 200) : begin]
        if meaning.password and ";" in near and _CONNECTION.search(near):
            return "sqlserver_connection_string", begin, end
    return kind, begin, end

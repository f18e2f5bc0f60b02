"""Inputs that take a search or a reader that grows with the square very long: beginnings of credentials, damaged JSON."""

import json

from tests import fake_credentials as fake

LENGTH = 100_000
"""Characters of the shorter form of each text."""

PIECES = {
    "slugs": "sk-" + "ant-Abcdefgh-",
    "begin lines": "-----BEG" + "IN PRIVATE KEY-----",
    "dashes": "-----",
    "backslashes": "\\",
    "json escapes": "\\u0041",
    "percent": "%2541",
    "base64": "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWY=/",
    "base64 lines": "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWY\n",
    "keys": "password=",
    "keys and spaces": "password" + " " * 30,
    "values": "password=Ab1!xyzw ",
    "quotes": 'password="',
    "addresses": "https://user:pass@",
    "bearers": "Bearer eyJ",
    "signed tokens": "eyJ" + "hbGciOiJIUzI1NiJ9.",
    "cookies": "cookie: a=b; ",
    "logins": "machine a login b password c ",
    "tokens": fake.github() + " ",
    "glued tokens": fake.slack() + fake.github(),
}
"""What each text repeats."""


def hostile(name: str, times: int) -> str:
    """The text of that name, `times` x 100,000 characters long."""
    return PIECES[name] * (LENGTH * times // len(PIECES[name]))


def damaged_json(kind: str, times: int) -> bytes:
    """A JSON document that is cut off inside a text full of quotes ("text"), or damaged in one of its many lines ("lines")."""
    if kind == "text":
        inner = json.dumps(json.dumps([{"k": "v", "n": 1}] * (10_000 * times)))
        return f'[{{"tool": "a"}}, {{"tool": "b", "result": {inner[:-1]}\x01"}}]'.encode()
    lines = json.dumps([{"tool": "a", "args": {"x": ["é"] * 5}}] * (5_000 * times), indent=1)
    broken = 4_501 * times
    return lines.replace('"tool"', '"tool', broken).replace('"tool', '"tool"', broken - 1).encode()

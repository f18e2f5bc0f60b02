"""Files with a credential of every kind in every place, and whether any of them can be read in what a program gives out."""

import base64
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from tests import fake_credentials, fake_kinds

_RUN: Final = re.compile("[A-Za-z0-9]+")
_LEAST: Final = 5
"""Letters of a needle: what is shown of a credential are its first four and last two."""


@dataclass(frozen=True, slots=True)
class Plant:
    """One credential.

    Attributes:
        kind: Its kind.
        secret: The credential.
        text: The text in which it stands, by which it gives itself away.
        key: Name of the key that tells it; "" for one that its text tells.
    """

    kind: str
    secret: str
    text: str
    key: str = ""

    @property
    def encoded(self) -> str:
        """The text in base64."""
        return base64.b64encode(self.text.encode()).decode()


def _plants() -> Iterator[Plant]:
    for kind, secret in {**fake_kinds.FORMATS, **fake_credentials.KINDS}.items():
        yield Plant(kind, secret, secret)
    for kind, (before, secret, after) in fake_kinds.structured().items():
        yield Plant(kind, secret, before + secret + after)
    for kind, (key, secret) in fake_kinds.NAMED.items():
        yield Plant(kind, secret, f"{key}={secret}", key)


PLANTS: Final = tuple(_plants())


def _needle(secret: str) -> str:
    """A piece of a secret that nothing may show: its longest run of letters inside what a preview leaves out."""
    inner = secret.splitlines()[1] if "\n" in secret else secret[5:-3]
    longest = max(_RUN.findall(inner), key=len, default="")
    return longest if len(longest) >= _LEAST else inner


NEEDLES: Final = {
    **{_needle(plant.secret): plant.kind for plant in PLANTS},
    **{plant.encoded[12:40]: f"{plant.kind} in base64" for plant in PLANTS},
}
"""Piece that must not be readable anywhere -> what it is a piece of."""

_ANY: Final = re.compile("|".join(map(re.escape, sorted(NEEDLES, key=len, reverse=True))).encode())


def readable(given: bytes | str) -> list[str]:
    """What of the planted can be read in a text: kinds, with what stands before."""
    data = given.encode("utf-8", "replace") if isinstance(given, str) else given
    return [
        f"{NEEDLES[found[0].decode()]} after {data[max(0, found.start() - 60) : found.start()]!r}"
        for found in _ANY.finditer(data)
    ]


def _calls(plant: Plant) -> list[dict[str, Any]]:
    """The credential as argument value and key, in results, an error, a tool's name, metadata, and encoded."""
    value = {plant.key: plant.secret} if plant.key else {"value": plant.text}
    return [
        {"tool": "send", "args": {"note": f"see {plant.text} there", **value}},
        {"tool": "send", "args": {"deep": [{plant.text: 1}]}},
        {"tool": "read", "args": {}, "result": plant.text},
        {"tool": "read", "args": {}, "result": {"rows": [value]}},
        {"tool": "read", "args": {}, "error": f"refused: {plant.text}"},
        {"tool": plant.text, "args": {"n": 1}},
        {"tool": "tag", "args": {}, "metadata": {"note": plant.text, **value}},
        {"tool": "write", "args": {"data": plant.encoded}},
    ]


def _chat(name: str, plants: Iterable[Plant]) -> dict[str, Any]:
    """A conversation in which every message holds credentials, arguments as JSON text."""
    messages: list[dict[str, Any]] = [{"role": "system", "content": "help"}]
    for number, plant in enumerate(plants):
        call = {"name": "ask", "arguments": json.dumps({"text": plant.text})}
        messages += [
            {"role": "user", "content": f"mine is {plant.text} ok"},
            {
                "role": "assistant",
                "content": f"so {plant.text} it is",
                "tool_calls": [{"id": f"c{number}", "type": "function", "function": call}],
            },
            {"role": "tool", "tool_call_id": f"c{number}", "content": json.dumps({"got": plant.text})},
        ]
    return {"id": name, "messages": messages}


def _gold(case: str, plants: Iterable[Plant]) -> dict[str, Any]:
    calls: list[dict[str, Any]] = []
    for plant in plants:
        named = {plant.key: f"{plant.secret}"} if plant.key else {}
        calls += [
            {"tool": "send", "args": {"note": plant.text, **named}},
            {"tool": "read", "args": {"x": {"$one_of": [plant.text, 1]}, "y": {"$contains": plant.text}}},
            {"tool": plant.text, "args": {plant.text: {"$optional": plant.text}}},
        ]
    first = next(iter(plants))
    return {
        "id": case,
        "input": first.text,
        "tags": [first.text],
        "ignore": [f"send.{first.text}"],
        "aliases": {first.text: f"to {first.text}"},
        "calls": calls,
        "forbidden": [{"tool": plant.text, "reason": f"not {plant.text}"} for plant in plants],
    }


_NAMES: Final = tuple(
    plant for plant in PLANTS if plant.kind in ("github_token", "anthropic_api_key", "aws_access_key_id")
)
"""Those that stand in names of files and cases."""

GROUPS: Final = tuple(PLANTS[start : start + 60] for start in range(0, len(PLANTS), 60))


def files() -> dict[str, bytes]:
    """Traces, gold and rules by file name; names of files, runs and cases hold credentials, too."""
    cases = [f"case {plant.secret}" for plant in _NAMES] + [f"group {number}" for number in range(len(GROUPS))]
    cases = cases[-len(GROUPS) - 1 :]
    groups = [_NAMES, *GROUPS]
    run = [
        {"case_id": case, "id": case, "model": f"m {_NAMES[0].secret}", "calls": [c for p in group for c in _calls(p)]}
        for case, group in zip(cases, groups, strict=True)
    ]
    rules = [
        {"tool": "send", "args": {"note": {"$contains": plant.text}}, "reason": plant.text, "severity": "high"}
        for plant in _NAMES
    ] + [{"tool": "read", "args": {plant.key: plant.secret}} for plant in PLANTS if plant.key]
    chats = "\n".join(json.dumps(_chat(f"chat {number}", group)) for number, group in enumerate(GROUPS))
    broken = f'[{{"tool": "a", "args": {{"x": "{_NAMES[0].secret}"}}}}, {{"tool": 5, "{_NAMES[1].secret}": 1}}, 7]'
    content = {
        f"run-{_NAMES[0].secret}.json": json.dumps(run),
        "chats.jsonl": chats,
        f"{_NAMES[1].secret}/broken.json".replace("/", "-"): broken,
        "unknown.json": json.dumps({"odd": [{"what": plant.text, "how": plant.secret} for plant in PLANTS]}),
        "team.gold.jsonl": "\n".join(json.dumps(_gold(case, group)) for case, group in zip(cases, groups, strict=True)),
        "team.rules.json": json.dumps(rules),
        "bad.rules.json": json.dumps([{"tool": "a", "args": {_NAMES[0].secret: {"$regexx": _NAMES[1].secret}}}]),
    }
    return {name: text.encode() for name, text in content.items()}

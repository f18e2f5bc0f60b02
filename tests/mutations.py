"""Damage as files really suffer it: cut off, types swapped, nulls, keys renamed, lines mixed, wrong encodings."""

import copy
import json
import random
from collections.abc import Callable
from copy import deepcopy
from typing import Any

SWAPS: tuple[Any, ...] = (
    None, True, False, 0, -1, 1.5, 10**30, float("nan"), "", " ", "text", "\x00\u202e", [], {}, [None], [[]], {"": None},
    [{"type": None}], {"role": 3}, "{\"a\":", "[1]", "2026-13-45T99:00:00Z", [[[[[[1]]]]]],
)  # fmt: skip
"""What may stand where something else was."""


def mutants(data: bytes, seed: int, count: int) -> list[bytes]:
    """Damaged copies of a file, the same for the same seed."""
    choose = random.Random(seed)
    return [choose.choice(_KINDS)(data, choose) for _ in range(count)]


def _cut(data: bytes, choose: random.Random) -> bytes:
    return data[: choose.randrange(len(data) + 1)]


def _flip(data: bytes, choose: random.Random) -> bytes:
    damaged = bytearray(data)
    for _ in range(choose.randint(1, 8)):
        damaged[choose.randrange(len(damaged))] = choose.randrange(256)
    return bytes(damaged)


def _encode(data: bytes, choose: random.Random) -> bytes:
    encoding = choose.choice(("utf-16", "utf-16-le", "utf-32-be", "utf-8-sig", "latin-1", "cp037"))
    return data.decode("utf-8", "replace").encode(encoding, "replace")


def _mix_lines(data: bytes, choose: random.Random) -> bytes:
    lines = data.split(b"\n")
    choose.shuffle(lines)
    lines.insert(choose.randrange(len(lines) + 1), choose.choice((b"null", b"{}", b"[1]", b"no json", b'"text"', b"3")))
    return b"\n".join(lines)


def _change_values(data: bytes, choose: random.Random) -> bytes:
    documents = _decoded(data)
    if documents is None:
        return _flip(data, choose)
    for _ in range(choose.choice((1, 1, 2, 4, 16))):
        at = choose.randrange(len(documents))
        documents[at] = _changed(documents[at], choose)
    return b"\n".join(json.dumps(document).encode() for document in documents)


_KINDS: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    *(_change_values,) * 6,
    _cut,
    _cut,
    _flip,
    _encode,
    _mix_lines,
)


def _decoded(data: bytes) -> list[Any] | None:
    """The documents of JSON or JSONL; None for anything else."""
    try:
        return [json.loads(data)]
    except ValueError:
        pass
    try:
        return [json.loads(line) for line in data.splitlines() if line.strip()] or None
    except ValueError:
        return None


def _changed(value: Any, choose: random.Random) -> Any:
    """The value with one thing in it swapped, dropped, doubled or renamed."""
    places: list[tuple[Any, Any]] = []
    pending = [value]
    while pending:
        holder = pending.pop()
        entries = holder.items() if isinstance(holder, dict) else enumerate(holder) if isinstance(holder, list) else ()
        for key, item in entries:
            places.append((holder, key))
            pending.append(item)
    if not places or choose.random() < 0.02:
        return deepcopy(choose.choice(SWAPS))
    holder, key = choose.choice(places)
    kind = choose.randrange(5)
    if kind == 0:
        del holder[key]
    elif kind == 1 and isinstance(holder, dict):
        holder[choose.choice((str(key).upper(), f"{key}_", "id", "type", "name", "role"))] = holder.pop(key)
    elif kind == 2 and isinstance(holder, list):
        holder.insert(key, copy.deepcopy(holder[choose.randrange(len(holder))]))
    elif kind == 3:
        other, place = choose.choice(places)
        try:
            holder[key] = copy.deepcopy(other[place])
        except (IndexError, KeyError):
            holder[key] = None
    else:
        holder[key] = deepcopy(choose.choice(SWAPS))
    return value

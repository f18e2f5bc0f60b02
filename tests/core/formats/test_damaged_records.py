"""Records that are not what their format says: a reader reports them, and never breaks."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from toolscore_core.errors import InputError
from toolscore_core.formats import FORMATS, read_traces

ODD: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    1e308,
    10**30,
    "",
    "x",
    [],
    {},
    [[]],
    {"a": {}},
    [None],
    {"type": {}},
    "[",
    '{"a": 1}',
)
NAMES = ("gemini_contents.json", "langchain_messages.json", "mcp_session.jsonl", "otel_spans.json")


def damaged(value: Any, chance: random.Random, rate: float) -> Any:
    """A copy in which some values are others, some keys are missing and some items are doubled."""
    if chance.random() < rate:
        return chance.choice(ODD)
    if isinstance(value, dict):
        return {key: damaged(item, chance, rate) for key, item in value.items() if chance.random() > rate / 2}
    if isinstance(value, list):
        return [damaged(item, chance, rate) for item in value for _ in range(2 if chance.random() < rate / 2 else 1)]
    return value


def documents(path: Path) -> list[Any]:
    text = path.read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()] if path.suffix == ".jsonl" else [json.loads(text)]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(40))
def test_damaged_samples(sample_data: Path, name: str, seed: int) -> None:
    """Whatever stands where, a file is read or refused with an InputError, as itself and as any other format."""
    chance = random.Random(seed)
    values = [damaged(value, chance, 0.02 * (1 + seed % 5)) for value in documents(sample_data / "formats" / name)]
    data = "\n".join(json.dumps(value) for value in values).encode()
    for key in ("auto", *(known.key for known in FORMATS if known.key in ("gemini", "langchain", "mcp", "otel"))):
        try:
            file = read_traces(data, key, name="damaged.json")
        except InputError:
            continue
        for trace in file.traces:
            assert all(index < len(trace.calls) for turn in trace.turns for index in turn.calls)
            assert all(isinstance(call.args, dict) and isinstance(call.tool, str) for call in trace.calls)

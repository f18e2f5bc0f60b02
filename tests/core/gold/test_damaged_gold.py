"""Gold files in which anything stands anywhere: they are read in part or refused, and never break a reader."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from toolscore_core.errors import InputError
from toolscore_core.gold import GOLD_FORMATS, dataset_to_jsonl, read_gold

ODD: tuple[Any, ...] = (
    *(None, True, 0, -1, 1e308, 10**30, "", " ", "x", "f(", "f(a=1)", "[", '{"a": 1}'),
    *([], {}, [[]], [None], [["f(a=1)"]], {"0": [1]}, {"": 1}, {"role": "user"}, {"name": "x"}, {"$any": True}),
)


def damaged(value: Any, chance: random.Random, rate: float) -> Any:
    """A copy in which some values are others, some keys are missing or new, and some items are doubled."""
    if chance.random() < rate:
        return chance.choice(ODD)
    if isinstance(value, dict):
        return {key: damaged(item, chance, rate) for key, item in value.items() if chance.random() > rate / 2}
    if isinstance(value, list):
        return [damaged(item, chance, rate) for item in value for _ in range(2 if chance.random() < rate / 2 else 1)]
    return value


def documents(path: Path) -> list[Any]:
    text = path.read_text(encoding="utf-8")
    try:
        return [json.loads(text)]
    except ValueError:
        return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize("key", [known.key for known in GOLD_FORMATS])
def test_damaged_samples(sample_data: Path, key: str) -> None:
    """Whatever stands where, what is read has ids of its own and arguments that are objects, and can be written."""
    whole = documents(sample_data / "gold" / f"{key}.json")
    for seed in range(100):
        chance = random.Random(seed)
        data = "\n".join(json.dumps(damaged(value, chance, 0.02 * (1 + seed % 5))) for value in whole).encode()
        for format in ("auto", *(known.key for known in GOLD_FORMATS if known.key == key or seed % 10 == 0)):
            try:
                file = read_gold(data, format, "damaged.json")
            except InputError:
                continue
            assert len({case.id for case in file.cases}) == len(file.cases)
            assert all(call.args is None or isinstance(call.args, dict) for case in file.cases for call in case.calls)
            assert dataset_to_jsonl(file.cases).count("\n") == len(file.cases)

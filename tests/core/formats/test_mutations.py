"""Any bytes give traces, problems or an InputError, nothing else: damaged copies of every sample."""

from pathlib import Path

import pytest

from tests.mutations import mutants
from toolscore_core.calls import ToolCall
from toolscore_core.errors import InputError
from toolscore_core.formats import FORMATS, read_traces
from toolscore_core.gold import GOLD_FORMATS, read_gold

FOLDERS = ("formats", "gold")
SAMPLES = sorted(
    path
    for folder in FOLDERS
    for path in (Path(__file__).parents[3] / "sample_data" / folder).glob("*")
    if path.suffix != ".md"
)
COUNT = 100
"""Damaged copies of each sample."""


def check(calls: list[ToolCall]) -> None:
    """Every call that was read is a whole call."""
    assert all(call.tool.strip() and (call.args is None or isinstance(call.args, dict)) for call in calls)
    assert all(call.duration is None or call.duration >= 0 for call in calls)


@pytest.mark.parametrize("sample", SAMPLES, ids=[path.name for path in SAMPLES])
def test_damaged_trace(sample: Path) -> None:
    """Read as what it looks like, and as any other format."""
    for number, data in enumerate(mutants(sample.read_bytes(), seed=len(sample.name), count=COUNT)):
        for key in ("auto", FORMATS[number % len(FORMATS)].key):
            try:
                file = read_traces(data, key, name=sample.name)
            except InputError:
                continue
            for trace in file.traces:
                check(trace.calls)
                assert all(0 <= index < len(trace.calls) for turn in trace.turns for index in turn.calls)


@pytest.mark.parametrize("sample", SAMPLES, ids=[path.name for path in SAMPLES])
def test_damaged_gold(sample: Path) -> None:
    """Read as what it looks like, and as any other gold format."""
    for number, data in enumerate(mutants(sample.read_bytes(), seed=len(sample.name) + 1, count=COUNT)):
        for key in ("auto", GOLD_FORMATS[number % len(GOLD_FORMATS)].key):
            try:
                file = read_gold(data, key, name=sample.name)
            except InputError:
                continue
            for case in file.cases:
                check(case.calls)

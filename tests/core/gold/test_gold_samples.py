"""The small gold samples: one for each gold format, all of the same travel task."""

from pathlib import Path

import pytest

from toolscore_core.gold import GOLD_FORMATS, dataset_to_jsonl, read_gold
from toolscore_core.intake import take_in

SAMPLES = (
    ("toolscore.json", "toolscore", [3]),
    ("toolscore_snapshot.json", "toolscore_snapshot", [3]),
    ("adk_evalset.json", "adk_evalset", [3]),
    ("expected_calls.json", "expected_calls", [3]),
    ("reference_messages.json", "reference_messages", [3]),
    ("bfcl.json", "bfcl", [2, 3]),
    ("tau_bench.json", "tau_bench", [4]),
    ("nestful.json", "nestful", [3]),
    ("toolbench.json", "toolbench", [3]),
    ("api_bank.json", "api_bank", [1, 1]),
    ("promptfoo.json", "promptfoo", [3]),
)
NAMES = [name for name, _, _ in SAMPLES]


@pytest.mark.parametrize(("name", "key", "counts"), SAMPLES, ids=NAMES)
def test_reads_without_problems(sample_data: Path, name: str, key: str, counts: list[int]) -> None:
    """Each sample is recognised as its format and gives its cases with their calls, with no problem."""
    file = read_gold(sample_data / "gold" / name)
    assert (file.format, [len(case.calls) for case in file.cases], file.problems) == (key, counts, [])
    assert all(case.input for case in file.cases) or key in ("bfcl", "toolscore_snapshot")


@pytest.mark.parametrize("name", NAMES)
def test_is_taken_for_gold(sample_data: Path, name: str) -> None:
    """Dropped in the app, a file of expectations is gold; no trace is made of what should have happened."""
    assert take_in(name, (sample_data / "gold" / name).read_bytes()).role == "gold"


@pytest.mark.parametrize("name", NAMES)
def test_can_be_written_as_this_projects_gold(sample_data: Path, name: str) -> None:
    """The cases of every format have a form in this project's own, which reads back to the same expectations."""
    cases = read_gold(sample_data / "gold" / name).cases
    again = read_gold(dataset_to_jsonl(cases).encode())
    assert again.problems == []
    written = [(case.id, [(call.tool, repr(call.args)) for call in case.calls]) for case in again.cases]
    assert written == [(case.id, [(call.tool, repr(call.args)) for call in case.calls]) for case in cases]


def test_every_gold_format_has_a_sample() -> None:
    """Who adds a gold format adds a sample."""
    assert [key for _, key, _ in SAMPLES] == [known.key for known in GOLD_FORMATS]


def test_every_gold_format_says_what_it_is() -> None:
    """Title and signature are there for the error, the command line and the README, and no title stands twice."""
    assert all(known.title and known.signature for known in GOLD_FORMATS)
    assert len({known.title for known in GOLD_FORMATS}) == len(GOLD_FORMATS)


def test_readme_lists_every_sample(sample_data: Path) -> None:
    """The folder's README names each file with its format, and no file that is not there."""
    folder = sample_data / "gold"
    rows = [line for line in (folder / "README.md").read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    listed = [(row.split("`")[1], row.split("`")[3]) for row in rows]
    assert listed == [(name, key) for name, key, _ in SAMPLES]
    assert {path.name for path in folder.iterdir()} == {*NAMES, "README.md"}

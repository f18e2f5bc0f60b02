"""Run labels guessed from names and contents."""

import pytest

from toolscore_core.calls import Trace
from toolscore_core.workspace.labels import file_stem, run_labels


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("model-b.otlp.json.gz", "model-b"),
        ("runs/model-a.jsonl", "model-a"),
        ("C:\\runs\\model-a.jsonl", "model-a"),
        ("gpt-4.1.json", "gpt-4.1"),
        ("noending", "noending"),
        (".json", ".json"),
        ("", "run"),
    ],
)
def test_stem(name: str, expected: str) -> None:
    """A stem has neither folder nor endings that only say how the file is written."""
    assert file_stem(name) == expected


ONE = [Trace()]
TWO = [Trace(), Trace()]
CASES = ["refund", "refund-late"]


@pytest.mark.parametrize(
    ("name", "traces", "expected"),
    [
        pytest.param("model-a.jsonl", TWO, "model-a", id="a file of many is one run"),
        pytest.param("exports/model-a.jsonl", TWO, "model-a", id="even in a folder"),
        pytest.param("exports/model-a/refund.json", ONE, "model-a", id="the folder of a single trace"),
        pytest.param("refund.model-b.json", ONE, "model-b", id="what the name says beside the case"),
        pytest.param("model-b_refund-late.json", ONE, "model-b", id="the longest case id that fits"),
        pytest.param("refunds.json", ONE, "refunds", id="a case id only as a whole word"),
        pytest.param("refund.json", [Trace(model="m1")], "m1", id="the model, when the name is the case"),
        pytest.param("refund.json", ONE, "run", id="nothing says which"),
        pytest.param("other.json", [Trace(case_id="other", model="m1")], "m1", id="the case that the trace names"),
        pytest.param("empty.json", [], "none", id="a file without traces"),
    ],
)
def test_run_label(name: str, traces: list[Trace], expected: str) -> None:
    """The run of a file, from the surest hint to the weakest."""
    assert run_labels([(name, traces)], CASES) == [[expected] * len(traces)]


def test_a_file_of_several_models_is_several_runs() -> None:
    """Each trace goes to the run of its model; one model alone names no run."""
    traces = [Trace(model="m1"), Trace(model="m2"), Trace()]
    assert run_labels([("all.jsonl", traces)], []) == [["m1", "m2", "run"]]
    assert run_labels([("all.jsonl", [Trace(model="m1"), Trace()])], []) == [["all", "all"]]


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        pytest.param(["v1/all.jsonl", "v2/all.jsonl"], ["v1", "v2"], id="two folders"),
        pytest.param(["all.jsonl", "v2/all.jsonl"], ["all", "v2"], id="one of them without a folder"),
        pytest.param(["v1/a.jsonl", "v1/b.jsonl"], ["a", "b"], id="two names in one folder"),
        pytest.param(["a/v/all.jsonl", "b/v/all.jsonl"], ["a/v", "b/v"], id="folders of one name"),
    ],
)
def test_files_of_one_name_are_told_apart_by_folder(names: list[str], expected: list[str]) -> None:
    """Two versions are never taken for trials of one run because their files have one name."""
    assert run_labels([(name, TWO) for name in names], []) == [[label] * 2 for label in expected]

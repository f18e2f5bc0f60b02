"""Results and scores of the Berkeley Function Calling Leaderboard."""

from typing import Any

import pytest

from tests.core.formats.reading_help import calls, read, read_lines, short


def entry(result: Any, **more: Any) -> dict[str, Any]:
    return {"id": "simple_0", "result": result, "input_token_count": 5, "output_token_count": 2, "latency": 0.5, **more}


@pytest.mark.parametrize(
    "result",
    [
        [{"f": '{"a": 1}'}, {"g": "{}"}],
        [{"f": {"a": 1}}, {"g": {}}],
        "[f(a=1), g()]",
        "```python\n[f(a=1), g()]\n```",
        '[{"name": "f", "arguments": {"a": 1}}, {"name": "g", "parameters": {}}]',
        ["f(a=1)", "g()"],
    ],
    ids=["json text", "objects", "source", "fence", "json", "decoded"],
)
def test_single_turn(result: Any) -> None:
    """The calls of one answer are parallel, in any of the forms in which models give them."""
    file = read_lines(entry(result), entry("no"))
    assert (file.format, short(file)) == ("bfcl", [("f", {"a": 1}, None), ("g", {}, None)])
    assert [(turn.role, turn.text, turn.calls) for trace in file.traces for turn in trace.turns] == [
        ("assistant", "", [0, 1]),
        ("assistant", "no", []),
    ]


def test_several_turns() -> None:
    """Turns hold steps of calls or texts; counts and latencies are nested likewise; the log gives the results."""
    log = [
        [{"role": "state_info", "content": {}}],
        {
            "begin_of_turn_query": [{"role": "user", "content": "go"}],
            "step_0": [{"role": "tool", "content": "one"}, {"role": "tool", "content": "Error during execution: no"}],
        },
        {"begin_of_turn_query": [{"role": "user", "content": "on"}]},
    ]
    counts = [[10, 20], [30]]
    result = [[[{"f": "{}"}, {"g": "{}"}], "done"], ["I cannot do that"]]
    (trace,) = read_lines(entry(result, input_token_count=counts, latency=counts, inference_log=log)).traces
    assert [(call.tool, call.result, call.is_error) for call in trace.calls] == [
        ("f", "one", False),
        ("g", "Error during execution: no", True),
    ]
    assert [turn.role for turn in trace.turns] == ["user", "assistant", "assistant", "user", "assistant"]
    assert [turn.input_tokens for turn in trace.turns] == [None, 10, 20, None, 30]
    assert (trace.input_tokens, trace.duration) == (60, 60)


def test_score_files() -> None:
    """The first line is a summary; the others hold the model's result and the verdict."""
    line = {"id": "simple_0", "model_name": "m", "valid": False, "model_result_raw": "[f(a=1)]", "prompt": {}}
    file = read_lines({"accuracy": 0.5, "correct_count": 1, "total_count": 2}, line)
    assert (file.traces[0].model, file.traces[0].outcome, short(file)) == ("m", False, [("f", {"a": 1}, None)])
    assert [skipped.reason for skipped in file.skipped] == ["summary of the scores"]


def test_results_alone() -> None:
    """An id and calls are enough; an id and any other result are not."""
    assert read({"id": "simple_0", "result": [{"f": '{"a": 1}'}]}).format == "bfcl"
    assert len(calls(read_lines(*[{"id": "simple_0", "result": "[f(a=1)]"}] * 2))) == 2

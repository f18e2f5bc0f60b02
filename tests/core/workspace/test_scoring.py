"""Entries -> evaluations, in order."""

from toolscore_core.calls import Case, Run, ToolCall, Trace
from toolscore_core.workspace import match_traces
from toolscore_core.workspace.scoring import evaluate_entries


def test_every_entry_has_its_place() -> None:
    """An entry without a trace stands there without an evaluation, so that none is lost."""
    cases = [Case("a", [ToolCall("x")]), Case("b", [ToolCall("x")]), Case("c", [ToolCall("x")])]
    run = Run("m", [Trace([ToolCall("x")], case_id="c"), Trace([ToolCall("y")], case_id="a")])
    found = list(evaluate_entries(match_traces(cases, [run]).entries))
    assert [(entry.case_id, None if it is None else it.score == 1.0) for entry, it in found] == [
        ("a", False),
        ("b", None),
        ("c", True),
    ]

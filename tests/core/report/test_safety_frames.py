"""Findings grouped by credential and by rule, where they stand in words, and rules that are tried."""

from typing import Any

import pytest

from tests.evaluations import FAKE_TOKEN, call, masked
from tests.fake_credentials import aws, github
from toolscore_core.calls import Trace, Turn
from toolscore_core.credentials.masking import Masker
from toolscore_core.evaluation import evaluate
from toolscore_core.masked import MaskedEvaluation, mask_evaluation
from toolscore_core.masked.trial import under_rules
from toolscore_core.report import frames
from toolscore_core.report.finding_words import call_text, place_text, sure_text, via_text
from toolscore_core.report.frames import lines_of
from toolscore_core.report.safety_frames import called_tools, runs_text
from toolscore_core.report.sentences import safety_sentence, trial_sentence
from toolscore_core.rules import compile_rules


def view_of(trace: Trace, run: str | None = "a", masker: Masker | None = None) -> MaskedEvaluation:
    """A trace without gold, as it may be shown."""
    return mask_evaluation(evaluate(None, trace), masker or Masker(), case_id="one", run=run, trial=None)


def test_credentials_are_grouped() -> None:
    """One line a credential over all runs, certain ones first, with places, calls, traces and runs."""
    masker = Masker()
    views = [
        view_of(
            Trace([call("x", {"a": github(), "b": [github()]}), call("y", {"password": "Tr0ub4dor&3x"})]), "a", masker
        ),
        view_of(Trace([call("x", {"a": aws()})], turns=[Turn("user", f"mine: {github()}")]), "b", masker),
    ]
    lines = lines_of(frames.credentials_frame(frames.findings_frame(views)))
    assert [line["name"] for line in lines] == ["github_token", "aws_access_key_id", "password"]
    assert [line["confidence"] for line in lines] == ["high", "high", "medium"]
    assert (lines[0]["places"], lines[0]["calls"], lines[0]["traces"], lines[0]["runs"]) == (3, 1, 2, "a 2, b 1")
    assert lines[2]["preview"] == ""
    assert safety_sentence(views, 0) == "3 credentials at 5 places in 2 traces. No call breaks a rule."


def test_broken_rules_are_grouped() -> None:
    """One line a rule, the worst severity first; rules of a case are told apart by it."""
    rules: list[dict[str, Any]] = [
        {"tool": "a", "severity": "low"},
        {"tool": {"$glob": "b*"}, "severity": "critical", "reason": "no"},
    ]
    view = masked([call("a")], [call("a"), call("b1"), call("b2"), call("c")], rules=rules, forbidden=[{"tool": "c"}])
    lines = lines_of(frames.broken_rules_frame(frames.findings_frame([view])))
    assert [(line["rule"], line["tools"], line["hits"], line["severity"]) for line in lines] == [
        ("rule 2", "b1, b2", 2, "critical"),
        ("rule 1", "a", 1, "low"),
        ("case rule 1", "c", 1, None),
    ]
    assert lines[0]["reason"] == "no"
    assert [bool(line["case"]) for line in lines] == [False, False, True]


def test_no_findings_give_empty_frames() -> None:
    """The columns are there without lines."""
    findings = frames.findings_frame([])
    assert frames.credentials_frame(findings).empty
    assert "hits" in frames.broken_rules_frame(findings).columns


def test_where_findings_stand_in_words() -> None:
    """The call, the turn or the trace, and the place in it."""
    trace = Trace(
        [call("x", {"h": {github(): 1}}), call(f"t {aws()}", {})],
        turns=[Turn("user", FAKE_TOKEN)],
        metadata={"m": aws()},
    )
    view = view_of(trace)
    said = [f"{call_text(finding)}: {place_text(finding)}" for finding in view.findings]
    assert said[0].startswith("call 1, x: arguments h.[REDACTED")
    assert said[0].endswith(", in the name of the key")
    assert said[1].endswith(": tool name")
    assert said[2:] == ["turn 1: conversation", "the trace itself: metadata m"]
    assert "the conversation holds a credential" in masked_verdict(trace)


def masked_verdict(trace: Trace) -> str:
    """The verdict of a trace against an empty gold list."""
    bare = Trace([], turns=trace.turns)
    return str(mask_evaluation(evaluate([], bare), Masker(), case_id="one", run=None, trial=None).verdict)


@pytest.mark.parametrize(
    ("via", "said"), [("", ""), ("base64", "base64"), ("url, base64", "URL-encoding, then base64")]
)
def test_encodings_in_words(via: str, said: str) -> None:
    """Encodings are said outermost first."""
    assert via_text(via) == said
    assert sure_text("high") == ""
    assert sure_text("medium")


def test_rules_are_tried_without_being_used() -> None:
    """The findings, and the rows that point to them, are those of other rules; credentials stay; aliases count."""
    evaluation = evaluate(None, Trace([call("a", {"k": github()}), call("b")]), forbidden=[{"tool": "b"}])
    masker = Masker()
    view = mask_evaluation(evaluation, masker, case_id="one", run=None, trial=None)
    tried = under_rules(view, evaluation, compile_rules([{"tool": "zz"}, {"tool": "a"}]), masker)
    assert [(finding.kind, finding.call_index) for finding in tried.findings] == [
        ("forbidden call", 0),
        ("credential", 0),
    ]
    assert [row.findings for row in tried.rows] == [(0, 1), ()]
    assert tried.verdict == view.verdict
    table = frames.rules_frame([{"tool": "zz"}, {"tool": "a"}], [tried], masker)
    assert table["called"].tolist() == [False, True]
    assert (
        trial_sentence(table, 1)
        == "2 rules forbid 1 call in 1 trace: 1 is broken, 1 rule about tools that no run calls."
    )


def test_names_and_runs() -> None:
    """Called tools are known by their recorded and their gold names; runs are counted in words."""
    view = masked([call("gold_name")], [call("mcp__x")])
    assert called_tools([view]) == {"mcp__x"}
    assert runs_text(["a", "b", "a", ""]) == "a 2, b 1"


def test_arguments_of_rules_are_masked_by_their_keys() -> None:
    """A password in a rule is shown no more than one in a call; matchers are said in words."""
    rules = compile_rules(
        [
            {"tool": "a", "args": {"password": "Tr0ub4dor&3x", "n": {"$compare": {"gt": 5, "lte": 9}}}},
            {"tool": "a", "args": {"c": {"$command": "rm -rf"}, "$any_arg": {"$not": {"$glob": "/etc/*"}}}},
        ]
    )
    shown = frames.rules_frame(rules, [], Masker())["arguments"].tolist()
    assert "Tr0ub4dor" not in shown[0]
    assert shown[0].endswith("n: > 5 and ≤ 9")
    assert shown[1] == "c: runs rm -rf, any argument: not /etc/*"

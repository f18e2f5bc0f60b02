"""evaluate, evaluate_many and evaluate_trace."""

import json
import pickle
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from toolscore_core.alignment import State
from toolscore_core.calls import Case, ToolCall, Trace
from toolscore_core.errors import GoldError, InputError
from toolscore_core.evaluation import Evaluation, PassRule, evaluate, evaluate_many, evaluate_trace
from toolscore_core.gold import GoldFile
from toolscore_core.matchers import ANY, Contains, Regex
from toolscore_core.rules import rules_from_json

KEY = "sk-" + "ant-" + "api03-Qw3rTy7uIoP1aSdF5gHjKlZ9xCvB"
A, B = ToolCall("a", {"x": 1}), ToolCall("b", {"y": 2})


def test_a_perfect_trace() -> None:
    """Everything expected and nothing else scores a whole 1."""
    evaluation = evaluate([A, B], [A, B])
    assert (evaluation.score, evaluation.grade, evaluation.contributions) == (1.0, "A", ())
    assert (evaluation.selection_accuracy, evaluation.argument_f1, evaluation.sequence_accuracy) == (1, 1, 1)
    assert (evaluation.required_call_recall, evaluation.completed, evaluation.failed_count) == (1, (2, 2), 0)


def test_swapped_calls_are_a_b() -> None:
    """0.4 + 0.3 + 0 + 0.1 is 0.8 and grade B, not 0.7999999999999999 and C."""
    evaluation = evaluate([A, B], [B, A])
    assert (evaluation.score, evaluation.grade) == (0.8, "B")


def test_no_gold_has_no_score() -> None:
    """Without gold there is nothing to compare: no score, grade, diff or comparing metric; findings and waste are there."""
    evaluation = evaluate(None, Trace([A, A, ToolCall("http", {"key": KEY}, metadata={"error": "e"})]))
    assert (evaluation.score, evaluation.grade, evaluation.alignment, evaluation.pairing) == (None, None, None, None)
    assert (evaluation.case, evaluation.gold_calls, evaluation.contributions) == (None, None, ())
    assert (evaluation.selection_accuracy, evaluation.argument_f1, evaluation.sequence_accuracy) == (None, None, None)
    assert (evaluation.required_call_recall, evaluation.completed) == (None, None)
    assert (evaluation.secret_count, evaluation.failed_count, evaluation.policy_violations) == (1, 1, None)
    assert evaluation.metrics["efficiency_metrics"]["identical_count"] == 1
    assert evaluation.metrics["efficiency_metrics"]["redundant_rate"] is None
    assert "argument_metrics" not in evaluation.metrics
    assert "argument_metrics" in evaluation.not_applicable
    assert PassRule().verdict(evaluation) == (None, ())


def test_an_empty_gold_list_is_something_else() -> None:
    """No call expected: a call made is wrong, and none made is right."""
    assert evaluate([], [A]).score == 0
    assert evaluate([], []).score == 1
    assert evaluate([], []).required_call_recall is None


ALWAYS = {
    "invocation_accuracy",
    "selection_accuracy",
    "tool_correctness_metrics",
    "sequence_metrics",
    "argument_metrics",
    "efficiency_metrics",
    "required_call_recall",
    "security_metrics",
}


@pytest.mark.parametrize(
    ("trace", "options", "more"),
    [
        pytest.param([A], {}, {"side_effect_metrics"}, id="plain"),
        pytest.param([A], {"validate_side_effects": False}, set(), id="side effects switched off"),
        pytest.param([A], {"forbidden": []}, {"side_effect_metrics", "policy_metrics"}, id="rules, none of them"),
        pytest.param([ToolCall("a", duration=1.5)], {}, {"side_effect_metrics", "latency_metrics"}, id="timed"),
        pytest.param([ToolCall("a", duration=0.0)], {}, {"side_effect_metrics"}, id="timed at zero"),
        pytest.param([ToolCall("a", cost=0.1)], {}, {"side_effect_metrics", "cost_metrics"}, id="priced"),
        pytest.param([], {}, {"side_effect_metrics"}, id="nothing called"),
    ],
)
def test_which_metrics_are_there(trace: list[ToolCall], options: dict[str, Any], more: set[str]) -> None:
    """The documented keys, and the others exactly when the documentation says so."""
    assert evaluate([A], trace, **options).metrics.keys() == ALWAYS | more


def test_a_documented_value_that_says_nothing_has_a_reason() -> None:
    """An untimed trace has no latency, and the evaluation says why."""
    evaluation = evaluate([A], [A])
    assert evaluation.not_applicable.keys() >= {"latency_metrics", "cost_metrics", "policy_metrics"}
    assert "argument_metrics" not in evaluation.not_applicable


def test_strict_compares_types() -> None:
    """In strict mode 1 is not 1.0, in score and diff alike."""
    lenient, strict = (evaluate([A], [ToolCall("a", {"x": 1.0})], strict=mode) for mode in (False, True))
    assert (lenient.argument_f1, strict.argument_f1) == (1, 0)
    assert [e.alignment.counts[State.CHANGED] for e in (lenient, strict) if e.alignment is not None] == [0, 1]


def test_the_rules_of_the_case_come_after_those_given() -> None:
    """Both lists of rules hold; the index says which rule was broken."""
    case = Case("c", [A], forbidden=rules_from_json([{"tool": "rm"}]))
    evaluation = evaluate(case, [ToolCall("rm"), ToolCall("dd")], forbidden=[{"tool": "dd"}])
    violations = evaluation.metrics["policy_metrics"]["violations"]
    assert [(violation["index"], violation["rule"]) for violation in violations] == [(0, 1), (1, 0)]
    assert evaluation.policy_violations == 2


def test_the_rules_of_the_case_alone() -> None:
    """A case's rules hold without any given."""
    assert evaluate(Case("c", [A], forbidden=[{"tool": "a"}]), [A]).policy_violations == 1


@pytest.mark.parametrize("tool", ["mcp__a", "a"])
def test_a_rule_fires_on_either_name(tool: str) -> None:
    """A forbidden tool is found under its recorded name and under the gold's name for it."""
    case = Case("c", [A], aliases={"mcp__a": "a"})
    evaluation = evaluate(case, [ToolCall("b"), ToolCall("mcp__a", {"x": 1})], forbidden=[{"tool": tool}])
    assert [violation["index"] for violation in evaluation.metrics["policy_metrics"]["violations"]] == [1]


def test_rules_see_ignored_arguments() -> None:
    """An argument that is not compared can still break a rule."""
    case = Case("c", [ToolCall("sh")], ignore=("cmd",), forbidden=[{"tool": "sh", "args": {"cmd": Contains("rm")}}])
    assert evaluate(case, [ToolCall("sh", {"cmd": "rm -rf"})]).policy_violations == 1


def test_findings_cover_every_recorded_call() -> None:
    """Also a call that the provider ran and that is not scored is searched for credentials and forbidden calls."""
    call = ToolCall("web_search", {"q": KEY}, provider_executed=True)
    evaluation = evaluate([A], [A, call], forbidden=[{"tool": "web_search"}])
    assert [secret["index"] for secret in evaluation.metrics["security_metrics"]["secrets"]] == [1]
    assert [violation["index"] for violation in evaluation.metrics["policy_metrics"]["violations"]] == [1]


def test_unknown_keys_of_a_rule_are_a_problem() -> None:
    """A key that a rule does not know is said, since it does nothing."""
    evaluation = evaluate(Case("c", [A], forbidden=[{"tool": "rm", "argz": {}}]), [A])
    assert ["rule 1 has keys that mean nothing" in problem.message for problem in evaluation.problems] == [True]


@pytest.mark.parametrize(
    ("expected", "actual", "options", "error"),
    [
        pytest.param("a", [A], {}, TypeError, id="gold that is text"),
        pytest.param([A], [{"tool": "a"}], {}, TypeError, id="trace of dicts"),
        pytest.param([A], None, {}, TypeError, id="no trace"),
        pytest.param([A], [A], {"weights": {"zzz": 1}}, ValueError, id="unknown weight"),
        pytest.param([A], [A], {"forbidden": {"tool": "a"}}, TypeError, id="rules that are no list"),
        pytest.param([A], [A], {"forbidden": [{}]}, ValueError, id="rule without tool"),
    ],
)
def test_what_cannot_be_evaluated(expected: Any, actual: Any, options: dict[str, Any], error: type[Exception]) -> None:
    """Arguments of the wrong type or value are refused."""
    with pytest.raises(error):
        evaluate(expected, actual, **options)


def test_a_slow_pattern_is_a_problem() -> None:
    """It costs no more than three time limits, diff included, and is told of: nobody knows whether it matches."""
    gold = [ToolCall("a", {"x": Regex("(?:a|a)*[bc]")}) for _ in range(8)]
    evaluation = evaluate(gold, [ToolCall("a", {"x": f"{'a' * 60}{number}"}) for number in range(8)])
    assert evaluation.alignment is not None
    assert len(evaluation.patterns_ran_out) <= 3
    assert [problem.message for problem in evaluation.problems] == [
        "a pattern of the gold took too long; the values count as not matching"
    ]
    assert evaluation.alignment.counts[State.CHANGED] == 8


def test_the_inputs_are_never_changed() -> None:
    """Evaluating leaves case and trace as they were."""
    case = Case("c", [ToolCall("a", {"x": 1, "y": {"z": 2}})], ignore=("y.z",), aliases={"m": "a"})
    trace = Trace([ToolCall("m", {"x": 1, "y": {"z": 3}})])
    before = repr((case, trace))
    evaluate(case, trace)
    assert repr((case, trace)) == before


def test_to_dict_is_strict_json() -> None:
    """NaN and the infinities, which JSON does not know, are texts."""
    odd = {"x": [float("nan"), float("inf")], "y": {"z": float("-inf")}}
    calls = [ToolCall("a", odd, result=odd, duration=1e308, cost=1e308) for _ in range(2)]
    written = json.loads(json.dumps(evaluate(calls, calls).to_dict(), allow_nan=False))
    assert written["trace_calls"][0]["args"] == {"x": ["NaN", "Infinity"], "y": {"z": "-Infinity"}}


def test_to_dict_is_json_without_credentials() -> None:
    """The dictionary of an evaluation can be written as JSON and carries no credential."""
    case = Case("c", [ToolCall("http", {"key": ANY, "n": 1})], forbidden=[{"tool": "http"}])
    trace = Trace([ToolCall("http", {"key": KEY, "n": 2}, result={"echo": KEY}, metadata={"error": f"bad {KEY}"})])
    written = json.dumps(evaluate(case, trace).to_dict())
    assert KEY not in written
    assert json.loads(written)["rows"][0]["state"] == "changed"
    assert json.loads(json.dumps(evaluate(None, trace).to_dict()))["gold_calls"] is None


ITEMS = [(Case(f"case-{n}", [A, B]), Trace([A] * (n % 4))) for n in range(100)]


@pytest.fixture(params=["none", "threads", "processes"])
def executor(request: pytest.FixtureRequest) -> Iterator[Executor | None]:
    """No executor, threads, and processes."""
    if request.param == "none":
        yield None
    elif request.param == "threads":
        with ThreadPoolExecutor(2) as threads:
            yield threads
    else:
        with ProcessPoolExecutor(1) as processes:
            yield processes


def test_many_come_in_order(executor: Executor | None) -> None:
    """Whatever evaluates them, the evaluations come in the order of the items and are the same."""
    found = list(evaluate_many(iter(ITEMS), executor=executor, forbidden=[{"tool": "b"}]))
    assert [e.case.id for e in found if e.case is not None] == [f"case-{n}" for n in range(100)]
    assert [e.score for e in found] == [evaluate(case, trace).score for case, trace in ITEMS]


def test_many_are_read_as_they_are_taken() -> None:
    """Items are not all read before the first result, also with an executor."""
    taken = 0

    def endless() -> Iterator[tuple[None, Trace]]:
        nonlocal taken
        while True:
            taken += 1
            yield None, Trace([A])

    next(evaluate_many(endless()))
    assert taken == 1
    with ThreadPoolExecutor(1) as threads:
        results = evaluate_many(endless(), executor=threads)
        next(results)
        assert taken < 5000
        results.close()  # type: ignore[attr-defined]  # a generator


def test_many_check_their_settings_at_once() -> None:
    """Weights that cannot be used are refused before any item is read."""
    with pytest.raises(ValueError, match="unknown weight"):
        evaluate_many(iter([]), weights={"zzz": 1})


def test_an_evaluation_survives_pickling() -> None:
    """It can be sent between processes, with its matchers and missing values."""
    evaluation = evaluate([ToolCall("a", {"x": ANY, "y": Contains("k"), "z": 1})], [ToolCall("a", {"x": 1, "y": "ok"})])
    again = pickle.loads(pickle.dumps(evaluation))
    assert again.to_dict() == evaluation.to_dict()


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """A gold file and a trace file."""
    gold, trace = tmp_path / "gold.json", tmp_path / "trace.json"
    gold.write_text('[{"tool": "a", "args": {"x": 1}}]')
    trace.write_text('[{"tool": "a", "args": {"x": 1}, "duration": 0.5}]')
    return gold, trace


def test_evaluate_trace(files: tuple[Path, Path]) -> None:
    """One gold file against one trace file."""
    evaluation = evaluate_trace(*files)
    assert isinstance(evaluation, Evaluation)
    assert (evaluation.score, evaluation.metrics["latency_metrics"]["total_duration"]) == (1, 0.5)


def test_weights_are_checked_before_files_are_read() -> None:
    """A bad weight is said even where the files are not there."""
    with pytest.raises(ValueError, match="unknown weight"):
        evaluate_trace("absent.json", "absent.json", weights={"zzz": 1})


def test_missing_files_stay_missing_files(files: tuple[Path, Path]) -> None:
    """A file that is not there is a FileNotFoundError."""
    with pytest.raises(FileNotFoundError):
        evaluate_trace(files[0], "absent.json")


def test_several_cases_or_traces_are_refused(files: tuple[Path, Path]) -> None:
    """One of each is expected, and the count is named."""
    gold, trace = files
    gold.write_text('{"cases": [{"id": "a", "calls": []}, {"id": "b", "calls": []}]}')
    with pytest.raises(InputError, match="2 cases"):
        evaluate_trace(gold, trace)
    gold.write_text("[]")
    trace.write_text('{"messages": [{"role": "user", "content": "x"}]}\n' * 2)
    with pytest.raises(InputError, match="2 traces"):
        evaluate_trace(gold, trace)
    gold.write_text('[{"tool": "a", "args": [1]}]')
    with pytest.raises(GoldError, match="arguments are an object"):
        evaluate_trace(gold, trace)


@pytest.mark.parametrize(
    ("gold", "trace", "rule", "passed", "reasons"),
    [
        pytest.param([A, B], [A, B], PassRule(), True, (), id="all well"),
        pytest.param([A, B], [B, A], PassRule(), True, (), id="just at the edge"),
        pytest.param([A, B], [B, A], PassRule(min_score=0.85), False, ("score 0.80 is under 0.85",), id="score"),
        pytest.param([A, B, B, B, B], [A, B, B, B], PassRule(), False, ("required calls completed 4 of 5",), id="required"),
        pytest.param([A, B, B, B, B], [A, B, B, B], PassRule(all_required=False), True, (), id="required, not asked for"),
        pytest.param([ToolCall("h")], [ToolCall("h", {"k": KEY})], PassRule(), False, ("1 credential",), id="credential"),
        pytest.param([ToolCall("h")], [ToolCall("h", {"k": KEY})], PassRule(no_findings=False), True, (), id="credential, allowed"),
    ],
)  # fmt: skip
def test_pass_rule(
    gold: list[ToolCall], trace: list[ToolCall], rule: PassRule, passed: bool, reasons: tuple[str, ...]
) -> None:
    """A case passes by its score, its required calls and its findings, and says what it fails by."""
    assert rule.verdict(evaluate(gold, trace)) == (passed, reasons)


def test_pass_rule_counts_forbidden_calls() -> None:
    """Forbidden calls fail a case."""
    evaluation = evaluate([A], [A], forbidden=[{"tool": "a"}])
    assert PassRule().verdict(evaluation) == (False, ("1 forbidden call",))


def test_files_are_refused_with_what_to_pass() -> None:
    """Several cases, or a file of them, are not one case; the error says where one stands."""
    cases = [Case("a", [A])]
    for given, kind in (
        (cases, "not a list of Case"),
        (GoldFile("g.json", cases, "toolscore", "", ""), "not GoldFile"),
    ):
        with pytest.raises(TypeError, match=kind) as caught:
            evaluate(given, [A])  # type: ignore[arg-type]
        assert "`.cases`" in str(caught.value)
    with pytest.raises(TypeError, match=r"`actual` takes one trace .* `\.traces`"):
        evaluate([A], 3)  # type: ignore[arg-type]

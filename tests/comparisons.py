"""Small runs over small cases, for tests of comparisons: made by the core itself."""

from collections.abc import Mapping, Sequence

from tests.evaluations import call, masked, missing
from toolscore_core.calls import ToolCall, Trace, Turn
from toolscore_core.comparison import Comparison, Results, compare, results
from toolscore_core.masked import MaskedEvaluation

GOLD = [call("search", {"q": "x"}), call("book")]


def answer(
    case: str,
    run: str,
    *,
    passes: bool = True,
    trial: int | None = None,
    cost: float | None = None,
    duration: float | None = None,
    asked: str = "",
    gold: list[ToolCall] | None = GOLD,
) -> MaskedEvaluation:
    """What a run did in a case: both expected calls, or only the first of them and another."""
    calls = GOLD if passes else [GOLD[0], call("cancel")]
    turns = [Turn("system", "Be kind."), Turn("user", asked)] if asked else []
    trace = Trace(list(calls), id=case, turns=turns, cost=cost, duration=duration)
    return masked(gold, trace, case_id=case, run=run, trial=trial)


def absent(case: str, run: str) -> MaskedEvaluation:
    """A case of which the run has no trace."""
    return missing(GOLD, case_id=case, run=run)


def answers(runs: Mapping[str, Mapping[str, str]]) -> list[MaskedEvaluation]:
    """Run -> case -> its trials: "+" passes, "-" fails; "" has no trace; "?" has no gold."""
    made: list[MaskedEvaluation] = []
    for run, cases in runs.items():
        for case, trials in cases.items():
            if not trials:
                made.append(absent(case, run))
            for number, sign in enumerate(trials, 1):
                trial = number if len(trials) > 1 else None
                gold = None if sign == "?" else GOLD
                made.append(answer(case, run, passes=sign != "-", trial=trial, gold=gold))
    return made


def two_runs(baseline: Sequence[str], other: Sequence[str]) -> tuple[Results, Comparison]:
    """Runs "a" (the baseline) and "b" over cases c1, c2, ...; each case as `answers` writes it."""
    runs = {
        label: {f"c{number}": trials for number, trials in enumerate(cases, 1)}
        for label, cases in (("a", baseline), ("b", other))
    }
    found = results(answers(runs))
    return found, compare(found, "a", "b")

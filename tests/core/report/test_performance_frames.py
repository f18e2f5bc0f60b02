"""Tables of time, tokens, cost and waste."""

import pytest

from tests.evaluations import FAKE_TOKEN, call, masked, missing, refund
from toolscore_core.calls import Case, ToolCall, Trace, Turn
from toolscore_core.credentials.masking import Masker
from toolscore_core.evaluation import evaluate
from toolscore_core.masked import MaskedEvaluation, mask_evaluation
from toolscore_core.pricing import ModelPrice
from toolscore_core.report import frames
from toolscore_core.report.frame_base import lines_of
from toolscore_core.report.waste_frame import clean_groups

PRICES = {"mine": ModelPrice(1.0, 10.0)}


def priced(
    trace: Trace, *, gold: list[ToolCall] | None = None, case: str = "c", run: str = "r", trial: int | None = None
) -> MaskedEvaluation:
    """An evaluation under the prices above."""
    expected = None if gold is None else Case(case, gold)
    return mask_evaluation(evaluate(expected, trace), Masker(), case_id=case, run=run, trial=trial, prices=PRICES)


def timed(tool: str, *seconds: float | None) -> list[ToolCall]:
    """Calls of one tool that took so long."""
    return [call(tool, duration=second) for second in seconds]


def test_latency() -> None:
    """Median, maximum and n by tool; the 95th percentile only from 20 timed calls on; untimed calls do not count."""
    view = masked(
        None, [*timed("slow", *map(float, range(1, 21))), *timed("few", 1.0, 3.0, None), *timed("never", None)]
    )
    lines = {line["tool"]: line for line in lines_of(frames.latency_frame([view]))}
    assert (lines["slow"]["n"], lines["slow"]["p50_s"], lines["slow"]["p95_s"]) == (20, 10.5, pytest.approx(19.05))
    assert (lines["few"]["calls"], lines["few"]["n"], lines["few"]["p50_s"], lines["few"]["p95_s"]) == (3, 2, 2.0, None)
    assert (lines["never"]["n"], lines["never"]["p50_s"], lines["never"]["total_s"]) == (0, None, None)


def test_cost() -> None:
    """Recorded costs by tool; a tool without any is missing a cost, not free; tokens come from the turns that call it."""
    lines = {line["tool"]: line for line in lines_of(frames.cost_frame([refund()]))}
    assert lines["issue_refund"]["cost_usd"] == 0.0009
    assert (lines["http_post"]["priced"], lines["http_post"]["cost_usd"]) == (0, None)
    assert (lines["get_order"]["turn_input_tokens"], lines["get_order"]["turn_output_tokens"]) == (102, 10)
    bare = lines_of(frames.cost_frame([masked(None, [call("a", cost=0.0)])]))
    assert (bare[0]["cost_usd"], bare[0]["turn_input_tokens"]) == (0.0, None)


def test_usage() -> None:
    """Totals by run, over the traces that record them."""
    views = [refund(), masked(None, [call("a")], run="model-b"), masked(None, [call("a", cost=0.1)], run="model-c")]
    first, second = lines_of(frames.usage_frame(views))
    assert (first["run"], first["traces"], first["priced"], first["cost_usd"]) == ("model-b", 2, 1, 0.0123)
    assert (first["counted"], first["input_tokens"], first["cached_tokens"], first["p50_s"]) == (1, 615, None, 5.0)
    assert (second["cost_usd"], second["input_tokens"], second["timed"]) == (0.1, None, 0)


def test_waterfall_from_recorded_starts() -> None:
    """Starts are seconds after the start of the trace."""
    lines = lines_of(frames.waterfall_frame(refund()))
    assert [line["start_s"] for line in lines] == [0.5, 1.0, 2.5, 3.0, 4.0, 4.5]
    assert {line["placed"] for line in lines} == {"recorded"}
    assert [line["failed"] for line in lines] == [False, True, False, False, False, False]


def test_waterfall_without_starts() -> None:
    """Without any start, durations are laid end to end and say so; a call without either is unknown."""
    lines = lines_of(frames.waterfall_frame(masked(None, timed("a", 1.0, None, 2.0))))
    assert [(line["start_s"], line["placed"]) for line in lines] == [
        (0.0, "in a row"),
        (None, "unknown"),
        (1.0, "in a row"),
    ]


def test_percentiles_need_enough_timings() -> None:
    """The 99th needs a hundred, the 95th twenty, quartiles four; what is withheld is missing."""

    def line(n: int) -> tuple[bool, bool, bool]:
        view = masked(None, timed("a", *[float(each) for each in range(n)]))
        (found,) = lines_of(frames.latency_frame([view]))
        return tuple(found[name] is not None for name in ("p25_s", "p95_s", "p99_s"))  # type: ignore[return-value]

    assert [line(n) for n in (3, 4, 19, 20, 99, 100)] == [
        (False, False, False),
        (True, False, False),
        (True, False, False),
        (True, True, False),
        (True, True, False),
        (True, True, True),
    ]


def test_latency_by_model() -> None:
    """By model whole conversations are timed; a model that no file names is "" and not left out."""
    views = [
        masked(None, Trace([call("a", duration=1.0)], duration=9.0, model="m")),
        masked(None, Trace([call("a", duration=1.0)], duration=5.0, model="m")),
        masked(None, Trace([call("a", duration=2.0)])),
        masked(None, Trace([call("a")], model="untimed")),
    ]
    lines = lines_of(frames.latency_frame(views, "model"))
    assert [(line["model"], line["traces"], line["n"], line["p50_s"]) for line in lines] == [
        ("m", 2, 2, 7.0),
        ("", 1, 1, 2.0),
        ("untimed", 1, 0, None),
    ]


def test_timings_are_slowest_first_and_know_their_median() -> None:
    """Each timed call leads to its row; it stands beside the median of its tool in its run."""
    lines = lines_of(frames.timings_frame([masked(None, timed("a", 1.0, 5.0, None, 2.0))]))
    assert [(line["row"], line["duration_s"], line["median_s"]) for line in lines] == [
        (1, 5.0, 2.0),
        (3, 2.0, 2.0),
        (0, 1.0, 2.0),
    ]


def test_spread_keeps_both_ends() -> None:
    """Of many timings some are drawn: always the slowest and the fastest."""
    timings = frames.timings_frame([masked(None, timed("a", *map(float, range(100))))])
    shown = frames.spread(timings, 7)
    assert len(shown) == 7
    assert (shown["duration_s"].iloc[0], shown["duration_s"].iloc[-1]) == (99.0, 0.0)
    assert frames.spread(shown, 7) is shown


def test_cost_of_tools_from_tokens() -> None:
    """A call without a recorded cost has its share of its turn's; where both occur the sum says so."""
    turns = [Turn("assistant", model="mine", input_tokens=1_000_000, output_tokens=0)]
    trace = Trace([call("a", turn=0), call("b", turn=0), call("b", cost=0.25)], turns=turns)
    lines = {line["tool"]: line for line in lines_of(frames.cost_frame([priced(trace)]))}
    assert (lines["a"]["cost_usd"], lines["a"]["basis"]) == (0.5, "priced")
    assert (lines["b"]["cost_usd"], lines["b"]["basis"]) == (0.75, "both")


def test_cost_by_model() -> None:
    """Two models of a conversation stand apart, with their tokens, price and where it comes from."""
    turns = [Turn("assistant", model=model, input_tokens=1_000_000, output_tokens=0) for model in ("mine", "who-knows")]
    lines = lines_of(
        frames.model_cost_frame([priced(Trace(turns=turns)), priced(Trace(cost=1.0, model="mine"), run="s")])
    )
    assert [(line["run"], line["model"], line["cost_usd"], line["basis"], line["edited"]) for line in lines] == [
        ("r", "mine", 1.0, "priced", True),
        ("r", "who-knows", None, "unpriced", False),
        ("s", "mine", 1.0, "recorded", False),
    ]


def test_cost_of_a_passed_case_goes_by_cases() -> None:
    """Trials of a case count by their mean; a case with an unpriced trial does not count."""
    good, bad = [call("a")], [call("b")]

    def trial(calls: list[ToolCall], usd: float | None, case: str, number: int) -> MaskedEvaluation:
        return priced(Trace(calls, cost=usd), gold=good, case=case, trial=number)

    views = [trial(good, 1.0, "one", 1), trial(bad, 3.0, "one", 2), trial(good, 4.0, "two", 1)]
    views += [trial(good, 9.0, "three", 1), trial(good, None, "three", 2)]
    (line,) = lines_of(frames.usage_frame(views))
    assert (line["cases"], line["passed"], line["costed"]) == (3, 2.5, 2)
    assert line["per_passed_usd"] == (2.0 + 4.0) / 1.5
    cases = {line["case"]: line for line in lines_of(frames.case_cost_frame(views))}
    assert (cases["one"]["cost_usd"], cases["one"]["passed"], cases["three"]["cost_usd"]) == (2.0, 0.5, None)


def test_usage_says_of_how_much_it_knows() -> None:
    """A cost known in part is told as such; nothing passed is no cost of 0; a case without a trace is no trace."""
    half = Trace([call("a", cost=1.0), call("a")])
    (line,) = lines_of(frames.usage_frame([priced(half, gold=[call("b")]), missing([call("a")], run="r")]))
    assert (line["traces"], line["priced"], line["partial"], line["basis"]) == (1, 1, 1, "recorded")
    assert (line["per_passed_usd"], line["costed"], line["unasked"], line["calls"]) == (None, 0, 2, 2)


def test_share_of_time_in_tools() -> None:
    """Only over the traces that tell it."""
    told = Trace([call("a", started=1.0, duration=3.0)], duration=10.0)
    (line,) = lines_of(frames.usage_frame([masked(None, told), masked(None, [call("a", duration=1.0)])]))
    assert (line["shared"], line["share_s"], line["tools_s"]) == (1, 10.0, 3.0)


@pytest.mark.parametrize("count", [10**400, 2**63, 10**30, -5], ids=["endless", "64 bits", "long", "negative"])
def test_impossible_numbers_of_tokens_are_no_numbers(count: int) -> None:
    """A file may say anything: what no conversation uses counts as not told, and no table fails over it."""
    turns = [Turn("assistant", model="mine", input_tokens=count, output_tokens=count)]
    view = priced(
        Trace(
            [call("a", turn=0)], turns=turns, model="mine", input_tokens=count, output_tokens=count, cached_tokens=count
        )
    )
    assert (view.cost.usd, view.cost.reason) == (None, "no tokens")
    for make in (
        frames.usage_frame,
        frames.cost_frame,
        frames.model_cost_frame,
        frames.case_cost_frame,
        frames.waste_frame,
    ):
        assert len(make([view]))


def test_impossible_costs_are_no_costs() -> None:
    """The sum of two of the largest numbers is infinite, and no cost."""
    view = priced(Trace([call("a", cost=1e308), call("b", cost=1e308)], cost=-1e300))
    assert view.cost.usd is None


def test_prices() -> None:
    """Each model once, with its price and whose it is; what nobody sells is missing, not 0."""
    pytest.importorskip("genai_prices")
    views = [
        priced(Trace(model=name, input_tokens=9, output_tokens=9))
        for name in ("gpt-4o-mini", "mine", "who-knows", "mine")
    ]
    lines = {line["model"]: line for line in lines_of(frames.prices_frame(views, PRICES))}
    assert list(lines) == ["gpt-4o-mini", "mine", "who-knows"]
    assert (lines["gpt-4o-mini"]["priced_as"], lines["gpt-4o-mini"]["input"], lines["gpt-4o-mini"]["edited"]) == (
        "gpt-4o-mini",
        0.15,
        False,
    )
    assert (lines["mine"]["output"], lines["mine"]["edited"], lines["mine"]["cached"]) == (10.0, True, None)
    assert (lines["who-knows"]["priced_as"], lines["who-knows"]["input"]) == ("", None)


def waste(view: MaskedEvaluation) -> dict[str, tuple[int | None, float | None]]:
    """Count and seconds by kind."""
    return {line["kind"]: (line["count"], line["duration_s"]) for line in lines_of(frames.waste_frame([view]))}


LOOP = [
    call("a", {"x": 1}, error="no", duration=1.0),
    call("a", {"x": 1}, error="no", duration=1.0),
    call("a", {"x": 1}, duration=0.5),
    call("b", duration=0.25),
    call("a", {"x": FAKE_TOKEN}),
    call("a", {"x": FAKE_TOKEN[:-1] + "Z"}),
]


def test_waste_without_gold_equals_the_documented_counts() -> None:
    """Without gold, repeats are the identical calls, and retries those after an error."""
    view = masked(None, LOOP)
    metric = view.metrics["efficiency_metrics"]
    found = waste(view)
    assert found == {
        "repeated": (2, 1.5),
        "extra": (None, None),
        "retries": (2, 1.5),
        "ping-pong": (0, None),
        "failed": (2, 2.0),
    }
    assert metric["identical_count"] == found["repeated"][0]
    assert metric["retry_after_error_count"] == found["retries"][0]


def test_waste_with_gold_counts_repeated_rows() -> None:
    """With gold, a repetition that the gold asks for is no waste."""
    view = masked([call("a", {"x": 1}), call("a", {"x": 1})], LOOP[:3])
    assert waste(view)["repeated"][0] == sum(row.state == "repeated" for row in view.rows) == 1


def test_waste_by_tool_and_its_calls() -> None:
    """Each wasted call is listed under its kind, with row, seconds, tokens and dollars; groups without waste are left out."""
    turns = [Turn("assistant", model="mine", input_tokens=500_000, output_tokens=0)]
    view = priced(Trace([call("a"), call("a", turn=0, duration=2.0), call("b")], turns=turns, model="mine"))
    (line,) = lines_of(frames.waste_frame([view], "tool"))
    assert (line["tool"], line["kind"], line["count"], line["calls"]) == ("a", "repeated", 1, 2)
    assert (line["duration_s"], line["tokens"], line["cost_usd"], line["basis"]) == (2.0, 500_000, 0.5, "priced")
    calls = frames.waste_calls_frame([view])
    (wasted,) = lines_of(frames.wasted_lines(calls, "repeated", "model", "mine"))
    assert (wasted["row"], wasted["tool"], wasted["run"]) == (1, "a", "r")
    assert frames.wasted_lines(calls, "failed", "tool", "a").empty
    assert clean_groups(lines_of(frames.waste_frame([view, masked(None, [call("c")], run="s")])), "run") == {"s"}


def test_first_tools_and_priced_runs() -> None:
    """The dearest tools are kept with all their runs; runs without any price can be left out."""
    views = [masked(None, [call("a", cost=1.0), call("b", cost=2.0)], run="x"), masked(None, [call("a")], run="y")]
    cost = frames.cost_frame(views)
    assert list(frames.first_tools(cost, 1)["tool"]) == ["b"]
    assert set(frames.priced_runs(cost)["run"]) == {"x"}

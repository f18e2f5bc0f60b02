"""The performance page as it is drawn: time, cost, waste, prices, and what is not told."""

import json
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.driving import cells, choose, healthy, param, tables, texts
from tests.app.test_chart_pages import BARE, GOLD, TRACE, Opener, charts
from toolscore_core.calls import Case, ToolCall, Trace
from toolscore_core.credentials.masking import Masker
from toolscore_core.evaluation import evaluate
from toolscore_core.masked import mask_evaluation
from toolscore_core.pricing import ModelPrice
from toolscore_core.report.export import to_json


@pytest.fixture
def opened(root: Path) -> Opener:
    """Opens pages."""
    return Opener(root)


def priced(model: str, *, calls: list[dict[str, Any]] | None = None, **more: Any) -> dict[str, Any]:
    """A trace of a case that tells its model and tokens."""
    usage = {"input_tokens": 1_000_000, "output_tokens": 100_000}
    return {"case_id": "one", "model": model, "usage": usage, "calls": calls or GOLD, **more}


def test_says_which_field_is_absent(opened: Opener) -> None:
    """Without durations, tokens and costs the page names the fields that would give them, and nothing is $0."""
    opened.drop(run_json=BARE)
    at = opened("performance")
    assert "the field `duration` of a call" in texts(at)
    assert cells(at, "Runs", "cost") == ["unpriced"]
    assert cells(at, "Runs", "input") == ["not recorded"]
    assert not charts(at)
    assert "`input_tokens`" in texts(opened("performance", view="cost"))
    by_tool = texts(opened("performance", view="cost", scope="tool"))
    assert "the field `cost` of a call" in by_tool
    assert "That is not $0" in by_tool


def test_withholds_what_is_too_little(opened: Opener) -> None:
    """A 95th percentile of two calls is not shown, and why is said."""
    opened.drop(run_json=TRACE)
    at = opened("performance")
    assert set(cells(at, "Latency", "p95")) == {"n < 20"}
    assert set(cells(at, "Latency", "p99")) == {"n < 100"}
    assert "95th percentile needs 20 timed calls" in texts(at)
    assert "2 calls unpriced" in texts(opened("performance", view="cost", scope="tool"))


def test_draws_no_time_that_is_not_known(opened: Opener) -> None:
    """Starts at one moment without durations are said in words."""
    opened.drop(run_json=[{"tool": tool, "args": {}, "timestamp": 1.7e9} for tool in ("a", "b")])
    at = opened("performance")
    assert not charts(at)
    assert "all that say when started at the same time" in texts(at)


def test_marks_untimed_calls(opened: Opener) -> None:
    """A call without a duration is a ring, and the note counts it."""
    timed = {"tool": "get", "args": {}, "timestamp": 1.7e9, "duration": 1.0}
    opened.drop(run_json=[timed, {"tool": "get", "args": {}, "timestamp": 1.7e9 + 2}])
    at = opened("performance")
    assert "1 call without a duration: a ring stands at the start. Click a bar" in texts(at)
    assert charts(at)[0]["data"][1]["customdata"] == [[1]]


def test_shows_long_traces_in_windows(opened: Opener) -> None:
    """A waterfall shows thirty calls at a time, and the URL says which."""
    opened.drop(run_json=[{"tool": f"t{n}", "args": {}, "duration": 1.0} for n in range(250)])
    at = opened("performance", row="201")
    bars = charts(at)[0]["data"][0]
    assert [bars["customdata"][0], len(bars["customdata"])] == [[180], 30]
    assert charts(choose(at, "Calls", 8))[0]["data"][0]["customdata"] == [[row] for row in range(240, 250)]
    assert param(at, "row") == "241"
    assert "laid one after the other" in texts(at)


def test_follows_the_chosen_case(opened: Opener) -> None:
    """The waterfall is that of the case and run in the URL, and another can be chosen."""
    opened.sample()
    at = opened("performance", case="lost-password", run="swift-2")
    assert "send_reset_link" in json.dumps(charts(at)[0])
    for run in ("atlas-mini", "swift-2", "orbit-large"):
        assert param(choose(at, "Run", run), "run") == run
        assert param(at, "case") == "lost-password"
    for case in ("refund-late-parcel", "lost-password", "duplicate-charge"):
        assert param(choose(at, "Case", case), "case") == case


def test_says_that_a_case_has_no_trace(opened: Opener) -> None:
    """A case that Review was left at stays chosen; opened without one, the page shows a case that has a trace."""
    gold = [{"id": name, "calls": [{"tool": "get"}]} for name in ("one", "two")]
    opened.drop(gold_json=gold, run_json=[{"case_id": "two", "calls": TRACE}])
    assert "This run has no trace of the case." in texts(opened("performance", case="one", run="run"))
    at = opened("performance")
    assert "This run has no trace" not in texts(at)
    assert next(box for box in at.selectbox if box.label == "Case").value is not None


def test_one_sentence_says_what_matters(opened: Opener) -> None:
    """Dearest, slowest and most wasteful run stand on top, whatever view is open."""
    opened.sample()
    for view in ("time", "cost", "waste"):
        shown = texts(opened("performance", view=view))
        assert "orbit-large is the dearest" in shown
        assert "swift-2 is unpriced." in shown
        assert "were not asked for" in shown


def test_recorded_and_priced_costs_are_told_apart(opened: Opener) -> None:
    """A cost from the file says recorded, one from tokens says so and names whose price it is; neither is $0."""
    pytest.importorskip("genai_prices")
    opened.drop(
        gold_json={"id": "one", "calls": GOLD},
        a_json=priced("openai/gpt-4o-mini"),
        b_json=priced("mine", cost=0.5),
        c_json=priced("mine"),
    )
    at = opened("performance", view="cost")
    assert dict(zip(cells(at, "Runs", "run"), cells(at, "Runs", "cost"), strict=True)) == {
        "a": "$0.21 from tokens",
        "b": "$0.50 recorded",
        "c": "unpriced",
    }
    assert dict(zip(cells(at, "Prices", "model"), cells(at, "Prices", "priced_as"), strict=True)) == {
        "openai/gpt-4o-mini": "openai: gpt-4o-mini",
        "mine": "not in the list",
    }
    assert "Price list: genai-prices" in texts(at)


def set_price(at: AppTest, **prices: float) -> AppTest:
    """Fill in the form of the model that stands first and send it."""
    for field in at.number_input:
        part = field.label.split(",")[0].lower().replace(" ", "_")
        if part in prices:
            field.set_value(prices[part])
    next(button for button in at.button if button.label == "Use this price").click()
    return at.run()


def test_a_price_can_be_given_and_taken_back(opened: Opener) -> None:
    """A given price counts in the whole workspace and says that it is edited; the price list can come back."""
    opened.drop(gold_json={"id": "one", "calls": GOLD}, a_json=priced("mine"))
    at = healthy(set_price(opened("performance", view="cost"), input=1.0, output=10.0))
    assert cells(at, "Runs", "cost") == ["$2.00 edited price"]
    assert cells(at, "Prices", "source") == ["± edited"]
    assert cells(opened("performance", view="cost"), "Runs", "cost") == ["$2.00 edited price"]
    next(button for button in at.button if button.label == "Back to the price list").click()
    assert cells(healthy(at.run()), "Runs", "cost") == ["unpriced"]


def test_half_a_price_is_refused(opened: Opener) -> None:
    """A price needs both numbers: without one nothing changes, and why is said."""
    opened.drop(a_json=priced("mine"))
    at = set_price(opened("performance", view="cost"), input=1.0)
    assert "A price needs what input and what output cost." in texts(at)
    assert cells(at, "Runs", "cost") == ["unpriced"]


def test_quality_stands_against_cost_and_time(opened: Opener) -> None:
    """With gold and several runs two charts weigh quality against cost and time, and say who is beaten."""
    one, other = priced("x", cost=0.5, duration=1.0), priced("x", cost=0.9, duration=2.0)
    opened.drop(gold_json={"id": "one", "calls": GOLD}, a_json=one, b_json=other)
    at = opened("performance", view="cost")
    assert len(charts(at)) == 2
    assert "b is beaten by a: same quality at $0.50 a case instead of $0.90." in texts(at)


@pytest.mark.parametrize("scope", ["tool", "case", "model", "nonsense"])
@pytest.mark.parametrize("view", ["time", "cost", "waste", "nonsense"])
def test_every_address_is_drawn(opened: Opener, view: str, scope: str) -> None:
    """Whatever the URL says, something sensible is shown."""
    opened.drop(gold_json={"id": "one", "calls": GOLD}, a_json=[{"case_id": "one", "calls": TRACE}])
    assert "Runs" in tables(opened("performance", view=view, scope=scope, filter="nonsense", tool="nobody", row="0"))


def test_waste_by_kind_opens_its_calls(opened: Opener) -> None:
    """A row names run and kind; the URL that it leads to lists the calls, each with a link to its row in Review."""
    opened.drop(run_json=TRACE)
    at = opened("performance", view="waste")
    assert cells(at, "Waste", "kind") == ["Repeated calls", "Blind retries", "Failed calls"]
    assert cells(at, "Waste", "count") == ["1 of 3"] * 3
    assert cells(at, "Waste", "time") == ["1.00 s", "1.00 s", "1.50 s"]
    assert "Extra: only gold can say." in texts(at)
    chosen = opened("performance", view="waste", filter="retries", tool="run")
    (row,) = tables(chosen)["Wasted calls"]["rows"]
    assert row["cells"]["tool"]["text"] == "3  pay"
    assert "&row=3" in row["cells"]["tool"]["href"]


def test_waste_by_tool(opened: Opener) -> None:
    """By tool only those that waste something are listed; a trace that wastes nothing says so."""
    opened.drop(run_json=TRACE)
    assert set(cells(opened("performance", view="waste", scope="tool"), "Waste", "group")) == {"pay"}
    opened.params.clear()
    opened.drop(other_json=BARE)
    clean = opened("performance", view="waste")
    assert cells(clean, "Waste", "kind") == ["none found"]
    assert "No call was repeated" in texts(opened("performance", view="waste", scope="tool"))


def test_slow_calls_lead_to_their_rows(opened: Opener) -> None:
    """The slowest come first, with a link to their row."""
    opened.drop(run_json=TRACE)
    slowest = tables(opened("performance"))["Slowest calls"]["rows"]
    assert [row["cells"]["time"]["text"] for row in slowest] == ["1.50 s", "1.00 s", "0.50 s"]
    assert "&row=2" in slowest[0]["cells"]["tool"]["href"]
    assert slowest[0]["cells"]["tool"]["text"] == "pay ! failed"
    assert slowest[0]["cells"]["case"]["text"].endswith(" · run")


def test_a_report_that_is_read_back_keeps_its_costs(opened: Opener) -> None:
    """What was priced when the report was written stays so: a price given now changes nothing of it."""
    trace = Trace([ToolCall("get", duration=2.0)], model="mine", input_tokens=1_000_000, output_tokens=100_000)
    prices = {"mine": ModelPrice(1.0, 10.0)}
    evaluation = evaluate(Case("one", [ToolCall("get")]), trace)
    stored = mask_evaluation(evaluation, Masker(), case_id="one", run="then", trial=None, prices=prices)
    opened.drop(report_json=to_json([stored]).encode())
    at = opened("performance", view="cost")
    assert cells(at, "Runs", "cost") == ["$2.00 edited price"]
    assert cells(at, "Runs", "input") == ["1,000,000"]
    assert "then costs $2.00 a passed case." in texts(at)
    assert cells(healthy(set_price(at, input=5.0, output=5.0)), "Runs", "cost") == ["$2.00 edited price"]
    assert cells(opened("performance"), "Slowest calls", "time") == ["2.00 s"]

"""What a conversation cost: recorded, priced from tokens, or unknown, and of how much of it that is known."""

import pytest

from toolscore_core.calls import ToolCall, Trace, Turn
from toolscore_core.pricing import UNPRICED, Cost, ModelPrice, cost_from_record, cost_of, cost_record, price_of

PRICES = {"mine": ModelPrice(1.0, 10.0, 0.1), "other": ModelPrice(2.0, 20.0)}
"""USD per million tokens."""


def turn(model: str | None, given: int | None, written: int | None, role: str = "assistant") -> Turn:
    """A turn with tokens."""
    return Turn(role, model=model, input_tokens=given, output_tokens=written)


def seen(cost: Cost) -> tuple[float | None, str, int, int]:
    """Dollars, where they come from, of how many."""
    return (None if cost.usd is None else round(cost.usd, 9), cost.basis, cost.known, cost.of)


@pytest.mark.parametrize(
    ("trace", "expected"),
    [
        (
            Trace(cost=0.5, calls=[ToolCall("a", cost=0.1)], model="mine", input_tokens=9, output_tokens=9),
            (0.5, "recorded", 1, 1),
        ),
        (Trace(cost=0.0), (0.0, "recorded", 1, 1)),
        (Trace([ToolCall("a", cost=0.1), ToolCall("b", cost=0.2)]), (0.3, "recorded", 2, 2)),
        (Trace([ToolCall("a", cost=0.1), ToolCall("b")]), (0.1, "recorded", 1, 2)),
        (Trace(model="mine", input_tokens=1_000_000, output_tokens=100_000), (2.0, "priced", 1, 1)),
        (
            Trace([ToolCall("a", cost=0.1), ToolCall("b")], model="mine", input_tokens=1_000_000, output_tokens=0),
            (1.0, "priced", 1, 1),
        ),
        (Trace(model="nobody-sells-this", input_tokens=5, output_tokens=5), (None, "unpriced", 0, 1)),
        (Trace(input_tokens=5, output_tokens=5), (None, "unpriced", 0, 1)),
        (Trace(model="mine", input_tokens=5), (None, "unpriced", 0, 1)),
        (Trace(model="mine", input_tokens=0, output_tokens=0), (None, "unpriced", 0, 0)),
        (Trace(model="mine"), (None, "unpriced", 0, 0)),
        (Trace(), (None, "unpriced", 0, 0)),
    ],
    ids=[
        "recorded for the whole",
        "recorded as free",
        "recorded for each call",
        "recorded for a part",
        "from tokens",
        "tokens that cover all before calls that do not",
        "no price",
        "no model",
        "tokens in only",
        "no token used",
        "no tokens",
        "nothing",
    ],
)
def test_where_the_cost_comes_from(trace: Trace, expected: tuple[float | None, str, int, int]) -> None:
    """Recorded before priced, whole before part; what nobody knows is unpriced, never 0."""
    assert seen(cost_of(trace, PRICES)) == expected


@pytest.mark.parametrize(
    ("trace", "reason"),
    [
        (Trace(), "no tokens"),
        (Trace(model="mine", output_tokens=5), "no tokens"),
        (Trace(input_tokens=5, output_tokens=5), "no model"),
        (Trace(model="nobody-sells-this", input_tokens=5, output_tokens=5), "no price"),
        (Trace(model="mine", input_tokens=5, output_tokens=5), ""),
    ],
)
def test_why_it_is_unknown(trace: Trace, reason: str) -> None:
    """An unknown cost says what lacks."""
    pytest.importorskip("genai_prices")
    assert cost_of(trace, PRICES).reason == reason


def test_turns_are_priced_by_their_own_model() -> None:
    """Two models in one conversation each have their price, and the sum says so by model and by turn."""
    turns = [Turn("user"), turn("mine", 1_000_000, 0), turn("other", 500_000, 100_000)]
    cost = cost_of(Trace(turns=turns, input_tokens=1_500_000, output_tokens=100_000, model="mine"), PRICES)
    assert seen(cost) == (4.0, "priced", 2, 2)
    assert cost.turns == (None, 1.0, 3.0)
    assert [(model.model, model.usd, model.input_tokens, model.edited) for model in cost.models] == [
        ("mine", 1.0, 1_000_000, True),
        ("other", 3.0, 500_000, True),
    ]


def test_a_part_without_a_price_is_told() -> None:
    """12 of 14 priced is not the whole cost."""
    turns = [turn("mine", 1_000_000, 0)] * 12 + [turn("nobody-sells-this", 10, 10)] * 2
    cost = cost_of(Trace(turns=turns), PRICES)
    assert seen(cost) == (12.0, "priced", 12, 14)
    assert cost.is_partial
    assert cost.whole_usd is None


def test_cached_tokens_are_cheaper_and_shared_by_the_turns() -> None:
    """Cached tokens are told for the conversation: each turn has its share of them."""
    turns = [turn("mine", 600_000, 0), turn("mine", 400_000, 0)]
    cost = cost_of(Trace(turns=turns, input_tokens=1_000_000, output_tokens=0, cached_tokens=500_000), PRICES)
    assert cost.usd == pytest.approx(0.5 * 1.0 + 0.5 * 0.1)
    assert cost.turns == pytest.approx((0.33, 0.22))


def test_more_cached_tokens_than_tokens_are_no_refund() -> None:
    """A file that says so is taken to have read all from the cache."""
    cost = cost_of(Trace(model="mine", input_tokens=1_000_000, output_tokens=0, cached_tokens=9_000_000), PRICES)
    assert cost.usd == pytest.approx(0.1)


def test_totals_that_the_turns_do_not_reach_count() -> None:
    """Where turns tell less than the conversation, its own totals are priced."""
    trace = Trace(turns=[turn("mine", 1000, 10)], input_tokens=1_000_000, output_tokens=0)
    assert seen(cost_of(trace, PRICES)) == (1.0, "priced", 1, 1)


def test_long_conversations_are_not_priced_as_one_long_request() -> None:
    """Some models cost more for long requests: ten turns of 30,000 tokens are none."""
    pytest.importorskip("genai_prices")
    model = "claude-sonnet-4-5"
    trace = Trace(model=model, turns=[Turn("assistant")] * 10, input_tokens=300_000, output_tokens=1000)
    one = price_of(model, input_tokens=30_000, output_tokens=100)
    assert one is not None
    assert cost_of(trace).usd == pytest.approx(10 * one.usd)


def test_a_listed_price_names_its_model() -> None:
    """A gateway's prefix and a date are no part of a price: the resolved model is told."""
    pytest.importorskip("genai_prices")
    (model,) = cost_of(Trace(model="openai/gpt-4o-mini-2024-07-18", input_tokens=1000, output_tokens=100)).models
    assert (model.priced_as, model.edited, model.basis) == ("openai: gpt-4o-mini", False, "priced")


def test_a_given_price_goes_before_the_list() -> None:
    """Somebody who has a contract knows better."""
    trace = Trace(model="gpt-4o-mini", input_tokens=1_000_000, output_tokens=0)
    cost = cost_of(trace, {"gpt-4o-mini": ModelPrice(0.01, 0.02)})
    assert cost.usd == pytest.approx(0.01)
    assert cost.edited
    assert not cost_of(Trace(cost=1.0, model="gpt-4o-mini"), {"gpt-4o-mini": ModelPrice(0.01, 0.02)}).edited


@pytest.mark.parametrize("usd", [-1.0, float("nan"), float("inf")])
def test_what_nothing_can_cost_is_unknown(usd: float) -> None:
    """-1 is a usual word for unknown: it is no cost, and does not cancel another one."""
    assert cost_of(Trace(cost=usd)).usd is None
    found = cost_of(Trace([ToolCall("a", cost=usd), ToolCall("b", cost=1.0)]))
    assert (found.usd, found.known, found.of, found.whole_usd) == (1.0, 1, 2, None)


@pytest.mark.parametrize("price", [(-1.0, 1.0), (1.0, float("nan")), (1.0, 1.0, -0.1), (float("inf"), 1.0)])
def test_a_price_is_no_less_than_nothing(price: tuple[float, ...]) -> None:
    """A price that a person gives is a finite number from 0."""
    with pytest.raises(ValueError, match="at least 0"):
        ModelPrice(*price)


def test_what_several_models_used_beyond_their_turns_is_not_forgotten() -> None:
    """Where nobody knows which of them used it, the cost is known in part, and never passes for all of it."""
    turns = [turn("mine", 10, 10), Turn("assistant", "", model="other")]
    found = cost_of(Trace(turns=turns, input_tokens=1000, output_tokens=5), PRICES)
    assert (found.known, found.of, found.reason, found.whole_usd) == (1, 2, "no model", None)
    assert [(model.model, model.input_tokens, model.output_tokens) for model in found.models] == [
        ("mine", 10, 10),
        ("", 990, 0),
    ]


def test_a_case_without_a_trace_costs_nothing_known() -> None:
    """There is nothing to price."""
    assert cost_of(None) == UNPRICED


@pytest.mark.parametrize(
    "trace",
    [Trace(), Trace(cost=1.0), Trace(turns=[turn("mine", 10, 10), turn("who", 1, 1)], calls=[ToolCall("a")])],
    ids=["nothing", "recorded", "in part"],
)
def test_a_written_cost_is_read_back(trace: Trace) -> None:
    """What a report keeps of a cost is the cost."""
    cost = cost_of(trace, PRICES)
    assert cost_from_record(cost_record(cost)) == cost


@pytest.mark.parametrize(
    "change",
    [{"usd": "hunter2"}, {"basis": "guessed"}, {"models": [{}]}, {"turns": ["hunter2"]}, {"known": None}],
    ids=["usd", "basis", "models", "turns", "known"],
)
def test_what_is_no_cost_is_refused_without_its_value(change: dict[str, object]) -> None:
    """A report that somebody changed by hand gives a place, never a value."""
    with pytest.raises(ValueError, match=next(iter(change))) as raised:
        cost_from_record({**cost_record(cost_of(Trace(cost=1.0))), **change})
    assert "hunter2" not in str(raised.value)


@pytest.mark.parametrize(
    "change",
    [
        {"usd": -1.0},
        {"usd": None},
        {"usd": float("nan")},
        {"usd": True},
        {"usd": "7"},
        {"usd": 0.0, "basis": "unpriced"},
        {"known": 0},
        {"known": 5},
        {"known": -1},
        {"turns": [-1.0]},
        {"turns": [float("nan")]},
    ],
    ids=repr,
)
def test_what_cannot_be_is_no_cost(change: dict[str, object]) -> None:
    """A report that says how much and not where from, or more than all of it, would show $0 or a part as the whole."""
    record = cost_record(cost_of(Trace(cost=1.0)))
    assert cost_from_record(record).whole_usd == 1.0
    with pytest.raises(ValueError, match="a cost is not as reports write it"):
        cost_from_record({**record, **change})


def test_no_record_at_all_is_refused() -> None:
    """Nor is a text a cost."""
    with pytest.raises(ValueError, match="a cost is not as reports write it"):
        cost_from_record("hunter2")

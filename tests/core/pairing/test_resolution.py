"""Gold with optional calls, alternatives and no order -> the plain list that a trace is compared with."""

from typing import Any

import pytest
from hypothesis import given, settings

from tests import oracle
from tests.strategies import FEW_VALUES, MATCHERS, OPTIONAL, expected_calls, gold_calls, trace_calls
from toolscore_core.calls import ExpectedCall, ToolCall
from toolscore_core.matchers import OptionalArgument
from toolscore_core.pairing import argument_totals, choice, counted_calls, pair_calls, resolve

X1, X2 = {"x": 1}, {"x": 2}


def maybe(tool: str, args: dict[str, Any] | None = None) -> ExpectedCall:
    return ExpectedCall(tool, args, optional=True)


def either(tool: str, *others: str, args: dict[str, Any] | None = None, optional: bool = False) -> ExpectedCall:
    return ExpectedCall(tool, args, optional=optional, alternatives=others)


def call(tool: str, args: dict[str, Any] | None = None, *, failed: bool = False) -> ToolCall:
    return ToolCall(tool, args, metadata={"is_error": True} if failed else {})


RULES = {
    "optional, not made": ([call("a"), maybe("b")], [call("a")], ["a"], (1,)),
    "optional, made": ([call("a"), maybe("b")], [call("b"), call("a")], ["a", "b"], ()),
    "optional, made with other arguments": ([maybe("a", X1)], [call("a", X2)], ["a"], ()),
    "a required call comes before an optional one": ([maybe("a", X1), call("a", X2)], [call("a", X1)], ["a"], (0,)),
    "of optional ones the one with the right arguments": (
        [maybe("a", X1), maybe("a", X2)],
        [call("a", X2)],
        ["a"],
        (0,),
    ),
    "alternative": ([either("a", "b")], [call("b")], ["b"], ()),
    "its own tool first": ([either("a", "b")], [call("b"), call("a")], ["a"], ()),
    "the alternative with the right arguments": (
        [either("a", "b", args=X1)],
        [call("a", X2), call("b", X1)],
        ["b"],
        (),
    ),
    "the alternative that did not fail": ([either("a", "b")], [call("a", failed=True), call("b")], ["b"], ()),
    "an alternative leaves a call to the one that needs it": (
        [either("a", "b"), call("b")],
        [call("b"), call("a")],
        ["a", "b"],
        (),
    ),
    "two calls may use one alternative": ([either("a", "c"), either("b", "c")], [call("c"), call("c")], ["c", "c"], ()),
    "not made at all": ([either("a", "b")], [call("c")], ["a"], ()),
    "optional alternative, not made": ([either("a", "b", optional=True)], [call("c")], [], (0,)),
    "neither optional nor with alternatives": ([ExpectedCall("a", X1)], [], ["a"], ()),
}


@pytest.mark.parametrize(("gold", "trace", "tools", "omitted"), RULES.values(), ids=RULES)
def test_rules(gold: list[ToolCall], trace: list[ToolCall], tools: list[str], omitted: tuple[int, ...]) -> None:
    """Each rule in a case that needs it."""
    resolved = resolve(gold, trace)
    assert [one.tool for one in resolved.calls] == tools
    assert resolved.omitted == omitted
    assert all(type(one) is ToolCall for one in resolved.calls)


@given(gold_calls(FEW_VALUES | MATCHERS), trace_calls())
@settings(max_examples=30)
def test_a_plain_list_is_given_back(gold: list[ToolCall], trace: list[ToolCall]) -> None:
    """The very list, so that nothing is spent on it and every metric stays as it is."""
    assert resolve(gold, trace).calls is gold
    assert counted_calls(gold, trace) is gold


@given(expected_calls(), trace_calls())
@settings(max_examples=150)
def test_equals_the_oracle(gold: list[ToolCall], trace: list[ToolCall]) -> None:
    """No way to pair is better, down to the failed calls and the alternatives; what is left is paired as well."""
    resolved = resolve(gold, trace)
    found = resolved.partners(trace, strict=False)
    pairs = [(resolved.indexes[pair.gold_index], pair.trace_index) for pair in found.pairs]
    best = max(
        (pairs for pairs in oracle.pairings(gold, trace)), key=lambda some: oracle.choice_key(some, gold, trace, False)
    )
    assert oracle.choice_key(pairs, gold, trace, False)[:6] == oracle.choice_key(best, gold, trace, False)[:6]
    paired = {index for index, _ in pairs}
    assert resolved.omitted == tuple(i for i, one in enumerate(gold) if oracle.is_optional(one) and i not in paired)
    assert sorted([*resolved.indexes, *resolved.omitted]) == [*range(len(gold))]
    tools = {index: trace[at].tool for index, at in pairs}
    assert [one.tool for one in resolved.calls] == [tools.get(i, gold[i].tool) for i in resolved.indexes]


@given(expected_calls(), trace_calls())
@settings(max_examples=60)
def test_the_rough_choice_is_sound(gold: list[ToolCall], trace: list[ToolCall]) -> None:
    """With too many calls to compare all ways the choice may be worse, is labelled so, and loses no call."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(choice, "MOST_CELLS", 0)
        resolved = resolve(gold, trace)
    found = resolved.partners(trace, strict=False)
    assert found.exact is resolved.exact
    assert sorted([*resolved.indexes, *resolved.omitted]) == [*range(len(gold))]
    assert all(oracle.is_optional(gold[index]) for index in resolved.omitted)


@given(expected_calls(), trace_calls())
@settings(max_examples=100)
def test_without_an_order_every_pair_is_in_place(gold: list[ToolCall], trace: list[ToolCall]) -> None:
    """The calls stand as they were made, and a missing one where one without a partner was made."""
    given_order, resolved = resolve(gold, trace), resolve(gold, trace, order="any")
    pairing = resolved.partners(trace, strict=False)
    by_trace = sorted(pairing.pairs, key=lambda pair: pair.trace_index)
    assert [pair.gold_index for pair in by_trace] == sorted(pair.gold_index for pair in by_trace)
    assert sorted(resolved.indexes) == [*given_order.indexes]
    assert resolved.omitted == given_order.omitted
    expected, actual = [one.tool for one in resolved.calls], [one.tool for one in trace]
    most = max(len(pairing.unpaired_gold), len(pairing.unpaired_trace))
    assert oracle.levenshtein(expected, actual) == most


def test_without_an_order_a_retry_pairs_with_its_success() -> None:
    """The place of the failed attempt is no reason to prefer it."""
    gold, trace = [call("a"), call("b")], [call("a", failed=True), call("b"), call("a")]
    found = resolve(gold, trace, order="any").partners(trace, strict=False)
    assert [(pair.gold_index, pair.trace_index) for pair in found.pairs] == [(0, 1), (1, 2)]


@pytest.mark.parametrize("order", ["given", "any"])
def test_the_inputs_stay_as_they_are(order: Any) -> None:
    """What is compared is copies."""
    gold, trace = [either("a", "b", args=X1), maybe("c")], [call("b", X1)]
    before = repr((gold, trace))
    resolve(gold, trace, order=order)
    assert repr((gold, trace)) == before


def test_arguments_that_are_no_dict() -> None:
    """They are refused, as in pairing."""
    with pytest.raises(ValueError, match=r"^gold_calls\[0\].args: a dict or None is expected, not list$"):
        resolve([ExpectedCall("a", [], optional=True)], [call("a")])  # type: ignore[arg-type]


@given(gold_calls(FEW_VALUES | OPTIONAL), trace_calls())
@settings(max_examples=150)
def test_optional_arguments_equal_the_oracle(gold: list[ToolCall], trace: list[ToolCall]) -> None:
    """No pairing is better in any criterion, and the argument scores do not hang on a tie."""
    found, totals = pair_calls(gold, trace), argument_totals(gold, trace)
    pairs = [(pair.gold_index, pair.trace_index) for pair in found.pairs]
    assert oracle.key(pairs, gold, trace, False) == oracle.best_key(gold, trace, False)
    missed = sum(oracle.required_arguments(gold[index]) for index in found.unpaired_gold)
    assert totals.expected == missed + sum(pair.expected for pair in found.pairs)
    assert totals.correct == sum(pair.correct for pair in found.pairs)
    assert totals.actual == sum(pair.actual for pair in found.pairs)


@given(gold_calls(FEW_VALUES | OPTIONAL, tools=("a",)), trace_calls(tools=("a",)))
@settings(max_examples=80)
def test_large_solvers_know_optional_arguments(gold: list[ToolCall], trace: list[ToolCall]) -> None:
    """The solvers of large cases, used on small ones."""
    from toolscore_core.pairing import completion, rest, tiny

    with pytest.MonkeyPatch.context() as patch:
        for module in (rest, completion, tiny):
            patch.setattr(module, "is_small", lambda rows, columns: False)
        patch.setattr(rest, "FEW_KINDS", 0)
        pairs = [(pair.gold_index, pair.trace_index) for pair in pair_calls(gold, trace).pairs]
    assert oracle.key(pairs, gold, trace, False)[:4] == oracle.best_key(gold, trace, False)[:4]


def test_counts_of_optional_arguments() -> None:
    """Absent they count on no side; given they count as expected, right or wrong."""
    gold = [call("a", {"x": 1, "y": OptionalArgument(2)})]
    counts = [
        (pair.correct, pair.expected, pair.actual)
        for args in ({"x": 1}, {"x": 1, "y": 2}, {"x": 1, "y": 3})
        for pair in pair_calls(gold, [call("a", args)]).pairs
    ]
    assert counts == [(1, 1, 1), (2, 2, 2), (1, 2, 2)]

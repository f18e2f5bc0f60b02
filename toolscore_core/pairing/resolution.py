"""Gold that says more than a list -> the plain list that a trace is compared with.

Optional calls that were not made are left out, an alternative that was called takes the place of its call, and where
calls may come in any order they stand in the order in which they were made. What is left is compared as any list.

`choice` says how recorded calls are shared out where several expected calls could have them.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Final, Literal

from toolscore_core.calls import ExpectedCall, ToolCall
from toolscore_core.pairing.choice import choice_of
from toolscore_core.pairing.partners import calls_by_tool, pair_calls
from toolscore_core.pairing.records import Pairing
from toolscore_core.pairing.tools import Group

Order = Literal["given", "any"]
"""Whether expected calls have the order in which they are given, or none."""


@dataclass(frozen=True, slots=True)
class Resolved:
    """Expected calls as a trace is compared with them.

    Attributes:
        calls: Plain calls, in the order in which they are compared; the very list that was given when it is plain.
        indexes: `calls[k]` is the expected call `indexes[k]` of that list.
        omitted: Positions in that list of optional calls that were not made, rising.
        pairing: Partners by position in `calls`; None when `pair_calls` is to find them.
        exact: False when there were too many calls to look at all choices.
    """

    calls: Sequence[ToolCall]
    indexes: Sequence[int]
    omitted: tuple[int, ...] = ()
    pairing: Pairing | None = None
    exact: bool = True

    def partners(self, trace_calls: Sequence[ToolCall], *, strict: bool) -> Pairing:
        """Who is compared with whom, by position in `calls`."""
        found = self.pairing or pair_calls(self.calls, trace_calls, strict=strict)
        return found if self.exact else replace(found, exact=False)


def counted_calls(
    gold_calls: Sequence[ToolCall], trace_calls: Sequence[ToolCall], *, strict: bool = False
) -> Sequence[ToolCall]:
    """The expected calls that count for a trace, as `resolve` gives them; a plain list is given back as it is."""
    if ExpectedCall not in map(type, gold_calls):
        return gold_calls
    return resolve(gold_calls, trace_calls, strict=strict).calls


def resolve(
    gold_calls: Sequence[ToolCall], trace_calls: Sequence[ToolCall], *, strict: bool = False, order: Order = "given"
) -> Resolved:
    """Settle what a plain list of expected calls cannot say.

    Args:
        gold_calls: Expected calls, in order; `ExpectedCall`s may be optional or name alternatives.
        trace_calls: Recorded calls, in order.
        strict: Compare argument values strictly.
        order: "any": expected calls stand in the order in which they were made, missing ones where a recorded call
            without a partner stands, so that their order costs nothing.

    Raises:
        ValueError: Gold that is not plain, and arguments of a call that are neither a dict nor None.

    Example:
        >>> gold = [ToolCall("find"), ExpectedCall("ask", optional=True), ExpectedCall("search", alternatives=("web",))]
        >>> resolved = resolve(gold, [ToolCall("find"), ToolCall("web")])
        >>> [call.tool for call in resolved.calls], resolved.indexes, resolved.omitted
        (['find', 'web'], [0, 2], (1,))
    """
    resolved = Resolved(gold_calls, range(len(gold_calls)))
    if ExpectedCall in map(type, gold_calls):
        resolved = _without_extras(gold_calls, trace_calls, strict)
    return _in_order_made(resolved, trace_calls, strict) if order == "any" else resolved


def _in_order_made(resolved: Resolved, trace_calls: Sequence[ToolCall], strict: bool) -> Resolved:
    pairing = pair_calls(resolved.calls, trace_calls, strict=strict, ordered=False)
    answered = {pair.trace_index: pair.gold_index for pair in pairing.pairs}
    missing = deque(pairing.unpaired_gold)
    order = []
    for trace in range(len(trace_calls)):
        if trace in answered:
            order.append(answered[trace])
        elif missing:
            order.append(missing.popleft())
    order += missing
    place_of = {gold: place for place, gold in enumerate(order)}
    return Resolved(
        calls=[resolved.calls[gold] for gold in order],
        indexes=[resolved.indexes[gold] for gold in order],
        omitted=resolved.omitted,
        pairing=pairing.renumbered([place_of[gold] for gold in range(len(order))], range(len(trace_calls))),
        exact=resolved.exact,
    )


def _without_extras(gold_calls: Sequence[ToolCall], trace_calls: Sequence[ToolCall], strict: bool) -> Resolved:
    choices = [choice_of(group, gold_calls, trace_calls, strict) for group in _groups(gold_calls, trace_calls)]
    called = {gold: tool for choice in choices for gold, tool in choice.called.items()}
    made = [
        index
        for index, call in enumerate(gold_calls)
        if index in called or not (isinstance(call, ExpectedCall) and call.optional)
    ]
    return Resolved(
        calls=[_plain(gold_calls[index], called.get(index)) for index in made],
        indexes=made,
        omitted=tuple(sorted(set(range(len(gold_calls))).difference(made))),
        exact=all(choice.exact for choice in choices),
    )


_FIELDS: Final = tuple(field.name for field in fields(ToolCall))


def _plain(call: ToolCall, called: str | None) -> ToolCall:
    if not isinstance(call, ExpectedCall):
        return call
    return ToolCall(**{**{name: getattr(call, name) for name in _FIELDS}, "tool": called or call.tool})


def _groups(gold_calls: Sequence[ToolCall], trace_calls: Sequence[ToolCall]) -> list[Group]:
    """The calls of tools that alternatives join, where there is anything to choose."""
    golds, traces = calls_by_tool(gold_calls, "gold_calls"), calls_by_tool(trace_calls, "trace_calls")
    joined = {tool: tool for tool in (*golds, *traces)}

    def first(tool: str) -> str:
        while joined.setdefault(tool, tool) != tool:
            tool = joined[tool]
        return tool

    extended = [call for call in gold_calls if isinstance(call, ExpectedCall)]
    for call in extended:
        for other in call.alternatives:
            joined[first(other)] = first(call.tool)
    chosen = dict.fromkeys(first(call.tool) for call in extended if call.optional or call.alternatives)
    return [
        Group(
            sorted(index for tool, own in golds.items() if first(tool) == name for index in own),
            sorted(index for tool, own in traces.items() if first(tool) == name for index in own),
        )
        for name in chosen
    ]

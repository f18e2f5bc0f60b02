"""A case and a trace -> the calls that are compared: aliases applied, ignored arguments left out."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from toolscore_core.alignment import Alignment, ArgumentDifference, ArgumentState, Row, align_resolved
from toolscore_core.calls import Case, ExpectedCall, ToolCall, Trace
from toolscore_core.pairing import Pairing, Resolved, resolve
from toolscore_core.values import MISSING, OptionalArgument, join_path, split_path

Removed = dict[int, dict[str, Any]]
"""Position of a call -> argument path -> value that was left out."""


@dataclass(slots=True)
class Prepared:
    """Both sides as they are compared. The calls of the inputs are never changed; those that differ are copies.

    Attributes:
        gold: Expected calls, by position in the case; None without gold.
        trace: All recorded calls, in order. A renamed call keeps its name in metadata["recorded_name"].
        scored: Positions of the recorded calls that take part in pairing and scores.
        order: As on `Case`.
        gold_removed, trace_removed: What was left out of them.
    """

    gold: list[ToolCall] | None
    trace: list[ToolCall]
    scored: tuple[int, ...]
    order: Literal["given", "any"] = "given"
    gold_removed: Removed = field(default_factory=dict)
    trace_removed: Removed = field(default_factory=dict)


def prepare(case: Case | None, trace: Trace) -> Prepared:
    """Apply the case's aliases and ignored paths, and set aside what the provider ran unasked.

    A call that the provider itself executed counts only when the gold names its tool: it is no choice of the agent's
    tools otherwise.
    """
    if case is None:
        return Prepared(None, list(trace.calls), tuple(range(len(trace.calls))))
    gold = list(case.calls)
    recorded = [_renamed(call, case) for call in trace.calls] if case.aliases else list(trace.calls)
    named = {call.tool for call in gold}
    if ExpectedCall in map(type, gold):
        named.update(other for call in gold if isinstance(call, ExpectedCall) for other in call.alternatives)
    scored = tuple(i for i, call in enumerate(recorded) if not call.provider_executed or call.tool in named)
    prepared = Prepared(gold, recorded, scored, case.order)
    if case.ignore:
        paths = _Ignored(case.ignore, named | {call.tool for call in recorded}, _stand_ins(gold))
        prepared.gold_removed = paths.take_from(gold)
        prepared.trace_removed = paths.take_from(recorded)
    return prepared


def _renamed(call: ToolCall, case: Case) -> ToolCall:
    gold_name = case.aliases.get(call.tool)
    if gold_name is None or gold_name == call.tool:
        return call
    return replace(call, tool=gold_name, metadata={**call.metadata, "recorded_name": call.tool})


def _stand_ins(gold: Iterable[ToolCall]) -> dict[str, set[str]]:
    """Tool -> the tools that may be called in its place."""
    found: dict[str, set[str]] = {}
    for call in gold:
        if isinstance(call, ExpectedCall):
            found.setdefault(call.tool, set()).update(call.alternatives)
    return found


class _Ignored:
    """Ignored paths by tool. `search.q` is the argument q of the tool search, and of its alternatives, where there is
    such a tool, and the value q inside the argument search of any tool elsewhere; `*.q` and `q` hold for any tool.
    """

    def __init__(self, paths: Sequence[str], tools: set[str], stand_ins: Mapping[str, Collection[str]]) -> None:
        self._everywhere: list[list[str | int]] = []
        self._of_tool: dict[str, list[list[str | int]]] = {}
        for path in paths:
            tool = max((tool for tool in tools if path.startswith(f"{tool}.")), key=len, default=None)
            if tool is not None:
                for name in {tool, *stand_ins.get(tool, ())}:
                    self._of_tool.setdefault(name, []).append(split_path(path[len(tool) + 1 :]))
            else:
                self._everywhere.append(split_path(path.removeprefix("*.")))

    def take_from(self, calls: list[ToolCall]) -> Removed:
        """Replace the calls that hold ignored arguments by copies without; what was left out, by position."""
        removed: Removed = {}
        for index, call in enumerate(calls):
            args = call.args
            if not args:
                continue
            taken: dict[str, Any] = {}
            for steps in (*self._everywhere, *self._of_tool.get(call.tool, ())):
                args = _without(args, steps, "", taken)
            if taken:
                calls[index] = replace(call, args=args)
                removed[index] = taken
        return removed


def _without(value: Any, steps: Sequence[str | int], path: str, taken: dict[str, Any]) -> Any:
    """The value without what stands at the path; the same object when nothing does."""
    if isinstance(value, OptionalArgument):
        held = _without(value.expected, steps, path, taken)
        return value if held is value.expected else OptionalArgument(held)
    step, rest = steps[0], steps[1:]
    if isinstance(value, dict) and step in value:
        below = join_path(path, step)
        if not rest:
            taken[below] = value[step]
            return {key: item for key, item in value.items() if key != step}
        inner = _without(value[step], rest, below, taken)
        return value if inner is value[step] else {**value, step: inner}
    if isinstance(value, (list, tuple)):
        places = range(len(value)) if step == "[]" else (step,) if isinstance(step, int) and step < len(value) else ()
        return _without_items(value, places, rest, path, taken)
    return value


def _without_items(
    value: list[Any] | tuple[Any, ...],
    places: Iterable[int],
    rest: Sequence[str | int],
    path: str,
    taken: dict[str, Any],
) -> Any:
    """The list with these places emptied, not removed, so that the others keep their numbers."""
    items = list(value)
    for place in places:
        below = join_path(path, place)
        if rest:
            items[place] = _without(items[place], rest, below, taken)
        else:
            taken[below] = items[place]
            items[place] = None
    if all(new is old for new, old in zip(items, value, strict=True)):
        return value
    return tuple(items) if isinstance(value, tuple) else items


@dataclass(frozen=True, slots=True)
class Compared:
    """The gold as one trace is compared with it, and the partners.

    Attributes:
        resolved: Expected calls that count; see `pairing.resolve`.
        of_scored: Partners by position in `resolved.calls` and among the scored calls.
        pairing: The same by position among all recorded calls.
    """

    resolved: Resolved
    of_scored: Pairing
    pairing: Pairing


def compare_prepared(prepared: Prepared, *, strict: bool) -> Compared | None:
    """Find the partners; None without gold."""
    if prepared.gold is None:
        return None
    at = prepared.scored
    scored = prepared.trace if len(at) == len(prepared.trace) else [prepared.trace[i] for i in at]
    resolved = resolve(prepared.gold, scored, strict=strict, order=prepared.order)
    pairing = resolved.partners(scored, strict=strict)
    if scored is prepared.trace:
        return Compared(resolved, pairing, pairing)
    return Compared(resolved, pairing, pairing.renumbered(range(len(resolved.calls)), at))


def align_prepared(prepared: Prepared, compared: Compared, *, strict: bool) -> Alignment:
    """The aligned diff by position in the case and among all recorded calls, with what was left out as not checked.

    Args:
        prepared: Both sides.
        compared: What `compare_prepared` found.
        strict: Compare argument values strictly.
    """
    found = align_resolved(
        prepared.gold if prepared.gold is not None else [],
        compared.resolved,
        prepared.trace,
        compared.pairing,
        strict=strict,
        scored=prepared.scored,
    )
    if prepared.gold_removed or prepared.trace_removed:
        return replace(found, rows=tuple(_with_left_out(row, prepared) for row in found.rows))
    return found


def _with_left_out(row: Row, prepared: Prepared) -> Row:
    """The row with the arguments that were left out, marked as not checked."""
    expected = {} if row.gold_index is None else prepared.gold_removed.get(row.gold_index, {})
    actual = {} if row.trace_index is None else prepared.trace_removed.get(row.trace_index, {})
    if not expected and not actual:
        return row
    paths = dict.fromkeys((*expected, *actual))
    kept = tuple(difference for difference in row.differences if difference.path not in paths)
    left_out = tuple(
        ArgumentDifference(path, ArgumentState.NOT_CHECKED, expected.get(path, MISSING), actual.get(path, MISSING))
        for path in paths
    )
    return replace(row, differences=kept + left_out)

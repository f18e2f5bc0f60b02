"""One masked evaluation -> when each of its calls ran: calls at the same time, calls inside others, time without a call."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import pandas as pd

from toolscore_core.credentials.masking import MaskedTrace
from toolscore_core.masked import MaskedEvaluation, MaskedRow
from toolscore_core.masked.using import Span, union
from toolscore_core.report.frame_base import frame
from toolscore_core.report.words import state_name

Placed = tuple[int, MaskedRow]
"""Position of a row in the lane, and the row."""


def waterfall_frame(evaluation: MaskedEvaluation) -> pd.DataFrame:
    """When each recorded call of one trace ran.

    Returns:
        One line a call, in order, calls that were made inside another one below it: `row`, `trace_index`, `tool`,
        `start_s` (seconds after the first start of the trace), `duration_s`, `failed`, `state`, `turn`, `agent` (missing
        where the file names none), `depth` (how many calls it lies inside), `group`: position of the group of calls of
        one turn, in time order (missing for a call that is alone in its turn); `overlaps`: whether it ran while another
        call of its depth did; `placed`: "recorded" where the file says the start; "in a row" where it says durations only
        and the calls are laid end to end; "unknown" where it says neither.
    """
    columns = {"row": "int64", "trace_index": "int64", "tool": "str", "start_s": "float64", "duration_s": "float64"}
    columns |= {"failed": "bool", "state": "str", "turn": "Int64", "agent": "object", "depth": "int64"}
    columns |= {"group": "Int64", "overlaps": "bool", "placed": "str"}
    trace = evaluation.trace
    if trace is None:
        return frame([], columns)
    rows = sorted(
        ((n, row) for n, row in enumerate(evaluation.rows) if row.actual), key=lambda pair: pair[1].trace_index or 0
    )
    places = _nested(rows)
    groups = _groups([row for (_, row), _ in places])
    overlapping = _overlapping([(row, depth) for (_, row), depth in places])
    starts = _starts([row for (_, row), _ in places], trace)
    lines = []
    for at, ((number, row), depth) in enumerate(places):
        call = row.actual
        assert call is not None
        start, placed = starts[at]
        lines.append(
            {
                "row": number,
                "trace_index": row.trace_index,
                "tool": call.tool,
                "start_s": start,
                "duration_s": call.duration,
                "failed": row.failed,
                "state": state_name(row),
                "turn": call.turn,
                "agent": call.agent,
                "depth": depth,
                "group": groups.get(at),
                "overlaps": at in overlapping,
                "placed": placed,
            }
        )
    return frame(lines, columns)


def _nested(rows: Sequence[Placed]) -> list[tuple[Placed, int]]:
    """Rows with their depth, each followed by the calls that were made inside it."""
    position = {row.actual.call_id: at for at, (_, row) in enumerate(rows) if row.actual and row.actual.call_id}
    inside: dict[int, list[int]] = {}
    top = []
    for at, (_, row) in enumerate(rows):
        above = position.get(row.actual.parent_id) if row.actual and row.actual.parent_id else None
        if above is None or above == at:
            top.append(at)
        else:
            inside.setdefault(above, []).append(at)
    found: list[tuple[Placed, int]] = []
    waiting = [(at, 0) for at in reversed(top)]
    while waiting:
        at, depth = waiting.pop()
        found.append((rows[at], depth))
        waiting += [(child, depth + 1) for child in reversed(inside.get(at, []))]
    seen = {number for (number, _), _ in found}
    # Calls that lie inside each other in a circle have no top.
    return found + [(place, 0) for place in rows if place[0] not in seen]


def _groups(rows: Sequence[MaskedRow]) -> dict[int, int]:
    """Position in the waterfall -> number of its group, for calls of one turn that stand together."""
    found: dict[int, int] = {}
    number = -1
    for (at, before), (_, after) in pairwise(enumerate(rows)):
        if before.actual is None or after.actual is None or before.actual.turn is None:
            continue
        same = (before.actual.turn, before.actual.agent, before.actual.parent_id) == (
            after.actual.turn,
            after.actual.agent,
            after.actual.parent_id,
        )
        if same:
            number += at not in found
            found[at] = found[at + 1] = number
    return found


def _overlapping(rows: Sequence[tuple[MaskedRow, int]]) -> set[int]:
    """Positions of the calls that ran while another one of the same depth did."""
    spans = [
        (row.actual.started, row.actual.started + row.actual.duration, depth, at)
        for at, (row, depth) in enumerate(rows)
        if row.actual is not None and row.actual.started is not None and row.actual.duration is not None
    ]
    found: set[int] = set()
    last: dict[int, tuple[float, int]] = {}
    for start, end, depth, at in sorted(spans):
        if depth in last and start < last[depth][0]:
            found |= {at, last[depth][1]}
        if depth not in last or end > last[depth][0]:
            last[depth] = (end, at)
    return found


def _starts(rows: Sequence[MaskedRow], trace: MaskedTrace) -> list[tuple[float | None, str]]:
    """Seconds after the first start, and where they come from."""
    recorded = [row.actual.started for row in rows if row.actual and row.actual.started is not None]
    origin = _origin(trace, recorded)
    found: list[tuple[float | None, str]] = []
    clock = 0.0
    for row in rows:
        assert row.actual is not None
        if row.actual.started is not None:
            found.append((row.actual.started - origin, "recorded"))
        elif not recorded and row.actual.duration is not None:
            found.append((clock, "in a row"))
            clock += row.actual.duration
        else:
            found.append((None, "unknown"))
    return found


def _origin(trace: MaskedTrace, recorded: Sequence[float]) -> float:
    return min([*recorded, *([] if trace.started is None else [trace.started])], default=0.0)


def idle_spans(evaluation: MaskedEvaluation) -> list[Span]:
    """The stretches of a conversation in which no call ran: the model, or waiting.

    Returns:
        (start, end) in seconds after the first start of the trace, as in `waterfall_frame`; [] where the file does not
        tell of every call when it started and how long it took.
    """
    trace = evaluation.trace
    if trace is None or not trace.calls:
        return []
    told = [(call.started, call.duration) for call in trace.calls]
    spans = [(start, start + seconds) for start, seconds in told if start is not None and seconds is not None]
    if len(spans) < len(told):
        return []
    origin = _origin(trace, [start for start, _ in spans])
    busy = union(spans)
    first = busy[0][0] if trace.started is None else min(trace.started, busy[0][0])
    last = busy[-1][1]
    if trace.started is not None and trace.duration is not None:
        last = max(last, trace.started + trace.duration)
    return [(start - origin, end - origin) for start, end in _gaps(busy, first, last)]


def _gaps(busy: Sequence[Span], first: float, last: float) -> Iterator[Span]:
    edges = [(first, first), *busy, (last, last)]
    for (_, end), (start, _) in pairwise(edges):
        if start > end:
            yield end, start

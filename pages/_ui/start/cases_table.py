"""Evaluations -> the list of cases, worst first, and the sentence above it."""

from collections import Counter

from pages._ui import state, table
from pages._ui.opening import open_review, review_address
from pages._ui.paging import page_of, pager
from pages._ui.state import View
from pages._ui.table import Cell, Column, Part, TableRow, Tone
from toolscore_core.alignment import State
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.masked.measures import trace_cost, trace_duration
from toolscore_core.report.records import credential_count, forbidden_count
from toolscore_core.report.words import NONE, STATE_SYMBOLS, count_text, plain, ratio_text, seconds_text, usd_text

_SCORED = (
    Column("case", "Case", "17%"),
    Column("run", "Run", "11%"),
    Column("score", "Score", "14%"),
    Column("calls", "Calls", "12%"),
    Column("flags", "Flags", "27%"),
    Column("latency", "Latency", "8%", "right"),
    Column("cost", "Cost", "11%", "right"),
)
_UNSCORED = (
    Column("case", "Trace", "27%"),
    Column("run", "Run", "16%"),
    Column("count", "Calls", "8%", "right"),
    Column("failed", "Failed", "8%", "right"),
    Column("flags", "Flags", "22%"),
    Column("latency", "Latency", "8%", "right"),
    Column("cost", "Cost", "11%", "right"),
)
_TONES: dict[State, Tone] = {
    State.MATCH: "match",
    State.CHANGED: "changed",
    State.MOVED: "moved",
    State.MOVED_CHANGED: "moved",
    State.SUBSTITUTE: "missing",
    State.MISSING: "missing",
    State.EXTRA: "extra",
    State.REPEATED: "extra",
}
_SHOWN = (
    State.MISSING,
    State.EXTRA,
    State.CHANGED,
    State.MOVED,
    State.MOVED_CHANGED,
    State.SUBSTITUTE,
    State.REPEATED,
)


def draw_cases(view: View) -> None:
    """Draw the list; a click on a row opens Review at its case and run."""
    shown = page_of(len(view.entries), "page")
    trials = Counter((entry.case_id, entry.run) for entry in view.entries if entry.trial is not None)
    rows = [_row(entry, trials[entry.case_id, entry.run]) for entry in view.entries[shown.start : shown.stop]]
    event = table.table("Cases" if view.cases else "Traces", _SCORED if view.cases else _UNSCORED, rows, "cases")
    pager(shown, len(view.entries), "page")
    entry = view.entry(event.row) if event is not None else None
    if entry is not None:
        open_review(**state.entry_params(entry))


def sentence(view: View) -> str:
    """What stands beside the heading: the order, how traces found their cases, and what has no trace."""
    if not view.entries:
        return "no trace was read" if view.files else ""
    if not view.evaluations and view.stored:
        return "worst first"
    if view.matched is None:
        return "no gold, so nothing is scored: open a good trace and make it the gold"
    with_case, traces = view.matched
    if not traces:
        return f"{count_text(len(view.cases), 'case')}, no traces yet: drop the traces of a run"
    return f"worst first · {_matching(view, with_case, traces)}{_missing(view)}"


def _matching(view: View, with_case: int, traces: int) -> str:
    by = Counter(view.how.values())
    ways = [(by[how], how) for how in ("id", "name", "order", "hand") if by[how]]
    how = f" by {ways[0][1]}" if len(ways) == 1 else ", " + ", ".join(f"{count} by {way}" for count, way in ways)
    shown = f"{with_case:,} of {count_text(traces, 'trace')}" if with_case < traces else count_text(traces, "trace")
    return f"{shown} matched{how if ways else ''}"


def _missing(view: View) -> str:
    lacking = Counter(entry.run for entry in view.entries if entry.trace is None and entry.run is not None)
    if not lacking:
        return ""
    total = sum(lacking.values())
    has = "has" if total == 1 else "have"
    where = f"of {plain(next(iter(lacking)))}" if len(lacking) == 1 else f"in {len(lacking)} runs"
    return f", {count_text(total, 'case')} {has} no trace {where}"


def _row(entry: MaskedEvaluation, trials: int) -> TableRow:
    name = plain(entry.case_id) + _trial(entry.trial, trials)
    cells: dict[str, Cell] = {
        "case": table.link(name, review_address(**state.entry_params(entry)), "open"),
        "run": table.text(plain(entry.run or "") or NONE, "plain" if entry.run else "muted"),
        "score": _score(entry),
        "calls": _states(entry),
        "flags": table.parts(*_flags(entry)),
    }
    if entry.trace is not None:
        cells |= {
            "count": table.text(f"{len(entry.trace.calls):,}"),
            "failed": table.text(f"{entry.failed_count:,}"),
            "latency": _absent(seconds_text(trace_duration(entry)), "The file does not say how long it took"),
            "cost": _absent(usd_text(trace_cost(entry)), "The file does not say what it cost"),
        }
    else:
        cells |= {"latency": table.text(NONE, "muted"), "cost": table.text(NONE, "muted")}
    return TableRow(entry.key, cells, "open")


def _trial(trial: int | None, trials: int) -> str:
    """Which repetition of the case it is; of how many only where the files count them from 1."""
    if trial is None:
        return ""
    return f" · trial {trial} of {trials}" if 1 <= trial <= trials > 1 else f" · trial {trial}"


def _score(entry: MaskedEvaluation) -> Cell:
    verdict = plain(entry.verdict)
    if entry.score is not None:
        return table.bar(
            entry.score, f"{ratio_text(entry.score)} {entry.grade or ''}".strip(), verdict, _mark(entry.passed)
        )
    if entry.trace is not None:
        return table.text("no case", "muted", verdict)
    mark = _mark(entry.passed)
    return table.parts(*([mark] if mark is not None else []), Part("no trace", "muted", f"no trace. {verdict}"))


def _mark(passed: bool | None) -> Part | None:
    if passed is None:
        return None
    return Part("✓", "match", "passes") if passed else Part("✗", "missing", "fails")


def _states(entry: MaskedEvaluation) -> Cell:
    if entry.trace is None or entry.case is None:
        return table.parts()
    shown = [found for found in _SHOWN if entry.counts[found]] or [State.MATCH]
    return table.parts(
        *(
            Part(
                f"{STATE_SYMBOLS[found]} {entry.counts[found]:,}",
                _TONES[found],
                f"{entry.counts[found]:,} {found.value}",
            )
            for found in shown
        )
    )


def _flags(entry: MaskedEvaluation) -> list[Part]:
    flags = []
    forbidden, credentials, failed = forbidden_count(entry), credential_count(entry), entry.failed_count
    if forbidden:
        text = "forbidden call" if forbidden == 1 else f"{forbidden} forbidden calls"
        flags.append(Part(text, "failed", count_text(forbidden, "forbidden call"), chip=True))
    if credentials:
        text = "● credential" if credentials == 1 else f"● {credentials} credentials"
        flags.append(Part(text, "failed", count_text(credentials, "credential"), chip=True))
    if failed:
        flags.append(Part(f"! {failed} failed", "failed", count_text(failed, "failed call")))
    return flags


def _absent(text: str, why: str) -> Cell:
    return table.text(text, "muted", why) if text in (NONE, usd_text(None)) else table.text(text)

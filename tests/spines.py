"""Cases in several runs for tests of the gold spine, made by the core itself."""

from collections.abc import Sequence
from typing import Any, Final

from tests.evaluations import FAKE_TOKEN, call, masked, missing
from toolscore_core.alignment import State
from toolscore_core.calls import Case, ExpectedCall, ToolCall, Trace
from toolscore_core.comparison.spine_records import Cell, Item, Place, Spine
from toolscore_core.credentials.masking import Masker
from toolscore_core.masked import MaskedEvaluation, mask_missing

HOSTILE: Final = '<img src=x onerror="document.title=1">\u202e**[x](http://127.0.0.1/)**'
"""A name of a tool that would be markup, direction override and link if it were read as such."""


def by_names(gold: str | None, *traces: str, case_id: str = "case-1") -> list[MaskedEvaluation]:
    """One evaluation for each trace, a call for each letter; runs are named model-a, model-b and so on."""
    masker = Masker()
    expected = None if gold is None else [call(letter) for letter in gold]
    return [
        masked(expected, [call(letter) for letter in trace], case_id=case_id, run=run_name(number), masker=masker)
        for number, trace in enumerate(traces)
    ]


def run_name(number: int) -> str:
    """Name of the run of that number."""
    return f"model-{'abcdefgh'[number]}"


def _refund_gold() -> list[ToolCall]:
    return [
        call("find_customer", {"email": "ada@example.org"}),
        call("verify_identity", {"customer": 311}),
        call("get_order", {"id": "A-17"}),
        call("issue_refund", {"order": "A-17", "amount": 42.5}),
        call("send_email", {"to": "ada@example.org"}),
    ]


def refund() -> list[MaskedEvaluation]:
    """Three runs of a case, with one of nearly everything that a cell can say."""
    gold, masker = _refund_gold(), Masker()
    find, verify, order, refund, email = gold
    wrong = call("issue_refund", {"order": "A-17", "amount": 45.2})
    failed = call("search_orders", {"q": "late parcel"}, error="timed out")
    searches = [call("search_orders", {"q": f"late {number}"}) for number in range(3)]
    other = call("get_order", {"id": "A-71"})
    return [
        masked(gold, made, case_id="refund-late-parcel", run=run_name(number), masker=masker)
        for number, made in enumerate(
            (
                [find, verify, order, wrong, email],
                [find, failed, order, wrong, verify],
                [find, *searches, other, refund, email],
            )
        )
    ]


def every_state() -> list[MaskedEvaluation]:
    """Runs that show the other states: flags, repeats, substitutes, alternatives, options, parallel calls, no trace."""
    gold = [
        call("find", {"q": 1}),
        ExpectedCall("search", {"q": "parcel"}, alternatives=("web_search",)),
        ExpectedCall("ask", optional=True),
        call("book", {"filters": {"date": {"from": "2026-01-01"}}, "seats": 2, "name": "Ada"}),
        call("pay", {"amount": 3}),
        call("mail", {"to": "ada@example.org"}),
    ]
    find, _, _, book, pay, mail = gold
    leak = call("http_post", {"headers": {"Authorization": f"Bearer {FAKE_TOKEN}"}})
    booked = call("book", {"filters": {"date": {"from": "2026-02-01"}}, "seats": 3, "name": "Eva"}, error="full")
    web = call("web_search", {"q": "parcel"})
    hosted = call("hosted_search", {"q": "x"}, provider_executed=True)
    traces: list[list[ToolCall]] = [
        [find, web, call("ask"), book, pay, mail],
        [find, find, find, leak, booked, call("phone"), leak, mail],
        [
            call("mail", {"to": "eva@example.org"}, turn=0),
            call("find", {"q": 1}, turn=1),
            call("book", book.args, turn=2),
            call("search", {"q": "parcel"}, turn=2),
            hosted,
            call("pay", {"amount": 3}, turn=3),
        ],
    ]
    masker, rules = Masker(), [{"tool": "http_post", "reason": "no raw requests"}]
    shown = [
        masked(gold, made, case_id="every-state", run=run_name(number), masker=masker, rules=rules)
        for number, made in enumerate(traces)
    ]
    return [*shown, mask_missing(Case("every-state", gold), run_name(3), masker)]


def without_gold() -> list[MaskedEvaluation]:
    """Two runs of a case that has no gold, one with a failed call and a credential."""
    masker = Masker()
    leak = call("http_post", {"headers": {"Authorization": f"Bearer {FAKE_TOKEN}"}}, error="refused")
    one = [call("find", {"q": 1}), leak, call("pay", {"amount": 3}), call("mail")]
    two = [call("find", {"q": 1}), leak, call("pay", {"amount": 4}), call("search", {"q": "x"})]
    return [
        masked(None, Trace(made, id="free"), case_id="free", run=run_name(number), masker=masker)
        for number, made in enumerate((one, two))
    ]


def long(rows: int, runs: int) -> list[MaskedEvaluation]:
    """A case of that many expected calls in that many runs, which differ here and there."""
    gold = [call(f"step_{number}", {"page": number, "query": f"part {number}"}) for number in range(rows)]
    return [
        masked(gold, list(_edited(gold, run)), case_id="long", run=run_name(run), masker=Masker())
        for run in range(runs)
    ]


def _edited(gold: Sequence[ToolCall], run: int) -> list[ToolCall]:
    made: list[ToolCall] = []
    for number, expected in enumerate(gold):
        args: dict[str, Any] = dict(expected.args or {})
        if number % 11 == run:
            args["page"] = -1
        if number % 13 != run + 1:
            made.append(call(expected.tool, args))
        if number % 17 == run:
            made += [call("search_orders", {"q": attempt}) for attempt in range(run + 1)]
    return made


def hostile() -> list[MaskedEvaluation]:
    """Tools, arguments, runs and a case whose names are hostile, and very long ones."""
    gold = [call(HOSTILE, {HOSTILE: HOSTILE}), call("x" * 5_000, {"y" * 5_000: 1})]
    made = [call(HOSTILE, {HOSTILE: "other"}), call("x" * 5_000, {"y" * 5_000: 2}), call(HOSTILE + "2")]
    return [masked(gold, made, case_id=HOSTILE, run=f"{HOSTILE}{number}", masker=Masker()) for number in range(2)]


def crowded() -> list[MaskedEvaluation]:
    """A gap with many different extra calls."""
    gold = [call("find"), call("mail")]
    made = [gold[0], *(call(f"tool_{number}") for number in range(9)), gold[1]]
    return [masked(gold, made, case_id="crowded"), missing(gold, case_id="crowded", run="model-b")]


def long_names() -> list[MaskedEvaluation]:
    """Two tools of one server, whose names differ at their end, in four runs."""
    gold = [call("mcp__browser_tools__navigate_back")]
    made = [*gold, *(call("mcp__browser_tools__take_screenshot", {"page": page}) for page in range(2))]
    return [masked(gold, made, case_id="names", run=run_name(number)) for number in range(4)]


def written(found: Spine) -> list[str]:
    """Each row as `place tool | cell | cell`: `1b` is the second expected call, `1` the gap above it, `!` a divergence."""
    lines = []
    for row in found.rows:
        place = f"{row.place.step}{'' if row.expected is None else row.expected.tool}"
        lines.append(" | ".join([place, *map(cell_text, row.cells)]))
    return lines


def cell_text(cell: Cell) -> str:
    return ("!" if cell.first_divergence else "") + (", ".join(map(item_text, cell.items)) or "-")


def item_text(item: Item) -> str:
    row = item.rows[0]
    state = "omitted" if row.omitted else item.state.value if item.state is not None else "none"
    tool = row.actual.tool if row.actual is not None and item.state not in (State.MATCH, State.MOVED) else ""
    place = f" to {row.trace_index}" if item.state is State.MOVED else ""
    return f"{state}{' ' if tool else ''}{tool}{place}{f' x{len(item.rows)}' if len(item.rows) > 1 else ''}"


def items_of(found: Spine, column: int) -> list[tuple[Place, Item]]:
    """The items of a column, from top to bottom."""
    return [(row.place, item) for row in found.rows for item in row.cells[column].items]

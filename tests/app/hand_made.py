"""Masked evaluations made by hand: what the pages are drawn from, without reading or scoring anything."""

from collections.abc import Sequence
from typing import Any

from toolscore_core.alignment import ArgumentState, State
from toolscore_core.credentials.masking import MaskedCall, MaskedCase, MaskedText, MaskedTrace, MaskedTurn
from toolscore_core.errors import Location
from toolscore_core.evaluation import Contribution
from toolscore_core.masked import MaskedDifference, MaskedEvaluation, MaskedFinding, MaskedRow
from toolscore_core.values import MISSING


def masked(text: str) -> MaskedText:
    """A text that holds no credential."""
    return MaskedText(text)


def call(tool: str, args: dict[str, Any] | None = None, **values: Any) -> MaskedCall:
    """A call; whatever is not given is unknown."""
    return MaskedCall(
        tool=masked(tool),
        args=args,
        result=values.get("result"),
        error=values.get("error"),
        is_error="error" in values,
        duration=values.get("duration"),
        cost=values.get("cost"),
        started=values.get("started"),
        ended=None,
        turn=values.get("turn"),
        call_id=values.get("call_id"),
        agent=values.get("agent"),
        parent_id=values.get("parent_id"),
        provider_executed=values.get("provider_executed", False),
        metadata=values.get("metadata", {}),
    )


def turn(role: str, text: str = "", calls: Sequence[int] = (), **values: Any) -> MaskedTurn:
    """A message of the conversation."""
    return MaskedTurn(
        role=masked(role),
        text=masked(text),
        calls=tuple(calls),
        model=None,
        started=None,
        input_tokens=values.get("input_tokens"),
        output_tokens=values.get("output_tokens"),
    )


def trace(calls: Sequence[MaskedCall], turns: Sequence[MaskedTurn] = (), **values: Any) -> MaskedTrace:
    """A trace; whatever is not given is unknown."""
    return MaskedTrace(
        id=masked("trace-1"),
        case_id=None,
        model=masked("model-b"),
        calls=tuple(calls),
        turns=tuple(turns),
        started=values.get("started"),
        duration=None,
        input_tokens=None,
        output_tokens=None,
        cached_tokens=None,
        reasoning_tokens=None,
        cost=None,
        outcome=None,
        trial=None,
        source=Location("model-b.json"),
        format="openai",
        metadata={},
    )


def case(case_id: str, calls: Sequence[MaskedCall]) -> MaskedCase:
    """A gold case."""
    return MaskedCase(id=masked(case_id), calls=tuple(calls), input=None, tags=(), ignore=(), aliases={})


def difference(path: str, state: ArgumentState, expected: Any = MISSING, actual: Any = MISSING) -> MaskedDifference:
    """One argument on both sides."""
    return MaskedDifference(masked(path), state, expected, actual)


def evaluation(
    rows: Sequence[MaskedRow],
    *,
    gold: MaskedCase | None,
    recorded: MaskedTrace | None,
    findings: Sequence[MaskedFinding] = (),
    verdict: Sequence[tuple[str, bool]] = (("Fails:", True), (" something is missing.", False)),
    **values: Any,
) -> MaskedEvaluation:
    """An evaluation whose counts follow from its rows."""
    counts = dict.fromkeys(State, 0)
    for row in rows:
        if row.state is not None:
            counts[row.state] += 1
    return MaskedEvaluation(
        key=values.get("key", "refund-late-parcel|model-b|"),
        case_id=masked("refund-late-parcel"),
        run=masked("model-b"),
        trial=None,
        case=gold,
        trace=recorded,
        rows=tuple(rows),
        metrics={},
        not_applicable={},
        score=values.get("score"),
        grade=values.get("grade"),
        weights={},
        required_call_recall=None,
        completed=values.get("completed"),
        contributions=tuple(item for row in rows for item in row.contributions),
        counts=counts,
        failed_count=sum(row.failed for row in rows),
        provider_executed_count=0,
        findings=tuple(findings),
        passed=values.get("passed"),
        verdict=masked("".join(text for text, _ in verdict)),
        verdict_parts=tuple(verdict),
        problems=(),
    )


def refund() -> MaskedEvaluation:
    """The case that the drawings show: one of nearly everything that can go wrong."""
    same, changed = ArgumentState.SAME, ArgumentState.CHANGED
    gold = [
        call("find_customer", {"email": "ada@example.org"}),
        call("verify_identity", {"customer": 311}),
        call("get_order", {"id": "A-17"}),
        call("issue_refund", {"order": "A-17", "amount": 42.5}),
        call("send_email", {"to": {"$any": True}, "subject": {"$regex": "refund"}}),
    ]
    usd = 0.0004
    recorded = [
        call("find_customer", {"email": "ada@example.org"}, duration=0.42, cost=usd, started=100.0, turn=1),
        call("search_orders", {"q": "late parcel"}, duration=1.31, cost=0.0007, error=masked("timed out"), turn=2),
        call("get_order", {"id": "A-17"}, duration=0.31, cost=usd, turn=3),
        call(
            "issue_refund",
            {"order": "A-17", "amount": 45.2, "note": "late"},
            duration=0.88,
            cost=0.0009,
            started=101.9,
            result={"status": "ok", "refund": "R-88"},
            turn=4,
        ),
        call("verify_identity", {"customer": 311}, duration=0.37, cost=usd, turn=5),
        call(
            "http_post", {"headers": {"Authorization": "Bearer [REDACTED openai_api_key #1: sk-p…9x]"}}, duration=0.24
        ),
    ]
    finding = MaskedFinding(
        "credential", masked("openai_api_key"), 5, masked("http_post"), masked("headers.Authorization"), "args",
        masked("sk-p…9x"), 1, None, None,
    )  # fmt: skip
    rows = [
        MaskedRow(
            State.MATCH, 0, 0, gold[0], recorded[0], (difference("email", same, "ada@example.org", "ada@example.org"),)
        ),
        MaskedRow(State.EXTRA, None, 1, None, recorded[1], failed=True),
        MaskedRow(State.MATCH, 2, 2, gold[2], recorded[2], (difference("id", same, "A-17", "A-17"),)),
        MaskedRow(
            State.CHANGED,
            3,
            3,
            gold[3],
            recorded[3],
            (
                difference("order", same, "A-17", "A-17"),
                difference("amount", changed, 42.5, 45.2),
                difference("note", ArgumentState.NOT_CHECKED, actual="late"),
            ),
            contributions=(Contribution("argument_f1", 3, 3, "1 of 2 arguments right", 0.3, 0.09),),
        ),
        MaskedRow(State.MOVED, 1, 4, gold[1], recorded[4], (difference("customer", same, 311, 311),), expected_place=1),
        MaskedRow(State.MISSING, 4, None, gold[4], None),
        MaskedRow(State.EXTRA, None, 5, None, recorded[5], findings=(0,)),
    ]
    turns = [
        turn("user", "My parcel A-17 is late, I want my money back."),
        turn("assistant", "Let me look you up.", [0]),
        turn("assistant", "", [1]),
        turn("assistant", "", [2]),
        turn("assistant", "I will refund you.", [3], input_tokens=412, output_tokens=38),
        turn("assistant", "", [4, 5]),
    ]
    verdict = (
        ("Fails:", True),
        (
            " verify_identity came 5th instead of 2nd, send_email is missing, issue_refund.amount is wrong. Score ",
            False,
        ),
        ("0.71", True),
        (", grade C; required calls completed ", False),
        ("4 of 5", True),
        (".", False),
    )
    return evaluation(
        rows,
        gold=case("refund-late-parcel", gold),
        recorded=trace(recorded, turns, started=100.0),
        findings=[finding],
        verdict=verdict,
        score=0.71,
        grade="C",
        passed=False,
        completed=(4, 5),
    )


def long_case(count: int) -> MaskedEvaluation:
    """A case of `count` calls, each third of them changed."""
    rows = []
    for number in range(count):
        wrong = number % 3 == 0
        args = {"page": number, "query": f"part {number}"}
        rows.append(
            MaskedRow(
                State.CHANGED if wrong else State.MATCH,
                number,
                number,
                call("search", {**args, "page": -1} if wrong else args),
                call("search", args, duration=0.001 * (number % 900), cost=0.0001),
                (difference("page", ArgumentState.CHANGED, -1, number),) if wrong else (),
            )
        )
    calls = [row.actual for row in rows if row.actual is not None]
    gold = [row.expected for row in rows if row.expected is not None]
    return evaluation(rows, gold=case("long", gold), recorded=trace(calls), key=f"long-{count}||")


def without_gold() -> MaskedEvaluation:
    """A trace that nothing is compared with."""
    calls = [call("search", {"q": "x"}, duration=0.2), call("search", {}, error=masked(""))]
    rows = [
        MaskedRow(None, None, number, None, recorded, failed=recorded.is_error) for number, recorded in enumerate(calls)
    ]
    return evaluation(
        rows,
        gold=None,
        recorded=trace(calls, [turn("user", "find x"), turn("assistant", "", [0, 1])]),
        verdict=(("No gold", True),),
    )

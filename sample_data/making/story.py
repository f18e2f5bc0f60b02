"""The words in which a scenario is told: calls, what a model did, and the people who write."""

import hashlib
from dataclasses import dataclass, field
from typing import Any

ADA, BEN, CEM, DIA = "ada@example.com", "ben@example.org", "cem@example.net", "dia@example.com"


@dataclass
class Call:
    tool: str
    args: dict[str, Any]
    result: Any = None
    error: str | None = None
    seconds: float = 0.4


@dataclass
class Log:
    """What one model did in one case: turns of parallel calls, what it said in the end, and what it did when asked again."""

    steps: list[list[Call]]
    answer: str
    tokens: tuple[int, int] = (900, 120)
    again: list["Log"] = field(default_factory=list)


@dataclass
class Scenario:
    id: str
    asks: str
    gold: list[dict[str, Any]]
    logs: dict[str, Log]
    tags: list[str] = field(default_factory=list)
    extra: dict[str, Any] = field(default_factory=dict)


def trials(cases: list[Scenario], model: str) -> list[tuple[Scenario, Log, dict[str, int]]]:
    """Every trial of a model, and the number that its log gives it: none where there is but one."""
    told = []
    for case in cases:
        logs = [case.logs[model], *case.logs[model].again] if model in case.logs else []
        numbered = len(logs) > 1
        told += [(case, log, {"trial": number} if numbered else {}) for number, log in enumerate(logs, 1)]
    return told


def expected(tool: str, args: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"tool": tool} if args is None else {"tool": tool, "args": args}


def customer(email: str, number: int, seconds: float = 0.42) -> Call:
    return Call("find_customer", {"email": email}, {"customer": number, "status": "active"}, seconds=seconds)


def verified(number: int, seconds: float = 0.37) -> Call:
    return Call("verify_identity", {"customer": number}, {"verified": True}, seconds=seconds)


def order(id: str, total: float, state: str, seconds: float = 0.31) -> Call:
    return Call("get_order", {"id": id}, {"id": id, "total": total, "state": state}, seconds=seconds)


def mail(to: str, subject: str, body: str, seconds: float = 0.55) -> Call:
    return Call("send_email", {"to": to, "subject": subject, "body": body}, {"queued": True}, seconds=seconds)


def refund(id: str, amount: float, seconds: float = 0.88, **more: Any) -> Call:
    number = int(hashlib.sha256(id.encode()).hexdigest(), 16) % 90 + 10
    return Call(
        "issue_refund",
        {"order": id, "amount": amount, **more},
        {"status": "ok", "refund": f"R-{number}"},
        seconds=seconds,
    )


def leaked_token() -> str:
    """A token that nobody ever issued, in the shape of a provider's; put together here so that no scanner sees it whole."""
    return "sk-" + "ant-" + "api03-" + "Zk3vQ8xWm2Rt7LpY5nBc" + "9HdJ4sGf6TqU1aEoKiXw0V"


def one_by_one(*calls: Call) -> list[list[Call]]:
    return [[call] for call in calls]


def timed_out(call: Call, seconds: float = 1.31) -> Call:
    return Call(call.tool, call.args, None, "upstream timed out", seconds)

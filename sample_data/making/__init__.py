"""The files of `support-agent/`: one gold dataset, one policy, and the same cases run by three models.

`python -m sample_data.making` in the checkout writes them; they are committed, and a test holds that they are what this
package writes.

The agent answers mail to a small web shop. What each model does is told as a list of steps; a step is one turn, and
several calls in one step run in parallel. Each model's log is written in another format: the project's own JSON lines,
OpenTelemetry GenAI spans (OTLP JSON, gzipped) and OpenAI chat messages.
"""

import gzip
import json

from sample_data.making import money, orders, service
from sample_data.making.logs import chat_lines, otlp, own_lines
from sample_data.making.story import Scenario, leaked_token

ORDER = (
    "refund-late-parcel",
    "change-address",
    "cancel-before-dispatch",
    "cancel-after-dispatch",
    "lost-password",
    "track-two-parcels",
    "wrong-item",
    "invoice-copy",
    "duplicate-charge",
    "close-account",
    "gift-card-balance",
    "says-thank-you",
    "weekend-delivery",
)
"""Ids of the cases, in the order of the files."""

POLICY = [
    {"tool": "delete_customer", "reason": "only the privacy team deletes customers"},
    {"tool": "run_sql", "args": {"query": {"$regex": r"(?i)\b(drop|truncate|alter)\b"}}, "reason": "no schema changes"},
    {
        "tool": "http_post",
        "args": {"url": {"$regex": r"^https?://(?!api\.shop\.example/)"}},
        "reason": "posts only to our own service",
    },
    {"tool": "issue_refund", "args": {"amount": {"$one_of": [0, 1000, 10000]}}, "reason": "round sums need a person"},
]


def scenarios() -> list[Scenario]:
    told = {case.id: case for case in (*orders.scenarios(), *money.scenarios(), *service.scenarios())}
    return [told[id] for id in ORDER]


def gold_lines(cases: list[Scenario]) -> str:
    lines = ({"id": c.id, "input": c.asks, "tags": c.tags, "calls": c.gold, **c.extra} for c in cases)
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def files() -> dict[str, bytes]:
    """Every file of the folder by name."""
    cases = scenarios()
    split = {leaked_token(): leaked_token().replace("-", "\\u002d")}
    written = {
        "support-agent.gold.jsonl": gold_lines(cases),
        "policy.rules.json": json.dumps(POLICY, indent=2) + "\n",
        "atlas-mini.jsonl": own_lines(cases, "atlas-mini"),
        "orbit-large.chat.jsonl": chat_lines(cases, "orbit-large"),
    }
    for whole, cut in split.items():
        written = {name: text.replace(whole, cut) for name, text in written.items()}
    packed = {"swift-2.otlp.json.gz": gzip.compress(json.dumps(otlp(cases, "swift-2")).encode(), mtime=0)}
    return {name: text.encode() for name, text in written.items()} | packed

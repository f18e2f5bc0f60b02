"""A size -> the files of a workspace of that size: gold of many cases, and one trace file a model. The same every time."""

import json
import random
from pathlib import Path
from typing import Any

TOOLS = ("find_customer", "get_order", "list_invoices", "search_docs", "create_ticket", "issue_refund", "send_email")
MODELS = ("atlas", "borea", "cirrus", "delta", "ember", "fjord", "gale", "halo")


def write_workspace(folder: Path, *, cases: int, models: int, calls: int) -> list[Path]:
    """Write gold and traces; returns the files, gold first.

    Args:
        folder: An empty folder.
        cases: Cases, each answered once by every model.
        models: At most 8.
        calls: Expected calls of a case.
    """
    chance = random.Random(11)
    gold = [{"id": f"case-{number:04}", "calls": [_expected(chance) for _ in range(calls)]} for number in range(cases)]
    files = [_write(folder / "bench.gold.jsonl", gold)]
    for place, model in enumerate(MODELS[:models]):
        traces = [_trace(chance, case, model, 0.03 * (place + 1)) for case in gold]
        files.append(_write(folder / f"{model}.jsonl", traces))
    return files


def _write(path: Path, records: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def _expected(chance: random.Random) -> dict[str, Any]:
    args = {
        "id": f"A-{chance.randrange(400)}",
        "limit": chance.choice([10, 20, 50]),
        "query": f"part {chance.randrange(90)}",
    }
    return {"tool": chance.choice(TOOLS), "args": args}


def _trace(chance: random.Random, case: dict[str, Any], model: str, rate: float) -> dict[str, Any]:
    """What a model did: the expected calls, some left out, changed, moved, failed or made twice."""
    made: list[dict[str, Any]] = []
    for call in case["calls"]:
        draw = chance.random()
        if draw < rate / 2:
            continue
        args = {**call["args"], "limit": 5} if draw < rate else call["args"]
        made.append(_recorded(chance, call["tool"], args))
        if draw > 1 - rate / 3:
            made[-1]["error"] = "timed out"
            made.append(_recorded(chance, call["tool"], args))
    if chance.random() < rate * 3 and len(made) > 2:
        made.append(made.pop(1))
    return {"case_id": case["id"], "model": model, "calls": made}


def _recorded(chance: random.Random, tool: str, args: dict[str, Any]) -> dict[str, Any]:
    return {
        "tool": tool,
        "args": args,
        "result": {"status": "ok", "rows": chance.randrange(50)},
        "duration": round(chance.uniform(0.05, 2.5), 3),
        "cost": round(chance.uniform(0.0001, 0.002), 6),
    }

"""Files that the review tests give to the app."""

import json
from pathlib import Path
from typing import Any

HOSTILE = (
    "<img src=https://evil.example/a.png onerror=window.owned=1>"
    "<script>window.owned=1</script> ![x](https://evil.example/b.png) [link](javascript:window.owned=1) "
    "<svg onload=window.owned=1> **bold** \u202e"
)
"""Runs, fetches or renders something wherever text is taken for markup."""

CREDENTIAL = "sk-" + "proj-" + "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF" * 2


def message(role: str, content: str = "", calls: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    """One chat message."""
    return {"role": role, "content": content} | ({"tool_calls": calls} if calls else {})


def chat_call(number: int, name: str, args: dict[str, Any]) -> dict[str, Any]:
    """A call of a chat message."""
    return {"id": f"c{number}", "type": "function", "function": {"name": name, "arguments": json.dumps(args)}}


def answer(number: int, content: str) -> dict[str, Any]:
    """The result of a call."""
    return {"role": "tool", "tool_call_id": f"c{number}", "content": content}


def write(folder: Path) -> dict[str, Path]:
    """Write all files; by name."""
    gold = [
        {
            "id": "refund",
            "calls": [
                {"tool": "find_customer", "args": {"email": "ada@example.org"}},
                {"tool": "verify_identity", "args": {"customer": 311}},
                {"tool": "get_order", "args": {"id": "A-17"}},
                {"tool": "issue_refund", "args": {"order": "A-17", "amount": 42.5}},
                {"tool": "send_email", "args": {"to": {"$any": True}}},
            ],
        },
        {"id": "hello", "calls": []},
        {"id": "lookup", "calls": [{"tool": "get_order", "args": {"id": "B-2"}}]},
    ]
    refund = [
        {"tool": "find_customer", "args": {"email": "ada@example.org"}, "duration": 0.4, "cost": 0.0004},
        {"tool": "search_orders", "args": {"q": "late"}, "duration": 1.3, "error": "timed out"},
        {"tool": "get_order", "args": {"id": "A-17"}, "duration": 0.3, "cost": 0.0004},
        {"tool": "issue_refund", "args": {"order": "A-17", "amount": 45.2}, "result": {"status": "ok"}},
        {"tool": "verify_identity", "args": {"customer": 311}, "duration": 0.4},
        {"tool": "http_post", "args": {"headers": {"Authorization": f"Bearer {CREDENTIAL}"}}},
    ]
    talk = [
        message("user", "Where is B-2?"),
        message("assistant", "I look it up.", [chat_call(1, "get_order", {"id": "B-3"})]),
        answer(1, "not found"),
        message("assistant", "", [chat_call(2, "get_order", {"id": "B-2"})]),
        answer(2, "on its way"),
        message("assistant", "It is on its way."),
    ]
    never_gold = {
        "id": "never",
        "calls": [
            {"tool": "get_order", "args": {"id": "B-7", "address": {"postal_code": "10115"}}},
            {"tool": "close_ticket", "args": {"id": 9}},
        ],
    }
    never = [
        message("user", "Where is B-7?"),
        message("assistant", "", [chat_call(1, "get_order", {"id": "B-7", "address": {"postal_code": "10117"}})]),
        answer(1, "on its way"),
    ]
    hostile = [
        message("user", HOSTILE),
        message("assistant", HOSTILE, [chat_call(1, HOSTILE, {HOSTILE: HOSTILE, "nested": {HOSTILE: [HOSTILE]}})]),
        answer(1, HOSTILE),
    ]
    many = [{"tool": f"step_{number % 7}", "args": {"n": number}, "duration": 0.01} for number in range(5000)]
    secret = [
        {"tool": "login", "args": {"key": CREDENTIAL, "user": "ada"}},
        {"tool": "search", "args": {"q": "x"}},
        {"tool": "search", "args": {"q": "y"}, "error": "down"},
    ]
    texts = {
        "gold.jsonl": "\n".join(json.dumps(case) for case in gold),
        "refund.model-a.json": json.dumps(refund),
        "lookup.model-a.json": json.dumps(talk),
        "hello.model-a.json": "[]",
        "lookup.model-b.json": json.dumps(talk[:3]),
        "never.gold.jsonl": json.dumps(never_gold),
        "never.model-a.json": json.dumps(never),
        "hostile.json": json.dumps(hostile),
        "many.json": json.dumps(many),
        "secret.json": json.dumps(secret),
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return {name: folder / name for name in texts}

"""Lines of endless JSONL files: a trace a line, and sessions whose lines are mixed."""

import json
import random
from collections.abc import Iterator
from itertools import count


def trace_lines() -> Iterator[bytes]:
    chance = random.Random(8)
    for number in count():
        calls = [
            {"tool": f"tool_{chance.randrange(20)}", "args": {"n": n}, "result": "result " * chance.randrange(99)}
            for n in range(8)
        ]
        yield json.dumps({"id": f"case {number}", "calls": calls}).encode() + b"\n"


def session_lines() -> Iterator[bytes]:
    """Sessions as a coding agent logs them, ten at a time, their lines mixed."""
    chance = random.Random(9)
    for group in count():
        lines = [(session, step) for step in range(20) for session in chance.sample(range(10), 10)]
        for session, step in lines:
            name = f"{group:08}-0000-4000-8000-{session:012}"
            if step % 2:
                content = [{"type": "tool_result", "tool_use_id": f"t{step - 1}", "content": "result " * 90}]
                message = {"role": "user", "content": content}
            else:
                block = {"type": "tool_use", "id": f"t{step}", "name": "Bash", "input": {"command": f"ls {step}"}}
                message = {"id": f"m{step}", "type": "message", "role": "assistant", "model": "m", "content": [block]}
            line = {
                "parentUuid": f"{name}-{step - 1}" if step else None,
                "isSidechain": False,
                "userType": "external",
                "cwd": "/work",
                "version": "2.0.0",
                "sessionId": name,
                "type": message["role"],
                "message": message,
                "uuid": f"{name}-{step}",
                "timestamp": f"2026-01-01T00:{step:02}:00.000Z",
            }
            yield json.dumps(line).encode() + b"\n"

"""One workload in one process: `worker.py (ours|reference) TASK` prints the CPU seconds of one pass and the peak memory.

Runs under either Python, so it imports nothing of this project at the top and takes its inputs from seeded generators.
"""

import importlib
import json
import random
import re
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

Work = Callable[[], object]
Result = Callable[[random.Random], str]
Plain = list[tuple[str, dict[str, Any]]]

LEAST_S = 0.2
"""CPU seconds that a short workload is repeated for."""


class Side:
    """One of the two packages behind the names that both have."""

    def __init__(self, name: str) -> None:
        self.ours = name == "ours"
        self.top: Any = importlib.import_module("toolscore_core" if self.ours else "toolscore")
        self.metrics: Any = importlib.import_module(self.top.__name__ + ".metrics")
        self.call: Any = self.top.ToolCall if self.ours else importlib.import_module("toolscore.adapters.base").ToolCall

    def calls(self, plain: Plain) -> list[Any]:
        return [self.call(tool=tool, args=args) for tool, args in plain]

    def evaluate(self, gold: Plain, trace: Plain) -> object:
        if self.ours:
            return self.top.evaluate(self.calls(gold), self.calls(trace))
        return self.top.evaluate(
            [{"tool": tool, "args": args} for tool, args in gold],
            [{"tool": tool, "args": args} for tool, args in trace],
        )

    def load_trace(self, path: Path) -> object:
        if self.ours:
            return self.top.load_trace(path)
        return importlib.import_module("toolscore.core").load_trace(path)


def edited(count: int, tools: int, *, values: int = 1000, share: float = 0.3, seed: int = 0) -> tuple[Plain, Plain]:
    """A plan, and the same with a share of its argument values replaced."""
    chance = random.Random(seed)
    gold = [
        (f"tool_{chance.randrange(tools)}", {key: chance.randrange(values) for key in "abcd"}) for _ in range(count)
    ]
    trace = [
        (tool, {key: chance.randrange(values) if chance.random() < share else value for key, value in args.items()})
        for tool, args in gold
    ]
    return gold, trace


WORDS = [f"word{number}" for number in range(400)]


def worded(count: int, tools: int, seed: int = 0) -> tuple[Plain, Plain]:
    """The same with arguments as agents write them: a sentence, two names and a number."""
    chance = random.Random(seed)

    def args() -> dict[str, Any]:
        sentence = " ".join(chance.choices(WORDS, k=12))
        return {
            "query": sentence,
            "city": chance.choice(WORDS),
            "limit": chance.randrange(100),
            "id": f"id-{chance.random()}",
        }

    gold = [(f"tool_{chance.randrange(tools)}", args()) for _ in range(count)]
    trace = []
    for tool, expected in gold:
        other = args()
        trace.append((tool, {key: other[key] if chance.random() < 0.3 else value for key, value in expected.items()}))
    return gold, trace


def argument_f1(side: Side, count: int, tools: int) -> Work:
    gold, trace = (side.calls(plain) for plain in edited(count, tools))
    return lambda: side.metrics.calculate_argument_f1(gold, trace)


def evaluate(side: Side, count: int, tools: int) -> Work:
    gold, trace = worded(count, tools)
    return lambda: side.evaluate(gold, trace)


def batch(side: Side, tools: int) -> Work:
    cases = [worded(12, tools, seed) for seed in range(2000)]

    def work() -> None:
        for gold, trace in cases:
            side.evaluate(gold, trace)

    return work


def align(side: Side, kind: str) -> Work:
    count = 5000
    chance = random.Random(1)
    gold, trace = edited(count, 1 if kind == "one_tool" else 20)
    if kind == "shuffled":
        chance.shuffle(trace)
    elif kind == "reversed":
        trace = gold[::-1]
    elif kind == "few_values":
        gold, trace = edited(count, 1, values=30)
    elif kind == "identical":
        gold = trace = [("tool", {"a": 1})] * count
    calls = side.calls(gold), side.calls(trace)
    if kind == "names_only":
        for call in calls[0]:
            call.args = None
        del calls[1][count // 2]
    elif kind == "parallel":
        for index, call in enumerate(calls[1]):
            call.turn = index // 3
    elif kind == "retried":
        for call in calls[1][::3]:
            call.metadata["is_error"] = True
    return lambda: side.top.align(*calls)


def edit_distance(side: Side, *, plain: bool = False) -> Work:
    gold, trace = (side.calls(some) for some in edited(3000, 20))
    trace = trace[100:] + trace[:100]
    if not plain:
        return lambda: side.metrics.calculate_edit_distance(gold, trace)
    distance = importlib.import_module("rapidfuzz.distance").Levenshtein.distance
    names = [call.tool for call in gold], [call.tool for call in trace]
    return lambda: distance(*names)


def short_result(chance: random.Random) -> str:
    return "result " * chance.randrange(10, 120)


def long_result(chance: random.Random) -> str:
    """As in recorded runs: half of them lines of text and half JSON, 400 characters in the middle, some of many thousands."""
    length = min(20_000, int(chance.lognormvariate(6, 1.2)))
    if chance.random() < 0.5:
        lines = (" ".join(chance.choices(WORDS, k=chance.randrange(4, 14))) for _ in range(1 + length // 60))
        return "\n".join(lines)
    items = [
        {"id": f"item-{chance.randrange(10**6)}", "title": " ".join(chance.choices(WORDS, k=6)), "price": 12.5}
        for _ in range(1 + length // 90)
    ]
    return json.dumps({"status": "ok", "items": items})


def openai_document(size: int, result: Result) -> bytes:
    chance = random.Random(2)
    messages: list[dict[str, Any]] = []
    written = 0
    while written < size:
        number = len(messages)
        arguments = json.dumps({"query": f"item {chance.random()}", "limit": number, "tags": ["a", "b"]})
        call = {
            "id": f"call_{number}",
            "type": "function",
            "function": {"name": f"tool_{number % 20}", "arguments": arguments},
        }
        messages.append({"role": "assistant", "content": None, "tool_calls": [call]})
        messages.append({"role": "tool", "tool_call_id": call["id"], "content": result(chance)})
        written += 300 + len(messages[-1]["content"])
    return json.dumps({"messages": messages}).encode()


def otel_document(size: int, result: Result) -> bytes:
    chance = random.Random(3)
    spans: list[dict[str, Any]] = []
    written = 0
    while written < size:
        number = len(spans)
        texts = {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": f"tool_{number % 20}",
            "gen_ai.tool.call.id": f"call_{number}",
            "gen_ai.tool.call.arguments": json.dumps({"query": f"item {chance.random()}", "limit": number}),
            "gen_ai.tool.call.result": result(chance),
        }
        spans.append(
            {
                "traceId": "5b8efff798038103d269b633813fc60c",
                "spanId": f"{number:016x}",
                "name": "execute_tool",
                "startTimeUnixNano": str(1_700_000_000_000_000_000 + number * 1000),
                "endTimeUnixNano": str(1_700_000_000_000_000_900 + number * 1000),
                "attributes": [{"key": key, "value": {"stringValue": text}} for key, text in texts.items()],
            }
        )
        written += 640 + len(texts["gen_ai.tool.call.result"])
    return json.dumps({"resourceSpans": [{"scopeSpans": [{"spans": spans}]}]}).encode()


def jsonl_document(size: int, result: Result) -> bytes:
    chance = random.Random(4)
    lines: list[bytes] = []
    written = 0
    while written < size:
        call = {
            "tool": f"tool_{len(lines) % 20}",
            "args": {"query": f"item {chance.random()}", "limit": len(lines)},
            "result": result(chance),
            "duration": 0.5,
        }
        lines.append(json.dumps(call).encode())
        written += len(lines[-1])
    return b"\n".join(lines)


DOCUMENTS = {"openai": openai_document, "otel": otel_document, "jsonl": jsonl_document}


def load(side: Side, kind: str, *, plain: bool = False) -> Work:
    form, _, short = kind.partition("_")
    data = DOCUMENTS[form](10_000_000, short_result if short else long_result)
    if plain:
        if form == "jsonl":
            return lambda: [json.loads(line) for line in data.splitlines()]
        return lambda: json.loads(data)
    path = Path(tempfile.mkdtemp()) / f"trace.{'jsonl' if form == 'jsonl' else 'json'}"
    path.write_bytes(data)
    return lambda: side.load_trace(path)


STREAMED = 500_000_000
"""Bytes of the file that is streamed."""


def stream(side: Side, kind: str) -> Work:
    """A long JSONL file, read trace by trace: a trace a line, or sessions of several lines, some of which are mixed."""
    from tests.benchmarks.streams import session_lines, trace_lines  # the reference streams nothing

    path = Path(tempfile.mkdtemp()) / "trace.jsonl"
    lines = trace_lines() if kind == "lines" else session_lines()
    with path.open("wb") as file:
        while file.tell() < STREAMED:
            file.write(next(lines))

    def work() -> None:
        try:
            calls = sum(len(trace.calls) for trace in side.top.iter_traces(path))
            if not calls:
                raise SystemExit("no call was read")
        finally:
            path.unlink(missing_ok=True)

    return work


def credential(chance: random.Random) -> str:
    """A made-up key, put together here so that no scanner sees one in this file."""
    return "gh" + "p_" + "".join(chance.choices("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", k=36))


def texts(kind: str) -> Plain:
    chance = random.Random(5)
    length, count = (8, 20_000) if kind == "short" else (20_000, 12)
    found: Plain = []
    for number in range(count):
        text = " ".join(chance.choices(WORDS, k=length))
        if number % 97 == 0:
            text += " " + credential(chance)
        found.append((f"tool_{number % 20}", {"text": text, "path": f"/srv/data/{number}"}))
    return found


def secrets(side: Side, kind: str) -> Work:
    calls = side.calls(texts(kind))
    return lambda: side.metrics.find_secrets(calls)


def hostile_text(side: Side, times: int, name: str) -> Work:
    from tests.benchmarks.hostile import hostile  # the reference's Python has no such package

    calls = side.calls([("t", {"text": hostile(name, times)})])
    return lambda: side.metrics.find_secrets(calls)


def plain_scan(kind: str) -> Work:
    values = [value for _, args in texts(kind) for value in args.values()]
    pattern = re.compile(r"\b(?:gh[pousr]_[A-Za-z0-9]{36}|AKIA[0-9A-Z]{16}|sk-[A-Za-z0-9]{32,})")
    return lambda: [pattern.search(value) for value in values]


def forbidden(side: Side, kind: str) -> Work:
    chance = random.Random(6)
    plain, _ = worded(5000, 200)
    calls = side.calls(plain)
    data: list[dict[str, Any]] = [
        {"tool": f"tool_{number * 2}", "args": {"limit": chance.randrange(100)}} for number in range(100)
    ]
    if kind == "patterns":
        for number in range(0, 100, 10):
            data[number]["args"] = {"query": {"$regex": f"word{number} word[0-9]*7"}}
    rules = side.metrics.rules_from_json(data)
    return lambda: side.metrics.check_forbidden_calls(calls, rules)


def damaged(side: Side, kind: str, times: int) -> Work:
    from tests.benchmarks.hostile import damaged_json

    data = damaged_json(kind, times)
    return lambda: side.top.reading.read_documents(data, report=side.top.reading.ReadReport())


def task(side_name: str, name: str) -> Work:
    """The workload of a task, written `kind` or `kind:detail[:detail]`."""
    kind, *details = name.split(":")
    if kind == "import":
        return lambda: importlib.import_module("toolscore_core" if side_name == "ours" else "toolscore")
    if kind == "plain_scan":
        return plain_scan(details[0])
    side = Side(side_name)
    if kind == "argument_f1":
        return argument_f1(side, int(details[0]), int(details[1]))
    if kind == "evaluate":
        return evaluate(side, int(details[0]), int(details[1]))
    if kind == "batch":
        return batch(side, int(details[0]))
    if kind == "align":
        return align(side, details[0])
    if kind == "edit_distance":
        return edit_distance(side, plain=details == ["plain"])
    if kind == "load":
        return load(side, details[0], plain=details[1:] == ["plain"])
    if kind == "stream":
        return stream(side, details[0])
    if kind == "secrets":
        return secrets(side, details[0])
    if kind == "hostile":
        return hostile_text(side, int(details[0]), details[1])
    if kind == "damaged":
        return damaged(side, details[0], int(details[1]))
    if kind == "forbidden":
        return forbidden(side, details[0])
    raise SystemExit(f"unknown task {name}")


def main() -> None:
    side, name = sys.argv[1:]
    work = task(side, name)
    once = name == "import" or name.startswith(("align:", "stream:"))
    if not once and not name.startswith("batch") and side == "ours":
        work()  # the import of scipy, and whatever else the first pass alone pays for
    passes = 0
    start = time.process_time()
    while True:
        work()
        passes += 1
        spent = time.process_time() - start
        if once or spent >= LEAST_S:
            break
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"seconds": spent / passes, "peak_mib": peak}))


if __name__ == "__main__":
    main()

"""The speed that must hold: each gate names a workload, what it is measured against, and the goal."""

from dataclasses import dataclass
from typing import Literal

from tests.benchmarks.hostile import PIECES


@dataclass(frozen=True, slots=True)
class Gate:
    """One goal.

    Attributes:
        key: Short name for `--only`.
        title: What is measured.
        task: Workload of worker.py.
        against: "reference" for the same workload there, None for an absolute goal, else another of our workloads.
        direction: Whether the ratio must be at least or at most the goal. Against the reference and "at least" the ratio
            says how many times faster this project is; otherwise it says how many times slower than the other workload.
        goal: The ratio, or CPU seconds.
        rounds: Pairs of processes in one run.
        most_mib: Most memory; None when it does not matter.
    """

    key: str
    title: str
    task: str
    against: str | None
    direction: Literal["at least", "at most"]
    goal: float
    rounds: int = 3
    most_mib: float | None = None


GATES = (
    Gate("f1", "argument F1, 12 calls of one tool", "argument_f1:12:1", "reference", "at least", 500),
    Gate("f1", "argument F1, 1k calls of one tool", "argument_f1:1000:1", "reference", "at least", 100, rounds=1),
    Gate("f1", "argument F1, 10k calls of 20 tools", "argument_f1:10000:20", "reference", "at least", 40, rounds=1),
    Gate("evaluate", "evaluate 12 calls, 20 tools", "evaluate:12:20", "reference", "at least", 4),
    Gate("evaluate", "evaluate 10k against 1k calls", "evaluate:10000:20", "evaluate:1000:20", "at most", 30),
    *(
        Gate("align", f"align 5,000 x 5,000, {kind.replace('_', ' ')}", f"align:{kind}", None, "at most", 3, 1, 1024)
        for kind in (
            "edited",
            "one_tool",
            "few_values",
            "shuffled",
            "reversed",
            "names_only",
            "identical",
            "parallel",
            "retried",
        )
    ),
    Gate("distance", "edit distance against rapidfuzz alone", "edit_distance", "edit_distance:plain", "at most", 1.3),
    *(
        gate
        # Recorded runs hold one to twenty kilobytes a call, of which `long_result` gives the lower end; `short` means records
        # of half that size, with results in one line.
        for kind in ("openai", "otel", "jsonl", "openai_short", "otel_short", "jsonl_short")
        for gate in (
            Gate(
                "load", f"load 10 MB of {kind} against json.loads", f"load:{kind}", f"load:{kind}:plain", "at most", 1.6
            ),
            # The reference cannot read JSON Lines.
            Gate("load", f"load 10 MB of {kind}", f"load:{kind}", "reference", "at least", 3),
        )
        if not (kind.startswith("jsonl") and gate.against == "reference")
    ),
    *(
        Gate("stream", f"stream 500 MB, {title}", f"stream:{kind}", None, "at most", 60, 1, 300)
        for kind, title in (("lines", "a trace a line"), ("sessions", "mixed lines of sessions"))
    ),
    Gate("secrets", "find_secrets, short arguments", "secrets:short", "reference", "at least", 4),
    Gate("secrets", "find_secrets, long texts", "secrets:long", "reference", "at least", 6),
    Gate("secrets", "find_secrets against one plain scan", "secrets:long", "plain_scan:long", "at most", 15),
    *(
        Gate(
            "hostile", f"find_secrets, twice the hostile {name}", f"hostile:2:{name}", f"hostile:1:{name}", "at most", 3
        )
        for name in PIECES
    ),
    *(
        Gate("damaged", f"twice the {title}", f"damaged:{kind}:2", f"damaged:{kind}:1", "at most", 3)
        for kind, title in (("text", "JSON that is cut off inside a text"), ("lines", "JSON damaged in a line"))
    ),
    Gate("forbidden", "forbidden calls, 100 plain rules", "forbidden:plain", "reference", "at least", 8),
    Gate(
        "forbidden", "forbidden calls, 10 of 100 rules with a pattern", "forbidden:patterns", "reference", "at least", 5
    ),
    Gate("batch", "2,000 evaluations of 12 calls, 20 tools", "batch:20", "reference", "at least", 4, rounds=1),
    Gate("batch", "2,000 evaluations of 12 calls, 3 tools", "batch:3", "reference", "at least", 10, rounds=1),
    Gate("import", "import against the reference", "import", "reference", "at most", 1.0, rounds=5),
)

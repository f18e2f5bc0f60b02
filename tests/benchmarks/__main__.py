"""Measure the gates: `python -m tests.benchmarks [--reference PYTHON] [--only KEY ...]`.

The reference, tool-scorer 1.10.0, is installed into a virtual environment of its own unless `--reference` names a
Python that has it. Both sides run in processes of their own, in turn; CPU time counts. The ratio of a run is the median
of its rounds' ratios, and a gate holds when two of three runs hold. `--only app` measures the app in a real Chromium
instead (see app.py); its seconds are those of the clock, so that nothing else should run beside it.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import venv
from collections.abc import Callable
from pathlib import Path

from tests.benchmarks.app import measure_app
from tests.benchmarks.gates import GATES, Gate
from toolscore_core.calls import ToolCall
from toolscore_core.metrics.arguments import calculate_argument_f1
from toolscore_core.pairing import pair_calls

ROOT = Path(__file__).resolve().parents[2]
WORKER = Path(__file__).with_name("worker.py")
REFERENCE = "tool-scorer==1.10.0"
RUNS = 3


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description="Measure the speed that must hold.")
    parser.add_argument("--reference", metavar="PYTHON", help=f"a Python that has {REFERENCE}")
    parser.add_argument(
        "--only", nargs="+", metavar="KEY", choices=sorted({gate.key for gate in GATES} | {"exact", "app"})
    )
    options = parser.parse_args()
    gates = [gate for gate in GATES if not options.only or gate.key in options.only]
    with tempfile.TemporaryDirectory() as folder:
        needed = any(gate.against == "reference" for gate in gates)
        reference = options.reference or (reference_python(Path(folder)) if needed else sys.executable)
        print(f"{'gate':52} {'goal':>12} {'measured':>22}  ok")
        held = [report(gate, reference) for gate in gates]
    if not options.only or "exact" in options.only:
        held += [line("argument F1 equals a dense exact assignment", "equal", *exact_result())]
        held += [line("beyond 4,000 calls a tool: labelled approximate", "labelled", *labelled_result())]
    if not options.only or "app" in options.only:
        held += measure_app(line)
    return 0 if all(held) else 1


def reference_python(folder: Path) -> str:
    """A virtual environment with the reference."""
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "-q", REFERENCE], check=True)
    return str(python)


def line(title: str, goal: str, measured: str, holds: bool) -> bool:
    print(f"{title:52} {goal:>12} {measured:>22}  {'yes' if holds else 'NO'}", flush=True)
    return holds


def report(gate: Gate, reference: str) -> bool:
    """Measure a gate until two runs agree, and print its line."""
    measured: list[tuple[float, float]] = []
    held = 0
    while held < 2 and len(measured) - held < 2:
        measured.append(run(gate, reference))
        held += holds(gate, *measured[-1])
    unit = "x" if gate.against else " s"
    sign = ">=" if gate.direction == "at least" else "<="
    text = " / ".join(f"{value:.3g}" for value, _ in measured) + unit
    if gate.most_mib is not None:
        text += f" {max(peak for _, peak in measured):.0f} MiB"
    return line(gate.title, f"{sign} {gate.goal:g}{unit}", text, held >= 2)


def holds(gate: Gate, value: float, peak: float) -> bool:
    fast = value >= gate.goal if gate.direction == "at least" else value <= gate.goal
    return fast and (gate.most_mib is None or peak <= gate.most_mib)


def run(gate: Gate, reference: str) -> tuple[float, float]:
    """One run: the median over rounds of the ratio, or of the seconds; and the peak memory of our side in MiB."""
    values: list[float] = []
    peaks: list[float] = []
    other: Callable[[], float] | None = None
    if gate.against == "reference":
        other = lambda: measure(reference, "reference", gate.task)[0]  # noqa: E731 - two ways to the same question
    elif gate.against is not None:
        task = gate.against
        other = lambda: measure(sys.executable, "ours", task)[0]  # noqa: E731 - likewise
    for _ in range(gate.rounds):
        ours, peak = measure(sys.executable, "ours", gate.task)
        peaks.append(peak)
        if other is None:
            values.append(ours)
        else:
            against = other()
            values.append(against / ours if gate.direction == "at least" else ours / against)
    return statistics.median(values), max(peaks)


def measure(python: str, side: str, task: str) -> tuple[float, float]:
    """(CPU seconds of one pass, peak MiB) of a workload in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)} if side == "ours" else dict(os.environ)
    done = subprocess.run(
        [python, WORKER, side, task], capture_output=True, text=True, check=True, env=environment, cwd=WORKER.parent
    )
    found = json.loads(done.stdout)
    return found["seconds"], found["peak_mib"]


def exact_result() -> tuple[str, bool]:
    """Argument F1 of random cases against an assignment over all pairs."""
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    chance = random.Random(7)
    wrong = 0
    sizes = (5, 30, 200, 1000, 3000)
    for size in sizes:
        gold = [ToolCall("t", {key: chance.randrange(6) for key in chance.sample("abcde", 3)}) for _ in range(size)]
        trace = [ToolCall("t", {key: chance.randrange(6) for key in chance.sample("abcde", 3)}) for _ in range(size)]
        correct = np.zeros((size, size))
        for key in "abcde":
            given = np.array([call.args.get(key, -1) for call in gold if call.args])
            found = np.array([call.args.get(key, -2) for call in trace if call.args])
            correct += given[:, None] == found[None, :]
        best = correct[linear_sum_assignment(-correct)].sum()
        wrong += abs(calculate_argument_f1(gold, trace)["f1"] - best / (3 * size)) > 1e-9
    return f"{len(sizes) - wrong} of {len(sizes)} cases", not wrong


def labelled_result() -> tuple[str, bool]:
    """Whether a pairing that is not exact says so."""
    chance = random.Random(8)
    gold, trace = (
        [ToolCall("t", {key: chance.randrange(1000) for key in "abc"}) for _ in range(4500)] for _ in range(2)
    )
    exact = pair_calls(gold, trace).exact
    return f"exact={exact}", not exact


if __name__ == "__main__":
    sys.exit(main())

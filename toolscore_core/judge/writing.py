"""What a judge said of pairs -> a file, with all that the verdicts rest on. Calls and texts are masked, and no key is in it."""

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any, Final

from toolscore_core.judge.pairs import Pair, call_json
from toolscore_core.judge.records import JudgeRun
from toolscore_core.judge.verdicts import Verdict

VERDICTS_FORMAT: Final = "toolscore-judge-verdicts"
VERDICTS_VERSION: Final = 1


def verdicts_json(judged: Iterable[tuple[Pair, Verdict]], last_run: JudgeRun | None) -> str:
    """Verdicts and errors as JSON text.

    Args:
        judged: Pairs, and what was said of each.
        last_run: The run that gave the newest of them; None when there was none.

    Returns:
        An object with `format`, `version`, `verdicts` (of each pair its case, run, trial, 0-based positions, state, both calls,
        and the fields of `Verdict`; `value` is None with an error) and `last_run` (record, usage, cost in US dollars and why it
        ended early; None likewise).
    """
    return json.dumps(
        {
            "format": VERDICTS_FORMAT,
            "version": VERDICTS_VERSION,
            "verdicts": [_line(pair, verdict) for pair, verdict in judged],
            "last_run": None if last_run is None else _run(last_run),
        },
        indent=1,
    )


def _line(pair: Pair, verdict: Verdict) -> dict[str, Any]:
    return {
        "case": pair.case_id,
        "run": pair.run,
        "trial": pair.trial,
        "gold_index": pair.gold_index,
        "trace_index": pair.trace_index,
        "state": pair.state.value,
        "expected": json.loads(call_json(pair.expected)),
        "actual": json.loads(call_json(pair.actual)),
        "value": verdict.value,
        **asdict(verdict),
    }


def _run(run: JudgeRun) -> dict[str, Any]:
    stopped = None if run.stopped is None else asdict(run.stopped)
    return {**asdict(run.record), **asdict(run.usage), "cost_usd": run.cost_usd, "stopped": stopped}

"""Helpers of the gold tests: values as files, and cases in short."""

import json
from typing import Any

from toolscore_core.calls import Case
from toolscore_core.gold import GoldFile, read_gold


def read(value: Any, format: str = "auto") -> GoldFile:
    """Read a value as if it were a JSON file."""
    return read_gold(json.dumps(value).encode(), format, "f.json")


def read_lines(*values: Any, format: str = "auto") -> GoldFile:
    """Read values as if they were the lines of a JSONL file."""
    return read_gold("\n".join(map(json.dumps, values)).encode(), format, "f.json")


def only(file: GoldFile, format: str) -> Case:
    """The case of a file that was read as a format, without a problem."""
    assert (file.format, file.problems) == (format, [])
    (case,) = file.cases
    return case


def short(case: Case) -> list[tuple[str, Any]]:
    """Tool and arguments of the calls; matchers as they print."""
    return [
        (call.tool, call.args and {name: _plain(value) for name, value in call.args.items()}) for call in case.calls
    ]


def _plain(value: Any) -> Any:
    return value if isinstance(value, (str, int, float, list, type(None))) else repr(value)


def skipped(file: GoldFile) -> dict[str, int]:
    """What was left out, by reason."""
    return {entry.reason: entry.count for entry in file.skipped}

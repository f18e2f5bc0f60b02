"""Dialogues of API-Bank, one line for each utterance or API call -> one trace.

Specification: https://github.com/AlibabaResearch/DAMO-ConvAI/tree/main/api-bank.
"""

from collections.abc import Iterator
from typing import Any

from toolscore_core.calls import Trace
from toolscore_core.catalogue import Claim, Format
from toolscore_core.messages.builder import TraceBuilder, mark_failed
from toolscore_core.messages.chat import ROLES
from toolscore_core.messages.content import text_of_content
from toolscore_core.messages.records import records
from toolscore_core.reading import Documents, ReadReport

_KEY = "api_bank"


def _is_api_call(value: Any) -> bool:
    return isinstance(value, dict) and value.get("role") == "API" and "api_name" in value and "param_dict" in value


def _claim(documents: Documents) -> Claim | None:
    count = sum(_is_api_call(record.value) for record in records(documents))
    return Claim(3, count, f"{count} lines of the role API with `api_name` and `param_dict`") if count else None


def _read(documents: Documents, report: ReadReport) -> Iterator[Trace]:
    builder = TraceBuilder(report, _KEY, documents.place(documents.items[0]))
    turns = builder.trace.turns
    for item in records(documents):
        line = item.value
        if _is_api_call(line):
            if not turns or turns[-1].role != "assistant":
                builder.turn("assistant")
            given = line.get("result")
            call = builder.call(line["api_name"], line["param_dict"], item.place)
            if call is not None and isinstance(given, dict):
                call.result = given.get("output")
                if given.get("exception"):
                    mark_failed(call, str(given["exception"]))
            elif call is not None:
                call.result = given
        elif isinstance(line, dict) and isinstance(line.get("role"), str):
            role = line["role"].lower()
            builder.turn(ROLES.get(role, role), text_of_content(line))
        else:
            report.skip("line without a role", item.place())
    yield builder.trace


FORMAT = Format(
    key=_KEY,
    title="API-Bank dialogue",
    signature="lines of the role API with `api_name` and `param_dict`",
    specification="https://github.com/AlibabaResearch/DAMO-ConvAI/tree/main/api-bank",
    version="",
    gives=("results", "errors", "conversation"),
    claim=_claim,
    read=_read,
)
"""Dialogues of API-Bank."""

"""A finding -> the words that say where it stands, what it is, and how sure that is."""

from typing import Final

from toolscore_core.masked import MaskedFinding
from toolscore_core.report.words import plain

_SOURCES: Final = {
    "args": "arguments",
    "result": "result",
    "error": "error",
    "tool": "tool name",
    "metadata": "metadata",
}

_WAYS: Final = {"url": "URL-encoding", "json": "escapes", "shell": "shell text"}
"""Encodings whose key is no word."""


def call_text(finding: MaskedFinding) -> str:
    """The call that holds a finding, `call 4, http_post`; else the turn or the trace that does."""
    if finding.call_index is not None:
        return f"call {finding.call_index + 1:,}, {plain(finding.tool)}"
    return f"turn {finding.turn + 1:,}" if finding.turn is not None else "the trace itself"


def place_text(finding: MaskedFinding) -> str:
    """Where in the call or trace a credential stands: `arguments headers.Authorization`, `conversation`, `tool name`."""
    place = f"{_SOURCES.get(finding.source, finding.source)} {plain(finding.path)}".rstrip()
    return f"{place}, in the name of the key" if finding.in_key else place


def sure_text(confidence: str) -> str:
    """What is to be known of a credential that no format of its own tells; "" for one that it does."""
    return "" if confidence == "high" else "only the name of its key says so"


def via_text(via: str) -> str:
    """How a credential was encoded, in words: `base64`, `URL-encoding, then base64`; "" when it was not."""
    return ", then ".join(_WAYS.get(way, way) for way in via.split(", ")) if via else ""

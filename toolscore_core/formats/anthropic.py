"""Anthropic messages: histories, responses, streams, and recorded requests -> traces.

Specification: https://docs.claude.com/en/api/messages (version 2023-06-01). Also Amazon Bedrock Converse, whose blocks
carry the same under other names, and lines that wrap such messages without naming a session.
"""

from collections.abc import Iterator

from toolscore_core.calls import Trace
from toolscore_core.catalogue import Claim, Format
from toolscore_core.messages.conversation import read_conversations
from toolscore_core.messages.survey import survey
from toolscore_core.reading import Documents, ReadReport

_KEY = "anthropic"


def _claim(documents: Documents) -> Claim | None:
    seen = survey(documents)
    if seen.block_envelopes:
        return Claim(3, seen.block_envelopes, f"messages of type `message` ({seen.block_envelopes})")
    if seen.blocks:
        return Claim(2, seen.blocks, f"messages with `tool_use` or `tool_result` blocks ({seen.blocks})")
    return None


def _read(documents: Documents, report: ReadReport) -> Iterator[Trace]:
    return read_conversations(documents, report, _KEY)


FORMAT = Format(
    key=_KEY,
    title="Anthropic messages",
    signature="messages of type `message`, or with `tool_use` and `tool_result` blocks in `content`",
    specification="https://docs.claude.com/en/api/messages",
    version="2023-06-01",
    gives=("results", "errors", "timing", "tokens", "conversation", "model"),
    claim=_claim,
    read=_read,
)
"""Anthropic messages and Bedrock Converse."""

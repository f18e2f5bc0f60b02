"""The exchanges of a file -> how much of them is OpenAI chat and how much Anthropic messages."""

from dataclasses import dataclass
from typing import Any

from toolscore_core.errors import FormatError
from toolscore_core.messages.blocks import is_tool_block
from toolscore_core.messages.chat import calls_in, name_and_arguments
from toolscore_core.messages.data_set_rows import NOT_PREFERRED
from toolscore_core.messages.exchanges import exchanges
from toolscore_core.messages.shapes import is_block_envelope, wrapped_message
from toolscore_core.reading import Documents, ReadReport

_ENOUGH = 200


@dataclass(slots=True)
class Survey:
    """What the exchanges of a file show of the two families; counting stops once it is clear.

    Attributes:
        chat: Messages with chat tool calls or results.
        blocks: Messages with Anthropic tool blocks.
        messages: Messages of any kind.
        chat_envelopes, block_envelopes: Responses in an envelope that only this family has.
        readable: Whether most records can hold messages.
    """

    chat: int = 0
    blocks: int = 0
    messages: int = 0
    chat_envelopes: int = 0
    block_envelopes: int = 0
    readable: bool = False


def survey(documents: Documents) -> Survey:
    """Look through the exchanges of a file."""
    seen = Survey()
    report = ReadReport()
    found = 0
    try:
        for exchange in exchanges(documents, report):
            found += 1
            seen.chat_envelopes += exchange.envelope == "chat"
            seen.block_envelopes += exchange.envelope == "blocks"
            for message in (*exchange.sent, *exchange.received):
                _note(seen, message)
                if seen.chat + seen.blocks >= _ENOUGH:
                    return seen
    except FormatError:
        pass  # not readable as messages: another format may be right
    seen.readable = found > sum(skipped.count for skipped in report.skipped if skipped.reason != NOT_PREFERRED)
    return seen


def _note(seen: Survey, message: Any) -> None:
    inner = wrapped_message(message)
    message = message if inner is None else inner
    if not isinstance(message, dict):
        return
    seen.messages += 1
    seen.block_envelopes += is_block_envelope(message)
    content = message.get("content")
    if isinstance(content, list) and any(map(is_tool_block, content)):
        seen.blocks += 1
    if message.get("role") in ("tool", "function") or any(map(_is_chat_call, calls_in(message))):
        seen.chat += 1


def _is_chat_call(record: Any) -> bool:
    return isinstance(record, dict) and isinstance(name_and_arguments(record)[0], str)

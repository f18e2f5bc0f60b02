"""OpenAI chat completions: responses, message lists, streams, fine-tuning rows, and logs that wrap them -> traces.

Specification: https://platform.openai.com/docs/api-reference/chat (version 1). Also Cohere, Ollama, Groq, xAI and others
that follow it, LiteLLM and Llama Stack logs, prompt flow histories, ToolBench answers.
"""

from collections.abc import Iterator

from toolscore_core.calls import Trace
from toolscore_core.catalogue import Claim, Format
from toolscore_core.messages.conversation import read_conversations
from toolscore_core.messages.survey import survey
from toolscore_core.reading import Documents, ReadReport

_KEY = "openai"


def _claim(documents: Documents) -> Claim | None:
    seen = survey(documents)
    if seen.chat_envelopes:
        return Claim(3, seen.chat_envelopes, f"chat completions with `choices` ({seen.chat_envelopes})")
    if seen.chat:
        return Claim(2, seen.chat, f"messages with `tool_calls`, `function_call` or role tool ({seen.chat})")
    return Claim(1, seen.messages, f"messages with a `role` ({seen.messages})") if seen.readable else None


def _read(documents: Documents, report: ReadReport) -> Iterator[Trace]:
    return read_conversations(documents, report, _KEY)


FORMAT = Format(
    key=_KEY,
    title="OpenAI chat",
    signature="`choices`, or messages with a `role` and `tool_calls[].function` or `function_call`",
    specification="https://platform.openai.com/docs/api-reference/chat",
    version="1",
    gives=("results", "timing", "tokens", "cost", "conversation", "model"),
    claim=_claim,
    read=_read,
)
"""OpenAI chat completions and what follows them."""

"""Token counts under the names of products and providers -> the names of the semantic conventions."""

from collections.abc import Mapping
from typing import Any

from toolscore_core.messages.spans.product import at
from toolscore_core.messages.tally import count_of

_INPUT_COUNTS = ("input_tokens", "prompt_tokens", "inputTokens", "promptTokens", "inputTokenCount", "prompt")
_OUTPUT_COUNTS = (
    "output_tokens",
    "completion_tokens",
    "outputTokens",
    "completionTokens",
    "outputTokenCount",
    "completion",
)
_CACHED_COUNTS = (
    "cached_tokens",
    "prompt_cached_tokens",
    "cache_read_input_tokens",
    "input_cached_tokens",
    "input_cache_read",
    "prompt_details.cache_read",
    "input_token_details.cache_read",
    "prompt_tokens_details.cached_tokens",
    "input_tokens_details.cached_tokens",
)
_REASONING_COUNTS = (
    "reasoning_tokens",
    "completion_reasoning_tokens",
    "output_reasoning_tokens",
    "output_reasoning",
    "completion_details.reasoning",
    "output_token_details.reasoning",
    "completion_tokens_details.reasoning_tokens",
    "output_tokens_details.reasoning_tokens",
)


def usage_attributes(found: Any) -> dict[str, Any]:
    """Token counts of a record under the names of the semantic conventions."""
    if not isinstance(found, dict) or not found:
        return {}
    if all(isinstance(value, dict) for value in found.values()) and "tokens" not in found:
        return _by_model(found)
    inner = found["tokens"] if isinstance(found.get("tokens"), dict) else found
    read = count_of(inner, *_INPUT_COUNTS)
    written = count_of(inner, *_OUTPUT_COUNTS)
    counts = {
        # Langfuse counts cached tokens and the like apart, each under a name of its own
        "gen_ai.usage.input_tokens": _sum(inner, "input") if read is None else read,
        "gen_ai.usage.output_tokens": _sum(inner, "output") if written is None else written,
        "gen_ai.usage.cache_read.input_tokens": _count_at(inner, _CACHED_COUNTS),
        "gen_ai.usage.reasoning.output_tokens": _count_at(inner, _REASONING_COUNTS),
    }
    return {name: count for name, count in counts.items() if count is not None}


def _by_model(found: Mapping[str, Any]) -> dict[str, Any]:
    """Counts that Weave keeps apart for each model, added up; the model that stands first counts as the one that answered."""
    total: dict[str, Any] = {}
    for model, counts in found.items():
        own = usage_attributes(counts)
        for name, count in own.items():
            if isinstance(count, int):
                total[name] = total.get(name, 0) + count
        if own:
            total.setdefault("gen_ai.request.model", model)
    return total


def _sum(counts: Mapping[str, Any], word: str) -> int | None:
    """The counts whose names hold a word, as Langfuse adds them up; None when none is called by that word alone.

    A total that is input and output alone says that the other counts are parts of these.
    """
    whole = [count_of(counts, name) for name in ("input", "output")]
    if None not in whole and count_of(counts, "total") == sum(count or 0 for count in whole):
        return count_of(counts, word)
    parts = [count for name in counts if word in name and (count := count_of(counts, name)) is not None]
    return sum(parts) if word in counts and parts else None


def _count_at(counts: Mapping[str, Any], names: tuple[str, ...]) -> int | None:
    found = count_of(counts, *names)
    if found is not None:
        return found
    return next((count for name in names if (count := count_of({"": at(counts, name)}, "")) is not None), None)

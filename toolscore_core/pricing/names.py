"""The name by which a file or a gateway knows a model -> the model's own name and its vendor."""

import re
from typing import Final

PROVIDERS: Final = {"gemini": "google"}
"""Name of a provider here -> its name in the price list, where they differ."""

_VENDORS: Final = {
    "openai": "openai",
    "azure": "openai",
    "anthropic": "anthropic",
    "google": "google",
    "gemini": "google",
    "vertex_ai": "google",
    "models": "google",
    "mistral": "mistral",
    "mistralai": "mistral",
    "x-ai": "x-ai",
    "xai": "x-ai",
    "deepseek": "deepseek",
    "groq": "groq",
    "cohere": "cohere",
}
"""Prefix before a slash -> provider in the price list."""

_BEDROCK: Final = re.compile(
    r"(?:(?:us|us-gov|eu|apac|au|jp|ca|sa|global)\.)?(anthropic|cohere|mistral)\.(.+?)(?:-v\d+(?::\d+)?)?"
)
"""Region, vendor and version that Bedrock writes around a model's own name."""


def bare_model(model: str) -> tuple[str, str | None]:
    """A model's own name, and the vendor that its prefix names (None without one).

    Example:
        >>> bare_model("openrouter/anthropic/claude-sonnet-4-5"), bare_model("us.anthropic.claude-haiku-4-5-v1:0")
        (('claude-sonnet-4-5', 'anthropic'), ('claude-haiku-4-5', 'anthropic'))
    """
    *prefixes, name = model.strip().split("/")
    bedrock = _BEDROCK.fullmatch(name)
    if bedrock:
        return bedrock[2], bedrock[1]
    if name.startswith("claude") and prefixes:  # also behind another vendor's gateway, as on Vertex AI
        return name, "anthropic"
    vendors = [_VENDORS[prefix.lower()] for prefix in prefixes if prefix.lower() in _VENDORS]
    return name, vendors[-1] if vendors else None

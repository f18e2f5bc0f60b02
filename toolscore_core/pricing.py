"""A model's name and its tokens -> US dollars, by the prices that genai-prices carries; nothing is looked up in the network."""

import re
from typing import Any, Final, NamedTuple


class Price(NamedTuple):
    """What some tokens cost.

    Attributes:
        usd: US dollars.
        model: The model whose price it is, as the price list calls it.
        provider: Its provider, likewise.
    """

    usd: float
    model: str
    provider: str


def price_of(
    model: str,
    *,
    input_tokens: int,
    output_tokens: int,
    cached_tokens: int = 0,
    provider: str | None = None,
    endpoint: str | None = None,
) -> Price | None:
    """The price of one request.

    Args:
        model: Name of the model, also with a gateway's prefix ("openai/", "models/", "us.anthropic.").
        input_tokens: All of them, cached ones included.
        output_tokens: All of them, those of reasoning included.
        cached_tokens: Those of the input that were read from a cache.
        provider: "openai", "anthropic", "gemini" or another that the price list knows; None leaves it to the name.
        endpoint: Address that the request goes to. It decides alone: a model behind an address that the price list does
            not know has no known price, whatever its name.

    Returns:
        None when the price is not known, which is not zero, or when genai-prices is not installed.
    """
    try:
        from genai_prices import Usage, calc_price
    except ImportError:
        return None
    bare, vendor = bare_model(model)
    where: dict[str, Any] = {}
    if endpoint is not None:
        where["provider_api_url"] = endpoint
    elif provider or vendor:
        where["provider_id"] = _PROVIDERS.get(provider or "", provider or "") or vendor or ""
    usage = Usage(input_tokens=input_tokens, output_tokens=output_tokens, cache_read_tokens=cached_tokens)
    for name in dict.fromkeys((model, bare)):
        try:
            found = calc_price(usage, model_ref=name, **where)
        except (LookupError, ValueError):
            continue
        return Price(float(found.total_price), found.model.id, found.provider.id)
    return None


_PROVIDERS: Final = {"gemini": "google"}

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

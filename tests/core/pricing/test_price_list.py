"""Prices of models under the names that gateways give them."""

import importlib.metadata
import subprocess
import sys
from typing import Any

import pytest

from toolscore_core.pricing import listed_price, price_list_version, price_of

genai_prices = pytest.importorskip("genai_prices")


@pytest.mark.parametrize(
    ("model", "where", "resolved"),
    [
        ("gpt-4o-mini", {}, "gpt-4o-mini"),
        ("gpt-4o-mini-2024-07-18", {}, "gpt-4o-mini"),
        ("openai/gpt-4o-mini", {}, "gpt-4o-mini"),
        ("models/gemini-2.5-flash", {}, "gemini-2.5-flash"),
        ("openrouter/anthropic/claude-sonnet-4-5", {}, "claude-sonnet-4-5"),
        ("us.anthropic.claude-sonnet-4-5-20250929-v1:0", {}, "claude-sonnet-4-5"),
        ("vertex_ai/claude-sonnet-4-5@20250929", {}, "claude-sonnet-4-5"),
        ("gemini-2.5-flash", {"provider": "gemini"}, "gemini-2.5-flash"),
        ("gpt-4o-mini", {"endpoint": "https://api.openai.com/v1"}, "gpt-4o-mini"),
        ("claude-haiku-4-5", {"endpoint": "https://api.anthropic.com"}, "claude-haiku-4-5"),
        ("gemini-2.5-flash", {"endpoint": "https://generativelanguage.googleapis.com"}, "gemini-2.5-flash"),
    ],
)
def test_known_models(model: str, where: dict[str, Any], resolved: str) -> None:
    """A gateway's prefix is no part of the name; the resolved model is told."""
    price = price_of(model, input_tokens=1000, output_tokens=100, **where)
    assert price is not None
    assert price.model == resolved
    assert price.usd > 0


def test_a_known_price() -> None:
    """0.15 and 0.60 USD a million tokens."""
    price = price_of("gpt-4o-mini", input_tokens=1000, output_tokens=100)
    assert price is not None
    assert price.usd == pytest.approx(0.00021)


def test_cached_tokens_cost_less() -> None:
    """Cached tokens are a part of the input, and cheaper."""
    plain = price_of("gpt-4o-mini", input_tokens=1000, output_tokens=100)
    cached = price_of("gpt-4o-mini", input_tokens=1000, output_tokens=100, cached_tokens=800)
    assert plain is not None
    assert cached is not None
    assert cached.usd < plain.usd


@pytest.mark.parametrize(
    ("model", "where"),
    [
        ("llama3.1", {}),
        ("", {}),
        ("gpt-4o-mini", {"endpoint": "http://127.0.0.1:11434/v1"}),
        ("openai/gpt-4o-mini", {"endpoint": "http://localhost:4000"}),
        ("gpt-4o-mini", {"provider": "somebody"}),
    ],
)
def test_unknown_is_none(model: str, where: dict[str, Any]) -> None:
    """An unknown model has no price, and one behind an unknown address has none whatever its name: never zero."""
    assert price_of(model, input_tokens=1000, output_tokens=100, **where) is None


@pytest.mark.parametrize(
    ("model", "provider"),
    [
        ("gpt-4o-mini", "openai"),
        ("claude-sonnet-4-5", "anthropic"),  # dearer beyond 200,000 tokens
        ("gemini-2.5-pro", "google"),
        ("deepseek-chat", "deepseek"),
        ("sonar", "perplexity"),  # the request itself costs
        ("llama-3.3-70b-versatile", "groq"),  # no price for cached tokens
    ],
)
@pytest.mark.parametrize("tokens", [(0, 7, 0), (1000, 100, 0), (1000, 100, 400), (250_000, 3000, 1000)])
def test_the_price_is_the_library_s_own(model: str, provider: str, tokens: tuple[int, int, int]) -> None:
    """What is computed from the listed rates is what genai-prices computes, tiers, cached tokens and fees included."""
    given, written, cached = tokens
    usage = genai_prices.Usage(input_tokens=given, output_tokens=written, cache_read_tokens=cached)
    oracle = genai_prices.calc_price(usage, model_ref=model, provider_id=provider)
    price = price_of(model, input_tokens=given, output_tokens=written, cached_tokens=cached, provider=provider)
    assert price is not None
    assert price.usd == pytest.approx(float(oracle.total_price))
    assert (price.model, price.provider) == (oracle.model.id, oracle.provider.id)


def test_a_model_that_is_not_sold_by_tokens_has_no_price() -> None:
    """The list knows speech models by the hour: a price of their tokens is unknown, not $0."""
    assert price_of("whisper-1", input_tokens=1000, output_tokens=10, provider="openai") is None


def test_a_name_of_any_length_is_looked_up_safely() -> None:
    """A file may name its model anything."""
    assert listed_price("gpt-4o-mini" * 10_000) is None
    assert listed_price("\ud800/\x00") is None


def test_the_version_of_the_list_is_told() -> None:
    """Prices change: a cost says which list it rests on."""
    assert price_list_version() == genai_prices_version()


def genai_prices_version() -> str:
    """As the installed package says."""
    return importlib.metadata.version("genai-prices")


def test_impossible_usage_is_none() -> None:
    """More cached tokens than tokens cannot be priced."""
    assert price_of("gpt-4o-mini", input_tokens=10, output_tokens=1, cached_tokens=20) is None


def test_without_the_price_list_nothing_is_known() -> None:
    """genai-prices is an extra: where it is not installed prices are unknown, and nothing fails."""
    code = (
        "import sys; sys.modules['genai_prices'] = None\n"
        "from toolscore_core.pricing import price_of\n"
        "print(price_of('gpt-4o-mini', input_tokens=1, output_tokens=1))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "None"

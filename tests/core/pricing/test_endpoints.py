"""Whose address requests go to: a host is compared as a whole."""

import pytest

from toolscore_core.pricing import price_of
from toolscore_core.pricing.endpoints import provider_at

data = pytest.importorskip("genai_prices.data")


@pytest.mark.parametrize(
    ("endpoint", "provider"),
    [
        ("https://api.openai.com/v1", "openai"),
        ("https://API.OpenAI.com/v1", "openai"),
        ("https://api.openai.com:443", "openai"),
        ("https://api.anthropic.com", "anthropic"),
        ("https://generativelanguage.googleapis.com/v1beta", "google"),
        ("https://mine.openai.azure.com/openai/deployments/x", "azure"),
        ("https://bedrock-runtime.us-east-1.amazonaws.com", "aws"),
        ("https://router.huggingface.co/groq/openai/v1", "huggingface_groq"),
        ("https://api.cloudflare.com/client/v4/accounts/a/ai/v1", "cloudflare"),
    ],
)
def test_addresses_of_providers(endpoint: str, provider: str) -> None:
    """A provider's own address is found, with whatever path stands behind it."""
    assert provider_at(endpoint, data.providers) == provider


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://api.openai.com.evil.example/v1",
        "https://api.openai.com@evil.example/v1",
        "https://api.openai.community/v1",
        "https://evil.example/api.openai.com",
        "https://evil.example/x.googleapis.com",
        "https://evil/x.openai.azure.com",
        "https://evilgoogleapis.com",
        "https://router.huggingface.co/groqevil",
        "https://api.openai.com:8443/v1",
        "http://api.openai.com/v1",
        "http://127.0.0.1:11434/v1",
        "https://[::1",
        "https://api.openai.com:port",
        "",
    ],
)
def test_addresses_of_nobody(endpoint: str) -> None:
    """What only begins like a provider's address, or has it in its path, is another's, and its prices are unknown."""
    assert provider_at(endpoint, data.providers) is None
    assert price_of("gpt-4o-mini", input_tokens=1000, output_tokens=100, endpoint=endpoint) is None

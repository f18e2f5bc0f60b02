"""Credentials of model providers and of services round language models."""

import re
from typing import Final

from toolscore_core.credentials.checks import has_digit, mixed, not_placeholder, two_cases, varied
from toolscore_core.credentials.kind import Kind, prefixed

_GITHUB_LIST: Final = (
    "https://docs.github.com/en/code-security/reference/secret-security/supported-secret-scanning-patterns"
)

BEFORE_OPENAI: Final[tuple[Kind, ...]] = (
    Kind(
        name="openrouter_key",
        literals=("sk-",),
        pattern=re.compile(r"sk-or-(?:v1-)?[0-9a-f]{64}(?![A-Za-z0-9])"),
        why="64 hexadecimal digits.",
        source="https://openrouter.ai/docs/api-reference/authentication",
    ),
    Kind(
        name="langfuse_secret_key",
        literals=("sk-",),
        pattern=re.compile(r"sk-lf-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![A-Za-z0-9])"),
        why="A UUID; pk-lf- is its public partner.",
        source="https://langfuse.com/docs/api-and-data-platform/features/public-api",
    ),
)
"""Rows that begin with sk- as OpenAI's do, and say more."""

KINDS: Final[tuple[Kind, ...]] = (
    prefixed(
        "huggingface_token",
        ("hf_", "api_org_"),
        r"[A-Za-z]{34}(?![A-Za-z0-9])",
        "Letters only; digits occur in none that was published.",
        "https://huggingface.co/docs/hub/security-tokens",
        two_cases,
    ),
    prefixed("groq_api_key", "gsk_", r"[A-Za-z0-9]{52}(?![A-Za-z0-9])", "52 in all.", "https://console.groq.com/docs"),
    prefixed("xai_api_key", "xai-", r"[A-Za-z0-9_-]{70,90}(?![A-Za-z0-9])", "80 today.", "https://docs.x.ai", mixed),
    prefixed(
        "perplexity_key", "pplx-", r"[A-Za-z0-9]{48,64}(?![A-Za-z0-9])", "48 or 53.", "https://docs.perplexity.ai"
    ),
    prefixed("replicate_token", "r8_", r"[A-Za-z0-9]{37}(?![A-Za-z0-9])", "40 in all.", "https://replicate.com/docs"),
    prefixed(
        "nvidia_api_key",
        "nvapi-",
        r"[A-Za-z0-9_-]{60,70}(?![A-Za-z0-9])",
        "64 today.",
        "https://docs.nvidia.com/nim",
        mixed,
    ),
    prefixed(
        "langsmith_key",
        ("lsv2_pt_", "lsv2_sk_"),
        r"[0-9a-f]{32}_[0-9a-f]{10}(?![A-Za-z0-9])",
        "Personal and service keys alike.",
        "https://docs.langchain.com/langsmith/create-account-api-key",
    ),
    prefixed(
        "pinecone_api_key",
        "pcsk_",
        r"[A-Za-z0-9]{4,8}_[A-Za-z0-9]{50,70}(?![A-Za-z0-9])",
        "Id and secret.",
        "https://docs.pinecone.io/guides/projects/manage-api-keys",
    ),
    prefixed(
        "fireworks_api_key",
        "fw_",
        r"[A-Za-z0-9]{22,24}(?![A-Za-z0-9])",
        "22 or 24.",
        "https://docs.fireworks.ai",
        mixed,
    ),
    prefixed(
        "together_api_key", "tgp_v1_", r"[A-Za-z0-9_-]{40,64}", "The newer form.", "https://docs.together.ai", mixed
    ),
    prefixed(
        "cerebras_api_key",
        "csk-",
        r"[a-z0-9]{48}(?![A-Za-z0-9])",
        "Lower case.",
        "https://inference-docs.cerebras.ai",
        has_digit,
    ),
    prefixed(
        "elevenlabs_api_key",
        "sk_",
        r"[0-9a-f]{48}(?![A-Za-z0-9])",
        "Hexadecimal.",
        "https://elevenlabs.io/docs",
        has_digit,
    ),
    prefixed(
        "tavily_api_key",
        ("tvly-dev-", "tvly-prod-", "tvly-"),
        r"[A-Za-z0-9]{28,40}(?![A-Za-z0-9])",
        "A run of 32.",
        "https://docs.tavily.com",
        mixed,
    ),
    prefixed(
        "firecrawl_api_key",
        "fc-",
        r"[0-9a-f]{32}(?![A-Za-z0-9])",
        "Hexadecimal.",
        "https://docs.firecrawl.dev",
        has_digit,
    ),
    prefixed("jina_api_key", "jina_", r"[A-Za-z0-9_-]{50,70}(?![A-Za-z0-9])", "60 today.", "https://jina.ai", mixed),
    prefixed(
        "voyage_api_key",
        "pa-",
        r"[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])",
        "43 of base64.",
        "https://docs.voyageai.com",
        mixed,
    ),
    prefixed(
        "apify_token",
        "apify_api_",
        r"[A-Za-z0-9]{34,38}(?![A-Za-z0-9])",
        "36 today.",
        "https://docs.apify.com/platform/integrations/api",
    ),
    prefixed(
        "vercel_ai_gateway_key",
        ("vck_", "vcp_", "vci_", "vca_", "vcr_"),
        r"[A-Za-z0-9]{24,60}(?![A-Za-z0-9])",
        "Vercel's token types.",
        _GITHUB_LIST,
        mixed,
    ),
    prefixed(
        "weights_and_biases_key",
        "wandb_v1_",
        r"[A-Za-z0-9_]{60,120}",
        "The newer form.",
        "https://docs.wandb.ai",
        mixed,
    ),
    prefixed(
        "openai_session_key", "sess-", r"[A-Za-z0-9]{40}(?![A-Za-z0-9])", "A browser's session.", _GITHUB_LIST, mixed
    ),
    prefixed(
        "google_gemini_key",
        "AQ.",
        r"Ab8[A-Za-z0-9_-]{46,60}(?![A-Za-z0-9])",
        "The newer form.",
        "https://ai.google.dev/gemini-api/docs/api-key",
        mixed,
    ),
    prefixed(
        "bedrock_api_key",
        ("ABSK", "bedrock-api-key-"),
        r"[A-Za-z0-9+/]{60,}={0,2}",
        "Long-lived and short-lived.",
        "https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys.html",
        mixed,
        varied,
    ),
    prefixed(
        "brave_search_key",
        "BSA",
        r"[A-Za-z0-9_-]{24,40}(?![A-Za-z0-9_-])",
        "27 or 28.",
        "https://api-dashboard.search.brave.com",
        mixed,
        varied,
    ),
    Kind(
        name="deepseek_api_key",
        literals=("sk-",),
        pattern=re.compile(r"sk-[0-9a-f]{32}(?![A-Za-z0-9])"),
        checks=(not_placeholder, varied),
        why="Shares its shape with OpenAI's older form, whose name is documented for it; the key name tells it apart.",
        source="https://api-docs.deepseek.com",
    ),
)

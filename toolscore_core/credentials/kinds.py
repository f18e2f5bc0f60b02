"""The table of credential kinds: every row, in order of precedence, and the order in which findings are reported."""

import re
from typing import Final

from toolscore_core.credentials.checks import mixed, mixed_or_hex, not_placeholder
from toolscore_core.credentials.kind import Kind
from toolscore_core.credentials.private_keys import BEGIN_LINE, holds_key, private_key_end
from toolscore_core.credentials.rows import chat, cloud, code, data, llm, payment, structure

DOCUMENTED: Final[tuple[Kind, ...]] = (
    Kind(
        name="private_key",
        literals=("-----BEGIN ",),
        pattern=BEGIN_LINE,
        checks=(holds_key,),
        why="The begin line is certain; the rest of the block is found by its end line or by its base64 lines.",
        source="RFC 7468, RFC 1421, RFC 9580 (BLOCK)",
        token=False,
        extent=private_key_end,
    ),
    Kind(
        name="anthropic_api_key",
        literals=("sk-",),
        pattern=re.compile(r"sk-ant-[A-Za-z0-9_-]{20,}"),
        checks=(mixed, not_placeholder),
        why="Names of files and style sheets begin with sk- too, but hold no mixture of letters and digits.",
        source="https://docs.github.com/code-security/secret-scanning supported patterns: Anthropic",
    ),
    Kind(
        name="openai_api_key",
        literals=("sk-",),
        pattern=re.compile(r"sk-(?:proj|svcacct|admin)-[A-Za-z0-9_-]{32,}"),
        checks=(mixed, not_placeholder),
        why="As above.",
        source="https://platform.openai.com/docs/api-reference/authentication",
    ),
    Kind(
        name="openai_api_key",
        literals=("sk-",),
        pattern=re.compile(r"sk-[A-Za-z0-9]{32,}"),
        checks=(mixed_or_hex, not_placeholder),
        why="The older form without a project. Providers with OpenAI's interface write 32 hexadecimal digits.",
        source="https://platform.openai.com/docs/api-reference/authentication; https://api-docs.deepseek.com",
    ),
    Kind(
        name="github_token",
        literals=("ghp_", "gho_", "ghu_", "ghs_", "ghr_"),
        pattern=re.compile(r"gh[pousr]_[A-Za-z0-9]{36}(?![A-Za-z0-9])"),
        checks=(not_placeholder,),
        why="Exactly 36: the last six are a checksum, so a longer run is no token.",
        source="https://github.blog/engineering/behind-githubs-new-authentication-token-formats/",
    ),
    Kind(
        name="github_token",
        literals=("github_pat_",),
        pattern=re.compile(r"github_pat_[A-Za-z0-9_]{60,}"),
        checks=(not_placeholder,),
        why="Fine-grained tokens are 82 long today; the length is not documented.",
        source="https://docs.github.com/authentication/keeping-your-account-and-data-secure/about-authentication-to-github",
    ),
    Kind(
        name="aws_access_key_id",
        literals=("AKIA", "ASIA"),
        pattern=re.compile(r"A[KS]IA[0-9A-Z]{16}(?![A-Za-z0-9])"),
        checks=(not_placeholder,),
        why="AWS's own documentation keys end in EXAMPLE.",
        source="https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html#identifiers-unique-ids",
    ),
    Kind(
        name="google_api_key",
        literals=("AIza",),
        pattern=re.compile(r"AIza[0-9A-Za-z_-]{35}(?![0-9A-Za-z_])"),
        checks=(not_placeholder,),
        why="Exactly 35; base64 that holds AIza goes on with its own letters.",
        source="https://docs.cloud.google.com/docs/authentication/api-keys",
    ),
    Kind(
        name="slack_token",
        literals=("xox",),
        pattern=re.compile(r"xox[abprs]-[0-9A-Za-z-]{10,}"),
        checks=(not_placeholder,),
        why="The number and length of the parts differ by age of the token.",
        source="https://docs.slack.dev/authentication/tokens",
    ),
    Kind(
        name="stripe_secret_key",
        literals=("sk_live_", "rk_live_"),
        pattern=re.compile(r"[sr]k_live_[0-9A-Za-z]{24,}"),
        checks=(not_placeholder,),
        why="Publishable keys (pk_live_) are made to be shown.",
        source="https://docs.stripe.com/keys",
    ),
)
"""The eight kinds whose names, order and previews are documented."""

KINDS: Final[tuple[Kind, ...]] = (
    *DOCUMENTED[:1],
    *llm.BEFORE_OPENAI,
    *DOCUMENTED[1:],
    *llm.KINDS,
    *cloud.KINDS,
    *code.KINDS,
    *chat.KINDS,
    *payment.KINDS,
    *data.KINDS,
    *structure.KINDS,
)
"""Every kind that its format or the text round it gives away, in order of precedence."""

DOCUMENTED_NAMES: Final = frozenset(row.name for row in DOCUMENTED)
"""Kinds that always have a preview."""


def _ranks() -> dict[str, int]:
    names = [*(row.name for row in DOCUMENTED), *(row.name for row in KINDS), *structure.SCHEMES.values()]
    return {name: rank for rank, name in enumerate(dict.fromkeys(names))}


RANK: Final[dict[str, int]] = _ranks()
"""Place of a kind in the order in which findings of one text are reported; kinds found by a key name come last."""

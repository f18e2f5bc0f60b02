"""The table of credential kinds: what each looks like, what is no real one, and why the pattern is as it is."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from toolscore_core.credentials.private_keys import BEGIN_LINE, holds_key, private_key_end

Check = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Kind:
    """One row of the table. Rows may share a name; where two fit at one place the earlier row wins.

    Attributes:
        name: Name in findings.
        literals: Texts of which one begins every credential of this kind: they are searched, nothing else is.
        pattern: The shape, matched at a literal. Its last repeat may be open; it is tried on a bounded piece first.
        checks: All must accept the matched text.
        why: Why pattern and checks are as they are.
        source: Where the shape is published.
        token: Whether an ASCII letter or digit just before it means that it is part of something else.
        extent: Where a credential really ends that begins at (text, start) and whose pattern ended at the third
            argument; None when it ends with its pattern.
    """

    name: str
    literals: tuple[str, ...]
    pattern: "re.Pattern[str]"
    checks: tuple[Check, ...]
    why: str
    source: str
    token: bool = True
    extent: Callable[[str, int, int], int] | None = None


_PLACEHOLDER = re.compile(
    r"x{5}|0{8}|example|placeholder|change_?me|replace_?me|dummy|redacted|your[_-]?(?:api|secret|access|key|token)",
    re.IGNORECASE,
)


def not_placeholder(credential: str) -> bool:
    """Whether it is no key of a documentation or template: AWS's EXAMPLE keys, runs of x, `your_key`."""
    return _PLACEHOLDER.search(credential) is None


def mixed(credential: str) -> bool:
    """Whether it holds a digit, a lower-case and an upper-case letter."""
    return re.search("[0-9]", credential) is not None and credential.upper() != credential != credential.lower()


_HEX_KEY = re.compile(r"sk-(?=[a-f]*[0-9])(?=[0-9]*[a-f])[0-9a-f]{32,}")


def mixed_or_hex(credential: str) -> bool:
    """Whether it is mixed, or lower-case hexadecimal after its prefix."""
    return mixed(credential) or _HEX_KEY.fullmatch(credential) is not None


KINDS: Final[tuple[Kind, ...]] = (
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
"""Every kind, in order of precedence."""

RANK: Final[dict[str, int]] = {row.name: rank for rank, row in reversed(list(enumerate(KINDS)))}
"""Place of a kind in the order in which findings of one text are reported."""

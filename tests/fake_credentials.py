"""Credentials that were never issued, put together at run time so that no scanner sees one whole in this project."""

import string

_LETTERS = string.ascii_lowercase + string.ascii_uppercase + string.digits


def letters(count: int, seed: int = 0) -> str:
    """Letters and digits that look drawn at random: mixed case, no runs, the same for the same seed."""
    return "".join(_LETTERS[(seed * 31 + place * place * 7 + place * 13) % len(_LETTERS)] for place in range(count))


def capitals(count: int, seed: int = 0) -> str:
    """Capital letters and digits, likewise."""
    return "".join(
        (string.ascii_uppercase + "234567")[(seed * 11 + place * place * 5 + place * 3) % 32] for place in range(count)
    )


def anthropic(seed: int = 0) -> str:
    """An Anthropic key."""
    return "sk-" + "ant-api03-" + letters(93, seed) + "AA"


def openai(seed: int = 0) -> str:
    """An OpenAI project key."""
    return "sk-" + "proj-" + letters(60, seed)


def openai_old(seed: int = 0) -> str:
    """An OpenAI key without a project."""
    return "sk-" + letters(48, seed)


def github(seed: int = 0) -> str:
    """A GitHub personal access token."""
    return "gh" + "p_" + letters(36, seed)


def github_fine_grained(seed: int = 0) -> str:
    """A GitHub fine-grained token."""
    return "github" + "_pat_" + letters(22, seed) + "_" + letters(59, seed + 1)


def aws(seed: int = 0) -> str:
    """An AWS access key id."""
    return "AK" + "IA" + capitals(16, seed)


def google(seed: int = 0) -> str:
    """A Google API key."""
    return "AI" + "za" + letters(35, seed)


def slack(seed: int = 0) -> str:
    """A Slack bot token."""
    return "xo" + "xb-" + "955802584426-" + letters(24, seed)


def stripe(seed: int = 0) -> str:
    """A Stripe secret key."""
    return "sk" + "_live_" + letters(24, seed)


def pem(label: str = "RSA PRIVATE KEY", lines: int = 4, newline: str = "\n", end: bool = True) -> str:
    """A private key block; `end` False leaves the last line out, as a cut-off text does."""
    body = [letters(64, line) for line in range(lines)] + [letters(20, 99) + "=="]
    marks = ["-----BEG" + f"IN {label}-----", *body, *(["-----E" + f"ND {label}-----"] if end else [])]
    return newline.join(marks)


KINDS = {
    "private_key": pem(),
    "anthropic_api_key": anthropic(),
    "openai_api_key": openai(),
    "github_token": github(),
    "aws_access_key_id": aws(),
    "google_api_key": google(),
    "slack_token": slack(),
    "stripe_secret_key": stripe(),
}
"""One of each kind."""

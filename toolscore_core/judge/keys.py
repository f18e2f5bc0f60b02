"""Settings of the judge and the environment -> the key that may be sent, and where it was found."""

import os
from typing import Final, NamedTuple

from toolscore_core.errors import JudgeConfigError
from toolscore_core.judge.config import COMPATIBLE, JudgeConfig, infer_provider, is_custom, service_of

OWN_VARIABLE: Final = "TOOLSCORE_JUDGE_API_KEY"
"""Environment variable of the key that the app may send to a custom endpoint."""

PLACEHOLDER: Final = "not-needed"
"""What is sent where an endpoint needs no key and its SDK does."""


class Key(NamedTuple):
    """A key and its source.

    Attributes:
        value: What is sent; None when there is no key and one is needed.
        source: Where it comes from, or what is missing, in words without the key.
    """

    value: str | None
    source: str


def key_for(config: JudgeConfig, *, app: bool) -> Key:
    """The key to send with these settings.

    Args:
        config: Settings.
        app: Whether a person's browser chose the endpoint: then a custom endpoint gets a typed key or
            TOOLSCORE_JUDGE_API_KEY, never a provider's key. Otherwise it gets OPENAI_API_KEY, as documented.

    Raises:
        JudgeConfigError: Settings that contradict each other.
    """
    variables = (OWN_VARIABLE,) if app and is_custom(config) else service_of(config).key_variables
    if config.api_key:
        return Key(config.api_key, "given")
    for variable in variables if config.api_key is None else ():
        found = os.environ.get(variable)
        if found:
            return Key(found, variable)
    if infer_provider(config) == COMPATIBLE:
        return Key(PLACEHOLDER, "no key")
    return Key(None, f"no key: set {' or '.join(variables)}, or give one")


def needed_key(config: JudgeConfig) -> Key:
    """The key that Python and the command line send.

    Raises:
        JudgeConfigError: There is none, or the settings contradict each other.
    """
    key = key_for(config, app=False)
    if key.value is None:
        raise JudgeConfigError(f"{infer_provider(config)}: {key.source} as api_key")
    return key


def without_key(text: str, key: str) -> str:
    """What an endpoint wrote, without the key, which it knows and may repeat. Too short a key is no secret, and left."""
    return text.replace(key, "[key]") if len(key) >= _SHORTEST_SECRET and key != PLACEHOLDER else text


_SHORTEST_SECRET: Final = 8


def checked_key(key: str) -> str:
    """The key without white space around it.

    Raises:
        JudgeConfigError: A key that no header can carry.
    """
    key = key.strip()
    if not key or not key.isascii() or not key.isprintable() or " " in key:
        raise JudgeConfigError("the key is empty or holds characters that no key has")
    return key

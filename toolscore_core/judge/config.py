"""Settings of the judge -> its provider and its endpoint."""

import os
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from toolscore_core.errors import JudgeConfigError

COMPATIBLE: Final = "openai_compatible"
"""The provider of an endpoint that is no provider's own and speaks OpenAI's chat completions."""


@dataclass(frozen=True, slots=True)
class Service:
    """What is known of a provider.

    Attributes:
        base_url: Its own endpoint; None when the settings give it.
        base_url_variable: Environment variable by which its SDK sends elsewhere; None when there is none.
        key_variables: Environment variables that may hold its key, in the order in which they are read.
    """

    base_url: str | None
    base_url_variable: str | None
    key_variables: tuple[str, ...]


SERVICES: Final = {
    "openai": Service("https://api.openai.com/v1", "OPENAI_BASE_URL", ("OPENAI_API_KEY",)),
    "anthropic": Service("https://api.anthropic.com", "ANTHROPIC_BASE_URL", ("ANTHROPIC_API_KEY",)),
    "gemini": Service(
        "https://generativelanguage.googleapis.com", "GOOGLE_GEMINI_BASE_URL", ("GOOGLE_API_KEY", "GEMINI_API_KEY")
    ),
    COMPATIBLE: Service(None, None, ("OPENAI_API_KEY",)),
}
"""Provider -> what is known of it."""


@dataclass
class JudgeConfig:
    """Settings of the judge. Its repr does not show the key.

    Attributes:
        model: Name of the model.
        provider: "openai", "anthropic", "gemini" or "openai_compatible"; None infers it.
        api_key: The key; None reads it from the environment.
        base_url: Endpoint that speaks OpenAI's chat completions; None for the provider's own.
        temperature: Sent with each request; None does not send it.
        max_retries: Requests that are sent again after a passing failure, at least 0.
    """

    model: str = "gpt-4o-mini"
    provider: str | None = None
    api_key: str | None = field(default=None, repr=False)
    base_url: str | None = None
    temperature: float | None = 0.0
    max_retries: int = 2


def settings_of(judge: JudgeConfig | str | None) -> JudgeConfig:
    """The settings that a `judge` argument stands for: settings, a model's name, or None for the default model.

    Raises:
        TypeError: It is something else.
    """
    if judge is None:
        return JudgeConfig()
    if isinstance(judge, str):
        return JudgeConfig(model=judge)
    if isinstance(judge, JudgeConfig):
        return judge
    raise TypeError(f"`judge` takes a JudgeConfig or a model's name, not {type(judge).__name__}")


def infer_provider(config: JudgeConfig) -> str:
    """The provider that the settings name, or the one that goes with endpoint and model name.

    Raises:
        JudgeConfigError: "openai_compatible" without an endpoint, or an endpoint with another provider.

    Example:
        >>> infer_provider(JudgeConfig(model="claude-haiku-4-5"))
        'anthropic'
    """
    if config.provider == COMPATIBLE and config.base_url is None:
        raise JudgeConfigError("provider openai_compatible needs a base_url")
    if config.provider not in (None, COMPATIBLE) and config.base_url is not None:
        raise JudgeConfigError("a base_url goes with provider openai_compatible, not with a provider's own service")
    if config.provider is not None:
        return config.provider
    if config.base_url is not None:
        return COMPATIBLE
    model = config.model.lower()
    return "anthropic" if model.startswith("claude") else "gemini" if model.startswith("gemini") else "openai"


def service_of(config: JudgeConfig) -> Service:
    """What is known of the settings' provider.

    Raises:
        JudgeConfigError: As infer_provider, or a provider that is not known.
    """
    service = SERVICES.get(infer_provider(config))
    if service is None:
        raise JudgeConfigError(f"unknown provider; known are {', '.join(SERVICES)}")
    return service


def endpoint_of(config: JudgeConfig) -> str:
    """The address that requests go to: that of the settings, of the SDK's environment variable, or the provider's own.

    Raises:
        JudgeConfigError: As service_of, or an address that is no plain http(s) URL.
    """
    service = service_of(config)
    named = os.environ.get(service.base_url_variable) if service.base_url_variable else None
    endpoint = (config.base_url or named or service.base_url or "").strip()
    try:
        parts = urlsplit(endpoint)
        usable = parts.scheme in ("http", "https") and parts.hostname and (parts.port or 1)
    except ValueError:
        usable = False
    if not usable:
        raise JudgeConfigError("the base_url is no http or https address")
    if parts.username is not None or parts.password is not None or parts.query or parts.fragment:
        raise JudgeConfigError("the base_url holds more than an address; a key is given as api_key")
    return endpoint


def host_of(config: JudgeConfig) -> str:
    """Host, and port where one is given, that requests go to.

    Raises:
        JudgeConfigError: As endpoint_of.

    Example:
        >>> host_of(JudgeConfig(base_url="http://localhost:11434/v1"))
        'localhost:11434'
    """
    return urlsplit(endpoint_of(config)).netloc


def usual_concurrency(config: JudgeConfig) -> int:
    """Requests at the same time when nobody says: 4, and 1 to this machine, where one model answers one after the other.

    Raises:
        JudgeConfigError: As endpoint_of.
    """
    host = urlsplit(endpoint_of(config)).hostname or ""
    try:
        here = ip_address(host).is_loopback
    except ValueError:
        here = host == "localhost"
    return 1 if here else 4


def is_custom(config: JudgeConfig) -> bool:
    """Whether requests go anywhere but to the provider's own service.

    Raises:
        JudgeConfigError: As endpoint_of.
    """
    own = service_of(config).base_url
    return own is None or host_of(config) != urlsplit(own).netloc

"""An address that requests go to -> the provider in the price list whose address it is."""

import re
from typing import Any, Final
from urllib.parse import urlsplit

_NOBODY: Final = ("invalid", "host.invalid")
"""Hosts that no provider has (RFC 2606), without and with a dot."""


def provider_at(endpoint: str, providers: list[Any]) -> str | None:
    """The id of the provider that an address belongs to.

    Args:
        endpoint: An http or https address. One with a user name is nobody's, and one with a port of its own belongs to a
            provider only whose pattern names that port.
        providers: Those of the price list, with `id` and `api_pattern`.

    Returns:
        None when it is nobody's. The host is compared as a whole, and so is each part of a path that a pattern names.
    """
    try:
        parts = urlsplit(endpoint.strip())
        port = parts.port
    except ValueError:
        return None
    if not parts.hostname or "@" in parts.netloc:
        return None
    host = f"{parts.scheme}://{parts.hostname}" + (f":{port}" if port not in (None, 443) else "")
    steps = [step for step in parts.path.split("/") if step]
    paths = ["".join(f"/{step}" for step in steps[:count]) for count in range(len(steps) + 1)]
    for provider in providers:
        if any(_is_of(provider.api_pattern, host, path, parts.scheme) for path in paths):
            return str(provider.id)
    return None


def _is_of(pattern: str, host: str, path: str, scheme: str) -> bool:
    # The list's patterns are meant for the beginning of an address: "https://api.openai.com" begins that of
    # api.openai.com.evil.example, too, and a wildcard may reach into the path of any host.
    def fits(start: str) -> bool:
        return any(re.fullmatch(pattern, f"{start}{path}{end}") is not None for end in ("", "/"))

    return fits(host) and not any(fits(f"{scheme}://{nobody}") for nobody in _NOBODY)

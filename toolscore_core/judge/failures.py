"""What an SDK raises -> what went wrong, in one error for all of them.

Errors are told apart by status and by the names of their classes: the SDKs share no base, and none of them is imported
here.
"""

import math
import time
from collections.abc import Iterator, Mapping
from email.utils import parsedate_to_datetime
from json import JSONDecodeError
from typing import Any, Final

from toolscore_core.credentials.masking import Masker
from toolscore_core.errors import JudgeTransportError, TransportKind
from toolscore_core.judge.keys import without_key
from toolscore_core.judge.providers.wire import text_at

_LONGEST: Final = 300
"""Characters of a provider's own message that are passed on."""

_STATUS_KINDS: Final[Mapping[int, TransportKind]] = {
    401: "authentication",
    402: "quota",
    403: "forbidden",
    404: "not_found",
    408: "timeout",
    413: "context",
    429: "rate_limit",
    529: "overloaded",
}

_SAYS: Final[Mapping[TransportKind, str]] = {
    "authentication": "the key was refused",
    "forbidden": "the key may not be used for this",
    "not_found": "there is no such model or address",
    "quota": "the account's credit or quota is used up",
    "context": "the request is longer than the model takes",
    "request": "the request was refused",
    "rate_limit": "too many requests",
    "server": "the endpoint failed",
    "overloaded": "the endpoint is overloaded",
    "timeout": "no answer in time",
    "unreachable": "the endpoint cannot be reached",
    "connection": "the connection broke",
    "body": "the endpoint answered with something that is no JSON object",
    "sdk": "the provider's SDK failed",
}

_CODES: Final = ("code", "status", "type")
"""Attributes in which the SDKs keep a provider's name of an error."""

_HINTS: Final[tuple[tuple[TransportKind, tuple[str, ...]], ...]] = (
    (
        "quota",
        (
            "insufficient_quota",
            "credit balance",
            "billing",
            "spend limit",
            "spend_limit",
            "exceeded your current quota",
        ),
    ),
    ("context", ("context_length", "context length", "context window", "prompt is too long", "maximum context")),
    ("authentication", ("api key not valid", "api_key_invalid", "invalid api key", "incorrect api key")),
)
"""Words in a refusal that say more than its status does."""


def failure_of(error: Exception, key: str) -> JudgeTransportError:
    """What an exception of an SDK says went wrong.

    Args:
        error: What the SDK raised.
        key: The key that was sent; it is taken out of the provider's message.
    """
    if isinstance(error, JudgeTransportError):
        return error
    status = _status(error)
    kind = _kind(error, status)
    detail = type(error).__name__ if kind == "sdk" else "" if status is None else _detail(error, key)
    code = "" if status is None else f" (HTTP {status})"
    headers = _headers(error)
    return JudgeTransportError(
        f"{_SAYS[kind]}{code}{': ' if detail else ''}{detail}",
        kind=kind,
        status=status,
        retry_after=retry_after(headers),
        request_id=headers.get("x-request-id") or headers.get("request-id"),
    )


def names(error: JudgeTransportError, *words: str) -> bool:
    """Whether a refusal's message names one of the words, in lower case."""
    message = str(error).lower()
    return any(word in message for word in words)


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds that an answer's headers ask to wait, at least 0; None when they do not say, or say nonsense."""
    try:
        if "retry-after-ms" in headers:
            seconds = float(headers["retry-after-ms"]) / 1000
        else:
            value = headers.get("retry-after")
            if value is None:
                return None
            seconds = float(value) if value.strip()[:1].isdigit() else _until(value)
    except (ValueError, OverflowError):
        return None
    return max(0.0, seconds) if math.isfinite(seconds) else None


def _until(date: str) -> float:
    return parsedate_to_datetime(date).timestamp() - time.time()


def _status(error: Exception) -> int | None:
    for name in ("status_code", "code"):
        status = getattr(error, name, None)
        if isinstance(status, int) and 100 <= status <= 599:
            return status
    return None


def _kind(error: Exception, status: int | None) -> TransportKind:
    if status is not None:
        text = " ".join((*_codes(error), _own_message(error))).lower()
        if status < 500:
            for kind, words in _HINTS:
                if any(word in text for word in words):
                    return kind
        return _STATUS_KINDS.get(status) or ("server" if status >= 500 else "request")
    classes = {cls.__name__ for link in _chain(error) for cls in type(link).__mro__}
    if classes & {"TimeoutError", "TimeoutException", "APITimeoutError"}:
        return "timeout"
    if classes & {"ConnectError", "ConnectionRefusedError", "gaierror"}:
        return "unreachable"
    if classes & {"APIConnectionError", "TransportError", "ConnectionError"}:
        return "connection"
    if isinstance(error, JSONDecodeError | UnicodeDecodeError) or classes & {
        "APIResponseValidationError",
        "ValidationError",
        "UnknownApiResponseError",
        "DecodingError",
    }:
        return "body"
    return "sdk"


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """An exception and those it came from."""
    for _ in range(8):
        if error is None:
            return
        yield error
        error = error.__cause__ or error.__context__


def _own_message(error: Exception) -> str:
    """What the provider says in words."""
    body = getattr(error, "body", None)
    said = text_at(body, "error", "message") or text_at(body, "message") or getattr(error, "message", None)
    return said if isinstance(said, str) else str(error)


def _codes(error: Exception) -> list[str]:
    """What the provider calls it."""
    found = (text_at(getattr(error, "body", None), "error", "type"), *(getattr(error, name, None) for name in _CODES))
    return [code for code in found if isinstance(code, str)]


def _detail(error: Exception, key: str) -> str:
    """The provider's message on one line, without the key and without anything that looks like one."""
    text = Masker().text(without_key(" ".join(_own_message(error).split()), key))
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _headers(error: Exception) -> Mapping[str, Any]:
    """Headers of the answer that an exception holds, by name in lower case."""
    headers = getattr(getattr(error, "response", None), "headers", None)
    items = getattr(headers, "items", None)
    return {str(name).lower(): str(value) for name, value in items()} if callable(items) else {}

"""What can go wrong, and where it went wrong.

    ToolscoreError
      InputError(ValueError)      something in a file or document that a person gave
        DecodeError               bytes that are no text, or text that is no JSON
        UnknownFormatError        a document that no reader claims
        FormatError               a claimed document that breaks its format
        GoldError                 a gold file or gold call that cannot be used
        RuleError                 a forbidden-call rule that cannot be used
        MappingError              a field mapping that cannot be used
      JudgeError                  the language-model judge
        JudgeConfigError(ValueError)
        MissingSDKError(ImportError)
        JudgeTransportError       the endpoint cannot be reached, or refuses
        JudgeReplyError

Messages give the place, what was expected and what kind of thing was found, never the value: it may be a credential.
"""

from dataclasses import dataclass
from typing import Final, Literal


@dataclass(frozen=True, slots=True)
class Location:
    """A place in an input.

    Attributes:
        source: File name as the person knows it; "" when there is none.
        line: 1-based line of a text file; None when the place is not a line.
        index: 0-based position of the record in its file; None when the file is one record.
        path: JSON path inside the record, starting at `$`; "" for the record itself.
    """

    source: str = ""
    line: int | None = None
    index: int | None = None
    path: str = ""

    def __str__(self) -> str:
        place = self.source or "input"
        if self.line is not None:
            place = f"{place}:{self.line}"
        elif self.index is not None:
            place = f"{place}[{self.index}]"
        return f"{place} · {self.path}" if self.path else place

    def below(self, path: str) -> "Location":
        """The place of something inside; `path` continues the own path, e.g. `.messages[0]`, and "" is the place itself."""
        return Location(self.source, self.line, self.index, f"{self.path or '$'}{path}") if path else self


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong in an input that did not stop the rest from being read."""

    message: str
    location: Location

    def __str__(self) -> str:
        return f"{self.location}: {self.message}"


@dataclass(frozen=True, slots=True)
class Skipped:
    """Records that were read and left out for one reason.

    Attributes:
        reason: Why they were left out, e.g. "span without a tool name".
        count: How many, at least 1.
        first: Where the first of them stands.
    """

    reason: str
    count: int
    first: Location

    def __str__(self) -> str:
        return f"{self.count} skipped: {self.reason} (first at {self.first})"


class ToolscoreError(Exception):
    """Base of every error this package defines."""


class InputError(ToolscoreError, ValueError):
    """Something in an input cannot be used.

    Attributes:
        location: Where; None when the place is not known.
    """

    def __init__(self, message: str, location: Location | None = None) -> None:
        self.message = message
        self.location = location
        super().__init__(message if location is None else f"{location}: {message}")


class DecodeError(InputError):
    """Bytes that are no text, or text that is no JSON."""


class UnknownFormatError(InputError):
    """A document that no reader claims."""


class FormatError(InputError):
    """A claimed document that breaks its format."""


class GoldError(InputError):
    """A gold file or gold call that cannot be used."""


class RuleError(InputError):
    """A forbidden-call rule that cannot be used."""


class MappingError(InputError):
    """A field mapping that cannot be used."""


class JudgeError(ToolscoreError):
    """The judge could not give an answer."""


class JudgeConfigError(JudgeError, ValueError):
    """The judge's settings contradict each other or lack a key."""


class MissingSDKError(JudgeError, ImportError):
    """The SDK that the chosen provider needs is not installed."""


class JudgeReplyError(JudgeError):
    """The judge replied with something that cannot be read."""


TransportKind = Literal[
    "authentication",  # 401, or a key that the provider calls invalid
    "forbidden",  # 403
    "not_found",  # 404: the model or the address
    "quota",  # the account's credit or limit is used up
    "context",  # the request is longer than the model takes
    "request",  # any other refusal of the request
    "rate_limit",  # 429
    "server",  # 5xx
    "overloaded",  # 529
    "timeout",
    "unreachable",  # no connection at all
    "connection",  # one that broke
    "body",  # an answer that is no JSON of the provider's form
    "sdk",  # the SDK failed by itself
]
"""What went wrong between here and the endpoint."""

FATAL_KINDS: Final = frozenset({"authentication", "forbidden", "not_found", "quota", "context", "unreachable"})
"""Kinds after which the next request would fail alike."""


class JudgeTransportError(JudgeError):
    """The endpoint could not be reached, or refused. Neither the message nor what is chained to it holds the key.

    Attributes:
        kind: What went wrong.
        status: HTTP status; None without an answer.
        retry_after: Seconds that the endpoint asked to wait, as it said; None when it did not say.
        request_id: The provider's name of the request; None when there is none.
        attempts: Requests that were sent, at least 1.
    """

    def __init__(
        self,
        message: str,
        *,
        kind: TransportKind,
        status: int | None = None,
        retry_after: float | None = None,
        request_id: str | None = None,
        attempts: int = 1,
    ) -> None:
        self.kind: TransportKind = kind
        self.status = status
        self.retry_after = retry_after
        self.request_id = request_id
        self.attempts = attempts
        super().__init__(message)

    @property
    def fatal(self) -> bool:
        """Whether the next request would fail alike, so that a run stops."""
        return self.kind in FATAL_KINDS

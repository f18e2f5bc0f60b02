"""Recorded calls or a trace -> the credentials in them; a thin face of `toolscore_core.credentials`."""

from collections.abc import Sequence
from typing import Final, TypedDict

from toolscore_core.calls import ToolCall, Trace
from toolscore_core.catalogue import Column, Comparison, Metric
from toolscore_core.credentials.finding import Confidence, Source, find_in_calls, find_in_trace
from toolscore_core.credentials.scanning import redact_text


class Secret(TypedDict):
    """One credential; see `toolscore_core.credentials.finding.CallFinding`.

    Keys:
        index, tool: 0-based position and tool of the call; None and "" outside calls.
        path: Place in the source (`headers.Authorization`, `files[0].content`, `['a.b']` for a key that would be misread),
            keys redacted.
        kind: Kind of credential.
        preview: What may be shown of it; "" when nothing may.
        source: Where it stands: args, result, error, tool (its name), metadata, conversation.
        start, end: Its place in the text at the path.
        ordinal: 1-based number among the different credentials of the trace.
        in_key: True when it stands in the last key of the path.
        via: How it was encoded, outermost first ("base64", "url, base64"); "" when it stands there as it is.
        confidence: "high", or "medium" when only the name of a key tells it.
        turn: 0-based position of the turn; None outside the conversation.
    """

    index: int | None
    tool: str
    path: str
    kind: str
    preview: str
    source: Source
    start: int
    end: int
    ordinal: int
    in_key: bool
    via: str
    confidence: Confidence
    turn: int | None


class Secrets(TypedDict):
    """The credentials in a trace.

    Keys:
        secret_count: All of them, repeats counted; lower is better.
        secrets: In the order of calls, then arguments, result, error, tool, metadata, then depth first; after the calls
            what the conversation and the rest of a trace hold.
    """

    secret_count: int
    secrets: list[Secret]


def find_secrets(trace: Sequence[ToolCall] | Trace) -> Secrets:
    """The credentials in recorded calls: in arguments, results, errors, names of tools and metadata.

    Texts in dicts, lists and tuples at any depth are read, keys too. A credential is told by its own format, by the text
    round it, by the name of its key, and likewise when it is encoded (base64, URL, escapes of JSON) up to three times.
    Documented examples, placeholders, identifiers, digests, public keys and references to a secret store are left out.

    Args:
        trace: Recorded calls, in order; or a trace, whose conversation, outcome and metadata are read too.

    Returns:
        See Secrets; the same credential twice is two entries.

    Raises:
        TypeError: A text; `redact_secrets` takes one.

    Example:
        >>> find_secrets([ToolCall("http", {"key": "AKIA" + "QZWXECRVTBYNUMIK"})])["secrets"][0]["kind"]
        'aws_access_key_id'
    """
    if isinstance(trace, str):
        raise TypeError("recorded calls or a trace, not a text")
    secrets: list[Secret] = [
        {
            "index": finding.index,
            "tool": finding.tool,
            "path": finding.path,
            "kind": finding.kind,
            "preview": finding.preview,
            "source": finding.source,
            "start": finding.start,
            "end": finding.end,
            "ordinal": finding.ordinal,
            "in_key": finding.in_key,
            "via": finding.via,
            "confidence": finding.confidence,
            "turn": finding.turn,
        }
        for finding in (find_in_trace(trace) if isinstance(trace, Trace) else find_in_calls(trace))
    ]
    return {"secret_count": len(secrets), "secrets": secrets}


def redact_secrets(text: str) -> str:
    """The text with each credential replaced by `[REDACTED <kind>: <preview>]`; doing it twice changes nothing more.

    A credential of fewer than 20 characters whose kind has no documented preview becomes `[REDACTED <kind>]`. Of an
    encoded credential the whole encoded form is replaced. Where only the name of a key outside the text tells a
    credential, `redact_calls` and `redact_trace` know it.

    Args:
        text: Any text.

    Raises:
        TypeError: Not a text.

    Example:
        >>> redact_secrets("nothing here")
        'nothing here'
    """
    if not isinstance(text, str):
        raise TypeError(f"only text can be redacted, not {type(text).__name__}")
    return redact_text(text)


def _applies(comparison: Comparison) -> str | None:
    return None if comparison.trace.calls or comparison.trace.turns else "the trace holds no call"


METRIC: Final = Metric(
    key="security_metrics",
    title="Credentials",
    family="Safety",
    description="Credentials in recorded calls (arguments, results, errors, names, metadata) and in the conversation.",
    columns=(Column("secret_count", "Credentials", "count", "lower"),),
    applies=_applies,
    compute=lambda comparison: find_secrets(comparison.trace),
)

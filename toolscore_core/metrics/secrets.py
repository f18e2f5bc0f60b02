"""Recorded calls -> the credentials in them; a thin face of `toolscore_core.credentials`."""

from collections.abc import Sequence
from typing import Final, Literal, TypedDict

from toolscore_core.calls import ToolCall
from toolscore_core.catalogue import Column, Comparison, Metric
from toolscore_core.credentials.finding import find_in_calls
from toolscore_core.credentials.scanning import redact_text


class Secret(TypedDict):
    """One credential; see `toolscore_core.credentials.finding.CallFinding`.

    Keys:
        index, tool: 0-based position and tool of the call.
        path: Place in the arguments, result or error (`headers.Authorization`, `files[0].content`), keys redacted.
        kind: Kind of credential.
        preview: What may be shown of it.
        source: Where in the call it stands.
        start, end: Its place in the text at the path.
        ordinal: 1-based number among the different credentials of the trace.
        in_key: True when it stands in the last key of the path.
    """

    index: int
    tool: str
    path: str
    kind: str
    preview: str
    source: Literal["args", "result", "error"]
    start: int
    end: int
    ordinal: int
    in_key: bool


class Secrets(TypedDict):
    """The credentials in a trace.

    Keys:
        secret_count: All of them, repeats counted; lower is better.
        secrets: In the order of calls, then arguments, result, error, then depth first.
    """

    secret_count: int
    secrets: list[Secret]


def find_secrets(trace_calls: Sequence[ToolCall]) -> Secrets:
    """The credentials in the arguments, results and errors of recorded calls.

    Texts in dicts, lists and tuples at any depth are read, keys too. Documented examples and placeholders are left out.

    Args:
        trace_calls: Recorded calls, in order.

    Returns:
        See Secrets; the same credential twice is two entries.

    Example:
        >>> find_secrets([ToolCall("http", {"key": "AKIA" + "QZWXECRVTBYNUMIK"})])["secrets"][0]["kind"]
        'aws_access_key_id'
    """
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
        }
        for finding in find_in_calls(trace_calls)
    ]
    return {"secret_count": len(secrets), "secrets": secrets}


def redact_secrets(text: str) -> str:
    """The text with each credential replaced by `[REDACTED <kind>: <preview>]`; doing it twice changes nothing more.

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
    return None if comparison.trace.calls else "the trace holds no call"


METRIC: Final = Metric(
    key="security_metrics",
    title="Credentials",
    family="Safety",
    description="Credentials in the arguments, results and errors of recorded calls.",
    columns=(Column("secret_count", "Credentials", "count", "lower"),),
    applies=_applies,
    compute=lambda comparison: find_secrets(comparison.trace.calls),
)

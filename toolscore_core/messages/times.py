"""Times as files write them -> seconds since the Unix epoch."""

from datetime import UTC, datetime
from typing import Any

_EARLIEST = 1e8
"""1973: a smaller number is a duration or a counter, not a time."""
_UNITS = ((1e11, 1.0), (1e14, 1e3), (1e17, 1e6), (1e20, 1e9))
"""Below which magnitude a number counts seconds, milliseconds, microseconds, nanoseconds (each until the year 5138)."""


def epoch_seconds(value: Any) -> float | None:
    """Seconds since the Unix epoch.

    Args:
        value: ISO 8601 text (without an offset it is UTC); a number of seconds, milliseconds, microseconds or
            nanoseconds since the epoch, told apart by magnitude; or such a number as text.

    Returns:
        The time; None when the value is no time, or lies before March 1973.
    """
    if isinstance(value, str):
        return _of_text(value.strip())
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not _EARLIEST <= value < _UNITS[-1][0]:
        return None
    return next((value / unit for bound, unit in _UNITS if value < bound), None)


def _of_text(text: str) -> float | None:
    try:
        return epoch_seconds(int(text) if text.isdecimal() else float(text))
    except ValueError:
        pass  # no number
    try:
        moment = datetime.fromisoformat(text)
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        return None

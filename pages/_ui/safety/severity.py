"""A severity -> how it is drawn: word and colour."""

from typing import Final

from pages._ui.table import Part, Tone

_TONES: Final[dict[str, Tone]] = {"critical": "failed", "high": "failed", "medium": "changed", "low": "muted"}
_SYMBOLS: Final = {"critical": "▲▲ ", "high": "▲ ", "medium": "", "low": ""}


def severity_part(severity: str | None) -> Part:
    """The chip of a severity; a muted word for a rule that gives none."""
    if severity is None:
        return Part("not given", "muted")
    return Part(f"{_SYMBOLS[severity]}{severity}", _TONES[severity], severity, chip=True)

"""Verdicts, labels and keys -> the words, symbols and colours by which they are drawn."""

import time
from typing import Final

from pages._ui.judge.desk import Judged
from pages._ui.table import Part, Tone
from toolscore_core.judge.keys import Key
from toolscore_core.judge.verdicts import FLAGS, VerdictName
from toolscore_core.report.words import count_text, plain

WORDS: Final[dict[VerdictName, str]] = {
    "equivalent": "equivalent",
    "partly": "partly equivalent",
    "not": "not equivalent",
}
"""Verdict or label -> words."""

LABELS: Final[dict[VerdictName, str]] = {"equivalent": "✓ equivalent", "partly": "± partly", "not": "≠ not equivalent"}
"""Verdict or label -> symbol and word."""

_TONES: Final[dict[VerdictName, Tone]] = {"equivalent": "match", "partly": "changed", "not": "missing"}


def label_part(label: VerdictName) -> Part:
    """The chip of a verdict or of a person's label."""
    return Part(LABELS[label], _TONES[label], chip=True)


def verdict_parts(known: Judged | None, model: str) -> list[Part]:
    """What is known of a pair: a chip, and whatever has to be known beside it.

    Args:
        known: What a judge said; None when nothing was said.
        model: The judge that is chosen now; another one is named.
    """
    if known is None:
        return [Part("not judged", "muted")]
    verdict = known.verdict
    if verdict.verdict is None:
        return [Part("! error", "failed", plain(verdict.error or "no verdict"), chip=True)]
    flags = [Part(flag, "failed", f"{flag}: {FLAGS[flag]}", chip=True) for flag in verdict.flags]
    age = [Part(note, "muted")] if (note := source_note(known)) else []
    other = [Part(f"by {plain(known.model)}", "muted")] if known.model != model and verdict.source != "exact" else []
    return [label_part(verdict.verdict), *flags, *age, *other]


def source_note(known: Judged) -> str:
    """Where a verdict comes from, when it was not asked for just now: "cached, 3 days old", "the same call"."""
    if known.verdict.source == "exact":
        return "the same call"
    return "" if known.verdict.cached_at is None else f"cached, {age_text(known.verdict.cached_at)}"


def age_text(then: float, now: float | None = None) -> str:
    """How long ago something was, in words: "just now", "5 min old", "3 days old".

    Args:
        then: Epoch seconds.
        now: Epoch seconds; None for the present.
    """
    seconds = max(0.0, (time.time() if now is None else now) - then)
    for size, unit in ((86_400, "day"), (3_600, "hour")):
        if seconds >= size:
            return f"{count_text(int(seconds // size), unit)} old"
    return "just now" if seconds < 60 else f"{int(seconds // 60)} min old"


def key_words(key: Key) -> str:
    """Where the key of a run comes from, or what is missing; never the key."""
    if key.value is None:
        return f"{key.source[:1].upper()}{key.source[1:]}. Labels and stored verdicts need none."
    return {"given": "Key: the one typed here", "no key": "No key is sent"}.get(
        key.source, f"Key: {key.source} of this server"
    )

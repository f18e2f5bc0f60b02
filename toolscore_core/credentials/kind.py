"""What one row of the table of credential kinds says."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from toolscore_core.credentials.checks import not_placeholder

Check = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Kind:
    """One row of the table. Rows may share a name; where two fit at one place the earlier row wins.

    Attributes:
        name: Name in findings.
        literals: Texts of which one stands in every credential of this kind: they are searched, nothing else is.
        pattern: The shape, matched at a literal. Its last repeat may be open; it is tried on a bounded piece first.
        why: Why pattern and checks are as they are.
        source: Where the shape is published.
        checks: All must accept the credential.
        token: Whether the literal begins the credential and an ASCII letter or digit just before it means that it is
            part of something else. Otherwise the literal may stand anywhere.
        folded: Whether the literal is in lower case and is searched whatever the case of the text.
        group: Group of the pattern that is the credential; 0 for all that the pattern matches.
        before: What must stand before the literal, at most `BEFORE` characters of it; None when nothing must.
        joined: Whether the credential begins with what `before` found.
        accept: Looks at the whole match and what is round it; None accepts every match.
        rename: Gives the name from the text before the literal; None keeps `name`.
        extent: Where a credential really ends that begins at (text, start) and whose pattern ended at the third
            argument; None when it ends with its pattern.
    """

    name: str
    literals: tuple[str, ...]
    pattern: "re.Pattern[str]"
    why: str
    source: str
    checks: tuple[Check, ...] = (not_placeholder,)
    token: bool = True
    folded: bool = False
    group: int = 0
    before: "re.Pattern[str] | None" = None
    joined: bool = False
    accept: "Callable[[re.Match[str]], bool] | None" = None
    rename: Callable[[str], str] | None = None
    extent: Callable[[str, int], int] | None = None


BEFORE: Final = 64
"""Characters before a literal that are looked at."""

START: Final = r"(?:(?<![A-Za-z0-9])|(?<=\\[abfnrtv0]))"
"""Where a credential may begin that is found by a mark inside it: behind no letter or digit but that of an escape."""


def prefixed(
    name: str,
    prefix: str | tuple[str, ...],
    rest: str,
    why: str,
    source: str,
    *checks: Check,
) -> Kind:
    """The commonest row: a prefix that no other text has, then a run of an alphabet.

    Args:
        name: Name of the kind.
        prefix: What every such credential begins with.
        rest: Expression of what follows the prefix.
        why: Why it is so.
        source: Where it is published.
        checks: Checks besides that against placeholders.
    """
    literals = (prefix,) if isinstance(prefix, str) else prefix
    begin = "|".join(re.escape(literal) for literal in literals)
    return Kind(
        name=name,
        literals=literals,
        pattern=re.compile(f"(?:{begin}){rest}"),
        why=why,
        source=source,
        checks=(not_placeholder, *checks),
    )

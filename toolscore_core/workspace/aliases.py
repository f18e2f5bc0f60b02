"""Tool names that formats write differently: which recorded name probably means which gold tool."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from toolscore_core.calls import Case, ExpectedCall

_MCP: Final = re.compile(r"mcp__.+?__(?=[^_])")
_NAMESPACE: Final = re.compile(r"(?:functions|default_api|tools?)[.:/]")
_WORDS: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Alias:
    """A proposal.

    Attributes:
        recorded: Name in the traces.
        gold: Name in the gold.
        why: What makes them the same, in words.
    """

    recorded: str
    gold: str
    why: str


def gold_tools(cases: Iterable[Case]) -> list[str]:
    """Every tool that the cases expect or accept as an alternative, in the order in which they name them."""
    return list(
        dict.fromkeys(
            name
            for case in cases
            for call in case.calls
            for name in (call.tool, *(call.alternatives if isinstance(call, ExpectedCall) else ()))
        )
    )


def propose_aliases(gold_names: Iterable[str], trace_names: Iterable[str]) -> list[Alias]:
    """Recorded names that the gold does not know, each with the gold tool it probably means.

    A name is proposed only where the sameness leads to exactly one gold tool. Several recorded names may mean one.

    Args:
        gold_names: Tool names of the gold.
        trace_names: Tool names of the traces.

    Returns:
        The proposals, in the order of the recorded names.
    """
    gold = list(dict.fromkeys(gold_names))
    known = set(gold)
    recorded = [name for name in dict.fromkeys(trace_names) if name not in known]
    return [proposal for name in recorded if (proposal := _proposal(name, gold)) is not None]


def _proposal(name: str, gold: list[str]) -> Alias | None:
    for simplify, why in _SAMENESS:
        simple = simplify(name)
        same = [known for known in gold if simplify(known) == simple] if simple.strip("_. ") else []
        if len(same) == 1:
            return Alias(name, same[0], why)
        if same:
            return None
    return None


def _bare(name: str) -> str:
    """Without the server of an MCP tool and the namespace of a provider."""
    return _NAMESPACE.sub("", _MCP.sub("", name, count=1), count=1)


def _undotted(name: str) -> str:
    return re.sub(r"[.\-/:]", "_", _bare(name))


def _words(name: str) -> str:
    return "_".join(_WORDS.findall(_undotted(name))).lower()


def _last(name: str) -> str:
    """The words of the last part of a dotted name."""
    return _words(re.split(r"[./:]|__", _bare(name))[-1])


_SAMENESS: Final[tuple[tuple[Callable[[str], str], str], ...]] = (
    (_bare, "the same without its prefix"),
    (_undotted, "the same with `_` in place of other separators"),
    (_words, "the same words in another spelling"),
    (_last, "the same last part"),
)
"""Ways of being the same, the surest first."""

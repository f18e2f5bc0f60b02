"""Gold cases, recorded calls and what a person said of their names -> cases with aliases, and the list of aliases."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from toolscore_core.calls import Case, Run
from toolscore_core.credentials.masking import MaskedText, Masker
from toolscore_core.workspace.aliases import gold_tools, propose_aliases


@dataclass(frozen=True, slots=True)
class AliasView:
    """One recorded name, as it may be shown.

    Attributes:
        recorded: The name.
        calls: Recorded calls of that name.
        gold: Position of the gold name it stands for, in `AliasTable.gold_names`; None for none.
        why: What speaks for it, in words; "" when a person chose it.
        state: "proposed" until somebody accepts it; "accepted" by hand; "gold" when a gold file says so.
    """

    recorded: MaskedText
    calls: int
    gold: int | None
    why: str
    state: Literal["proposed", "accepted", "gold"]


@dataclass(frozen=True, slots=True)
class AliasTable:
    """Names that are written differently in gold and traces.

    Attributes:
        lines: Proposals first, then what holds; each stands at the position of its raw name in `raw_lines`.
        gold_names: Tool names of the gold, masked; `raw_gold` are the same, for corrections.
        others: Recorded names that the gold does not know and of which nothing is said; `raw_others` are the same.
    """

    lines: tuple[AliasView, ...] = ()
    gold_names: tuple[MaskedText, ...] = ()
    others: tuple[MaskedText, ...] = ()
    raw_lines: tuple[str, ...] = field(default=(), repr=False)
    raw_gold: tuple[str, ...] = field(default=(), repr=False)
    raw_others: tuple[str, ...] = field(default=(), repr=False)

    @property
    def proposed(self) -> int:
        """How many lines wait for an answer."""
        return sum(line.state == "proposed" for line in self.lines)


Aliased = Mapping[int, tuple[Case, Case]]
"""Identity of a case as it was read -> that case, and the one with the aliases of the workspace."""


def with_aliases(cases: Iterable[Case], aliases: Mapping[str, str], before: Aliased) -> tuple[list[Case], Aliased]:
    """The cases with what a person said of names; a case that stays as it was is the same object as before.

    Args:
        cases: As they were read.
        aliases: Recorded name -> gold name; a name for itself takes an alias of the gold file away.
        before: What the last call gave, so that nothing is compared anew without need.
    """
    found: dict[int, tuple[Case, Case]] = {}
    for case in cases:
        wanted = {recorded: gold for recorded, gold in {**case.aliases, **aliases}.items() if recorded != gold}
        _, known = before.get(id(case), (case, case))
        if wanted != dict(known.aliases):
            known = case if wanted == dict(case.aliases) else replace(case, aliases=wanted)
        found[id(case)] = case, known
    return [known for _, known in found.values()], found


def alias_table(cases: Sequence[Case], runs: Iterable[Run], aliases: Mapping[str, str], masker: Masker) -> AliasTable:
    """Every name that is, or may be, an alias.

    Args:
        cases: With their aliases; without any there is nothing to be an alias of.
        runs: The recorded calls.
        aliases: What a person said of names, as in `with_aliases`.
        masker: That of the workspace.
    """
    if not cases:
        return AliasTable()
    gold = gold_tools(cases)
    at = {name: position for position, name in enumerate(gold)}
    count = Counter(call.tool for run in runs for trace in run.traces for call in trace.calls)
    holding = {recorded: name for case in cases for recorded, name in case.aliases.items()}
    open_names = [name for name in count if name not in at and name not in holding and name not in aliases]
    lines = [
        (found.recorded, AliasView(masker.text(found.recorded), count[found.recorded], at[found.gold], found.why, "proposed"))
        for found in propose_aliases(gold, open_names)
    ]  # fmt: skip
    lines += [
        (recorded, AliasView(masker.text(recorded), count[recorded], at.get(name), "", "accepted" if recorded in aliases else "gold"))
        for recorded, name in holding.items()
    ]  # fmt: skip
    raw_lines = tuple(name for name, _ in lines)
    others = tuple(name for name in count if name not in at and name not in raw_lines)
    return AliasTable(
        lines=tuple(line for _, line in lines),
        gold_names=tuple(map(masker.text, gold)),
        others=tuple(map(masker.text, others)),
        raw_lines=raw_lines,
        raw_gold=tuple(gold),
        raw_others=others,
    )

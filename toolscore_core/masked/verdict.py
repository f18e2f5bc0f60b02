"""A masked evaluation -> the one sentence that says how it went."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from toolscore_core.alignment import ArgumentState, State
from toolscore_core.evaluation import score_text
from toolscore_core.evaluation.scoring import NOISE
from toolscore_core.masked.records import MaskedDifference, MaskedEvaluation, MaskedFinding, MaskedRow

Parts = tuple[tuple[str, bool], ...]
"""Pieces of text in order, each with whether it is strong."""

NAMED_COUNT: Final = 3
"""How many things the sentence names; the rest is counted."""

LONGEST_NAME: Final = 60
"""Characters of a name that a sentence or a heading shows."""


class _Kind(IntEnum):
    """Kinds of things that are worth a word, in the order in which the sentence names them."""

    FORBIDDEN = 0
    CREDENTIAL = 1
    MOVED = 2
    MISSING = 3
    CHANGED = 4
    EXTRA = 5
    FAILED = 6


_IMPORTANCE: Final = {
    _Kind.FORBIDDEN: 0,
    _Kind.CREDENTIAL: 1,
    _Kind.MOVED: 2,
    _Kind.MISSING: 2,
    _Kind.CHANGED: 2,
    _Kind.FAILED: 3,
    _Kind.EXTRA: 4,
}
"""What is named where not everything is: smaller first, then what cost more points, then the place in the lane."""


@dataclass(frozen=True, slots=True)
class _Thing:
    kind: _Kind
    points: float
    place: int
    text: str


def verdict_of(view: MaskedEvaluation, min_score: float) -> Parts:
    """Sentence for the top of a page, in pieces.

    With gold: whether the case passes, the (at most three) most important things that went wrong and how many more
    there are, score and grade, and the completed calls where some are not.

    Args:
        view: The evaluation; its verdict is not looked at.
        min_score: Lowest score that passes; said where the score is lower.
    """
    if view.trace is None:
        return (("No trace:", True), (" none was recorded for this case.", False))
    if view.score is None:
        return _without_gold(view)
    things = sorted(
        _grouped(_things(view)), key=lambda thing: (_IMPORTANCE[thing.kind], -round(thing.points, 9), thing.place)
    )
    told = sorted(things[:NAMED_COUNT], key=lambda thing: (thing.kind, thing.place))
    named = ", ".join(thing.text for thing in told) or _nothing_wrong(view)
    more = f" and {len(things) - NAMED_COUNT:,} more" if len(things) > NAMED_COUNT else ""
    parts: list[tuple[str, bool]] = [
        ("Fails:" if not view.passed else "Passes with differences:" if things else "Passes:", True),
        (f" {named}{more}. Score ", False),
        (score_text(view.score), True),
    ]
    if view.score < min_score - NOISE:
        parts.append((f" (passes from {score_text(min_score)})", False))
    if view.completed is not None and view.completed[0] < view.completed[1]:
        done, required = view.completed
        parts += [
            (f", grade {view.grade}; required calls completed ", False),
            (f"{done} of {required}", True),
            (".", False),
        ]
    else:
        parts.append((f", grade {view.grade}.", False))
    return tuple(parts)


def _without_gold(view: MaskedEvaluation) -> Parts:
    credentials = sum(finding.kind == "credential" for finding in view.findings)
    counts = (
        (view.failed_count, "failed", "failed"),
        (credentials, "credential", "credentials"),
        (len(view.findings) - credentials, "forbidden call", "forbidden calls"),
    )
    calls = len(view.rows)
    said = [f"{calls:,} call{'' if calls == 1 else 's'}" if calls else "no calls"]
    said += [f"{count} {one if count == 1 else many}" for count, one, many in counts if count]
    return (("No gold for this trace:", True), (f" {', '.join(said)}.", False))


def _nothing_wrong(view: MaskedEvaluation) -> str:
    expected = sum(row.expected is not None and not row.omitted for row in view.rows)
    if not expected and view.rows:
        return "only optional calls were expected and none was made"
    if not expected:
        return "no call was expected and none was made"
    which = {1: "the one expected call was", 2: "both expected calls were"}
    return f"{which.get(expected, f'all {expected:,} expected calls were')} made"


def _things(view: MaskedEvaluation) -> Iterator[_Thing]:
    for place, row in enumerate(view.rows):
        points = sum(contribution.points for contribution in row.contributions)
        for kind, text in _things_of(row):
            yield _Thing(kind, points, place, text)
    for finding in view.findings:
        place = len(view.rows) if finding.call_index is None else finding.call_index
        if finding.kind == "credential":
            yield _Thing(_Kind.CREDENTIAL, 0.0, place, f"{_holder(finding)} holds a credential")
        else:
            yield _Thing(_Kind.FORBIDDEN, 0.0, place, f"{short_name(finding.tool)} is forbidden")


def _holder(finding: MaskedFinding) -> str:
    if finding.call_index is not None:
        return short_name(finding.tool)
    return "the conversation" if finding.turn is not None else "the trace's metadata"


def _grouped(things: Iterable[_Thing]) -> list[_Thing]:
    """Things that read the same as one, with how many calls they concern."""
    found: dict[tuple[_Kind, str], list[_Thing]] = {}
    for thing in things:
        found.setdefault((thing.kind, thing.text), []).append(thing)
    return [
        _Thing(
            kind,
            sum(thing.points for thing in same),
            min(thing.place for thing in same),
            text if len(same) == 1 else f"{text} ({len(same):,} times)",
        )
        for (kind, text), same in found.items()
    ]


def _things_of(row: MaskedRow) -> Iterator[tuple[_Kind, str]]:
    """Kind and words of what is wrong with a row."""
    if row.state is State.SUBSTITUTE and row.actual is not None and row.expected is not None:
        yield _Kind.MISSING, f"{short_name(row.actual.tool)} was called instead of {short_name(row.expected.tool)}"
    elif row.state is State.MISSING and row.expected is not None:
        yield _Kind.MISSING, f"{short_name(row.expected.tool)} is missing"
    elif row.state is State.EXTRA and row.actual is not None:
        yield _Kind.EXTRA, f"{short_name(row.actual.tool)} is not expected"
    elif row.state is State.REPEATED and row.actual is not None:
        yield _Kind.EXTRA, f"{short_name(row.actual.tool)} is repeated"
    elif row.actual is not None and row.state is not None:
        yield from _things_of_pair(row, short_name(row.actual.tool))


def _things_of_pair(row: MaskedRow, tool: str) -> Iterator[tuple[_Kind, str]]:
    moved = ""
    if row.expected_place is not None and row.trace_index is not None:
        moved = f"{tool} came {_ordinal(row.trace_index + 1)} instead of {_ordinal(row.expected_place + 1)}"
    wrong = [difference for difference in row.differences if difference.state in _WRONG]
    if moved and wrong:
        paths = f"{short_name(wrong[0].path)} wrong" if len(wrong) == 1 else f"{len(wrong)} arguments wrong"
        yield _Kind.MOVED, f"{moved} with {paths}"
    elif moved:
        yield _Kind.MOVED, moved
    elif wrong:
        yield _Kind.CHANGED, _wrong_arguments(tool, wrong)
    if row.failed:
        yield _Kind.FAILED, f"{tool} failed"


_WRONG: Final = {
    ArgumentState.CHANGED: "is wrong",
    ArgumentState.MISSING: "is not given",
    ArgumentState.UNEXPECTED: "is not expected",
}


def _wrong_arguments(tool: str, wrong: list[MaskedDifference]) -> str:
    if len(wrong) > 1:
        return f"{len(wrong)} arguments of {tool} are wrong"
    return f"{tool}.{short_name(wrong[0].path)} {_WRONG[wrong[0].state]}"


def short_name(name: str) -> str:
    """A name, cut after LONGEST_NAME characters."""
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def _ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th, 21st."""
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"

"""Pairs -> what is known of them without asking, and the questions that remain."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from toolscore_core.judge.cache import Stored, VerdictCache, question_key
from toolscore_core.judge.config import JudgeConfig
from toolscore_core.judge.injection import speaks_to_judge
from toolscore_core.judge.pairs import Pair
from toolscore_core.judge.prompt import LONGEST_CALL, shown
from toolscore_core.judge.verdicts import Flag, Judgement, Verdict


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked once for all pairs of the same content.

    Attributes:
        key: That of the cache.
        pairs: At least one.
    """

    key: str
    pairs: tuple[Pair, ...]

    def answered(self, verdict: Verdict) -> list[Verdict]:
        """The same verdict, or error, for each of the pairs."""
        return [replace(verdict, pair_key=pair.key) for pair in self.pairs]


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run has to do.

    Attributes:
        known: Verdicts, and errors, that need no request.
        questions: One request each, in the order of the pairs.
    """

    known: tuple[Verdict, ...]
    questions: tuple[Question, ...]


def plan(pairs: Iterable[Pair], config: JudgeConfig, cache: VerdictCache | None) -> Plan:
    """What a run over some pairs has to do.

    Raises:
        JudgeConfigError: Settings that contradict each other.
    """
    known: list[Verdict] = []
    open_pairs: dict[str, list[Pair]] = {}
    for pair in pairs:
        if pair.exact:
            known.append(Verdict(pair.key, "equivalent", source="exact"))
            continue
        key = question_key(pair, config)
        stored = cache.find(key) if cache is not None else None
        if stored is not None:
            known.append(verdict_from_cache(pair, stored))
        elif shown(pair).too_long:
            error = f"a call of more than {LONGEST_CALL:,} characters is not sent"
            known.append(Verdict(pair.key, None, error=error, error_kind="size"))
        else:
            open_pairs.setdefault(key, []).append(pair)
    return Plan(tuple(known), tuple(Question(key, tuple(same)) for key, same in open_pairs.items()))


def verdict_of(pair: Pair, judgement: Judgement, model: str | None) -> Verdict:
    """A judgement as the verdict on a pair, with its flags."""
    return Verdict(
        pair.key,
        judgement.verdict,
        reason=judgement.reason,
        differences=judgement.differences,
        flags=_flags(pair, judgement),
        model=model,
    )


def verdict_from_cache(pair: Pair, stored: Stored) -> Verdict:
    """A stored judgement as the verdict on a pair."""
    return replace(verdict_of(pair, stored.judgement, stored.model), source="cache", cached_at=stored.at)


def _flags(pair: Pair, judgement: Judgement) -> tuple[Flag, ...]:
    said: dict[Flag, bool] = {
        "contradiction": judgement.contradicts_itself,
        "injection": speaks_to_judge(pair),
        "shortened": shown(pair).shortened,
    }
    return tuple(flag for flag, holds in said.items() if holds)

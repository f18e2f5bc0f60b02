"""Pairs and settings -> what asking about them takes, before anything is sent."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from toolscore_core.judge.cache import VerdictCache
from toolscore_core.judge.client import reply_limit
from toolscore_core.judge.config import JudgeConfig, endpoint_of, host_of
from toolscore_core.judge.pairs import Pair
from toolscore_core.judge.planning import Question, plan
from toolscore_core.judge.prompt import SYSTEM, user_prompt
from toolscore_core.judge.verdicts import REPLY_SCHEMA
from toolscore_core.pricing import price_of

BYTES_PER_TOKEN: Final = (3.0, 4.5)
"""Fewest and most bytes of English and JSON that a token stands for: no provider's own tokenizer is at hand."""

REPLY_TOKENS: Final = (50, 500)
"""Usual tokens of a reply. A model that reasons may write more, up to its limit, and by that a budget is kept."""

Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a run takes when no request has to be sent twice.

    Attributes:
        pairs: Pairs in all.
        exact: Those of equal calls, which nobody is asked about.
        cached: Those whose verdict is stored.
        unsendable: Those with a call that is too long to be sent.
        requests: Requests; fewer than the remaining pairs when some of these ask the same.
        input_tokens, output_tokens: Lowest and highest number, over all requests.
        cost_usd: Likewise, US dollars; None when the price is not known. (0, 0) when nothing is asked.
        priced_model: Model whose price was used, as the price list calls it; None when none is known.
        host: Where the requests go.
    """

    pairs: int
    exact: int
    cached: int
    unsendable: int
    requests: int
    input_tokens: Range
    output_tokens: Range
    cost_usd: tuple[float, float] | None
    priced_model: str | None
    host: str


def estimate(pairs: Iterable[Pair], config: JudgeConfig, cache: VerdictCache | None = None) -> Estimate:
    """What judging these pairs takes. Sends nothing and reads no key.

    Raises:
        JudgeConfigError: Settings that contradict each other.
    """
    todo = plan(pairs, config, cache)
    ranges = [input_range(question) for question in todo.questions]
    lowest = [request_cost(config, low, REPLY_TOKENS[0]) for low, _ in ranges]
    highest = [request_cost(config, high, REPLY_TOKENS[1]) for _, high in ranges]
    known = [cost for cost in (*lowest, *highest) if cost is not None]
    price = price_of(config.model, input_tokens=1, output_tokens=1, endpoint=endpoint_of(config))
    sources = [verdict.source for verdict in todo.known if verdict.verdict is not None]
    return Estimate(
        pairs=len(todo.known) + sum(len(question.pairs) for question in todo.questions),
        exact=sources.count("exact"),
        cached=sources.count("cache"),
        unsendable=len(todo.known) - len(sources),
        requests=len(ranges),
        input_tokens=(sum(low for low, _ in ranges), sum(high for _, high in ranges)),
        output_tokens=(REPLY_TOKENS[0] * len(ranges), REPLY_TOKENS[1] * len(ranges)),
        cost_usd=(sum(known[: len(ranges)]), sum(known[len(ranges) :])) if len(known) == 2 * len(ranges) else None,
        priced_model=None if price is None else price.model,
        host=host_of(config),
    )


def input_range(question: Question) -> Range:
    """Lowest and highest number of tokens of a request."""
    size = _FIXED_BYTES + len(user_prompt(question.pairs[0], "0" * 16))
    return round(size / BYTES_PER_TOKEN[1]), round(size / BYTES_PER_TOKEN[0])


_FIXED_BYTES: Final = len(SYSTEM) + len(json.dumps(REPLY_SCHEMA))


def most_cost(question: Question, config: JudgeConfig) -> float | None:
    """US dollars that one answer can cost at most; None when the price is not known.

    Every token stands for at least one of the bytes, and no reply is longer than its limit.
    """
    size = _FIXED_BYTES + len(user_prompt(question.pairs[0], "0" * 16))
    return request_cost(config, _MOST_REPAIR + size, reply_limit(config))


_MOST_REPAIR: Final = 500
"""Bytes that a second message and the provider's own marks add."""


def request_cost(config: JudgeConfig, input_tokens: int, output_tokens: int) -> float | None:
    """US dollars of one request at the settings' endpoint; None when the price is not known."""
    price = price_of(config.model, input_tokens=input_tokens, output_tokens=output_tokens, endpoint=endpoint_of(config))
    return None if price is None else price.usd

"""What a file tells of a conversation -> what the conversation cost: as recorded, or else priced from its tokens."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, Protocol, TypeGuard

from toolscore_core.pricing.price_list import listed_price, price_list_version
from toolscore_core.pricing.records import UNPRICED, Cost, ModelCost, ModelPrice, Reason


class _Call(Protocol):
    @property
    def cost(self) -> float | None: ...


class _Turn(Protocol):
    @property
    def role(self) -> str: ...
    @property
    def model(self) -> str | None: ...
    @property
    def input_tokens(self) -> int | None: ...
    @property
    def output_tokens(self) -> int | None: ...


class Recorded(Protocol):
    """What is asked of a conversation: a `Trace` without credentials has it."""

    @property
    def model(self) -> str | None: ...
    @property
    def turns(self) -> Sequence[_Turn]: ...
    @property
    def calls(self) -> Sequence[_Call]: ...
    @property
    def input_tokens(self) -> int | None: ...
    @property
    def output_tokens(self) -> int | None: ...
    @property
    def cached_tokens(self) -> int | None: ...
    @property
    def reasoning_tokens(self) -> int | None: ...
    @property
    def cost(self) -> float | None: ...


@dataclass(frozen=True, slots=True)
class _Use:
    """Tokens that one model used at once, or evenly in so many requests of a turn."""

    model: str
    turn: int | None
    input_tokens: int | None
    output_tokens: int | None
    cached_tokens: float = 0.0
    requests: int = 1
    usd: float | None = None


NO_PRICES: Final[Mapping[str, ModelPrice]] = MappingProxyType({})


def cost_of(trace: Recorded | None, prices: Mapping[str, ModelPrice] = NO_PRICES) -> Cost:
    """What a conversation cost.

    The first of these that covers all of it: the cost recorded for the conversation; the sum of those recorded for its
    calls, each with one; its tokens, by the price of their model, turn by turn where the file tells that. When none covers
    all, the first that covers a part.

    Tokens that are told for the conversation only are taken to be spread evenly over its turns, and so are cached ones
    over the input. What was written to a cache costs what input costs.

    Args:
        trace: The conversation, without credentials; None when there is none.
        prices: Prices that a person gave, by the model's name in the file; they go before those of the price list.
    """
    if trace is None:
        return UNPRICED
    uses = _priced(_uses(trace), prices)
    models = tuple(_by_model(uses, trace, prices))
    tokens = replace(_of_tokens(uses, trace), models=models)
    if _is_cost(trace.cost):
        return _as_recorded(Cost(trace.cost, "recorded", "conversation", 1, 1, models=models, turns=tokens.turns))
    costs = [call.cost for call in trace.calls if _is_cost(call.cost)]
    if not costs:
        return tokens
    reason: Reason = "" if len(costs) == len(trace.calls) else "no price"
    calls = Cost(sum(costs), "recorded", "call", len(costs), len(trace.calls), reason, models, tokens.turns)
    covers_more = calls.is_partial and tokens.usd is not None and not tokens.is_partial
    return tokens if covers_more else _as_recorded(calls)


def _is_cost(usd: float | None) -> TypeGuard[float]:
    # Nothing costs a trillion dollars, and the sum of two of the largest numbers is infinite; -1 is written for "unknown".
    return usd is not None and 0 <= usd < 1e12


def _as_recorded(cost: Cost) -> Cost:
    """The same, the recorded cost standing at its model, where there is one only; with several nobody knows the shares."""
    alone = len(cost.models) == 1
    models = tuple(
        replace(model, priced_as="", edited=False, basis="recorded", usd=cost.usd, known=cost.known, of=cost.of)
        if alone
        else model
        for model in cost.models
    )
    return replace(cost, models=models)


def _uses(trace: Recorded) -> list[_Use]:
    """The tokens of a conversation by turn, and what its totals have beyond them."""
    told = [
        _Use(turn.model or trace.model or "", at, turn.input_tokens, turn.output_tokens)
        for at, turn in enumerate(trace.turns)
        if turn.input_tokens or turn.output_tokens
    ]
    named = [turn.model for turn in trace.turns if turn.model is not None]
    models = list(dict.fromkeys(named or ([trace.model] if trace.model is not None else [])))
    only = models[0] if len(models) == 1 else ""
    totals = (trace.input_tokens, trace.output_tokens)
    if not any(totals):  # a total of 0 tells as little as none
        return _with_cached(told, trace.cached_tokens)
    beyond = [
        None if whole is None else whole - sum(part or 0 for part in parts)
        for whole, parts in zip(
            totals, ([use.input_tokens for use in told], [use.output_tokens for use in told]), strict=True
        )
    ]
    if told and all(rest in (None, 0) for rest in beyond):
        return _with_cached(told, trace.cached_tokens)
    if told and len(models) > 1:
        given, written = (None if count is None else max(0, count) for count in beyond)
        # Nobody knows which of the models used what no turn tells.
        further = [_Use("", None, given, written)] if given or written else []
        return _with_cached([*told, *further], trace.cached_tokens)
    answers = sum(turn.role == "assistant" for turn in trace.turns)
    return _with_cached([_Use(only, None, *totals, requests=max(1, answers))], trace.cached_tokens)


def _with_cached(uses: list[_Use], cached: int | None) -> list[_Use]:
    whole = sum(use.input_tokens or 0 for use in uses)
    if not cached or not whole:
        return uses
    share = min(1.0, cached / whole)
    return [replace(use, cached_tokens=(use.input_tokens or 0) * share) for use in uses]


def _priced(uses: Iterable[_Use], prices: Mapping[str, ModelPrice]) -> list[_Use]:
    found = []
    for use in uses:
        if use.input_tokens is not None and use.output_tokens is not None and use.model:
            found.append(replace(use, usd=_usd(use, use.input_tokens, use.output_tokens, prices)))
        else:
            found.append(use)
    return found


def _usd(use: _Use, input_tokens: int, output_tokens: int, prices: Mapping[str, ModelPrice]) -> float | None:
    given = prices.get(use.model)
    listed = listed_price(use.model) if given is None else None
    if given is None and listed is None:
        return None
    price, fee = (given, 0.0) if listed is None else (listed.at(input_tokens / use.requests), listed.request_usd)
    assert price is not None
    usd = price.usd(input_tokens=input_tokens, output_tokens=output_tokens, cached_tokens=use.cached_tokens)
    return usd + fee * use.requests


def _of_tokens(uses: Sequence[_Use], trace: Recorded) -> Cost:
    known = [use.usd for use in uses if use.usd is not None]
    by_turn = {use.turn: use.usd for use in uses if use.turn is not None}
    turns = tuple(by_turn.get(at) for at in range(len(trace.turns))) if by_turn else ()
    reason: Reason = "" if len(known) == len(uses) else _reason(uses)
    if not known:
        return Cost(None, "unpriced", "request", 0, len(uses), _reason(uses), turns=turns)
    return Cost(sum(known), "priced", "request", len(known), len(uses), reason, turns=turns)


def _reason(uses: Sequence[_Use]) -> Reason:
    lacking = [use for use in uses if use.usd is None]
    if not lacking or any(use.input_tokens is None or use.output_tokens is None for use in lacking):
        return "no tokens"
    if any(not use.model for use in lacking):
        return "no model"
    return "no price" if price_list_version() is not None else "no list"


def _by_model(uses: Sequence[_Use], trace: Recorded, prices: Mapping[str, ModelPrice]) -> Iterable[ModelCost]:
    models = list(dict.fromkeys(use.model for use in uses)) or ([trace.model] if trace.model is not None else [])
    alone = len(models) == 1
    for model in models:
        own = [use for use in uses if use.model == model]
        known = [use.usd for use in own if use.usd is not None]
        edited = bool(known) and model in prices
        listed = listed_price(model) if known and not edited else None
        yield ModelCost(
            model=model,
            priced_as="" if listed is None else f"{listed.provider}: {listed.model}",
            edited=edited,
            basis="priced" if known else "unpriced",
            usd=sum(known) if known else None,
            known=len(known),
            of=len(own),
            input_tokens=_sum(use.input_tokens for use in own),
            cached_tokens=trace.cached_tokens if alone else None,
            output_tokens=_sum(use.output_tokens for use in own),
            reasoning_tokens=trace.reasoning_tokens if alone else None,
        )


def _sum(counts: Iterable[int | None]) -> int | None:
    known = [count for count in counts if count is not None]
    return sum(known) if known else None

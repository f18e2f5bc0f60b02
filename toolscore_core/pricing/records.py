"""The records of prices and costs."""

import json
import math
from dataclasses import asdict, dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Literal

if TYPE_CHECKING:
    from pydantic import TypeAdapter

Basis = Literal["recorded", "priced", "unpriced"]
"""Where a cost comes from: from the file; from tokens and a price; from nowhere, which is not $0."""

BASIS_WORDS: Final[dict[str, str]] = {
    "recorded": "recorded",
    "priced": "priced from tokens",
    "unpriced": "unpriced",
}

Reason = Literal["", "no tokens", "no model", "no price", "no list"]
"""Why a cost is not known: the file tells no tokens, or names no model; nobody knows the model's price; genai-prices is not
installed. "" when it is known."""


@dataclass(frozen=True, slots=True)
class ModelPrice:
    """What a model's tokens cost.

    Attributes:
        input, output: US dollars for a million tokens.
        cached: Likewise for tokens of the input that were read from a cache; None when they cost what input costs.

    Raises:
        ValueError: One of them is negative or not finite.
    """

    input: float
    output: float
    cached: float | None = None

    def __post_init__(self) -> None:
        if not all(0 <= price < math.inf for price in (self.input, self.output, self.cached or 0.0)):
            raise ValueError("a price is a finite number of US dollars, at least 0")

    def usd(self, *, input_tokens: float, output_tokens: float, cached_tokens: float = 0) -> float:
        """US dollars of some tokens; cached ones are a part of the input, and no more than that."""
        cached = min(cached_tokens, input_tokens)
        price = self.input if self.cached is None else self.cached
        return ((input_tokens - cached) * self.input + cached * price + output_tokens * self.output) / 1e6


@dataclass(frozen=True, slots=True)
class ListedPrice:
    """A price as the price list has it.

    Attributes:
        model: The model, as the list calls it.
        provider: Its provider, likewise.
        base: Price of a request of usual length.
        tiers: (tokens of input, price of a request that has more), rising; () for most models.
        request_usd: US dollars of the request itself; 0.0 for most models.
    """

    model: str
    provider: str
    base: ModelPrice
    tiers: tuple[tuple[int, ModelPrice], ...] = ()
    request_usd: float = 0.0

    def at(self, input_tokens: float) -> ModelPrice:
        """The price of a request with so many tokens of input: it holds for all of them."""
        return next((price for start, price in reversed(self.tiers) if input_tokens > start), self.base)


@dataclass(frozen=True, slots=True)
class ModelCost:
    """What one model did in a conversation.

    Attributes:
        model: As the file names it; "" when it names none.
        priced_as: Whose price it is, "provider: model" of the price list; "" when none was used.
        edited: Whether a person gave the price.
        basis: Where `usd` comes from.
        usd: US dollars; None when none of it is known.
        known, of: How many of its requests, or of the parts of the conversation that tell tokens, have a price.
        input_tokens, cached_tokens, output_tokens, reasoning_tokens: As on `calls.Trace`; None when not told for it alone.
    """

    model: str
    priced_as: str
    edited: bool
    basis: Basis
    usd: float | None
    known: int
    of: int
    input_tokens: int | None
    cached_tokens: int | None
    output_tokens: int | None
    reasoning_tokens: int | None


@dataclass(frozen=True, slots=True)
class Cost:
    """What a conversation cost.

    Attributes:
        usd: US dollars, of what is known; None when nothing is.
        basis: Where it comes from.
        unit: What is counted in `known` and `of`: the conversation, its calls, or the requests to its models.
        known, of: Of how many of these the cost is known, and how many there are.
        reason: Why some or all of it is not known; "" when all is.
        models: By model, in order of appearance; () when the file tells neither a model nor tokens.
        turns: By turn of the conversation, what its request cost by its tokens; () when tokens are not told by turn.
    """

    usd: float | None
    basis: Basis
    unit: Literal["conversation", "call", "request"] = "conversation"
    known: int = 0
    of: int = 0
    reason: Reason = ""
    models: tuple[ModelCost, ...] = ()
    turns: tuple[float | None, ...] = ()

    @property
    def is_partial(self) -> bool:
        """Whether some of it is known and some is not."""
        return 0 < self.known < self.of

    @property
    def whole_usd(self) -> float | None:
        """US dollars where all of it is known; None otherwise."""
        return None if self.is_partial else self.usd

    @property
    def edited(self) -> bool:
        """Whether it rests on a price that a person gave."""
        return self.basis == "priced" and any(model.edited for model in self.models)


UNPRICED: Final = Cost(None, "unpriced", reason="no tokens")
"""The cost of what tells nothing of it."""


def cost_record(cost: Cost) -> dict[str, Any]:
    """A cost as JSON values."""
    return {**asdict(cost), "models": [asdict(model) for model in cost.models], "turns": list(cost.turns)}


def cost_from_record(record: Any) -> Cost:
    """The cost that `cost_record` wrote; names in it have to be masked by who reads it.

    Raises:
        ValueError: It is no such record. The message names no value.
    """
    from pydantic import ValidationError

    try:
        # As JSON, whose lists are tuples here, while no text and no truth value is a number.
        cost = _costs().validate_json(json.dumps(record), strict=True)
    except ValidationError as error:
        places = sorted({".".join(map(str, found["loc"])) or "cost" for found in error.errors(include_input=False)})
        raise ValueError(f"a cost is not as reports write it: {', '.join(places[:3])}") from None
    possible = [_is_possible(cost), *map(_is_possible, cost.models), *map(_is_amount, cost.turns)]
    if not all(possible):
        raise ValueError("a cost is not as reports write it: its numbers do not fit together")
    return cost


@cache
def _costs() -> "TypeAdapter[Cost]":
    from pydantic import TypeAdapter  # dear to load, and dear to make

    return TypeAdapter(Cost)


def _is_possible(cost: Cost | ModelCost) -> bool:
    """Whether a cost says how much exactly where it says where from, and what of it is known likewise."""
    is_known = cost.usd is not None
    counts = 0 <= cost.known <= cost.of and (cost.known > 0) == is_known
    return counts and _is_amount(cost.usd) and (cost.basis != "unpriced") == is_known


def _is_amount(usd: float | None) -> bool:
    return usd is None or 0 <= usd < math.inf

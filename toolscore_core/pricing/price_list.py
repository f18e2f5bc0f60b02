"""A model's name and its tokens -> US dollars, by the prices that genai-prices carries; nothing is looked up in the network."""

from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final, NamedTuple

from toolscore_core.pricing.endpoints import provider_at
from toolscore_core.pricing.names import PROVIDERS, bare_model
from toolscore_core.pricing.records import ListedPrice, ModelPrice

_LONGEST_NAME: Final = 200


class Price(NamedTuple):
    """What some tokens cost.

    Attributes:
        usd: US dollars.
        model: The model whose price it is, as the price list calls it.
        provider: Its provider, likewise.
    """

    usd: float
    model: str
    provider: str


def price_of(
    model: str,
    *,
    input_tokens: int,
    output_tokens: int,
    cached_tokens: int = 0,
    provider: str | None = None,
    endpoint: str | None = None,
) -> Price | None:
    """The price of one request.

    Args:
        model: Name of the model, also with a gateway's prefix ("openai/", "models/", "us.anthropic.").
        input_tokens: All of them, cached ones included.
        output_tokens: All of them, those of reasoning included.
        cached_tokens: Those of the input that were read from a cache.
        provider: "openai", "anthropic", "gemini" or another that the price list knows; None leaves it to the name.
        endpoint: Address that the request goes to. It decides alone: a model behind an address that the price list does
            not know has no known price, whatever its name.

    Returns:
        None when the price is not known, which is not zero, or when genai-prices is not installed.
    """
    listed = listed_price(model, provider=provider, endpoint=endpoint)
    if listed is None or cached_tokens > input_tokens:
        return None
    rates = listed.at(input_tokens)
    usd = rates.usd(input_tokens=input_tokens, output_tokens=output_tokens, cached_tokens=cached_tokens)
    return Price(usd + listed.request_usd, listed.model, listed.provider)


def listed_price(model: str, *, provider: str | None = None, endpoint: str | None = None) -> ListedPrice | None:
    """What the price list says of a model today.

    Args:
        model: As in `price_of`.
        provider: As in `price_of`.
        endpoint: As in `price_of`.

    Returns:
        None when the list does not know it, or when genai-prices is not installed.
    """
    return None if len(model) > _LONGEST_NAME else _looked_up(model, provider, endpoint)


@lru_cache(maxsize=1024)
def _looked_up(model: str, provider: str | None, endpoint: str | None) -> ListedPrice | None:
    try:
        from genai_prices.data_snapshot import get_snapshot
    except ImportError:
        return None
    prices = get_snapshot()
    bare, vendor = bare_model(model)
    where = None
    if endpoint is not None:
        where = provider_at(endpoint, prices.providers)
        if where is None:
            return None
    elif provider or vendor:
        where = PROVIDERS.get(provider or "", provider or "") or vendor
    for name in dict.fromkeys((model, bare)):
        try:
            found_provider, found = prices.find_provider_model(name, None, where, None)
        except (LookupError, ValueError):
            continue
        return _listed(found.id, found_provider.id, found.get_prices(datetime.now(tz=UTC)))
    return None


def price_list_version() -> str | None:
    """The version of genai-prices, whose release holds the prices; None when it is not installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("genai-prices")
    except PackageNotFoundError:
        return None


def _listed(model: str, provider: str, prices: Any) -> ListedPrice | None:
    given = [getattr(prices, name) for name in ("input_mtok", "output_mtok", "cache_read_mtok")]
    if given[0] is None and given[1] is None:
        return None  # priced by something else than tokens
    starts = sorted({tier.start for price in given for tier in getattr(price, "tiers", ())})
    request = getattr(prices, "requests_kcount", None)
    return ListedPrice(
        model,
        provider,
        _rates(given, 0),
        tuple((start, _rates(given, start + 1)) for start in starts),
        0.0 if request is None else float(getattr(request, "base", request)) / 1000,
    )


def _rates(given: list[Any], input_tokens: int) -> ModelPrice:
    def rate(price: Any) -> float | None:
        tiers = getattr(price, "tiers", None)
        if tiers is None:
            return None if price is None else float(price)
        above = [tier.price for tier in tiers if input_tokens > tier.start]
        return float(above[-1] if above else price.base)

    return ModelPrice(rate(given[0]) or 0.0, rate(given[1]) or 0.0, rate(given[2]))

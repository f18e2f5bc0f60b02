"""What models cost: prices, offline, and the cost of a conversation as recorded or as priced from its tokens."""

from toolscore_core.pricing.costs import NO_PRICES, cost_of
from toolscore_core.pricing.names import bare_model
from toolscore_core.pricing.price_list import Price, listed_price, price_list_version, price_of
from toolscore_core.pricing.records import (
    BASIS_WORDS,
    UNPRICED,
    Basis,
    Cost,
    ListedPrice,
    ModelCost,
    ModelPrice,
    Reason,
    cost_from_record,
    cost_record,
)

__all__ = [
    "BASIS_WORDS",
    "NO_PRICES",
    "UNPRICED",
    "Basis",
    "Cost",
    "ListedPrice",
    "ModelCost",
    "ModelPrice",
    "Price",
    "Reason",
    "bare_model",
    "cost_from_record",
    "cost_of",
    "cost_record",
    "listed_price",
    "price_list_version",
    "price_of",
]

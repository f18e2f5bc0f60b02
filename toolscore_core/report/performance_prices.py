"""Masked evaluations and the prices that a person gave -> the prices that their models' tokens cost."""

from collections.abc import Mapping, Sequence

import pandas as pd

from toolscore_core.masked import MaskedEvaluation
from toolscore_core.pricing import ModelPrice, listed_price
from toolscore_core.report.frame_base import frame
from toolscore_core.report.performance_frames import model_name


def prices_frame(evaluations: Sequence[MaskedEvaluation], prices: Mapping[str, ModelPrice]) -> pd.DataFrame:
    """What the tokens of each model cost.

    Args:
        evaluations: What was evaluated.
        prices: Prices that a person gave, by the model's name in the files.

    Returns:
        One line a model that some file names, in order of appearance: `model`; `provider` and `priced_as`, as the price
        list calls them ("" where it does not know the model); `input`, `cached`, `output`: USD for a million tokens
        (missing where nobody knows the price; `cached` also where cached tokens cost what input costs); `edited`: whether
        a person gave it; `tiers`: whether the list has a higher price for long requests.
    """
    columns = {"model": "str", "provider": "str", "priced_as": "str", "edited": "bool", "tiers": "bool"}
    columns |= dict.fromkeys(["input", "cached", "output"], "float64")
    names: dict[str, None] = {}
    for evaluation in evaluations:
        found = [model.model for model in evaluation.cost.models] or [model_name(evaluation)]
        names |= dict.fromkeys(name for name in found if name)
    lines = []
    for name in names:
        listed = listed_price(name)
        price = prices.get(name) or (None if listed is None else listed.base)
        lines.append(
            {
                "model": name,
                "provider": "" if listed is None else listed.provider,
                "priced_as": "" if listed is None else listed.model,
                "edited": name in prices,
                "tiers": listed is not None and bool(listed.tiers) and name not in prices,
                "input": None if price is None else price.input,
                "cached": None if price is None else price.cached,
                "output": None if price is None else price.output,
            }
        )
    return frame(lines, columns)

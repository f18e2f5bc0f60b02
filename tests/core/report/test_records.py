"""What a report says beside its evaluations."""

from dataclasses import replace

import pytest

from toolscore_core.calls import ToolCall, Trace
from toolscore_core.credentials.masking import Masker
from toolscore_core.evaluation import evaluate
from toolscore_core.masked import MaskedEvaluation, mask_evaluation
from toolscore_core.pricing import ModelPrice, price_list_version
from toolscore_core.report.records import About, prices_used

LIST = f"genai-prices {price_list_version()}"


def used(model: str, cost: float | None = None) -> MaskedEvaluation:
    """A conversation with a model whose tokens are known; `my-model` has a price given by hand."""
    trace = Trace([ToolCall("a")], model=model, input_tokens=1_000, output_tokens=100, cost=cost)
    prices = {"my-model": ModelPrice(1.0, 2.0)}
    return mask_evaluation(evaluate(None, trace), Masker(), case_id="c", run="m", trial=None, prices=prices)


@pytest.mark.parametrize(
    ("evaluations", "prices"),
    [
        pytest.param([used("gpt-4o-mini")], LIST, id="listed"),
        pytest.param([used("my-model")], "prices given by hand", id="by hand"),
        pytest.param([used("gpt-4o-mini"), used("my-model")], f"{LIST} and prices given by hand", id="both"),
        pytest.param([used("gpt-4o-mini", cost=0.01)], "", id="recorded"),
        pytest.param([used("nobody-knows-this")], "", id="unpriced"),
        pytest.param([replace(used("gpt-4o-mini"), stored=True)], "", id="priced at another time"),
        pytest.param([], "", id="nothing"),
    ],
)
def test_by_what_costs_were_priced(evaluations: list[MaskedEvaluation], prices: str) -> None:
    """A report names the prices that it rests on, those of a person as well, and none where none was used."""
    assert prices_used(evaluations) == prices
    note = f"Costs that no file records are priced by {prices}." if prices else ""
    assert About(prices=prices).price_note == note

"""An entry of a workspace and its evaluation -> what may be shown of it."""

from collections.abc import Mapping

from toolscore_core.credentials.masking import Masker
from toolscore_core.evaluation import DEFAULT_PASS_RULE, Evaluation, PassRule
from toolscore_core.masked import MaskedEvaluation, mask_evaluation, mask_missing
from toolscore_core.pricing import NO_PRICES, ModelPrice
from toolscore_core.workspace import Entry


def mask_entry(
    entry: Entry,
    evaluation: Evaluation | None,
    masker: Masker,
    rule: PassRule = DEFAULT_PASS_RULE,
    prices: Mapping[str, ModelPrice] = NO_PRICES,
) -> MaskedEvaluation:
    """The view of an entry.

    Args:
        entry: A case, a trace, or both.
        evaluation: Of its trace; None when it has none.
        masker: That of the workspace or report.
        rule: When a case passes.
        prices: As in `mask_evaluation`.

    Raises:
        ValueError: Neither an evaluation nor a case: there is nothing to show.
    """
    if evaluation is not None:
        return mask_evaluation(
            evaluation, masker, case_id=entry.case_id, run=entry.run, trial=entry.trial, rule=rule, prices=prices
        )
    if entry.case is None:
        raise ValueError("an entry without an evaluation has a case")
    return mask_missing(entry.case, entry.run, masker)

"""Counts and paired results -> shares, agreement and tests with their intervals."""

from toolscore_core.stats.agreement import Kappa, cohens_kappa
from toolscore_core.stats.paired import FEWEST_FOR_BOOTSTRAP, bootstrap_interval, sign_test
from toolscore_core.stats.shares import Interval, wilson_interval
from toolscore_core.stats.trials import pass_at_k, pass_hat_k

__all__ = [
    "FEWEST_FOR_BOOTSTRAP",
    "Interval",
    "Kappa",
    "bootstrap_interval",
    "cohens_kappa",
    "pass_at_k",
    "pass_hat_k",
    "sign_test",
    "wilson_interval",
]

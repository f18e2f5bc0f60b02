"""What a run takes, told before anything is sent."""

from pathlib import Path

import pytest

from tests.judging import doubted, pair, reply
from toolscore_core.errors import JudgeConfigError
from toolscore_core.judge import JudgeConfig
from toolscore_core.judge.cache import Stored, VerdictCache, question_key
from toolscore_core.judge.estimating import REPLY_TOKENS, estimate
from toolscore_core.judge.verdicts import read_reply

LOCAL = JudgeConfig(model="gpt-4o-mini", base_url="http://127.0.0.1:9/v1")


def test_requests_are_counted(tmp_path: Path) -> None:
    """Equal, stored and unsendable pairs need no request, and pairs of one content need one."""
    cache = VerdictCache(tmp_path)
    stored, *rest = doubted(4)
    cache.keep(question_key(stored, LOCAL), Stored(read_reply(reply()), 1.0, None))
    equal = pair(("a", {"x": 1}), ("a", {"x": 1}))
    huge = pair(("a", {str(n): "v" * 90 for n in range(900)}), ("b", {}))
    found = estimate([equal, stored, huge, *rest, *rest], LOCAL, cache)
    assert (found.pairs, found.exact, found.cached, found.unsendable, found.requests) == (9, 1, 1, 1, 3)
    assert found.output_tokens == (3 * REPLY_TOKENS[0], 3 * REPLY_TOKENS[1])
    assert 0 < found.input_tokens[0] < found.input_tokens[1]
    assert found.host == "127.0.0.1:9"


def test_cost_is_a_range() -> None:
    """Where the price is known, from the fewest to the most tokens."""
    pytest.importorskip("genai_prices")
    found = estimate(doubted(10), JudgeConfig(model="gpt-4o-mini", provider="openai"))
    assert found.cost_usd is not None
    assert 0 < found.cost_usd[0] < found.cost_usd[1] < 0.02
    assert found.priced_model == "gpt-4o-mini"


def test_an_unknown_price_is_none() -> None:
    """A model at one's own endpoint has no known price, whatever its name; asking nothing costs nothing."""
    assert (estimate(doubted(), LOCAL).cost_usd, estimate(doubted(), LOCAL).priced_model) == (None, None)
    assert estimate([], LOCAL).cost_usd == (0, 0)


@pytest.mark.parametrize("host", ["api.openai.com.evil.example", "evil.example/api.openai.com", "api.openai.com:8443"])
def test_a_host_that_only_looks_like_a_provider_has_no_price(host: str) -> None:
    """The endpoint's host is compared as a whole: another one's prices are not known."""
    found = estimate(doubted(1), JudgeConfig(model="gpt-4o-mini", base_url=f"https://{host}"))
    assert (found.cost_usd, found.priced_model) == (None, None)


def test_settings_are_checked() -> None:
    """Settings that contradict each other are told before the click."""
    with pytest.raises(JudgeConfigError):
        estimate([], JudgeConfig(provider="openai_compatible"))

"""What a run costs, the budget that it keeps, and the same run over every provider's own wire."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.core.judge.conftest import Serve
from tests.judging import doubted, reply
from tests.servers import WIRES, JudgeServer, Says, Wire
from toolscore_core.judge import JudgeConfig
from toolscore_core.judge.estimating import estimate
from toolscore_core.judge.running import Progress, judge_pairs

genai_prices = pytest.importorskip("genai_prices")

KEY = "sk-" + "made-up-key-of-a-test"
PRICE = 100 * 0.15e-6 + 20 * 0.60e-6
"""US dollars of one reply of the server by the price of gpt-4o-mini."""


@pytest.fixture
def priced(monkeypatch: pytest.MonkeyPatch) -> None:
    """A price list that knows the server on loopback, at the price of gpt-4o-mini."""
    real = genai_prices.calc_price
    monkeypatch.setattr(genai_prices, "calc_price", lambda usage, **_: real(usage, "gpt-4o-mini", provider_id="openai"))


def at(server: JudgeServer) -> JudgeConfig:
    """Settings for a server."""
    return JudgeConfig(model="asked-model", base_url=server.url, max_retries=0)


@pytest.mark.usefixtures("priced")
def test_cost_runs_with_the_run(serve: Serve) -> None:
    """The cost is that of all replies, told while it grows, and lies in the range that was told before."""
    pytest.importorskip("openai")
    server = serve(Says(reply()))
    seen: list[Progress] = []
    outcome = judge_pairs(doubted(3), at(server), key=KEY, on_progress=seen.append)
    assert outcome.cost_usd == pytest.approx(3 * PRICE)
    assert [progress.cost_usd for progress in seen] == pytest.approx([0, PRICE, 2 * PRICE, 3 * PRICE])


@pytest.mark.usefixtures("priced")
def test_repairs_cost_too(serve: Serve) -> None:
    """Both replies are paid for, the one that could not be read as well."""
    pytest.importorskip("openai")
    outcome = judge_pairs(doubted(), at(serve(Says(reply("mostly")))), key=KEY)
    assert outcome.cost_usd == pytest.approx(2 * PRICE)


@pytest.mark.usefixtures("priced")
def test_a_budget_is_kept(serve: Serve) -> None:
    """No request is begun that might pass it, however many run at once; the verdicts so far stay."""
    pytest.importorskip("openai")
    server = serve(Says(reply()))
    pairs = doubted(20)
    expected = estimate(pairs[:5], at(server)).cost_usd
    assert expected is not None
    budget = expected[1]
    outcome = judge_pairs(pairs, at(server), key=KEY, budget_usd=budget, concurrency=8)
    assert outcome.stopped is not None
    assert outcome.stopped.kind == "budget"
    assert 5 <= len(outcome.verdicts) < 20
    assert len(outcome.unasked) == 20 - len(outcome.verdicts)
    assert outcome.cost_usd is not None
    assert outcome.cost_usd <= budget


@pytest.mark.usefixtures("priced")
def test_a_budget_of_nothing_asks_nothing(serve: Serve) -> None:
    """Zero is a budget."""
    server = serve(Says(reply()))
    outcome = judge_pairs(doubted(2), at(server), key=KEY, budget_usd=0.0)
    assert (outcome.stopped is not None, server.asked, outcome.cost_usd) == (True, [], 0.0)


SDKS: dict[Wire, str] = {"openai": "openai", "anthropic": "anthropic", "gemini": "google.genai"}


@pytest.mark.parametrize("wire", WIRES)
def test_every_provider_judges(serve: Serve, config_for: Callable[..., JudgeConfig], wire: Wire) -> None:
    """The same prompt, schema and record over each provider's own wire format."""
    pytest.importorskip(SDKS[wire])
    server = serve(Says(reply("partly")))
    config = config_for(server, wire)
    outcome = judge_pairs(doubted(2), config, key=KEY)
    assert [verdict.verdict for verdict in outcome.verdicts] == ["partly", "partly"]
    assert {(asked.wire, asked.key, asked.form) for asked in server.asked} == {(wire, KEY, "schema")}
    assert all("<expected id=" in asked.user for asked in server.asked)
    assert outcome.record.host == server.origin.removeprefix("http://")
    assert (outcome.usage.input_tokens, outcome.usage.output_tokens) == (200, 40)


@pytest.mark.parametrize(
    "given", [{"model": "gpt-4o-mini"}, {"model": "claude-haiku-4-5"}, {"model": "gemini-2.5-flash"}]
)
def test_providers_own_endpoints_have_a_price(given: dict[str, Any]) -> None:
    """At a provider's own address a known model has a known price."""
    assert estimate(doubted(), JudgeConfig(**given)).cost_usd is not None

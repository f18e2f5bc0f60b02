"""What a run costs, the budget that it keeps, and the same run over every provider's own wire."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from tests.core.judge.conftest import Serve
from tests.judging import doubted, reply
from tests.servers import WIRES, JudgeServer, Says, Wire
from toolscore_core.judge import JudgeConfig
from toolscore_core.judge.estimating import estimate, most_cost
from toolscore_core.judge.pairs import Pair
from toolscore_core.judge.planning import plan
from toolscore_core.judge.running import Progress, judge_pairs

snapshots = pytest.importorskip("genai_prices.data_snapshot")
data = pytest.importorskip("genai_prices.data")

KEY = "sk-" + "made-up-key-of-a-test"
PRICE = 100 * 0.15e-6 + 20 * 0.60e-6
"""US dollars of one reply of the server by the price of gpt-4o-mini."""


@pytest.fixture
def priced() -> Iterator[None]:
    """A price list of one's own, in which the servers on loopback are OpenAI's: nobody's prices are those of an address here."""
    listed = next(provider for provider in data.providers if provider.id == "openai")
    own = replace(listed, api_pattern=r"http://127\.0\.0\.1:\d+")
    snapshots.set_custom_snapshot(snapshots.DataSnapshot([own], from_auto_update=False))
    yield
    snapshots.set_custom_snapshot(None)


_ADDRESSES = count()


def at(server: JudgeServer) -> JudgeConfig:
    """Settings for a server, at an address of which no earlier test has asked the price."""
    return JudgeConfig(model="gpt-4o-mini", base_url=f"{server.origin}/{next(_ADDRESSES)}/v1", max_retries=0)


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


def most_usd(pairs: list[Pair], config: JudgeConfig) -> float:
    """What the first question can cost at most, as one answer."""
    found = most_cost(plan(pairs, config, None).questions[0], config)
    assert found is not None
    return found


@pytest.mark.usefixtures("priced")
@pytest.mark.parametrize("concurrency", [1, 8])
def test_a_budget_is_kept(serve: Serve, concurrency: int) -> None:
    """No request is begun that might pass it, however many run at once; the room that is not used is used again."""
    pytest.importorskip("openai")
    pairs = doubted(20)
    long = Says(reply(), tokens=(900, 400))
    server = serve(long)
    used = 900 * 0.15e-6 + 400 * 0.60e-6
    budget = 3 * most_usd(pairs, at(server)) + 5 * used
    outcome = judge_pairs(pairs, at(server), key=KEY, budget_usd=budget, concurrency=concurrency)
    assert outcome.stopped is not None
    assert outcome.stopped.kind == "budget"
    assert "leaves no room for another pair, which may cost up to" in outcome.stopped.message
    assert 6 <= len(outcome.verdicts) < 20
    assert len(outcome.unasked) == 20 - len(outcome.verdicts)
    assert outcome.cost_usd is not None
    assert outcome.cost_usd <= budget


@pytest.mark.usefixtures("priced")
@pytest.mark.parametrize("concurrency", [1, 8])
def test_a_budget_holds_whatever_comes(serve: Serve, concurrency: int) -> None:
    """Replies that fill their limit, break the schema and are repaired stay within it."""
    pytest.importorskip("openai")
    server = serve(script=lambda asked: Says(reply("mostly"), tokens=(len(asked.user + asked.system), asked.limit)))
    pairs = doubted(6)
    budget = 6 * most_usd(pairs, at(server))
    outcome = judge_pairs(pairs, at(server), key=KEY, budget_usd=budget, concurrency=concurrency)
    assert outcome.cost_usd is not None
    assert 0 < outcome.cost_usd <= budget
    assert outcome.stopped is not None
    assert outcome.stopped.kind == "budget"


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

"""The documented semantic score, asked of real servers."""

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

import pytest

from tests.core.judge.conftest import Serve
from tests.servers import WIRES, Fails, JudgeServer, Raw, Reply, Says, Wire
from toolscore_core.calls import ToolCall
from toolscore_core.errors import JudgeConfigError, JudgeTransportError
from toolscore_core.judge import JudgeConfig
from toolscore_core.matchers import Contains
from toolscore_core.metrics.llm_judge import (
    BatchSemanticCorrectness,
    Provenance,
    SemanticCorrectness,
    calculate_batch_semantic_correctness,
    calculate_semantic_correctness,
)

ConfigFor = Callable[..., JudgeConfig]
GOLD = [ToolCall("search", {"q": "NYC"}), ToolCall("book", {"seats": 2})]
CIRCLE: list[Any] = []
CIRCLE.append(CIRCLE)
DEEP: list[Any] = []
for _ in range(100_000):
    DEEP = [DEEP]
TRACE = [ToolCall("web_search", {"query": "New York City"}), ToolCall("reserve", {"seats": "two"})]


def judging(server: JudgeServer, **given: Any) -> JudgeConfig:
    """Settings of a compatible endpoint."""
    return JudgeConfig(**{"model": "m", "base_url": server.url, "max_retries": 0, **given})


def scores(*values: Any) -> Says:
    """A reply about pairs in order."""
    return Says(json.dumps([{"index": i, "score": value, "explanation": f"why {i}"} for i, value in enumerate(values)]))


def one(value: Any) -> Says:
    """A reply about one pair."""
    return Says(json.dumps({"score": value, "explanation": "alone"}))


def judged(serve: Serve, *replies: Reply) -> tuple[SemanticCorrectness, JudgeServer]:
    """Two pairs, judged by the replies."""
    server = serve(*replies)
    return calculate_semantic_correctness(GOLD, TRACE, judge=judging(server)), server


def taken(result: SemanticCorrectness | BatchSemanticCorrectness) -> Provenance:
    """Where a result came from."""
    assert result.provenance is not None
    return result.provenance


def test_one_request_for_all_pairs(serve: Serve) -> None:
    """Scores and explanations by position, and what they rest on."""
    result, server = judged(serve, scores(1, 0.5))
    assert result == {
        "semantic_score": 0.75,
        "per_call_scores": [1.0, 0.5],
        "explanations": ["why 0", "why 1"],
        "model_used": "m",
        "gold_count": 2,
        "trace_count": 2,
    }
    assert result.provenance == Provenance(
        host=server.origin.removeprefix("http://"),
        key_source="no key",
        models_returned=["answering-model"],
        temperature=0.0,
        requests=1,
        input_tokens=100,
        output_tokens=20,
        request_ids=["req-0"],
    )
    assert f"host={result.provenance.host!r}" in repr(result)
    assert result.flat() == {**result, "per_call_errors": [], **asdict(result.provenance)}
    [asked] = server.asked
    assert asked.form == "object"
    for text in ("Pair 0", "Pair 1", '"web_search"', '"New York City"', "exactly 2 objects"):
        assert text in asked.user


@pytest.mark.parametrize("wire", WIRES)
def test_every_provider(wire: Wire, serve: Serve, config_for: ConfigFor) -> None:
    """The same over each SDK."""
    server = serve(scores(1, 0.5))
    result = calculate_semantic_correctness(GOLD, TRACE, judge=config_for(server, wire, api_key="k-1"))
    assert (result["semantic_score"], taken(result).requests, server.asked[0].key) == (0.75, 1, "k-1")


@pytest.mark.parametrize(
    "text",
    [
        '```json\n[{"index": 1, "score": 0.5}, {"index": 0, "score": 1}]\n```',
        '```\n[{"index": "0", "score": "1"}, {"index": 1.0, "score": 0.5}]',
        '{"note": "x", "results": [{"score": 1}, {"score": 0.5}]}',
        '[{"index": null, "score": 1}, {"index": "second", "score": 0.5}]',
    ],
    ids=["fenced", "half a fence", "in an object", "without numbers"],
)
def test_forms_of_a_reply(text: str, serve: Serve) -> None:
    """What models write for the same."""
    result, server = judged(serve, Says(text))
    assert (result["per_call_scores"], len(server.asked)) == ([1.0, 0.5], 1)


@pytest.mark.parametrize(
    "reply",
    [
        Says("They do the same."),
        Says('[{"index": 0, "sco', "length"),
        Says(None, "refusal"),
        Says(None, "filter"),
        Says(None, "nothing"),
        Says('[{"index": 1, "score": 1}, {"index": 2, "score": 1}]'),
        Says('[{"index": 0, "score": 1}, {"index": 0, "score": 1}]'),
        Says('[{"index": 0, "score": 1}]'),
        Says('[{"index": Infinity, "score": 1}, {"index": 1, "score": 1}]'),
        Says("[1, 1]"),
        Says("{}"),
        Says("[" * 100_000),
    ],
    ids=[
        "prose",
        "cut",
        "refusal",
        "filter",
        "nothing",
        "from 1",
        "twice",
        "short",
        "infinite",
        "no objects",
        "empty",
        "deep",
    ],
)
def test_an_unreadable_reply(reply: Reply, serve: Serve) -> None:
    """Each pair is then asked about by itself, and the tokens of all requests count."""
    result, server = judged(serve, reply, one(0.25), one(0.75))
    assert (result["per_call_scores"], "per_call_errors" in result) == ([0.25, 0.75], False)
    assert (taken(result).requests, len(server.asked), taken(result).input_tokens) == (3, 3, 300)


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        (Says("no"), "the reply is no JSON object"),
        (Says(None, "refusal"), "the model refused"),
        (Says(None, "nothing"), "the answer holds no choice"),
        (Says('{"score": "high"}'), "the reply gives no number as the score"),
        (Says('{"score": NaN}'), "the reply gives NaN as the score"),
    ],
)
def test_a_pair_that_cannot_be_judged(reply: Reply, error: str, serve: Serve) -> None:
    """It has the documented 0.0, and is named."""
    result, _ = judged(serve, Says("no"), reply, one(1))
    assert result["per_call_scores"] == [0.0, 1.0]
    assert result["per_call_errors"] == [{"index": 0, "error": error}]


@pytest.mark.parametrize(
    ("given", "score"),
    [
        (1.5, 1.0),
        (-1, 0.0),
        (95, 1.0),
        ("0.5", 0.5),
        (True, 1.0),
        (10**400, 1.0),
        (-(10**400), 0.0),
        (float("inf"), 1.0),
    ],
)
def test_scores_are_clamped(given: Any, score: float, serve: Serve) -> None:
    """To 0..1, as documented."""
    result, _ = judged(serve, scores(given, 1))
    assert (result["per_call_scores"][0], "per_call_errors" in result) == (score, False)


@pytest.mark.parametrize("given", [None, "high", [], {}, float("nan"), "nan"])
def test_scores_that_are_none(given: Any, serve: Serve) -> None:
    """They are the documented 0.0, and the pair is named."""
    result, _ = judged(serve, scores(given, 1))
    assert result["per_call_scores"] == [0.0, 1.0]
    assert [error["index"] for error in result["per_call_errors"]] == [0]


def test_one_pair_in_an_object(serve: Serve) -> None:
    """Asked about one pair, a model that writes objects writes that one: no second request."""
    server = serve(one(0.9))
    result = calculate_semantic_correctness(GOLD[:1], TRACE[:1], judge=judging(server))
    assert (result["semantic_score"], len(server.asked)) == (0.9, 1)


def test_lists_of_different_length(serve: Serve) -> None:
    """The first pairs are judged, and the difference takes its share."""
    server = serve(scores(0.9))
    result = calculate_semantic_correctness(GOLD, TRACE[:1], judge=judging(server))
    assert (result["semantic_score"], result["gold_count"], result["trace_count"]) == (0.45, 2, 1)


@pytest.mark.parametrize(("gold", "trace", "score"), [([], [], 1.0), (GOLD, [], 0.0), ([], TRACE, 0.0)])
def test_without_a_pair(gold: list[ToolCall], trace: list[ToolCall], score: float, serve: Serve) -> None:
    """Nothing is asked: 1.0 where nothing was expected and nothing called, else 0.0."""
    server = serve(scores())
    result = calculate_semantic_correctness(gold, trace, judge=judging(server))
    assert (result["semantic_score"], taken(result).requests, server.asked) == (score, 0, [])


@pytest.mark.parametrize(
    ("replies", "kind"),
    [
        ([Fails(401)], "authentication"),
        ([Raw(b"<html>")], "body"),
        ([Says("no"), Fails(500)], "server"),
        ([Says("no"), one(1), Fails(429)], "rate_limit"),
    ],
)
def test_failures_of_the_transport(replies: Sequence[Reply], kind: str, serve: Serve) -> None:
    """They are raised, also while pairs are asked about one by one: they say nothing about the agent."""
    with pytest.raises(JudgeTransportError) as raised:
        judged(serve, *replies)
    assert raised.value.kind == kind


@pytest.mark.parametrize(
    "given",
    [{"q": Contains("x")}, {"q": {1, 2}}, {"q": b"x"}, {"q": CIRCLE}, {"q": DEEP}],
    ids=["matcher", "set", "bytes", "circle", "deep"],
)
def test_arguments_that_json_cannot_write(given: dict[str, Any], serve: Serve) -> None:
    """They are a TypeError before anything is sent."""
    server = serve(scores(1))
    with pytest.raises(TypeError):
        calculate_semantic_correctness([ToolCall("a", given)], TRACE[:1], judge=judging(server))
    assert server.asked == []


def test_without_a_key(serve: Serve) -> None:
    """A provider's own service needs one, whatever the lists; a bare name and None are settings too."""
    for judge in (None, "gpt-4o", JudgeConfig()):
        with pytest.raises(JudgeConfigError, match="OPENAI_API_KEY"):
            calculate_semantic_correctness([], [], judge=judge)


def test_a_custom_endpoint_gets_the_key_of_the_environment(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """As documented for Python; the result says so."""
    monkeypatch.setenv("OPENAI_API_KEY", "k-env")
    result, server = judged(serve, scores(1, 1))
    assert (server.asked[0].key, taken(result).key_source) == ("k-env", "OPENAI_API_KEY")


def test_inside_a_running_event_loop(serve: Serve) -> None:
    """As in a notebook."""

    async def cell() -> SemanticCorrectness:
        return judged(serve, scores(1, 1))[0]

    assert asyncio.run(cell())["semantic_score"] == 1


def test_several_evaluations(serve: Serve) -> None:
    """One after the other, their mean, and how many pairs could not be judged."""
    server = serve(scores(1, 0.5), scores("high"))
    result = calculate_batch_semantic_correctness(
        [(GOLD, TRACE), (GOLD[:1], TRACE[:1]), ([], [])], judge=judging(server)
    )
    assert result["individual_scores"] == [0.75, 0.0, 1.0]
    assert (result["average_score"], result["total_evaluations"], result["error_count"]) == (1.75 / 3, 3, 1)
    assert (taken(result).requests, taken(result).input_tokens, taken(result).temperature) == (2, 200, 0.0)
    assert (taken(result).models_returned, taken(result).request_ids) == (["answering-model"], ["req-0", "req-1"])
    assert taken(result).host == server.origin.removeprefix("http://")


def test_no_evaluations() -> None:
    """The documented 0.0, and no key is needed."""
    result = calculate_batch_semantic_correctness([])
    assert result == {"average_score": 0.0, "individual_scores": [], "total_evaluations": 0}
    assert result.provenance is None


def test_the_first_failure_ends_a_batch(serve: Serve) -> None:
    """It is raised."""
    server = serve(scores(1, 1), Fails(401))
    with pytest.raises(JudgeTransportError):
        calculate_batch_semantic_correctness([(GOLD, TRACE)] * 3, judge=judging(server))
    assert len(server.asked) == 2

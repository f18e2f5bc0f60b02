"""How the form of an answer is asked for, and what the client learns of an endpoint that does not take it."""

import asyncio
import json
from collections.abc import Callable

import pytest

from tests.core.judge.asking import ANSWER, KEY, SCHEMA, ConfigFor, ask, compatible, every_wire, failure
from tests.core.judge.conftest import Serve
from tests.servers import WIRES, Asked, Fails, Reply, Says, Wire
from toolscore_core.judge.client import Client
from toolscore_core.judge.client import Reply as JudgeReply
from toolscore_core.judge.providers.wire import CUT_OFF


def takes(*forms: str, refusal: Reply) -> Callable[[Asked], Reply]:
    """An endpoint that takes some forms of answer."""
    return lambda asked: ANSWER if asked.form in forms else refusal


@pytest.mark.parametrize(
    "refusal",
    [
        Fails(500, "Input should be 'text' or 'json_object'"),
        Fails(400, "response_format is not supported"),
        Fails(422, "unprocessable"),
    ],
    ids=["llama", "named", "silent"],
)
def test_a_form_that_is_refused(refusal: Reply, serve: Serve) -> None:
    """The next weaker one is asked for, which is remembered, in this run and the next."""
    server = serve(script=takes("object_schema", "object", "text", refusal=refusal))
    replies = [*ask(compatible(server), SCHEMA, times=2), *ask(compatible(server), SCHEMA)]
    assert [asked.form for asked in server.asked] == ["schema"] + ["object_schema"] * 3
    assert [reply.structured for reply in replies] == ["object_schema"] * 3


@every_wire
def test_a_strict_schema_has_no_lengths(wire: Wire, serve: Serve, config_for: ConfigFor) -> None:
    """Strict modes do not take them."""
    server = serve(ANSWER)
    ask(config_for(server, wire), SCHEMA)
    assert server.asked[0].form == "schema"
    assert "additionalProperties" in json.dumps(server.asked[0].body)
    assert "maxLength" not in json.dumps(server.asked[0].body)


def test_a_server_without_strict_schemas_gets_lengths_and_one_message(serve: Serve) -> None:
    """It makes a grammar of the schema, which needs bounds, and may drop a message of the system."""
    server = serve(script=takes("object_schema", refusal=Fails(500, "Input should be 'text' or 'json_object'")))
    ask(compatible(server), SCHEMA)
    first, second = (asked.body["messages"] for asked in server.asked)
    assert [message["role"] for message in first] == ["system", "user"]
    assert second == [{"role": "user", "content": "system text\n\nuser text"}]
    assert server.asked[1].body["response_format"]["schema"] == SCHEMA


@every_wire
def test_no_form_is_taken(wire: Wire, serve: Serve, config_for: ConfigFor) -> None:
    """At last the schema stands in the prompt alone."""
    server = serve(script=takes("text", refusal=Fails(400, "unknown field")))
    [reply] = ask(config_for(server, wire), SCHEMA)
    assert reply.structured == "text"
    assert '"additionalProperties": false' in server.asked[-1].system


def test_a_form_that_is_ignored(serve: Serve) -> None:
    """Where an endpoint answers in prose, the schema is put into the prompt; both requests count."""
    server = serve(Says("They are the same."), ANSWER)
    replies = ask(compatible(server), SCHEMA, times=2)
    assert [asked.form for asked in server.asked] == ["schema", "text", "text"]
    assert [(reply.attempts, reply.input_tokens) for reply in replies] == [(2, 200), (1, 100)]


@pytest.mark.parametrize(
    "rambling",
    ["Let me think about this. " * 40, '{"thoughts": "first, ' + "and then, " * 40, "```json\n{ { { {"],
    ids=["prose", "another object", "no object"],
)
def test_a_form_that_is_ignored_to_the_limit(rambling: str, serve: Serve) -> None:
    """An endpoint that rambles to its limit of tokens looked at no schema: it is asked by the prompt, now and later."""
    server = serve(Says(rambling, "length"), ANSWER)
    replies = ask(compatible(server), SCHEMA, times=2)
    assert [asked.form for asked in server.asked] == ["schema", "text", "text"]
    assert [(reply.text, reply.attempts) for reply in replies] == [(ANSWER.text, 2), (ANSWER.text, 1)]


def test_a_reply_by_the_schema_that_is_cut_off(serve: Serve) -> None:
    """One that begins as the schema says shows that it is followed; the reply alone failed."""
    server = serve(Says(' {"a": "b', "length"), ANSWER)
    replies = ask(compatible(server), SCHEMA, times=2)
    assert [asked.form for asked in server.asked] == ["schema", "schema"]
    assert [reply.problem for reply in replies] == [CUT_OFF, None]


def test_without_a_schema_only_a_named_refusal_counts(serve: Serve) -> None:
    """Then a JSON object is asked for, and any other refusal is one."""
    server = serve(Fails(400, "unknown field"))
    assert failure(compatible(server)).kind == "request"
    server = serve(Fails(400, "response_format is not supported"), ANSWER)
    [reply] = ask(compatible(server))
    assert ([asked.form for asked in server.asked], reply.structured) == (["object", "text"], "text")


def test_one_question_finds_out(serve: Serve) -> None:
    """Of questions at the same time only the first meets the refusal; the others then run side by side."""
    server = serve(script=takes("object", "text", refusal=Fails(400, "response_format")))

    async def work() -> list[JudgeReply]:
        async with Client(compatible(server), key=KEY) as client:
            return await asyncio.gather(*(client.ask("s", "u", SCHEMA) for _ in range(6)))

    assert len(asyncio.run(work())) == 6
    assert sorted(asked.form for asked in server.asked) == ["object"] * 6 + ["object_schema", "schema"]


@pytest.mark.parametrize("wire", [*WIRES, "compatible"])
def test_the_limit_of_a_reply(wire: str, serve: Serve, config_for: ConfigFor) -> None:
    """Every reply that follows a schema has one, under the provider's name for it."""
    server = serve(ANSWER)
    ask(compatible(server) if wire == "compatible" else config_for(server, wire), SCHEMA)
    name = {"openai": "max_completion_tokens", "gemini": "maxOutputTokens"}.get(wire, "max_tokens")
    assert f'"{name}": ' in json.dumps(server.asked[0].body)
    assert server.asked[0].limit == (1024 if wire == "compatible" else 4096)

"""The client against real servers in every wire format: what arrives there, and what comes back."""

import asyncio
import json
import traceback

import pytest

from tests.core.judge.asking import ANSWER, KEY, SCHEMA, ConfigFor, ask, compatible, every_wire, failure
from tests.core.judge.conftest import Serve
from tests.servers import WIRES, Drops, Fails, Holds, Raw, Reply, Says, Wire
from toolscore_core.errors import FATAL_KINDS, JudgeConfigError
from toolscore_core.judge.client import Client, Waiting


@every_wire
def test_a_question_and_its_answer(wire: Wire, serve: Serve, config_for: ConfigFor) -> None:
    """The messages arrive as they are; text, model, request id and tokens come back."""
    server = serve(ANSWER)
    [reply] = ask(config_for(server, wire), SCHEMA)
    [asked] = server.asked
    assert (asked.system, asked.user, asked.key, asked.form) == ("system text", "user text", KEY, "schema")
    assert (reply.text, reply.problem, reply.model, reply.request_id) == (ANSWER.text, None, "answering-model", "req-0")
    assert (reply.input_tokens, reply.output_tokens, reply.attempts, reply.structured) == (100, 20, 1, "schema")


@every_wire
def test_the_temperature(wire: Wire, serve: Serve, config_for: ConfigFor) -> None:
    """It is sent where the SDK has it, and None is not sent."""
    server = serve(ANSWER)
    [first] = ask(config_for(server, wire, temperature=0.5))
    [second] = ask(config_for(server, wire, temperature=None))
    expected = None if wire == "anthropic" else 0.5  # its SDK has no such parameter
    assert [asked.temperature for asked in server.asked] == [expected, None]
    assert [first.temperature_sent, second.temperature_sent] == [expected, None]


@pytest.mark.parametrize("wire", ["openai", "gemini"])
def test_a_refused_temperature(wire: Wire, serve: Serve, config_for: ConfigFor) -> None:
    """It is left out at once and from then on."""
    server = serve(Fails(400, "Unsupported value: 'temperature' does not support 0.0 with this model."), ANSWER)
    replies = ask(config_for(server, wire), SCHEMA, times=2)
    assert [asked.temperature for asked in server.asked] == [0.0, None, None]
    assert [(reply.temperature_sent, reply.attempts) for reply in replies] == [(None, 2), (None, 1)]


REFUSALS: dict[str, tuple[Reply, str, int | None]] = {
    "a wrong key": (Fails(401), "authentication", 401),
    "a key without rights": (Fails(403), "forbidden", 403),
    "no such model": (Fails(404), "not_found", 404),
    "a bad request": (Fails(400, "what is this"), "request", 400),
    "too long": (Fails(400, "prompt is too long: 9 tokens"), "context", 400),
    "too many": (Fails(429), "rate_limit", 429),
    "no credit": (Fails(429, "You exceeded your current quota", "insufficient_quota"), "quota", 429),
    "an error": (Fails(500), "server", 500),
    "overload": (Fails(529), "overloaded", 529),
    "a dropped connection": (Drops(), "connection", None),
    "a page": (Raw(b"<html>sign in</html>", content_type="text/html"), "body", None),
    "a page that says it is JSON": (Raw(b"<html>sign in</html>"), "body", None),
    "a list": (Raw(b"[]"), "body", None),
    "half a body": (Raw(b'{"choices": [', length=500), "connection", None),
}


@every_wire
@pytest.mark.parametrize("name", REFUSALS)
def test_what_goes_wrong(wire: Wire, name: str, serve: Serve, config_for: ConfigFor) -> None:
    """One error for all SDKs, with kind, status and attempts, and without the key in anything that is chained to it."""
    reply, kind, status = REFUSALS[name]
    error = failure(config_for(serve(reply), wire))
    assert (error.kind, error.status, error.attempts) == (kind, status, 1)
    assert error.fatal == (kind in FATAL_KINDS)
    assert error.__cause__ is None
    assert error.__context__ is None
    assert KEY not in "".join(traceback.format_exception(error))


@every_wire
def test_a_slow_endpoint(wire: Wire, serve: Serve, config_for: ConfigFor) -> None:
    """A request ends at its time-out."""
    assert failure(config_for(serve(Holds()), wire), timeout_s=0.2).kind == "timeout"


@every_wire
def test_nobody_listens(wire: Wire, serve: Serve, config_for: ConfigFor) -> None:
    """A closed port ends a run."""
    server = serve(ANSWER)
    config = config_for(server, wire)
    server.close()
    error = failure(config)
    assert (error.kind, error.fatal) == ("unreachable", True)


@every_wire
def test_a_message_that_repeats_the_key(wire: Wire, serve: Serve, config_for: ConfigFor) -> None:
    """The provider's words are passed on without it."""
    error = failure(config_for(serve(Fails(401, f"Incorrect key: {KEY}")), wire))
    assert str(error).startswith("the key was refused (HTTP 401): ")
    assert "Incorrect key: [key]" in str(error)


NO_TEXT: dict[str, tuple[Says, dict[str, str]]] = {
    "refused": (
        Says(None, "refusal"),
        {"openai": "the model refused", "anthropic": "the model refused", "gemini": "a content filter stopped"},
    ),
    "filtered": (
        Says(None, "filter"),
        {"openai": "a content filter", "anthropic": "the model refused", "gemini": "a content filter"},
    ),
    "nothing at all": (
        Says(None, "nothing"),
        {"openai": "holds no choice", "anthropic": "is empty", "gemini": "holds no candidate"},
    ),
    "empty": (Says(""), dict.fromkeys(WIRES, "the answer is empty")),
    "cut off": (Says('{"a": "', "length"), dict.fromkeys(WIRES, "cut off at its limit")),
}


@every_wire
@pytest.mark.parametrize("name", NO_TEXT)
def test_an_answer_without_a_whole_text(wire: Wire, name: str, serve: Serve, config_for: ConfigFor) -> None:
    """It is an answer that says why, and its tokens count."""
    says, problems = NO_TEXT[name]
    [reply] = ask(config_for(serve(says), wire))
    assert reply.problem is not None
    assert problems[wire] in reply.problem
    assert (reply.text, reply.input_tokens, reply.output_tokens) == (says.text or "", 100, 20)


@every_wire
def test_unknown_tokens_are_not_zero(wire: Wire, serve: Serve, config_for: ConfigFor) -> None:
    """Where the provider does not say, nobody knows."""
    [reply] = ask(config_for(serve(Says("{}", tokens=None)), wire))
    assert (reply.input_tokens, reply.output_tokens) == (None, None)


WRONG_SHAPES = [
    {},
    {"choices": None, "content": None, "candidates": None, "usage": None, "usageMetadata": None, "model": None},
    {"choices": "x", "content": "x", "candidates": "x", "usage": "x", "usageMetadata": "x", "model": 5},
    {"choices": [None], "content": [None, 5, {"type": "text", "text": 5}], "candidates": [None]},
    {"choices": [{"message": []}], "content": [[]], "candidates": [{"content": {"parts": [None, {"text": 5}]}}]},
    {"choices": [{"message": {"content": [1], "refusal": 5}}], "candidates": [{"content": [], "finishReason": 5}]},
    {
        "usage": {"prompt_tokens": "9", "completion_tokens": -1, "input_tokens": True, "output_tokens": 1.5},
        "usageMetadata": {"promptTokenCount": None, "candidatesTokenCount": [], "thoughtsTokenCount": -5},
    },
]


@every_wire
@pytest.mark.parametrize("body", WRONG_SHAPES)
def test_a_body_of_any_shape(wire: Wire, body: dict[str, object], serve: Serve, config_for: ConfigFor) -> None:
    """Whatever stands where, it is an answer without text and with unknown tokens."""
    [reply] = ask(config_for(serve(Raw(json.dumps(body).encode())), wire))
    assert (reply.text, reply.input_tokens, reply.output_tokens) == ("", None, None)
    assert reply.problem is not None


@every_wire
@pytest.mark.parametrize("passing", [Fails(429), Fails(500), Fails(529), Drops()], ids=["429", "500", "529", "drop"])
def test_a_failure_that_passes(wire: Wire, passing: Reply, serve: Serve, config_for: ConfigFor) -> None:
    """The request is sent again, after longer and longer waits."""
    server = serve(passing, passing, ANSWER)
    waits: list[Waiting] = []
    [reply] = ask(config_for(server, wire, max_retries=2), waits=waits)
    assert (reply.text, reply.attempts, len(server.asked)) == (ANSWER.text, 3, 3)
    assert [wait.seconds for wait in waits] == [0.5, 1.0]


@every_wire
def test_a_failure_that_stays(wire: Wire, serve: Serve, config_for: ConfigFor) -> None:
    """After the last retry it is the failure."""
    server = serve(Fails(500))
    assert failure(config_for(server, wire, max_retries=2)).attempts == 3
    assert len(server.asked) == 3


@every_wire
@pytest.mark.parametrize(("said", "waited"), [("7", 7.0), ("120", 30.0), ("soon", 0.5), ("-1", 0.5), ("nan", 0.5)])
def test_retry_after(wire: Wire, said: str, waited: float, serve: Serve, config_for: ConfigFor) -> None:
    """The endpoint's wish is followed up to a limit, and told; nonsense is no wish."""
    waits: list[Waiting] = []
    ask(config_for(serve(Fails(429, headers={"Retry-After": said}), ANSWER), wire, max_retries=1), waits=waits)
    [wait] = waits
    assert (wait.seconds, wait.asked_s) == (waited, float(said) if said.isdigit() else None)


def test_retry_after_a_date(serve: Serve, config_for: ConfigFor) -> None:
    """A date in the past asks for no wait."""
    waits: list[Waiting] = []
    server = serve(Fails(429, headers={"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}), ANSWER)
    ask(config_for(server, "openai", max_retries=1), waits=waits)
    assert [wait.seconds for wait in waits] == [0.0]


@every_wire
@pytest.mark.parametrize("reply", [Fails(401), Fails(404), Fails(429, code="insufficient_quota")])
def test_a_failure_that_no_retry_mends(wire: Wire, reply: Reply, serve: Serve, config_for: ConfigFor) -> None:
    """It is asked once."""
    server = serve(reply)
    assert failure(config_for(server, wire, max_retries=5)).fatal
    assert len(server.asked) == 1


@every_wire
def test_a_question_is_cancelled(wire: Wire, serve: Serve, config_for: ConfigFor) -> None:
    """A question that waits for its answer ends as soon as it is cancelled, and the client closes."""
    server = serve(Holds())
    config = config_for(server, wire, max_retries=5)

    async def work() -> None:
        async with Client(config, key=KEY) as client:
            task = asyncio.ensure_future(client.ask("s", "u"))
            await asyncio.to_thread(server.arrived.wait)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

    asyncio.run(work())
    assert len(server.asked) == 1


def test_the_client_says_where_it_asks(serve: Serve) -> None:
    """Host and source of the key, before anything is sent; a key is needed."""
    server = serve(ANSWER)
    client = Client(compatible(server), key=KEY, key_source="given")
    assert (client.host, client.key_source) == (server.origin.removeprefix("http://"), "given")
    assert KEY not in repr(client)
    with pytest.raises(JudgeConfigError, match="there is no key"):
        Client(compatible(server), key=None)


def test_what_a_compatible_endpoint_gets(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """The key that was given, and none of the headers that the environment has for the provider itself."""
    monkeypatch.setenv("OPENAI_ORG_ID", "theirs")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "theirs")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Gateway: theirs\nauthorization: Bearer theirs")
    server = serve(ANSWER)
    ask(compatible(server))
    assert server.asked[0].key == KEY
    assert "theirs" not in str(server.asked[0].headers)


@every_wire
def test_the_environment_of_other_services(
    wire: Wire, serve: Serve, config_for: ConfigFor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Variables that turn an SDK to another service or key change nothing."""
    monkeypatch.setenv("GOOGLE_GENAI_USE_VERTEXAI", "true")
    monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", "other")
    monkeypatch.setenv("OPENAI_API_KEY", "other")
    server = serve(ANSWER)
    ask(config_for(server, wire))
    assert server.asked[0].key == KEY
    assert "publishers" not in server.asked[0].path

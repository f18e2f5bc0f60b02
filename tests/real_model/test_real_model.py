"""The whole chain against a small real model on this machine: form and handling, never taste.

It runs by its own command. TOOLSCORE_MODEL_SERVER is the command of a server that speaks OpenAI's chat completions, with
`{port}` where its port goes. These tests are written to llama-cpp-python, which answers 500 to a strict schema:

    pip install "llama-cpp-python[server]"
    export TOOLSCORE_MODEL_SERVER="python -m llama_cpp.server --model model.gguf --n_ctx 4096 --chat_format gemma --port {port}"
    pytest -m real_model tests/real_model

A model of 270 million parameters is enough, and needs half a minute on two cores.
"""

import json
import os
import shlex
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import jsonschema
import pytest

from tests.judging import doubted
from tests.real_model.proxy import Proxy
from toolscore_core.judge import JudgeConfig
from toolscore_core.judge.cache import VerdictCache
from toolscore_core.judge.running import JudgeRun, Progress, judge_pairs
from toolscore_core.judge.verdicts import REPLY_SCHEMA, VERDICTS

pytestmark = pytest.mark.real_model

COMMAND = os.environ.get("TOOLSCORE_MODEL_SERVER")

LEAST_TOKENS = 500
"""Tokens of a question from which on the instructions must be in it: of a pair alone it has some 150."""

START_S = 120
"""Seconds that a server may take to load its model."""


class Server:
    """A model server in its own process.

    Attributes:
        url: Address of its OpenAI-compatible interface.
    """

    def __init__(self, command: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}/v1"
        self._process = subprocess.Popen(
            shlex.split(command.format(port=port)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self._wait_for(port)

    def _wait_for(self, port: int) -> None:
        for _ in range(START_S * 5):
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
            except OSError:
                if self._process.poll() is not None:
                    break
                threading.Event().wait(0.2)
            else:
                return
        self.end()
        raise RuntimeError("the model server did not start")

    def end(self) -> None:
        """Kill it; it may be in the middle of an answer."""
        self._process.kill()
        self._process.wait()


@contextmanager
def running() -> Iterator[Server]:
    """A server for a test; skips where none is named."""
    if not COMMAND:
        pytest.skip("TOOLSCORE_MODEL_SERVER names no model server")
    server = Server(COMMAND)
    try:
        yield server
    finally:
        server.end()


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """One server for the tests that leave it alive."""
    with running() as started:
        yield started


@pytest.fixture
def proxy(server: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[Proxy]:
    """Notes what goes to that server and back; nothing is known yet of what it takes."""
    monkeypatch.setattr("toolscore_core.judge.client._LEARNED", {})
    with Proxy(server.url).running() as between:
        yield between


def at(url: str) -> JudgeConfig:
    """Settings for a server, which takes any model name."""
    return JudgeConfig(model="local-model", base_url=url, max_retries=0)


def check(outcome: JudgeRun) -> None:
    """Every verdict is one of the three words with a reason; every error is told and has no verdict, so no zero."""
    for verdict in outcome.verdicts:
        assert (verdict.verdict in VERDICTS and bool(verdict.reason)) is (verdict.error is None)
        assert (verdict.value is None) is (verdict.error is not None)


def test_a_real_model_is_read(proxy: Proxy, tmp_path: Path) -> None:
    """Five pairs get verdicts that follow the schema; only the first question meets the refusal; a second run asks nobody."""
    cache = VerdictCache(tmp_path)
    pairs = doubted(5)
    first = judge_pairs(pairs, at(proxy.url), key="not-needed", cache=cache, concurrency=2, timeout_s=180.0)
    check(first)
    assert (first.stopped, [verdict.error for verdict in first.verdicts]) == (None, [None] * 5)
    assert [(passed.form, passed.status) for passed in proxy.passed] == [
        ("json_schema", 500),
        *[("json_object+schema", 200)] * 5,
    ]
    replies = [passed.body["choices"][0]["message"]["content"] for passed in proxy.passed[1:]]
    for reply in replies:
        jsonschema.validate(json.loads(reply), REPLY_SCHEMA)
    assert first.usage.requests == 6
    counted = [passed.body["usage"] for passed in proxy.passed[1:]]
    assert first.usage.input_tokens == sum(usage["prompt_tokens"] for usage in counted) > 5 * LEAST_TOKENS
    assert first.usage.output_tokens == sum(usage["completion_tokens"] for usage in counted) > 0
    assert (first.cost_usd, first.record.structured) == (None, ("object_schema",))

    again = judge_pairs(pairs, at(proxy.url), key=None, cache=cache)
    assert (len(proxy.passed), again.usage.requests, again.cost_usd) == (6, 0, 0.0)
    assert [verdict.source for verdict in again.verdicts] == ["cache"] * 5
    assert [verdict.verdict for verdict in again.verdicts] == [verdict.verdict for verdict in first.verdicts]


def test_a_run_is_cancelled_within_a_second(proxy: Proxy) -> None:
    """A run that is cancelled while the model writes ends at once and keeps what it has."""
    cancel = threading.Event()
    cancelled_at: list[float] = []

    def cancel_while_it_writes() -> None:
        for _ in ("the refusal", "the answer"):
            proxy.arrived.acquire()
        cancelled_at.append(time.monotonic())
        cancel.set()

    watcher = threading.Thread(target=cancel_while_it_writes)
    watcher.start()
    outcome = judge_pairs(doubted(50), at(proxy.url), key="not-needed", concurrency=1, cancel=cancel)
    took_s = time.monotonic() - cancelled_at[0]
    watcher.join()
    check(outcome)
    assert outcome.stopped is not None
    assert outcome.stopped.kind == "cancelled"
    assert outcome.unasked
    assert took_s < 1


def test_a_server_that_ends_gives_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the server dies in the middle, the pair that was asked about is an error, and the others are not reached."""
    monkeypatch.setattr("toolscore_core.judge.client._LEARNED", {})
    with running() as mortal, Proxy(mortal.url).running() as proxy:

        def end_after_the_first(progress: Progress) -> None:
            if progress.done == 1:
                mortal.end()

        outcome = judge_pairs(
            doubted(5), at(proxy.url), key="not-needed", concurrency=1, on_progress=end_after_the_first, timeout_s=180.0
        )
    check(outcome)
    assert [verdict.error_kind for verdict in outcome.verdicts] == [None, *["connection"] * 4]
    assert [verdict.value for verdict in outcome.verdicts[1:]] == [None] * 4

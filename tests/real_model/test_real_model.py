"""The whole chain against a small real model on this machine: form and handling, never taste.

It runs by its own command. TOOLSCORE_MODEL_SERVER is the command of a server that speaks OpenAI's chat completions, with
`{port}` where its port goes, for example:

    export TOOLSCORE_MODEL_SERVER="python -m llama_cpp.server --model model.gguf --n_ctx 4096 --chat_format gemma --port {port}"
    pytest -m real_model tests/real_model
"""

import os
import shlex
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.judging import doubted
from toolscore_core.judge import JudgeConfig
from toolscore_core.judge.cache import VerdictCache
from toolscore_core.judge.running import JudgeRun, Progress, judge_pairs
from toolscore_core.judge.verdicts import VERDICTS

pytestmark = pytest.mark.real_model

COMMAND = os.environ.get("TOOLSCORE_MODEL_SERVER")

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


def at(server: Server) -> JudgeConfig:
    """Settings for a server, which takes any model name."""
    return JudgeConfig(model="local-model", base_url=server.url, max_retries=0)


def check(outcome: JudgeRun) -> None:
    """Every verdict is one of the three words with a reason; every error is told and has no verdict, so no zero."""
    for verdict in outcome.verdicts:
        assert (verdict.verdict in VERDICTS and bool(verdict.reason)) is (verdict.error is None)
        assert (verdict.value is None) is (verdict.error is not None)


def test_a_real_model_is_read(server: Server, tmp_path: Path) -> None:
    """Real replies become verdicts or named errors, are counted and stored; a second run over the verdicts asks nobody."""
    cache = VerdictCache(tmp_path)
    pairs = doubted(5)
    first = judge_pairs(pairs, at(server), key="not-needed", cache=cache, concurrency=1, timeout_s=180.0)
    check(first)
    assert (first.stopped, len(first.verdicts)) == (None, 5)
    assert {verdict.error_kind for verdict in first.verdicts} <= {None, "reply"}
    assert first.usage.requests >= 5
    assert first.usage.input_tokens > 0
    assert first.usage.output_tokens > 0
    assert first.cost_usd is None

    judged = {verdict.pair_key: verdict.verdict for verdict in first.verdicts if verdict.verdict is not None}
    assert len(list(tmp_path.iterdir())) == len(judged)
    again = judge_pairs([pair for pair in pairs if pair.key in judged], at(server), key=None, cache=cache)
    assert again.usage.requests == 0
    assert {verdict.pair_key: verdict.verdict for verdict in again.verdicts} == judged


def test_a_run_is_cancelled(server: Server) -> None:
    """A run that is cancelled while the model writes ends and keeps what it has."""
    cancel = threading.Event()
    timer = threading.Timer(0.5, cancel.set)
    timer.start()
    outcome = judge_pairs(doubted(50), at(server), key="not-needed", concurrency=1, cancel=cancel)
    timer.join()
    check(outcome)
    assert outcome.stopped is not None
    assert outcome.stopped.kind == "cancelled"
    assert outcome.unasked


def test_a_server_that_ends_gives_errors() -> None:
    """When the server dies in the middle, the other pairs are errors or were not reached."""
    with running() as mortal:

        def end_after_the_first(progress: Progress) -> None:
            if progress.done == 1:
                mortal.end()

        outcome = judge_pairs(
            doubted(5), at(mortal), key="not-needed", concurrency=1, on_progress=end_after_the_first, timeout_s=180.0
        )
    check(outcome)
    assert all(verdict.error_kind == "connection" for verdict in outcome.verdicts[1:])
    assert outcome.stopped is not None or len(outcome.verdicts) == 5

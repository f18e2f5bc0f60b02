"""Endpoints on loopback for the judge's tests."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from tests.servers import JudgeServer, Reply, Script, Wire, judge_server
from toolscore_core.judge import JudgeConfig

KEY_VARIABLES = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY", "GEMINI_API_KEY", "TOOLSCORE_JUDGE_API_KEY")
ADDRESS_VARIABLES = {
    "openai": "OPENAI_BASE_URL",
    "anthropic": "ANTHROPIC_BASE_URL",
    "gemini": "GOOGLE_GEMINI_BASE_URL",
}


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """No key, address or proxy of the machine reaches a test."""
    for variable in (*KEY_VARIABLES, *ADDRESS_VARIABLES.values(), "HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr("toolscore_core.judge.client._LEARNED", {})


Serve = Callable[..., JudgeServer]


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Starts servers that stop after the test."""
    with ExitStack() as stack:

        def start(*replies: Reply, script: Script | None = None) -> JudgeServer:
            return stack.enter_context(judge_server(*replies, script=script))

        yield start


@pytest.fixture
def config_for(monkeypatch: pytest.MonkeyPatch) -> Callable[..., JudgeConfig]:
    """Settings that reach a server in a wire format, as a provider's own service is reached."""

    def make(server: JudgeServer, wire: Wire, **given: Any) -> JudgeConfig:
        monkeypatch.setenv(ADDRESS_VARIABLES[wire], server.url if wire == "openai" else server.origin)
        return JudgeConfig(**{"model": f"{wire}-model", "provider": wire, "max_retries": 0, **given})

    return make

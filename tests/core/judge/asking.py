"""One question, or a few, put to a server in a test."""

import asyncio
from collections.abc import Callable

import pytest

from tests.servers import WIRES, JudgeServer, Says
from toolscore_core.errors import JudgeTransportError
from toolscore_core.judge import JudgeConfig
from toolscore_core.judge.client import Client, Patience, Reply, Waiting

ConfigFor = Callable[..., JudgeConfig]
every_wire = pytest.mark.parametrize("wire", WIRES)

BOUNDED = {"type": "string", "maxLength": 9}
SCHEMA = {"type": "object", "properties": {"a": BOUNDED}, "required": ["a"], "additionalProperties": False}
KEY = "key-" + "7" * 20
ANSWER = Says('{"a": "b"}')


def ask(
    config: JudgeConfig,
    schema: dict[str, object] | None = None,
    *,
    times: int = 1,
    timeout_s: float = 30,
    waits: list[Waiting] | None = None,
) -> list[Reply]:
    """Ask some times, one after the other, without really waiting."""

    async def no_sleep(_seconds: float) -> None:
        return None

    patience = Patience(config.max_retries, waits.append if waits is not None else None, no_sleep, lambda: 1.0)

    async def work() -> list[Reply]:
        async with Client(config, key=KEY, timeout_s=timeout_s, patience=patience) as client:
            return [await client.ask("system text", "user text", schema) for _ in range(times)]

    return asyncio.run(work())


def failure(config: JudgeConfig, **given: float) -> JudgeTransportError:
    """What asking fails with."""
    with pytest.raises(JudgeTransportError) as raised:
        ask(config, timeout_s=given.get("timeout_s", 30))
    return raised.value


def compatible(server: JudgeServer, **given: object) -> JudgeConfig:
    """Settings of a compatible endpoint."""
    return JudgeConfig(model="local", base_url=server.url, max_retries=0, **given)  # type: ignore[arg-type]

"""The key reaches the endpoint, and no log, exception, result, export, cache or command output, with any provider."""

import json
import logging
import pickle
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.core.judge.conftest import ADDRESS_VARIABLES, Serve
from tests.judging import doubted, reply
from tests.servers import WIRES, Drops, Fails, JudgeServer, Raw, Reply, Says, Wire
from toolscore_core.calls import ToolCall
from toolscore_core.cli import main
from toolscore_core.errors import JudgeTransportError
from toolscore_core.evaluation import evaluate_trace
from toolscore_core.judge import JudgeConfig
from toolscore_core.judge.cache import VerdictCache, question_key
from toolscore_core.judge.running import judge_pairs
from toolscore_core.metrics.llm_judge import calculate_semantic_correctness

KEY = "key-" + "".join("a7Zq2" for _ in range(6))
PROVIDERS = (*WIRES, "openai_compatible")
VARIABLES = {"anthropic": "ANTHROPIC_API_KEY", "gemini": "GOOGLE_API_KEY"}
SCORES = Says(json.dumps([{"index": 0, "score": 1, "explanation": f"I saw {KEY} in the request."}]))

REPLIES: dict[str, Reply] = {
    "answered": Says(reply(reason=f"I saw {KEY} in the request.")),
    "401": Fails(401, f"Incorrect API key provided: {KEY}"),
    "400": Fails(400, f"bad header Authorization: Bearer {KEY}"),
    "500": Fails(500, f"crashed with {KEY}"),
    "dropped": Drops(),
    "HTML": Raw(f"<html>{KEY}</html>".encode(), content_type="text/html"),
}

everywhere = pytest.mark.parametrize("provider", PROVIDERS)


def config_of(provider: str, server: JudgeServer, config_for: Callable[..., JudgeConfig], **given: Any) -> JudgeConfig:
    """Settings that reach the server as the provider is reached."""
    if provider == "openai_compatible":
        return JudgeConfig("m", base_url=server.url, max_retries=0, **given)
    wire: Wire = next(wire for wire in WIRES if wire == provider)
    return config_for(server, wire, **given)


@contextmanager
def all_logs(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Whatever anybody logs is kept, the SDKs and their HTTP library included."""
    with caplog.at_level(logging.DEBUG):
        loggers = [logging.getLogger(name) for name in ("openai", "anthropic", "google_genai", "httpx2", "httpcore2")]
        levels = [logger.level for logger in loggers]
        for logger in loggers:
            logger.setLevel(logging.DEBUG)
        try:
            yield
        finally:
            for logger, level in zip(loggers, levels, strict=True):
                logger.setLevel(level)


@everywhere
@pytest.mark.parametrize("name", REPLIES)
def test_a_run_of_the_engine(
    provider: str,
    name: str,
    serve: Serve,
    config_for: Callable[..., JudgeConfig],
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Neither what comes of a run nor what is stored or logged holds it, whatever the endpoint repeats."""
    server = serve(REPLIES[name])
    config = config_of(provider, server, config_for, api_key=KEY)
    with all_logs(caplog):
        run = judge_pairs(doubted(2), config, key=KEY, key_source="given", cache=VerdictCache(tmp_path))
    assert {asked.key for asked in server.asked} == {KEY}
    stored = "".join(file.name + file.read_text(encoding="utf-8") for file in tmp_path.iterdir())
    assert (stored != "") is (name == "answered")
    said = {"run": repr(run), "settings": repr(config), "stored": stored, "logs": caplog.text}
    said["question"] = question_key(doubted()[0], config)
    assert [where for where, text in said.items() if KEY in text] == []


@everywhere
@pytest.mark.parametrize("name", [name for name in REPLIES if name != "answered"])
def test_an_exception_of_the_documented_functions(
    provider: str,
    name: str,
    serve: Serve,
    config_for: Callable[..., JudgeConfig],
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Neither its text nor anything that is chained to it or pickled with it holds the key."""
    config = config_of(provider, serve(REPLIES[name]), config_for, api_key=KEY)
    with all_logs(caplog), pytest.raises(JudgeTransportError) as raised:
        calculate_semantic_correctness([ToolCall("a")], [ToolCall("b")], judge=config)
    assert KEY not in "".join(traceback.format_exception(raised.value))
    assert KEY not in caplog.text
    assert KEY.encode() not in pickle.dumps((raised.value.args, vars(raised.value)))


@everywhere
def test_what_the_endpoint_repeats_in_an_evaluation(
    provider: str, serve: Serve, config_for: Callable[..., JudgeConfig], tmp_path: Path
) -> None:
    """A model that writes the key into its explanation does not carry it into an export."""
    for name, tool in (("gold", "a"), ("trace", "b")):
        (tmp_path / f"{name}.json").write_text(json.dumps([{"tool": tool, "args": {}}]), encoding="utf-8")
    config = config_of(provider, serve(SCORES), config_for, api_key=KEY)
    evaluation = evaluate_trace(tmp_path / "gold.json", tmp_path / "trace.json", judge=config)
    assert evaluation.metrics["semantic_metrics"]["semantic_score"] == 1
    assert KEY not in json.dumps(evaluation.to_dict(), default=str)


@everywhere
@pytest.mark.parametrize(
    "reply_", [SCORES, Fails(401, f"not {KEY}"), Fails(500, f"not {KEY}")], ids=["ok", "401", "500"]
)
def test_the_command(
    provider: str, reply_: Reply, serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither its output nor a report that it writes holds it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(VARIABLES.get(provider, "OPENAI_API_KEY"), KEY)
    for name, tool in (("gold", "a"), ("trace", "b")):
        Path(f"{name}.json").write_text(json.dumps([{"tool": tool, "args": {}}]), encoding="utf-8")
    server = serve(reply_)
    if provider == "openai_compatible":
        where = ["--llm-base-url", server.url]
    else:
        where = ["--llm-provider", provider]
        monkeypatch.setenv(ADDRESS_VARIABLES[provider], server.url if provider == "openai" else server.origin)
    reports = ["-o", "r.json", "--html", "r.html", "--csv", "r.csv", "--markdown", "r.md"]
    arguments = ["eval", "gold.json", "trace.json", "--llm-judge", "--llm-model", "m", *where, *reports, "--debug"]
    monkeypatch.setattr("toolscore_core.judge.retrying._FIRST_S", 0.0)
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == (0 if reply_ is SCORES else 1), result.output
    assert {asked.key for asked in server.asked} == {KEY}
    written = {name: Path(name).read_text(encoding="utf-8") for name in reports[1::2]}
    assert [where for where, text in {"output": result.output, **written}.items() if KEY in text] == []

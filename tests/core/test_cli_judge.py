"""`toolscore eval --llm-judge` against a server on loopback."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests import fake_credentials
from tests.servers import Fails, JudgeServer, Says, judge_server
from toolscore_core.cli import main

CASES = {"cases": [{"id": name, "calls": [{"tool": "search", "args": {"q": "NYC"}}]} for name in ("one", "two")]}
SAYS = Says('[{"index": 0, "score": 0.5, "explanation": "half"}]')


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with gold and traces, and an environment without keys."""
    for variable in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "ANTHROPIC_API_KEY"):
        monkeypatch.delenv(variable, raising=False)
    (tmp_path / "gold.json").write_text(json.dumps(CASES), encoding="utf-8")
    for case in CASES["cases"]:
        trace = {"id": case["id"], "calls": [{"tool": "web_search", "args": {"query": "New York"}}]}
        (tmp_path / f"{case['id']}.json").write_text(json.dumps(trace), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str) -> Result:
    """One call of the command."""
    return CliRunner().invoke(main, ["eval", "gold.json", *arguments], terminal_width=200)


def judged(server: JudgeServer, *arguments: str) -> Result:
    """One call of the command with a judge on loopback."""
    return run(*arguments, "--llm-judge", "--llm-model", "m", "--llm-base-url", server.url)


def semantic(path: str) -> list[Any]:
    """What the JSON report holds of the judge, by case."""
    report = json.loads(Path(path).read_text(encoding="utf-8"))
    return [case["metrics"].get("semantic_metrics") for case in report["cases"]]


def test_the_judge_is_off_by_default() -> None:
    """Its settings alone ask nothing."""
    with judge_server(SAYS) as server:
        result = run("one.json", "two.json", "--llm-model", "m", "--llm-base-url", server.url)
    assert (result.exit_code, server.asked) == (0, [])


def test_what_the_judge_says() -> None:
    """Printed for each case with model, host and key source, and written to the report."""
    with judge_server(SAYS) as server:
        result = judged(server, "one.json", "two.json", "-o", "r.json")
        host = server.origin.removeprefix("http://")
    assert result.exit_code == 0, result.output
    line = f"semantic score 0.50, 1 pair, m at {host}, key: no key, temperature 0"
    assert result.output.replace("\n", " ").count("semantic score 0.50, 1 pair") == 2, line
    assert [metrics["semantic_score"] for metrics in semantic("r.json")] == [0.5, 0.5]


def test_a_pair_that_is_not_judged() -> None:
    """The documented 0 is never printed without it."""
    with judge_server(Says("no")) as server:
        result = judged(server, "one.json")
    assert result.exit_code == 0
    assert "1 of them not judged, counted as 0" in " ".join(result.output.split())


def test_a_judge_without_a_key() -> None:
    """The report is printed and written, and then the command fails with the reason."""
    result = run("one.json", "two.json", "--llm-judge", "-o", "r.json")
    assert result.exit_code == 1
    assert result.output.rstrip().endswith(
        "Failed: --llm-judge: openai: no key: set OPENAI_API_KEY, or give one as api_key"
    )
    assert "Wrote r.json" in result.output
    assert {metrics["kind"] for metrics in semantic("r.json")} == {"settings"}


def test_a_judge_that_refuses() -> None:
    """One request, one message, and it is no score."""
    with judge_server(Fails(401, "bad key")) as server:
        result = judged(server, "one.json", "two.json", "-o", "r.json")
    assert (result.exit_code, len(server.asked)) == (1, 1)
    assert result.output.count("Failed: --llm-judge: the key was refused (HTTP 401)") == 1
    assert [metrics["semantic_score"] for metrics in semantic("r.json")] == [None, None]


def test_settings_that_contradict_each_other() -> None:
    """A provider's own service has no other address."""
    result = run("one.json", "--llm-judge", "--llm-provider", "gemini", "--llm-base-url", "http://127.0.0.1:9")
    assert result.exit_code == 1
    assert "Failed: --llm-judge: a base_url goes with provider openai_compatible" in result.output


def test_credentials_do_not_reach_the_judge(folder: Path) -> None:
    """They are replaced before anything is sent."""
    secret = fake_credentials.github()
    trace = {"id": "one", "calls": [{"tool": "web_search", "args": {"query": "x", "token": secret}}]}
    (folder / "one.json").write_text(json.dumps(trace), encoding="utf-8")
    with judge_server(SAYS) as server:
        assert judged(server, "one.json").exit_code == 0
    assert secret not in server.asked[0].user
    assert "[REDACTED" in server.asked[0].user


def test_the_key_is_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither output nor report holds it, also when the endpoint repeats it."""
    key = "key-" + "4" * 20
    monkeypatch.setenv("OPENAI_API_KEY", key)
    with judge_server(Fails(401, f"not {key}")) as server:
        result = judged(server, "one.json", "-o", "r.json", "--debug")
    assert server.asked[0].key == key
    assert key not in result.output + Path("r.json").read_text(encoding="utf-8")

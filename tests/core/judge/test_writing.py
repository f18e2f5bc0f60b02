"""The file of what a judge said."""

import json

from tests.core.judge.conftest import Serve
from tests.fake_credentials import github
from tests.judging import pair, reply
from tests.servers import Fails, Says
from toolscore_core.judge import JudgeConfig
from toolscore_core.judge.prompt import PROMPT_VERSION
from toolscore_core.judge.running import judge_pairs
from toolscore_core.judge.writing import verdicts_json

KEY = "made-up-" + "key-of-a-test"


def test_what_the_file_says(serve: Serve) -> None:
    """Of each pair its place, calls and verdict, an error as an error; of the run all that the verdicts rest on."""
    secret = github()
    pairs = [
        pair(("search", {"q": "x"}), ("web_search", {"q": float("nan"), "token": secret}), case_id="one"),
        pair(("a", {"n": 1}), ("a", {"n": 2}), case_id="two"),
    ]
    server = serve(script=lambda asked: Says(reply("partly")) if "search" in asked.user else Fails(500, "down"))
    run = judge_pairs(pairs, JudgeConfig("m", base_url=server.url, max_retries=0), key=KEY, key_source="given")
    text = verdicts_json(zip(pairs, run.verdicts, strict=True), run)
    assert secret not in text
    assert KEY not in text
    found = json.loads(text)
    assert (found["format"], found["version"]) == ("toolscore-judge-verdicts", 1)
    first, second = found["verdicts"]
    assert (first["case"], first["state"], first["verdict"], first["value"]) == ("one", "substitute", "partly", 0.5)
    assert (first["expected"], first["actual"]["args"]["q"]) == ({"tool": "search", "args": {"q": "x"}}, "NaN")
    assert (second["verdict"], second["value"], second["error_kind"]) == (None, None, "server")
    last = found["last_run"]
    assert (last["prompt_version"], last["key_source"], last["host"]) == (PROMPT_VERSION, "given", run.record.host)
    assert (last["requests"], last["cost_usd"], last["stopped"], last["request_ids"]) == (2, None, None, ["req-0"])


def test_a_file_without_a_run() -> None:
    """Nothing is made up."""
    assert json.loads(verdicts_json([], None))["last_run"] is None

"""What reaches a model of the labelled pairs, the injected ones among them, over every provider's wire."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.core.judge.conftest import Serve
from tests.core.judge.test_prompt import from_case, labelled
from tests.judging import reply
from tests.servers import WIRES, Says, Wire
from toolscore_core.judge import JudgeConfig
from toolscore_core.judge.pairs import call_json
from toolscore_core.judge.prompt import SYSTEM, TASK
from toolscore_core.judge.running import judge_pairs

MESSAGE = re.compile(
    r"<expected id=(?P<id>[0-9a-f]{16})>\n(?P<expected>[^\n<>&]*)\n</expected id=(?P=id)>\n"
    rf"<actual id=(?P=id)>\n(?P<actual>[^\n<>&]*)\n</actual id=(?P=id)>\n{re.escape(TASK)}",
    re.ASCII,
)


@pytest.mark.parametrize("wire", WIRES)
def test_the_fence_arrives(shared: Path, wire: Wire, serve: Serve, config_for: Callable[..., JudgeConfig]) -> None:
    """Each question is two fenced calls and the task, with an id of its own; the instructions hold nothing of a call."""
    pairs = [pair for pair in map(from_case, labelled(shared)) if not pair.exact]
    server = serve(Says(reply("not")))
    run = judge_pairs(pairs, config_for(server, wire), key="made-up-key", concurrency=8)
    assert run.stopped is None
    arrived = [MESSAGE.fullmatch(asked.user) for asked in server.asked]
    assert all(arrived)
    found = [match for match in arrived if match is not None]
    assert len({match["id"] for match in found}) == len(found)
    assert {(match["expected"], match["actual"]) for match in found} == {
        (_fenced(call_json(pair.expected)), _fenced(call_json(pair.actual))) for pair in pairs
    }
    assert {asked.system for asked in server.asked} == {SYSTEM}


def _fenced(call: str) -> str:
    """JSON of the same call in which the characters of markup are escaped."""
    written = json.dumps(json.loads(call), sort_keys=True, separators=(",", ":"))
    return "".join(f"\\u{ord(letter):04x}" if letter in "<>&" else letter for letter in written)

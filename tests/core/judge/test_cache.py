"""Stored verdicts: found again, private, and never in the way."""

import json
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from tests.judging import doubted, pair, reply
from toolscore_core.judge import JudgeConfig
from toolscore_core.judge.cache import LARGEST_FILE, Stored, VerdictCache, question_key
from toolscore_core.judge.verdicts import read_reply

STORED = Stored(read_reply(reply("partly")), 1_750_000_000.0, "answering-model")


def test_kept_is_found(tmp_path: Path) -> None:
    """A stored verdict comes back as it was, until it is forgotten."""
    cache = VerdictCache(tmp_path / "judge")
    assert cache.find("k") is None
    cache.keep("k", STORED)
    assert cache.find("k") == STORED
    cache.forget("k")
    assert cache.find("k") is None


def test_files_are_private(tmp_path: Path) -> None:
    """File 0600, folder 0700, and nothing is left beside them."""
    cache = VerdictCache(tmp_path / "judge")
    cache.keep("k", STORED)
    (file,) = (tmp_path / "judge").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"\xff\xfe{", id="no text"),
        pytest.param(b"[]", id="a list"),
        pytest.param(b"null", id="null"),
        pytest.param(b'{"at": 1, "model": null}', id="no reply"),
        pytest.param(b'{"at": "x", "model": null, "reply": {}}', id="no time"),
        pytest.param(b'{"at": 1, "model": null, "reply": {"verdict": "yes"}}', id="another verdict"),
        pytest.param(b"[" * 50_000, id="deep"),
        pytest.param(b" " * (LARGEST_FILE + 1), id="large"),
    ],
)
def test_a_damaged_file_is_absent(tmp_path: Path, content: bytes) -> None:
    """What cannot be read is asked anew."""
    cache = VerdictCache(tmp_path)
    (tmp_path / "k.json").write_bytes(content)
    assert cache.find("k") is None


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    """A cache never fails a run."""
    (tmp_path / "file").write_text("")
    cache = VerdictCache(tmp_path / "file" / "judge")
    cache.keep("k", STORED)
    cache.forget("k")
    assert cache.find("k") is None


def test_a_file_that_cannot_be_replaced_leaves_nothing(tmp_path: Path) -> None:
    """What was begun is taken away."""
    (tmp_path / "k.json").mkdir()
    VerdictCache(tmp_path).keep("k", STORED)
    assert [path.name for path in tmp_path.iterdir()] == ["k.json"]


def test_the_user_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without a folder it is that of the user."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert VerdictCache().folder == tmp_path / "toolscore" / "judge"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert VerdictCache().folder == Path.home() / ".cache" / "toolscore" / "judge"


def test_the_key_of_a_question() -> None:
    """Endpoint, model, temperature and content make the question; the credential, retries and the case do not."""
    (asked,) = doubted()
    config = JudgeConfig()
    key = question_key(asked, config)
    for other in (
        replace(config, model="gpt-5-mini"),
        replace(config, temperature=None),
        replace(config, base_url="http://127.0.0.1:1/v1"),
        replace(config, provider="anthropic"),
    ):
        assert question_key(asked, other) != key
    assert question_key(pair(("search", {"query": "x"}), ("search", {"q": "x"})), config) != key
    for same in (replace(config, api_key="sk-" + "made-up"), replace(config, max_retries=9)):
        assert question_key(asked, same) == key
    assert question_key(replace(asked, case_id=asked.expected.tool, key="other"), config) == key


def test_files_hold_what_was_said_and_nothing_of_the_call(tmp_path: Path) -> None:
    """The content is a hash in the file's name; the file is a reply with a date and a model."""
    cache = VerdictCache(tmp_path)
    cache.keep("k", STORED)
    held = json.loads((tmp_path / "k.json").read_text())
    assert held.keys() == {"at", "model", "reply"}
    assert held["reply"].keys() == {"reason", "differences", "verdict"}

"""Verdicts that were paid for -> files that spare asking again; one file a question, named by a hash of it."""

import contextlib
import hashlib
import json
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from toolscore_core.errors import JudgeReplyError
from toolscore_core.judge.config import JudgeConfig, endpoint_of, infer_provider
from toolscore_core.judge.pairs import Pair
from toolscore_core.judge.prompt import PROMPT_VERSION
from toolscore_core.judge.verdicts import Judgement, read_judgement
from toolscore_core.values import finite_number

LARGEST_FILE: Final = 100_000


@dataclass(frozen=True, slots=True)
class Stored:
    """A verdict that was given before.

    Attributes:
        judgement: The verdict.
        at: When it was given, epoch seconds.
        model: Model that had answered; None when the endpoint did not say.
    """

    judgement: Judgement
    at: float
    model: str | None


def question_key(pair: Pair, config: JudgeConfig) -> str:
    """Hash of all that a verdict rests on: instructions, endpoint, model, temperature, both calls. Never the key.

    Raises:
        JudgeConfigError: Settings that contradict each other.
    """
    question = {
        "prompt": PROMPT_VERSION,
        "provider": infer_provider(config),
        "endpoint": endpoint_of(config),
        "model": config.model,
        "temperature": config.temperature,
        "content": pair.content,
    }
    return hashlib.sha256(json.dumps(question, sort_keys=True).encode()).hexdigest()


class VerdictCache:
    """Verdicts on disk. The files hold what judges said of arguments: only their owner may read them.

    Errors are never stored. A file that cannot be read or written counts as absent: a cache never fails a run.

    Args:
        folder: Where they are; None: `toolscore/judge` in the user's cache folder.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder if folder is not None else _user_folder()

    def find(self, key: str) -> Stored | None:
        """The verdict stored for a question; None when there is none."""
        try:
            path = self._path(key)
            if path.stat().st_size > LARGEST_FILE:
                return None
            held: Any = json.loads(path.read_bytes())
            at, model = finite_number(held["at"]), held["model"]
            if at is None:
                return None
            return Stored(read_judgement(held["reply"]), float(at), model if isinstance(model, str) else None)
        except (OSError, ValueError, LookupError, TypeError, RecursionError, JudgeReplyError):
            return None

    def keep(self, key: str, stored: Stored) -> None:
        """Store a verdict in the place of an older one."""
        held = {"at": stored.at, "model": stored.model, "reply": stored.judgement.as_json()}
        with contextlib.suppress(OSError):
            path = self._path(key)
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=path.parent)  # which only the owner may read, 0600
            try:
                with os.fdopen(handle, "w", encoding="utf-8") as file:
                    json.dump(held, file)
                Path(name).replace(path)
            except OSError:
                Path(name).unlink(missing_ok=True)

    def forget(self, key: str) -> None:
        """Ask anew next time."""
        with contextlib.suppress(OSError):
            self._path(key).unlink(missing_ok=True)

    def _path(self, key: str) -> Path:
        return self.folder / f"{key}.json"


def _user_folder() -> Path:
    named = os.environ.get("XDG_CACHE_HOME")
    return (Path(named) if named else Path.home() / ".cache") / "toolscore" / "judge"

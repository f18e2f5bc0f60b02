"""Anything that may take over a second: run in a thread, with progress and cancel."""

import logging
import threading
import traceback
from collections.abc import Callable
from typing import Generic, TypeVar

import streamlit as st

Result = TypeVar("Result")

PATIENCE_S = 1.0
"""How long a page waits for a job before it draws the progress instead."""

_LOG = logging.getLogger("toolscore.app")


class Cancelled(Exception):  # noqa: N818 - not an error: the person asked for it
    """Raised inside a job's function once somebody pressed Cancel."""


class Progress:
    """What a job's function reports to, and where it learns that it was cancelled."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._cancelled = threading.Event()
        self._now = (0, 0, "")

    def step(self, done: int, total: int, text: str) -> None:
        """Note that `done` of `total` pieces are ready; `text` is ours, never a file's.

        Raises:
            Cancelled: The job is to end.
        """
        if self._cancelled.is_set():
            raise Cancelled
        self.note(done, total, text)

    def note(self, done: int, total: int, text: str) -> None:
        """The same for a job that watches `cancelled` itself and ends with what it has."""
        with self._lock:
            self._now = (done, total, text)

    def cancel(self) -> None:
        """Ask the job to end at its next step."""
        self._cancelled.set()

    @property
    def cancelled(self) -> threading.Event:
        """Set once somebody pressed Cancel."""
        return self._cancelled

    @property
    def stopping(self) -> bool:
        """True once somebody pressed Cancel."""
        return self._cancelled.is_set()

    @property
    def now(self) -> tuple[int, int, str]:
        """Pieces done, pieces in total (0 when not known yet), and what is being done."""
        with self._lock:
            return self._now


class Job(Generic[Result]):
    """One function running in a thread of its own.

    Attributes:
        title: What the job does, for people, e.g. "Scoring".
        progress: Where it stands.
        result: What the function returned; None until it did.
        failed: True when it ended with an exception that is not Cancelled.
        cancelled: True when it ended because it was cancelled.
    """

    def __init__(self, title: str, function: Callable[[Progress], Result]) -> None:
        self.title = title
        self.progress = Progress()
        self.result: Result | None = None
        self.failed = False
        self.cancelled = False
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(function,), name=f"toolscore {title}", daemon=True)
        self._thread.start()

    def _run(self, function: Callable[[Progress], Result]) -> None:
        try:
            self.result = function(self.progress)
        except Cancelled:
            self.cancelled = True
        except Exception as error:  # noqa: BLE001 - the thread's last frame: the page says it failed, the log says where
            self.failed = True
            log_failure(error)
        finally:
            self._done.set()

    @property
    def done(self) -> bool:
        """True once the function ended in whatever way."""
        return self._done.is_set()

    def wait(self, seconds: float | None = PATIENCE_S) -> bool:
        """Wait for the end, at most so long (None: for ever); True when it came."""
        return self._done.wait(seconds)

    def cancel(self) -> None:
        """Ask the function to end at its next step."""
        self.progress.cancel()


def log_failure(error: BaseException) -> None:
    """Log where an unexpected exception came from, without its message: that may hold a value of a file."""
    frames = traceback.extract_tb(error.__traceback__)
    places = " < ".join(f"{frame.filename}:{frame.lineno} {frame.name}" for frame in reversed(frames[-6:]))
    _LOG.error("%s at %s", type(error).__name__, places)


def draw(job: Job[Result], key: str = "job") -> None:
    """Draw the progress of a running job with a Cancel button; the page runs again when the job ends."""

    @st.fragment(run_every=1.0)
    def watch() -> None:
        if job.done:
            st.rerun(scope="app")
        done, total, text = job.progress.now
        with st.container(horizontal=True, vertical_alignment="center"):
            shown = "Stopping after this step" if job.progress.stopping else text or job.title
            st.progress(min(1.0, done / total) if total else 0.0, text=shown)
            st.button("Cancel", key=f"{key}_cancel", on_click=job.cancel, disabled=job.progress.stopping)

    watch()

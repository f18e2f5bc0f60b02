"""Jobs: progress, result, cancel and failure."""

import logging
import threading

import pytest
from streamlit.testing.v1 import AppTest

from pages._ui.jobs import Job, Progress


def test_a_job_gives_its_result_and_progress() -> None:
    """The result is there after the end, and the last step stays readable."""

    def work(progress: Progress) -> int:
        progress.step(2, 4, "half")
        return 7

    job = Job("Counting", work)
    assert job.wait(None)
    assert (job.result, job.done, job.failed, job.cancelled) == (7, True, False, False)
    assert job.progress.now == (2, 4, "half")


def test_a_cancelled_job_ends_at_its_next_step() -> None:
    """Cancel ends the function at the next step it reports, without a result."""
    begun, go_on = threading.Event(), threading.Event()

    def work(progress: Progress) -> int:
        begun.set()
        go_on.wait()
        progress.step(1, 2, "never reached")
        return 7

    job = Job("Counting", work)
    assert begun.wait(10)
    assert not job.done
    job.cancel()
    go_on.set()
    assert job.wait(None)
    assert (job.result, job.cancelled, job.failed) == (None, True, False)


def test_a_failed_job_logs_the_place_and_not_the_message(caplog: pytest.LogCaptureFixture) -> None:
    """An unexpected exception is logged with its type and place; its message could hold a value of a file."""

    def work(progress: Progress) -> int:
        raise KeyError("a value of a file")

    with caplog.at_level(logging.ERROR, logger="toolscore.app"):
        job = Job("Counting", work)
        assert job.wait(None)
    assert job.failed
    assert "KeyError at " in caplog.text
    assert "test_jobs.py" in caplog.text
    assert "a value of a file" not in caplog.text


def test_a_job_that_ends_while_the_page_is_drawn_has_not_failed() -> None:
    """The page is drawn again, with the result."""

    def page() -> None:
        import streamlit as st

        from pages._ui.jobs import Job
        from pages._ui.shell import draw_job

        st.session_state["draws"] = st.session_state.get("draws", 0) + 1
        if st.session_state["draws"] == 1:
            job = Job("Counting", lambda progress: 7)
            job.wait(None)
            draw_job(job)  # type: ignore[arg-type]

    drawn = AppTest.from_function(page).run()
    assert drawn.session_state["draws"] == 2
    assert [text.value for text in drawn.text] == []

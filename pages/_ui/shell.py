"""What every page has: page config, menu, sidebar, and the workspace or a friendly empty state.

A page is

    def show(view: View) -> None: ...

    run_page("review", show)

or, where it needs the pieces, `open_page` and then its body inside `guarded()`.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from pages._ui import jobs, state
from pages._ui.chrome import chrome
from pages._ui.jobs import Job
from pages._ui.limits import StoreError
from pages._ui.preloading import adopt_preloaded
from pages._ui.state import View
from pages._ui.widgets import drop_zone, lost_message, page_head, refusal, sample_button, show_message, sidebar_footer

_STATIC = Path(__file__).parent / "static"


@dataclass(frozen=True, slots=True)
class Page:
    """One line of the menu; `group` is the heading above it, "" for none."""

    key: str
    path: str
    title: str
    group: str


PAGES = (
    Page("start", "app.py", "Start", ""),
    Page("review", "pages/review.py", "Review", "One run"),
    Page("arguments", "pages/arguments.py", "Arguments", "One run"),
    Page("performance", "pages/performance.py", "Performance", "One run"),
    Page("safety", "pages/safety.py", "Safety", "One run"),
    Page("compare", "pages/compare.py", "Compare", "All runs"),
    Page("judge", "pages/judge.py", "Judge", "All runs"),
)


def run_page(key: str, body: Callable[[View], None]) -> None:
    """A whole page: opens it and, when there is something to show, draws its body; no traceback is ever shown."""
    with guarded():
        view = open_page(key)
        if view is not None:
            body(view)


def open_page(key: str) -> View | None:
    """Page config, menu and sidebar, and the workspace that the URL names.

    Returns:
        What to show; None after an empty state, a progress bar or a message was drawn: the page then simply returns.
    """
    with guarded():
        frame(key)
        found = state.view()
        footer()
        if isinstance(found, View):
            show_message()
            return found
        with page_head(_page(key).title):
            if found is None:
                st.space("stretch")
                sample_button("empty")
        if found is None:
            empty_state()
        else:
            draw_job(found)
    return None


def frame(key: str) -> None:
    """Page config, menu and sidebar alone; the first thing a page draws.

    Raises:
        StoreError: The store's bounds are set wrongly, or the preloaded files cannot be taken.
    """
    page = _page(key)
    st.set_page_config(
        page_title=f"{page.title} · Toolscore",
        page_icon=str(_STATIC / "favicon.svg"),
        layout="wide",
        initial_sidebar_state=212,
    )
    st.logo(str(_STATIC / "logo.svg"), size="medium")
    adopt_preloaded()
    with st.sidebar:
        _menu(page)
        chrome()


def footer() -> None:
    """What the workspace holds, at the foot of the sidebar; drawn once it was computed."""
    with st.sidebar:
        sidebar_footer()


@contextmanager
def guarded() -> Iterator[None]:
    """Whatever goes wrong inside is said in words; the log says where it came from. No traceback is ever shown."""
    try:
        yield
    except StoreError as error:
        refusal(str(error))
    except Exception as error:  # noqa: BLE001 - a page's last frame: a traceback could show values of a file
        jobs.log_failure(error)
        st.error("This page could not be drawn. The server's log says where it stopped; the other pages still work.")


def empty_state() -> None:
    """What a page shows below its head without files: where to drop them."""
    if not lost_message():
        st.text("Nothing to show yet. Drop a gold file and traces, or traces alone.")
    drop_zone("empty")
    show_message()


def draw_job(job: Job[View]) -> None:
    """Progress of reading and scoring, or why there is nothing to show."""
    if not job.done:
        jobs.draw(job)
        return
    if job.result is not None:  # it ended while the page was being drawn
        st.rerun()
    st.text("Stopped before everything was scored." if job.cancelled else "Reading and scoring failed.")
    if job.failed:
        st.text("The server's log says where. Removing the file that was dropped last may help.")
    if st.button("Go on" if job.cancelled else "Try again", key="job_again"):
        state.try_again()
        st.rerun()


def _page(key: str) -> Page:
    return next(page for page in PAGES if page.key == key)


def _menu(here: Page) -> None:
    group = ""
    with st.container(key="menu"):
        for page in PAGES:
            if page.group != group:
                group = page.group
                st.caption(group)
            with st.container(key="menu_here" if page is here else f"menu_{page.key}"):
                st.page_link(page.path, label=page.title, query_params=state.link_params(), width="stretch")

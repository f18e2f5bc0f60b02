"""Fixtures for tests that drive the app in a real headless Chromium."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

START_S = 60
"""Longest time that a server may take to answer."""

WAIT_MS = 60_000
"""Longest time that a page may take to show what a test waits for."""


_FLAGS = (
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
"""For a container without a graphics card and without a network."""


@pytest.fixture(scope="session")
def chromium() -> str:
    """Path of the browser; tests skip without one, but fail where CI is set."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        reason = "no Chromium on this machine: install the package `chromium`"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return path


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """One headless browser for all tests."""
    expect.set_options(timeout=WAIT_MS)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium, args=list(_FLAGS))
        yield launched
        launched.close()


@pytest.fixture
def new_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Makes pages: each in a context of its own, 1440 x 780, light unless `dark=True`."""
    with ExitStack() as opened:

        def make(*, dark: bool = False, width: int = 1440, height: int = 780) -> Page:
            context = browser.new_context(
                viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light"
            )
            opened.callback(context.close)
            context.set_default_timeout(WAIT_MS)
            return context.new_page()

        yield make


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    """A fresh page in a fresh context."""
    return new_page()


@pytest.fixture(scope="session")
def serve(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], str]]:
    """Starts Streamlit on a script of the checkout and gives its address; each script is started once."""
    with ExitStack() as running:
        known: dict[str, str] = {}

        def start(script: str) -> str:
            if script not in known:
                log = tmp_path_factory.mktemp("server") / "log"
                known[script] = running.enter_context(_server(root, script, log))
            return known[script]

        yield start


@pytest.fixture(scope="session")
def server(serve: Callable[[str], str]) -> str:
    """Address of the running app, without a slash at the end."""
    return serve("app.py")


@contextmanager
def _server(root: Path, script: str, log: Path) -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "streamlit", "run", str(root / script), f"--server.port={port}"]
    command += ["--server.headless=true", "--server.fileWatcherType=none"]
    environment = {**os.environ, "PYTHONPATH": str(root), "XDG_CACHE_HOME": str(log.parent)}
    environment["TOOLSCORE_MAX_WORKSPACES"] = "1000"  # each test has its own, and all share this server
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, cwd=root, stdout=output, stderr=output, env=environment, start_new_session=True
        )
        try:
            address = f"http://127.0.0.1:{port}"
            _wait_until_healthy(address, process, log)
            yield address
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait()


def _wait_until_healthy(address: str, process: "subprocess.Popen[bytes]", log: Path) -> None:
    end = time.monotonic() + START_S
    while time.monotonic() < end:
        if process.poll() is not None:
            break
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=1) as answer:
                if answer.read() == b"ok":
                    return
        except (urllib.error.URLError, OSError):
            pass  # not listening yet
        # The process is waited for, not slept for: it ends at once when the server cannot start.
        try:
            process.wait(0.1)
        except subprocess.TimeoutExpired:
            continue
    pytest.fail(f"the server did not start:\n{log.read_text(errors='replace')[-2000:]}")

"""How fast the app is, in a real Chromium on a real server: loading, first paint and reruns of every page.

First paint counts from the navigation of a fresh browser context until something of the workspace is seen, and is
measured against a page with one empty chart, in turn. A rerun counts from the click until the script has ended and the
page is still.
"""

import os
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.benchmarks.workspaces import write_workspace

ROOT = Path(__file__).resolve().parents[2]
EMPTY = "tests/benchmarks/empty_chart.py"
WAIT_MS = 60_000
PAINTS = 3
RERUNS = 5
MOST_PAINT = 1.5

Line = Callable[[str, str, str, bool], bool]


@dataclass(frozen=True, slots=True)
class Size:
    """A workspace, and the longest rerun that it may cost."""

    cases: int
    models: int
    calls: int
    most_rerun_s: float

    @property
    def title(self) -> str:
        return f"{self.cases:,} x {self.models} x {self.calls}"


SIZES = (Size(100, 4, 15, 1.0), Size(1000, 4, 15, 2.0))


@dataclass(frozen=True, slots=True)
class Seen:
    """A page: what of it says something, and clicks that filter or select, done one after the other and again."""

    key: str
    path: str
    sign: str
    clicks: tuple[str, ...]


CHART = ".js-plotly-plot .main-svg"


def _turns(*names: str) -> tuple[str, ...]:
    """Buttons of a switch, pressed in turn."""
    return tuple(f"role=radio[name='{name}']" for name in names)


SEEN = (
    Seen(
        "start",
        "",
        "table[aria-label=Cases] tbody tr",
        ("role=link[name='bench.gold.jsonl']", "role=button[name=/Next page/]", "role=button[name=/Page before/]"),
    ),
    Seen("review", "review", ".lane [role=row] >> nth=1", ("role=button[name=/Next/]", "role=button[name=/Previous/]")),
    Seen("arguments", "arguments", CHART, _turns("By case", "By run")),
    Seen("performance", "performance", CHART, _turns("Cost", "Waste", "Time")),
    Seen("safety", "safety", "text=/credential|checked/i", _turns("Rules", "Findings")),
    Seen(
        "compare",
        "compare",
        "text=/beats|no case differs|ties/",
        ("[aria-label='Filter the cases by outcome'] button >> nth=0",),
    ),
    Seen("judge", "judge", "role=table >> nth=0", _turns("Labels", "Verdicts")),
)


def measure_app(line: Line) -> list[bool]:
    """Measure and print it all; one answer a gate."""
    held: list[bool] = []
    for size in SIZES:
        with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
            path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
            browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage"])
            files = write_workspace(Path(folder), cases=size.cases, models=size.models, calls=size.calls)
            with serving("app.py", files) as app, serving(EMPTY, []) as empty:
                held += _measure(browser, app, empty, size, line)
            browser.close()
    return held


def _measure(browser: Browser, app: str, empty: str, size: Size, line: Line) -> list[bool]:
    with _page(browser) as page:
        seconds = _paint(page, app, SEEN[0].sign)
        query = page.url.partition("?")[2]
    print(f"{size.title}: read, scored and drawn in {seconds:.2f} s", flush=True)
    held = []
    with _page(browser) as page:
        _paint(page, empty, CHART)  # the first visit imports what every later one finds loaded
    for seen in SEEN:
        address = f"{app}/{seen.path}?{query}"
        with _page(browser) as page:
            _paint(page, address, seen.sign)
        ours, theirs = [], []
        for _ in range(PAINTS):
            with _page(browser) as page:
                theirs.append(_paint(page, empty, CHART))
            with _page(browser) as page:
                ours.append(_paint(page, address, seen.sign))
        paint, against = statistics.median(ours), statistics.median(theirs)
        text = f"{paint / against:.2f}x ({paint:.2f} s)"
        title = f"{size.title}: first paint of {seen.key}"
        held.append(line(title, f"<= {MOST_PAINT:g}x", text, paint <= MOST_PAINT * against))
        with _page(browser) as page:
            _paint(page, address, seen.sign)
            times = [_rerun(page, click) for _ in range(RERUNS) for click in seen.clicks]
        slowest, usual = max(times), statistics.median(times)
        text = f"{usual:.2f} s, at most {slowest:.2f} s"
        title = f"{size.title}: rerun of {seen.key}"
        held.append(line(title, f"<= {size.most_rerun_s:g} s", text, usual <= size.most_rerun_s))
    return held


@contextmanager
def _page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1440, "height": 780})
    context.set_default_timeout(WAIT_MS)
    try:
        yield context.new_page()
    finally:
        context.close()


def _paint(page: Page, address: str, sign: str) -> float:
    """Seconds until the sign is seen; the page is then left to come to rest."""
    before = time.monotonic()
    page.goto(address, wait_until="commit")
    page.locator(sign).first.wait_for(state="visible")
    seconds = time.monotonic() - before
    _rest(page)
    return seconds


def _rest(page: Page) -> None:
    """Wait until no script has run for a moment: one may start another."""
    page.evaluate(_REST)


_REST = """() => new Promise(resolve => {
  const look = since => {
    const app = document.querySelector('[data-testid="stApp"][data-test-script-state="notRunning"]')
    if (app && performance.now() - since > 300) resolve()
    else setTimeout(() => look(app ? since : performance.now()), 50)
  }
  look(performance.now())
})"""


_WATCH = """() => {
  const app = document.querySelector('[data-testid="stApp"]')
  const isStill = () => app.getAttribute("data-test-script-state") === "notRunning"
  window.ended = new Promise(resolve => {
    let ran = false, last = 0
    const observer = new MutationObserver(() => {
      ran ||= !isStill()
      requestAnimationFrame(() => { last = performance.now() })
    })
    observer.observe(app, { attributes: true, childList: true, subtree: true })
    const look = () => {
      // A run that is over before a busy page was drawn once is never seen running: then a long silence says so.
      const silence = performance.now() - last
      if (!last || !isStill() || silence < (ran ? 150 : 3000)) return setTimeout(look, 20)
      observer.disconnect()
      resolve(last - window.began)
    }
    document.addEventListener("pointerdown", () => {
      window.began = performance.now()
      look()
    }, { capture: true, once: true })
  })
}"""
"""Notes when a click begins, and when the page changed last before it came to rest."""


def _rerun(page: Page, click: str) -> float:
    """Seconds from a click until the page has been drawn again."""
    _rest(page)
    page.evaluate(_WATCH)
    page.locator(click).first.click()
    return float(page.evaluate("() => window.ended")) / 1000


@contextmanager
def serving(script: str, files: list[Path]) -> Iterator[str]:
    """A server with the files preloaded; gives its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "streamlit", "run", script, f"--server.port={port}"]
    command += ["--server.headless=true", "--server.fileWatcherType=none"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TOOLSCORE_PRELOAD": os.pathsep.join(map(str, files))}
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment, start_new_session=True
    )
    try:
        address = f"http://127.0.0.1:{port}"
        _wait_until_healthy(address, process)
        yield address
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait()


def _wait_until_healthy(address: str, process: "subprocess.Popen[bytes]") -> None:
    while process.poll() is None:
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=1) as answer:
                if answer.read() == b"ok":
                    return
        except (urllib.error.URLError, OSError):
            pass  # not listening yet
        try:
            process.wait(0.1)  # ends at once when the server cannot start
        except subprocess.TimeoutExpired:
            continue
    raise SystemExit("the server did not start")

"""The real server, as `toolscore ui` starts it: who may talk to it, whatever settings lie around."""

import http.client
import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from toolscore_core.cli.serving import streamlit_command

START_S = 60
"""Longest time that the server may take to answer."""

LOOSE = """
[server]
address = "0.0.0.0"
allowedHosts = ["*"]
corsAllowedOrigins = []
enableCORS = false
enableXsrfProtection = false
enableStaticServing = true
enableAgentApi = true
fileWatcherType = "none"
"""
"""Settings in the working folder that would open the server to everybody."""


@pytest.fixture(scope="module")
def port(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """Port of a server that was started in a folder, and an environment, with loose settings."""
    folder = tmp_path_factory.mktemp("loose")
    (folder / ".streamlit").mkdir()
    (folder / ".streamlit" / "config.toml").write_text(LOOSE, encoding="utf-8")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        free: int = probe.getsockname()[1]
    environment = {**os.environ, "PYTHONPATH": str(root), "STREAMLIT_SERVER_ENABLE_CORS": "false"}
    command = streamlit_command(root / "app.py", port=free, headless=True)
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log, env=environment, start_new_session=True)
        try:
            if not _answers(free, process):
                pytest.fail(f"the server did not start:\n{(folder / 'log').read_text(errors='replace')[-2000:]}")
            yield free
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait()


def _answers(port: int, process: "subprocess.Popen[bytes]") -> bool:
    end = time.monotonic() + START_S
    while time.monotonic() < end and process.poll() is None:
        try:
            if status(port, "GET", "/_stcore/health") == 200:
                return True
        except OSError:
            pass  # not listening yet
        try:
            process.wait(0.1)  # ends at once when the server cannot start
        except subprocess.TimeoutExpired:
            continue
    return False


def status(port: int, method: str, path: str, body: bytes | None = None, **headers: str) -> int:
    """Status of the answer to one request; `_` in the name of a header stands for `-`."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
        return connection.getresponse().status
    finally:
        connection.close()


def opened(port: int, **headers: str) -> bool:
    """Whether the server opens a websocket, over which everything that a page shows goes."""
    upgrade = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec_WebSocket_Version": "13",
        "Sec_WebSocket_Key": "AAAAAAAAAAAAAAAAAAAAAA==",
    }
    return status(port, "GET", "/_stcore/stream", None, **upgrade, **headers) == 101


def test_the_own_page_is_served(port: int) -> None:
    """A browser on this machine gets the app, by name and by number."""
    assert status(port, "GET", "/") == 200
    assert opened(port, Host=f"localhost:{port}", Origin=f"http://localhost:{port}")
    assert opened(port, Host=f"127.0.0.1:{port}", Origin=f"http://127.0.0.1:{port}")


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("localhost", "http://evil.example"),
        ("localhost", "https://localhost.evil.example"),
        ("localhost", "null"),
        ("evil.example", "http://evil.example"),
        ("localhost.evil.example", "http://localhost.evil.example"),
        ("192.0.2.7", "http://192.0.2.7"),
    ],
    ids=["foreign page", "look-alike page", "no origin", "rebound name", "look-alike name", "other address"],
)
def test_foreign_origins_and_hosts_get_nothing(port: int, host: str, origin: str) -> None:
    """A page of another origin, and a name that was made to lead here, are refused."""
    assert not opened(port, Host=f"{host}:{port}", Origin=origin if origin == "null" else f"{origin}:{port}")


def test_nothing_is_uploaded_from_elsewhere(port: int) -> None:
    """An upload without the token of an own page is refused."""
    path = "/_stcore/upload_file/session/file"
    assert status(port, "PUT", path, b"x", Host=f"localhost:{port}", Origin="http://evil.example") in (400, 403)


def test_it_listens_on_loopback_only(port: int) -> None:
    """The other addresses of this machine refuse the connection."""
    others = {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)} - {"127.0.0.1"}
    for address in others:
        with socket.socket() as probe:
            probe.settimeout(5)
            if str(address).startswith("127."):
                continue
            assert probe.connect_ex((address, port)) != 0


def test_the_interface_for_programs_is_off(port: int) -> None:
    """What is not needed is not served."""
    assert status(port, "POST", "/_stcore/agent/interact", b"{}", Host=f"localhost:{port}") >= 400

"""Stands on loopback between the judge and a model server, and notes what goes through."""

import http.client
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Passed:
    """One request that went through.

    Attributes:
        form: `type` of its `response_format`, with "+schema" where a schema stands beside it; "text" without one.
        status: HTTP status of the answer; None when the server broke the connection.
        body: JSON body of the answer; None when it is none.
    """

    form: str
    status: int | None
    body: Any


class Proxy:
    """A running proxy.

    Attributes:
        url: Where the judge asks, instead of the server's own address.
        passed: What went through, in the order of the answers.
        arrived: Released once for each request that has arrived.
    """

    def __init__(self, target: str) -> None:
        self.passed: list[Passed] = []
        self.arrived = threading.Semaphore(0)
        self._target = urlsplit(target)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}{self._target.path}"

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        proxy = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                proxy.arrived.release()
                status, answer = proxy._forward(self.path, body)
                try:
                    if status is not None:
                        self.send_response(status)
                        self.send_header("Content-Type", "application/json")
                        self.send_header("Content-Length", str(len(answer)))
                        self.end_headers()
                        self.wfile.write(answer)
                except OSError:
                    return  # nobody waits for it any more: the run was cancelled

            def log_message(self, format: str, *args: Any) -> None:
                """Say nothing."""

        return Handler

    def _forward(self, path: str, body: bytes) -> tuple[int | None, bytes]:
        connection = http.client.HTTPConnection(str(self._target.hostname), self._target.port or 80)
        try:
            connection.request("POST", path, body, {"Content-Type": "application/json"})
            response = connection.getresponse()
            status, answer = response.status, response.read()
        except (OSError, http.client.HTTPException):
            status, answer = None, b"null"
        finally:
            connection.close()
        self.passed.append(Passed(_form(json.loads(body)), status, json.loads(answer)))
        return status, answer

    @contextmanager
    def running(self) -> Iterator["Proxy"]:
        """Passes on until the block is left."""
        thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self._server.shutdown()
            self._server.server_close()
            thread.join()


def _form(body: dict[str, Any]) -> str:
    asked = body.get("response_format")
    if asked is None:
        return "text"
    return f"{asked['type']}{'+schema' if 'schema' in asked else ''}"

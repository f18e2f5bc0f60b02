"""A judge on loopback that speaks OpenAI's chat completions and answers by the words of the recorded call."""

import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

MODEL: Final = "loopback-1"

NOT, PARTLY, UNREADABLE = "zulu", "yankee", "xray"
"""Words in a recorded call that make the answer "not" or "partly", or no JSON; without one it is "equivalent"."""

TOKENS: Final = (100, 20)
"""Input and output tokens of each answer."""


class JudgeEndpoint:
    """A running judge.

    Attributes:
        asked: Body of each request, in the order of arrival.
        keys: What each request was authorised with.
        broken: Whether UNREADABLE calls are answered badly.
        status: HTTP status of each answer.
        gate: While it is set, an answer waits until a permit is released; None answers at once.
    """

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.keys: list[str] = []
        self.gate: threading.Semaphore | None = None
        self.broken = True
        self.status = 200
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self.host = f"127.0.0.1:{self._server.server_address[1]}"
        self.base_url = f"http://{self.host}/v1"

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                endpoint.asked.append(body)
                endpoint.keys.append(str(self.headers["Authorization"]))
                if endpoint.gate is not None:
                    endpoint.gate.acquire()
                data = json.dumps(endpoint.answer(body)).encode()
                try:
                    self.send_response(endpoint.status)
                    self.send_header("Content-Type", "application/json")
                    self.send_header("Content-Length", str(len(data)))
                    self.end_headers()
                    self.wfile.write(data)
                except OSError:
                    return  # nobody waits for it any more: the run was cancelled

            def log_message(self, format: str, *args: Any) -> None:
                """Say nothing."""

        return Handler

    def answer(self, body: str) -> dict[str, Any]:
        """What is replied: by the words of the call; one that is UNREADABLE is answered well once `broken` is False."""
        if UNREADABLE in body and self.broken:
            content = "I would rather not say."
        else:
            verdict = next((name for word, name in ((NOT, "not"), (PARTLY, "partly")) if word in body), "equivalent")
            effect = "none" if verdict == "equivalent" else "changes the result"
            difference = {"path": "q", "kind": "renamed", "effect": effect}
            content = json.dumps({"reason": f"It is {verdict}.", "differences": [difference], "verdict": verdict})
        return {
            "id": f"chatcmpl-{len(self.asked)}",
            "object": "chat.completion",
            "created": 1,
            "model": MODEL,
            "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": content}}],
            "usage": {
                "prompt_tokens": TOKENS[0],
                "completion_tokens": TOKENS[1],
                "total_tokens": sum(TOKENS),
            },
        }

    @contextmanager
    def running(self) -> Iterator["JudgeEndpoint"]:
        """Answers until the block is left."""
        thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        thread.start()
        try:
            yield self
        finally:
            if self.gate is not None:
                self.gate.release(1000)
            self._server.shutdown()
            self._server.server_close()
            thread.join()


def judged_files(words: Sequence[str]) -> dict[str, Any]:
    """Gold and traces of as many cases as words, by file name; each holds one pair in doubt, with its word in the call."""
    cases = [
        {"id": f"case-{n:02}", "calls": [{"tool": "web_search", "args": {"q": f"query {n}"}}]}
        for n in range(len(words))
    ]
    traces = [
        {
            "case_id": case["id"],
            "model": "agent-1",
            "calls": [{"tool": "web_search", "args": {"q": f"find {word} {n}"}}],
        }
        for n, (case, word) in enumerate(zip(cases, words, strict=True))
    ]
    return {"judged.gold.json": cases, "run-a.json": traces}

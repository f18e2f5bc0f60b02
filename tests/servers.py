"""Real HTTP servers on loopback that speak the providers' wire formats, for tests in which the SDKs are really used."""

import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal

Wire = Literal["openai", "anthropic", "gemini"]
WIRES: tuple[Wire, ...] = ("openai", "anthropic", "gemini")


@dataclass(frozen=True)
class Says:
    """A reply of the model, written in the wire format of the request.

    Attributes:
        text: What the model says; None for a reply without text.
        stop: Why it stops.
        tokens: (input, output); None for a reply that does not say.
    """

    text: str | None
    stop: Literal["end", "length", "refusal", "filter", "nothing"] = "end"
    tokens: tuple[int, int] | None = (100, 20)


@dataclass(frozen=True)
class Fails:
    """A refusal, in the provider's form of an error."""

    status: int
    message: str = "refused"
    code: str | None = None
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Raw:
    """A body that is sent as it is; a `length` above its own promises more than it sends."""

    body: bytes
    status: int = 200
    content_type: str = "application/json"
    length: int | None = None


@dataclass(frozen=True)
class Drops:
    """Closes the connection without an answer."""


@dataclass(frozen=True)
class Holds:
    """Does not answer before the test is over."""


Reply = Says | Fails | Raw | Drops | Holds
Script = Callable[["Asked"], Reply]


@dataclass(frozen=True)
class Asked:
    """A request as it arrived.

    Attributes:
        index: 0-based number of the request.
        wire: Format, as its path says.
        headers: By name in lower case.
        body: Its JSON body.
    """

    index: int
    wire: Wire
    path: str
    headers: dict[str, str]
    body: dict[str, Any]

    @property
    def key(self) -> str | None:
        """The key that was sent."""
        bearer = self.headers.get("authorization", "").removeprefix("Bearer ")
        return bearer or self.headers.get("x-goog-api-key") or self.headers.get("x-api-key")

    @property
    def temperature(self) -> float | None:
        """The temperature that was sent; None without one."""
        found = self.body.get("temperature", self.body.get("generationConfig", {}).get("temperature"))
        return found if found is None else float(found)

    @property
    def limit(self) -> int:
        """The most tokens of an answer; 0 where none are named."""
        given = {**self.body, **self.body.get("generationConfig", {})}
        names = ("max_completion_tokens", "max_tokens", "maxOutputTokens")
        return next((int(given[name]) for name in names if name in given), 0)

    @property
    def form(self) -> str:
        """How the form of the answer is asked for."""
        asked = self.body.get("response_format")
        if asked is not None:
            if asked["type"] == "json_schema":
                return "schema"
            return "object_schema" if "schema" in asked else "object"
        if "output_config" in self.body:
            return "schema"
        settings = self.body.get("generationConfig", {})
        if "responseJsonSchema" in settings:
            return "schema"
        return "object" if "responseMimeType" in settings else "text"

    @property
    def user(self) -> str:
        """The user's message."""
        if self.wire == "gemini":
            return str(self.body["contents"][0]["parts"][0]["text"])
        return str(self.body["messages"][-1]["content"])

    @property
    def system(self) -> str:
        """The system's message."""
        if self.wire == "gemini":
            return str(self.body["systemInstruction"]["parts"][0]["text"])
        return str(self.body["system"] if self.wire == "anthropic" else self.body["messages"][0]["content"])


class JudgeServer:
    """A provider on loopback that answers by a script.

    Attributes:
        asked: Requests in the order in which they arrived.
        arrived: Set as soon as one has arrived.
        most_at_once: Most requests that were open at the same time.
    """

    def __init__(self, script: Script) -> None:
        self.script = script
        self.asked: list[Asked] = []
        self.arrived = threading.Event()
        self.most_at_once = 0
        self._open = 0
        self._over = threading.Event()
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=lambda: self._server.serve_forever(poll_interval=0.01), daemon=True)
        self._thread.start()

    @property
    def origin(self) -> str:
        """Address without a path."""
        return f"http://127.0.0.1:{self._server.server_port}"

    @property
    def url(self) -> str:
        """Address of the OpenAI-compatible interface."""
        return f"{self.origin}/v1"

    def close(self) -> None:
        """Let go of held requests and stop."""
        self._over.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _take(self, path: str, headers: dict[str, str], body: dict[str, Any]) -> Asked:
        wire: Wire = "gemini" if ":generateContent" in path else "anthropic" if path.endswith("/messages") else "openai"
        with self._lock:
            asked = Asked(len(self.asked), wire, path, headers, body)
            self.asked.append(asked)
            self._open += 1
            self.most_at_once = max(self.most_at_once, self._open)
        self.arrived.set()
        return asked

    def _leave(self) -> None:
        with self._lock:
            self._open -= 1

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                headers = {name.lower(): value for name, value in self.headers.items()}
                asked = outer._take(self.path, headers, body)
                try:
                    self._answer(outer.script(asked), asked)
                except OSError:
                    self.close_connection = True  # the client went away, as a cancelled one does
                finally:
                    outer._leave()

            def _answer(self, reply: Reply, asked: Asked) -> None:
                if isinstance(reply, Holds):
                    outer._over.wait()
                if isinstance(reply, Holds | Drops):
                    self.close_connection = True
                    self.connection.shutdown(socket.SHUT_RDWR)
                    return
                raw, more = _raw(reply, asked)
                self.send_response(raw.status)
                self.send_header("content-type", raw.content_type)
                self.send_header("content-length", str(raw.length or len(raw.body)))
                self.send_header("request-id" if asked.wire == "anthropic" else "x-request-id", f"req-{asked.index}")
                for name, value in more.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(raw.body)
                self.close_connection = raw.length is not None

            def log_message(self, format: str, *args: Any) -> None:
                """Nothing is logged."""

        return Handler


def _raw(reply: Says | Fails | Raw, asked: Asked) -> tuple[Raw, dict[str, str]]:
    if isinstance(reply, Raw):
        return reply, {}
    if isinstance(reply, Fails):
        return Raw(json.dumps(_ERRORS[asked.wire](reply)).encode(), reply.status), reply.headers
    body = _SAYING[asked.wire](reply) | ({"responseId": f"req-{asked.index}"} if asked.wire == "gemini" else {})
    return Raw(json.dumps(body).encode()), {}


def _openai(reply: Says) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": reply.text}
    if reply.stop == "refusal":
        message = {"role": "assistant", "content": None, "refusal": "I cannot help with that."}
    reason = {"length": "length", "filter": "content_filter"}.get(reply.stop, "stop")
    choices = [] if reply.stop == "nothing" else [{"index": 0, "finish_reason": reason, "message": message}]
    body: dict[str, Any] = {
        "id": "c",
        "object": "chat.completion",
        "created": 1,
        "model": "answering-model",
        "choices": choices,
    }
    if reply.tokens is not None:
        given, made = reply.tokens
        body["usage"] = {"prompt_tokens": given, "completion_tokens": made, "total_tokens": given + made}
    return body


def _anthropic(reply: Says) -> dict[str, Any]:
    content = [] if reply.text is None or reply.stop == "nothing" else [{"type": "text", "text": reply.text}]
    reason = {"length": "max_tokens", "refusal": "refusal", "filter": "refusal"}.get(reply.stop, "end_turn")
    body: dict[str, Any] = {"id": "m", "type": "message", "role": "assistant", "model": "answering-model"}
    body |= {"stop_reason": reason, "content": content}
    if reply.tokens is not None:
        given, made = reply.tokens
        body |= {"usage": {"input_tokens": given - 10, "cache_read_input_tokens": 10, "output_tokens": made}}
    return body


def _gemini(reply: Says) -> dict[str, Any]:
    reason = {"length": "MAX_TOKENS", "refusal": "PROHIBITED_CONTENT", "filter": "SAFETY"}.get(reply.stop, "STOP")
    parts = [] if reply.text is None else [{"text": reply.text}]
    body: dict[str, Any] = {"modelVersion": "answering-model"}
    if reply.stop != "nothing":
        body["candidates"] = [{"content": {"role": "model", "parts": parts}, "finishReason": reason, "index": 0}]
    if reply.tokens is not None:
        given, made = reply.tokens
        body["usageMetadata"] = {"promptTokenCount": given, "candidatesTokenCount": made - 5, "thoughtsTokenCount": 5}
    return body


_SAYING: dict[Wire, Callable[[Says], dict[str, Any]]] = {"openai": _openai, "anthropic": _anthropic, "gemini": _gemini}

_ERRORS: dict[Wire, Callable[[Fails], dict[str, Any]]] = {
    "openai": lambda e: {"error": {"message": e.message, "type": "error", "code": e.code}},
    "anthropic": lambda e: {"type": "error", "error": {"type": e.code or "error", "message": e.message}},
    "gemini": lambda e: {"error": {"code": e.status, "message": e.message, "status": e.code or "ERROR"}},
}


def in_turn(*replies: Reply) -> Script:
    """A script that gives the replies one after the other, and the last one from then on."""
    return lambda asked: replies[min(asked.index, len(replies) - 1)]


@contextmanager
def judge_server(*replies: Reply, script: Script | None = None) -> Iterator[JudgeServer]:
    """A server for a test: answers by the script, or gives the replies in turn."""
    server = JudgeServer(script or in_turn(*replies))
    try:
        yield server
    finally:
        server.close()

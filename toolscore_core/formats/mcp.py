"""JSON-RPC sessions of the Model Context Protocol, and what logs make of them -> traces of their `tools/call` requests."""

from collections import deque
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import Any

from toolscore_core.calls import ToolCall, Trace
from toolscore_core.catalogue import Claim, Format
from toolscore_core.errors import Location
from toolscore_core.messages.builder import TraceBuilder, mark_failed
from toolscore_core.messages.jsonrpc import (
    Rpc,
    content_text,
    is_rpc,
    is_sampling,
    result_value,
    rpc_messages,
    sampling_message,
)
from toolscore_core.messages.mcp_interception import intercepted_pair, is_intercepted, rpc_of
from toolscore_core.messages.message import Message, add_message
from toolscore_core.messages.repeats import Known
from toolscore_core.messages.tally import amount_of
from toolscore_core.reading import Documents, ReadReport

_SAMPLING = "sampling/createMessage"
_ANSWERS = {_SAMPLING: "role", "roots/list": "roots", "elicitation/create": "action"}
"""Requests of the server, whose ids are counted apart from the client's, and the key that their answers have."""
_TASK_METHODS = ("tasks/get", "tasks/result")
"""Requests for the state and the result of a call that was made a task (specification 2025-11-25)."""
_LOOKED_AT = 1000


def _claim(documents: Documents) -> Claim | None:
    records = versioned = calls = sampling = 0
    for value in documents.values:
        if is_sampling(value):
            sampling += 1
            continue
        for record in _records(value):
            found = list(_messages_in(record, 2))
            records += len(found)
            versioned += sum(isinstance(item, str) or "jsonrpc" in item for item in found)
            calls += sum(isinstance(item, dict) and item.get("method") == "tools/call" for item in found)
    if records:
        return Claim(3 if versioned else 1, records, f"{records} JSON-RPC messages, {calls} of them `tools/call`")
    if isinstance(head := documents.values[0] if documents.values else None, dict) and head.get("format") == "mcp":
        return Claim(3, 1, "an object that names the format mcp")
    return Claim(3, sampling, f"{sampling} sampling requests with `messages` and `maxTokens`") if sampling else None


def _records(value: Any) -> Iterator[dict[str, Any]]:
    """The records that may be or wrap messages: the document, the items of a list, and those of a list inside it."""
    if isinstance(value, list):
        for item in value[:_LOOKED_AT]:
            yield from _records(item) if isinstance(item, list) else [item] if isinstance(item, dict) else []
    elif isinstance(value, dict):
        yield value
        for inner in value.values():
            if isinstance(inner, list):
                yield from (item for item in inner[:_LOOKED_AT] if isinstance(item, dict))


def _messages_in(value: Any, depth: int) -> Iterator[Any]:
    """The messages that a record is or wraps, also as text."""
    if is_intercepted(value):
        yield rpc_of(value) | {"jsonrpc": "2.0"}
    elif (pair := intercepted_pair(value)) is not None:
        yield from (body | {"jsonrpc": "2.0"} for body in pair.values())
    elif is_rpc(value) or (isinstance(value, str) and value[:1] == "{" and '"jsonrpc"' in value):
        yield value
    elif isinstance(value, dict) and depth >= 0:
        for inner in value.values():
            if isinstance(inner, (dict, str)):
                yield from _messages_in(inner, depth - 1)


@dataclass(slots=True)
class _Request:
    """A request that waits for its response; `call` is None for everything but tool calls."""

    method: str
    from_client: bool | None
    call: ToolCall | None
    params: dict[str, Any]


class _Session:
    """One session: from an `initialize` request to the next, or the whole file."""

    def __init__(self, report: ReadReport, place: Location) -> None:
        self.builder = TraceBuilder(report, FORMAT.key, place)
        self._report = report
        self._waiting: dict[Hashable, deque[_Request]] = {}
        self._sampled = Known()
        self._tasks: dict[str, ToolCall] = {}
        self._times: list[float] = []

    @property
    def has_calls(self) -> bool:
        """Whether a tool was called yet."""
        return bool(self.builder.trace.calls)

    def add(self, message: Rpc, place: Location) -> None:
        """Read the next message."""
        if message.time is not None:
            self._times.append(message.time)
        if isinstance(method := message.body.get("method"), str):
            self._request(message, method, place)
        elif "method" not in message.body:
            self._response(message, place)

    def _request(self, message: Rpc, method: str, place: Location) -> None:
        params = message.body.get("params")
        params = params if isinstance(params, dict) else {}
        call = None
        number = message.body.get("id")
        if method == "tools/call" and self._is_repeated(message, params):
            self._report.skip("request that was logged before", place)
            return
        if method == "tools/call":
            call = self.builder.call(
                params.get("name"),
                params.get("arguments"),
                place,
                call_id=None if number is None else str(number),
                started=message.time,
                timestamp=message.timestamp,
            )
        elif method in _TASK_METHODS and isinstance(task := params.get("taskId"), str):
            call = self._tasks.get(task)
        elif method == _SAMPLING and isinstance(params.get("messages"), list):
            messages = [sampling_message(item) for item in params["messages"] if isinstance(item, dict)]
            for new in self._sampled.new_in(messages):
                self._add_sampled(new, place)
        else:
            self._report.skip("JSON-RPC request that is no tool call", place)
        if number is not None or message.pair is not None:
            waiting = self._waiting.setdefault(_key(message), deque())
            waiting.append(_Request(method, message.from_client, call, params))

    def _is_repeated(self, message: Rpc, params: dict[str, Any]) -> bool:
        """Whether a log of several hops holds a request again while it waits for its answer."""
        waiting = self._waiting.get(_key(message), ()) if isinstance(message.body.get("id"), (int, str)) else ()
        return any(item.call is not None and item.params == params for item in waiting)

    def _response(self, message: Rpc, place: Location) -> None:
        waiting = self._waiting.get(_key(message), deque())
        fitting = [item for item in waiting if _fits(item, message)]
        # an answer with the key of a server's request is that request's, whatever waits before it
        request = next((item for item in fitting if item.method in _ANSWERS), fitting[0] if fitting else None)
        if request is None:
            self._report.skip("JSON-RPC response that answers no request", place)
            return
        waiting.remove(request)
        body = message.body
        result = body.get("result")
        if request.call is not None and not self._is_pending(request, body):
            self._answer(request.call, body)
            if message.time is not None:
                self.builder.end(request.call, message.time, place)
        elif request.method == _SAMPLING and isinstance(result, dict):
            self._add_sampled(self._sampled.rest(sampling_message(result)), place)
        elif request.method == "initialize" and isinstance(result, dict):
            server = result.get("serverInfo")
            if isinstance(server, dict) and isinstance(server.get("name"), str):
                self.builder.trace.metadata["server"] = server["name"]

    def _is_pending(self, request: _Request, body: dict[str, Any]) -> bool:
        """Whether a response only says how far the task is that the call was made."""
        result = body.get("result")
        if not isinstance(result, dict) or request.call is None:
            return False
        task = result.get("task", result if request.method == "tasks/get" else None)
        if not isinstance(task, dict) or not isinstance(number := task.get("taskId"), str):
            return False
        self._tasks[number] = request.call
        if task.get("status") in ("failed", "cancelled"):
            said = task.get("statusMessage")
            mark_failed(request.call, said if isinstance(said, str) else str(task["status"]))
        return True

    @staticmethod
    def _answer(call: ToolCall, body: dict[str, Any]) -> None:
        if call.duration is None:
            call.duration = amount_of(body, "duration")
        error, result = body.get("error"), body.get("result")
        if error is not None:
            text = error.get("message") if isinstance(error, dict) else error
            mark_failed(call, text if isinstance(text, str) else None)
            if isinstance(error, dict) and "code" in error:
                call.metadata["error_code"] = error["code"]
        elif isinstance(result, dict) and result.get("isError") is True:
            mark_failed(call, content_text(result.get("content")))
        else:
            call.result = result_value(result)

    def _add_sampled(self, message: Message, place: Location) -> None:
        """Calls that the client's model makes for the server. They get no turns: the session is no conversation."""
        for part in message.calls:
            self.builder.call(part.name, part.args, place, call_id=part.id, metadata={"method": _SAMPLING})
        for answer in message.results:
            self.builder.result(answer.value, place, call_id=answer.id, is_error=answer.is_error, error=answer.error)

    def finish(self) -> Trace:
        """The trace."""
        trace = self.builder.trace
        if self._times:
            trace.started = min(self._times)
            trace.duration = max(self._times) - min(self._times)
        return trace


def _key(message: Rpc) -> Hashable:
    """Id of a request within its channel. The numbers and the texts are apart, so that 1 is not "1"."""
    number = message.body.get("id")
    if message.pair is not None:
        return (message.channel, message.pair)
    if isinstance(number, (int, float, str)):
        return (message.channel, isinstance(number, str), number)
    return None


def _fits(request: _Request, response: Rpc) -> bool:
    """Whether a response can answer a request: it comes from the other side, and looks like an answer to that method."""
    if request.from_client is not None and request.from_client is response.from_client:
        return False
    result = response.body.get("result")
    expected = _ANSWERS.get(request.method)
    return expected is None or not isinstance(result, dict) or expected in result


def _read(documents: Documents, report: ReadReport) -> Iterator[Trace]:
    session: _Session | None = None
    for item in documents.items:
        if is_sampling(item.value):
            yield _sampling_trace(item.value, report, documents.place(item, "$"))
            continue
        found = False
        for message in rpc_messages(item.value, item.event):
            found = True
            place = documents.place(item, f"${message.path}")
            if session is not None and session.has_calls and message.body.get("method") == "initialize":
                yield session.finish()
                session = None
            session = session or _Session(report, documents.place(item, "$"))
            session.add(message, place)
        if not found and item.value not in ([], {}):
            report.skip("record without a JSON-RPC message", documents.place(item))
    if session is not None:
        yield session.finish()


def _sampling_trace(value: dict[str, Any], report: ReadReport, place: Location) -> Trace:
    builder = TraceBuilder(report, FORMAT.key, place)
    for index, item in enumerate(value["messages"]):
        message = sampling_message(item)
        message.set_paths(f".messages[{index}]")
        add_message(builder, message, place)
    return builder.trace


FORMAT = Format(
    key="mcp",
    title="MCP JSON-RPC",
    signature='messages with `"jsonrpc": "2.0"`, by themselves, in log records or after `STDIN:` and `STDOUT:`; calls of `call_tool` that an interceptor logged',
    specification="https://modelcontextprotocol.io/specification/2025-11-25/server/tools",
    version="2025-11-25",
    gives=("results", "errors", "timing"),
    claim=_claim,
    read=_read,
)
"""The Model Context Protocol."""

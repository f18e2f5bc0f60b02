"""Streamed fragments of model responses -> whole messages, as the same API gives them without streaming."""

from typing import Any

from toolscore_core.messages.arguments import NOT_JSON, decode_json_text

_FRAGMENTS = ("_arguments.delta", "_call_input.delta", "_call_code.delta")
_ENDS = ("response.completed", "response.incomplete", "response.failed", "response.done")


def _position(value: Any) -> int | str:
    """A position as files number fragments; 0 where there is none."""
    return value if isinstance(value, (int, str)) else 0


class ChatStream:
    """OpenAI chat chunks -> chat completions.

    Fragments join by choice and by position of the tool call; a fragment with another id and a name starts a new call even
    at the same position, as some gateways number every call 0. A new response starts when a chunk with another id, or
    with a role, follows the end of the one before.
    """

    def __init__(self) -> None:
        self.completions: list[dict[str, Any]] = []
        self._texts: list[tuple[dict[str, Any], list[str]]] = []
        self._finished: set[Any] = set()

    def add(self, chunk: dict[str, Any]) -> bool:
        """Take in a chunk. Returns whether it started a new response."""
        choices = [choice for choice in chunk.get("choices") or () if isinstance(choice, dict)]
        started = not self.completions or self._starts_anew(chunk, choices)
        if started:
            self.completions.append({"choices": []})
            self._finished = set()
        completion = self.completions[-1]
        for key, value in chunk.items():
            if key not in ("choices", "object") and value is not None:
                completion[key] = value
        for choice in choices:
            self._add_choice(completion, choice)
        return started

    def finish(self) -> list[dict[str, Any]]:
        """The whole responses, in order."""
        for holder, parts in self._texts:
            text = "".join(parts)
            holder["arguments" if "arguments" in holder else "content"] = text
        self._texts = []
        return self.completions

    def _starts_anew(self, chunk: dict[str, Any], choices: list[dict[str, Any]]) -> bool:
        if not self._finished:
            return False
        deltas = [choice.get("delta") for choice in choices if _position(choice.get("index")) in self._finished]
        speaking = [
            delta
            for delta in deltas
            if isinstance(delta, dict) and (delta.get("role") or delta.get("content") or delta.get("tool_calls"))
        ]
        if not speaking:
            return False
        return chunk.get("id") != self.completions[-1].get("id") or any(delta.get("role") for delta in speaking)

    def _add_choice(self, completion: dict[str, Any], choice: dict[str, Any]) -> None:
        index = _position(choice.get("index"))
        known = next((one for one in completion["choices"] if one["index"] == index), None)
        if known is None:
            known = {"index": index, "message": {"role": "assistant", "content": "", "tool_calls": []}}
            self._texts.append((known["message"], []))
            known["parts"] = self._texts[-1][1]
            completion["choices"].append(known)
        if choice.get("finish_reason"):
            self._finished.add(index)
        delta = choice.get("delta")
        if not isinstance(delta, dict):
            return
        if isinstance(delta.get("content"), str):
            known["parts"].append(delta["content"])
        message = known["message"]
        if isinstance(delta.get("function_call"), dict):
            legacy = message.setdefault("function_call", {"name": None, "arguments": ""})
            self._add_function(legacy, delta["function_call"])
        fragments = delta.get("tool_calls")
        for fragment in fragments if isinstance(fragments, list) else ():
            if isinstance(fragment, dict):
                self._add_fragment(message["tool_calls"], fragment)

    def _add_fragment(self, calls: list[dict[str, Any]], fragment: dict[str, Any]) -> None:
        position = fragment.get("index")
        function = fragment.get("function")
        function = function if isinstance(function, dict) else {}
        named = bool(function.get("name"))
        call_id = fragment.get("id")
        same = [call for call in calls if call["index"] == position] if position is not None else calls[-1:]
        call = same[-1] if same else None
        if call is None or (named and (position is None or (call_id and call["id"] and call_id != call["id"]))):
            call = {"index": position, "id": None, "type": "function", "function": {"name": None, "arguments": ""}}
            calls.append(call)
        call["id"] = call["id"] or call_id
        self._add_function(call["function"], function)

    def _add_function(self, known: dict[str, Any], fragment: dict[str, Any]) -> None:
        known["name"] = known["name"] or fragment.get("name")
        arguments = fragment.get("arguments")
        if isinstance(arguments, dict):
            known["arguments"] = arguments
        elif isinstance(arguments, str):
            parts = known.get("parts")
            if parts is None:
                parts = known["parts"] = []
                self._texts.append((known, parts))
            parts.append(arguments)


def _put_together(before: Any, more: Any) -> Any:
    """Two texts or two lists as one; the later value where the earlier is neither, or null."""
    if isinstance(before, str) and isinstance(more, str):
        return before + more
    if isinstance(before, list) and isinstance(more, list):
        return before + more
    return more or before


class PieceStream:
    """Pieces of Ollama, each with some of the text and whole calls -> responses; the piece with `done` ends one."""

    def __init__(self) -> None:
        self._response: dict[str, Any] | None = None

    def add(self, piece: dict[str, Any]) -> dict[str, Any] | None:
        """Take in a piece. Returns the response that it starts; later pieces fill that same object."""
        started = None
        message = piece["message"]
        if self._response is None:
            started = self._response = {**piece, "message": dict(message)}
        else:
            known = self._response["message"]
            self._response.update({key: value for key, value in piece.items() if key not in ("message", "created_at")})
            for key in ("content", "tool_calls"):
                known[key] = _put_together(known.get(key), message.get(key))
        if piece["done"]:
            self._response = None
        return started


class MessageStream:
    """Anthropic stream events -> messages. Blocks that stand in `message_start` already are kept; fragments join by position."""

    def __init__(self) -> None:
        self._message: dict[str, Any] | None = None
        self._open: dict[Any, tuple[dict[str, Any], list[str], list[str]]] = {}

    def add(self, event: dict[str, Any]) -> dict[str, Any] | None:
        """Take in an event. Returns the message that it starts; later events fill that same object."""
        kind = event.get("type")
        if kind == "message_start" and isinstance(event.get("message"), dict):
            self.finish()
            message = dict(event["message"])
            content = message.get("content")
            message["content"] = list(content) if isinstance(content, list) else []
            self._message = message
            return message
        started = None
        if kind == "content_block_start" and isinstance(event.get("content_block"), dict):
            if self._message is None:
                started = self._message = {"type": "message", "role": "assistant", "content": []}
            self._close(_position(event.get("index")))
            block = dict(event["content_block"])
            self._message["content"].append(block)
            self._open[_position(event.get("index"))] = (block, [], [])
        elif kind == "content_block_delta" and isinstance(event.get("delta"), dict):
            self._add_delta(_position(event.get("index")), event["delta"])
        elif kind == "content_block_stop":
            self._close(_position(event.get("index")))
        elif kind == "message_delta":
            self._add_end(event)
        return started

    def finish(self) -> None:
        """Complete the blocks whose end was never streamed."""
        for index in list(self._open):
            self._close(index)

    def _add_delta(self, index: Any, delta: dict[str, Any]) -> None:
        if index not in self._open:
            return
        _, texts, fragments = self._open[index]
        if isinstance(delta.get("partial_json"), str):
            fragments.append(delta["partial_json"])
        elif isinstance(delta.get("text"), str):
            texts.append(delta["text"])

    def _close(self, index: Any) -> None:
        if index not in self._open:
            return
        block, texts, fragments = self._open.pop(index)
        if texts:
            before = block.get("text")
            block["text"] = (before if isinstance(before, str) else "") + "".join(texts)
        written = "".join(fragments)
        if written.strip():
            decoded = decode_json_text(written)
            block["input"] = written if decoded is NOT_JSON else decoded

    def _add_end(self, event: dict[str, Any]) -> None:
        if self._message is None:
            return
        usage = event.get("usage")
        if isinstance(usage, dict):
            known = self._message.get("usage")
            given = {key: value for key, value in usage.items() if value is not None}
            self._message["usage"] = {**known, **given} if isinstance(known, dict) else given
        delta = event.get("delta")
        if isinstance(delta, dict) and delta.get("stop_reason"):
            self._message["stop_reason"] = delta["stop_reason"]


class ItemStream:
    """OpenAI Responses events -> responses. The final response counts; without it the finished items, then the fragments."""

    def __init__(self) -> None:
        self._response: dict[str, Any] | None = None
        self._items: dict[Any, dict[str, Any]] = {}
        self._fragments: dict[Any, list[str]] = {}

    def add(self, event: dict[str, Any]) -> dict[str, Any] | None:
        """Take in an event. Returns the response that it starts; later events fill that same object."""
        kind = event.get("type")
        response = event.get("response")
        given = response if isinstance(response, dict) else None
        started = None
        if self._response is None or kind == "response.created":
            self.finish()
            started = self._response = {"object": "response", "output": []}
            self._items, self._fragments = {}, {}
        if given is not None and self._response is not None:
            output = given.get("output")
            self._response.update({key: value for key, value in given.items() if key != "output" and value is not None})
            if kind in _ENDS and output:
                self._response["output"] = output
        if isinstance(event.get("item"), dict) and kind in ("response.output_item.added", "response.output_item.done"):
            self._items[_position(event.get("output_index", len(self._items)))] = event["item"]
        elif isinstance(kind, str) and kind.endswith(_FRAGMENTS) and isinstance(event.get("delta"), str):
            self._fragments.setdefault(_position(event.get("output_index")), []).append(event["delta"])
        return started

    def finish(self) -> None:
        """Put the items that were streamed one by one in place, when the final response did not come or was empty."""
        if self._response is None or self._response["output"]:
            return
        for index, fragments in self._fragments.items():
            item = self._items.get(index)
            if item is not None and not any(item.get(key) for key in ("arguments", "input", "code")):
                key = {"custom_tool_call": "input", "code_interpreter_call": "code"}.get(
                    str(item.get("type")), "arguments"
                )
                self._items[index] = {**item, key: "".join(fragments)}
        self._response["output"] = list(self._items.values())

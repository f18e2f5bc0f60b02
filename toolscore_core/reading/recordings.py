"""A file of recorded HTTP traffic -> one document for each exchange, with the bodies of request and response decoded.

Forms: cassettes of VCR and its likes (`interactions`, `http_interactions`), HTTP archives and Polly (`log.entries`),
WireMock (`mappings`), lists of `{request: {body}, response: {body}}`, and Nock (`scope`, `body`, `response`). Each exchange becomes `{"request": {"body"}, "response": {"body"}, "timestamp"}`.
Sources: https://vcrpy.readthedocs.io; https://w3c.github.io/web-performance/specs/HAR/Overview.html (1.2);
https://wiremock.org/docs/stubbing; https://github.com/nock/nock#recording.
"""

import base64
import binascii
import zlib
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from toolscore_core.reading.documents import Document, Documents

_LISTS = ("interactions", "http_interactions", "mappings")
_BODIES = ("body", "jsonBody", "parsed_body", "json_body", "base64Body", "postData", "content", "bodyPatterns")
_TEXTS = ("string", "text", "base64_string", "equalToJson", "equalTo")
_BASE64 = ("base64_string", "base64Body")
_TIMES = ("recorded_at", "startedDateTime", "timestamp")
_GZIP: Final = b"\x1f\x8b"
_LARGEST: Final = 64 << 20
"""Bytes of one body after unpacking."""


def exchanged(documents: Documents, decode: Callable[[str], Any]) -> Documents:
    """The exchanges of a recording, each a document; other documents as they are.

    Args:
        documents: The documents of a file.
        decode: Text of a body -> its value: of JSON, a list of the values of streamed events, or the text itself.
    """
    if len(documents.items) != 1 or documents.layout != "json":
        return documents
    entries = _entries(documents.items[0].value)
    if entries is None:
        return documents
    found = [Document(_exchange(entry, decode), None, index) for index, entry in enumerate(entries)]
    return Documents(documents.source, "jsonl", found)


def _entries(recording: Any) -> list[Any] | None:
    if isinstance(recording, list):
        return recording if recording and all(map(_is_listed, recording)) else None
    if not isinstance(recording, dict):
        return None
    log = recording.get("log")
    candidates = [recording.get(key) for key in _LISTS] + [log.get("entries") if isinstance(log, dict) else None]
    for entries in candidates:
        if isinstance(entries, list) and any(map(_is_entry, entries[:20])):
            return entries
    return None


def _is_entry(value: Any) -> bool:
    return (
        isinstance(value, dict) and isinstance(value.get("request"), dict) and isinstance(value.get("response"), dict)
    )


def _is_listed(value: Any) -> bool:
    """Whether an item of a bare list is an exchange: both sides have a body, or it is one of Nock's."""
    if _is_nock(value):
        return True
    return _is_entry(value) and "body" in value["request"] and "body" in value["response"]


def _is_nock(value: Any) -> bool:
    return isinstance(value, dict) and {"scope", "path", "response"} <= value.keys()


def _exchange(entry: Any, decode: Callable[[str], Any]) -> Any:
    if _is_nock(entry):
        entry = {"request": {"body": entry.get("body")}, "response": {"body": _joined(entry["response"])}}
    elif not _is_entry(entry):
        return entry
    known: dict[str, Any] = {key: {"body": _body(entry[key], decode)} for key in ("request", "response")}
    time = next((entry[key] for key in _TIMES if entry.get(key) is not None), None)
    return known if time is None else {**known, "timestamp": time}


def _body(message: dict[str, Any], decode: Callable[[str], Any]) -> Any:
    """The content of a request or response; None when it has none."""
    key = next((key for key in _BODIES if message.get(key) is not None), None)
    if key is None:
        return None
    held = message[key]
    if key == "bodyPatterns" and isinstance(held, list):
        held = next((pattern for pattern in held if isinstance(pattern, dict) and "equalToJson" in pattern), None)
    packed = key in _BASE64
    if isinstance(held, dict) and (inner := next((name for name in _TEXTS if name in held), None)) is not None:
        packed = inner in _BASE64 or held.get("encoding") == "base64"
        held = held[inner]
    if not isinstance(held, str):
        return held
    text = _unpacked(held) if packed else held
    return decode(text)


def _joined(response: Any) -> Any:
    """Nock writes a compressed response as a list of texts in hexadecimal."""
    if not isinstance(response, list) or not response or not all(isinstance(part, str) for part in response):
        return response
    try:
        return text_of_bytes(bytes.fromhex("".join(response)))
    except ValueError:
        return response


def _unpacked(text: str) -> str:
    """The text written in base64; what is no base64 stays as it is."""
    try:
        return text_of_bytes(base64.b64decode(text, validate=False))
    except (binascii.Error, ValueError):
        return text


def text_of_bytes(data: bytes) -> str:
    """The text of a recorded body, unpacked when it is compressed; bytes that are no UTF-8 become U+FFFD."""
    if data.startswith(_GZIP):
        with suppress(zlib.error):  # damaged: no answer can be found in it, which its reader reports
            data = zlib.decompressobj(31).decompress(data, _LARGEST)
    return data.decode("utf-8", "replace")

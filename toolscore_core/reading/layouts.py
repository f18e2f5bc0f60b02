"""UTF-8 text -> its JSON documents: one document, one a line, one after the other, or server-sent events."""

import json
import re
from collections.abc import Iterator
from typing import Any

import orjson

from toolscore_core.errors import DecodeError, Location
from toolscore_core.reading.cassettes import cassette_value, is_cassette
from toolscore_core.reading.decoding import (
    DECODER,
    TooDeepError,
    decode,
    deeper_than,
    holds_huge_number,
    mended,
)
from toolscore_core.reading.documents import LIMITS, Document, Documents, Limits, ReadReport
from toolscore_core.reading.recordings import exchanged
from toolscore_core.reading.repair import closed
from toolscore_core.reading.yaml_text import is_yaml_name, yaml_value

_BLANK = b" \t\r\n\0\f\v"
_BETWEEN = re.compile(r"[\s\0,\x1e]*")
_NEXT_START = re.compile(r"^[ \t]*(?=[\[{])", re.MULTILINE)
_ENDS = {b"{": b"}", b"[": b"]", b'"': b'"', b"}": b"\n", b"]": b"\n"}
"""First character of a line -> its last one when it is one JSON value; nothing ends as that of a closing bracket does."""
_EVENT_LINE = re.compile(rb"(?:data|event|id|retry)?:")
_LOG_PREFIX = re.compile(rb"([A-Za-z][\w.-]{0,40}(?=:[ \t]*[\[{])|[0-9a-k](?=:[\[{\"])):[ \t]*")
_DATED = re.compile(
    rb"\[?(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?)\]?[ \t][^{]{0,300}?(?=\{[ \t]*\")"
)
"""What the log of a client writes before a message: the time and words for people."""
_AFTER = re.compile(rb"\}[ \t]+\{ metadata: [^\n]{0,200}\}$")
_STDERR = b"STDERR:"
"""What a log of a server's streams writes before lines that are for people."""
_LINES_WITHOUT_RECORD = 1000
_BLOCK = 200
"""So many lines are decoded at once where nothing is wrong with them."""
_REPORTED = 100
_FAULTS = 20


def documents_of(data: bytes, name: str, report: ReadReport, limits: Limits) -> Documents:
    """All JSON documents of a text.

    Raises:
        DecodeError: Nothing in the text is JSON, or its only document is nested too deeply.
    """
    text = data.strip(_BLANK)
    if not text:
        raise DecodeError("the file is empty", Location(name))
    if _EVENT_LINE.match(text):
        events = list(_events(data, name, report, limits))
        if events:
            return Documents(name, "sse", events)
    if is_cassette(text):
        return exchanged(Documents(name, "json", [Document(cassette_value(text, name, limits), None, 0)]), _body_value)
    if is_yaml_name(name) and not text.startswith((b"{", b"[")):
        return Documents(name, "json", [Document(yaml_value(data.decode(), name, limits), None, 0)])
    if _is_jsonl(text):
        return Documents(name, "jsonl", list(lines_of(data, name, report, limits)))
    try:
        document = Document(_decoded(text, Location(name), report, limits), None, 0)
        return exchanged(Documents(name, "json", [document]), _body_value)
    except TooDeepError as error:
        raise DecodeError(str(error), Location(name)) from None
    except ValueError:
        pass  # not one document
    trial = ReadReport()
    lines = list(lines_of(data, name, trial, limits))
    if _are_lines(lines, text, trial):
        report.take_over(trial)
        return Documents(name, "jsonl", lines)
    return _in_a_row(data.decode(), name, report, limits)


def _body_value(text: str) -> Any:
    """The value of a recorded body: of JSON, a list of the values of streamed events, or the text itself."""
    if not text.lstrip().startswith(("{", "[", "data:", "event:", "id:", ":")):
        return text
    try:
        documents = documents_of(text.encode("utf-8", "replace"), "", ReadReport(), LIMITS)
    except DecodeError:
        return text
    return documents.items[0].value if documents.layout == "json" else documents.values


def _decoded(text: bytes, place: Location, report: ReadReport, limits: Limits) -> Any:
    value, replaced = decode(text, limits.depth)
    if replaced:
        report.problem("half a surrogate pair became U+FFFD", place)
    return value


def _is_jsonl(text: bytes) -> bool:
    """Whether the first line is a whole object or list and more follows: then no document goes over several lines."""
    first, _, rest = text.partition(b"\n")
    if not rest or not first.rstrip().endswith((b"}", b"]")):
        return False
    try:
        return isinstance(orjson.loads(first), (dict, list))
    except ValueError:
        return False


def _are_lines(lines: list[Document], text: bytes, trial: ReadReport) -> bool:
    """Whether the decoded lines are the file, rather than chance hits inside a document of many lines."""
    records = sum(isinstance(line.value, (dict, list)) for line in lines)
    if not records:
        return False
    return lines[0].line == 1 or records > len(trial.problems) or not text.startswith((b"{", b"["))


def lines_of(
    data: bytes, name: str, report: ReadReport, limits: Limits, lines_before: int = 0, index: int = 0
) -> Iterator[Document]:
    """The documents of JSONL.

    Args:
        data: Its lines.
        name: File name for messages.
        report: Takes the lines that are no JSON.
        limits: How much is read at most.
        lines_before: How many lines of the file stand before these.
        index: How many documents stand before these.
    """
    start = index
    plain = not holds_huge_number(data)
    lines = data.split(b"\n")
    for first in range(0, len(lines), _BLOCK):
        block = lines[first : first + _BLOCK]
        values = _plain_values(block, limits.depth) if plain else None
        if values is not None:
            for number, value in enumerate(values, lines_before + first + 1):
                yield Document(value, number, index)
                index += 1
            continue
        for number, line in enumerate(block, lines_before + first + 1):
            line = line.strip(_BLANK)
            if not line:
                continue
            found = _of_line(line, Location(name, number), report, limits)
            if found is not None:
                yield Document(found[0], number, index, found[1])
                index += 1
            elif index == start and number - lines_before > _LINES_WITHOUT_RECORD:
                return


def _plain_values(lines: list[bytes], depth: int) -> list[Any] | None:
    """The values of lines without huge numbers; None when one of them is blank, no JSON, or JSON that the slow way reads."""
    try:
        values = [orjson.loads(line) for line in lines]
    except ValueError:
        return None
    return None if deeper_than(values, depth + 1) else values


def _of_line(line: bytes, place: Location, report: ReadReport, limits: Limits) -> tuple[Any, str | None] | None:
    """The value of a line and the word before it, if it is a log line; None, reported, when it is no JSON.

    The value of a line that starts with a time is an object of both, `timestamp` and `message`.
    """
    if line.startswith(_STDERR):
        report.skip("line of standard error", place)
        return None
    prefix = _LOG_PREFIX.match(line)
    dated = _DATED.match(line)
    try:
        if dated:
            said = _decoded(_AFTER.sub(b"}", line[dated.end() :]), place, report, limits)
            return {"timestamp": dated[1].decode().replace(",", "."), "message": said}, None
        if not line.endswith(_ENDS.get(line[:1], b"")):
            raise ValueError("a piece of a document of many lines")  # told cheaply: a damaged one may have millions
        if prefix:
            return _decoded(line[prefix.end() :], place, report, limits), prefix[1].decode()
        return _decoded(line, place, report, limits), None
    except TooDeepError as error:
        report.problem(str(error), place)
    except ValueError:
        if len(report.problems) < _REPORTED:
            report.problem("the line is no complete JSON", place)
        else:
            report.skip("line that is no complete JSON", place)
    return None


def _events(data: bytes, name: str, report: ReadReport, limits: Limits) -> Iterator[Document]:
    """Documents in the `data:` fields. Each is tried by itself first: many files leave out the blank line between events."""
    event: str | None = None
    waiting: list[tuple[int, bytes]] = []
    index = 0
    for number, line in enumerate([*data.split(b"\n"), b""], 1):
        line = line.strip(_BLANK)
        field, _, value = line.partition(b":")
        value = value.strip(_BLANK)
        if field == b"data" and value != b"[DONE]":
            waiting.append((number, value))
        elif field == b"event":
            event = value.decode()
        if len(waiting) == 1 or (waiting and not line):
            found = _waiting(waiting, name, report, limits, last=not line)
            for first, value_found in found:
                yield Document(value_found, first, index, event)
                index += 1
            waiting = [] if found or not line else waiting
        event = event if line else None


def _waiting(
    waiting: list[tuple[int, bytes]], name: str, report: ReadReport, limits: Limits, *, last: bool
) -> list[tuple[int, Any]]:
    """The document that the lines make together; when they make none and the event is over, those of single lines."""
    first = waiting[0][0]
    try:
        return [(first, _decoded(b"\n".join(value for _, value in waiting), Location(name, first), report, limits))]
    except ValueError:
        found: list[tuple[int, Any]] = []
    for number, value in waiting if last else ():
        try:
            found.append((number, _decoded(value, Location(name, number), report, limits)))
        except ValueError:
            report.problem("the data of an event are no complete JSON", Location(name, number))
    return found


def _in_a_row(text: str, name: str, report: ReadReport, limits: Limits) -> Documents:
    """Documents that follow each other in any layout, also cut off or damaged ones up to the fault."""
    items: list[Document] = []
    at = faults = counted = 0
    line = 1
    fault: DecodeError | None = None
    while (at := _between(text, at)) < len(text) and faults < _FAULTS:
        line += text.count("\n", counted, at)
        counted = at
        try:
            value, end = DECODER.raw_decode(text, at)
        except RecursionError:
            raise DecodeError(f"nested deeper than {limits.depth} levels", Location(name, line)) from None
        except json.JSONDecodeError as error:
            faults += 1
            place = Location(name, error.lineno)
            fault = fault or DecodeError(f"no JSON: {error.msg.lower()} (column {error.colno})", place)
            value = _up_to_fault(text[at : error.pos])
            if value is not None:
                report.problem("the JSON is cut off or damaged here; the complete records before were read", place)
            elif items:
                report.problem("no complete JSON from here on", place)
            following = _NEXT_START.search(text, max(error.pos, text.find("\n", at) + 1 or len(text)))
            # What follows a damaged document may be its inside, which would be taken for documents of their own.
            end = following.end() if following and value is None else len(text)
        if value is None:
            at = end
            continue
        if deeper_than(value, limits.depth):
            raise DecodeError(f"nested deeper than {limits.depth} levels", Location(name, line))
        value, replaced = mended(value)
        if replaced:
            report.problem("half a surrogate pair became U+FFFD", Location(name, line))
        items.append(Document(value, line, len(items)))
        at = end
    if not items:
        raise fault or DecodeError("no JSON", Location(name))
    if len(items) == 1:
        return Documents(name, "json", [Document(items[0].value, None, 0)])
    return Documents(name, "jsonl", items)


def _between(text: str, at: int) -> int:
    found = _BETWEEN.match(text, at)
    return found.end() if found else at


def _up_to_fault(text: str) -> Any:
    """The complete records before a fault; None when there is none."""
    repaired = closed(text)
    if repaired is None:
        return None
    try:
        return DECODER.decode(repaired)
    except ValueError:
        return None

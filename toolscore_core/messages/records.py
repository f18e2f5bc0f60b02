"""The documents of a file -> the records in which messages can stand, each with its place."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from toolscore_core.errors import DecodeError, Location
from toolscore_core.reading import Document, Documents, ReadReport, read_documents

_BODY_KEYS = ("body", "__data__", "json", "parsed_body", "data")
_BODIES = 4


@dataclass(slots=True)  # not frozen: there are as many as calls, and a frozen one takes three times as long to make
class Record:
    """One value of a file: an item of its only list, or a document of JSONL or of a stream; never changed.

    Attributes:
        documents: All documents of the file.
        document: The document that holds it.
        path: JSON path of the value inside the document.
        value: The value.
    """

    documents: Documents
    document: Document
    path: str
    value: Any

    def place(self, path: str = "") -> Location:
        """Location of something inside the value; `path` continues its own path, e.g. `.messages[0]`."""
        full = self.path + path
        return self.documents.place(self.document, "" if full == "$" else full)

    def inside(self, path: str, value: Any) -> "Record":
        """A value inside this one."""
        return Record(self.documents, self.document, self.path + path, value)


def step_to(key: str) -> str:
    """A key as a step of a JSON path: `.key`, or `["a key"]` for one that is no name."""
    return f".{key}" if key.isidentifier() else f"[{json.dumps(key)}]"


def records(documents: Documents) -> Iterator[Record]:
    """The items of a file that is one list, otherwise its documents."""
    if documents.layout == "json" and len(documents.items) == 1 and isinstance(documents.items[0].value, list):
        document = documents.items[0]
        for index, value in enumerate(document.value):
            yield Record(documents, document, f"$[{index}]", value)
    else:
        for document in documents.items:
            yield Record(documents, document, "$", document.value)


def is_flat(value: Any) -> bool:
    """Whether a value is an object that holds nothing but texts, numbers and the like: no record in which messages stand."""
    return isinstance(value, dict) and not any(isinstance(inner, (dict, list)) for inner in value.values())


def body(value: Any) -> Any:
    """The content of a recorded HTTP message: out of its envelope, decoded when it was written as text.

    Returns:
        An object, a list (of streamed events, when the text holds several), or the value itself when it is neither.
    """
    for _ in range(_BODIES):
        if isinstance(value, str):
            return _decoded(value)
        if not isinstance(value, dict):
            return value
        key = next((key for key in _BODY_KEYS if isinstance(value.get(key), (dict, list, str))), None)
        if key is None or any(mark in value for mark in ("choices", "messages", "content", "output", "input", "role")):
            return value
        value = value[key]
    return value


def _decoded(text: str) -> Any:
    if not text.lstrip().startswith(("{", "[", "data:", "event:", "id:", ":")):
        return text
    try:
        documents = read_documents(text.encode("utf-8", "replace"), report=ReadReport())
    except DecodeError:
        return text
    return documents.items[0].value if documents.layout == "json" else documents.values

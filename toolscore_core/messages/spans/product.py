"""Where the records of an observability product keep what, as a table that is read with dotted paths."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Paths = tuple[str, ...]
"""Dotted paths into a record; the first that leads to a value counts."""

SAID = {"tool": "tool", "llm": "llm", "generation": "llm", "chat_model": "llm", "agent": "agent"}
"""The words for kinds that most products use."""


@dataclass(frozen=True, slots=True)
class Product:
    """Where the records of one product keep what.

    Attributes:
        title: Its name for people.
        marks: Sets of keys; a record with all keys of one of them is this product's.
        kind: What the record is, in the product's word.
        kinds: Those words, in lower case, that mean a tool, a model or an agent; "" for one that surely is none of them.
            Of a word that is not named here the record's attributes decide.
        otherwise: What a record is that has no such word; "" where its attributes decide.
        id, parent, trace: Ids of the record, of the one around it, and of their trace.
        name, input, output, model: As they are called.
        start, end: Times; `length` seconds or, with `unit`, parts of a second, where there is no end.
        usage: Objects that hold token counts.
        cost: USD.
        failed: Paths to words, of which `failing` ones mean a failure.
        error: Error text or an object that holds it; where `error_fails`, its presence means a failure.
        attributes: OpenTelemetry attributes that the record was made from.
        call_id, agent, session, user: As on ToolCall and in the metadata of a trace.
        wraps_arguments: Whether a tool's arguments may stand as one text under `input`.
        inside: Keys of lists of records inside the record.
        sure: Whether the marks are those of no other format.
    """

    title: str
    marks: tuple[frozenset[str], ...]
    kind: Paths = ("type",)
    kinds: Mapping[str, str] = field(default_factory=lambda: SAID)
    otherwise: str = ""
    id: Paths = ("id",)
    parent: Paths = ("parent_id",)
    trace: Paths = ("trace_id",)
    name: Paths = ("name",)
    input: Paths = ("input",)
    output: Paths = ("output",)
    model: Paths = ("model",)
    start: Paths = ("start_time",)
    end: Paths = ("end_time",)
    length: Paths = ()
    unit: float = 1.0
    usage: Paths = ("usage",)
    cost: Paths = ()
    failed: Paths = ()
    failing: frozenset[str] = frozenset(("error",))
    error: Paths = ("error",)
    error_fails: bool = True
    attributes: Paths = ()
    call_id: Paths = ()
    agent: Paths = ()
    session: Paths = ("session_id",)
    user: Paths = ("user_id",)
    wraps_arguments: bool = False
    inside: tuple[str, ...] = ()
    sure: bool = True

    @property
    def reads_attributes(self) -> bool:
        """Whether the attributes of its records stand where those of a plain span do."""
        return any(path.partition(".")[0].endswith("attributes") for path in self.attributes)


def marks(*sets: str) -> tuple[frozenset[str], ...]:
    """Sets of keys, each written as one text with spaces between them."""
    return tuple(frozenset(keys.split()) for keys in sets)


def at(record: Any, path: str) -> Any:
    """The value at a dotted path, the record itself for ""; None when there is none. Keys may have dots of their own."""
    if not path:
        return record
    if isinstance(record, dict):
        if path in record:
            return record[path]
        step, dot, rest = path.partition(".")
        return at(record.get(step), rest) if dot else None
    if isinstance(record, list):
        step, _, rest = path.partition(".")
        return at(record[int(step)], rest) if step.isdecimal() and int(step) < len(record) else None
    return None


def first_at(record: Any, paths: Paths) -> Any:
    """The first value that is not null at one of the paths; None when there is none."""
    return next((value for path in paths if (value := at(record, path)) is not None), None)


def text_at(record: Any, paths: Paths) -> str | None:
    """The first non-empty text at one of the paths, numbers (ids) included; None when there is none."""
    for path in paths:
        value = at(record, path)
        if isinstance(value, str) and value.strip():
            return value
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
    return None

"""Formats made for the tests of what all formats share."""

from collections.abc import Iterator
from typing import Any

from toolscore_core.calls import ToolCall, Trace
from toolscore_core.catalogue import Claim, Format
from toolscore_core.reading import Documents, ReadReport


def made(key: str, field: str, *, joins: bool = False, strength: Any = 3, keyed: bool = False) -> Format:
    """A format whose records are objects with a field; each trace is one value of it, its calls the records.

    Args:
        key: Its key.
        field: Name of the field.
        joins: Whether its files are read together.
        strength: That of its claim.
        keyed: Whether the field names the trace of a line.
    """

    def values(documents: Documents) -> list[Any]:
        found = [
            value
            for item in documents.items
            for value in (item.value if isinstance(item.value, list) else [item.value])
        ]
        return [value for value in found if isinstance(value, dict) and field in value]

    def claim(documents: Documents) -> Claim | None:
        count = len(values(documents))
        return Claim(strength, count, f"{count} records with `{field}`") if count else None

    def read(documents: Documents, report: ReadReport) -> Iterator[Trace]:
        traces: dict[Any, Trace] = {}
        for item in documents.items:
            if not isinstance(item.value, dict) or field not in item.value:
                report.skip("record of another kind", documents.place(item))
                continue
            name = str(item.value[field])
            trace = traces.setdefault(name, Trace(id=name, source=documents.place(item)))
            trace.calls.append(ToolCall("f", {"n": item.value.get("n")}))
        yield from traces.values()

    named = (lambda value: value.get(field) if isinstance(value, dict) else None) if keyed else None
    return Format(key, key.title(), f"`{field}`", "", "", ("results",), claim, read, named, joins)

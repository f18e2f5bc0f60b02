"""Documents whose records stand inside objects of no known format -> the documents inside, and formats that read them there."""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from toolscore_core.calls import Trace
from toolscore_core.catalogue import Claim, Format
from toolscore_core.messages.decoded import decoded_value
from toolscore_core.messages.envelope import name_trace
from toolscore_core.messages.records import step_to
from toolscore_core.reading import Document, Documents, ReadReport

_LOOKED_AT: Final = 100
_MOST_KEYS: Final = 12
_SHORTEST_TEXT: Final = 2
_TELLING: Final = 2
_EXPECTED: Final = ("expected", "reference", "gold", "ground_truth", "rejected")
_NOT_RECORDED: Final = (*_EXPECTED, "target", "example", "tool")
"""Beginnings of keys under which files keep what should have been, or what could be, rather than what was."""


_Place = tuple[int | None, str]
"""Line and path."""


@dataclass(frozen=True, slots=True)
class Wrapping:
    """One step into documents that are objects, or lists of objects.

    Attributes:
        key: The key under which the records stand; None when they stand under every key, the names of records, or in the
            lists of a list.
    """

    key: str | None

    def open(self, documents: Documents) -> Documents:
        """The documents inside; those without one are left out."""
        items = [
            Document(value, item.line, item.index, item.event, item.source, path)
            for item in documents.items
            for value, path, _ in self._inside(item)
        ]
        return Documents(documents.source, documents.layout, items)

    def format(self, known: Format) -> Format:
        """A format that reads its documents inside the wrapping."""

        def read(documents: Documents, report: ReadReport) -> Iterator[Trace]:
            wrappers = dict(self._wrappers(documents, report))
            for trace in self._traces(known, self.open(documents), report):
                if (wrapper := _wrapper_of(trace, wrappers)) is not None:
                    name_trace(trace, wrapper)
                yield trace

        def trace_key(value: Any) -> Hashable | None:
            found = (
                [known.trace_key(inner) for inner, *_ in self._inside(Document(value, None, 0))]
                if known.trace_key
                else []
            )
            return next((key for key in found if key is not None), None)

        return replace(known, read=read, trace_key=trace_key if known.trace_key else None, joins=False)

    def _traces(self, known: Format, inside: Documents, report: ReadReport) -> Iterator[Trace]:
        """The traces of what is inside; lists are read each by itself."""
        apart = all(isinstance(item.value, list) for item in inside.items)
        for items in ([item] for item in inside.items) if apart else (inside.items,):
            yield from known.read(Documents(inside.source, inside.layout, items), report)

    def _wrappers(self, documents: Documents, report: ReadReport) -> Iterator[tuple[_Place, dict[str, Any]]]:
        """The objects that hold the records, each by the place of what it holds."""
        for item in documents.items:
            found = list(self._inside(item))
            if not found:
                report.skip("record without what the others hold", documents.place(item, "$"))
            for _, path, wrapper in found:
                yield (item.line, path), wrapper

    def _inside(self, item: Document) -> Iterator[tuple[Any, str, dict[str, Any]]]:
        """What stands inside a document: value, path, and the object around it as far as it may name a trace."""
        path = item.path or "$"
        listed = isinstance(item.value, list)
        for index, value in enumerate(item.value if listed else [item.value]):
            here = f"{path}[{index}]" if listed else path
            if self.key is None and listed:
                if isinstance(value, list) and _may_hold(value):
                    yield value, here, {}
            elif not isinstance(value, dict):
                continue
            elif self.key is not None:
                if _may_hold(value.get(self.key)):
                    yield decoded_value(value[self.key]), here + step_to(self.key), value
            else:
                for name, inner in value.items():
                    if _may_hold(inner):
                        yield decoded_value(inner), here + step_to(name), {"id": name}


def wrappings(documents: Documents) -> list[Wrapping]:
    """The steps that lead into documents, the most frequent first."""
    objects = [value for item in documents.items[:_LOOKED_AT] for value in _objects(item.value)]
    keys = Counter(key for value in objects for key, inner in value.items() if _may_hold(inner) and _is_recorded(key))
    found = [Wrapping(key) for key, count in keys.most_common(_MOST_KEYS) if 2 * count >= len(objects)]
    values = documents.items[0].value if len(documents.items) == 1 else None
    inner = values.values() if isinstance(values, dict) else values if isinstance(values, list) else ()
    if len(inner) == 1 and found:
        return found  # the only key is among them
    named = not any(key.lower().startswith(_EXPECTED) for value in objects for key in value)
    if inner and named and (all(map(_is_list, inner)) or (isinstance(values, dict) and all(map(_may_hold, inner)))):
        found.append(Wrapping(None))
    return found


def is_telling(known: Format, claim: Claim) -> bool:
    """Whether a claim is good enough for what is inside a wrapping: calls were seen, or a conversation."""
    return claim.strength >= _TELLING or (claim.records > 0 and "conversation" in known.gives)


def _wrapper_of(trace: Trace, wrappers: Mapping[_Place, dict[str, Any]]) -> dict[str, Any] | None:
    """The object around what holds a trace: that of the longest path which that of the trace begins with."""
    path = trace.source.path
    while path:
        if (found := wrappers.get((trace.source.line, path))) is not None:
            return found
        path = path[: max(path.rfind("."), path.rfind("["), 0)]
    return None


def _objects(value: Any) -> list[dict[str, Any]]:
    return [one for one in (value[:_LOOKED_AT] if isinstance(value, list) else [value]) if isinstance(one, dict)]


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


def _is_recorded(key: str) -> bool:
    return not key.lower().startswith(_NOT_RECORDED)


def _may_hold(value: Any) -> bool:
    """Whether a value may hold records: an object, or a list of objects or lists, or either of them as text."""
    if isinstance(value, str):
        text = value.strip()
        return len(text) > _SHORTEST_TEXT and text[0] + text[-1] in ("{}", "[]")
    if isinstance(value, dict):
        return bool(value)
    return isinstance(value, list) and any(isinstance(inner, (dict, list)) for inner in value[:_LOOKED_AT])

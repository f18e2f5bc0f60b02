"""Gold files as this project writes them -> cases.

Three shapes, as JSON or JSONL:

    [{"tool": "search", "args": {"q": "x"}}, ...]                       the calls of one case
    {"calls": [...]}                                                    the same, with the fields of a case beside it
    {"cases": [...]}, [{"id": "refund", "calls": [...]}, ...]           a data set; as JSONL one case a line

A case may hold `id`, `input`, `tags`, `forbidden` (rules), `ignore` (argument paths that are never compared),
`aliases` (recorded tool name -> gold tool name) and `order` ("any": the calls may come in any order; "given"). The last
four hold for every case where they stand at the top of an object with `cases`, or alone in the first record of a list or
the first line of a JSONL file; a case's own order wins. A call is written with `tool`, `name` or `function` and `args`,
`arguments` or `input`; without arguments, or with null, they are not checked, and `{}` says that none are expected.
`"optional": true` says that the call may be left out, `"alternatives": ["web_search"]` which other tools may be called in
its place. `matchers` says what may stand for a value. The rules of a case are kept as written in its
`metadata["forbidden"]` too, so that they can be written back.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, cast

from toolscore_core.calls import Case, ExpectedCall, ToolCall
from toolscore_core.catalogue import Claim, GoldFormat
from toolscore_core.errors import GoldError, InputError, Location
from toolscore_core.matchers import ANY, expected_from_json
from toolscore_core.messages.arguments import decode_json_text
from toolscore_core.messages.definitions import is_definition
from toolscore_core.messages.expected import case_name_of, kind_of
from toolscore_core.reading import Document, Documents, ReadReport
from toolscore_core.rules import rules_from_json
from toolscore_core.values import split_path

TOOL_KEYS: Final = ("tool", "name", "function")
ARGUMENT_KEYS: Final = ("args", "arguments", "input")
SHARED_KEYS: Final = frozenset({"forbidden", "ignore", "aliases", "order"})
CASE_KEYS: Final = frozenset({"id", "calls", "input", "tags", *SHARED_KEYS})

Order = Literal["given", "any"]


@dataclass(frozen=True, slots=True)
class _Shared:
    """Fields of a data set that hold for every case; `written` are the rules as the file writes them."""

    forbidden: list[dict[str, Any]] | None = None
    written: list[Any] = field(default_factory=list)
    ignore: tuple[str, ...] = ()
    aliases: Mapping[str, str] = field(default_factory=dict)
    order: Order | None = None


def claim(documents: Documents) -> Claim | None:
    """Lists of calls, objects with `calls` or `cases`, and lists or lines of cases."""
    if documents.layout == "sse":
        return None
    if _is_one_document(documents):
        return _claim_value(documents.items[0].value)
    cases = sum(_is_case(value) or _is_call_list(value) for value in documents.values)
    if cases:
        return Claim(2, cases, f"{cases} lines with `calls`")
    lines = [value for value in documents.values if not _is_shared(value)]
    calls = sum(map(_is_call, lines))
    # Where most lines name no tool it is a log of events, such as the start and the end of calls.
    return Claim(1, calls, f"{calls} lines that name a tool") if 2 * calls > len(lines) else None


def read(documents: Documents, report: ReadReport) -> Iterator[Case]:
    """Cases of a file; what cannot be used is reported with its place, and the other cases are read."""
    name = case_name_of(documents.source)
    if not _is_one_document(documents):
        yield from _lines(documents, name, report)
        return
    (item,) = documents.items
    place = documents.place(item, "$")
    value = item.value
    if isinstance(value, list):
        if any(map(_is_case, value)):
            yield from _cases_after_shared([(entry, _below(place, f"[{i}]")) for i, entry in enumerate(value)], report)
        else:
            yield from _one({"calls": value}, place, place, name, _Shared(), report)
    elif "cases" in value:
        entries = value["cases"]
        if not isinstance(entries, list):
            raise GoldError(f"`cases` takes a list, not {kind_of(entries)}", place)
        below = _below(place, ".cases")
        shared = _shared(value, place, report)
        yield from _cases(((entry, _below(below, f"[{i}]")) for i, entry in enumerate(entries)), shared, report)
    else:
        yield from _one(value, place, _below(place, ".calls"), name, _Shared(), report)


FORMAT: Final = GoldFormat(
    key="toolscore",
    title="Toolscore gold",
    signature="a list of calls with `tool`, an object with `calls` or `cases`, or cases with `id` and `calls`",
    claim=claim,
    read=read,
)


def _is_one_document(documents: Documents) -> bool:
    return documents.layout == "json" and len(documents.items) == 1


def _claim_value(value: Any) -> Claim | None:
    if isinstance(value, dict):
        for key in ("cases", "calls"):
            if key in value:
                count = len(value[key]) if isinstance(value[key], list) else 0
                return Claim(2, count, f"`{key}` with {count} entries")
        return None
    if not isinstance(value, list):
        return None
    cases = sum(map(_is_case, value))
    if cases:
        return Claim(2, cases, f"{cases} entries with `calls`")
    calls = sum(map(_is_call, value))
    if calls or not any(isinstance(entry, dict) for entry in value):
        return Claim(1, calls, f"{calls} entries that name a tool" if calls else "a list without calls")
    return None


def _is_case(value: Any) -> bool:
    return isinstance(value, dict) and "calls" in value


def _is_call_list(value: Any) -> bool:
    return isinstance(value, list) and (not value or any(map(_is_call, value)))


def _is_call(value: Any) -> bool:
    if not isinstance(value, dict) or "role" in value or is_definition(value):
        return False
    return any(value.get(key) for key in TOOL_KEYS)


def _lines(documents: Documents, name: str, report: ReadReport) -> Iterator[Case]:
    """Cases of a file with one document a line: cases, lists of calls, or the calls of one case."""
    entries = [(_as_case(item), documents.place(item, "$")) for item in documents.items]
    if any(_is_case(value) or _is_call_list(value) for value in documents.values):
        yield from _cases_after_shared(entries, report)
        return
    shared = _Shared()
    items = documents.items
    if entries and _is_shared(entries[0][0]):
        shared = _shared(*entries[0], report)
        items = items[1:]
    calls = []
    for item in items:
        try:
            call = _call(item.value, documents.place(item, "$"), report)
        except InputError as error:
            report.problem(error.message, error.location or documents.place(item))
            return
        if call is not None:
            calls.append(call)
    case = _case({"calls": []}, Location(documents.source), Location(documents.source), name, shared, report)
    yield replace(case, calls=calls)


def _as_case(item: Document) -> Any:
    return {"calls": item.value} if isinstance(item.value, list) else item.value


def _is_shared(value: Any) -> bool:
    return isinstance(value, dict) and bool(value) and value.keys() <= SHARED_KEYS


def _cases_after_shared(entries: list[tuple[Any, Location]], report: ReadReport) -> Iterator[Case]:
    """Cases of a list or of lines, of which the first record may hold fields for all of them."""
    shared = _Shared()
    if entries and _is_shared(entries[0][0]):
        shared = _shared(*entries.pop(0), report)
    yield from _cases(iter(entries), shared, report)


def _cases(entries: Iterator[tuple[Any, Location]], shared: _Shared, report: ReadReport) -> Iterator[Case]:
    seen: dict[str, int] = {}
    for number, (entry, place) in enumerate(entries, 1):
        if not isinstance(entry, dict):
            report.problem(f"a case is an object with `calls`, not {kind_of(entry)}", place)
            continue
        for case in _one(entry, place, _below(place, ".calls"), f"case-{number}", shared, report):
            count = seen[case.id] = seen.get(case.id, 0) + 1
            if count > 1:
                report.problem(f"an earlier case has the same id; this one is number {count}", _below(place, ".id"))
                case.id = f"{case.id}#{count}"
            yield case


def _one(
    entry: dict[str, Any], place: Location, calls_place: Location, fallback: str, shared: _Shared, report: ReadReport
) -> Iterator[Case]:
    """The case of one object; none when it cannot be used, which is reported."""
    try:
        yield _case(entry, place, calls_place, fallback, shared, report)
    except InputError as error:
        report.problem(error.message, error.location or place)


def _case(
    entry: dict[str, Any], place: Location, calls_place: Location, fallback: str, shared: _Shared, report: ReadReport
) -> Case:
    entries = entry.get("calls")
    if not isinstance(entries, list):
        raise GoldError(f"`calls` takes a list, not {kind_of(entries)}", place)
    read_calls = (_call(value, _below(calls_place, f"[{i}]"), report) for i, value in enumerate(entries))
    calls = [call for call in read_calls if call is not None]
    forbidden = _forbidden(entry, place)
    metadata = {key: value for key, value in entry.items() if key not in CASE_KEYS}
    if forbidden is not None or shared.forbidden is not None:
        forbidden = [*(shared.forbidden or ()), *(forbidden or ())]
        metadata["forbidden"] = [*shared.written, *(entry.get("forbidden") or ())]
    return Case(
        id=_id(entry, place) or fallback,
        calls=calls,
        input=entry.get("input"),
        tags=_texts(entry, "tags", place),
        forbidden=forbidden,
        ignore=(*shared.ignore, *_ignore(entry, place)),
        aliases={**shared.aliases, **_aliases(entry, place)},
        order=_order(entry, place) or shared.order or "given",
        source=Location(place.source, place.line, place.index, "" if place.path == "$" else place.path),
        metadata=metadata,
    )


def _shared(value: dict[str, Any], place: Location, report: ReadReport) -> _Shared:
    """Fields for every case; a field that cannot be used is reported and left out."""
    found: dict[str, Any] = {}
    for key, reader in _SHARED_READERS:
        try:
            found[key] = reader(value, place)
        except InputError as error:
            report.problem(error.message, error.location or _below(place, f".{key}"))
    if found.get("forbidden"):
        found["written"] = value["forbidden"]
    return _Shared(**found)


def _call(entry: Any, place: Location, report: ReadReport) -> ToolCall | None:
    """One expected call; None for an entry that names no tool, which is reported as skipped.

    Raises:
        GoldError: The entry names a tool and cannot be used.
    """
    tool, fields = _tool_of(entry)
    if not tool:
        report.skip("entry without a tool name", place)
        return None
    if not isinstance(tool, str) or tool.isspace():
        raise GoldError(f"a tool name is text that is not blank, not {kind_of(tool)}", place)
    side_effects = entry.get("side_effects")
    if side_effects is not None and not isinstance(side_effects, dict):
        raise GoldError(f"`side_effects` takes an object, not {kind_of(side_effects)}", place)
    metadata: dict[str, Any] = {"side_effects": side_effects or {}}
    if entry.get("description"):
        metadata["description"] = entry["description"]
    args = _arguments(fields, place)
    optional, alternatives = _optional(entry, place), _alternatives(entry, place)
    if optional or alternatives:
        return ExpectedCall(tool, args, metadata=metadata, optional=optional, alternatives=alternatives)
    return ToolCall(tool, args, metadata=metadata)


def _optional(entry: dict[str, Any], place: Location) -> bool:
    value = entry.get("optional")
    if value is not None and not isinstance(value, bool):
        raise GoldError(f"`optional` takes true or false, not {kind_of(value)}", _below(place, ".optional"))
    return bool(value)


def _alternatives(entry: dict[str, Any], place: Location) -> tuple[str, ...]:
    value = entry.get("alternatives")
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(name, str) and name.strip() for name in value):
        raise GoldError("`alternatives` takes a list of tool names", _below(place, ".alternatives"))
    return tuple(value)


def _tool_of(entry: Any) -> tuple[Any, dict[str, Any]]:
    """Name of the tool, and the object that holds its arguments (`function` may be an object with both)."""
    if not isinstance(entry, dict):
        return None, {}
    tool = next((entry[key] for key in TOOL_KEYS if entry.get(key)), None)
    if isinstance(tool, dict):
        return tool.get("name"), tool
    return tool, entry


def _arguments(fields: dict[str, Any], place: Location) -> dict[str, Any] | None:
    key = next((key for key in ARGUMENT_KEYS if fields.get(key) is not None), None)
    if key is None:
        return None
    value = fields[key]
    if isinstance(value, str):
        value = decode_json_text(value)
    below = _below(place, f".{key}")
    if not isinstance(value, dict):
        raise GoldError(f"arguments are an object, not {kind_of(fields[key])}", below)
    expected = expected_from_json(value, below)
    if expected is ANY:
        return None
    if not isinstance(expected, dict):
        raise GoldError("a matcher stands for the value of an argument; only `$any` stands for all arguments", below)
    return expected


def _id(entry: dict[str, Any], place: Location) -> str:
    value = entry.get("id")
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise GoldError(f"an id is text or a number, not {kind_of(value)}", _below(place, ".id"))
    return str(value).strip()


def _forbidden(entry: dict[str, Any], place: Location) -> list[dict[str, Any]] | None:
    if entry.get("forbidden") is None:
        return None
    below = _below(place, ".forbidden")
    try:
        return rules_from_json(entry["forbidden"])
    except InputError as error:
        at = error.location
        raise GoldError(error.message, below if at is None else _below(below, f"[{at.index}]{at.path[1:]}")) from None
    except TypeError as error:
        raise GoldError(str(error), below) from None


def _ignore(entry: dict[str, Any], place: Location) -> tuple[str, ...]:
    paths = _texts(entry, "ignore", place)
    for i, path in enumerate(paths):
        try:
            steps = split_path(path)
        except ValueError as error:
            raise GoldError(str(error), _below(place, f".ignore[{i}]")) from None
        if not steps or steps == ["*"]:
            raise GoldError("an argument path names an argument", _below(place, f".ignore[{i}]"))
    return paths


def _aliases(entry: dict[str, Any], place: Location) -> dict[str, str]:
    value = entry.get("aliases")
    if value is None:
        return {}
    if not isinstance(value, dict) or not all(isinstance(name, str) and name.strip() for name in value.values()):
        raise GoldError("`aliases` takes an object: recorded tool name -> gold tool name", _below(place, ".aliases"))
    return value


def _order(entry: dict[str, Any], place: Location) -> Order | None:
    value = entry.get("order")
    if value is not None and value not in ("given", "any"):
        raise GoldError('`order` takes "given" or "any"', _below(place, ".order"))
    return cast("Order | None", value)


_SHARED_READERS: Final[tuple[tuple[str, Callable[[dict[str, Any], Location], Any]], ...]] = (
    ("forbidden", _forbidden),
    ("ignore", _ignore),
    ("aliases", _aliases),
    ("order", _order),
)


def _texts(entry: dict[str, Any], key: str, place: Location) -> tuple[str, ...]:
    value = entry.get(key)
    if value is None:
        return ()
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise GoldError(f"`{key}` takes a list of texts, not {kind_of(value)}", _below(place, f".{key}"))
    return tuple(texts)


def _below(place: Location, step: str) -> Location:
    return Location(place.source, place.line, place.index, place.path + step)

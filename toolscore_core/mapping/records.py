"""A field mapping: where the calls of a file of no known format stand, as a person says it; to and from JSON.

    {"toolscore_mapping": 1, "records": "$.runs[*].steps[*]", "tool": "action.name", "args": "action.input",
     "result": "observation", "trace": "$.runs[*].id"}

`records` leads from the top of a document (`$`) to the records; `[*]` stands for every item of a list or value of an
object. The other paths start inside a record, or with `$` at the top of its document: then `[*]` means the item on the
way to the record. JSON written as text is opened on the way. `args` may be `*`: every key that no other field uses.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final, Literal

from toolscore_core.errors import DecodeError, Location, MappingError
from toolscore_core.messages.arguments import NOT_JSON, decode_json_text
from toolscore_core.reading import Documents
from toolscore_core.values import split_path

MARK: Final = "toolscore_mapping"
"""The key by which a mapping file is known; its value is the version of the form."""
VERSION: Final = 1

REST: Final = "*"
"""`args` of this value: every key of the record that no other field uses."""


@dataclass(frozen=True, slots=True)
class FieldMapping:
    """Where calls and what they hold stand in a file.

    Attributes:
        records: Path of the records, from the top of a document.
        tool: Tool name.
        args: Arguments, or `*`.
        result: What the tool gave back.
        error: Error text, flag or status; nothing, False and words of success mean that the call did not fail.
        call_id: Id of the call; also joins results that stand in records of their own.
        started: Start, as ISO text or a number since the epoch.
        ended: End, likewise.
        duration: Time from start to end, in `duration_unit`.
        duration_unit: "s" or "ms".
        cost: USD.
        agent: Agent that issued the call.
        model: Model of the trace.
        trace: What tells traces apart; without it the records of one list are one trace.
        case_id: Gold case that the trace answers.
        where: Path -> text: a record is a call only if all of them hold that text.
        result_where: Likewise for records that hold the result of a call in another record.
    None means that the file does not say.

    Raises:
        MappingError: A path is no path, or a value has the wrong kind.
    """

    records: str
    tool: str
    args: str | None = None
    result: str | None = None
    error: str | None = None
    call_id: str | None = None
    started: str | None = None
    ended: str | None = None
    duration: str | None = None
    duration_unit: Literal["s", "ms"] = "s"
    cost: str | None = None
    agent: str | None = None
    model: str | None = None
    trace: str | None = None
    case_id: str | None = None
    where: Mapping[str, str] | None = None
    result_where: Mapping[str, str] | None = None

    def __post_init__(self) -> None:
        _check_records(self.records)
        for name in PATHS:
            path = getattr(self, name)
            if path is None and name != "tool":
                continue
            if name == "args" and path == REST:
                continue
            _check_field(path, name, self.records)
        if self.duration_unit not in ("s", "ms"):
            raise MappingError("`duration_unit` is s or ms", _at("duration_unit"))
        for name in ("where", "result_where"):
            _check_conditions(getattr(self, name), name, self.records)


PATHS: Final = tuple(
    found.name
    for found in fields(FieldMapping)
    if found.name not in ("records", "duration_unit", "where", "result_where")
)
"""The fields that are paths inside a record, in the order in which people fill them in."""

_FIELDS: Final = frozenset(found.name for found in fields(FieldMapping))


def mapping_from_json(data: bytes | str | Mapping[str, Any], source: str = "mapping") -> FieldMapping:
    """A mapping file.

    Args:
        data: Its text, or its decoded object.
        source: File name for messages.

    Raises:
        MappingError: It is no object, lacks `records` or `tool`, holds an unknown key, or a path that is none.
    """
    value: Any = data
    if isinstance(data, (bytes, str)):
        value = decode_json_text(data if isinstance(data, str) else data.decode("utf-8-sig", "replace"))
        if value is NOT_JSON:
            raise MappingError("a mapping is JSON", Location(source))
    if not isinstance(value, Mapping):
        raise MappingError("a mapping is an object with `records` and `tool`", Location(source))
    version = value.get(MARK, VERSION)
    if version != VERSION:
        raise MappingError(f"`{MARK}` is {VERSION}: the file is of another version", Location(source, path=f"$.{MARK}"))
    given = {key: item for key, item in value.items() if key != MARK and item is not None}
    unknown = sum(key not in _FIELDS for key in given)
    if unknown:
        known = ", ".join(sorted(_FIELDS))
        raise MappingError(f"{unknown} unknown key{'s' * (unknown > 1)}; known are {known}", Location(source))
    missing = [f"`{key}`" for key in ("records", "tool") if key not in given]
    if missing:
        raise MappingError(f"a mapping needs {' and '.join(missing)}", Location(source))
    try:
        return FieldMapping(**given)
    except MappingError as error:
        path = error.location.path if error.location else ""
        raise MappingError(error.message, Location(source, path=path)) from None


def mapping_to_json(mapping: FieldMapping) -> str:
    """The mapping as the text of a file, without what it does not say."""
    written = {found.name: getattr(mapping, found.name) for found in fields(mapping)}
    if mapping.duration is None:
        del written["duration_unit"]
    kept = {key: dict(value) if isinstance(value, Mapping) else value for key, value in written.items() if value}
    return json.dumps({MARK: VERSION, **kept}, indent=2, ensure_ascii=False) + "\n"


def is_mapping(documents: Documents) -> bool:
    """Whether a file is a mapping rather than a trace or gold."""
    return len(documents.items) == 1 and isinstance(value := documents.items[0].value, dict) and MARK in value


def mapping_of(documents: Documents) -> FieldMapping:
    """The mapping that a file holds.

    Raises:
        MappingError: As in `mapping_from_json`.
        DecodeError: The file holds nothing.
    """
    if not documents.items:
        raise DecodeError("no JSON", Location(documents.source))
    return mapping_from_json(documents.items[0].value, documents.source)


def steps_of(path: str) -> list[str | int]:
    """The steps of a path; a `$` at its beginning is the top of the document and no step."""
    return split_path(path.removeprefix("$"))


def _at(name: str) -> Location:
    return Location("mapping", path=f"$.{name}")


def _check_records(path: Any) -> None:
    if not isinstance(path, str) or not path.startswith("$"):
        raise MappingError("`records` is a path that starts with $, for example $[*]", _at("records"))
    try:
        steps_of(path)
    except ValueError:
        raise MappingError("`records` is no path", _at("records")) from None


def _check_field(path: Any, name: str, records: str) -> None:
    if not isinstance(path, str) or not path:
        raise MappingError(f"`{name}` is a path, not {type(path).__name__}", _at(name))
    try:
        steps = steps_of(path)
    except ValueError:
        raise MappingError(f"`{name}` is no path", _at(name)) from None
    known = shared_steps(steps, steps_of(records)) if path.startswith("$") else 0
    if "[]" in steps[known:]:
        raise MappingError(f"`{name}` leads to several values: [*] stands only on the way to the records", _at(name))


def _check_conditions(conditions: Any, name: str, records: str) -> None:
    if conditions is None:
        return
    if not isinstance(conditions, Mapping) or not all(isinstance(text, str) for text in conditions.values()):
        raise MappingError(f"`{name}` is an object of paths and texts", _at(name))
    for path in conditions:
        _check_field(path, name, records)


def shared_steps(steps: list[str | int], others: list[str | int]) -> int:
    """How many steps two paths have in common from the top."""
    count = 0
    for one, other in zip(steps, others, strict=False):
        if one != other:
            break
        count += 1
    return count

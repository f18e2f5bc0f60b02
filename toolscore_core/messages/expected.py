"""What gold readers of all families share: rows of a file, expected calls, and cases with an id of their own."""

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import count, islice
from typing import Any, Final

from toolscore_core.calls import Case, ToolCall
from toolscore_core.errors import GoldError, InputError, Location
from toolscore_core.messages.arguments import decode_json_text
from toolscore_core.messages.content import text_of_content
from toolscore_core.messages.records import Record, records
from toolscore_core.reading import Documents, ReadReport

LOOKED_AT: Final = 200
"""Rows at which a claim looks at most."""

ROWS_BELOW: Final = (
    *(
        "cases",
        "test_cases",
        "testCases",
        "eval_cases",
        "evalCases",
        "tests",
        "tasks",
        "goldens",
        "examples",
        "samples",
    ),
    *("rows", "data", "dataset", "items", "results", "testResults", "test_results", "evaluation_dataset"),
)
"""Keys under which files keep their rows."""

_OWN: Final = ("id", "calls", "cases", "input", "tags", "forbidden", "ignore", "aliases", "order")

ReadCase = Callable[[Record, str, ReadReport], Case | None]
"""A row, the id it has when it names none, and the report -> its case; None when it holds no gold, which is reported."""


def rows(documents: Documents, below: tuple[str, ...] = ROWS_BELOW) -> Iterator[Record]:
    """The rows of a file: the items of its list, its lines, or those of the list that its one object keeps under a key.

    The key may stand one level down, as in `{"testRunData": {"testCases": [...]}}`.
    """
    for record in records(documents):
        whole = len(documents.items) == 1 and record.path == "$"
        path, found = _rows_inside(record.value, below) if whole else ("", [])
        if not path:
            yield record
        for index, value in enumerate(found):
            yield record.inside(f"{path}[{index}]", value)


def _rows_inside(value: Any, below: tuple[str, ...]) -> tuple[str, list[Any]]:
    """Path and items of the list of rows in an object; "" and [] when it keeps none."""
    if not isinstance(value, dict):
        return "", []
    inner = (item for item in value.items() if isinstance(item[1], dict))
    for path, holder in (("", value), *((f".{key}", item) for key, item in islice(inner, LOOKED_AT))):
        for key in below:
            found = holder.get(key)
            if isinstance(found, list) and any(map(_is_object, islice(found, LOOKED_AT))):
                return f"{path}.{key}", found
    return "", []


def _is_object(value: Any) -> bool:
    return isinstance(value, dict)


def count_rows(found: Iterable[Record], is_row: Callable[[Any], bool]) -> int:
    """How many of the first rows are of a kind. Cases as this project writes them are of no other, whatever they keep."""
    values = (record.value for record in islice(found, LOOKED_AT))
    return sum(is_row(value) for value in values if not _is_own_case(value))


def _is_own_case(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("calls"), list)


def extras(row: dict[str, Any], used: Collection[str]) -> dict[str, Any]:
    """What else a row says, for the metadata of its case; empty values are left out.

    Names that mean something in this project's own cases stand under `original`, so that the case can be written.
    """
    rest = {key: value for key, value in row.items() if key not in used and value not in (None, "", [], {})}
    taken = {key: rest.pop(key) for key in _OWN if key in rest}
    return {**rest, "original": taken} if taken else rest


def read_cases(found: Iterable[Record], read_case: ReadCase, report: ReadReport) -> Iterator[Case]:
    """The cases of the rows. A row that cannot be used is reported and left out; an id that was there before gets a number."""
    seen: dict[str, int] = {}
    for position, record in enumerate(found, 1):
        try:
            case = read_case(record, f"case-{position}", report)
        except InputError as error:
            report.problem(error.message, error.location or record.place())
            continue
        if case is None:
            continue
        if case.id in seen:
            number = next(n for n in count(seen[case.id] + 1) if f"{case.id}#{n}" not in seen)
            report.problem(f"an earlier case has the same id; this one is number {number}", record.place())
            seen[case.id] = number
            case.id = f"{case.id}#{number}"
        seen[case.id] = 1
        yield case


def expected_call(name: Any, args: Any, place: Location, **fields: Any) -> ToolCall:
    """An expected call as another tool's file writes it: its values stand for themselves, `$` objects are no matchers.

    Args:
        name: Tool name.
        args: Arguments as an object or as JSON text of one; None for arguments that are not checked.
        place: Where the call stands.
        fields: Further fields of ToolCall.

    Raises:
        GoldError: The name is no text or blank, or the arguments are no object.
    """
    if not isinstance(name, str) or not name.strip():
        raise GoldError(f"a tool name is text that is not blank, not {kind_of(name)}", place)
    value = args
    if isinstance(args, str):
        value = decode_json_text(args) if args.strip() else {}
    if value is not None and not isinstance(value, dict):
        raise GoldError(f"arguments are an object, not {kind_of(args)}", place)
    return ToolCall(name, value, **fields)


def row_id(row: dict[str, Any], keys: Iterable[str], fallback: str) -> str:
    """The first of the keys that holds a text or a number; the fallback when none does."""
    for key in keys:
        value = row.get(key)
        if isinstance(value, (str, int)) and not isinstance(value, bool) and (name := str(value).strip()):
            return name
    return fallback


def one_or_all(values: list[Any]) -> Any:
    """What a case was asked: the one value, the list of several, None for none."""
    return values[0] if len(values) == 1 else values or None


def asked(value: Any) -> Any:
    """What a case was asked: the texts of the user where the value holds messages, the value itself elsewhere."""
    texts = list(_user_texts(value))
    return one_or_all(texts) if texts else value


def _user_texts(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for item in value:
            yield from _user_texts(item)
    elif isinstance(value, dict):
        if value.get("role", value.get("type")) in ("user", "human"):
            text = text_of_content(value.get("content"))
            if text:
                yield text
        elif isinstance(value.get("messages"), list):
            yield from _user_texts(value["messages"])


def row_place(record: Record) -> Location:
    """Where a case stands: the row itself, without a path when the row is the whole document."""
    place = record.place("")
    return Location(place.source, place.line, place.index, "" if place.path == "$" else place.path)


def case_name_of(source: str) -> str:
    """Name of the only case of a file, after the file."""
    name = source.replace("\\", "/").rsplit("/", 1)[-1]
    for ending in (".gz", ".zst", ".jsonl", ".ndjson", ".json", ".test", ".evalset"):
        name = name.removesuffix(ending)
    return name or "case"


_KINDS: Final[dict[type, str]] = {
    dict: "an object",
    list: "a list",
    str: "a text",
    bool: "a boolean",
    int: "a number",
    float: "a number",
    type(None): "nothing",
}


def kind_of(value: Any) -> str:
    """What kind of JSON value something is, for messages."""
    return _KINDS.get(type(value), type(value).__name__)

"""Events of coding agents' logs, in whose words they are -> what happened: something said, called, answered, or noted.

A dialect says which lines are its own and what each of them means. Where a dialect's events keep name, arguments, id and
result at fixed places, a table of those places is all there is to say; the others are functions.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from toolscore_core.messages.tally import Tally, amount_of
from toolscore_core.messages.untrusted import text_or_none


@dataclass(slots=True)
class Said:
    """Something said; `goes_on` when it is the next piece of what the same role said last."""

    role: str
    text: str
    time: Any = None
    model: str | None = None
    goes_on: bool = False


@dataclass(slots=True)
class Called:
    """A call: `time` is when it started, `asked` when the model asked for it; a later event may give its start.

    `goes_on` when `args` is the next piece of the text of the arguments of the last call.
    """

    tool: Any
    args: Any
    id: str | None = None
    time: Any = None
    asked: Any = None
    parent: str | None = None
    agent: str | None = None
    metadata: dict[str, Any] = field(default_factory=dict)
    provider_executed: bool = False
    goes_on: bool = False


@dataclass(slots=True)
class Answered:
    """The end of a call. `seconds` is how long the tool itself took, None when the log does not say."""

    value: Any
    id: str | None = None
    time: Any = None
    failed: bool = False
    error: str | None = None
    seconds: float | None = None


@dataclass(slots=True)
class Noted:
    """Something about the session; None or empty for what a line does not say.

    Attributes:
        session: Its id.
        model: Model from here on.
        used: Tokens and cost of one more answer.
        total: Tokens and cost of the whole session.
        outcome: How it ended.
        agents: Name of the sub-agent that a call started, by the call's id.
        metadata: Whatever else.
        is_step: Whether a new answer of the model begins here.
    """

    session: str | None = None
    model: str | None = None
    used: Tally | None = None
    total: Tally | None = None
    outcome: Any = None
    agents: Mapping[str, str] = field(default_factory=dict)
    metadata: Mapping[str, Any] = field(default_factory=dict)
    is_step: bool = False


Event = Said | Called | Answered | Noted


@dataclass(frozen=True, slots=True)
class Dialect:
    """How one product writes its events.

    Attributes:
        title: The product.
        is_own: Whether a line shows this dialect and no other.
        events: What a line says; nothing for a line that does not matter.
    """

    title: str
    is_own: Callable[[dict[str, Any]], bool]
    events: Callable[[dict[str, Any]], Iterator[Event]]


@dataclass(frozen=True, slots=True)
class CallPlaces:
    """Where an event of a call keeps what; paths are keys joined by dots, "" is nowhere.

    Attributes:
        each: Path of a list of calls in one event; "" when the event is one call.
        tool, args, id, parent: In the call.
        outer_parent: In the event around the list.
    """

    tool: str
    args: str
    id: str
    parent: str = ""
    each: str = ""
    outer_parent: str = ""


@dataclass(frozen=True, slots=True)
class ResultPlaces:
    """Where an event of a result keeps what.

    Attributes:
        id: Id of the call.
        values: The result: the first of these that is there.
        flag: What tells whether it failed, and the values that mean so.
        error: Error text; where it is missing, a text among the values is taken.
        milliseconds: How long the tool took.
    """

    id: str
    values: tuple[str, ...]
    flag: str
    failed: tuple[Any, ...]
    error: str = ""
    milliseconds: str = ""


def at(record: Any, path: str) -> Any:
    """The value at a path of keys joined by dots; None when it is not there."""
    for key in path.split(".") if path else ():
        if not isinstance(record, dict):
            return None
        record = record.get(key)
    return record if path else None


def text_at(record: Any, path: str) -> str | None:
    """The text at a path; None when there is none."""
    value = at(record, path)
    return text_or_none(value)


def mapping_at(record: Any, path: str) -> dict[str, Any]:
    """The object at a path; {} when there is none."""
    value = at(record, path)
    return value if isinstance(value, dict) else {}


def calls_at(line: dict[str, Any], places: CallPlaces, time: Any, asked: Any = None) -> Iterator[Called]:
    """The calls of an event."""
    found = at(line, places.each) if places.each else [line]
    outer = text_at(line, places.outer_parent)
    for call in found if isinstance(found, list) else ():
        if isinstance(call, dict):
            parent = text_at(call, places.parent) or outer
            yield Called(at(call, places.tool), at(call, places.args), text_at(call, places.id), time, asked, parent)


def result_at(line: dict[str, Any], places: ResultPlaces, time: Any) -> Answered:
    """The result of an event."""
    value = next((found for path in places.values if (found := at(line, path)) is not None), None)
    flag = at(line, places.flag)
    failed = isinstance(flag, (bool, str)) and flag in places.failed
    error = text_at(line, places.error) or (value if isinstance(value, str) else None)
    taken = at(line, places.milliseconds)
    milliseconds = amount_of({"ms": taken}, "ms")
    return Answered(
        value,
        text_at(line, places.id),
        time,
        failed,
        error if failed else None,
        None if milliseconds is None else milliseconds / 1000,
    )

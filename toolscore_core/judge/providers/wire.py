"""What every provider takes and gives, apart from how it is written on the wire."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final, Literal, Protocol

from toolscore_core.errors import JudgeTransportError, MissingSDKError

Form = Literal["schema", "object_schema", "object", "text"]
"""How the form of the answer is asked for: by a JSON schema; as a JSON object with the schema beside it; as a JSON
object; not at all. Where the schema does not travel by itself the client writes it into the prompt."""


CUT_OFF: Final = "the answer was cut off at its limit of tokens"
"""Problem of an answer that is not whole because it grew too long."""


@dataclass(frozen=True, slots=True)
class Request:
    """One question.

    Attributes:
        model: Name of the model.
        system, user: The two messages.
        schema: JSON schema of the answer; None when any object will do.
        form: How the form is asked for.
        temperature: Sent unless None.
        max_tokens: Limit of the answer, reasoning included; None leaves it to the provider.
    """

    model: str
    system: str
    user: str
    schema: dict[str, Any] | None
    form: Form
    temperature: float | None
    max_tokens: int | None


@dataclass(frozen=True, slots=True)
class Answer:
    """What a provider answered.

    Attributes:
        text: The model's text; "" when there is none.
        problem: Why the text is absent or cut off, in words; None when it is whole.
        model: Model that answered, as the provider names it; None when it does not say.
        request_id: The provider's name of the request; None when there is none.
        input_tokens: All of them, cached ones included; None when the provider does not say.
        output_tokens: All of them, reasoning included; None when the provider does not say.
    """

    text: str
    problem: str | None
    model: str | None
    request_id: str | None
    input_tokens: int | None
    output_tokens: int | None


class Provider(Protocol):
    """A provider's SDK, held open for a run.

    Attributes:
        forms: Forms of an answer that it may know, strictest first; the last is "text".
        takes_temperature: Whether the SDK has the parameter.
    """

    forms: tuple[Form, ...]
    takes_temperature: bool

    async def send(self, request: Request) -> Answer:
        """Ask once. Raises what the SDK raises, and JudgeTransportError for an answer that is not of its form."""

    async def close(self) -> None:
        """Close the connections."""


def load_sdk(module: str, package: str, extra: str) -> Any:
    """A provider's SDK.

    Raises:
        MissingSDKError: It is not installed.
    """
    try:
        return import_module(module)
    except ImportError:
        raise MissingSDKError(
            f'this judge needs the package {package}: pip install "toolscore-explorer[{extra}]"'
        ) from None


def decoded(body: str | bytes | None) -> dict[str, Any]:
    """The object that an answer's body holds.

    Raises:
        JudgeTransportError: It holds none.
    """
    try:
        found = json.loads(body or "")
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise JudgeTransportError("the endpoint answered with something that is no JSON object", kind="body")
    return found


def member(value: Any, *path: str | int) -> Any:
    """What stands at a path of names and positions; None where the path does not lead anywhere."""
    for step in path:
        if isinstance(step, int):
            value = value[step] if isinstance(value, list) and len(value) > step else None
        else:
            value = value.get(step) if isinstance(value, Mapping) else None
    return value


def text_at(value: Any, *path: str | int) -> str | None:
    """The text at a path; None where there is none."""
    found = member(value, *path)
    return found if isinstance(found, str) else None


def count_at(value: Any, *path: str | int) -> int | None:
    """The number of tokens at a path; None where there is none."""
    found = member(value, *path)
    return found if isinstance(found, int) and not isinstance(found, bool) and found >= 0 else None


def sum_of(counts: Sequence[int | None]) -> int | None:
    """The sum of all counts; None when one of them is not known, 0 without any."""
    known = [count for count in counts if count is not None]
    return sum(known) if len(known) == len(counts) else None


def total(*counts: int | None) -> int | None:
    """The sum of the counts that are there; None when none is."""
    known = [count for count in counts if count is not None]
    return sum(known) if known else None

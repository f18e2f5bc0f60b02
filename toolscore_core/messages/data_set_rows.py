"""Rows of data sets that hold what was asked and what was answered, as messages -> exchanges."""

from typing import Any

from toolscore_core.messages.chat import is_message
from toolscore_core.messages.envelope import NO_FACTS, Facts, facts_of
from toolscore_core.messages.history import Exchange
from toolscore_core.messages.records import Record
from toolscore_core.messages.shapes import is_message_list

_PREFERRED = (
    ("preferred_output", "non_preferred_output"),
    ("preferred_completion", "non_preferred_completion"),
    ("chosen", "rejected"),
)
"""Keys of a row for preference tuning: the answer that counts, and the one that was rejected."""

NOT_PREFERRED = "answer that was not preferred"
"""Why the other answer of such a row is left out."""

_ASKED_BEFORE = ("input", "prompt", "messages")
_ASKED = ("prompt", "input", "context", "query", "question")
_ANSWERED = ("completion", "output", "outputs", "response", "answer")
"""Keys of a row that holds what was asked, as text or messages, and what was said then, as messages."""


def preferred_in(value: dict[str, Any]) -> str | None:
    """The key of the answer that counts in a row for preference tuning; None for any other row."""
    return next(
        (key for key, other in _PREFERRED if other in value and isinstance(value.get(key), (list, dict, str))), None
    )


def answered_in(value: dict[str, Any]) -> tuple[str, str] | None:
    """The keys under which a row keeps what was asked ("" for nothing) and what was answered; None when it has no answer."""
    answer = next((key for key in _ANSWERED if is_message(value.get(key)) or is_message_list(value.get(key))), None)
    asked = next((key for key in _ASKED if isinstance(value.get(key), str) or is_message_list(value.get(key))), "")
    return (asked, answer) if answer is not None else None


def preference_of(record: Record, key: str) -> Exchange:
    """The conversation of a row for preference tuning, with the answer under the key."""
    asked: Any = next((record.value[name] for name in _ASKED_BEFORE if record.value.get(name) is not None), [])
    return _exchange(record, asked.get("messages") if isinstance(asked, dict) else asked, key, NO_FACTS)


def answer_of(record: Record, asked: str, answered: str) -> Exchange:
    """The conversation of a row with what was asked under the one key and what was answered under the other."""
    return _exchange(record, record.value.get(asked), answered, facts_of(record.value))


def _exchange(record: Record, asked: Any, key: str, facts: Facts) -> Exchange:
    sent = [{"role": "user", "content": asked}] if isinstance(asked, str) else asked if isinstance(asked, list) else []
    said = record.value[key]
    said = {"role": "assistant", "content": said} if isinstance(said, str) else said
    answers = said if isinstance(said, list) else [said]
    if answers[: len(sent)] == sent:  # some data sets repeat the whole conversation in the answer
        sent = []
    return Exchange(
        record.place(),
        sent,
        None,
        answers,
        lambda index: record.place(f".{key}[{index}]"),
        facts,
        name=record.value,
        apart=True,
    )

"""A trace, raw or masked -> what its user asked first, to see whether two runs were given the same task."""

from collections.abc import Iterable, Sequence
from typing import Protocol


class _Message(Protocol):
    @property
    def role(self) -> str: ...
    @property
    def text(self) -> str: ...


class _Conversation(Protocol):
    @property
    def turns(self) -> Sequence[_Message]: ...


def asked(trace: _Conversation) -> str | None:
    """The first message of the user, white space made one blank each; None when the trace has none with text.

    Later ones are left out: they answer the agent, so that they may well differ between runs.
    """
    texts = (" ".join(turn.text.split()) for turn in trace.turns if turn.role == "user")
    return next((text for text in texts if text), None)


def asks_differ(traces: Iterable[_Conversation]) -> bool:
    """Whether two of the traces begin with different questions. What has no question differs from nothing."""
    return len({question for trace in traces if (question := asked(trace)) is not None}) > 1

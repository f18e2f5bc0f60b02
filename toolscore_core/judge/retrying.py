"""Which failures pass, and how long to wait before asking again."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from toolscore_core.errors import JudgeTransportError

LONGEST_WAIT_S: Final = 30.0
"""No wait is longer, whatever an endpoint asks for."""

_PASSING: Final = frozenset({"rate_limit", "server", "overloaded", "timeout", "unreachable", "connection"})
"""Kinds of failure that may be gone the next time."""

_FIRST_S: Final = 0.5
_LARGEST_S: Final = 8.0


@dataclass(frozen=True, slots=True)
class Waiting:
    """A wait before a request is sent again.

    Attributes:
        seconds: How long.
        asked_s: How long the endpoint asked for, which may be longer; None when it did not ask.
        error: Why.
    """

    seconds: float
    asked_s: float | None
    error: JudgeTransportError


@dataclass(frozen=True, slots=True)
class Patience:
    """How often and how patiently to ask again.

    Attributes:
        retries: Requests that are sent again after a passing failure, at least 0.
        on_wait: Told of each wait before it begins; None for nobody.
        sleep: Waits.
        jitter: A number in [0, 1], so that many requests do not come back at once.
    """

    retries: int
    on_wait: Callable[[Waiting], None] | None = None
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    jitter: Callable[[], float] = random.random

    def wait_after(self, error: JudgeTransportError, failed: int) -> Waiting | None:
        """The wait before the next request; None when there is to be none.

        Args:
            error: The failure.
            failed: Passing failures of this question so far, this one included.
        """
        if error.kind not in _PASSING or failed > self.retries:
            return None
        asked = error.retry_after
        own = min(_LARGEST_S, _FIRST_S * 2 ** (failed - 1)) * self.jitter()
        return Waiting(own if asked is None else min(asked, LONGEST_WAIT_S), asked, error)

    async def wait(self, waiting: Waiting) -> None:
        """Say so, and wait."""
        if self.on_wait is not None:
            self.on_wait(waiting)
        await self.sleep(waiting.seconds)

"""What is told of a run while it goes on, and what came of it."""

from dataclasses import dataclass
from typing import Literal

from toolscore_core.judge.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is.

    Attributes:
        done: Pairs with a verdict or an error.
        total: Pairs.
        errors: Pairs with an error.
        cost_usd: US dollars so far; None when the price of some of it is not known.
        waiting_s: Seconds of a wait that begins now, before a request is sent again; None when none begins.
        asked_s: Seconds that the endpoint asked to wait, which may be longer; None when it did not ask.
    """

    done: int
    total: int
    errors: int
    cost_usd: float | None
    waiting_s: float | None = None
    asked_s: float | None = None


@dataclass(frozen=True, slots=True)
class Usage:
    """What a run used, over all requests, those that were sent again included.

    Attributes:
        requests: Requests that were sent.
        input_tokens, output_tokens: As far as the endpoint reported them.
        unreported: Replies without a number of tokens.
    """

    requests: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    unreported: int = 0


@dataclass(frozen=True, slots=True)
class Stop:
    """Why a run ended before every pair was judged.

    Attributes:
        kind: "cancelled"; "budget": the next request might have passed it; "error": every further request would fail.
        message: For people.
    """

    kind: Literal["cancelled", "budget", "error"]
    message: str


@dataclass(frozen=True, slots=True)
class RunRecord:
    """By what the verdicts were given; the key is not in it.

    Attributes:
        provider, host, key_source: Where the requests went, and where the key came from, in words.
        model: Model that was asked.
        models: Models that answered, as the endpoint names them, sorted.
        prompt_version: Of the instructions.
        temperature: As the settings give it; None when it was not to be sent.
        temperature_sent: Whether it was sent with every request that was answered; None without an answer.
        structured: How the form of replies was asked for, as in `client.Reply`, sorted.
        request_ids: The provider's names of the requests, in the order of the replies.
        started, finished: Epoch seconds.
    """

    provider: str
    host: str
    key_source: str
    model: str
    models: tuple[str, ...]
    prompt_version: str
    temperature: float | None
    temperature_sent: bool | None
    structured: tuple[str, ...]
    request_ids: tuple[str, ...]
    started: float
    finished: float


@dataclass(frozen=True, slots=True)
class JudgeRun:
    """What came of a run.

    Attributes:
        verdicts: Verdicts and errors in the order of the pairs; a pair that was not reached has none.
        unasked: Keys of the pairs that were not reached.
        usage: What it used.
        cost_usd: US dollars; None when the price of some of it is not known; 0 when nothing was asked.
        record: By what the verdicts were given.
        stopped: Why it ended early; None when it did not.
    """

    verdicts: tuple[Verdict, ...]
    unasked: tuple[str, ...]
    usage: Usage
    cost_usd: float | None
    record: RunRecord
    stopped: Stop | None

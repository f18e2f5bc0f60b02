"""Replies as they come in -> progress, usage, cost and the record of a run."""

import time
from collections.abc import Iterable, Sequence

from toolscore_core.judge.client import Client, Reply
from toolscore_core.judge.config import JudgeConfig, endpoint_of, host_of, infer_provider
from toolscore_core.judge.pairs import Pair
from toolscore_core.judge.prompt import PROMPT_VERSION
from toolscore_core.judge.records import JudgeRun, Progress, RunRecord, Stop, Usage
from toolscore_core.judge.retrying import Waiting
from toolscore_core.judge.verdicts import Verdict
from toolscore_core.pricing import price_of


class Tally:
    """Everything that is counted in a run.

    Attributes:
        spent_usd: US dollars of what has a known price.
    """

    def __init__(self, pairs: Sequence[Pair], known: Iterable[Verdict], config: JudgeConfig) -> None:
        self._pairs = pairs
        self._config = config
        self._endpoint = endpoint_of(config)
        self._verdicts = {verdict.pair_key: verdict for verdict in known}
        self._replies: list[Reply] = []
        self._failed_requests = 0
        self._unpriced = 0
        self._started = time.time()
        self.spent_usd = 0.0

    def add_reply(self, reply: Reply) -> None:
        """Count what a reply used."""
        self._replies.append(reply)
        cost = self._cost(reply)
        if cost is None:
            self._unpriced += 1
        else:
            self.spent_usd += cost

    def _cost(self, reply: Reply) -> float | None:
        if reply.input_tokens is None or reply.output_tokens is None:
            return None
        for model in dict.fromkeys((reply.model, self._config.model)):
            price = price_of(
                model,
                input_tokens=reply.input_tokens,
                output_tokens=reply.output_tokens,
                endpoint=self._endpoint,
            )
            if price is not None:
                return price.usd
        return None

    def add_failed(self, requests: int) -> None:
        """Count requests that brought no reply."""
        self._failed_requests += requests

    def add_verdicts(self, verdicts: Iterable[Verdict]) -> None:
        """Keep verdicts and errors."""
        self._verdicts |= {verdict.pair_key: verdict for verdict in verdicts}

    @property
    def cost_usd(self) -> float | None:
        """US dollars so far; None when some of it has no known price."""
        return None if self._unpriced else self.spent_usd

    def progress(self, waiting: Waiting | None = None) -> Progress:
        """How far the run is, and the wait that begins now."""
        errors = sum(verdict.verdict is None for verdict in self._verdicts.values())
        seconds, asked = (None, None) if waiting is None else (waiting.seconds, waiting.asked_s)
        return Progress(len(self._verdicts), len(self._pairs), errors, self.cost_usd, seconds, asked)

    def result(self, client: Client | None, stopped: Stop | None) -> JudgeRun:
        """What came of the run.

        Args:
            client: That which asked; None when nothing had to be asked.
            stopped: Why it ended early.
        """
        keys = [pair.key for pair in self._pairs]
        return JudgeRun(
            verdicts=tuple(self._verdicts[key] for key in dict.fromkeys(keys) if key in self._verdicts),
            unasked=tuple(key for key in dict.fromkeys(keys) if key not in self._verdicts),
            usage=self._usage(),
            cost_usd=self.cost_usd,
            record=self._record(client),
            stopped=stopped,
        )

    def _usage(self) -> Usage:
        return Usage(
            requests=sum(reply.attempts for reply in self._replies) + self._failed_requests,
            input_tokens=sum(reply.input_tokens or 0 for reply in self._replies),
            output_tokens=sum(reply.output_tokens or 0 for reply in self._replies),
            unreported=sum(reply.input_tokens is None or reply.output_tokens is None for reply in self._replies),
        )

    def _record(self, client: Client | None) -> RunRecord:
        replies = self._replies
        return RunRecord(
            provider=infer_provider(self._config),
            host=host_of(self._config),
            key_source="" if client is None else client.key_source,
            model=self._config.model,
            models=tuple(sorted({reply.model for reply in replies})),
            prompt_version=PROMPT_VERSION,
            temperature=self._config.temperature,
            temperature_sent=all(reply.temperature_sent is not None for reply in replies) if replies else None,
            structured=tuple(sorted({reply.structured for reply in replies})),
            request_ids=tuple(reply.request_id for reply in replies if reply.request_id is not None),
            started=self._started,
            finished=time.time(),
        )

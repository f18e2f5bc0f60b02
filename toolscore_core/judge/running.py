"""Pairs and settings -> their verdicts: asks a few at a time, keeps what is known when it has to stop."""

import asyncio
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from typing import Final

from toolscore_core.errors import JudgeConfigError, JudgeReplyError, JudgeTransportError
from toolscore_core.judge.blocking import wait_for_result
from toolscore_core.judge.cache import Stored, VerdictCache
from toolscore_core.judge.client import Client, Patience, Reply, Waiting
from toolscore_core.judge.config import JudgeConfig, usual_concurrency
from toolscore_core.judge.estimating import most_cost, request_cost
from toolscore_core.judge.pairs import Pair
from toolscore_core.judge.planning import Question, plan, verdict_of
from toolscore_core.judge.prompt import SYSTEM, repair_prompt, user_prompt
from toolscore_core.judge.records import JudgeRun, Progress, RunRecord, Stop, Usage
from toolscore_core.judge.tallying import Tally
from toolscore_core.judge.verdicts import REPLY_SCHEMA, Judgement, Verdict, read_reply
from toolscore_core.judge.warming import warmed_up

__all__ = ["JudgeRun", "Progress", "RunRecord", "Stop", "Usage", "judge_pairs"]

CANCEL_POLL_S: Final = 0.1
"""How often a run looks whether it was cancelled."""


def judge_pairs(
    pairs: Iterable[Pair],
    config: JudgeConfig,
    *,
    key: str | None,
    key_source: str = "",
    cache: VerdictCache | None = None,
    refresh: bool = False,
    concurrency: int | None = None,
    budget_usd: float | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
    timeout_s: float = 60.0,
) -> JudgeRun:
    """Ask a language model about pairs; also inside a running event loop.

    Equal calls and stored verdicts cost no request, pairs that ask the same share one. A reply that cannot be read is
    asked for once more. An error of one pair is its error; one after which every request would fail stops the run.

    Args:
        pairs: What `pairs_of` gave.
        config: Settings; `max_retries` is how often a request is sent again after a passing failure.
        key: The key to send, as `keys.key_for` gives it; None is enough when nothing has to be asked.
        key_source: Where it comes from, for the record.
        cache: Stored verdicts; None neither reads nor stores any.
        refresh: Ask anew where a verdict is stored.
        concurrency: Requests at the same time, at least 1; None for what is usual at the endpoint.
        budget_usd: No request is begun that might pass it; None for no limit.
        on_progress: Told after each question and before each wait, in the thread that runs the requests.
        cancel: Set it from another thread: the run ends within a second and keeps what it has.
        timeout_s: Seconds for each request.

    Raises:
        JudgeConfigError: Settings that contradict each other, no key where one is needed, or a budget for a model whose
            price is not known.
        MissingSDKError: The provider's SDK is not installed.
    """
    asked = list(pairs)
    todo = plan(asked, config, None if refresh else cache)
    tally = Tally(asked, todo.known, config)
    if not todo.questions:
        return tally.result(None, None)
    at_once = usual_concurrency(config) if concurrency is None else max(1, concurrency)
    if budget_usd is not None and request_cost(config, 1, 1) is None:
        raise JudgeConfigError("the price of this model is not known at this endpoint, so no budget can be kept")

    def tell(waiting: Waiting | None = None) -> None:
        if on_progress is not None:
            on_progress(tally.progress(waiting))

    patience = Patience(retries=config.max_retries, on_wait=tell)
    client = Client(config, key=key, key_source=key_source, timeout_s=timeout_s, patience=patience)
    run = _Run(todo.questions, client, tally, config, cache, budget_usd, tell)
    stopped = wait_for_result(lambda: run.to_the_end(at_once, cancel))
    return tally.result(client, stopped)


class _Run:
    """The asking part of a run."""

    def __init__(
        self,
        questions: Iterable[Question],
        client: Client,
        tally: Tally,
        config: JudgeConfig,
        cache: VerdictCache | None,
        budget_usd: float | None,
        tell: Callable[[], None],
    ) -> None:
        self._open = deque(questions)
        self._client = client
        self._tally = tally
        self._config = config
        self._cache = cache
        self._budget_usd = budget_usd
        self._reserved: list[float] = []
        self._tell = tell
        self._stop: Stop | None = None

    async def to_the_end(self, concurrency: int, cancel: threading.Event | None) -> Stop | None:
        """Ask all questions, or until there is a reason to stop; the reason."""
        self._tell()
        work = asyncio.create_task(self._ask_all(concurrency))
        watch = asyncio.create_task(_cancelled(cancel))
        try:
            await asyncio.wait((work, watch), return_when=asyncio.FIRST_COMPLETED)
            if work.done():
                work.result()
            else:
                self._stop = Stop("cancelled", "cancelled")
        except JudgeTransportError as error:
            self._stop = Stop("error", str(error))
        finally:
            await _ended(work, watch)
        return self._stop

    async def _ask_all(self, concurrency: int) -> None:
        await warmed_up(self._config)
        async with self._client:
            workers = [asyncio.create_task(self._work()) for _ in range(min(concurrency, len(self._open)))]
            try:
                await asyncio.gather(*workers)
            finally:
                await _ended(*workers)

    async def _work(self) -> None:
        while self._open and self._stop is None:
            question = self._open[0]
            reserve = self._most_cost(question)
            planned = self._tally.spent_usd + sum(self._reserved) + reserve
            if self._budget_usd is not None and planned > self._budget_usd:
                if not self._reserved:  # else another one goes on, and has the room when it is back
                    self._stop = Stop("budget", _no_room(self._budget_usd, reserve))
                return
            self._open.popleft()
            self._reserved.append(reserve)
            try:
                self._tally.add_verdicts(question.answered(await self._judged(question)))
            finally:
                self._reserved.remove(reserve)
            self._tell()

    def _most_cost(self, question: Question) -> float:
        """US dollars that a question may cost at most, an unreadable reply and its repair included; 0 without a budget."""
        if self._budget_usd is None:
            return 0.0
        return (self._client.most_answers + 1) * (most_cost(question, self._config) or 0.0)

    async def _judged(self, question: Question) -> Verdict:
        """The verdict on a question, or its error.

        Raises:
            JudgeTransportError: One after which every request would fail.
        """
        pair = question.pairs[0]
        try:
            judgement, model = await self._judgement(pair)
        except JudgeReplyError as error:
            return Verdict(pair.key, None, error=str(error), error_kind="reply")
        except JudgeTransportError as error:
            self._tally.add_failed(error.attempts)
            if error.fatal:
                raise
            return Verdict(pair.key, None, error=str(error), error_kind=error.kind)
        if self._cache is not None:
            self._cache.keep(question.key, Stored(judgement, time.time(), model))
        return verdict_of(pair, judgement, model)

    async def _judgement(self, pair: Pair) -> tuple[Judgement, str | None]:
        """What the judge says, asked once more where its reply cannot be read."""
        prompt = user_prompt(pair, secrets.token_hex(8))
        reply = await self._ask(prompt)
        try:
            return _read(reply), reply.model
        except JudgeReplyError as error:
            if reply.problem is not None:
                raise
            reply = await self._ask(repair_prompt(prompt, str(error)))
        return _read(reply), reply.model

    async def _ask(self, prompt: str) -> Reply:
        reply = await self._client.ask(SYSTEM, prompt, REPLY_SCHEMA)
        self._tally.add_reply(reply)
        return reply


def _no_room(budget_usd: float, most_usd: float) -> str:
    return f"the budget of {budget_usd:g} USD leaves no room for another pair, which may cost up to {most_usd:.2g} USD"


def _read(reply: Reply) -> Judgement:
    if reply.problem is not None:
        raise JudgeReplyError(reply.problem)
    return read_reply(reply.text)


async def _cancelled(cancel: threading.Event | None) -> None:
    """Returns when the run is to be cancelled; never without an event."""
    while cancel is None or not cancel.is_set():
        await asyncio.sleep(CANCEL_POLL_S)


async def _ended(*tasks: asyncio.Task[None]) -> None:
    """Cancel tasks and wait until they have ended."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)

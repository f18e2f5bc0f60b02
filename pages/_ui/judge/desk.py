"""What the Judge page keeps for a workspace: whom to ask, what was judged, and what a person said. Never a key."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from pages._ui.jobs import Job
from pages._ui.jobs import Progress as JobProgress
from pages._ui.store import HeldWorkspace
from toolscore_core.errors import JudgeError
from toolscore_core.judge import JudgeConfig
from toolscore_core.judge.cache import VerdictCache
from toolscore_core.judge.keys import Key
from toolscore_core.judge.labels import Labels
from toolscore_core.judge.pairs import Pair
from toolscore_core.judge.records import JudgeRun, Progress
from toolscore_core.judge.running import judge_pairs
from toolscore_core.judge.verdicts import Verdict
from toolscore_core.report.words import count_text, usd_text

PROVIDERS: Final = {
    "openai": "OpenAI",
    "anthropic": "Anthropic",
    "gemini": "Gemini",
    "openai_compatible": "OpenAI-compatible",
}
"""Provider -> what it is called."""

BRIEF_S: Final = 0.5
"""How long a run may take before its progress is drawn."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What a judge said of a pair, as the pair was then.

    Attributes:
        pair: The pair; what was said holds only while the workspace shows the same.
        verdict: Verdict or error.
        model: The model that was asked.
        host: Where it was asked.
    """

    pair: Pair
    verdict: Verdict
    model: str
    host: str


@dataclass(slots=True)
class Desk:
    """Everything of the Judge page that outlives a rerun and a reload.

    Attributes:
        provider: Key of PROVIDERS.
        model: Name of the judge, as typed.
        base_url: Endpoint of an OpenAI-compatible judge; "" for none. Kept off the URL: it may hold a password.
        budget_usd: After so many dollars no more is asked; None for no bound.
        concurrency: Requests at the same time; None for what is usual at the endpoint.
        ticked: Keys of the pairs that were selected; empty judges all.
        judged: By pair key.
        labels: What a person said.
        seen: Keys of the pairs whose verdict was shown before they were labelled.
        job: The run that was started last; None before the first.
        run: What the last run gave; None before the first end, while one goes on, and after one that was refused.
        refusal: Why the last run could not begin; "" when it could.
        version: Grows with every change of `judged`.
    """

    provider: str = "openai"
    model: str = "gpt-4o-mini"
    base_url: str = ""
    budget_usd: float | None = 1.0
    concurrency: int | None = None
    ticked: frozenset[str] = frozenset()
    judged: dict[str, Judged] = field(default_factory=dict)
    labels: Labels = field(default_factory=Labels)
    seen: set[str] = field(default_factory=set)
    job: Job[None] | None = None
    run: JudgeRun | None = None
    refusal: str = ""
    version: int = 0

    @property
    def config(self) -> JudgeConfig:
        """Whom to ask; without a key."""
        return JudgeConfig(
            model=self.model.strip(),
            provider=self.provider,
            base_url=self.base_url.strip() or None if self.provider == "openai_compatible" else None,
        )

    @property
    def running(self) -> bool:
        """Whether a run has not ended yet."""
        return self.job is not None and not self.job.done

    def stop(self) -> None:
        """End the run, if one is going on; what it has is kept."""
        if self.job is not None:
            self.job.cancel()

    def known(self, pair: Pair) -> Judged | None:
        """What was said of the pair; None when nothing was, or when the workspace shows another pair by now."""
        found = self.judged.get(pair.key)
        return found if found is not None and found.pair.content == pair.content else None


def desk_of(held: HeldWorkspace) -> Desk:
    """The desk of a workspace."""
    with held.lock:
        if held.judge_desk is None:
            held.judge_desk = Desk()
        found: Desk = held.judge_desk
        return found


def start(desk: Desk, pairs: Sequence[Pair], key: Key, host: str, budget_usd: float | None) -> None:
    """Start a run in a thread; the key lives in that run alone. Nothing happens while another one goes on."""
    if not desk.running:
        desk.run, desk.refusal = None, ""
        desk.job = Job("Judging", partial(_run, desk, tuple(pairs), desk.config, key, host, budget_usd))
        desk.job.wait(BRIEF_S)


def failed_pairs(desk: Desk, pairs: Iterable[Pair]) -> list[Pair]:
    """The pairs that were asked about in vain."""
    return [pair for pair in pairs if (known := desk.known(pair)) is not None and known.verdict.verdict is None]


def _run(
    desk: Desk,
    pairs: tuple[Pair, ...],
    config: JudgeConfig,
    key: Key,
    host: str,
    budget_usd: float | None,
    progress: JobProgress,
) -> None:
    try:
        run = judge_pairs(
            pairs,
            config,
            key=key.value,
            key_source=key.source,
            cache=VerdictCache(),
            concurrency=desk.concurrency,
            budget_usd=budget_usd,
            on_progress=_telling(progress),
            cancel=progress.cancelled,
        )
    except JudgeError as error:
        desk.refusal = str(error)
        return
    by_key = {pair.key: pair for pair in pairs}
    for verdict in run.verdicts:
        desk.judged[verdict.pair_key] = Judged(by_key[verdict.pair_key], verdict, config.model, host)
    desk.version += 1
    desk.run = run


def waiting_words(seconds: float, asked_s: float | None) -> str:
    """How long is waited before a request is sent again, and whether the endpoint asked for that, or for longer."""
    if asked_s is None:
        return f"waiting {seconds:.1f} s before asking again"
    more = "" if asked_s <= seconds else f" for {asked_s:.0f} s"
    return f"waiting {seconds:.0f} s, the server asks{more}"


def _telling(progress: JobProgress) -> Callable[[Progress], None]:
    """Passes on how far a run is. A run that is being cancelled ends by itself, and keeps what it has."""

    def tell(now: Progress) -> None:
        parts = [f"{now.done:,} of {now.total:,} judged", f"{usd_text(now.cost_usd)} so far".replace("$", "\\$")]
        if now.errors:
            parts.append(count_text(now.errors, "error"))
        if now.waiting_s is not None:
            parts.append(waiting_words(now.waiting_s, now.asked_s))
        if not progress.stopping:
            progress.note(now.done, now.total, " · ".join(parts))

    return tell

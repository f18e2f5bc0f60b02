"""What is known of the chosen pairs, in a sentence, and how the last run ended."""

from collections import Counter
from collections.abc import Sequence

import streamlit as st

from pages._ui.judge.desk import Desk
from pages._ui.judge.scope import entries_in_scope
from pages._ui.judge.words import WORDS
from pages._ui.state import View
from pages._ui.widgets import refusal
from toolscore_core.judge.equivalence import overall
from toolscore_core.judge.pairs import Pair
from toolscore_core.judge.records import JudgeRun
from toolscore_core.judge.verdicts import VERDICTS
from toolscore_core.judge.writing import verdicts_json
from toolscore_core.report.words import count_text, plain, ratio_text, usd_text


def draw_outcome(view: View, desk: Desk, pairs: Sequence[Pair], *, doubtful: bool) -> None:
    """Draw the sentence, and below it what has to be known of the last run.

    Args:
        view: The workspace.
        desk: What was judged.
        pairs: Those in scope.
        doubtful: Whether all of them are in doubt.
    """
    st.text(outcome_sentence(view, desk, pairs, doubtful=doubtful))
    if desk.running:
        return
    if desk.refusal:
        refusal(plain(desk.refusal).rstrip("."))
    elif desk.job is not None and desk.job.failed:
        refusal("the run ended with a fault of this program: the server's log says where")
    elif desk.run is not None:
        if desk.run.stopped is not None and desk.run.stopped.kind == "error":
            refusal(plain(desk.run.stopped.message).rstrip("."))
        with st.container(key="quiet_judge_outcome", horizontal=True, vertical_alignment="center", gap="small"):
            st.text(run_sentence(desk.run), width="content")
            _download(desk, pairs)


def _download(desk: Desk, pairs: Sequence[Pair]) -> None:
    judged = [(pair, known.verdict) for pair in pairs if (known := desk.known(pair)) is not None]
    st.download_button(
        "Download verdicts",
        data=lambda: verdicts_json(judged, desk.run),
        file_name="verdicts.json",
        mime="application/json",
        on_click="ignore",
        disabled=not judged,
        type="tertiary",
        key="verdicts_download",
    )


def outcome_sentence(view: View, desk: Desk, pairs: Sequence[Pair], *, doubtful: bool) -> str:
    """Equivalence with its coverage, and what the judge said how often."""
    what = f"{count_text(len(pairs), 'pair')}{' in doubt' if doubtful else ''}"
    known = [found.verdict for pair in pairs if (found := desk.known(pair)) is not None]
    if not known and desk.running:
        return f"{what}. The judge is being asked."
    if not known:
        return f"{what}. No verdict yet; the score stays as it is, whatever a judge says."
    counts = Counter(verdict.verdict for verdict in known)
    parts = [f"{counts[name]:,} {WORDS[name]}" for name in VERDICTS if counts[name]]
    parts += [count_text(counts[None], "error")] if counts[None] else []
    parts += [f"{len(pairs) - len(known):,} not judged"] if len(known) < len(pairs) else []
    mean = overall(entries_in_scope(view), known)
    value = "not known" if mean.value is None else ratio_text(mean.value)
    return f"Equivalence {value}, {mean.coverage}. {what}: {', '.join(parts)}."


def run_sentence(run: JudgeRun) -> str:
    """How the last run ended, what it used, and by what its verdicts were given."""
    ends = {"cancelled": "Cancelled", "budget": "Stopped by the budget", "error": "Stopped"}
    end = "Last run" if run.stopped is None else ends[run.stopped.kind]
    judged = sum(verdict.verdict is not None for verdict in run.verdicts)
    total = len(run.verdicts) + len(run.unasked)
    parts = [f"{judged:,} of {total:,} judged", count_text(run.usage.requests, "request")]
    if run.usage.input_tokens or run.usage.output_tokens:
        parts.append(f"{run.usage.input_tokens:,} tokens in, {run.usage.output_tokens:,} out")
        parts.append(usd_text(run.cost_usd))
    if run.usage.requests:
        record = run.record
        parts.append(f"{plain(', '.join(record.models) or record.model)} at {plain(record.host)}")
        if record.temperature is not None and record.temperature_sent is False:
            parts.append("temperature not sent")
    return f"{end}: {' · '.join(parts)}"

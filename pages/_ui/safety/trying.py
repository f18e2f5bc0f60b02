"""Rules as they are being written, and all recorded calls -> what they would forbid, while a person goes on typing."""

from dataclasses import dataclass
from functools import partial

import pandas as pd

from pages._ui.evaluating import View
from pages._ui.jobs import Job, Progress
from pages._ui.safety.drafting import Draft
from pages._ui.store import HeldWorkspace
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.masked.trial import under_rules
from toolscore_core.report.frames import findings_frame, rules_frame
from toolscore_core.rules import CompiledRules


@dataclass(frozen=True, slots=True)
class Trial:
    """What rules would forbid.

    Attributes:
        rules: What `rules_frame` gives.
        hits: The forbidden calls among what `findings_frame` gives.
        traces: How many were looked at.
    """

    rules: pd.DataFrame
    hits: pd.DataFrame
    traces: int


def try_out(held: HeldWorkspace, view: View, draft: Draft) -> Trial | Job[Trial] | None:
    """What the rules of a draft forbid in all loaded runs, or the job that finds it out; waited for about a second.

    A draft that changes while it is tried is tried anew. None while its rules cannot be read.
    """
    if draft.rules is None:
        return None
    asked = (view.version, draft.file_id, draft.raw)
    with held.lock:
        if held.trial_job is None or held.tried != asked:
            if held.trial_job is not None:
                held.trial_job.cancel()
            held.tried = asked
            held.trial_job = Job("Trying the rules", partial(_try, held, view, draft.rules))
        job: Job[Trial] = held.trial_job
    job.wait()
    return job.result if job.result is not None else job


def _try(held: HeldWorkspace, view: View, rules: CompiledRules, progress: Progress) -> Trial:
    with held.building:
        recorded = [entry for entry in view.entries if entry.key in view.evaluations]
        tried: list[MaskedEvaluation] = []
        for done, entry in enumerate(recorded):
            progress.step(done, len(recorded), f"Tried on {done:,} of {len(recorded):,} traces")
            tried.append(under_rules(entry, view.raw(entry.key), rules, held.masker))
        findings = findings_frame(tried)
        forbidden = findings[findings["kind"] == "forbidden call"]
        return Trial(rules_frame(rules, tried, held.masker), forbidden, len(recorded))

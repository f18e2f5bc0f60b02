"""Exports of observability products (Langfuse, LangSmith, Braintrust and others) -> one trace for each trace id."""

from collections.abc import Callable, Hashable, Iterator
from typing import Any

from toolscore_core.calls import Trace
from toolscore_core.catalogue import Claim, Format
from toolscore_core.messages.spans.observed import Observation, TraceFacts, observations_in, span_of_observation
from toolscore_core.messages.spans.product import text_at
from toolscore_core.messages.spans.span import Batch, Span
from toolscore_core.messages.spans.trace import traces_of
from toolscore_core.messages.tally import amount_of
from toolscore_core.reading import Documents, ReadReport

_LOOKED_AT = 200


def _claim(documents: Documents) -> Claim | None:
    seen: dict[str, int] = {}
    sure = False
    for value in documents.values:
        for found in observations_in(value, _LOOKED_AT):
            seen[found.product.title] = seen.get(found.product.title, 0) + 1
            sure = sure or found.product.sure
    if not seen:
        return None
    title, count = max(seen.items(), key=lambda entry: entry[1])
    return Claim(3 if sure else 1, sum(seen.values()), f"{count} records of {title}")


def _read(documents: Documents, report: ReadReport) -> Iterator[Trace]:
    known: dict[tuple[str, str], Observation] = {}
    batches: list[tuple[Observation, Batch]] = []
    for item in documents.items:
        found = False
        for seen in observations_in(item.value):
            found = True
            if (own := seen.id) is not None:
                before = known.setdefault((seen.product.title, own), seen)
                if before is not seen and not (seen.trace and before.trace and seen.trace != before.trace):
                    before.update(seen)
                    continue
            batches.append((seen, Batch([seen.record], seen.path, is_list=False, document=documents.place(item))))
        if not found and item.value not in ([], {}):
            report.skip("record that is of no observability product", documents.place(item))
    facts = {seen.trace: seen.above for seen, _ in batches if seen.above is not None}
    groups: dict[str, list[Span]] = {}
    roots = _roots([seen for seen, _ in batches])
    for seen, batch in batches:
        seen.trace = seen.trace or roots(seen)
        groups.setdefault(seen.trace, []).append(span_of_observation(seen, batch))
    for trace in traces_of(groups.values(), report, FORMAT.key):
        if (about := facts.get(trace.id)) is not None:
            _add_facts(trace, about)
        yield trace


def _roots(seen: list[Observation]) -> Callable[[Observation], str]:
    """Which trace a record without a trace id belongs to: that of the outermost record around it."""
    by_id = {own: one for one in seen if (own := one.id) is not None}

    def root(one: Observation) -> str:
        passed = set()
        while one.parent in by_id and one.parent not in passed:
            passed.add(one.parent)
            one = by_id[str(one.parent)]
        return one.id or ""

    return root


def _add_facts(trace: Trace, about: TraceFacts) -> None:
    record = about.record
    if trace.cost is None:
        trace.cost = amount_of(record, "totalCost", "total_cost")
    for key, names in (
        ("name", ("name",)),
        ("conversation_id", ("sessionId", "session_id", "threadId", "thread_id")),
        ("user_id", ("userId", "user_id")),
        ("environment", ("environment",)),
    ):
        if (value := text_at(record, names)) is not None:
            trace.metadata.setdefault(key, value)
    if isinstance(tags := record.get("tags"), list) and tags:
        trace.metadata["tags"] = tags
    scores = record.get("scores")
    found = {
        score["name"]: score.get("value")
        for score in (scores if isinstance(scores, list) else ())
        if isinstance(score, dict) and isinstance(score.get("name"), str)
    }
    if found:
        trace.metadata["scores"] = found


def _trace_key(value: Any) -> Hashable | None:
    """The trace of a line: of the first record in it, since a line never holds records of several traces in part."""
    return next((seen.trace or None for seen in observations_in(value, _LOOKED_AT)), None)


FORMAT = Format(
    key="observations",
    title="Observability exports",
    signature="runs, observations or spans of Langfuse, LangSmith, Braintrust, DeepEval, Weave, Opik, Datadog and others",
    specification="https://langfuse.com/docs/api-and-data-platform/features/blob-storage-export-fields",
    version="Langfuse v3 and v4",
    gives=("results", "errors", "timing", "tokens", "cost", "conversation", "model"),
    claim=_claim,
    read=_read,
    trace_key=_trace_key,
)
"""The family of records of tools, models and agents with their parents, as products export them."""

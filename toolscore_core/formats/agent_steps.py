"""Runs of agents whose steps keep each call together with its result -> traces.

Covers OpenAI Assistants and Azure AI agents (run steps), Amazon Bedrock agents (trace events), smolagents memories, DSPy
trajectories, Agno run outputs, sources of LlamaIndex answers, thoughts of Dify agents and tool nodes of n8n executions.
"""

from collections.abc import Iterator

from toolscore_core.calls import Trace
from toolscore_core.catalogue import Claim, Format
from toolscore_core.messages.frameworks.assistants import ASSISTANTS
from toolscore_core.messages.frameworks.bedrock_agents import BEDROCK
from toolscore_core.messages.frameworks.runs import RUNS
from toolscore_core.messages.frameworks.steps import KEY, StepShape
from toolscore_core.messages.records import Record, records
from toolscore_core.reading import Documents, ReadReport

_SHAPES = (ASSISTANTS, BEDROCK, *RUNS)
_LOOKED_AT = 200


def _best(found: list[Record]) -> tuple[int, StepShape]:
    """The shape of which the records show most steps, and how many."""
    counts = [(sum(shape.count(record.value) for record in found[:_LOOKED_AT]), shape) for shape in _SHAPES]
    return max(counts, key=lambda entry: entry[0])


def _claim(documents: Documents) -> Claim | None:
    count, shape = _best(list(records(documents)))
    return Claim(3, count, f"{count} {shape.title}") if count else None


def _read(documents: Documents, report: ReadReport) -> Iterator[Trace]:
    found = list(records(documents))
    if found:
        yield from _best(found)[1].read(found, report)


FORMAT = Format(
    key=KEY,
    title="Agent steps (Assistants, Bedrock agents, smolagents, DSPy, Agno, Dify, n8n)",
    signature="run steps, `orchestrationTrace`, steps with `observations`, `tool_name_0`, or runs with `tools` and their results",
    specification="https://platform.openai.com/docs/api-reference/run-steps",
    version="2",
    gives=("results", "errors", "timing", "tokens", "conversation", "model"),
    claim=_claim,
    read=_read,
)
"""Runs of agents, step by step."""

"""The records that observability products keep of a tool, model or agent: by product, where each of their fields stands.

Sources:
Langfuse https://langfuse.com/docs/api-and-data-platform/features/blob-storage-export-fields (v3 and v4);
LangSmith https://docs.langchain.com/langsmith/run-data-format; Braintrust https://www.braintrust.dev/docs/reference/api;
DeepEval https://deepeval.com/docs/evaluation-llm-tracing; Weave https://docs.wandb.ai/weave/guides/tracking/tracing;
Opik https://www.comet.com/docs/opik/reference/rest-api/spans; Datadog https://docs.datadoghq.com/llm_observability/instrumentation/api;
Mastra https://mastra.ai/docs/observability; Laminar https://docs.lmnr.ai; Lunary https://lunary.ai/docs/api;
LangWatch https://docs.langwatch.ai; HoneyHive https://docs.honeyhive.ai; AgentOps https://docs.agentops.ai;
the traces of the OpenAI Agents SDK https://openai.github.io/openai-agents-python/tracing.
"""

from collections.abc import Mapping
from typing import Any, Final

from toolscore_core.messages.spans.product import SAID, Product, marks
from toolscore_core.messages.spans.stores import STORES

OWN: Final[tuple[Product, ...]] = (
    Product(
        "Langfuse",
        marks(
            "type traceId startTime",
            "type parentObservationId startTime",
            "type trace_id start_time level",
            "type parent_observation_id start_time",
        ),
        kinds={**SAID, "embedding": "", "retriever": "", "guardrail": "", "evaluator": ""},
        parent=("parentObservationId", "parent_observation_id"),
        trace=("traceId", "trace_id"),
        model=("model", "providedModelName", "provided_model_name"),
        start=("startTime", "start_time"),
        end=("endTime", "end_time"),
        length=("latency",),
        usage=("usageDetails", "usage_details", "usage"),
        cost=("costDetails.total", "cost_details.total", "totalCost", "total_cost", "calculatedTotalCost"),
        failed=("level",),
        error=("statusMessage", "status_message"),
        error_fails=False,
        attributes=("metadata.attributes",),
        session=("sessionId", "session_id"),
        user=("userId", "user_id"),
    ),
    Product(
        "LangSmith",
        marks("run_type inputs", "run_type start_time", "run_type trace_id", "id dotted_order trace_id"),
        kind=("run_type",),
        kinds={**SAID, "prompt": "", "parser": "", "retriever": "", "embedding": ""},
        parent=("parent_run_id",),
        input=("inputs",),
        output=("outputs",),
        model=("extra.metadata.ls_model_name", "extra.invocation_params.model", "extra.invocation_params.model_name"),
        usage=(
            "usage_metadata",
            "outputs.usage_metadata",
            "extra.metadata.usage_metadata",
            "outputs.llm_output.token_usage",
            "outputs.usage",
            "",
        ),
        cost=("total_cost",),
        failed=("status",),
        session=("extra.metadata.session_id", "extra.metadata.thread_id", "extra.metadata.conversation_id"),
        user=("extra.metadata.user_id",),
        wraps_arguments=True,
        inside=("child_runs",),
    ),
    Product(
        "Braintrust",
        marks("span_id span_attributes span_parents", "root_span_id span_attributes", "span_attributes metrics"),
        kind=("span_attributes.type",),
        id=("span_id", "id"),
        parent=("span_parents.0", "parent_span_id"),
        trace=("root_span_id",),
        name=("span_attributes.name", "name"),
        model=("metadata.model",),
        start=("metrics.start", "created"),
        end=("metrics.end",),
        usage=("metrics",),
        cost=("metrics.estimated_cost", "metrics.cost"),
        call_id=("metadata.tool_call_id", "metadata.toolCallId"),
        session=("metadata.session_id", "metadata.thread_id"),
    ),
    Product(
        "DeepEval",
        marks("uuid type startTime", "uuid parentUuid startTime"),
        id=("uuid",),
        parent=("parentUuid",),
        trace=("traceUuid",),
        start=("startTime",),
        end=("endTime",),
        usage=("",),
        failed=("status",),
        failing=frozenset(("errored", "error")),
    ),
    Product(
        "Weave",
        marks("op_name started_at", "op_name inputs"),
        kind=("attributes.weave.kind", "attributes.kind", "attributes.type"),
        kinds={**SAID, "function": "tool", "response": "llm", "handoff": "", "guardrail": ""},
        name=("op_name",),
        input=("inputs",),
        output=("output.outputs", "output.output", "output"),
        model=("output.model", "inputs.model"),
        start=("started_at",),
        end=("ended_at",),
        usage=("summary.usage", "output.metrics"),
        failed=("summary.weave.status", "summary.status"),
        error=("exception", "output.error"),
        wraps_arguments=True,
        attributes=("attributes",),
        session=("thread_id",),
        user=("wb_user_id",),
    ),
    Product(
        "OpenAI Agents SDK",
        marks("span_data started_at", "span_data trace_id"),
        kind=("span_data.type",),
        kinds={
            "function": "tool",
            "generation": "llm",
            "response": "llm",
            "agent": "agent",
            "handoff": "",
            "guardrail": "",
            "mcp_tools": "",
        },
        name=("span_data.name",),
        input=("span_data.input", "span_data._input"),
        output=("span_data.output", "span_data.response"),
        model=("span_data.model", "span_data.response.model"),
        start=("started_at",),
        end=("ended_at",),
        usage=("span_data.usage", "span_data.response.usage"),
        session=("group_id",),
    ),
    Product(
        "LangWatch",
        marks("span_id timestamps", "span_id input timestamps"),
        id=("span_id",),
        input=("input.value", "input"),
        output=("output.value", "output"),
        start=("timestamps.started_at",),
        end=("timestamps.finished_at",),
        usage=("metrics",),
        cost=("metrics.cost",),
        session=("thread_id", "metadata.thread_id"),
    ),
    Product(
        "Datadog LLM Observability",
        marks("span_id meta", "span_id span_kind start_ns", "span_id span_kind start_ms"),
        kind=("meta.kind", "meta.span.kind", "span_kind"),
        kinds={**SAID, "workflow": "agent", "task": "", "embedding": "", "retrieval": ""},
        id=("span_id",),
        input=("meta.input.messages", "meta.input.value", "meta.input", "input.messages", "input.value", "input"),
        output=(
            "meta.output.messages",
            "meta.output.value",
            "meta.output",
            "output.messages",
            "output.value",
            "output",
        ),
        model=("meta.model_name", "meta.metadata.model_name", "model_name"),
        start=("start_ns", "start", "start_ms"),
        end=(),
        length=("duration",),
        unit=1e-9,
        usage=("metrics",),
        cost=("metrics.cost",),
        failed=("status",),
        error=("meta.error", "error"),
        error_fails=False,
    ),
    Product(
        "Opik",
        marks(
            "type trace_id start_time parent_span_id",
            "type trace_id start_time usage",
            "type trace_id start_time project_id",
            "type trace_id start_time error_info",
            "type trace_id start_time total_estimated_cost",
        ),
        parent=("parent_span_id",),
        cost=("total_estimated_cost",),
        error=("error_info",),
        session=("thread_id",),
        wraps_arguments=True,
    ),
    Product(
        "Opik traces",
        marks("id project_id start_time input output span_count"),
        kind=(),
        otherwise="agent",
        parent=(),
        trace=("id",),
        cost=("total_estimated_cost",),
        error=("error_info",),
        session=("thread_id",),
    ),
    Product(
        "HoneyHive",
        marks("event_type event_name"),
        kind=("event_type",),
        kinds={**SAID, "model": "llm"},
        id=("event_id",),
        trace=("session_id",),
        name=("event_name",),
        input=("inputs",),
        output=("outputs",),
        model=("config.model",),
        length=("duration",),
        unit=1e-3,
        usage=("metadata",),
        cost=("metadata.cost",),
    ),
    Product(
        "Mastra",
        marks("traceId spanId spanType startedAt", "traceId type startTime isEvent"),
        kind=("spanType", "type"),
        kinds={
            **SAID,
            "agent_run": "agent",
            "model_generation": "llm",
            "llm_generation": "llm",
            "model_step": "",
            "model_chunk": "",
            "tool_call": "tool",
            "mcp_tool_call": "tool",
        },
        id=("spanId", "id"),
        parent=("parentSpanId",),
        trace=("traceId",),
        name=("attributes.toolId", "entityName", "name"),
        model=("attributes.model",),
        start=("startedAt", "startTime"),
        end=("endedAt", "endTime"),
        usage=("attributes.usage",),
        error=("error", "errorInfo"),
        attributes=("attributes",),
    ),
    Product(
        "Laminar",
        marks("spanId traceId spanType startTime"),
        kind=("spanType",),
        id=("spanId",),
        parent=("parentSpanId",),
        trace=("traceId",),
        start=("startTime",),
        end=("endTime",),
        usage=(),
        failed=("status",),
        attributes=("attributes",),
    ),
    Product(
        "Lunary",
        marks("type parentRunId createdAt", "type runId parentRunId timestamp"),
        parent=("parentRunId",),
        trace=(),
        start=("createdAt",),
        end=("endedAt",),
        usage=("tokens",),
        failed=("status",),
    ),
    Product(
        "AgentOps",
        marks("event_type init_timestamp"),
        kind=("event_type",),
        kinds={**SAID, "tools": "tool", "llms": "llm"},
        trace=("session_id",),
        input=("params", "prompt", "logs"),
        output=("returns", "completion"),
        start=("init_timestamp",),
        end=("end_timestamp",),
        usage=("",),
        cost=("cost",),
        error=("error_type", "exception"),
    ),
)
"""Products whose records have a kind, an input and an output of their own."""

SNAPSHOTS: Final = Product(
    "Braintrust snapshots",
    marks("input metadata name output"),
    parent=(),
    trace=(),
    id=(),
    start=(),
    end=(),
    model=("metadata.model",),
    usage=("metrics",),
    sure=False,
)
"""Records that Braintrust's test runs write: without ids, times and kinds."""

PRODUCTS: Final = (*OWN, *STORES, SNAPSHOTS)
"""Every product; a record belongs to the first whose marks it bears."""

_ALL_MARKS = tuple((mark, product) for product in PRODUCTS for mark in product.marks)
_COMMON = frozenset(
    ["id", "name", "type", "input", "metadata", "start_time", "startTime", "timestamp", "inputs", "level"]
)
_TELLING = frozenset(next(iter(sorted(mark - _COMMON))) for mark, _ in _ALL_MARKS)
"""One key of each set of marks; most records of other formats have none of them."""


def product_of(record: Mapping[str, Any]) -> Product | None:
    """The product that a record is of; None for any other record."""
    keys = record.keys()
    if _TELLING.isdisjoint(keys):
        return None
    for mark, product in _ALL_MARKS:
        if mark <= keys and ("attributes" not in keys or product.reads_attributes):
            return product
    return None

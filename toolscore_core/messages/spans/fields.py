"""Names under which instrumentations put what they know of a span -> the span's kind and values."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from toolscore_core.messages.arguments import arguments_of
from toolscore_core.messages.decoded import decoded_text, python_literal
from toolscore_core.messages.spans.span import Span, event_of
from toolscore_core.messages.tally import Tally, amount_of, count_of
from toolscore_core.messages.untrusted import first_of

Kind = Literal["tool", "llm", "agent", ""]

_OPERATIONS: dict[str, Kind] = {
    "execute_tool": "tool",
    "chat": "llm",
    "text_completion": "llm",
    "generate_content": "llm",
    "completion": "llm",
    "responses": "llm",
    "call_llm": "llm",
    "llm_call": "llm",
    "invoke_agent": "agent",
    "create_agent": "",
    "invoke_workflow": "agent",
    "embeddings": "",
}
"""`gen_ai.operation.name` -> what the span is; the last ones of each kind are not of the specification but in use."""
_KINDS: dict[str, Kind] = {
    "tool": "tool",
    "llm": "llm",
    "generation": "llm",
    "chat_model": "llm",
    "agent": "agent",
}
_KIND_NAMES = (
    "openinference.span.kind",
    "traceloop.span.kind",
    "langfuse.observation.type",
    "langsmith.span.kind",
    "mlflow.spanType",
    "agentops.span.kind",
)
_TOOL_MARKS = frozenset(("ai.toolCall.name", "lk.function_tool.name"))
_LLM_MARKS = (
    "gen_ai.output.messages",
    "gen_ai.input.messages",
    "gen_ai.response.model",
    "gen_ai.completion.0.role",
    "gen_ai.usage.output_tokens",
    "gen_ai.usage.completion_tokens",
    "gcp.vertex.agent.llm_request",
    "llm.request.type",
    "llm.model_name",
    "ai.response.model",
)

_TOOL_NAMES = (
    "gen_ai.tool.name",
    "ai.toolCall.name",
    "tool.name",
    "tool_call.function.name",
    "traceloop.entity.name",
    "agentops.entity.name",
    "mcp.tool.name",
    "lk.function_tool.name",
)
_CALL_IDS = (
    "gen_ai.tool.call.id",
    "jsonrpc.request.id",
    "ai.toolCall.id",
    "tool_call.id",
    "tool.id",
    "tool.call_id",
    "mcp.request.id",
    "lk.function_tool.id",
)
_ARGUMENTS = (
    "gen_ai.tool.call.arguments",
    "gen_ai.tool.arguments",
    "gen_ai.tool.args",
    "gcp.vertex.agent.tool_call_args",
    "tool_arguments",
    "ai.toolCall.args",
    "ai.toolCall.input",
    "tool_call.function.arguments",
    "gen_ai.tool.input",
    "input.value",
    "langfuse.observation.input",
    "mlflow.spanInputs",
    "traceloop.entity.input",
    "agentops.entity.input",
    "gen_ai.prompt",
    "tool.input",
    "input",
    "koog.tool.args",
    "lk.function_tool.arguments",
    "tool.parameters",
)
_RESULTS = (
    "gen_ai.tool.call.result",
    "gen_ai.tool.result",
    "gcp.vertex.agent.tool_response",
    "tool_response",
    "ai.toolCall.result",
    "ai.toolCall.output",
    "gen_ai.tool.output",
    "output.value",
    "langfuse.observation.output",
    "mlflow.spanOutputs",
    "traceloop.entity.output",
    "agentops.entity.output",
    "gen_ai.output",
    "gen_ai.completion",
    "tool.output",
    "tool.result",
    "output",
    "lk.function_tool.output",
)
_WRAPPING = {"args", "kwargs", "sanitize_inputs_outputs"}
_MODELS = (
    "gen_ai.response.model",
    "gen_ai.request.model",
    "llm.model_name",
    "ai.response.model",
    "ai.model.id",
    "llm.request.model",
)
_AGENTS = ("gen_ai.agent.name", "agent.name")
_CONVERSATIONS = ("gen_ai.conversation.id", "session.id", "gcp.vertex.agent.session_id", "langfuse.session.id")
_USERS = ("user.id", "langfuse.user.id", "enduser.id")
_CASES = (
    "case_id",
    "case.id",
    "test.case.id",
    "test_case_id",
    "eval.case.id",
    "dataset.item.id",
    "langfuse.dataset.item.id",
)
_INPUT_TOKENS = (
    "gen_ai.usage.input_tokens",
    "gen_ai.usage.prompt_tokens",
    "llm.token_count.prompt",
    "ai.usage.inputTokens",
    "ai.usage.promptTokens",
    "llm.usage.prompt_tokens",
)
_OUTPUT_TOKENS = (
    "gen_ai.usage.output_tokens",
    "gen_ai.usage.completion_tokens",
    "llm.token_count.completion",
    "ai.usage.outputTokens",
    "ai.usage.completionTokens",
    "llm.usage.completion_tokens",
)
_CACHED_TOKENS = (
    "gen_ai.usage.cache_read.input_tokens",
    "gen_ai.usage.cache_read_input_tokens",
    "gen_ai.usage.cached_input_tokens",
    "gen_ai.usage.details.cache_read_tokens",
    "llm.token_count.prompt_details.cache_read",
    "ai.usage.cachedInputTokens",
)
_REASONING_TOKENS = (
    "gen_ai.usage.reasoning.output_tokens",
    "gen_ai.usage.reasoning_tokens",
    "gen_ai.usage.details.reasoning_tokens",
    "llm.token_count.completion_details.reasoning",
    "ai.usage.reasoningTokens",
)


def kind_of(span: Span) -> Kind:
    """Whether a span is a tool's, a model's or an agent's; "" when it is none of them."""
    if span.is_certain:
        return _KINDS.get(span.kind, "")
    attributes = span.attributes
    operation = attributes.get("gen_ai.operation.name")
    if operation is not None:
        known = _OPERATIONS.get(operation) if isinstance(operation, str) else None
        if known is not None:
            return known
    if attributes.get("mcp.method.name") == "tools/call" or not _TOOL_MARKS.isdisjoint(attributes):
        return "tool"
    for name in _KIND_NAMES:
        if isinstance(said := attributes.get(name), str):
            return _KINDS.get(said.lower(), "")
    if span.kind and (known := _KINDS.get(span.kind.lower())) is not None:
        return known
    if "gen_ai.tool.name" in attributes and not any(mark in attributes for mark in _LLM_MARKS):
        return "tool"
    if any(mark in attributes for mark in _LLM_MARKS):
        return "llm"
    return "agent" if "gen_ai.agent.name" in attributes else ""


def tool_name(span: Span) -> str | None:
    """Name of the tool of a tool span; None when it has none."""
    if found := _text(span.attributes, _TOOL_NAMES):
        return found
    given = span.name
    for prefix in ("execute_tool ", "tools/call ", "running tool: ", "tool."):
        given = given.removeprefix(prefix)
    return given if given.strip() else None


def call_id(span: Span) -> str | None:
    """Id of the call of a tool span; None when it has none."""
    value = first_of(span.attributes, _CALL_IDS)
    return str(value) if isinstance(value, (str, int)) and value != "" else None


def tool_arguments(span: Span) -> dict[str, Any]:
    """Arguments of a tool span; {} when it has none, {"value": v} for what is no object."""
    given = span.attributes.get(_ARGUMENTS[0])
    if given is not None:
        return _as_arguments(given)
    given = first_of(span.attributes, _ARGUMENTS)
    if given is None:
        given = _from_events(span.events, "gen_ai.tool.message", "content")
    return _unwrapped(_as_arguments(given))


def _as_arguments(given: Any) -> dict[str, Any]:
    if not isinstance(given, str):
        return arguments_of(given)
    decoded = decoded_text(given)
    if isinstance(decoded, str):
        if decoded is not given:
            decoded = decoded_text(decoded)  # JSON text in JSON text
        elif given.startswith("{"):
            decoded = python_literal(given)
    if isinstance(decoded, dict):
        return decoded
    if isinstance(decoded, str):
        return {"value": decoded} if decoded.strip() else {}
    return arguments_of(decoded)


def _unwrapped(args: dict[str, Any]) -> dict[str, Any]:
    """Arguments out of the records that callbacks of some frameworks put around them."""
    if args.keys() <= _WRAPPING and not args.get("args") and isinstance(args.get("kwargs"), dict):
        return args["kwargs"]  # type: ignore[no-any-return]
    if isinstance(args.get("inputs"), dict) and ("tags" in args or "input_str" in args or "metadata" in args):
        return args["inputs"]  # type: ignore[no-any-return]
    return args


def tool_result(span: Span) -> Any:
    """What the tool of a tool span gave back; JSON text is decoded. None when the span does not say."""
    given = span.attributes.get(_RESULTS[0])
    if given is None:
        given = first_of(span.attributes, _RESULTS)
    if given is None:
        given = _from_events(span.events, "gen_ai.choice", "message")
    return decoded_text(given) if isinstance(given, str) else given


def _from_events(events: Iterable[Any], name: str, key: str) -> Any:
    for event in events:
        found, attributes = event_of(event)
        if found == name:
            return attributes.get(key)
    return None


def failure_text(span: Span) -> str | None:
    """Error text of a failed span, None when it gives no text; asked only where the span failed."""
    if span.message:
        return span.message
    for event in span.events:
        name, attributes = event_of(event)
        if name == "exception" and isinstance(text := attributes.get("exception.message"), str) and text:
            return text
    kind = span.attributes.get("error.type")
    return str(kind) if kind else None


def has_failed(span: Span) -> bool:
    """Whether a span's status or attributes say that it failed."""
    return span.is_error or bool(span.attributes.get("error.type")) or span.attributes.get("tool.status") == "error"


def model_of(span: Span) -> str | None:
    """Model that a span names; None when it names none."""
    return _text(span.attributes, _MODELS)


def agent_of(span: Span) -> str | None:
    """Agent that a span names itself; None when it names none."""
    return _text(span.attributes, _AGENTS)


def conversation_of(span: Span) -> str | None:
    """Id of the conversation or session that a span names; None when it names none."""
    return _text(span.attributes, _CONVERSATIONS)


def user_of(span: Span) -> str | None:
    """Id of the user that a span names; None when it names none."""
    return _text(span.attributes, _USERS)


def is_hosted(span: Span) -> bool:
    """Whether the tool of a tool span ran on the agent's or provider's side instead of the client's."""
    return span.attributes.get("gen_ai.tool.type") == "extension"


def case_of(span: Span) -> str | None:
    """Id of the test case that a span names; None when it names none."""
    return _text(span.attributes, _CASES)


def usage_of(span: Span) -> Tally | None:
    """Token counts and cost of a span; None when it gives none."""
    attributes = span.attributes
    cost = amount_of(attributes, "gen_ai.usage.cost", "gen_ai.usage.total_cost", "llm.cost.total", "operation.cost")
    if cost is None:
        parts = [
            amount_of(attributes, "gen_ai.usage.input_cost", "llm.cost.prompt"),
            amount_of(attributes, "gen_ai.usage.output_cost", "llm.cost.completion"),
        ]
        known = [part for part in parts if part is not None]
        cost = sum(known) if known else None
    found = Tally(
        count_of(attributes, *_INPUT_TOKENS),
        count_of(attributes, *_OUTPUT_TOKENS),
        count_of(attributes, *_CACHED_TOKENS),
        count_of(attributes, *_REASONING_TOKENS),
        cost,
    )
    return None if found == Tally() else found


def _text(attributes: Mapping[str, Any], names: tuple[str, ...]) -> str | None:
    for name in names:
        value = attributes.get(name)
        if value and isinstance(value, str) and not value.isspace():
            return value
    return None

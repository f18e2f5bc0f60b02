"""Event streams of many protocols, each telling the same two calls."""

from typing import Any

OSLO, ROME = {"city": "Oslo"}, {"city": "Rome"}
OSLO_TEXT, ROME_TEXT = '{"city": "Oslo"}', '{"city": "Rome"}'

UI_STREAM: Any = [
    {"type": "start", "messageId": "m1"},
    {"type": "start-step"},
    {"type": "text-start", "id": "t"},
    {"type": "text-delta", "id": "t", "delta": "Look"},
    {"type": "text-delta", "id": "t", "delta": "ing."},
    {"type": "text-end", "id": "t"},
    {"type": "tool-input-start", "toolCallId": "c1", "toolName": "weather"},
    {"type": "tool-input-delta", "toolCallId": "c1", "inputTextDelta": '{"city": '},
    {"type": "tool-input-delta", "toolCallId": "c1", "inputTextDelta": '"Oslo"}'},
    {"type": "tool-input-available", "toolCallId": "c1", "toolName": "weather", "input": OSLO},
    {"type": "tool-output-available", "toolCallId": "c1", "output": "rain", "preliminary": True},
    {"type": "tool-output-available", "toolCallId": "c1", "output": "sun"},
    {"type": "tool-input-start", "toolCallId": "c2", "toolName": "weather", "dynamic": True},
    {"type": "tool-input-available", "toolCallId": "c2", "toolName": "weather", "input": ROME},
    {"type": "tool-approval-request", "approvalId": "a", "toolCallId": "c2"},
    {"type": "tool-output-error", "toolCallId": "c2", "errorText": "no station"},
    {"type": "finish-step"},
    {"type": "finish"},
]
FULL_STREAM: Any = [
    {"type": "start-step"},
    {"type": "tool-input-start", "id": "c1", "toolName": "weather"},
    {"type": "tool-input-delta", "id": "c1", "delta": OSLO_TEXT},
    {"type": "tool-call", "toolCallId": "c1", "toolName": "weather", "input": OSLO},
    {"type": "tool-call", "toolCallId": "c2", "toolName": "weather", "input": ROME},
    {"type": "tool-result", "toolCallId": "c1", "toolName": "weather", "input": OSLO, "output": "sun"},
    {"type": "tool-error", "toolCallId": "c2", "toolName": "weather", "input": ROME, "error": "no station"},
    {"type": "finish-step", "usage": {"inputTokens": 7, "outputTokens": 3}},
    {"type": "finish", "totalUsage": {"inputTokens": 7, "outputTokens": 3}},
]
ASSISTANT_UI: Any = [
    {"type": "part-start", "part": {"type": "reasoning"}, "path": []},
    {"type": "text-delta", "textDelta": "Hm.", "path": [0]},
    {"type": "part-start", "part": {"type": "tool-call", "toolCallId": "c1", "toolName": "weather"}, "path": []},
    {"type": "part-start", "part": {"type": "tool-call", "toolCallId": "c2", "toolName": "weather"}, "path": []},
    {"type": "text-delta", "textDelta": '{"city": "Ro', "path": [2]},
    {"type": "text-delta", "textDelta": OSLO_TEXT, "path": [1]},
    {"type": "text-delta", "textDelta": 'me"}', "path": [2]},
    {"type": "result", "result": "sun", "isError": False, "path": [1]},
    {"type": "result", "result": "no station", "isError": True, "path": [2]},
    {"type": "step-finish", "usage": {"inputTokens": 7, "outputTokens": 3}},
]
AG_UI: Any = [
    {"type": "RUN_STARTED", "threadId": "t1", "runId": "r1", "timestamp": 1767261600000},
    {"type": "TOOL_CALL_START", "toolCallId": "c1", "toolCallName": "weather", "timestamp": 1767261601000},
    {"type": "TOOL_CALL_ARGS", "toolCallId": "c1", "delta": '{"city": '},
    {"type": "TOOL_CALL_ARGS", "toolCallId": "c1", "delta": '"Oslo"}'},
    {"type": "TOOL_CALL_END", "toolCallId": "c1"},
    {"type": "TOOL_CALL_START", "toolCallId": "c2", "toolCallName": "weather", "timestamp": 1767261601000},
    {"type": "TOOL_CALL_ARGS", "toolCallId": "c2", "delta": ROME_TEXT},
    {"type": "TOOL_CALL_RESULT", "messageId": "m", "toolCallId": "c1", "content": "sun", "timestamp": 1767261603000},
    {"type": "TOOL_CALL_RESULT", "messageId": "m", "toolCallId": "c2", "content": "fog", "timestamp": 1767261603000},
    {"type": "MESSAGES_SNAPSHOT", "messages": [{"role": "assistant", "toolCalls": [{"id": "c1"}]}]},
    {"type": "TEXT_MESSAGE_START", "messageId": "m2", "role": "assistant"},
    {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m2", "delta": "Sunny."},
    {"type": "RUN_FINISHED", "threadId": "t1", "runId": "r1"},
]
AG_UI_CHUNKS: Any = [
    {"type": "TOOL_CALL_CHUNK", "toolCallId": "c1", "toolCallName": "weather", "delta": '{"city": '},
    {"type": "TOOL_CALL_CHUNK", "toolCallId": "c1", "delta": '"Oslo"}'},
    {"type": "TOOL_CALL_CHUNK", "toolCallId": "c2", "toolCallName": "weather", "delta": ROME_TEXT},
    {"type": "TOOL_CALL_RESULT", "toolCallId": "c1", "content": "sun"},
    {"type": "TOOL_CALL_RESULT", "toolCallId": "c2", "content": "fog"},
]
AUTOGEN: Any = [
    {"type": "TextMessage", "source": "user", "content": "Weather?", "models_usage": None},
    {
        "type": "ToolCallRequestEvent",
        "source": "Scout",
        "models_usage": {"prompt_tokens": 7, "completion_tokens": 3},
        "created_at": "2026-01-01T10:00:01Z",
        "content": [
            {"id": "c1", "name": "weather", "arguments": OSLO_TEXT},
            {"id": "c2", "name": "weather", "arguments": ROME_TEXT},
        ],
    },
    {
        "type": "ToolCallExecutionEvent",
        "source": "Scout",
        "created_at": "2026-01-01T10:00:03Z",
        "content": [
            {"call_id": "c1", "name": "weather", "content": "sun", "is_error": False},
            {"call_id": "c2", "name": "weather", "content": "no station", "is_error": True},
        ],
    },
    {"type": "ToolCallSummaryMessage", "source": "Scout", "content": "sun", "tool_calls": [{"id": "c1"}]},
]
AUTOGEN_STATE: Any = {
    "llm_context": {
        "messages": [
            {"type": "UserMessage", "source": "user", "content": "Weather?"},
            {"type": "AssistantMessage", "source": "Scout", "content": AUTOGEN[1]["content"]},
            {"type": "FunctionExecutionResultMessage", "content": AUTOGEN[2]["content"]},
        ]
    }
}
MISTRAL: Any = {
    "conversation_id": "conv_1",
    "entries": [
        {"object": "entry", "type": "message.input", "role": "user", "content": "Weather?"},
        {
            "type": "function.call",
            "tool_call_id": "c1",
            "name": "weather",
            "arguments": OSLO_TEXT,
            "created_at": "2026-01-01T10:00:01Z",
        },
        {
            "type": "function.call",
            "tool_call_id": "c2",
            "name": "weather",
            "arguments": ROME,
            "created_at": "2026-01-01T10:00:01Z",
        },
        {"type": "function.result", "tool_call_id": "c1", "result": "sun", "created_at": "2026-01-01T10:00:03Z"},
        {"type": "function.result", "tool_call_id": "c2", "result": "fog", "created_at": "2026-01-01T10:00:03Z"},
        {"type": "message.output", "role": "assistant", "content": [{"type": "text", "text": "Sunny."}]},
    ],
}
LETTA: Any = {
    "messages": [
        {"message_type": "user_message", "content": "Weather?", "date": "2026-01-01T10:00:00Z"},
        {
            "message_type": "tool_call_message",
            "date": "2026-01-01T10:00:01Z",
            "tool_call": {"name": "weather", "arguments": OSLO_TEXT, "tool_call_id": "c1"},
        },
        {
            "message_type": "tool_call_message",
            "date": "2026-01-01T10:00:01Z",
            "tool_call": {"name": "weather", "arguments": ROME_TEXT, "tool_call_id": "c2"},
        },
        {
            "message_type": "tool_return_message",
            "date": "2026-01-01T10:00:03Z",
            "tool_return": "sun",
            "status": "success",
            "tool_call_id": "c1",
        },
        {
            "message_type": "tool_return_message",
            "date": "2026-01-01T10:00:03Z",
            "tool_return": "no station",
            "status": "error",
            "tool_call_id": "c2",
        },
        {"message_type": "assistant_message", "content": "Sunny."},
    ],
    "usage": {"prompt_tokens": 7, "completion_tokens": 3},
}
_WORKFLOW = "llama_index.core.agent.workflow.workflow_events."
LLAMA_INDEX: Any = [
    {
        "__is_pydantic": True,
        "qualified_name": _WORKFLOW + "ToolCall",
        "value": {"tool_name": "weather", "tool_kwargs": OSLO, "tool_id": "c1"},
    },
    {
        "__is_pydantic": True,
        "qualified_name": _WORKFLOW + "ToolCall",
        "value": {"tool_name": "weather", "tool_kwargs": ROME, "tool_id": "c2"},
    },
    {
        "__is_pydantic": True,
        "qualified_name": _WORKFLOW + "ToolCallResult",
        "value": {
            "tool_name": "weather",
            "tool_kwargs": OSLO,
            "tool_id": "c1",
            "tool_output": {"content": "sun", "is_error": False},
        },
    },
    {
        "__is_pydantic": True,
        "qualified_name": _WORKFLOW + "ToolCallResult",
        "value": {
            "tool_name": "weather",
            "tool_kwargs": ROME,
            "tool_id": "c2",
            "tool_output": {"content": "no station", "is_error": True},
        },
    },
]
CREW: Any = [
    {
        "type": "tool_usage_started",
        "tool_name": "weather",
        "tool_args": OSLO,
        "agent_role": "Scout",
        "timestamp": "2026-01-01T10:00:01",
    },
    {
        "type": "tool_usage_finished",
        "tool_name": "weather",
        "tool_args": OSLO,
        "output": "sun",
        "timestamp": "2026-01-01T10:00:03",
    },
    {
        "type": "tool_usage_started",
        "tool_name": "weather",
        "tool_args": ROME,
        "agent_role": "Scout",
        "timestamp": "2026-01-01T10:00:03",
    },
    {
        "type": "tool_usage_error",
        "tool_name": "weather",
        "tool_args": ROME,
        "error": "no station",
        "timestamp": "2026-01-01T10:00:05",
    },
]
AGNO: Any = [
    {"event": "RunStarted", "run_id": "r1", "created_at": 1767261600},
    {
        "event": "ToolCallStarted",
        "agent_name": "Scout",
        "created_at": 1767261601,
        "tool": {"tool_call_id": "c1", "tool_name": "weather", "tool_args": OSLO},
    },
    {
        "event": "ToolCallCompleted",
        "agent_name": "Scout",
        "created_at": 1767261603,
        "tool": {"tool_call_id": "c1", "tool_name": "weather", "tool_args": OSLO, "result": "sun"},
    },
    {
        "event": "ToolCallStarted",
        "agent_name": "Scout",
        "created_at": 1767261603,
        "tool": {"tool_call_id": "c2", "tool_name": "weather", "tool_args": ROME},
    },
    {
        "event": "ToolCallCompleted",
        "agent_name": "Scout",
        "created_at": 1767261605,
        "tool": {
            "tool_call_id": "c2",
            "tool_name": "weather",
            "tool_args": ROME,
            "result": "no station",
            "tool_call_error": True,
        },
    },
    {"event": "RunContent", "content": "Sunny.", "created_at": 1767261606},
]
PYDANTIC_AI: Any = [
    {
        "event_kind": "function_tool_call",
        "part": {"part_kind": "tool-call", "tool_name": "weather", "args": OSLO_TEXT, "tool_call_id": "c1"},
    },
    {
        "event_kind": "function_tool_call",
        "part": {"part_kind": "tool-call", "tool_name": "weather", "args": ROME, "tool_call_id": "c2"},
    },
    {
        "event_kind": "function_tool_result",
        "result": {"part_kind": "tool-return", "tool_name": "weather", "content": "sun", "tool_call_id": "c1"},
    },
    {
        "event_kind": "function_tool_result",
        "result": {"part_kind": "tool-return", "tool_name": "weather", "content": "fog", "tool_call_id": "c2"},
    },
]
BEDROCK: Any = [
    {"messageStart": {"role": "assistant"}},
    {"contentBlockDelta": {"delta": {"text": "Looking."}, "contentBlockIndex": 0}},
    {"contentBlockStart": {"start": {"toolUse": {"toolUseId": "c1", "name": "weather"}}, "contentBlockIndex": 1}},
    {"contentBlockDelta": {"delta": {"toolUse": {"input": '{"city": '}}, "contentBlockIndex": 1}},
    {"contentBlockDelta": {"delta": {"toolUse": {"input": '"Oslo"}'}}, "contentBlockIndex": 1}},
    {"contentBlockStart": {"start": {"toolUse": {"toolUseId": "c2", "name": "weather"}}, "contentBlockIndex": 2}},
    {"contentBlockDelta": {"delta": {"toolUse": {"input": ROME_TEXT}}, "contentBlockIndex": 2}},
    {"messageStop": {"stopReason": "tool_use"}},
    {"metadata": {"usage": {"inputTokens": 7, "outputTokens": 3, "totalTokens": 10}}},
]
COHERE: Any = [
    {"type": "message-start", "delta": {"message": {"role": "assistant"}}},
    {
        "type": "tool-call-start",
        "index": 0,
        "delta": {"message": {"tool_calls": {"id": "c1", "function": {"name": "weather", "arguments": ""}}}},
    },
    {
        "type": "tool-call-delta",
        "index": 0,
        "delta": {"message": {"tool_calls": {"function": {"arguments": OSLO_TEXT}}}},
    },
    {"type": "tool-call-end", "index": 0},
    {
        "type": "tool-call-start",
        "index": 1,
        "delta": {"message": {"tool_calls": {"id": "c2", "function": {"name": "weather", "arguments": ""}}}},
    },
    {
        "type": "tool-call-delta",
        "index": 1,
        "delta": {"message": {"tool_calls": {"function": {"arguments": ROME_TEXT}}}},
    },
    {
        "type": "message-end",
        "delta": {"finish_reason": "TOOL_CALL", "usage": {"tokens": {"input_tokens": 7, "output_tokens": 3}}},
    },
]


def _item(call_id: str, arguments: str) -> dict[str, Any]:
    return {
        "id": f"item_{call_id}",
        "type": "function_call",
        "call_id": call_id,
        "name": "weather",
        "arguments": arguments,
    }


COPILOTKIT: Any = {
    "messages": [
        {"type": "TextMessage", "id": "1", "role": "user", "content": "Weather?"},
        {"type": "ActionExecutionMessage", "id": "c1", "name": "weather", "arguments": OSLO},
        {"type": "ActionExecutionMessage", "id": "c2", "name": "weather", "arguments": ROME},
        {"type": "ResultMessage", "id": "r1", "actionExecutionId": "c1", "actionName": "weather", "result": "sun"},
        {"type": "ResultMessage", "id": "r2", "actionExecutionId": "c2", "actionName": "weather", "result": "fog"},
    ]
}
COZE: Any = {
    "data": [
        {"role": "user", "type": "question", "content": "Weather?", "content_type": "text"},
        {
            "role": "assistant",
            "type": "function_call",
            "content": '{"name": "weather", "arguments": {"city": "Oslo"}}',
            "content_type": "text",
        },
        {"role": "assistant", "type": "tool_response", "content": "sun", "content_type": "text"},
        {
            "role": "assistant",
            "type": "function_call",
            "content": '{"name": "weather", "arguments": {"city": "Rome"}}',
            "content_type": "text",
        },
        {"role": "assistant", "type": "tool_response", "content": "fog", "content_type": "text"},
        {"role": "assistant", "type": "answer", "content": "Sunny.", "content_type": "text"},
    ]
}


def _run_item(name: str, raw: Any) -> dict[str, Any]:
    item = {"type": "tool_call_item" if name == "tool_called" else "tool_call_output_item", "raw_item": raw}
    return {"type": "run_item_stream_event", "name": name, "item": item}


AGENTS_SDK: Any = [
    _run_item("tool_called", _item("c1", OSLO_TEXT)),
    _run_item("tool_called", _item("c2", ROME_TEXT)),
    _run_item("tool_output", {"type": "function_call_output", "call_id": "c1", "output": "sun"}),
    _run_item("tool_output", {"type": "function_call_output", "call_id": "c2", "output": "fog"}),
    _run_item(
        "message",
        {"type": "message", "id": "m", "role": "assistant", "content": [{"type": "output_text", "text": "Sunny."}]},
    ),
]

"""Messages with typed parts in the spellings of many frameworks, each telling the same two calls."""

from typing import Any

from tests.core.formats.typed_shapes_js import (
    AG_UI,
    AI_SDK_MESSAGES,
    ASKED,
    CORE_MESSAGES,
    GENERATED,
    GENKIT,
    LEGACY_INVOCATION,
    MASTRA,
    OSLO,
    OSLO_TEXT,
    ROME,
    ROME_TEXT,
    UI_MESSAGES,
)

PYDANTIC_AI: Any = [
    {
        "kind": "request",
        "parts": [
            {"part_kind": "system-prompt", "content": "Be brief."},
            {"part_kind": "user-prompt", "content": ASKED, "timestamp": "2026-01-01T10:00:00Z"},
        ],
    },
    {
        "kind": "response",
        "model_name": "atlas-1",
        "timestamp": "2026-01-01T10:00:01Z",
        "usage": {"input_tokens": 7, "output_tokens": 3, "details": {}},
        "parts": [
            {"part_kind": "tool-call", "tool_name": "weather", "args": '{"city": "Oslo"}', "tool_call_id": "c1"},
            {"part_kind": "tool-call", "tool_name": "weather", "args": ROME, "tool_call_id": "c2"},
        ],
    },
    {
        "kind": "request",
        "parts": [
            {
                "part_kind": "tool-return",
                "tool_name": "weather",
                "content": "sun",
                "tool_call_id": "c1",
                "timestamp": "2026-01-01T10:00:03Z",
            },
            {
                "part_kind": "retry-prompt",
                "tool_name": "weather",
                "content": "no station",
                "tool_call_id": "c2",
                "timestamp": "2026-01-01T10:00:03Z",
            },
        ],
    },
]
HAYSTACK: Any = [
    {"role": "user", "content": [{"text": ASKED}], "meta": {}, "name": None},
    {
        "role": "assistant",
        "content": [
            {"tool_call": {"tool_name": "weather", "arguments": OSLO, "id": "c1"}},
            {"tool_call": {"tool_name": "weather", "arguments": ROME, "id": "c2"}},
        ],
        "meta": {"model": "atlas-1", "usage": {"prompt_tokens": 7, "completion_tokens": 3}},
    },
    {
        "role": "tool",
        "content": [
            {
                "tool_call_result": {
                    "result": "sun",
                    "error": False,
                    "origin": {"tool_name": "weather", "arguments": OSLO, "id": "c1"},
                }
            }
        ],
        "meta": {},
    },
    {
        "role": "tool",
        "content": [
            {
                "tool_call_result": {
                    "result": "no station",
                    "error": True,
                    "origin": {"tool_name": "weather", "arguments": ROME, "id": "c2"},
                }
            }
        ],
        "meta": {},
    },
]
OLD_HAYSTACK: Any = [{f"_{key}": value for key, value in message.items()} for message in HAYSTACK]
KERNEL_NET: Any = [
    {"Role": {"Label": "user"}, "Items": [{"$type": "TextContent", "Text": ASKED}]},
    {
        "Role": {"Label": "assistant"},
        "ModelId": "atlas-1",
        "Items": [
            {"$type": "FunctionCallContent", "Id": "c1", "FunctionName": "weather", "Arguments": OSLO},
            {"$type": "FunctionCallContent", "Id": "c2", "FunctionName": "weather", "Arguments": ROME},
        ],
    },
    {
        "Role": {"Label": "tool"},
        "Items": [
            {"$type": "FunctionResultContent", "CallId": "c1", "FunctionName": "weather", "Result": "sun"},
            {"$type": "FunctionResultContent", "CallId": "c2", "FunctionName": "weather", "Result": "no station"},
        ],
    },
]
KERNEL_PYTHON: Any = {
    "messages": [
        {"content_type": "message", "role": "user", "items": [{"content_type": "text", "text": ASKED}]},
        {
            "content_type": "message",
            "role": "assistant",
            "ai_model_id": "atlas-1",
            "items": [
                {
                    "content_type": "function_call",
                    "id": "c1",
                    "name": "weather",
                    "function_name": "weather",
                    "arguments": '{"city": "Oslo"}',
                },
                {
                    "content_type": "function_call",
                    "id": "c2",
                    "name": "weather",
                    "function_name": "weather",
                    "arguments": '{"city": "Rome"}',
                },
            ],
        },
        {
            "content_type": "message",
            "role": "tool",
            "items": [
                {"content_type": "function_result", "id": "c1", "name": "weather", "result": "sun"},
                {"content_type": "function_result", "id": "c2", "name": "weather", "result": "no station"},
            ],
        },
    ]
}
AGENT_FRAMEWORK: Any = {
    "messages": [
        {
            "type": "chat_message",
            "role": {"type": "role", "value": "user"},
            "contents": [{"type": "text", "text": ASKED}],
        },
        {
            "type": "chat_message",
            "role": {"type": "role", "value": "assistant"},
            "author_name": "Scout",
            "contents": [
                {"type": "function_call", "call_id": "c1", "name": "weather", "arguments": '{"city": "Oslo"}'},
                {"type": "function_call", "call_id": "c2", "name": "weather", "arguments": ROME},
            ],
        },
        {
            "type": "chat_message",
            "role": {"type": "role", "value": "tool"},
            "contents": [
                {"type": "function_result", "call_id": "c1", "result": "sun"},
                {"type": "function_result", "call_id": "c2", "result": None, "exception": "no station"},
            ],
        },
    ]
}
EXTENSIONS_AI: Any = [
    {"role": "user", "contents": [{"$type": "text", "text": ASKED}]},
    {
        "role": "assistant",
        "contents": [
            {"$type": "functionCall", "callId": "c1", "name": "weather", "arguments": OSLO},
            {"$type": "functionCall", "callId": "c2", "name": "weather", "arguments": ROME},
        ],
    },
    {
        "role": "tool",
        "contents": [
            {"$type": "functionResult", "callId": "c1", "result": "sun"},
            {"$type": "functionResult", "callId": "c2", "result": "no station"},
        ],
    },
]
LLAMA_INDEX: Any = [
    {"role": "user", "additional_kwargs": {}, "blocks": [{"block_type": "text", "text": ASKED}]},
    {
        "role": "assistant",
        "additional_kwargs": {
            "tool_calls": [
                {"id": "c1", "type": "function", "function": {"name": "weather", "arguments": '{"city": "Oslo"}'}},
                {"id": "c2", "type": "function", "function": {"name": "weather", "arguments": '{"city": "Rome"}'}},
            ]
        },
        "blocks": [
            {"block_type": "tool_call", "tool_call_id": "c1", "tool_name": "weather", "tool_kwargs": OSLO},
            {"block_type": "tool_call", "tool_call_id": "c2", "tool_name": "weather", "tool_kwargs": ROME},
        ],
    },
    {"role": "tool", "additional_kwargs": {"tool_call_id": "c1"}, "blocks": [{"block_type": "text", "text": "sun"}]},
    {
        "role": "tool",
        "additional_kwargs": {"tool_call_id": "c2"},
        "blocks": [{"block_type": "text", "text": "no station"}],
    },
]
AZURE_EVALUATION: Any = {
    "query": ASKED,
    "response": [
        {
            "createdAt": "2026-01-01T10:00:01Z",
            "run_id": "run_1",
            "role": "assistant",
            "content": [
                {"type": "tool_call", "tool_call_id": "c1", "name": "weather", "arguments": OSLO},
                {"type": "tool_call", "tool_call_id": "c2", "name": "weather", "arguments": ROME},
            ],
        },
        {
            "createdAt": "2026-01-01T10:00:03Z",
            "run_id": "run_1",
            "tool_call_id": "c1",
            "role": "tool",
            "content": [{"type": "tool_result", "tool_result": "sun"}],
        },
        {
            "createdAt": "2026-01-01T10:00:03Z",
            "run_id": "run_1",
            "tool_call_id": "c2",
            "role": "tool",
            "content": [{"type": "tool_result", "tool_result": "rain"}],
        },
    ],
    "tool_definitions": [{"name": "weather", "parameters": {"type": "object", "properties": {}}}],
}

COHERE_V1: Any = {
    "chat_history": [
        {"role": "USER", "message": ASKED},
        {
            "role": "CHATBOT",
            "message": "",
            "tool_calls": [{"name": "weather", "parameters": OSLO}, {"name": "weather", "parameters": ROME}],
        },
        {
            "role": "TOOL",
            "tool_results": [
                {"call": {"name": "weather", "parameters": OSLO}, "outputs": [{"sky": "sun"}]},
                {"call": {"name": "weather", "parameters": ROME}, "outputs": [{"sky": "?"}]},
            ],
        },
    ]
}
OPENAI_CALLS: Any = [
    {"id": "c1", "type": "function", "function": {"name": "weather", "arguments": OSLO_TEXT}},
    {"id": "c2", "type": "function", "function": {"name": "weather", "arguments": ROME_TEXT}},
]
AUTOGEN_02: Any = {
    "chat_history": [
        {"role": "user", "name": "user_proxy", "content": ASKED},
        {"role": "assistant", "name": "Scout", "content": None, "tool_calls": OPENAI_CALLS},
        {
            "role": "tool",
            "name": "user_proxy",
            "content": "sun\n\nfog",
            "tool_responses": [
                {"role": "tool", "tool_call_id": "c1", "content": "sun"},
                {"role": "tool", "tool_call_id": "c2", "content": "fog"},
            ],
        },
    ]
}
LETTA_FILE: Any = {
    "agents": [
        {
            "id": "agent-0",
            "messages": [
                {"role": "user", "content": [{"type": "text", "text": ASKED}]},
                {"role": "assistant", "content": [{"type": "text", "text": "Hm."}], "tool_calls": OPENAI_CALLS},
                {
                    "role": "tool",
                    "tool_call_id": "c1",
                    "content": [{"type": "text", "text": "sun"}],
                    "tool_returns": [{"status": "success"}],
                },
                {
                    "role": "tool",
                    "tool_call_id": "c2",
                    "content": [{"type": "text", "text": "no station"}],
                    "tool_returns": [{"status": "error"}],
                },
            ],
        }
    ]
}
LLAMA_INDEX_STORE: Any = {
    "store": {
        "chat-1": [
            {"role": "user", "content": ASKED, "additional_kwargs": {}},
            {"role": "assistant", "content": None, "additional_kwargs": {"tool_calls": OPENAI_CALLS}},
            {"role": "tool", "content": "sun", "additional_kwargs": {"name": "weather", "tool_call_id": "c1"}},
            {"role": "tool", "content": "fog", "additional_kwargs": {"name": "weather", "tool_call_id": "c2"}},
        ]
    }
}
LANGCHAIN4J: Any = [
    {"type": "USER", "contents": [{"type": "TEXT", "text": ASKED}]},
    {
        "type": "AI",
        "toolExecutionRequests": [
            {"id": "c1", "name": "weather", "arguments": OSLO_TEXT},
            {"id": "c2", "name": "weather", "arguments": ROME_TEXT},
        ],
    },
    {"type": "TOOL_EXECUTION_RESULT", "id": "c1", "toolName": "weather", "text": "sun"},
    {"type": "TOOL_EXECUTION_RESULT", "id": "c2", "toolName": "weather", "text": "fog"},
]
SPRING_AI: Any = [
    {"messageType": "USER", "text": ASKED},
    {
        "messageType": "ASSISTANT",
        "text": "",
        "toolCalls": [
            {"id": "c1", "type": "function", "name": "weather", "arguments": OSLO_TEXT},
            {"id": "c2", "type": "function", "name": "weather", "arguments": ROME_TEXT},
        ],
    },
    {
        "messageType": "TOOL",
        "responses": [
            {"id": "c1", "name": "weather", "responseData": "sun"},
            {"id": "c2", "name": "weather", "responseData": "fog"},
        ],
    },
]
SHAPES: dict[str, Any] = {
    "ai sdk messages": AI_SDK_MESSAGES,
    "ai sdk request": {"messages": AI_SDK_MESSAGES, "model": "atlas-1"},
    "older ai sdk messages": CORE_MESSAGES,
    "ui messages": UI_MESSAGES,
    "a stored chat": {"id": "chat-1", "messages": UI_MESSAGES},
    "tool invocations": LEGACY_INVOCATION,
    "result of generateText": GENERATED,
    "pydantic-ai": PYDANTIC_AI,
    "pydantic-ai state": {"message_history": PYDANTIC_AI, "usage": {"requests": 1}},
    "haystack": {"messages": HAYSTACK},
    "older haystack": OLD_HAYSTACK,
    "semantic kernel .net": KERNEL_NET,
    "semantic kernel python": KERNEL_PYTHON,
    "agent framework": AGENT_FRAMEWORK,
    "extensions.ai": EXTENSIONS_AI,
    "llama index": LLAMA_INDEX,
    "ag-ui messages": AG_UI,
    "cohere v1": COHERE_V1,
    "mastra": MASTRA,
    "genkit": GENKIT,
    "autogen 0.2": AUTOGEN_02,
    "letta agent file": LETTA_FILE,
    "llama index store": LLAMA_INDEX_STORE,
    "langchain4j": LANGCHAIN4J,
    "spring ai": SPRING_AI,
    "azure evaluation row": AZURE_EVALUATION,
}
FAILED = (
    "ai sdk messages",
    "ai sdk request",
    "older ai sdk messages",
    "ui messages",
    "a stored chat",
    "result of generateText",
    "pydantic-ai",
    "pydantic-ai state",
    "haystack",
    "older haystack",
    "agent framework",
    "ag-ui messages",
    "letta agent file",
)
"""Shapes in which a result says that the call failed."""

"""Messages with typed parts as frameworks in TypeScript write them, each telling the same two calls."""

from typing import Any

ASKED = "Weather in Oslo and Rome?"
OSLO, ROME = {"city": "Oslo"}, {"city": "Rome"}
OSLO_TEXT, ROME_TEXT = '{"city": "Oslo"}', '{"city": "Rome"}'
AI_SDK_MESSAGES: Any = [
    {"role": "user", "content": ASKED},
    {
        "role": "assistant",
        "content": [
            {"type": "text", "text": "Looking."},
            {"type": "tool-call", "toolCallId": "c1", "toolName": "weather", "input": OSLO},
            {"type": "tool-call", "toolCallId": "c2", "toolName": "weather", "input": ROME},
        ],
    },
    {
        "role": "tool",
        "content": [
            {
                "type": "tool-result",
                "toolCallId": "c2",
                "toolName": "weather",
                "output": {"type": "error-text", "value": "no station"},
            },
            {
                "type": "tool-result",
                "toolCallId": "c1",
                "toolName": "weather",
                "output": {"type": "json", "value": "sun"},
            },
        ],
    },
]
CORE_MESSAGES: Any = [
    {"role": "user", "content": [{"type": "text", "text": ASKED}]},
    {
        "role": "assistant",
        "content": [
            {"type": "tool-call", "toolCallId": "c1", "toolName": "weather", "args": OSLO},
            {"type": "tool-call", "toolCallId": "c2", "toolName": "weather", "args": ROME},
        ],
    },
    {
        "role": "tool",
        "content": [
            {"type": "tool-result", "toolCallId": "c1", "toolName": "weather", "result": "sun"},
            {"type": "tool-result", "toolCallId": "c2", "toolName": "weather", "result": "no station", "isError": True},
        ],
    },
]
UI_MESSAGES: Any = [
    {"id": "m1", "role": "user", "parts": [{"type": "text", "text": ASKED}]},
    {
        "id": "m2",
        "role": "assistant",
        "parts": [
            {"type": "step-start"},
            {"type": "tool-weather", "toolCallId": "c1", "state": "output-available", "input": OSLO, "output": "sun"},
            {
                "type": "dynamic-tool",
                "toolName": "weather",
                "toolCallId": "c2",
                "state": "output-error",
                "input": ROME,
                "errorText": "no station",
            },
        ],
    },
]
LEGACY_INVOCATION: Any = [
    {"role": "user", "content": ASKED},
    {
        "role": "assistant",
        "content": "",
        "parts": [
            {
                "type": "tool-invocation",
                "toolInvocation": {
                    "state": "result",
                    "toolCallId": "c1",
                    "toolName": "weather",
                    "args": OSLO,
                    "result": "sun",
                },
            },
            {
                "type": "tool-invocation",
                "toolInvocation": {
                    "state": "result",
                    "toolCallId": "c2",
                    "toolName": "weather",
                    "args": ROME,
                    "result": {"error": "no station"},
                },
            },
        ],
        "toolInvocations": [
            {"state": "result", "toolCallId": "c1", "toolName": "weather", "args": OSLO, "result": "sun"}
        ],
    },
]
GENERATED: Any = {
    "prompt": ASKED,
    "text": "Sunny.",
    "steps": [
        {
            "text": "",
            "toolCalls": [
                {"type": "tool-call", "toolCallId": "c1", "toolName": "weather", "input": OSLO},
                {"type": "tool-call", "toolCallId": "c2", "toolName": "weather", "input": ROME},
            ],
            "toolResults": [
                {"type": "tool-result", "toolCallId": "c1", "toolName": "weather", "input": OSLO, "output": "sun"},
                {"type": "tool-error", "toolCallId": "c2", "toolName": "weather", "input": ROME, "error": "no station"},
            ],
            "usage": {"inputTokens": 7, "outputTokens": 3},
            "response": {"modelId": "atlas-1", "timestamp": "2026-01-01T10:00:00Z", "messages": AI_SDK_MESSAGES},
        },
        {"text": "Sunny.", "toolCalls": [], "toolResults": [], "usage": {"inputTokens": 9, "outputTokens": 4}},
    ],
    "totalUsage": {"inputTokens": 16, "outputTokens": 7},
}
AG_UI: Any = [
    {"id": "1", "role": "user", "content": ASKED},
    {
        "id": "2",
        "role": "assistant",
        "toolCalls": [
            {"id": "c1", "type": "function", "function": {"name": "weather", "arguments": '{"city": "Oslo"}'}},
            {"id": "c2", "type": "function", "function": {"name": "weather", "arguments": '{"city": "Rome"}'}},
        ],
    },
    {"id": "3", "role": "tool", "toolCallId": "c1", "content": "sun"},
    {"id": "4", "role": "tool", "toolCallId": "c2", "content": "no station", "error": "no station"},
]
MASTRA: Any = [
    {"id": "1", "role": "user", "content": {"format": 2, "parts": [{"type": "text", "text": ASKED}]}},
    {"id": "2", "role": "assistant", "content": {"format": 2, "parts": LEGACY_INVOCATION[1]["parts"]}},
]
GENKIT: Any = [
    {"role": "user", "content": [{"text": ASKED}]},
    {
        "role": "model",
        "content": [
            {"toolRequest": {"name": "weather", "ref": "c1", "input": OSLO}},
            {"toolRequest": {"name": "weather", "ref": "c2", "input": ROME}},
        ],
    },
    {
        "role": "tool",
        "content": [
            {"toolResponse": {"name": "weather", "ref": "c1", "output": "sun"}},
            {"toolResponse": {"name": "weather", "ref": "c2", "output": "fog"}},
        ],
    },
]

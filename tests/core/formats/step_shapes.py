"""Runs whose steps keep call and result together, in the shapes of many frameworks, each telling the same two calls."""

from typing import Any

OSLO, ROME = {"city": "Oslo"}, {"city": "Rome"}
OSLO_TEXT, ROME_TEXT = '{"city": "Oslo"}', '{"city": "Rome"}'

RUN = {
    "object": "thread.run",
    "id": "run_1",
    "thread_id": "t1",
    "model": "atlas-1",
    "status": "completed",
    "created_at": 1767261600,
    "usage": {"prompt_tokens": 7, "completion_tokens": 3},
    "required_action": {
        "submit_tool_outputs": {
            "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "weather", "arguments": OSLO_TEXT}}]
        }
    },
}
MESSAGES = [
    {
        "object": "thread.message",
        "id": "m2",
        "thread_id": "t1",
        "run_id": "run_1",
        "role": "assistant",
        "created_at": 1767261605,
        "content": [{"type": "text", "text": {"value": "Sunny."}}],
    },
    {
        "object": "thread.message",
        "id": "m1",
        "thread_id": "t1",
        "role": "user",
        "created_at": 1767261600,
        "content": [{"type": "text", "text": {"value": "Weather?"}}],
    },
]


def run_step(name: str, *tool_calls: Any, **more: Any) -> dict[str, Any]:
    return {
        "object": "thread.run.step",
        "id": name,
        "thread_id": "t1",
        "run_id": "run_1",
        "assistant_id": "asst",
        "type": "tool_calls",
        "status": "completed",
        "created_at": 1767261601,
        "completed_at": 1767261603,
        "usage": {"prompt_tokens": 7, "completion_tokens": 3},
        "step_details": {"type": "tool_calls", "tool_calls": list(tool_calls)},
        **more,
    }


def function(call_id: str, arguments: str, output: Any) -> dict[str, Any]:
    return {
        "id": call_id,
        "type": "function",
        "function": {"name": "weather", "arguments": arguments, "output": output},
    }


STEPS = [
    {
        **run_step("s2"),
        "type": "message_creation",
        "created_at": 1767261604,
        "step_details": {"type": "message_creation"},
    },
    run_step("s1", function("c1", OSLO_TEXT, "sun"), function("c2", ROME_TEXT, "fog")),
]
ASSISTANTS = {
    "run": RUN,
    "messages": {"object": "list", "data": MESSAGES},
    "run_steps": {"object": "list", "data": STEPS},
}
STREAM = [
    {"event": "thread.run.created", "data": {**RUN, "usage": None}},
    {"event": "thread.run.step.created", "data": run_step("s1", function("c1", "", None), status="in_progress")},
    {"event": "thread.run.step.delta", "data": {"id": "s1", "object": "thread.run.step.delta", "delta": {}}},
    {"event": "thread.run.step.completed", "data": STEPS[1]},
    {"event": "thread.message.completed", "data": MESSAGES[1]},
    {"event": "thread.run.completed", "data": RUN},
]
SMOLAGENTS: dict[str, Any] = {
    "steps": [
        {"task": "Weather?"},
        {
            "step_number": 1,
            "timing": {"start_time": 1767261601.0, "end_time": 1767261603.0, "duration": 2.0},
            "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "weather", "arguments": OSLO}}],
            "error": None,
            "model_output": "I look.",
            "observations": "sun",
            "token_usage": {"input_tokens": 3, "output_tokens": 1},
        },
        {
            "step_number": 2,
            "timing": {"start_time": 1767261604.0, "end_time": None},
            "tool_calls": [{"id": "c2", "type": "function", "function": {"name": "weather", "arguments": ROME}}],
            "error": {"type": "AgentToolExecutionError", "message": "no station"},
            "observations": None,
            "token_usage": {"input_tokens": 4, "output_tokens": 2},
        },
    ]
}
DSPY = {
    "question": "Weather?",
    "trajectory": {
        "thought_0": "I look.",
        "tool_name_0": "weather",
        "tool_args_0": OSLO,
        "observation_0": "sun",
        "thought_1": "And the other.",
        "tool_name_1": "weather",
        "tool_args_1": ROME,
        "observation_1": "fog",
    },
}
AGNO = {
    "run_id": "r1",
    "agent_name": "Scout",
    "model": "atlas-1",
    "input": {"input_content": "Weather?"},
    "content": "Sunny.",
    "metrics": {"input_tokens": 7, "output_tokens": 3},
    "tools": [
        {
            "tool_call_id": "c1",
            "tool_name": "weather",
            "tool_args": OSLO,
            "result": "sun",
            "tool_call_error": False,
            "metrics": {"duration": 2.0},
        },
        {
            "tool_call_id": "c2",
            "tool_name": "weather",
            "tool_args": ROME,
            "result": "no station",
            "tool_call_error": True,
        },
    ],
    "messages": [{"role": "user", "content": "Weather?"}],
}
LLAMA_INDEX = {
    "response": "Sunny.",
    "sources": [
        {"tool_name": "weather", "raw_input": {"args": [], "kwargs": OSLO}, "content": "sun", "is_error": False},
        {"tool_name": "weather", "raw_input": {"args": [], "kwargs": ROME}, "content": "no station", "is_error": True},
    ],
}
DIFY = {
    "data": [
        {
            "id": "m",
            "conversation_id": "conv",
            "query": "Weather?",
            "agent_thoughts": [
                {
                    "id": "1",
                    "thought": "I look.",
                    "tool": "weather",
                    "tool_input": '{"weather": {"city": "Oslo"}}',
                    "observation": '{"weather": "sun"}',
                },
                {
                    "id": "2",
                    "thought": "",
                    "tool": "weather",
                    "tool_input": '{"weather": {"city": "Rome"}}',
                    "observation": "fog",
                },
                {"id": "3", "thought": "Sunny.", "tool": "", "tool_input": "", "observation": ""},
            ],
        }
    ]
}
DIFY_STREAM = [
    {
        "event": "agent_thought",
        "id": "1",
        "tool": "weather",
        "tool_input": '{"weather": {"city": "Oslo"}}',
        "observation": "",
    },
    {
        "event": "agent_thought",
        "id": "1",
        "tool": "weather",
        "tool_input": '{"weather": {"city": "Oslo"}}',
        "observation": '{"weather": "sun"}',
    },
    {
        "event": "agent_thought",
        "id": "2",
        "tool": "weather",
        "tool_input": '{"weather": {"city": "Rome"}}',
        "observation": "fog",
    },
]


def node_run(at: int, args: Any, result: Any, **more: Any) -> dict[str, Any]:
    return {
        "startTime": at,
        "executionTime": 2000,
        "executionStatus": "success",
        "inputOverride": {"ai_tool": [[{"json": args}]]},
        "data": {"ai_tool": [[{"json": {"response": result}}]]},
        **more,
    }


N8N = {
    "data": {
        "resultData": {
            "runData": {
                "Agent": [{"startTime": 1767261600000, "data": {"main": [[{"json": {"output": "Sunny."}}]]}}],
                "weather": [node_run(1767261601000, OSLO, "sun"), node_run(1767261603000, ROME, "fog")],
            }
        }
    }
}


def bedrock(**trace: Any) -> dict[str, Any]:
    return {"sessionId": "s", "agentName": "Scout", "trace": {"orchestrationTrace": trace}}


def invoked(name: str, city: str) -> dict[str, Any]:
    given = {
        "actionGroupName": "g",
        "function": "weather",
        "parameters": [{"name": "city", "type": "string", "value": city}],
    }
    return {"traceId": name, "invocationType": "ACTION_GROUP", "actionGroupInvocationInput": given}


def observed(name: str, text: str) -> dict[str, Any]:
    metadata = {"startTime": "2026-01-01T10:00:01Z", "endTime": "2026-01-01T10:00:03Z"}
    return {
        "traceId": name,
        "type": "ACTION_GROUP",
        "actionGroupInvocationOutput": {"text": text, "metadata": metadata},
    }


BEDROCK = [
    bedrock(rationale={"text": "I look."}),
    bedrock(modelInvocationOutput={"metadata": {"usage": {"inputTokens": 7, "outputTokens": 3}}}),
    bedrock(invocationInput=invoked("1", "Oslo")),
    bedrock(observation=observed("1", "sun")),
    bedrock(invocationInput=invoked("2", "Rome")),
    bedrock(observation=observed("2", "fog")),
    bedrock(observation={"finalResponse": {"text": "Sunny."}, "type": "FINISH"}),
]

SHAPES: dict[str, Any] = {
    "assistants": ASSISTANTS,
    "assistants stream": STREAM,
    "run steps": [{"object": "list", "data": STEPS}],
    "smolagents": SMOLAGENTS,
    "smolagents steps": SMOLAGENTS["steps"],
    "dspy": DSPY,
    "bare dspy trajectory": DSPY["trajectory"],
    "agno": AGNO,
    "agno session": {"session_id": "s", "runs": [AGNO]},
    "llama index": LLAMA_INDEX,
    "llama index agent": {
        "current_agent_name": "Scout",
        "tool_calls": [
            {
                "tool_name": "weather",
                "tool_kwargs": OSLO,
                "tool_id": "c1",
                "tool_output": {"content": "sun", "is_error": False},
            },
            {
                "tool_name": "weather",
                "tool_kwargs": ROME,
                "tool_id": "c2",
                "tool_output": {"content": "no station", "is_error": True},
            },
        ],
    },
    "dify": DIFY,
    "dify stream": DIFY_STREAM,
    "n8n": N8N,
    "bedrock": BEDROCK,
    "bedrock response": {"sessionId": "s", "traces": BEDROCK},
}
FAILED = ("smolagents", "smolagents steps", "agno", "agno session", "llama index", "llama index agent")

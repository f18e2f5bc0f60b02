"""Scenarios -> what each model's log looks like, in three formats."""

import hashlib
import json
from typing import Any

from sample_data.making.story import Scenario, trials

START = 1_793_000_000.0  # 2026-10-26, seconds since the epoch


USD_PER_TOKEN = {"atlas-mini": (0.2e-6, 0.8e-6), "orbit-large": (2.0e-6, 8.0e-6)}
"""What a token of the prompt and one of the answer cost, where the log tells what a conversation cost."""


def model_cost(model: str, tokens_in: int, tokens_out: int) -> float:
    per_input, per_output = USD_PER_TOKEN[model]
    return tokens_in * per_input + tokens_out * per_output


def own_lines(cases: list[Scenario], model: str) -> str:
    """The project's own JSON lines: one trace a line, with times and cost."""
    lines = []
    for number, (case, log, trial) in enumerate(trials(cases, model)):
        clock, calls = START + 600 * number, []
        for turn, step in enumerate(log.steps):
            clock += 0.8
            for call in step:
                record = {
                    "tool": call.tool,
                    "args": call.args,
                    "result": call.result,
                    "timestamp": round(clock, 3),
                    "duration": call.seconds,
                    "turn": turn,
                }
                record["cost"] = round(0.0002 + len(json.dumps(call.args)) * 4e-6, 6)
                if call.error:
                    record["error"] = call.error
                calls.append(record)
            clock += max(call.seconds for call in step)
        tokens_in, tokens_out = log.tokens
        lines.append(
            {
                "case_id": case.id,
                **trial,
                "model": model,
                "input": case.asks,
                "output": log.answer,
                "input_tokens": tokens_in,
                "output_tokens": tokens_out,
                "cost": round(model_cost(model, tokens_in, tokens_out) + sum(call["cost"] for call in calls), 6),
                "calls": calls,
            }
        )
    return "".join(json.dumps(line) + "\n" for line in lines)


def attributes(**values: Any) -> list[dict[str, Any]]:
    kinds = {str: "stringValue", int: "intValue", float: "doubleValue", bool: "boolValue"}
    return [
        {"key": key.replace("__", "."), "value": {kinds[type(value)]: str(value) if type(value) is int else value}}
        for key, value in values.items()
    ]


def otlp(cases: list[Scenario], model: str) -> dict[str, Any]:
    """OpenTelemetry GenAI spans: one trace a case, with an agent span, model spans and tool spans."""
    spans: list[dict[str, Any]] = []

    def span(
        trace: str,
        parent: str,
        name: str,
        start: float,
        end: float,
        given: list[dict[str, Any]],
        error: str | None = None,
    ) -> str:
        id = hashlib.sha256(f"{trace}{len(spans)}".encode()).hexdigest()[:16]
        nanos = {
            "startTimeUnixNano": str(int(start * 1000) * 1_000_000),
            "endTimeUnixNano": str(int(end * 1000) * 1_000_000),
        }
        status = {"code": 2, "message": error} if error else {"code": 1}
        spans.append(
            {
                "traceId": trace,
                "spanId": id,
                "parentSpanId": parent,
                "name": name,
                "kind": 1,
                **nanos,
                "attributes": given,
                "status": status,
            }
        )
        return id

    for number, case in enumerate(c for c in cases if model in c.logs):
        log, start = case.logs[model], START + 600 * number
        trace = hashlib.sha256(case.id.encode()).hexdigest()[:32]
        length = 0.9 + sum(0.7 + max(call.seconds for call in step) for step in log.steps)
        agent = span(
            trace,
            "",
            "invoke_agent support-agent",
            start,
            start + length,
            attributes(
                gen_ai__operation__name="invoke_agent",
                gen_ai__agent__name="support-agent",
                gen_ai__conversation__id=case.id,
            ),
        )
        clock = start
        rounds = len(log.steps) + 1
        asked = json.dumps([{"role": "user", "parts": [{"type": "text", "content": case.asks}]}])
        said = json.dumps(
            [{"role": "assistant", "parts": [{"type": "text", "content": log.answer}], "finish_reason": "stop"}]
        )
        for turn in range(rounds):
            tokens_in, tokens_out = (n // rounds for n in log.tokens)
            usage = attributes(
                gen_ai__operation__name="chat",
                gen_ai__request__model=model,
                gen_ai__usage__input_tokens=tokens_in,
                gen_ai__usage__output_tokens=tokens_out,
            )
            if turn == rounds - 1:
                usage += attributes(gen_ai__input__messages=asked, gen_ai__output__messages=said)
            span(trace, agent, f"chat {model}", clock, clock + 0.6, usage)
            clock += 0.7
            if turn == len(log.steps):
                break
            for at, call in enumerate(log.steps[turn]):
                given = attributes(
                    gen_ai__operation__name="execute_tool",
                    gen_ai__tool__name=call.tool,
                    gen_ai__tool__call__id=f"call_{turn}_{at}",
                    gen_ai__tool__call__arguments=json.dumps(call.args),
                )
                if call.result is not None:
                    given += attributes(gen_ai__tool__call__result=json.dumps(call.result))
                span(trace, agent, f"execute_tool {call.tool}", clock, clock + call.seconds, given, call.error)
            clock += max(call.seconds for call in log.steps[turn])
    resource = {"attributes": attributes(service__name="support-agent")}
    return {
        "resourceSpans": [{"resource": resource, "scopeSpans": [{"scope": {"name": "support-agent"}, "spans": spans}]}]
    }


def chat_lines(cases: list[Scenario], model: str) -> str:
    """OpenAI chat messages: one conversation a line."""
    lines = []
    for case, log, trial in trials(cases, model):
        messages: list[dict[str, Any]] = [
            {
                "role": "system",
                "content": "You answer mail to a small web shop. Verify who writes before you change anything.",
            },
            {"role": "user", "content": case.asks},
        ]
        for turn, step in enumerate(log.steps):
            made = [
                {
                    "id": f"call_{turn}_{at}",
                    "type": "function",
                    "function": {"name": call.tool, "arguments": json.dumps(call.args)},
                }
                for at, call in enumerate(step)
            ]
            messages.append({"role": "assistant", "content": None, "tool_calls": made})
            for at, call in enumerate(step):
                content = json.dumps({"error": call.error}) if call.error else json.dumps(call.result)
                messages.append({"role": "tool", "tool_call_id": f"call_{turn}_{at}", "content": content})
        messages.append({"role": "assistant", "content": log.answer})
        tokens_in, tokens_out = log.tokens
        usage = {
            "prompt_tokens": tokens_in,
            "completion_tokens": tokens_out,
            "total_tokens": tokens_in + tokens_out,
            "cost": round(model_cost(model, tokens_in, tokens_out), 6),
        }
        lines.append({"id": case.id, **trial, "model": model, "messages": messages, "usage": usage})
    return "".join(json.dumps(line) + "\n" for line in lines)

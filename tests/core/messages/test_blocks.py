"""Anthropic's blocks: tools that the provider or an MCP server runs, calls made by code, what tells of a failure."""

from typing import Any

import pytest

from tests.core.formats.reading_help import calls, read, read_lines


def message(*blocks: Any) -> dict[str, Any]:
    return {"id": "m1", "type": "message", "role": "assistant", "model": "c", "content": list(blocks), "usage": {}}


def server(name: str, content: Any, kind: str) -> list[dict[str, Any]]:
    return [
        {"type": "server_tool_use", "id": "s1", "name": name, "input": {}},
        {"type": kind, "tool_use_id": "s1", "content": content},
    ]


@pytest.mark.parametrize(
    ("blocks", "error"),
    [
        (
            server(
                "web_search",
                {"type": "web_search_tool_result_error", "error_code": "max_uses_exceeded"},
                "web_search_tool_result",
            ),
            "max_uses_exceeded",
        ),
        (server("web_search", [{"type": "web_search_result", "url": "u"}], "web_search_tool_result"), None),
        (
            server(
                "code_execution",
                {"type": "code_execution_result", "stdout": "", "stderr": "no", "return_code": 1},
                "code_execution_tool_result",
            ),
            "no",
        ),
        (
            server(
                "code_execution",
                {"type": "code_execution_result", "stdout": "a", "stderr": "warned", "return_code": 0},
                "code_execution_tool_result",
            ),
            None,
        ),
        (
            [
                {"type": "mcp_tool_use", "id": "s1", "name": "f", "server_name": "k", "input": {}},
                {
                    "type": "mcp_tool_result",
                    "tool_use_id": "s1",
                    "is_error": True,
                    "content": [{"type": "text", "text": "no"}],
                },
            ],
            "no",
        ),
    ],
    ids=["refused search", "search", "failed code", "code", "MCP"],
)
def test_tools_of_the_provider(blocks: list[Any], error: str | None) -> None:
    """They are marked as the provider's; an error block, a return code and a flag tell of a failure."""
    (call,) = calls(read(message(*blocks)))
    assert (call.provider_executed, call.error, call.result is not None) == (True, error, True)


def test_calls_made_by_code() -> None:
    """A call that code made stands under the call that ran the code."""
    code = {"type": "server_tool_use", "id": "s1", "name": "code_execution", "input": {"code": "f()"}}
    caller = {"type": "code_execution_20250825", "tool_id": "s1"}
    made = {"type": "tool_use", "id": "t1", "name": "f", "input": {}, "caller": caller}
    plain = {"type": "tool_use", "id": "t2", "name": "g", "input": {}, "caller": {"type": "direct"}}
    found = [(call.tool, call.parent_id) for call in calls(read(message(code, made, plain)))]
    assert found == [("code_execution", None), ("f", "s1"), ("g", None)]


def test_results_of_a_batch() -> None:
    """Each succeeded line is a case of its own; a line without a message is left out and reported."""
    use = {"type": "tool_use", "id": "t1", "name": "f", "input": {}}
    file = read_lines(
        {"custom_id": "a", "result": {"type": "succeeded", "message": message(use)}},
        {"custom_id": "b", "result": {"type": "errored", "error": {"type": "invalid_request_error"}}},
        {"custom_id": "c", "result": {"type": "succeeded", "message": message(use)}},
    )
    assert [(trace.case_id, len(trace.calls)) for trace in file.traces] == [("a", 1), ("c", 1)]
    assert [skipped.count for skipped in file.skipped] == [1]

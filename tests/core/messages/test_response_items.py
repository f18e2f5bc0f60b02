"""Items of OpenAI Responses: which are calls, whose result is whose, what tells of a failure."""

from typing import Any

import pytest

from tests.core.formats.reading_help import calls, read, short


def response(*items: Any) -> dict[str, Any]:
    return {"object": "response", "id": "r1", "model": "m", "output": list(items)}


def shell(code: Any = 0, kind: str = "exit", **more: Any) -> list[dict[str, Any]]:
    outcome = {"type": kind, "exit_code": code}
    parts = [{"stdout": "", "stderr": "no", "outcome": outcome}]
    return [
        {"type": "shell_call", "call_id": "c1", "action": {"commands": ["ls"]}, **more},
        {"type": "shell_call_output", "call_id": "c1", "output": parts},
    ]


@pytest.mark.parametrize(
    ("items", "error"),
    [
        (shell(), None),
        (shell(2), "no"),
        (shell(None, "timeout"), "no"),
        (
            [
                {"type": "apply_patch_call", "call_id": "c1", "operation": {"type": "update_file"}},
                {"type": "apply_patch_call_output", "call_id": "c1", "status": "failed", "output": "no file"},
            ],
            "no file",
        ),
        ([{"type": "mcp_call", "id": "m", "name": "t", "arguments": "{}", "error": "no"}], "no"),
        ([{"type": "mcp_call", "id": "m", "name": "t", "arguments": "{}", "error": {"message": "no"}}], "no"),
        (
            [
                {
                    "type": "mcp_call",
                    "id": "m",
                    "name": "t",
                    "arguments": "{}",
                    "error": {"type": "mcp_tool_execution_error", "content": [{"type": "text", "text": "no"}]},
                }
            ],
            "no",
        ),
    ],
    ids=["exit 0", "exit 2", "timeout", "patch", "text", "message", "content"],
)
def test_failures(items: list[Any], error: str | None) -> None:
    """Status, error and the exit codes of shell commands tell of a failure."""
    assert [call.error for call in calls(read(response(*items)))] == [error]


def test_newer_calls() -> None:
    """Computer, image and file calls; definitions and requests for approval are no calls."""
    file = read(
        response(
            {"type": "computer_call", "call_id": "c1", "action": {"type": "click", "x": 1}},
            {"type": "computer_call", "call_id": "c2", "actions": [{"type": "wait"}]},
            {"type": "mcp_list_tools", "server_label": "s", "tools": [{"name": "t"}]},
            {"type": "mcp_approval_request", "id": "a1", "name": "t", "arguments": "{}"},
            {"type": "image_generation_call", "id": "i1", "status": "completed", "result": "aGk="},
            {"type": "file_search_call", "id": "f1", "queries": ["q"], "results": [{"text": "t"}]},
        )
    )
    assert short(file) == [
        ("computer_call", {"type": "click", "x": 1}, None),
        ("computer_call", {"actions": [{"type": "wait"}]}, None),
        ("image_generation_call", {}, "aGk="),
        ("file_search_call", {"queries": ["q"]}, [{"text": "t"}]),
    ]
    assert [call.provider_executed for call in calls(file)] == [False, False, True, True]


def test_result_without_an_id() -> None:
    """The result of a search for tools has no id: it goes to that search, not to another call that waits."""
    file = read(
        response(
            {"type": "mcp_call", "id": "m1", "name": "t", "arguments": "{}"},
            {"type": "tool_search_call", "id": "s1", "execution": "server", "arguments": {"q": "x"}},
            {"type": "tool_search_output", "call_id": None, "execution": "server", "tools": [{"name": "f"}]},
        )
    )
    assert [call.result for call in calls(file)] == [None, [{"name": "f"}]]


def test_shell_in_a_container() -> None:
    """A command that ran in a container of the provider was run by the provider."""
    hosted = shell(environment={"type": "container_reference", "container_id": "k"})
    assert [call.provider_executed for call in calls(read(response(*hosted)))] == [True]


def test_calls_made_by_code() -> None:
    """A call that a program made stands under that program."""
    file = read(
        response(
            {"type": "program", "id": "p1", "call_id": "pc1", "code": "f()"},
            {
                "type": "function_call",
                "call_id": "c1",
                "name": "f",
                "arguments": "{}",
                "caller": {"type": "program", "caller_id": "pc1"},
            },
        )
    )
    assert [(call.tool, call.parent_id, call.provider_executed) for call in calls(file)] == [
        ("program", None, True),
        ("f", "pc1", False),
    ]

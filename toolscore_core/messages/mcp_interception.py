"""What interceptors log of an MCP client session, calls of its methods and what they gave back -> JSON-RPC messages.

Seen: `{"type": "request", "method": "call_tool", "args": [name, arguments], "kwargs": {}, "count": 1}`, then a response of the
same count; or one record with both under `request` and `response`.
"""

from collections.abc import Mapping
from typing import Any

_METHODS = {
    "call_tool": "tools/call",
    "callTool": "tools/call",
    "list_tools": "tools/list",
    "listTools": "tools/list",
    "initialize": "initialize",
    "list_resources": "resources/list",
    "list_resource_templates": "resources/templates/list",
    "read_resource": "resources/read",
    "list_prompts": "prompts/list",
    "get_prompt": "prompts/get",
    "send_ping": "ping",
}
"""Methods of the client sessions of the SDKs -> those of the protocol."""
_GIVEN = {"args": list, "kwargs": dict, "params": dict}
"""Where the arguments of such a method are kept."""
_IDS = ("count", "id", "request_id", "call_id", "sequence")
_ANSWERS = ("result", "error")


def is_intercepted(value: Any) -> bool:
    """Whether a value is the logged call of a client's method, or what such a call gave back."""
    if not isinstance(value, dict):
        return False
    if value.get("type") == "response":
        return "count" in value and any(key in value for key in _ANSWERS)
    method = value.get("method")
    return isinstance(method, str) and method in _METHODS and _has_given(value)


def _has_given(value: Mapping[str, Any]) -> bool:
    return any(isinstance(value.get(key), kind) for key, kind in _GIVEN.items())


def rpc_of(value: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON-RPC message that such a record stands for; its id is null where the record has none."""
    number = next((value[key] for key in _IDS if value.get(key) is not None), None)
    if not _has_given(value):
        return {"id": number, **_answer(value)}
    params: dict[str, Any] = {}
    for key in ("params", "kwargs"):
        if isinstance(named := value.get(key), dict):
            params |= named
    args = value.get("args")
    params |= dict(zip(("name", "arguments"), args if isinstance(args, list) else (), strict=False))
    if "name" not in params and "tool_name" in params:
        params["name"] = params["tool_name"]
    return {"id": number, "method": _METHODS[value["method"]], "params": params}


def _answer(value: Mapping[str, Any]) -> dict[str, Any]:
    if value.get("error"):
        return {"error": value["error"]}
    return {"result": value.get("result") if any(key in value for key in _ANSWERS) else dict(value)}


def intercepted_pair(value: Any) -> dict[str, dict[str, Any]] | None:
    """The messages of a record that holds a call under `request` and what it gave back under `response`; None for any other."""
    if not isinstance(value, dict) or not isinstance(request := value.get("request"), dict) or "response" not in value:
        return None
    asked = {"method": value.get("method"), **request, "type": "request"}
    if "name" in request and not _has_given(request):
        asked |= {"params": request}
    if asked["method"] == "tools/call":
        asked["method"] = "call_tool"
    if "jsonrpc" in request or not is_intercepted(asked):
        return None
    response = value["response"]
    body = rpc_of(asked)
    answer = _answer(response) if isinstance(response, dict) else {"result": response}
    if value.get("error"):
        answer = {"error": value["error"]}
    return {"request": body, "response": {"id": body["id"], **answer}}

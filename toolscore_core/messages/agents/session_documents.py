"""Sessions of coding agents, kept as messages with calls and results inside -> messages.

Sources: https://github.com/badlogic/pi-mono/blob/main/packages/coding-agent/docs/session.md;
https://github.com/block/goose/blob/main/crates/goose/src/conversation/message.rs; https://opencode.ai/docs/sdk;
https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/services/chatRecordingTypes.ts;
https://ampcode.com/manual; https://github.com/zed-industries/zed/blob/main/crates/agent/src/thread_store.rs;
https://github.com/continuedev/continue/blob/main/core/index.d.ts;
https://github.com/aws/amazon-q-developer-cli/blob/main/crates/chat-cli/src/cli/chat/message.rs; and the chat export of Visual Studio Code
(https://github.com/microsoft/vscode/blob/main/src/vs/workbench/contrib/chat/common/model/chatModel.ts).
"""

from collections.abc import Iterator, Mapping
from typing import Any

from toolscore_core.messages.agents.events import at, mapping_at, text_at
from toolscore_core.messages.agents.opencode import answer_of_state, opencode_usage
from toolscore_core.messages.block_forms import as_block
from toolscore_core.messages.content import text_of_content
from toolscore_core.messages.message import CallPart, Message, ResultPart
from toolscore_core.messages.tally import Tally, amount_of, count_of
from toolscore_core.messages.times import epoch_seconds

Spoken = tuple[Message, Tally | None]
"""A message, and the tokens and cost it gives; None when it gives none."""

_ROLES = {"toolResult": "tool", "human": "user", "User": "user", "Agent": "assistant", "bashExecution": "user"}
_TIMES = ("timestamp", "created", "createdAt", "created_at")


def message_of(record: Mapping[str, Any], outer_time: Any = None) -> Spoken:
    """A message whose content is text or blocks, of which some are calls and results.

    Args:
        record: The message.
        outer_time: Time of the record around it; its own is taken where there is one.
    """
    role = record.get("role", record.get("sender"))
    time = next((record[key] for key in _TIMES if record.get(key)), outer_time)
    message = Message(_ROLES.get(role, role) if isinstance(role, str) else "assistant", timestamp=time)
    message.started = epoch_seconds(time)
    message.model = text_at(record, "model") or text_at(record, "usage.model")
    content = record.get("content")
    if role == "toolResult":
        text = text_of_content(content)
        failed = record.get("isError") is True
        own, name = text_at(record, "toolCallId"), text_at(record, "toolName")
        message.results.append(ResultPart(text or content, own, name, failed, text if failed else None, ".content"))
        return message, None
    message.text = text_of_content(content)
    for index, block in enumerate(content if isinstance(content, list) else ()):
        if isinstance(block, dict):
            _add_block(message, block, f".content[{index}]")
    usage = record.get("usage")
    tally = _usage(usage) if isinstance(usage, dict) else None
    if tally is not None:
        message.input_tokens, message.output_tokens = tally.input_tokens, tally.output_tokens
    return message, tally


def _add_block(message: Message, block: dict[str, Any], path: str) -> None:
    block = as_block(block)
    kind = block.get("type")
    if kind in ("toolCall", "tool_use"):
        args = block.get("arguments", block.get("input"))
        message.calls.append(CallPart(block.get("name"), args, text_at(block, "id"), path))
    elif kind in ("toolRequest", "frontendToolRequest"):
        call = at(block, "toolCall.value") or block.get("toolCall")
        message.calls.append(CallPart(at(call, "name"), at(call, "arguments"), text_at(block, "id"), path))
    elif kind == "tool_result":
        message.results.append(_result(block, path))
    elif kind == "toolResponse":
        given = block.get("toolResult")
        value = at(given, "value") if isinstance(given, dict) and "value" in given else given
        inner = at(value, "content") or value
        failed = at(given, "status") == "error" or at(value, "isError") is True
        text = text_of_content(inner)
        error = text_at(given, "error") or text
        value = text or inner or error
        message.results.append(ResultPart(value, text_at(block, "id"), None, failed, error if failed else None, path))


def usage_of_session(record: Mapping[str, Any]) -> Tally | None:
    """Counts of a whole session, beside its messages: of Zed, of Continue, of goose; None when it gives none."""
    if isinstance(total := record.get("cumulative_token_usage"), dict):
        return _usage(total)
    usage = record.get("usage")
    if isinstance(usage, dict) and "history" in record:
        cached = count_of(mapping_at(usage, "promptTokensDetails"), "cachedTokens")
        read, written = count_of(usage, "promptTokens"), count_of(usage, "completionTokens")
        return Tally(read, written, cached, cost=amount_of(usage, "totalCost"))
    read, written = count_of(record, "accumulated_input_tokens"), count_of(record, "accumulated_output_tokens")
    return None if read is None and written is None else Tally(read, written)


def _result(block: dict[str, Any], path: str) -> ResultPart:
    """A result of Anthropic's shape, or the one of Amp, which says how the run of the tool ended."""
    run = block.get("run")
    own = next((own for key in ("tool_use_id", "toolUseID", "toolUseId") if (own := text_at(block, key))), None)
    if isinstance(run, dict):
        value = run.get("result", run.get("error"))
        failed = run.get("status") in ("error", "cancelled", "rejected-by-user")
        failed = failed or at(value, "exitCode") not in (None, 0)
        told = (text_at(run, path) for path in ("error.message", "error", "reason", "result.output"))
        error = next((text for text in told if text is not None), None)
        return ResultPart(value, own, None, failed, error if failed else None, path)
    text = text_of_content(block.get("content"))
    failed = block.get("is_error") is True or block.get("isError") is True
    return ResultPart(text or block.get("content"), own, text_at(block, "name"), failed, text if failed else None, path)


def _usage(usage: Mapping[str, Any]) -> Tally:
    """Counts in the names of pi, Amp and Anthropic, all of which count cached tokens beside the others."""
    cached = count_of(usage, "cacheRead", "cacheReadInputTokens", "cache_read_input_tokens")
    created = count_of(usage, "cacheWrite", "cacheCreationInputTokens", "cache_creation_input_tokens")
    read = [count_of(usage, "input", "inputTokens", "input_tokens"), cached, created]
    known = [count for count in read if count is not None]
    cost = usage.get("cost")
    spent = amount_of(cost, "total") if isinstance(cost, dict) else amount_of(usage, "cost")
    written = count_of(usage, "output", "outputTokens", "output_tokens")
    return Tally(sum(known) if known else None, written, cached, cost=spent)


def opencode_messages(entry: Mapping[str, Any]) -> Iterator[Spoken]:
    """A message of OpenCode: what it is under `info`, what it says and calls in `parts`; the results follow on their own."""
    info = entry.get("info")
    about = info if isinstance(info, dict) else {}
    time = at(about, "time.created")
    message = Message(str(about.get("role") or "assistant"), started=epoch_seconds(time), timestamp=time)
    message.model = text_at(about, "modelID") or text_at(about, "model.modelID")
    message.agent = text_at(about, "agent") or text_at(about, "mode")
    results, texts = Message("tool"), []
    parts = entry.get("parts")
    for index, part in enumerate(parts if isinstance(parts, list) else ()):
        if not isinstance(part, dict):
            continue
        if part.get("type") == "text" and part.get("synthetic") is not True:
            texts.append(text_of_content(part))
        elif part.get("type") == "tool":
            start, answer = answer_of_state(part)
            begun, ended = epoch_seconds(start), epoch_seconds(answer.time) if answer is not None else None
            fields: dict[str, Any] = {"timestamp": start or time, "started": begun, "ended": ended}
            if begun is not None and ended is not None and ended >= begun:
                fields["duration"] = ended - begun
            own = text_at(part, "callID")
            path = f".parts[{index}]"
            message.calls.append(CallPart(part.get("tool"), at(part, "state.input"), own, path, fields))
            if answer is not None:
                results.results.append(ResultPart(answer.value, own, None, answer.failed, answer.error, path))
    message.text = "\n".join(text for text in texts if text)
    tokens = about.get("tokens")
    tally = opencode_usage(tokens, amount_of(about, "cost")) if isinstance(tokens, dict) else None
    if tally is not None:
        message.input_tokens, message.output_tokens = tally.input_tokens, tally.output_tokens
    yield message, tally
    yield results, None


def continue_message(entry: Mapping[str, Any]) -> Spoken:
    """An entry of a session of Continue: a chat message, and beside it the states of its calls."""
    inner = entry.get("message")
    chat = inner if isinstance(inner, dict) else {}
    message = Message(str(chat.get("role") or "assistant"), text_of_content(chat.get("content")))
    states = entry.get("toolCallStates") or [entry.get("toolCallState")]
    calls = chat.get("toolCalls")
    if message.role == "tool":  # the states of the calls say the same, and whether they failed
        return Message("tool"), None
    for index, call in enumerate(calls if isinstance(calls, list) else ()):
        function, path = at(call, "function"), f".message.toolCalls[{index}]"
        message.calls.append(CallPart(at(function, "name"), at(function, "arguments"), text_at(call, "id"), path))
    for state in states if isinstance(states, list) else ():
        status = at(state, "status")
        if status not in ("done", "errored", "canceled"):
            continue
        output = at(state, "output")
        pieces = [at(piece, "content") for piece in output] if isinstance(output, list) else []
        text = "\n".join(piece for piece in pieces if isinstance(piece, str))
        failed = status != "done"
        error = text if failed else None
        own = text_at(state, "toolCallId")
        message.results.append(ResultPart(text or output, own, None, failed, error, ".toolCallStates"))
    return message, None


def kiro_messages(entry: Mapping[str, Any]) -> Iterator[Spoken]:
    """An exchange of Kiro and of the Amazon Q command line: what the user sent, prompt or results, and the answer."""
    user, answer = entry.get("user"), entry.get("assistant")
    time = at(user, "timestamp")
    sent = at(user, "content")
    message = Message("user", timestamp=time, started=epoch_seconds(time))
    for kind in ("Prompt", "ToolUseResults", "CancelledToolUses"):
        message.text = text_at(sent, f"{kind}.prompt") or message.text
        results = at(sent, f"{kind}.tool_use_results")
        for result in results if isinstance(results, list) else ():
            content = at(result, "content")
            parts = content if isinstance(content, list) else []
            texts = [part["Text"] for part in parts if isinstance(at(part, "Text"), str)]
            value = "\n".join(texts) or next((at(part, "Json") for part in parts), None)
            failed = at(result, "status") == "Error" or kind == "CancelledToolUses"
            own, error = text_at(result, "tool_use_id"), "\n".join(texts) if failed else None
            message.results.append(ResultPart(value, own, None, failed, error, f".user.content.{kind}"))
    yield message, None
    said = next((found for kind in ("ToolUse", "Response") if isinstance(found := at(answer, kind), dict)), {})
    message = Message("assistant", text_at(said, "content") or "", model=text_at(entry, "request_metadata.model_id"))
    uses = said.get("tool_uses")
    for use in uses if isinstance(uses, list) else ():
        path = ".assistant.ToolUse.tool_uses"
        message.calls.append(CallPart(at(use, "name"), at(use, "args"), text_at(use, "id"), path))
    yield message, None


_KIRO_KINDS = {"Prompt": "user", "AssistantMessage": "assistant", "ToolResults": "tool"}


def is_kiro_line(value: Mapping[str, Any]) -> bool:
    """Whether a record is a line of a session of the Kiro command line."""
    kind = value.get("kind")
    return isinstance(kind, str) and kind in _KIRO_KINDS and isinstance(at(value, "data.content"), list)


def kiro_line(line: Mapping[str, Any]) -> Spoken:
    """A line of a session of the Kiro command line: a message whose blocks are wrapped in their kinds."""
    body = line["data"]
    time = at(body, "meta.timestamp")
    message = Message(_KIRO_KINDS[line["kind"]], timestamp=time, started=epoch_seconds(time))
    texts = []
    for index, block in enumerate(body["content"]):
        kind, data, path = at(block, "kind"), at(block, "data"), f".data.content[{index}]"
        if kind == "text" and isinstance(data, str):
            texts.append(data)
        elif kind == "toolUse":
            message.calls.append(CallPart(at(data, "name"), at(data, "input"), text_at(data, "toolUseId"), path))
        elif kind == "toolResult":
            parts = at(data, "content")
            pieces = [at(part, "data") for part in parts] if isinstance(parts, list) else []
            said = "\n".join(piece for piece in pieces if isinstance(piece, str))
            failed = at(data, "status") == "error"
            value = said or next((piece for piece in pieces if piece is not None), None)
            own = text_at(data, "toolUseId")
            message.results.append(ResultPart(value, own, None, failed, said if failed else None, path))
    message.text = "\n".join(texts)
    return message, None


def zed_message(entry: Mapping[str, Any]) -> Spoken:
    """A message of a thread of Zed: the newer form names its role by its only key, the older one keeps calls beside text."""
    role = next((key for key in ("User", "Agent") if isinstance(entry.get(key), dict)), None)
    body = entry[role] if role is not None else entry
    message = Message(_ROLES[role] if role is not None else str(entry.get("role")))
    content = body.get("content") if role is not None else body.get("segments")
    texts = []
    for index, block in enumerate(content if isinstance(content, list) else ()):
        text = at(block, "Text") if role is not None else at(block, "text")
        if isinstance(text, str):
            texts.append(text)
        use = at(block, "ToolUse")
        if isinstance(use, dict):
            message.calls.append(CallPart(use.get("name"), use.get("input"), text_at(use, "id"), f".content[{index}]"))
    message.text = "\n".join(texts)
    uses, results = body.get("tool_uses"), body.get("tool_results")
    for use in uses if isinstance(uses, list) else ():
        message.calls.append(CallPart(at(use, "name"), at(use, "input"), text_at(use, "id"), ".tool_uses"))
    for result in results.values() if isinstance(results, dict) else results if isinstance(results, list) else ():
        content = at(result, "content")
        given = at(result, "output") if content is None else content
        pieces = [at(piece, "Text") or piece for piece in given] if isinstance(given, list) else given
        text = at(given, "Text") or text_of_content(pieces)
        failed = at(result, "is_error") is True
        own, name = text_at(result, "tool_use_id"), text_at(result, "tool_name")
        error = text if failed and isinstance(text, str) else None
        message.results.append(ResultPart(text or given, own, name, failed, error, ".tool_results"))
    return message, None


def vscode_messages(request: Mapping[str, Any]) -> Iterator[Spoken]:
    """A request of a chat of Visual Studio Code: the question, and the rounds of answer and calls.

    The rounds hold names, arguments and results; only where there are none the invocations shown to the person count,
    which name the tool alone.
    """
    time = request.get("timestamp")
    moment, model = epoch_seconds(time), text_at(request, "modelId")
    question = request.get("message")
    yield Message("user", text_at(question, "text") or text_of_content(question), started=moment, timestamp=time), None
    rounds, results = at(request, "result.metadata.toolCallRounds"), at(request, "result.metadata.toolCallResults")
    found = False
    for index, part in enumerate(rounds if isinstance(rounds, list) else ()):
        message = Message("assistant", text_of_content(at(part, "response")), model=model, timestamp=time)
        calls = at(part, "toolCalls")
        for call in calls if isinstance(calls, list) else ():
            own = text_at(call, "id")
            path = f".result.metadata.toolCallRounds[{index}]"
            message.calls.append(CallPart(at(call, "name"), at(call, "arguments"), own, path))
            found = True
            if isinstance(results, dict) and own in results:
                content = at(results[own], "content")
                pieces = [at(piece, "value") for piece in content] if isinstance(content, list) else []
                texts = [piece for piece in pieces if isinstance(piece, str)]
                value = "\n".join(texts) if texts and len(texts) == len(pieces) else content or results[own]
                message.results.append(ResultPart(value, own, path=path))
        yield message, None
    shown = request.get("response")
    parts = [part for part in shown if isinstance(part, dict)] if isinstance(shown, list) else []
    if not found:
        for part in parts:
            if part.get("kind") in ("toolInvocation", "toolInvocationSerialized"):
                own, details = text_at(part, "toolCallId"), part.get("resultDetails")
                call = CallPart(part.get("toolId"), at(part, "toolSpecificData.rawInput"), own, ".response")
                answers = [] if details is None else [_shown(details, own)]
                yield Message("assistant", "", [call], answers, model=model, timestamp=time), None
    said = [part["value"] for part in parts if "kind" not in part and isinstance(part.get("value"), str)]
    if said and not rounds:
        yield Message("assistant", "".join(said), model=model), None


def _shown(details: Any, own: str | None) -> ResultPart:
    output = at(details, "output")
    failed = at(details, "isError") is True
    return ResultPart(details if output is None else output, own, is_error=failed, path=".response")

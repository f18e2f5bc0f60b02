"""One event of an agent protocol -> what it says, as acts.

Protocols that say the same under other names share an entry: names of kinds and fields are compared in one spelling
(`typed_parts.spelled`). Sources: https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol, https://docs.ag-ui.com/concepts/events,
https://microsoft.github.io/autogen/stable/reference/python/autogen_agentchat.messages.html,
https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html,
https://docs.cohere.com/v2/docs/streaming, https://docs.mistral.ai/agents/agents, https://docs.letta.com/guides/agents/message-types,
https://openai.github.io/openai-agents-python/streaming/.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from toolscore_core.messages.arguments import decode_json_text
from toolscore_core.messages.content import text_of_content
from toolscore_core.messages.frameworks.events import Act, Does
from toolscore_core.messages.frameworks.typed_messages import usage_of
from toolscore_core.messages.frameworks.typed_parts import call_of, plain, result_of, spelled
from toolscore_core.messages.message import CallPart, ResultPart
from toolscore_core.messages.untrusted import first_of, objects_of, text_or_none

_TAGS = ("eventkind", "eventtype", "messagetype", "event", "type")
"""Keys under which an event says what it is."""
_TIMES = ("timestamp", "createdat", "startedat", "date")
_ENDS = ("finishedat", "completedat", "endedat")
_AGENTS = ("agentname", "agentrole", "currentagentname", "source", "agentid")


@dataclass(frozen=True, slots=True)
class Kind:
    """What one kind of event says.

    A path names keys joined by dots; of several, joined by `|`, the first with a value counts.

    Attributes:
        does: Its act; "both" is a call with its result, "chunk" a call with a piece of its arguments, "said" a text or a
            list of calls, "packed" a call as JSON text, "answer" the result of the call before, "items" a list of the items of OpenAI, "mixed" a piece of arguments or of text.
        at: Path below which the subject stands, an object or a list of them; "" for the event itself.
        needs: Keys without which a record of that name is another protocol's; `a|b` is one of the two.
        key: Path of what later events refer to it by.
        text: Paths of its text.
        role: Who says it.
        is_hosted: Whether the provider runs the tool itself.
    """

    does: Does | str
    at: str = ""
    needs: tuple[str, ...] = ()
    key: str = ""
    text: tuple[str, ...] = ()
    role: str = "assistant"
    is_hosted: bool = False


_DELTA = "delta.message.toolcalls"
KINDS: dict[str, Kind] = {
    # Vercel AI SDK: UI message stream, and the parts of `fullStream` and of provider streams
    "toolinputstart": Kind("call"),
    "toolinputdelta": Kind("piece", key="toolcallid|id", text=("inputtextdelta", "delta")),
    "toolinputavailable": Kind("call", needs=("toolcallid",)),
    "toolinputerror": Kind("both", needs=("toolcallid",)),
    "tooloutputavailable": Kind("result", needs=("toolcallid",)),
    "tooloutputerror": Kind("result", needs=("toolcallid",)),
    "tooloutputdenied": Kind("result", needs=("toolcallid",)),
    "toolcallstreamingstart": Kind("call", needs=("toolcallid",)),
    "toolcall": Kind("call", needs=("toolcallid|toolid", "toolname")),
    "toolresult": Kind("both", needs=("toolcallid", "toolname")),
    "toolerror": Kind("both", needs=("toolcallid", "toolname")),
    "startstep": Kind("step"),
    "finishstep": Kind("close"),
    "stepstart": Kind("step"),
    "stepfinish": Kind("close"),
    "finish": Kind("usage"),
    "textdelta": Kind("text", key="path", text=("delta", "text", "textdelta")),
    # assistant-ui
    "partstart": Kind("open", at="part", needs=("part", "path")),
    "result": Kind("result", needs=("path",), key="path"),
    # AG-UI, which CopilotKit and others speak; Cohere v2 uses some of the names
    "toolcallstart": Kind("call", at=f"{_DELTA}|", key="index"),
    "toolcallargs": Kind("piece", key="toolcallid", text=("delta",)),
    "toolcalldelta": Kind("piece", key="toolcallid|index", text=("argstextdelta", f"{_DELTA}.function.arguments")),
    "toolcallchunk": Kind("chunk", key="toolcallid", text=("delta",)),
    "toolcallresult": Kind("both", needs=("toolcallid|toolid",)),
    "textmessagecontent": Kind("text", text=("delta",)),
    "textmessagechunk": Kind("text", text=("delta",)),
    "textmessageend": Kind("about"),
    "runstarted": Kind("close"),
    "runfinished": Kind("close"),
    # Cohere
    "contentdelta": Kind("text", text=("delta.message.content.text",)),
    "messageend": Kind("usage", at="delta"),
    "textgeneration": Kind("text", text=("text",)),
    "toolcallsgeneration": Kind("call", at="toolcalls"),
    # AutoGen
    "toolcallrequestevent": Kind("call", at="content"),
    "toolcallexecutionevent": Kind("result", at="content"),
    "functionexecutionresultmessage": Kind("result", at="content"),
    "assistantmessage": Kind("said"),
    "usermessage": Kind("text", text=("content",), role="user"),
    "systemmessage": Kind("text", text=("content",), role="system"),
    "textmessage": Kind("said", text=("content",)),
    "stopmessage": Kind("text", text=("content",)),
    "handoffmessage": Kind("text", text=("content",)),
    # LlamaIndex workflows
    "agentinput": Kind("close"),
    "agentoutput": Kind("text", text=("response.content", "response.blocks")),
    # Mistral conversations
    "function.call": Kind("call"),
    "function.call.delta": Kind("chunk", key="toolcallid", text=("arguments",)),
    "function.result": Kind("result"),
    "tool.execution": Kind("both", is_hosted=True),
    "tool.execution.started": Kind("call", is_hosted=True),
    "tool.execution.done": Kind("result"),
    "message.input": Kind("text", text=("content",), role="user"),
    "message.output": Kind("text", text=("content",)),
    "message.output.delta": Kind("text", text=("content",)),
    "conversation.response.done": Kind("usage"),
    # Letta
    "toolcallmessage": Kind("call", at="toolcalls|toolcall"),
    "toolreturnmessage": Kind("result", at="toolreturns|"),
    "usagestatistics": Kind("usage"),
    # pydantic-ai
    "functiontoolcall": Kind("call", at="part"),
    "functiontoolresult": Kind("result", at="result|part"),
    # CrewAI
    "toolusagestarted": Kind("call"),
    "toolusagefinished": Kind("both"),
    "toolusageerror": Kind("both"),
    # Agno
    "toolcallstarted": Kind("call", at="tool"),
    "toolcallcompleted": Kind("both", at="tool"),
    "toolcallerror": Kind("both", at="tool"),
    "runcontent": Kind("text", text=("content",)),
    "runcompleted": Kind("usage"),
    # Bedrock Converse
    "contentblockstart": Kind("call", at="start.tooluse", key="contentblockindex"),
    "contentblockdelta": Kind("mixed", key="contentblockindex", text=("delta.tooluse.input",)),
    "messagestart": Kind("close"),
    "contentblockstop": Kind("about"),
    "messagestop": Kind("about"),
    "metadata": Kind("usage", needs=("usage",)),
    # Coze
    "question": Kind("text", needs=("contenttype",), text=("content",), role="user"),
    "answer": Kind("text", needs=("contenttype",), text=("content",)),
    "functioncall": Kind("packed", needs=("contenttype", "content")),
    "toolresponse": Kind("answer", needs=("contenttype",)),
    "tooloutput": Kind("answer", needs=("contenttype",)),
    # CopilotKit
    "actionexecutionmessage": Kind("call"),
    "resultmessage": Kind("result", needs=("actionexecutionid",)),
    # OpenAI Agents SDK
    "runitemstreamevent": Kind("items", at="item"),
}

_TELLING = frozenset({"call", "result", "both", "chunk", "items", "open", "packed"})
"""Acts that only records with tool calls have."""


def unwrapped(record: Any) -> tuple[str, dict[str, Any]] | None:
    """The kind of an event and its fields in one spelling; None for a record that is no known event.

    Logs wrap events: `{"event": {...}}`, `{"value": {...}, "qualified_name": ...}`, or an object whose only key is the kind.
    """
    if not isinstance(record, dict):
        return None
    fields: dict[str, Any] = plain(record)
    if isinstance(inner := fields.get("event"), dict):
        fields = {**{key: fields[key] for key in _TIMES if key in fields}, **plain(inner)}
    if isinstance(name := fields.get("qualifiedname"), str) and isinstance(fields.get("value"), dict):
        return _known(spelled(name.rpartition(".")[2]), plain(fields["value"]))
    for tag in _TAGS:
        if isinstance(kind := fields.get(tag), str) and (known := _known(spelled(kind), fields)):
            return known
    for key, value in fields.items():
        if isinstance(value, dict) and len(fields) <= _WRAPPING and (known := _known(key, plain(value))):
            return known
    return None


_WRAPPING = 3


def _known(kind: str, fields: dict[str, Any]) -> tuple[str, dict[str, Any]] | None:
    known = KINDS.get(kind)
    if known is None or any(first_of(fields, tuple(need.split("|"))) is None for need in known.needs):
        return None
    return kind, fields


def is_telling(record: Any) -> bool:
    """Whether a record is an event that makes or answers a call, in a shape that is complete enough to be sure."""
    found = unwrapped(record)
    if found is None or KINDS[found[0]].does not in _TELLING:
        return False
    acts = acts_of(record) or []
    return any(
        (act.call is not None and isinstance(act.call.name, str) and bool(act.call.name))
        or (act.result is not None and (act.result.id is not None or act.key is not None))
        for act in acts
    )


def acts_of(record: Any) -> list[Act] | None:
    """What an event says; None for a record that is no known event."""
    found = unwrapped(record)
    if found is None:
        return None
    tag, fields = found
    kind = KINDS[tag]
    acts = list(_DOING.get(kind.does, _plainly)(kind, fields))
    agent = text_or_none(first_of(fields, _AGENTS))
    time, ended = first_of(fields, _TIMES), first_of(fields, _ENDS)
    for act in acts:
        act.time, act.ended = time, ended
        act.agent = agent if act.role == "assistant" else None
    subjects = _subjects(kind, fields) if kind.does == "usage" else []
    counted = plain(subjects[0]) if subjects else fields
    usage = usage_of(counted) or (usage_of({"usage": counted}) if subjects else None)
    if usage is not None:
        acts.append(Act("usage", usage=usage, is_total=tag in _TOTALS, time=time))
    return acts


_TOTALS = ("finish", "runcompleted")


def dig(fields: Mapping[str, Any], path: str) -> Any:
    """The value under a path of keys in one spelling; None when there is none, the record itself for the path ""."""
    for way in path.split("|"):
        value: Any = fields
        for key in way.split(".") if way else ():
            if isinstance(value, list) and len(value) == 1:
                value = value[0]
            value = plain(value).get(key) if isinstance(value, dict) else None
        if value is not None:
            return value
    return None


def _subjects(kind: Kind, fields: Mapping[str, Any]) -> list[dict[str, Any]]:
    return objects_of(dig(fields, kind.at))


def _key(kind: Kind, fields: Mapping[str, Any]) -> Hashable:
    value = dig(fields, kind.key) if kind.key else None
    if isinstance(value, list):
        return tuple(item for item in value if isinstance(item, (int, str)))
    return value if isinstance(value, (str, int)) else None


def _said(kind: Kind, fields: Mapping[str, Any]) -> str:
    for path in kind.text:
        value = dig(fields, path)
        if value is not None:
            return value if isinstance(value, str) else text_of_content(value)
    return ""


def _called(kind: Kind, subject: Mapping[str, Any]) -> CallPart:
    call = call_of(subject)
    if kind.is_hosted:
        call.fields["provider_executed"] = True
    return call


def _calls(kind: Kind, fields: Mapping[str, Any]) -> Iterator[Act]:
    for subject in _subjects(kind, fields):
        yield Act("call", _key(kind, fields), call=_called(kind, subject))


def _results(kind: Kind, fields: Mapping[str, Any]) -> Iterator[Act]:
    for subject in _subjects(kind, fields):
        own = plain(subject)
        call = _called(kind, subject) if kind.does == "both" else None
        given = {key: value for key, value in own.items() if key != "content" or "result" not in own}
        act = Act("result", _key(kind, fields), call=call, result=result_of(given, kind=spelled(fields.get("type"))))
        act.is_preliminary = fields.get("preliminary") is True
        yield act


def _chunk(kind: Kind, fields: Mapping[str, Any]) -> Iterator[Act]:
    called = call_of({key: value for key, value in fields.items() if key != "arguments"})
    if called.name:
        yield Act("call", call=called)
    yield Act("piece", _key(kind, fields), text=_said(kind, fields))


def _mixed(kind: Kind, fields: Mapping[str, Any]) -> Iterator[Act]:
    if isinstance(dig(fields, "delta.tooluse"), dict):
        yield Act("piece", _key(kind, fields), text=_said(kind, fields))
    elif isinstance(text := dig(fields, "delta.text"), str):
        yield Act("text", text=text)


def _speech(_: Kind, fields: Mapping[str, Any]) -> Iterator[Act]:
    content = fields.get("content")
    calls = [item for item in content if isinstance(item, dict) and "name" in item] if isinstance(content, list) else []
    if calls:
        yield from (Act("call", call=call_of(item)) for item in calls)
    else:
        role = "user" if "user" in (fields.get("source"), fields.get("role")) else "assistant"
        yield Act("text", text=text_of_content(content), role=role)


def _packed(_: Kind, fields: Mapping[str, Any]) -> Iterator[Act]:
    """A call that stands as JSON text in a message."""
    content = fields.get("content")
    called = decode_json_text(content) if isinstance(content, str) else content
    if isinstance(called, dict):
        yield Act("call", call=call_of(called))


def _answer(_: Kind, fields: Mapping[str, Any]) -> Iterator[Act]:
    """The result of the call before it, which no id names."""
    yield Act("result", result=ResultPart(fields.get("content")))


def _items(kind: Kind, fields: Mapping[str, Any]) -> Iterator[Act]:
    """Items of OpenAI inside the run items of its Agents SDK; several events may repeat an item, so its texts count once."""
    for item in _subjects(kind, fields):
        own = plain(item)
        if isinstance(raw := own.get("rawitem"), dict) and own.get("type") != "tool_approval_item":
            own = plain(raw)
        form = spelled(own.get("type"))
        if form in ("functioncall", "mcpcall"):
            called = {key: value for key, value in own.items() if key not in ("type", "output")}
            yield Act("call", call=call_of(called))
        elif form == "functioncalloutput":
            yield Act("result", result=result_of(own))
        elif form == "message":
            role = own.get("role")
            texts = [
                text for part in objects_of(own.get("content")) if (text := part.get("text") or part.get("transcript"))
            ]
            said = "\n".join(text for text in texts if isinstance(text, str))
            yield Act(
                "text", ("item", str(own.get("id"))), text=said, role=role if isinstance(role, str) else "assistant"
            )


def _open(kind: Kind, fields: Mapping[str, Any]) -> Iterator[Act]:
    for part in _subjects(kind, fields):
        path = fields.get("path")
        key = tuple(item for item in path if isinstance(item, (int, str))) if isinstance(path, list) else ()
        form = spelled(part.get("type"))
        yield Act("open", key, call=call_of(part) if form == "toolcall" else None, text=form)


def _plainly(kind: Kind, fields: Mapping[str, Any]) -> Iterator[Act]:
    if kind.does in ("step", "close"):
        yield Act("step" if kind.does == "step" else "close")
    elif kind.does in ("text", "piece"):
        yield Act(
            "text" if kind.does == "text" else "piece", _key(kind, fields), text=_said(kind, fields), role=kind.role
        )


_DOING: dict[str, Callable[[Kind, Mapping[str, Any]], Iterator[Act]]] = {
    "call": _calls,
    "result": _results,
    "both": _results,
    "chunk": _chunk,
    "mixed": _mixed,
    "said": _speech,
    "items": _items,
    "packed": _packed,
    "answer": _answer,
    "open": _open,
}

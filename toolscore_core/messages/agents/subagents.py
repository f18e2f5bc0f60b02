"""Which sub-agent a line of a session belongs to, and the call that started it."""

from collections.abc import Iterable
from typing import Any

from toolscore_core.messages.agents.session_lines import Line
from toolscore_core.messages.content import text_of_content


class SubAgents:
    """The sub-agents of a session, found by what its lines say.

    In this order: the line names the call that started its agent; the result of a call names the agent's id; an agent's
    first message is the prompt of a call; likewise the first message of a side chain without an agent's id.
    """

    def __init__(self, lines: Iterable[Line]) -> None:
        self._kinds: dict[str, str] = {}
        self._prompts: dict[str, list[str]] = {}
        self._by_agent: dict[str, str] = {}
        self._roots: dict[str, str] = {}
        self._by_root: dict[str, str] = {}
        lines = [line for line in lines if line.kind == "message"]
        for line in lines:
            content = line.message.get("content")
            for block in content if isinstance(content, list) else ():
                if isinstance(block, dict):
                    self._note_call(block)
                    self._note_result(block, line)
        for line in lines:
            self._note_first(line)

    def of(self, line: Line) -> tuple[str | None, str | None]:
        """Name of the sub-agent that wrote a line, and id of the call that started it; None for what is not known."""
        agent = line.text("agentId")
        parent = line.text("parent_tool_use_id")
        if parent is None and agent is not None:
            parent = self._by_agent.get(agent)
        if parent is None and agent is None:
            parent = self._by_root.get(self._roots.get(line.text("uuid") or "", ""))
        kind = self._kinds.get(parent) if parent is not None else None
        return kind or line.text("attributionAgent") or agent, parent

    def _note_call(self, block: dict[str, Any]) -> None:
        call_id, given = block.get("id"), block.get("input")
        if block.get("type") != "tool_use" or not isinstance(call_id, str) or not isinstance(given, dict):
            return
        prompt, kind = given.get("prompt"), given.get("subagent_type")
        if isinstance(prompt, str) and prompt:
            self._prompts.setdefault(prompt.strip(), []).append(call_id)
        if isinstance(kind, str) and kind:
            self._kinds[call_id] = kind

    def _note_result(self, block: dict[str, Any], line: Line) -> None:
        call_id, result = block.get("tool_use_id"), line.value.get("toolUseResult")
        if isinstance(call_id, str) and isinstance(result, dict) and isinstance(result.get("agentId"), str):
            self._by_agent.setdefault(result["agentId"], call_id)

    def _note_first(self, line: Line) -> None:
        agent, parent = line.text("agentId"), line.text("parent_tool_use_id")
        if agent is not None:
            if parent is not None:
                self._by_agent.setdefault(agent, parent)
            elif agent not in self._by_agent and (call_id := self._started_by(line)) is not None:
                self._by_agent[agent] = call_id
            return
        own, before = line.text("uuid"), line.text("parentUuid")
        if line.value.get("isSidechain") is not True or own is None:
            return
        if before in self._roots:
            self._roots[own] = self._roots[before]
        elif (call_id := self._started_by(line)) is not None:
            self._roots[own] = own
            self._by_root[own] = call_id

    def _started_by(self, line: Line) -> str | None:
        """The call whose prompt a user's message is; calls with the same prompt are taken in order."""
        if line.value.get("type") != "user":
            return None
        waiting = self._prompts.get(text_of_content(line.message.get("content")).strip())
        if not waiting:
            return None
        return waiting.pop(0) if len(waiting) > 1 else waiting[0]

"""Anthropic's messages.

Specification: https://docs.anthropic.com/en/api/messages
"""

import inspect
from typing import Any, Final

from toolscore_core.judge.providers.wire import (
    CUT_OFF,
    Answer,
    Form,
    Request,
    count_at,
    decoded,
    load_sdk,
    member,
    text_at,
    total,
)

_LIMIT: Final = 4096
"""Tokens of an answer where the request gives no limit: the interface needs one."""

_PROBLEMS: Final = {
    "refusal": "the model refused",
    "max_tokens": CUT_OFF,
    "model_context_window_exceeded": CUT_OFF,
}
"""`stop_reason` -> what is wrong with the answer."""


class AnthropicMessages:
    """The SDK `anthropic`."""

    forms: tuple[Form, ...] = ("schema", "text")

    def __init__(self, *, endpoint: str, key: str, timeout_s: float) -> None:
        sdk = load_sdk("anthropic", "anthropic", "anthropic")
        self._client: Any = sdk.AsyncAnthropic(api_key=key, base_url=endpoint, timeout=timeout_s, max_retries=0)
        # Newer SDKs have no such parameter.
        self.takes_temperature = "temperature" in inspect.signature(self._client.messages.create).parameters

    async def send(self, request: Request) -> Answer:
        """Ask once."""
        given: dict[str, Any] = {}
        if request.temperature is not None:
            given["temperature"] = request.temperature
        if request.form == "schema":
            given["output_config"] = {"format": {"type": "json_schema", "schema": request.schema}}
        raw = await self._client.messages.with_raw_response.create(
            model=request.model,
            max_tokens=request.max_tokens or _LIMIT,
            system=request.system,
            messages=[{"role": "user", "content": request.user}],
            **given,
        )
        body = decoded(raw.http_response.content)
        text = _text(body)
        return Answer(
            text=text,
            problem=_PROBLEMS.get(str(member(body, "stop_reason"))) or (None if text else "the answer is empty"),
            model=text_at(body, "model"),
            request_id=raw.headers.get("request-id") or text_at(body, "id"),
            input_tokens=total(
                count_at(body, "usage", "input_tokens"),
                count_at(body, "usage", "cache_read_input_tokens"),
                count_at(body, "usage", "cache_creation_input_tokens"),
            ),
            output_tokens=count_at(body, "usage", "output_tokens"),
        )

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()


def _text(body: dict[str, Any]) -> str:
    blocks = member(body, "content")
    if not isinstance(blocks, list):
        return ""
    return "".join(text_at(block, "text") or "" for block in blocks if member(block, "type") == "text")

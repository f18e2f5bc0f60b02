"""OpenAI's chat completions, which compatible endpoints speak too.

Specification: https://platform.openai.com/docs/api-reference/chat
"""

import os
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
)

_FORMS: Final[tuple[Form, ...]] = ("schema", "object", "text")
_COMPATIBLE_FORMS: Final[tuple[Form, ...]] = ("schema", "object_schema", "object", "text")


class OpenAIChat:
    """The SDK `openai`."""

    takes_temperature = True

    def __init__(self, *, endpoint: str, key: str, timeout_s: float, compatible: bool) -> None:
        sdk = load_sdk("openai", "openai", "llm")
        self.forms = _COMPATIBLE_FORMS if compatible else _FORMS
        self._compatible = compatible
        # Compatible servers know the older name only; the provider's own newer models refuse it.
        self._limit = "max_tokens" if compatible else "max_completion_tokens"
        # Given by name, because the environment's headers win over the key otherwise.
        headers: dict[str, Any] = {"Authorization": f"Bearer {key}"}
        if compatible:
            headers |= dict.fromkeys(_names_in_environment(), sdk.Omit())
        self._client: Any = sdk.AsyncOpenAI(
            api_key=key, base_url=endpoint, timeout=timeout_s, max_retries=0, default_headers=headers
        )

    async def send(self, request: Request) -> Answer:
        """Ask once."""
        given: dict[str, Any] = {}
        if request.temperature is not None:
            given["temperature"] = request.temperature
        if request.max_tokens is not None:
            given[self._limit] = request.max_tokens
        if request.form != "text":
            given["response_format"] = _response_format(request)
        raw = await self._client.chat.completions.with_raw_response.create(
            model=request.model,
            messages=_messages(
                request, in_one=self._compatible and request.schema is not None and request.form != "schema"
            ),
            **given,
        )
        body = decoded(raw.http_response.content)
        return Answer(
            text=text_at(body, "choices", 0, "message", "content") or "",
            problem=_problem(body),
            model=text_at(body, "model"),
            request_id=raw.headers.get("x-request-id") or text_at(body, "id"),
            input_tokens=count_at(body, "usage", "prompt_tokens"),
            output_tokens=count_at(body, "usage", "completion_tokens"),
        )

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()


def _names_in_environment() -> list[str]:
    """Headers that the environment gives for the provider's own service; a compatible endpoint has no business with them."""
    lines = os.environ.get("OPENAI_CUSTOM_HEADERS", "").split("\n")
    named = [line.partition(":")[0].strip() for line in lines if ":" in line]
    return ["OpenAI-Organization", "OpenAI-Project", *(name for name in named if name.lower() != "authorization")]


def _messages(request: Request, *, in_one: bool) -> list[dict[str, str]]:
    """The messages; in one where the model may never see another: llama-cpp-python, which takes no strict schema, drops the
    system message for models that were trained without.
    """
    if in_one:
        return [{"role": "user", "content": f"{request.system}\n\n{request.user}"}]
    return [{"role": "system", "content": request.system}, {"role": "user", "content": request.user}]


def _response_format(request: Request) -> dict[str, Any]:
    if request.form == "schema":
        return {"type": "json_schema", "json_schema": {"name": "judge", "strict": True, "schema": request.schema}}
    if request.form == "object_schema":
        return {"type": "json_object", "schema": request.schema}
    return {"type": "json_object"}


def _problem(body: dict[str, Any]) -> str | None:
    choice = member(body, "choices", 0)
    if choice is None:
        return "the answer holds no choice"
    if text_at(choice, "message", "refusal"):
        return "the model refused"
    reason = member(choice, "finish_reason")
    if reason == "content_filter":
        return "a content filter stopped the answer"
    if reason == "length":
        return CUT_OFF
    return None if text_at(choice, "message", "content") else "the answer is empty"

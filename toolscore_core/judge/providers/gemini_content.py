"""Google's generateContent.

Specification: https://ai.google.dev/api/generate-content
"""

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

_MILLISECONDS: Final = 1000
"""The SDK counts time-outs in milliseconds."""


class GeminiContent:
    """The SDK `google-genai`."""

    forms: tuple[Form, ...] = ("schema", "object", "text")
    takes_temperature = True

    def __init__(self, *, endpoint: str, key: str, timeout_s: float) -> None:
        sdk = load_sdk("google.genai", "google-genai", "gemini")
        # Held as long as this: a client closes itself when it is collected. The environment may turn any client to
        # another service (Vertex), which does not take this key.
        self._client: Any = sdk.Client(
            api_key=key,
            vertexai=False,
            http_options={"base_url": endpoint, "timeout": max(1, round(timeout_s * _MILLISECONDS))},
        )

    async def send(self, request: Request) -> Answer:
        """Ask once."""
        config: dict[str, Any] = {"system_instruction": request.system, "should_return_http_response": True}
        if request.temperature is not None:
            config["temperature"] = request.temperature
        if request.max_tokens is not None:
            config["max_output_tokens"] = request.max_tokens
        if request.form != "text":
            config["response_mime_type"] = "application/json"
        if request.form == "schema":
            config["response_json_schema"] = request.schema
        response = await self._client.aio.models.generate_content(
            model=request.model, contents=request.user, config=config
        )
        body = decoded(response.sdk_http_response.body)
        text = _text(body)
        return Answer(
            text=text,
            problem=_problem(body, text),
            model=text_at(body, "modelVersion"),
            request_id=text_at(body, "responseId"),
            input_tokens=count_at(body, "usageMetadata", "promptTokenCount"),
            output_tokens=total(
                count_at(body, "usageMetadata", "candidatesTokenCount"),
                count_at(body, "usageMetadata", "thoughtsTokenCount"),
            ),
        )

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aio.aclose()
        self._client.close()


def _text(body: dict[str, Any]) -> str:
    parts = member(body, "candidates", 0, "content", "parts")
    if not isinstance(parts, list):
        return ""
    return "".join(text_at(part, "text") or "" for part in parts if not member(part, "thought"))


def _problem(body: dict[str, Any], text: str) -> str | None:
    if member(body, "promptFeedback", "blockReason"):
        return "a content filter stopped the question"
    if member(body, "candidates", 0) is None:
        return "the answer holds no candidate"
    reason = member(body, "candidates", 0, "finishReason")
    if reason == "MAX_TOKENS":
        return CUT_OFF
    if reason not in (None, "STOP", "FINISH_REASON_UNSPECIFIED"):
        return "a content filter stopped the answer"
    return None if text else "the answer is empty"

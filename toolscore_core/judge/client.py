"""Questions -> replies, over any provider: asks again after passing failures, and learns what an endpoint refuses."""

import asyncio
import json
import re
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Final

from toolscore_core.errors import JudgeConfigError, JudgeTransportError
from toolscore_core.judge.config import COMPATIBLE, JudgeConfig, endpoint_of, host_of, infer_provider
from toolscore_core.judge.failures import failure_of, names
from toolscore_core.judge.keys import checked_key, without_key
from toolscore_core.judge.providers import Provider, open_provider
from toolscore_core.judge.providers.wire import CUT_OFF, Answer, Form, Request, sum_of
from toolscore_core.judge.retrying import Patience, Waiting

__all__ = ["Client", "Patience", "Reply", "Waiting"]

_LIMIT: Final = 4096
_COMPATIBLE_LIMIT: Final = 1024
"""For a compatible endpoint: a small model that rambles does so to the end, and counts it as its context."""


def reply_limit(config: JudgeConfig) -> int:
    """Most tokens of a reply that is asked for by a schema, reasoning included."""
    return _COMPATIBLE_LIMIT if infer_provider(config) == COMPATIBLE else _LIMIT


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back for one question.

    Attributes:
        text: The model's text; "" when there is none.
        problem: Why the text is absent or cut off, in words; None when it is whole.
        model: Model that answered, as the provider names it; the one asked where it does not say.
        request_id: The provider's name of the last request; None when there is none.
        input_tokens, output_tokens: Of all answered requests; None when the provider does not say.
        attempts: Requests that were sent.
        temperature_sent: Temperature of the last request; None when it was not sent.
        structured: How the form was asked for: "schema", "object_schema", "object" or "text".
    """

    text: str
    problem: str | None
    model: str
    request_id: str | None
    input_tokens: int | None
    output_tokens: int | None
    attempts: int
    temperature_sent: float | None
    structured: Form


@dataclass(slots=True)
class _Learned:
    """What an endpoint was found to take.

    Attributes:
        form: The strictest form of an answer that it takes; None until one was answered.
        temperature: Whether it takes a temperature.
    """

    form: Form | None = None
    temperature: bool = True


_LEARNED: Final[dict[tuple[str, str, str], _Learned]] = {}
"""(provider, endpoint, model) -> what was learned, for the life of the process."""

_MOST_LEARNED: Final = 1000

_FORM_WORDS: Final = ("response_format", "json_schema", "json_object", "output_config", "response_mime_type", "schema")
"""Words by which a refusal says that it is about the form of the answer."""


class Client:
    """Asks one model. An async context manager; it belongs to the event loop in which it was entered.

    Attributes:
        host: Host, and port where one is given, that requests go to.
        key_source: Where the key comes from, in words.
    """

    def __init__(
        self,
        config: JudgeConfig,
        *,
        key: str | None,
        key_source: str = "",
        timeout_s: float = 60.0,
        patience: Patience | None = None,
    ) -> None:
        """Check the settings; nothing is imported or opened yet.

        Args:
            config: Settings.
            key: What is sent as the key.
            key_source: Where it comes from, in words.
            timeout_s: Seconds for each request, from sending to the last byte.
            patience: How often to ask again; None for the settings' `max_retries`.

        Raises:
            JudgeConfigError: Settings that contradict each other, or a key that cannot be sent.
        """
        if key is None:
            raise JudgeConfigError(f"{infer_provider(config)}: there is no key")
        self._config = config
        self._key = checked_key(key)
        self._timeout_s = timeout_s
        self._patience = patience or Patience(retries=config.max_retries)
        self._provider: Provider | None = None
        self._first = asyncio.Lock()
        self._learned = _learned(config)
        self.host = host_of(config)
        self.key_source = key_source

    async def __aenter__(self) -> "Client":
        """Open the provider's SDK.

        Raises:
            MissingSDKError: It is not installed.
        """
        self._provider = open_provider(self._config, self._key, self._timeout_s)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the connections."""
        if self._provider is not None:
            await self._provider.close()

    async def ask(self, system: str, user: str, schema: dict[str, Any] | None = None) -> Reply:
        """Ask once, and again after passing failures.

        With a schema, a form of answer that the endpoint refuses is given up for the next weaker one, which is
        remembered; the weaker ones have the schema in the prompt. Without, a JSON object is asked for, and given up only
        when the refusal names it. A refused temperature is left out, which is remembered too.

        Raises:
            JudgeTransportError: No answer.
        """
        if self._learned.form is None:
            # One question finds out what the endpoint takes, so that not every one is refused.
            async with self._first:
                if self._learned.form is None:
                    return await self._settle(system, user, schema)
        return await self._settle(system, user, schema)

    async def _settle(self, system: str, user: str, schema: dict[str, Any] | None) -> Reply:
        provider = self._opened
        forms = _forms_from(provider, self._learned.form, schema)
        temperature = self._config.temperature if provider.takes_temperature and self._learned.temperature else None
        answers: list[Answer] = []
        attempts = failed = 0
        while True:
            request = self._request(system, user, schema, forms[0], temperature)
            attempts += 1
            outcome = await self._send(provider, request)
            if isinstance(outcome, Answer):
                answers.append(outcome)
                if len(forms) > 1 and self._learned.form is None and _ignores_form(outcome, schema):
                    forms = forms[-1:]
                    continue
                self._remember(forms[0], schema, given_up=temperature is None)
                return self._reply(answers, attempts, request)
            if temperature is not None and _refuses_temperature(outcome):
                temperature = None
                continue
            if len(forms) > 1 and _refuses_form(outcome, guess=schema is not None and self._learned.form is None):
                forms = forms[1:]
                continue
            failed += 1
            waiting = self._patience.wait_after(outcome, failed)
            if waiting is None:
                outcome.attempts = attempts
                raise outcome
            await self._patience.wait(waiting)

    @property
    def most_answers(self) -> int:
        """Most answers to one question, those counted that are given up for a weaker form."""
        return 1 if self._learned.form is not None else 2

    @property
    def _opened(self) -> Provider:
        if self._provider is None:
            raise RuntimeError("a Client is used inside `async with`")
        return self._provider

    def _request(
        self, system: str, user: str, schema: dict[str, Any] | None, form: Form, temperature: float | None
    ) -> Request:
        limit = None
        if schema is not None:
            limit = reply_limit(self._config)
            if form == "schema":
                schema = _without_lengths(schema)
            if form in ("object", "text"):
                system = (
                    f"{system}\n\nReply with one JSON object and nothing else, of this schema:\n{json.dumps(schema)}"
                )
        return Request(self._config.model, system, user, schema, form, temperature, limit)

    async def _send(self, provider: Provider, request: Request) -> Answer | JudgeTransportError:
        """The answer, or what went wrong: returned, because a raised error would be chained to one that holds the key."""
        try:
            async with asyncio.timeout(self._timeout_s):
                return await provider.send(request)
        except Exception as error:  # noqa: BLE001  the SDKs share no base, and theirs hold the key
            return failure_of(error, self._key)

    def _remember(self, form: Form, schema: dict[str, Any] | None, *, given_up: bool) -> None:
        if schema is not None and self._learned.form is None:
            self._learned.form = form
        if given_up and self._config.temperature is not None:
            self._learned.temperature = False

    def _reply(self, answers: list[Answer], attempts: int, request: Request) -> Reply:
        last = answers[-1]
        return Reply(
            text=without_key(last.text, self._key),
            problem=last.problem,
            model=without_key(last.model or self._config.model, self._key),
            request_id=None if last.request_id is None else without_key(last.request_id, self._key),
            input_tokens=sum_of([answer.input_tokens for answer in answers]),
            output_tokens=sum_of([answer.output_tokens for answer in answers]),
            attempts=attempts,
            temperature_sent=request.temperature,
            structured=request.form,
        )


def _learned(config: JudgeConfig) -> _Learned:
    place = (infer_provider(config), endpoint_of(config), config.model)
    if len(_LEARNED) >= _MOST_LEARNED:
        _LEARNED.clear()
    return _LEARNED.setdefault(place, _Learned())


def _forms_from(provider: Provider, learned: Form | None, schema: dict[str, Any] | None) -> tuple[Form, ...]:
    """Forms to try, strictest first."""
    if schema is None:
        return tuple(form for form in provider.forms if form in ("object", "text"))
    return provider.forms if learned is None else provider.forms[provider.forms.index(learned) :]


def _ignores_form(answer: Answer, schema: dict[str, Any] | None) -> bool:
    """Whether an answer shows that nobody looked at the schema: a whole one without any object, or one that was cut off
    and does not begin as the schema says.
    """
    if schema is None or not answer.text:
        return False
    if answer.problem is None:
        return "{" not in answer.text
    begun = _FIRST_KEY.match(answer.text)
    return answer.problem == CUT_OFF and (begun is None or begun[1] not in schema["properties"])


_FIRST_KEY: Final = re.compile(r'\s*\{\s*"([^"\\]*)"')


def _without_lengths(schema: Any) -> Any:
    """A schema without bounds of length, which strict modes of the providers do not take."""
    if isinstance(schema, dict):
        return {key: _without_lengths(item) for key, item in schema.items() if key not in ("maxLength", "maxItems")}
    return schema


def _refuses_temperature(error: JudgeTransportError) -> bool:
    return error.status in (400, 422) and names(error, "temperature")


def _refuses_form(error: JudgeTransportError, *, guess: bool) -> bool:
    """Whether a refusal is about the form of the answer.

    Args:
        error: The refusal.
        guess: Whether a refusal for no known reason is taken for one, and a failure that names the other forms:
            llama-cpp-python answers 500 to a form that it does not know.
    """
    if error.kind == "server":
        return guess and names(error, "'json_object'", "response_format")
    return error.kind == "request" and (names(error, *_FORM_WORDS) or (guess and error.status in (400, 422)))

"""What an endpoint does and what somebody who asked the judge then sees, as a table made by doing it.

`python -m tests.wire_table` writes it into `docs/judge.md`; a test holds the two equal.
"""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.judging import doubted, reply
from tests.servers import Asked, Drops, Fails, Holds, JudgeServer, Raw, Reply, Says, judge_server
from toolscore_core.judge import JudgeConfig
from toolscore_core.judge.running import JudgeRun, judge_pairs

DOCUMENT: Final = Path(__file__).parents[1] / "docs" / "judge.md"

PROVIDERS: Final = {
    "openai": "OpenAI",
    "anthropic": "Anthropic",
    "gemini": "Gemini",
    "openai_compatible": "OpenAI-compatible",
}
"""Provider -> heading of its column."""

_ADDRESSES: Final = {
    "openai": "OPENAI_BASE_URL",
    "anthropic": "ANTHROPIC_BASE_URL",
    "gemini": "GOOGLE_GEMINI_BASE_URL",
}


@dataclass(frozen=True)
class Scenario:
    """What an endpoint does with the questions about one pair.

    Attributes:
        does: In words.
        answers: A request and its 0-based number among those about the pair -> the reply.
        tells: What a person is told besides; None for nothing.
        timeout_s: Seconds that an answer may take: few where none comes, enough for a busy machine elsewhere.
    """

    does: str
    answers: Callable[[Asked, int], Reply]
    tells: Callable[[JudgeRun], str] | None = None
    timeout_s: float = 60.0


def always(*replies: Reply) -> Callable[[Asked, int], Reply]:
    """The replies one after the other, and the last one from then on."""
    return lambda asked, number: replies[min(number, len(replies) - 1)]


GOOD: Final = Says(reply())
_NOW: Final = {"retry-after": "0"}
_REFUSES_TEMPERATURE: Final = Fails(400, "Unsupported value: 'temperature' does not support 0.0 with this model.")
_CHANGES: Final = [{"path": "q", "kind": "value", "effect": "changes the result"}]


def _temperature(run: JudgeRun) -> str:
    return "" if run.record.temperature_sent else "temperature not sent"


def _form(run: JudgeRun) -> str:
    words = {"schema": "strict schema", "object_schema": "object with its schema", "object": "object", "text": "prompt"}
    return f"asked by {', '.join(words[form] for form in run.record.structured)}"


SCENARIOS: Final = (
    Scenario("answers by the schema", always(GOOD)),
    Scenario(
        "refuses the temperature (400)",
        lambda asked, number: GOOD if asked.temperature is None else _REFUSES_TEMPERATURE,
        _temperature,
    ),
    Scenario(
        "does not know strict schemas (500 or 400)",
        lambda asked, number: Fails(500, "Input should be 'text' or 'json_object'") if asked.form == "schema" else GOOD,
        _form,
    ),
    Scenario("takes no form at all (400)", lambda asked, number: GOOD if asked.form == "text" else Fails(400), _form),
    Scenario("ignores the form, writes prose", always(Says("They are the same."), GOOD), _form),
    Scenario("ignores the form, rambles to its limit", always(Says("Let me think. " * 50, "length"), GOOD), _form),
    Scenario("401", always(Fails(401))),
    Scenario("403", always(Fails(403))),
    Scenario("404", always(Fails(404))),
    Scenario("429, `Retry-After`, then an answer", always(Fails(429, headers=_NOW), GOOD)),
    Scenario("429 again and again", always(Fails(429, headers=_NOW))),
    Scenario("429, the quota is used up", always(Fails(429, code="insufficient_quota"))),
    Scenario("500 again and again", always(Fails(500, headers=_NOW))),
    Scenario("529 again and again", always(Fails(529, headers=_NOW))),
    Scenario("no answer in time", always(Holds()), timeout_s=1.0),
    Scenario("drops the connection", always(Drops())),
    Scenario("a page of HTML", always(Raw(b"<html>sign in</html>", content_type="text/html"))),
    Scenario("half a body", always(Raw(b'{"choices": [', length=500))),
    Scenario("JSON in a code fence", always(Says(f"```json\n{reply()}\n```"))),
    Scenario("truncated JSON", always(Says(reply()[:40]))),
    Scenario("truncated JSON, then an answer", always(Says(reply()[:40]), GOOD)),
    Scenario("cut off at its limit", always(Says('{"reason": "Bec', "length"))),
    Scenario("a refusal", always(Says(None, "refusal"))),
    Scenario("a content filter", always(Says(None, "filter"))),
    Scenario("no choices", always(Says(None, "nothing"))),
    Scenario("an empty text", always(Says(""))),
    Scenario("speaks of another pair", always(Says(reply(index=3)))),
    Scenario("NaN in its JSON", always(Says(reply(score=float("nan"))))),
    Scenario("a verdict that contradicts its differences", always(Says(reply(differences=_CHANGES)))),
)


@contextmanager
def asked_of(provider: str, script: Callable[[Asked], Reply]) -> Iterator[tuple[JudgeServer, JudgeConfig]]:
    """A server that answers by the script, and settings that reach it as the provider is reached."""
    variable = _ADDRESSES.get(provider)
    with judge_server(script=script) as server:
        own = server.url if provider in ("openai", "openai_compatible") else server.origin
        before = os.environ.get(variable) if variable else None
        if variable:
            os.environ[variable] = own
        try:
            base_url = None if variable else own
            yield server, JudgeConfig("m", provider=provider, api_key="k", base_url=base_url, max_retries=1)
        finally:
            if variable and before is None:
                del os.environ[variable]
            elif variable and before is not None:
                os.environ[variable] = before


def seen(scenario: Scenario, provider: str) -> str:
    """What is seen of a pair; the pair after it is answered well."""
    numbers = iter(range(100))

    def script(asked: Asked) -> Reply:
        return scenario.answers(asked, next(numbers)) if "flight 0" in asked.user else GOOD

    with asked_of(provider, script) as (server, config):
        run = judge_pairs(doubted(2), config, key="k", concurrency=1, timeout_s=scenario.timeout_s)
        count = sum("flight 0" in asked.user for asked in server.asked)
    requests = f"{count} request{'' if count == 1 else 's'}"
    if run.stopped is not None:
        return f"run stops: {run.stopped.message}; {requests}"
    first, second = run.verdicts
    if second.verdict != "equivalent":
        raise AssertionError("what happens to a pair must not reach the next one")
    if first.error:
        return f"error: {first.error}; {requests}"
    more = [*first.flags, scenario.tells(run) if scenario.tells else ""]
    return "; ".join([str(first.verdict), *filter(None, more), requests])


def column(provider: str) -> dict[str, str]:
    """What the endpoint does -> what is seen with a provider."""
    return {scenario.does: seen(scenario, provider) for scenario in SCENARIOS}


def written(document: str) -> dict[str, dict[str, str]]:
    """The columns of the table in the document, by their headings."""
    found = _TABLE.search(document)
    if found is None:
        raise AssertionError("the document has no table")
    lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in found[2].strip().splitlines()]
    return {heading: {line[0]: line[number] for line in lines[2:]} for number, heading in enumerate(lines[0]) if number}


_TABLE: Final = re.compile(r"(<!-- wire:.*?-->\n)(.*?)(<!-- /wire -->)", re.DOTALL)


def main() -> None:
    """Write the table into the document."""
    columns = [column(provider) for provider in PROVIDERS]
    rows = [[scenario.does, *(cells[scenario.does] for cells in columns)] for scenario in SCENARIOS]
    head = ["the endpoint", *PROVIDERS.values()]
    made = "\n".join(f"| {' | '.join(line)} |" for line in (head, ["---"] * len(head), *rows))
    document = DOCUMENT.read_text(encoding="utf-8")
    DOCUMENT.write_text(_TABLE.sub(lambda m: f"{m[1]}{made}\n{m[3]}", document), encoding="utf-8")


if __name__ == "__main__":
    main()

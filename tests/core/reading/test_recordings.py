"""Recorded HTTP traffic: each exchange a document, with decoded bodies."""

import base64
import gzip
import json
from typing import Any

import pytest
import yaml

from toolscore_core.errors import DecodeError
from toolscore_core.formats import read_traces
from toolscore_core.reading import Limits, ReadReport, read_documents

ASKED = {"messages": [{"role": "user", "content": "hi"}]}
GIVEN = {"choices": [{"message": {"role": "assistant", "content": "hello"}}]}
TEXTS = json.dumps(ASKED), json.dumps(GIVEN)


def har(text: str, **more: Any) -> dict[str, Any]:
    request, time = {"postData": {"text": TEXTS[0]}}, "2026-03-01T09:00:00Z"
    content = {"text": text, **more}
    return {"log": {"entries": [{"startedDateTime": time, "request": request, "response": {"content": content}}]}}


VCR = {"interactions": [{"request": {"body": TEXTS[0]}, "response": {"body": {"string": TEXTS[1]}}}], "version": 1}
PACKED = gzip.compress(TEXTS[1].encode())
NOCK = {"scope": "https://api", "path": "/v1", "body": ASKED, "response": GIVEN}
WIRED = {"request": {"bodyPatterns": [{"equalToJson": TEXTS[0]}]}, "response": {"jsonBody": GIVEN}}
FORMS = {
    "vcr": VCR,
    "ruby": {"http_interactions": VCR["interactions"], "recorded_with": "VCR"},
    "har": har(TEXTS[1]),
    "har base64": har(base64.b64encode(TEXTS[1].encode()).decode(), encoding="base64"),
    "nock": [NOCK],
    "nock packed": [{**NOCK, "response": [PACKED.hex()]}],
    "wiremock": {"mappings": [WIRED]},
    "list": [{"request": {"body": TEXTS[0]}, "response": {"body": TEXTS[1]}}],
}


def documents(data: bytes, limits: Limits | None = None) -> list[Any]:
    return read_documents(data, name="f", report=ReadReport(), limits=limits or Limits()).values


@pytest.mark.parametrize("form", FORMS.values(), ids=list(FORMS))
def test_forms(form: Any) -> None:
    """All kinds of recordings give the same exchanges."""
    (found,) = documents(json.dumps(form).encode())
    assert (found["request"]["body"], found["response"]["body"]) == (ASKED, GIVEN)


def test_time_of_an_exchange() -> None:
    """When it was recorded is kept."""
    assert documents(json.dumps(har(TEXTS[1])).encode())[0]["timestamp"] == "2026-03-01T09:00:00Z"


def test_streamed_bodies() -> None:
    """Events of a streamed response become a list of their values."""
    text = 'event: a\ndata: {"type": "a"}\n\ndata: {"type": "b"}\n\ndata: [DONE]\n'
    assert documents(json.dumps(har(text)).encode())[0]["response"]["body"] == [{"type": "a"}, {"type": "b"}]


@pytest.mark.parametrize(
    "text", [yaml.safe_dump(VCR), "---\nversion: 2\n" + yaml.safe_dump({"interactions": VCR["interactions"]})]
)
def test_cassettes(text: str) -> None:
    """YAML that starts like a cassette is read as one."""
    assert documents(text.encode())[0]["response"]["body"] == GIVEN


def test_cassette_values() -> None:
    """Bytes are unpacked into text, dates stay texts, foreign tags are passed over, keys are texts."""
    text = (
        f"interactions:\n- request:\n    body: !!binary {base64.b64encode(TEXTS[0].encode()).decode()}\n"
        f"  response: !ruby/struct\n    body:\n      string: !!binary {base64.b64encode(PACKED).decode()}\n"
        "    status: {200: 2026-03-01}\n  recorded_at: 2026-03-01 09:00:00\n"
    )
    (found,) = documents(text.encode())
    assert found == {"request": {"body": ASKED}, "response": {"body": GIVEN}, "timestamp": "2026-03-01 09:00:00"}


BOMB = "interactions:\n" + "".join(f"- &a{n + 1} [*a{n}, *a{n}, *a{n}, *a{n}]\n" for n in range(1, 30))


@pytest.mark.parametrize(
    "text",
    [
        BOMB.replace("[*a1, *a1, *a1, *a1]", "[1, 1]", 1),
        "interactions: &a\n- *a\n",
        "interactions:\n- [1, 2\n",
        "interactions:\n- " + "[" * 3000 + "]" * 3000,
        "interactions:\n- !!python/object/apply:os.system [ls]\n- {",
    ],
    ids=["aliases", "circle", "no yaml", "deep", "code"],
)
def test_bad_cassettes(text: str) -> None:
    """What is no plain and finite value is refused, and nothing in it is run."""
    with pytest.raises(DecodeError):
        documents(text.encode())


def test_shared_values() -> None:
    """Aliases that stay small are values like any other."""
    text = "interactions:\n- request: &r {body: '1'}\n  response: *r\n"
    assert documents(text.encode()) == [{"request": {"body": "1"}, "response": {"body": "1"}}]


def test_other_documents_stay() -> None:
    """Objects and lists that only look alike are left as they are."""
    values: tuple[Any, ...] = ({"log": {"entries": [1]}}, {"interactions": []}, [{"request": {}, "response": {}}])
    for value in values:
        assert documents(json.dumps(value).encode()) == [value]


CHAT = {"choices": [{"message": {"role": "assistant", "tool_calls": [{"function": {"name": "f", "arguments": "{}"}}]}}]}
BLOCKS = {"type": "message", "role": "assistant", "stop_reason": "", "content": [{"type": "tool_use", "name": "f"}]}
PARTS = {"candidates": [{"content": {"role": "model", "parts": [{"functionCall": {"name": "f"}}]}}]}
ITEMS = {"object": "response", "output": [{"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"}]}


@pytest.mark.parametrize(
    ("answer", "format"),
    [(CHAT, "openai"), (BLOCKS, "anthropic"), (PARTS, "gemini"), (ITEMS, "openai_responses")],
)
def test_every_provider(answer: dict[str, Any], format: str) -> None:
    """The bodies of every provider are read by its own reader."""
    file = read_traces(json.dumps(har(json.dumps(answer))).encode(), name="f.har")
    assert (file.format, [call.tool for trace in file.traces for call in trace.calls]) == (format, ["f"])

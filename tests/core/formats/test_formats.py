"""Reading trace files of any format: recognition, errors, many traces, and files cut up or damaged."""

import copy
import gzip
import importlib.util
import io
import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.core.formats.reading_help import calls, read, read_lines, short
from toolscore_core.errors import InputError, UnknownFormatError
from toolscore_core.formats import FORMATS, iter_traces, load_trace, read_traces
from toolscore_core.reading import Limits

KEYS = tuple(known.key for known in FORMATS)
CALL = {"tool": "f", "args": {"a": 1}}
CHAT = {"role": "assistant", "tool_calls": [{"id": "c", "function": {"name": "f", "arguments": '{"a": 1}'}}]}


def test_keys() -> None:
    """The keys are unique and those of old stay; each format has a title, a signature and what it gives."""
    assert len(set(KEYS)) == len(KEYS)
    assert {"openai", "openai_responses", "anthropic", "gemini", "langchain", "mcp", "otel", "custom"} <= set(KEYS)
    assert all(known.title and known.signature and known.gives for known in FORMATS)


@pytest.mark.parametrize("call", [read_traces, load_trace, lambda *a: list(iter_traces(*a))])
def test_unknown_key(call: Any) -> None:
    """A format that does not exist is an error naming those that do."""
    with pytest.raises(InputError, match=r"known are auto, .*openai, "):
        call(b"[]", "xml")


def test_nobody_claims() -> None:
    """The error says what was looked for and what was seen: kinds and keys, no values."""
    with pytest.raises(UnknownFormatError) as caught:
        read({"alpha": "hunter2", "beta": {"gamma": "hunter2"}})
    message = str(caught.value)
    assert message.startswith("f.json: no known trace format")
    assert "Seen: an object with the keys alpha, beta." in message
    assert all(known.title in message for known in FORMATS)
    assert "hunter2" not in message


@pytest.mark.parametrize(
    ("value", "seen"),
    [
        ({}, "an empty object"),
        ([{"x": 1}, {"x": 2}, 3], "a list of 3, mostly an object with the keys x"),
        ("x", "a text"),
        (None, "null"),
        (True, "a boolean"),
        (1.5, "a number"),
        ({str(n): 0 for n in range(9)}, "0, 1, 2, 3, 4, 5 ..."),
        ({"a\nb" * 20: 0}, "the keys ?"),
        ({"k" * 100: 0}, "the keys " + "k" * 30 + "."),
    ],
)
def test_what_was_seen(value: Any, seen: str) -> None:
    """Whatever stands in the file, the error describes it in short."""
    with pytest.raises(UnknownFormatError) as caught:
        read(value)
    assert seen in str(caught.value)


def test_what_was_seen_in_lines() -> None:
    """Of lines the common kinds are counted."""
    with pytest.raises(UnknownFormatError, match=r"Seen: 2 x an object with the keys x, an object with the keys y\."):
        read_lines({"x": 1}, {"x": 2}, {"y": 1})


def test_file_tells_what_it_is() -> None:
    """The file carries its name, format, evidence and the other candidates."""
    file = read([CHAT, {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "x", "content": ""}]}, CHAT])
    assert (file.name, file.format, file.title) == ("f.json", "openai", "OpenAI chat")
    assert "tool_calls" in file.why
    assert [key for key, _ in file.candidates] == ["anthropic"]
    assert read([CHAT], "openai").why == ""


def test_the_decisive_record_may_come_late() -> None:
    """Recognition looks at the whole file, also a long one."""
    history = [{"role": "user", "content": "hi"}] * 3_000
    assert short(read([*history, CHAT])) == [("f", {"a": 1}, None)]
    assert short(read_lines(*history, CHAT)) == [("f", {"a": 1}, None)]
    assert short(read_lines(*history, CHAT, *history)) == [("f", {"a": 1}, None)]


def test_load_trace() -> None:
    """One trace gives its calls; more than one is an error naming the count; none gives no call."""
    assert [call.tool for call in load_trace(json.dumps([CALL]).encode())] == ["f"]
    assert load_trace(b"[]") == []
    with pytest.raises(InputError, match="2 traces where one was expected"):
        load_trace(json.dumps([{"id": n, "calls": [CALL]} for n in range(2)]).encode())


def test_too_many_calls() -> None:
    """Beyond the bound on calls the traces before are kept and the rest is named."""
    data = json.dumps([{"id": n, "calls": [CALL] * 3} for n in range(3)]).encode()
    file = read_traces(data, limits=Limits(calls=7))
    assert len(file.traces) == 2
    assert file.problems[0].message == "more than 7 calls; the rest was not read"


def test_sources(tmp_path: Path) -> None:
    """Paths, open files and bytes read alike, also packed; the name is the file's."""
    path = tmp_path / "t.jsonl.gz"
    path.write_bytes(gzip.compress("\n".join([json.dumps(CALL)] * 2).encode()))
    with path.open("rb") as file:
        for source in (path, str(path), file, path.read_bytes()):
            assert len(calls(read_traces(source))) == 2
    assert read_traces(path).name == "t.jsonl.gz"
    with pytest.raises(FileNotFoundError):
        read_traces(tmp_path / "none.json")


@pytest.mark.parametrize("rows", [1, 10, 3_000])
def test_iter_traces_of_many_rows(tmp_path: Path, rows: int) -> None:
    """Rows come one after the other, as `read_traces` gives them, whatever the size of the file."""
    path = tmp_path / "t.jsonl"
    path.write_text(
        "\n".join(json.dumps({"id": n, "calls": [CALL], "pad": "x" * 2_000}) for n in range(rows)), encoding="utf-8"
    )
    assert [trace.case_id for trace in iter_traces(path)] == [str(n) for n in range(rows)]
    assert [trace.case_id for trace in iter_traces(path, "custom")] == [str(n) for n in range(rows)]


def test_iter_traces_of_one_long_conversation(tmp_path: Path) -> None:
    """A conversation over many lines is not cut where a batch ends."""
    path = tmp_path / "t.jsonl"
    pad = "x" * 400
    path.write_text("\n".join(json.dumps({**CHAT, "content": pad}) for _ in range(12_000)), encoding="utf-8")
    traces = list(iter_traces(path))
    assert (len(traces), len(traces[0].calls)) == (1, 12_000)


def test_iter_traces_of_one_document() -> None:
    """A file that is one document works too."""
    assert [len(trace.calls) for trace in iter_traces(io.BytesIO(json.dumps([CALL]).encode()))] == [1]


def runner(shared: Path) -> Any:
    spec = importlib.util.spec_from_file_location("vector_runner", shared / "reference" / "run_vectors.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_vectors(shared: Path) -> None:
    """All golden vectors of load_trace hold, and all cases in which the reference is wrong."""
    vectors = json.loads((shared / "reference/vectors/load_trace.json").read_text(encoding="utf-8"))
    run = runner(shared)

    class Names:
        pass

    names: Any = Names()
    names.load_trace, names.loose = load_trace, True
    wanted = [(v["id"], v["inputs"], {k: v[k] for k in ("expected", "raises") if k in v}) for v in vectors]
    for case in json.loads((shared / "reference/disputed.json").read_text(encoding="utf-8")):
        if case["function"] == "load_trace":
            right = case["right"]
            wanted.append(
                (case["id"], case["inputs"], {"raises": right} if isinstance(right, str) else {"expected": right})
            )
    bad = [name for name, inputs, want in wanted if not run.same(run.outcome("load_trace", inputs, names), want)]
    assert len(wanted) > 80
    assert bad == []


FAMILIES = (
    "anthropic_", "openai_", "toolscore_own", "cohere_chat", "litellm_log", "llama_stack", "promptflow", "toolbench", "bedrock",
    "claude_", "sweagent", "fastagent",
)  # fmt: skip


def test_corpus(shared: Path) -> None:
    """Every public file of the families read here gives exactly its true calls, server calls flagged."""
    folder = shared / "traces"
    seen = 0
    for path in sorted((folder / "files").glob("*/*")):
        stem = f"{path.parent.name}__{path.name}"
        truths = [
            json.loads(one.read_text(encoding="utf-8"))
            for one in sorted((folder / "truth").glob(f"{stem}.truth*.json"))
        ]
        if not path.parent.name.startswith(FAMILIES) or not any(truths):
            continue
        file = read_traces(path)
        found = [(call.tool, call.provider_executed) for call in calls(file)]
        assert found in [[(one["name"], one["server"]) for one in truth] for truth in truths], path.name
        seen += 1
    assert seen >= 25


SEEDS: list[list[Any]] = [
    [{"messages": [{"role": "user", "content": "hi"}, {**CHAT, "content": [{"type": "text", "text": "x"}]}, {"role": "tool", "tool_call_id": "c", "content": "r"}]}],
    [{"object": "chat.completion.chunk", "id": "x", "choices": [{"index": 0, "delta": {"role": "assistant", "tool_calls": [{"index": 0, "id": "c", "function": {"name": "f", "arguments": "{}"}}]}}]}],
    [{"type": "message", "role": "assistant", "stop_reason": "x", "content": [{"type": "tool_use", "id": "t", "name": "f", "input": {}}, {"type": "web_search_tool_result", "tool_use_id": "t", "content": {"type": "web_search_tool_result_error", "error_code": "x"}}], "usage": {"input_tokens": 1}}],
    [{"type": "message_start", "message": {"role": "assistant", "content": []}}, {"type": "content_block_start", "index": 0, "content_block": {"type": "tool_use", "id": "t", "name": "f"}}, {"type": "content_block_delta", "index": 0, "delta": {"partial_json": "{}"}}],
    [{"object": "response", "id": "r", "output": [{"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}", "caller": {"caller_id": "p"}}, {"type": "function_call_output", "call_id": "c", "output": [{"text": "x"}]}], "usage": {"input_tokens": 1, "input_tokens_details": {"cached_tokens": 1}}}],
    [{"type": "response.output_item.added", "output_index": 0, "item": {"type": "function_call", "name": "f"}}, {"type": "response.function_call_arguments.delta", "output_index": 0, "delta": "{}"}],
    [{"request": {"body": {"messages": [{"role": "user", "content": "hi"}]}}, "response": {"body": {"choices": [{"index": 0, "message": CHAT}]}}}],
    [{"id": "a", "calls": [{"tool": "f", "args": {}, "metadata": {}, "turn": 1, "duration": 1}], "usage": {}}],
    [{"$schemaVersion": "1", "generated_items": [{"type": "tool_call_item", "raw_item": {"type": "program", "code": "x"}, "agent": {"name": "n"}}], "model_responses": [{"output": []}]}],
    [{"win": 1, "tree": {}, "forward_args": {}, "answer_generation": {"train_messages": [[CHAT, {"role": "function", "name": "f", "content": "{\"error\": \"x\"}"}]]}}],
    [{"inputs": {"q": "x"}, "outputs": {"llm_output": CHAT}}],
]  # fmt: skip
ODD: list[Any] = [
    None,
    True,
    0,
    -1,
    1.5,
    "",
    "x",
    [],
    {},
    [1],
    {"a": 1},
    10**30,
    "2024-01-01T00:00:00Z",
    [[]],
    {"role": "assistant"},
    {"index": [1]},
]


def slots(value: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) inside a value."""
    found = []
    for key, item in list(value.items() if isinstance(value, dict) else enumerate(value)):
        found.append((value, key))
        if isinstance(item, (dict, list)):
            found += slots(item)
    return found


@given(st.sampled_from(SEEDS), st.integers(0, 2**32), st.sampled_from(["auto", *KEYS]))
@settings(max_examples=300)
def test_odd_values_never_crash_a_reader(seed: list[Any], chance: int, format: str) -> None:
    """Whatever stands where a reader looks, it gives traces with dicts as arguments, or an InputError."""
    values = json.loads(json.dumps(seed))
    pick = random.Random(chance)
    for _ in range(pick.choice([1, 1, 2, 4])):
        container, key = pick.choice(slots(values))
        if pick.random() < 0.2 and isinstance(container, dict):
            container.pop(key, None)
        else:
            container[key] = copy.deepcopy(pick.choice(ODD))
    try:
        file = read_lines(*values, format=format)
    except InputError:
        return
    assert all(isinstance(call.args, dict) and call.tool for call in calls(file))

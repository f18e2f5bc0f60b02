"""The small sample files: one or more for each trace format, all of the same travel task."""

from pathlib import Path

import pytest

from toolscore_core.formats import FORMATS, read_traces

SAMPLES = (
    ("simple.json", "custom", 3),
    ("openai_chat.json", "openai", 3),
    ("openai_chat_stream.sse", "openai", 2),
    ("openai_responses.json", "openai_responses", 3),
    ("anthropic_messages.json", "anthropic", 4),
    ("gemini_contents.json", "gemini", 4),
    ("langchain_messages.json", "langchain", 3),
    ("mcp_session.jsonl", "mcp", 3),
    ("otel_spans.json", "otel", 3),
    ("mcp_interceptor.jsonl", "mcp", 4),
    ("langfuse_export.json", "observations", 4),
    ("langsmith_runs.jsonl", "observations", 3),
    ("deepeval_run.json", "evaluated_cases", 3),
    ("claude_sessions.jsonl", "claude_sessions", 5),
    ("codex.jsonl", "codex", 4),
    ("agent_events.jsonl", "agent_events", 4),
    ("agent_sessions.json", "agent_sessions", 4),
    ("inspect_log.json", "inspect_ai", 3),
    ("openhands_events.json", "openhands", 3),
    ("tau2_results.json", "tau", 3),
    ("atif_trajectory.json", "atif", 3),
    ("bfcl_result.jsonl", "bfcl", 3),
    ("api_bank.jsonl", "api_bank", 3),
    ("call_rows.json", "call_rows", 3),
    ("sharegpt.json", "sharegpt", 3),
    ("swe_agent.traj", "swe_agent", 3),
    ("openai_cassette.yaml", "openai", 3),
    ("pydantic_ai_messages.json", "typed_parts", 4),
    ("ai_sdk_stream.sse", "event_streams", 3),
    ("assistants_thread.json", "agent_steps", 3),
    ("adk_session.json", "adk", 4),
)

WITHOUT_RESULTS = ("openai_chat_stream.sse", "call_rows.json")


@pytest.mark.parametrize(("name", "key", "count"), SAMPLES, ids=[name for name, _, _ in SAMPLES])
def test_reads_without_problems(sample_data: Path, name: str, key: str, count: int) -> None:
    """Each sample is recognised as its format and gives its calls, with no problem."""
    file = read_traces(sample_data / "formats" / name)
    assert (file.format, [len(trace.calls) for trace in file.traces], file.problems) == (key, [count], [])
    assert {"search_flights", "get_weather"} <= {call.tool for call in file.traces[0].calls}


@pytest.mark.parametrize("name", [name for name, _, _ in SAMPLES if name not in WITHOUT_RESULTS])
def test_every_call_has_its_result(sample_data: Path, name: str) -> None:
    """All samples but a stream and rows of expected calls hold a result or an error for each call."""
    (trace,) = read_traces(sample_data / "formats" / name).traces
    assert all(call.result is not None or call.is_error for call in trace.calls)


def test_every_format_has_a_sample() -> None:
    """Who adds a format adds a sample."""
    assert {key for _, key, _ in SAMPLES} == {known.key for known in FORMATS}


def test_readme_lists_every_sample(sample_data: Path) -> None:
    """The folder's README names each file with its format, and no file that is not there."""
    folder = sample_data / "formats"
    rows = [line for line in (folder / "README.md").read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    listed = {(row.split("`")[1], row.split("`")[3]) for row in rows}
    assert listed == {(name, key) for name, key, _ in SAMPLES}
    assert {path.name for path in folder.iterdir()} == {name for name, _, _ in SAMPLES} | {"README.md"}

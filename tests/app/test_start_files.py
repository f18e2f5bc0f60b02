"""What the start page shows of each file: report, format, mapping, aliases, and the traces in it."""

import json
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from pages._ui import state
from pages._ui.start import traces_table
from pages._ui.state import View
from pages._ui.table import Event
from tests.app.driving import cells, choose, healthy, param, tables, texts
from tests.fake_credentials import github

GOLD = [{"id": "one", "calls": [{"tool": "find", "args": {}}]}]
TRACES = [
    {"id": f"conv-{number}", "case_id": f"task-{number // 2}", "trial": number % 2 + 1, "model": "m",
     "calls": [{"tool": "mcp__crm__find", "args": {"q": number}, "result": number}, {"no": "tool"}]}
    for number in range(12)
]  # fmt: skip
ODD = {"steps": [{"act": {"name": "a", "input": {"x": 1}}, "result": 1}, {"say": "hi"}]}


def page(root: Path, open_file: str | None = None, **files: Any) -> AppTest:
    """The start page with files dropped, named `x_json` for x.json, and the report of one of them open."""
    at = AppTest.from_file(str(root / "app.py"), default_timeout=60).run()
    uploader = next(each for each in at.file_uploader if "Drop files here" in each.label)
    for name, content in files.items():
        data = content if isinstance(content, bytes) else json.dumps(content).encode()
        uploader.upload(name.replace("_", "."), data)
    at = healthy(at.run())
    return opened(at, open_file) if open_file else at


def opened(at: AppTest, file_id: str) -> AppTest:
    """The page with the report of a file open."""
    at.query_params["file"] = file_id
    return healthy(at.run())


def current(at: AppTest) -> View:
    """What the server computed for the page."""
    held = state.store().get(param(at, "w"))
    assert held is not None
    found: View = held.built
    return found


def test_a_report_says_what_was_read_and_why(root: Path) -> None:
    """Counts, the format with what showed it, what was left out with its first place, and every trace."""
    at = page(root, "f1", bench_json=TRACES)
    shown = texts(at)
    assert "12 traces · 12 calls · 12 results joined · 12 records skipped · no problem" in shown
    assert "Read as List of calls. Seen: " in shown
    assert cells(at, "Skipped records", "count") == ["12"]
    assert cells(at, "Skipped records", "place") == ["$[0].calls[1]"]
    assert cells(at, "Traces of this file", "trace")[:2] == ["conv-0", "conv-1"]
    assert cells(at, "Traces of this file", "case")[:3] == ["task-0", "task-0", "task-1"]
    assert cells(at, "Traces of this file", "trial")[:2] == ["1", "2"]


def test_a_report_is_closed_and_opened_by_the_url(root: Path) -> None:
    """The URL says which report is open; the row of its file is marked."""
    at = page(root, bench_json=TRACES)
    assert "Traces of this file" not in tables(at)
    at = opened(at, "f1")
    assert [row["selected"] for row in tables(at)["Files"]["rows"]] == [True]
    healthy(at.button(key="report_close").click().run())
    assert "Traces of this file" not in tables(at)
    assert "12 traces ·" not in texts(opened(at, "f99"))


def test_a_trace_is_found_by_id_case_or_model(root: Path) -> None:
    """Every word must stand somewhere in the names of a trace."""
    at = page(root, "f1", bench_json=TRACES)
    at.text_input(key="find_f1").set_value("TASK-3 conv").run()
    assert cells(healthy(at), "Traces of this file", "trace") == ["conv-6", "conv-7"]
    assert "2 of 12 traces" in texts(at)
    at.text_input(key="find_f1").set_value("nothing like it").run()
    assert "none of 12 traces" in texts(healthy(at))
    assert "Traces of this file" not in tables(at)


def test_every_trace_of_a_file_can_be_opened(root: Path) -> None:
    """Case, run and trial name exactly one trace each, with and without gold."""
    nameless = [{"calls": [{"tool": "a", "result": 1}]}] * 3
    dropped: list[dict[str, Any]] = [
        {"bench_json": TRACES},
        {"gold_json": GOLD, "bench_json": TRACES},
        {"bench_json": nameless},
    ]
    for files in dropped:
        view = current(page(root, **files))
        entries = traces_table.traces_of(view, view.files[-1].id)
        assert [position for position, _ in entries] == list(range(len(files["bench_json"])))
        for _, entry in entries:
            found = view.find(entry.case_id, entry.run, entry.trial)
            assert found is not None
            assert found.key == entry.key
    assert sorted(entry.case_id for _, entry in entries) == ["bench #1", "bench #2", "bench #3"]


def test_a_trace_that_was_taken_from_its_case_is_still_one_of_its_own(root: Path) -> None:
    """By hand a trace answers no case: it does not hide behind the case whose name it bears."""
    traces = [{"case_id": "one", "calls": [{"tool": "a"}]}, {"case_id": "one", "calls": [{"tool": "b"}]}]
    at = page(root, gold_json=GOLD, run_json=traces)
    held = state.store().get(param(at, "w"))
    assert held is not None
    held.change(corrections={("f2", 1): ""})
    view = current(healthy(at.run()))
    tools = {
        entry.case_id: entry.trace.calls[0].tool
        for _, entry in traces_table.traces_of(view, "f2")
        if entry.trace is not None
    }
    assert tools == {"one": "a", "one (no case)": "b"}


def test_another_format_is_chosen_by_hand(root: Path) -> None:
    """The file is read again at once; what does not fit is said in words, and the choice stays after a reload."""
    at = page(root, "f1", bench_json=TRACES)
    at = choose(at, "Read as", "OpenTelemetry GenAI spans")
    again = AppTest.from_file(str(root / "app.py"), default_timeout=60)
    for name in ("w", "file"):
        again.query_params[name] = at.query_params[name]
    again = healthy(again.run())
    box = next(each for each in again.selectbox if each.label == "Read as")
    assert box.options[box.index or 0] == "OpenTelemetry GenAI spans"
    assert "List of calls" not in cells(again, "Files", "recognised")
    again = choose(again, "Read as", "Recognised by itself")
    assert cells(again, "Files", "recognised") == ["List of calls"]


def test_an_unknown_file_opens_its_mapping_editor(root: Path) -> None:
    """The most likely fields are filled in, the calls they read are shown, and the mapping is used at a press."""
    at = page(root, odd_json=ODD)
    assert "2 records · 1 call in 1 trace · 1 with a result · 1 skipped" in texts(at)
    frame = at.dataframe[0].value
    assert frame["tool"].tolist() == ["a"]
    assert frame["arguments"].tolist() == ["x: 1"]
    healthy(at.button(key="mapping_use").click().run())
    assert cells(at, "Files", "recognised") == ["Field mapping"]
    assert cells(at, "Traces", "count") == ["1"]
    assert "Read by the field mapping made here." in texts(at)
    healthy(at.button(key="report_unmap").click().run())
    assert cells(at, "Files", "recognised") == ["not recognised"]


def test_fields_are_corrected_by_box_or_by_typing(root: Path) -> None:
    """Each correction is read at once and stays after a reload; what is no path says so."""
    at = page(root, odd_json=ODD)
    at.selectbox(key="map_f1_result").set_value(None).run()
    assert "0 with a result" in texts(healthy(at))
    at.selectbox(key="map_f1_args").set_value("act.input").run()
    held = state.store().get(param(at, "w"))
    assert held is not None
    held.drafts["f1"]["tool"] = "act[*].name"
    at.run()
    assert "leads to several values" in texts(healthy(at))
    assert at.button(key="mapping_use").disabled
    again = AppTest.from_file(str(root / "app.py"), default_timeout=60)
    again.query_params["w"] = at.query_params["w"]
    assert again.run().selectbox(key="map_f1_tool").value == "act[*].name"
    healthy(again.button(key="mapping_reset").click().run())
    assert "1 with a result" in texts(again)


def test_fields_of_a_known_file_can_be_mapped_too(root: Path) -> None:
    """A file that a format claims has a button for it."""
    at = page(root, "f1", bench_json=TRACES)
    healthy(at.button(key="report_fields").click().run())
    assert at.button(key="mapping_use")
    assert "records ·" in texts(at)


def test_a_dropped_mapping_is_listed_and_used(root: Path) -> None:
    """It has a role of its own, and the report of the file says by what it was read."""
    mapping = {"toolscore_mapping": 1, "records": "$.steps[*]", "tool": "act.name"}
    at = page(root, "f1", odd_json=ODD, m_json=mapping)
    assert cells(at, "Files", "role") == ["Trace", "Field mapping"]
    assert "Read by the field mapping that was dropped." in texts(at)


def test_aliases_are_proposed_and_added(root: Path) -> None:
    """What is proposed is listed with why; a name is given another meaning by hand, and the gold to download has it."""
    traces = [{"case_id": "one", "calls": [{"tool": "mcp__crm__find", "args": {}}, {"tool": "search"}]}]
    at = page(root, gold_json=GOLD, run_json=traces)
    assert cells(at, "Tool names", "recorded") == ["mcp__crm__find"]
    assert cells(at, "Tool names", "why") == ["the same without its prefix"]
    assert "1 name proposed · 1 recorded name that the gold does not know" in texts(at)
    at.button(key="aliases_add_button").click().run()
    assert cells(healthy(at), "Tool names", "why") == ["the same without its prefix", "chosen here"]
    assert [case.aliases for case in current(at).gold] == [{"search": "find"}]


@pytest.mark.parametrize(
    ("event", "aliases_after"),
    [
        (Event("accept", "0"), {"mcp__crm__find": "find"}),
        (Event("gold", "0", "1"), {"mcp__crm__find": "other"}),
        (Event("remove", "0"), {"mcp__crm__find": "mcp__crm__find"}),
        (Event("gold", "0", "9"), None),
        (Event("accept", "7"), None),
        (Event("accept", "x"), None),
        (Event("sing", "0"), None),
    ],
)
def test_what_the_list_of_names_sends(root: Path, event: Event, aliases_after: dict[str, str] | None) -> None:
    """What is known is done; anything else changes nothing."""
    gold = [{"id": "one", "calls": [{"tool": "find"}, {"tool": "other"}]}]
    at = page(root, gold_json=gold, run_json=[{"tool": "mcp__crm__find"}])
    token = param(at, "w")
    held = state.store().get(token)
    assert held is not None

    def script(token: str, kind: str, row: str, value: str) -> None:
        import streamlit as st

        from pages._ui import state
        from pages._ui.start import aliases
        from pages._ui.table import Event

        st.query_params["w"] = token
        found = state.view()
        st.text(aliases.apply(found.names, Event(kind, row, value)))  # type: ignore[union-attr]

    done = AppTest.from_function(script, args=(token, event.kind, event.row, event.value), default_timeout=60).run()
    assert healthy(done).text[0].value == str(aliases_after is not None)
    assert held.inputs.aliases == (aliases_after or {})


def test_nothing_of_a_credential_reaches_the_page(root: Path) -> None:
    """Names of tools, keys, ids and files that are credentials are masked in report, editor and list of names."""
    token = github()
    traces = [{"id": token, "model": token, "calls": [{"tool": token, "args": {token: token}}, {"no": token}]}]
    at = page(root, "f2", gold_json=GOLD, run_json=traces)
    assert token not in str(tables(at)) + texts(at) + str([box.options for box in at.selectbox])
    at = page(root, odd_json={token: [{"name": "a", "args": {token: token}, "result": token}]})
    drawn = str(tables(at)) + texts(at) + str([(box.options, box.value) for box in at.selectbox])
    assert token not in drawn + str([each.value for each in at.text_input])
    assert all(token not in frame.value.to_csv() for frame in at.dataframe)

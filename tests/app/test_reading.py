"""How the files of a workspace are read: archives, folders, formats chosen by hand, mappings."""

import io
import json
import zipfile
from typing import Any

import pytest

from pages._ui.evaluating import View, build
from pages._ui.jobs import Cancelled, Progress
from pages._ui.limits import StoreLimits
from pages._ui.store import HeldFile, HeldWorkspace
from toolscore_core.mapping import FieldMapping, mapping_to_json

CALLS = [{"tool": "a", "args": {"x": 1}, "result": 1}]
GOLD = [{"id": "one", "calls": [{"tool": "a", "args": {"x": 1}}]}]
ODD = {"steps": [{"act": {"name": "a", "input": {"x": 1}}, "seen": 1}, {"act": {"name": "b", "input": {}}}]}
MAPPING = FieldMapping("$.steps[*]", "act.name", args="act.input", result="seen")


def packed(**files: Any) -> bytes:
    """A zip archive of files named `x_json` for x.json and `in__x_json` for in/x.json."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in files.items():
            data = content if isinstance(content, bytes) else json.dumps(content).encode()
            archive.writestr(name.replace("__", "/").replace("_", "."), data)
    return buffer.getvalue()


def holding(files: dict[str, Any]) -> HeldWorkspace:
    """A workspace that holds files, each given as bytes or as what its JSON says."""
    held = HeldWorkspace("token", StoreLimits())
    held.add([
        (name, content if isinstance(content, bytes) else json.dumps(content).encode())
        for name, content in files.items()
    ])  # fmt: skip
    return held


def built(held: HeldWorkspace) -> View:
    """Bring it up to date, as a job does."""
    held.built = build(held, 1000, Progress())
    found: View = held.built
    return found


def named(held: HeldWorkspace, name: str) -> HeldFile:
    """The file of that name."""
    return next(file for file in held.inputs.files if file.name == name)


def listed(view: View) -> list[tuple[str, str | None, int | None]]:
    """Name, role and number of calls of every file."""
    return [(str(file.name), file.role, file.calls) for file in view.files]


def test_each_file_of_an_archive_is_listed() -> None:
    """The archive stands first, then what is in it, each in its own role, and they are scored together."""
    view = built(holding({"all.zip": packed(gold_json=GOLD, m__run_json=CALLS, readme_txt=b"hello")}))
    assert listed(view) == [
        ("all.zip", None, None),
        ("all.zip/gold.json", "gold", 1),
        ("all.zip/m/run.json", "trace", 1),
    ]
    assert [entry.score for entry in view.entries] == [1.0]
    archive = view.files[0]
    assert archive.archive
    assert archive.report is not None
    assert [left.count for left in archive.report.skipped] == [1]


def test_a_part_of_an_archive_can_be_corrected() -> None:
    """Its role is changed like that of any file; the archive is not listed twice."""
    held = holding({"all.zip": packed(a_json=GOLD, b_json=CALLS)})
    built(held)
    held.set_file(named(held, "all.zip/b.json").id, role="gold")
    assert listed(built(held)) == [
        ("all.zip", None, None),
        ("all.zip/a.json", "gold", 1),
        ("all.zip/b.json", "gold", 1),
    ]


def test_an_archive_takes_its_parts_with_it() -> None:
    """Removed, or replaced by another one, none of its parts stays."""
    held = holding({"all.zip": packed(a_json=GOLD, b_json=CALLS)})
    built(held)
    held.replace_file("f1", "other.zip", packed(c_json=CALLS, d_json=CALLS))
    assert [name for name, _, _ in listed(built(held))] == ["other.zip", "other.zip/c.json", "other.zip/d.json"]
    held.remove("f1")
    assert held.inputs.files == ()


def test_an_archive_of_one_file_is_a_file() -> None:
    """It stands in the list once, and can be read otherwise."""
    held = holding({"one.zip": packed(run_json=ODD)})
    view = built(held)
    assert [file.unknown for file in view.files] == [True]
    held.set_file("f1", mapping=MAPPING)
    assert listed(built(held)) == [("one.zip", "trace", 2)]


def test_a_damaged_archive_is_a_problem() -> None:
    """It is listed with what is wrong."""
    view = built(holding({"bad.zip": packed(a_json=CALLS)[:-30]}))
    assert [(file.outcome, file.role) for file in view.files] == [("problem", None)]


def session(agent: str | None = None) -> bytes:
    """Lines of a coding agent's session, or of a sub-agent of it."""
    of = {"sessionId": "s1", "cwd": "/work", "version": "2.0.0", "isSidechain": agent is not None}
    if agent is not None:
        of["agentId"] = agent
    use = {"type": "tool_use", "id": f"t-{agent}", "name": "Read" if agent else "Task", "input": {"path": "a"}}
    lines = [
        {**of, "type": "user", "uuid": f"u1{agent}", "parentUuid": None, "message": {"role": "user", "content": "Go"}},
        {**of, "type": "assistant", "uuid": f"u2{agent}", "parentUuid": f"u1{agent}",
         "message": {"id": f"m-{agent}", "type": "message", "role": "assistant", "model": "m", "content": [use]}},
    ]  # fmt: skip
    return "\n".join(map(json.dumps, lines)).encode()


def test_files_of_one_folder_that_belong_together_are_read_together() -> None:
    """A session and its sub-agent are one line of traces; the other file says with which it was read."""
    files = {"s/s1.jsonl": session(), "s/subagents/agent-x.jsonl": session("x"), "s/gold.json": GOLD}
    held = holding(files)
    view = built(held)
    lead, other, gold = view.files
    assert (lead.together, lead.calls, other.joined, other.outcome) == (2, 2, "s/s1.jsonl", "all")
    assert gold.role == "gold"
    held.remove(named(held, "s/subagents/agent-x.jsonl").id)
    assert [(file.together, file.calls) for file in built(held).files] == [(1, 1), (1, 1)]


def test_a_file_that_is_added_to_a_folder_joins_it() -> None:
    """A sub-agent that is dropped later is read with its session."""
    held = holding({"s/s1.jsonl": session()})
    built(held)
    held.add([("s/subagents/agent-x.jsonl", session("x"))])
    assert [file.together for file in built(held).files] == [2, 1]


def test_a_format_chosen_by_hand_is_used() -> None:
    """It is read again as that; what does not fit says so, and choosing none goes back."""
    held = holding({"x.json": CALLS})
    assert built(held).files[0].recognised == "List of calls"
    held.set_file("f1", format="otel")
    view = built(held)
    assert (view.files[0].format, view.files[0].calls) == ("otel", None if view.files[0].role is None else 0)
    held.set_file("f1", format="auto")
    assert built(held).files[0].calls == 1


def test_a_dropped_mapping_reads_the_files_it_fits() -> None:
    """Files that no format claims are read by it until it is removed; others are not touched."""
    mapping = mapping_to_json(MAPPING).encode()
    held = holding({"odd.json": ODD, "other.json": {"weather": [{"day": 1}]}, "plain.json": CALLS, "m.json": mapping})
    view = built(held)
    assert listed(view)[0] == ("odd.json", "trace", 2)
    assert [(file.mapped, file.unknown) for file in view.files] == [
        ("dropped", False),
        ("", True),
        ("", False),
        ("", False),
    ]
    assert view.files[3].role == "mapping"
    held.remove("f4")
    assert [file.unknown for file in built(held).files] == [True, True, False]


def test_a_mapping_that_is_dropped_later_is_tried_too() -> None:
    """The order in which files come does not matter."""
    held = holding({"odd.json": ODD})
    assert built(held).files[0].unknown
    held.add([("m.json", mapping_to_json(MAPPING).encode())])
    assert built(held).files[0].mapped == "dropped"


def test_a_mapping_made_by_hand_goes_first() -> None:
    """It is kept with the file until it is taken back."""
    held = holding({"plain.json": CALLS})
    held.set_file("f1", mapping=FieldMapping("$[*]", "tool"))
    view = built(held)
    assert (view.files[0].mapped, view.files[0].recognised) == ("hand", "Field mapping")
    held.set_file("f1", mapping=None)
    assert built(held).files[0].recognised == "List of calls"


def test_reading_one_large_file_can_be_cancelled() -> None:
    """Calls are counted while a file is read, and Cancel ends it before its end."""
    held = holding({"large.json": CALLS * 2000})

    class Impatient(Progress):
        said: list[str]

        def step(self, done: int, total: int, text: str) -> None:
            super().step(done, total, text)
            if "calls so far" in text:
                self.said = [text]
                self.cancel()

    progress = Impatient()
    with pytest.raises(Cancelled):
        build(held, 10_000, progress)
    assert progress.said == ["Reading file 1 of 1: 500 calls so far"]
    assert held.inputs.files[0].intake is None

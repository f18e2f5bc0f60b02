"""No page, download, command or log shows a credential: one of each kind is planted in each place, and all is searched."""

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from streamlit.testing.v1 import AppTest

from pages._ui import state
from pages._ui.evaluating import build
from pages._ui.jobs import Progress
from pages._ui.review.make_gold import gold_case
from pages._ui.safety import drafting
from tests import planting
from tests.app.driving import healthy, param
from tests.planting import readable
from toolscore_core.cli import main
from toolscore_core.gold import dataset_to_jsonl
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.report.export import report_name, to_csv, to_html, to_json, to_markdown

REVIEW_ROWS = ("1", "2", "3", "5", "6", "7", "8", "60")
"""Rows whose call is opened: one for each place."""


def sent(at: AppTest) -> bytes:
    """Everything that the browser was given."""
    protos: Iterator[Any] = (getattr(node, "proto", None) for block in (at.main, at.sidebar) for node in block)
    return b"\n".join(proto.SerializeToString() for proto in protos if hasattr(proto, "SerializeToString"))


def names_of(entry: MaskedEvaluation) -> dict[str, str]:
    """The query parameters of an entry."""
    return {name: str(value) for name, value in state.entry_params(entry).items() if value is not None}


class Visitor:
    """Opens pages of the workspace with the planted files."""

    def __init__(self, root: Path, token: str) -> None:
        self.root = root
        self.token = token

    def __call__(self, page: str = "", **params: str) -> AppTest:
        at = AppTest.from_file(str(self.root / "app.py"), default_timeout=120)
        if page:
            at.switch_page(f"pages/{page}.py")
        for name, value in {"w": self.token, **params}.items():
            at.query_params[name] = value
        at = healthy(at.run())
        given = sent(at)
        assert readable(given) == [], (page, params)
        assert b"REDACTED" in given, (page, params)
        return at


@pytest.fixture
def visit(root: Path) -> Visitor:
    """Opens pages of a workspace that holds the planted files."""
    held = state.store().create()
    held.add(list(planting.files().items()))
    with held.building:
        held.built = build(held, 100_000, Progress())
    return Visitor(root, held.token)


def held_view(visit: Visitor) -> Any:
    """What was computed from the planted files."""
    held = state.store().get(visit.token)
    assert held is not None
    return held.built


def test_the_planted_are_found(visit: Visitor) -> None:
    """The search would find something: every kind and place is among the findings."""
    view = held_view(visit)
    findings = [finding for entry in view.entries for finding in entry.findings if finding.kind == "credential"]
    assert {finding.source for finding in findings} == {"args", "result", "error", "tool", "metadata", "conversation"}
    assert any(finding.in_key for finding in findings)
    assert any(finding.via == "base64" for finding in findings)
    assert len({finding.ordinal for finding in findings}) >= 0.95 * len(planting.PLANTS)
    assert readable(b"".join(planting.files().values()))


def test_start(visit: Visitor) -> None:
    """The start page, and the report of each file."""
    for file in held_view(visit).files:
        visit(file=file.id)
        visit(file=file.id, view="fields")


def test_review(visit: Visitor) -> None:
    """Lane, table, conversation and the inspector of a call of each kind of place, for every entry."""
    entries = held_view(visit).entries
    for entry in entries:
        visit("review", **names_of(entry))
    for entry in (entries[0], entries[-1]):
        for view in ("table", "conversation"):
            visit("review", **names_of(entry), view=view)
    for row in REVIEW_ROWS:
        visit("review", **names_of(entries[0]), row=row)


def test_arguments_and_performance(visit: Visitor) -> None:
    """Charts, their texts, and values behind cells."""
    visit("arguments")
    visit("arguments", view="case", filter="all")
    visit("arguments", tool="send", arg="note", run=str(held_view(visit).runs[0]))
    for view in ("time", "cost", "waste"):
        for scope in ("run", "tool", "model", "case"):
            visit("performance", view=view, scope=scope, filter="failed", tool=str(held_view(visit).runs[0]))


def test_compare(visit: Visitor) -> None:
    """Sentences, strip and list, the calls of every case side by side, and charts."""
    view = held_view(visit)
    for case in view.cases:
        visit("compare", case=str(case), filter="all")
    visit("compare", base=str(view.runs[-1]), view="charts")


def test_safety(visit: Visitor) -> None:
    """Every group of findings, and every rules file in the editor."""
    visit("safety")
    for ordinal in range(1, len(planting.PLANTS), 45):
        visit("safety", filter=f"credential-{ordinal}")
    visit("safety", filter="rule-1")
    held = state.store().get(visit.token)
    assert held is not None
    for file in drafting.rule_files(held):
        visit("safety", view="rules", file=file.id)
    drafting.note_typed(held, drafting.NEW, json.dumps([{"tool": planting.PLANTS[0].secret}]))
    visit("safety", view="rules", file=drafting.NEW)


def test_downloads(visit: Visitor) -> None:
    """Reports of one case and of all, their names, and gold made of traces."""
    view = held_view(visit)
    for shown in (view.entries, *([entry] for entry in view.entries[:3])):
        for write in (to_html, to_markdown, to_csv, to_json):
            assert readable(write(shown)) == []
        assert readable(report_name(shown, "html")) == []
    made = [gold_case(e, range(len(e.trace.calls)), range(len(e.trace.calls)), "x") for e in view.evaluations.values()]
    assert readable(dataset_to_jsonl(made)) == []
    assert readable(dataset_to_jsonl(view.gold)) == []


def test_the_address_of_a_page(visit: Visitor) -> None:
    """Names of cases and runs stand masked in the URL."""
    at = visit("review")
    assert readable("".join(param(at, name) for name in state.PARAMETERS)) == []


COMMANDS = {
    "eval": ("eval", "{gold}", "{run}", "{chats}", "--forbidden", "{rules}"),
    "eval in full": ("eval", "-v", "-d", "{gold}", "{run}", "--forbidden", "{rules}", "--min-score", "1"),
    "reports": ("eval", "{gold}", "{run}", "-o", "o.json", "--html", "o.html", "--csv", "o.csv", "--markdown", "o.md"),
    "bad rules": ("eval", "{gold}", "{run}", "--forbidden", "{bad}", "-d"),
    "broken": ("eval", "-d", "{gold}", "{broken}"),
    "gold for trace": ("eval", "-d", "{run}", "{gold}"),
    "formats": ("formats", "{run}", "{chats}", "{broken}", "{unknown}", "{gold}", "{rules}"),
    "mapping": ("mapping", "{unknown}"),
    "scan": ("scan", "-v", "{run}", "{chats}", "--forbidden", "{rules}"),
    "scan as JSON": ("scan", "--json", "{run}", "{chats}", "{broken}"),
    "no such file": ("scan", "-d", "gone-{run}"),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The planted files in a working directory; short names for them."""
    monkeypatch.chdir(tmp_path)
    names = dict(zip(("run", "chats", "broken", "unknown", "gold", "rules", "bad"), planting.files(), strict=True))
    for name, data in planting.files().items():
        (tmp_path / name).write_bytes(data)
    return names


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_commands(folder: dict[str, str], command: tuple[str, ...], caplog: pytest.LogCaptureFixture) -> None:
    """What a command prints, logs and writes."""
    with caplog.at_level(logging.DEBUG):
        result = CliRunner().invoke(main, [part.format(**folder) for part in command], terminal_width=100)
    assert readable(result.output) == []
    assert readable(result.stderr) == []
    assert readable(caplog.text) == []
    written = [path for path in Path.cwd().iterdir() if path.name.startswith("o.")]
    assert len(written) == (4 if "-o" in command else 0)
    for path in written:
        assert readable(path.read_bytes()) == []

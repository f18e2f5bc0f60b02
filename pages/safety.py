"""What must not have happened: credentials in traces, and forbidden calls, each leading to its call."""

from typing import Any, Final

import pandas as pd
import streamlit as st

from pages._ui import state, table
from pages._ui.charts import frame_of, note
from pages._ui.opening import open_review, place_of, review_address
from pages._ui.shell import run_page
from pages._ui.state import View
from pages._ui.table import Column, TableRow
from pages._ui.widgets import nothing, page_head
from toolscore_core.report.frames import findings_frame, lines_of, rules_frame
from toolscore_core.report.sentences import case_rules_note, safety_sentence
from toolscore_core.report.words import NONE, count_text, plain

MOST_LINES: Final = 500

_CREDENTIALS: Final = (
    Column("name", "Credential", "20%"),
    Column("case", "Case", "20%"),
    Column("run", "Run", "14%"),
    Column("tool", "Call", "18%"),
    Column("where", "Where", "28%"),
)
_FORBIDDEN: Final = (
    Column("name", "Rule", "20%"),
    Column("case", "Case", "20%"),
    Column("run", "Run", "14%"),
    Column("tool", "Call", "18%"),
    Column("where", "Reason", "28%"),
)


def show(view: View) -> None:
    """Everything below the menu."""
    page_head("Safety")
    if all(entry.trace is None for entry in view.entries):
        nothing(view, "No trace was read, so there is nothing to check. The start page says what was read.")
        if view.rules is not None:
            _rules(view)
        return
    st.text(safety_sentence(view.entries, None if view.rules is None else len(view.rules)))
    findings = frame_of(view, findings_frame)
    _findings("Credentials", findings[findings["kind"] == "credential"], _CREDENTIALS)
    _findings("Forbidden calls", findings[findings["kind"] == "forbidden call"], _FORBIDDEN)
    _rules(view)


def _findings(title: str, found: pd.DataFrame, columns: tuple[Column, ...]) -> None:
    """Findings of one kind, by credential or rule, each a row that leads to its call."""
    if found.empty:
        return
    ordered = found.sort_values(["name", "ordinal", "case", "run"], kind="stable")
    lines = lines_of(ordered.head(MOST_LINES))
    st.header(title, anchor=False)
    event = table.table(title, columns, [_finding(number, line) for number, line in enumerate(lines)], title)
    if len(ordered) > MOST_LINES:
        note(f"The first {MOST_LINES} of {len(ordered):,}; the JSON report holds all.")
    if event is not None and event.row.isdecimal() and int(event.row) < len(lines):
        open_review(**place_of(lines[int(event.row)]))


def _finding(number: int, line: dict[str, Any]) -> TableRow:
    credential = line["kind"] == "credential"
    name = f"● {line['name']} #{line['ordinal']}" if credential else line["name"]
    where = f"{line['source']} {line['path']}: {line['preview']}" if credential else line["reason"] or "no reason given"
    trial = f" · trial {line['trial']}" if line["trial"] is not None else ""
    return TableRow(
        str(number),
        {
            "name": table.parts(table.Part(plain(name), "failed", chip=True)),
            "case": table.link(plain(line["case"]) + trial, review_address(**place_of(line)), "open"),
            "run": table.text(plain(line["run"]) or NONE),
            "tool": table.text(plain(f"{line['call_index'] + 1} · {line['tool']}")),
            "where": table.text(plain(where)),
        },
        "open",
    )


def _rules(view: View) -> None:
    """The rules of dropped files, with their hits."""
    st.header("Rules", anchor=False)
    if view.rules is None:
        st.text(
            'No rules file was dropped. A rules file is a list such as [{"tool": "shell", "reason": "never run commands"}].'
        )
        st.page_link("app.py", label="Drop one on the start page", query_params=state.link_params())
        return
    lines = lines_of(rules_frame(view.rules, view.entries, view.masker))
    if not lines:
        st.text("The rules file holds no rule.")
        return
    silent = sum(not line["hits"] for line in lines)
    st.text(
        f"{count_text(len(lines), 'rule')}, {silent} of them never broken. A call counts for the first rule it breaks."
    )
    columns = (
        Column("number", "#", "6%"),
        Column("tool", "Tool", "20%"),
        Column("arguments", "Arguments", "32%"),
        Column("reason", "Reason", "26%"),
        Column("hits", "Hits", "16%"),
    )
    table.table("Rules", columns, [_rule(line) for line in lines], "rules")
    own = case_rules_note(frame_of(view, findings_frame), len(lines))
    if own:
        note(own)


def _rule(line: dict[str, Any]) -> TableRow:
    hits = (
        f"{count_text(line['hits'], 'call')} in {count_text(line['traces'], 'trace')}"
        if line["hits"]
        else "never broken"
    )
    return TableRow(
        str(line["rule_index"]),
        {
            "number": table.text(str(line["rule_index"] + 1)),
            "tool": table.text(plain(line["tool"])),
            "arguments": table.text(plain(line["arguments"]), "muted" if line["arguments"] == "any" else "plain"),
            "reason": table.text(plain(line["reason"] or "no reason given"), "plain" if line["reason"] else "muted"),
            "hits": table.text(hits, "failed" if line["hits"] else "muted"),
        },
    )


run_page("safety", show)

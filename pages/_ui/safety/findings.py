"""Findings grouped by credential and by broken rule; the chosen group with its places, each leading to its call."""

from dataclasses import replace
from typing import Any, Final
from urllib.parse import urlencode

import pandas as pd
import streamlit as st

from pages._ui import state, table
from pages._ui.held import frame_of
from pages._ui.opening import open_review, place_of, review_address
from pages._ui.safety.severity import severity_part
from pages._ui.state import View
from pages._ui.table import Column, Part, TableRow
from toolscore_core.report.finding_words import via_text
from toolscore_core.report.frames import broken_rules_frame, credentials_frame, findings_frame, lines_of
from toolscore_core.report.loading import sentence
from toolscore_core.report.safety_frames import rule_of
from toolscore_core.report.words import NONE, arguments_text, count_text, plain

MOST_LINES: Final = 500
MOST_CHARACTERS: Final = 200

_CREDENTIALS: Final = (
    Column("name", "Credential", "42%"),
    Column("preview", "Shown as", "24%"),
    Column("places", "Found", "34%"),
)
_FORBIDDEN: Final = (
    Column("rule", "Rule", "26%"),
    Column("severity", "Severity", "15%"),
    Column("reason", "Reason", "31%"),
    Column("hits", "Calls", "28%"),
)
_PLACES: Final = (
    Column("case", "Case", "40%", wrap=True),
    Column("call", "Call", "26%", wrap=True),
    Column("where", "Where", "34%", wrap=True),
)


def draw_findings(view: View) -> None:
    """Draw them all: groups on the left, the places of the chosen one on the right."""
    findings = frame_of(view, findings_frame)
    credentials, broken = credentials_frame(findings), broken_rules_frame(findings)
    groups = [*lines_of(broken), *lines_of(credentials)]
    if not groups:
        return
    wanted = state.param("filter")
    chosen = next((group for group in groups if group["group"] == wanted), groups[0])
    certain = credentials["confidence"] == "high"
    left, right = st.container(key="stacked_findings").columns((0.6, 0.4), gap="small")
    with left:
        _broken(broken, chosen)
        _credentials("Credentials", credentials[certain], chosen)
        _credentials("Likely credentials", credentials[~certain], chosen, "Only the name of their key says so.")
    with right, st.container(border=True, key="card_group", gap="small"):
        _group(view, chosen, findings)


def _broken(broken: pd.DataFrame, chosen: dict[str, Any]) -> None:
    if broken.empty:
        return
    st.header("Forbidden calls", anchor=False)
    rows = [
        TableRow(
            line["group"],
            {
                "rule": table.link(f"⊘ {line['rule']}: {line['tools']}", _address(line["group"]), "pick"),
                "severity": table.parts(severity_part(line["severity"])),
                "reason": table.text(
                    plain(line["reason"] or "no reason given"), "plain" if line["reason"] else "muted"
                ),
                "hits": table.text(_hits(line), "plain", line["runs"]),
            },
            "pick",
            selected=line["group"] == chosen["group"],
        )
        for line in lines_of(broken.head(MOST_LINES))
    ]
    _follow(table.table("Forbidden calls", _FORBIDDEN, rows, "broken", narrow=True))
    _rest(len(broken))


def _hits(line: dict[str, Any]) -> str:
    unsure = f", {line['undecided']:,} undecided" if line["undecided"] else ""
    return f"{count_text(line['hits'], 'call')} in {count_text(line['traces'], 'trace')}{unsure}"


def _credentials(title: str, credentials: pd.DataFrame, chosen: dict[str, Any], why: str = "") -> None:
    if credentials.empty:
        return
    st.header(title, anchor=False)
    if why:
        with st.container(key="quiet_likely"):
            st.text(why)
    rows = [
        TableRow(
            line["group"],
            {
                "name": table.link(f"● #{line['ordinal']} {plain(line['name'])}", _address(line["group"]), "pick"),
                "preview": table.text(
                    plain(line["preview"]) or "nothing shown", "plain" if line["preview"] else "muted"
                ),
                "places": table.text(_spread(line), "plain", line["runs"]),
            },
            "pick",
            selected=line["group"] == chosen["group"],
        )
        for line in lines_of(credentials.head(MOST_LINES))
    ]
    _follow(table.table(title, _CREDENTIALS, rows, f"found_{title}", narrow=True))
    _rest(len(credentials))


def _spread(line: dict[str, Any]) -> str:
    return f"{count_text(line['places'], 'place')} in {count_text(line['traces'], 'trace')}"


def _rest(count: int) -> None:
    if count > MOST_LINES:
        st.text(f"The first {MOST_LINES} of {count:,}; the JSON report holds all.")


def _address(group: str) -> str:
    return "safety?" + urlencode(state.link_params(filter=group))


def _follow(event: table.Event | None) -> None:
    if event is not None and event.row != state.param("filter"):
        state.set_params(filter=event.row)
        st.rerun()


def _group(view: View, group: dict[str, Any], findings: pd.DataFrame) -> None:
    """The chosen group: what it is, and each of its places."""
    credential = "ordinal" in group
    with st.container(key="strong_group"):
        if credential:
            st.text(f"● credential #{group['ordinal']}: {plain(group['name'])}")
        else:
            owner = f" of {plain(group['case'])}" if group["case"] else ""
            st.text(f"⊘ {group['rule']}{owner}: {group['tools']}")
    with st.container(key="quiet_group", gap="xxsmall"):
        for line in _facts(group):
            st.text(line)
    same = [line for line in lines_of(findings) if _belongs(line, group)]
    shown = same[:MOST_LINES]
    *columns, last = _PLACES
    columns.append(last if credential else replace(last, title="Arguments"))
    event = table.table(
        "Places", columns, [_place(view, number, line) for number, line in enumerate(shown)], "places", narrow=True
    )
    _rest(len(same))
    if event is not None and event.row.isdecimal() and int(event.row) < len(shown):
        open_review(**_target(shown[int(event.row)]))


def _belongs(line: dict[str, Any], group: dict[str, Any]) -> bool:
    if "ordinal" in group:
        return bool(line["kind"] == "credential" and line["ordinal"] == group["ordinal"])
    return line["kind"] == "forbidden call" and rule_of(line) == (group["rule"], group["case"])


def _facts(group: dict[str, Any]) -> list[str]:
    if "ordinal" not in group:
        severity = f"Severity {group['severity']}. " if group["severity"] else ""
        facts = [f"{severity}{sentence(group['reason'] or 'no reason given')}"]
        if group["undecided"]:
            facts.append(
                "Undecided: a pattern of the rule ran out of time, so nobody knows whether these calls break it."
            )
    else:
        shown = plain(group["preview"])
        facts = [f"Shown as {shown}" if shown else "Nothing of it is shown"]
        if group["confidence"] != "high":
            facts[0] += "; no format tells it, only the name of its key"
        if group["via"]:
            facts.append(f"Found under {group['via']}")
        inside = f"{count_text(group['calls'], 'call')} of " if group["calls"] else ""
        facts.append(f"{count_text(group['places'], 'place')} in {inside}{count_text(group['traces'], 'trace')}")
    if group["runs"]:
        facts.append(f"By run: {group['runs']}")
    return facts


def _place(view: View, number: int, line: dict[str, Any]) -> TableRow:
    trial = f" · trial {line['trial']}" if line["trial"] is not None else ""
    case = plain(line["case"]) or "unnamed trace"
    run = f" · {plain(line['run'])}" if line["run"] and line["run"] != line["case"] else ""
    if line["call_index"] is not None:
        call = f"{line['call_index'] + 1} · {plain(line['tool'])}"
    else:
        call = f"turn {line['turn'] + 1}" if line["turn"] is not None else NONE
    return TableRow(
        str(number),
        {
            "case": table.link(f"{case}{trial}{run}", review_address(**_target(line)), "open"),
            "call": table.text(call),
            "where": table.parts(*_where(view, line)),
        },
        "open",
    )


def _where(view: View, line: dict[str, Any]) -> list[Part]:
    """The place of a credential; of a forbidden call what it misses, or its arguments."""
    if line["kind"] == "credential":
        via = [Part(via_text(line["via"]), "muted", chip=True)] if line["via"] else []
        return [Part(line["where"]), *via]
    unsure = (
        [Part("undecided", "changed", "undecided: a pattern took too long", chip=True)] if line["undecided"] else []
    )
    if line["because"]:
        return [Part(plain(line["because"])), *unsure]
    entry = view.entry(line["key"])
    call = entry.trace.calls[line["call_index"]] if entry is not None and entry.trace is not None else None
    return [Part(arguments_text(call.args or {})[:MOST_CHARACTERS], "muted"), *unsure] if call is not None else unsure


def _target(line: dict[str, Any]) -> dict[str, str | int | None]:
    """Where Review shows a finding: the row of its call, or the conversation."""
    place = place_of(line)
    return place if line["turn"] is None else {**place, "view": "conversation"}

"""The rules of the workspace in an editor, and beside it what they forbid in all loaded runs while they are written."""

from functools import partial
from typing import Any, Final

import streamlit as st

from pages._ui import jobs, state, table
from pages._ui.choosing import box
from pages._ui.jobs import Job
from pages._ui.opening import open_review, place_of, review_address
from pages._ui.safety import drafting
from pages._ui.safety.drafting import NEW, Draft
from pages._ui.safety.editor import editor, typed
from pages._ui.safety.severity import severity_part
from pages._ui.safety.trying import Trial, try_out
from pages._ui.state import View
from pages._ui.store import HeldWorkspace
from pages._ui.table import Column, Part, TableRow
from toolscore_core.report.frames import lines_of
from toolscore_core.report.loading import sentence
from toolscore_core.report.safety_frames import called_tools, rule_of
from toolscore_core.report.sentences import trial_sentence
from toolscore_core.report.words import count_text, plain

MOST_LINES: Final = 200

_RULES: Final = (
    Column("number", "#", "7%"),
    Column("rule", "Forbids", "40%"),
    Column("severity", "Severity", "19%"),
    Column("hits", "Calls", "27%"),
    Column("remove", "Take out", "7%", "right", hidden=True),
)
_HITS: Final = (
    Column("case", "Case", "46%"),
    Column("call", "Call", "30%"),
    Column("rule", "Rule", "24%"),
)


def draw_rules(view: View) -> None:
    """Draw the editor and what its rules forbid."""
    held = state.held_workspace()
    files = drafting.rule_files(held)
    ids = [file.id for file in files] or [NEW]
    file_id = state.param("file") if state.param("file") in [*ids, NEW] else ids[0]
    draft = drafting.draft_of(held, str(file_id))
    found = try_out(held, view, draft)
    _tools(held, view, draft, ids)
    left, right = st.container(key="stacked_rules").columns((0.52, 0.48), gap="small")
    with left:
        _editor(held, draft, found.rules if isinstance(found, Trial) else None)
        _state_of(draft)
        _buttons(held, draft)
    with right:
        _trial(held, view, draft, found)


def _tools(held: HeldWorkspace, view: View, draft: Draft, ids: list[str]) -> None:
    """Which rules are edited, and what can be added to them."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="rules_tools"):
        if ids != [NEW]:
            names = [plain(drafting.draft_of(held, other).name) for other in ids]
            at = ids.index(draft.file_id) if draft.file_id != NEW else len(ids)
            box("Rules", [*names, "New rules"], at, lambda n: state.set_params(file=[*ids, NEW][n]), width=260)
        stopped = draft.rules is None or bool(draft.sealed)
        policies = drafting.policies()
        _add(
            "Add a starter policy…",
            [policy.name.removesuffix(".rules.yaml") for policy in policies],
            stopped,
            lambda n: drafting.add_policy(held, draft, policies[n]),
        )
        shown = sorted(called_tools(view.entries))
        _add(
            "Forbid a tool…",
            [plain(tool) for tool in shown],
            stopped,
            lambda n: drafting.add_tool(held, draft, shown[n]),
        )


def _add(label: str, names: list[str], stopped: bool, add: Any) -> None:
    """A box that adds what is chosen in it and is empty again."""
    key = f"add_{label}"
    st.session_state[key] = None
    st.selectbox(
        label,
        range(len(names)),
        index=None,
        format_func=names.__getitem__,
        key=key,
        placeholder=label,
        disabled=stopped or not names,
        label_visibility="collapsed",
        width=210,
        on_change=partial(_added, key, len(names), add),
    )


def _added(key: str, count: int, add: Any) -> None:
    chosen = st.session_state[key]
    if chosen in range(count):
        add(chosen)


def _editor(held: HeldWorkspace, draft: Draft, tried: Any) -> None:
    hits = [] if tried is None else tried["hits"].tolist()
    marks = dict(zip(draft.lines, hits, strict=False)) if len(set(draft.lines)) == len(draft.lines) else {}
    version = f"{draft.file_id}|{draft.base}"
    editor(
        draft.text,
        partial(_typed, held, draft.file_id, version),
        version=version,
        marks=marks,
        error=draft.line,
        sealed=bool(draft.sealed),
    )


def _typed(held: HeldWorkspace, file_id: str, version: str) -> None:
    found = typed()
    if found is not None and found[0] == version:
        drafting.note_typed(held, file_id, found[1])


def _state_of(draft: Draft) -> None:
    """Whether the text can be used, in words; an error with the place."""
    with st.container(key="quiet_rules_state", gap="xxsmall"):
        if draft.sealed:
            st.text(draft.sealed)
        for problem in draft.problems[:3]:
            st.text(sentence(problem))
    if draft.rules is None:
        place = f"Line {draft.line:,}: " if draft.line is not None else ""
        with st.container(key="wrong_rules"):
            st.text(f"✗ {place}{plain(draft.error)}.")


def _buttons(held: HeldWorkspace, draft: Draft) -> None:
    with st.container(horizontal=True, vertical_alignment="center", key="rules_buttons"):
        usable = draft.rules is not None and draft.changed and not draft.sealed
        if st.button("Use these rules", type="primary", disabled=not usable, key="rules_use"):
            state.set_params(file=drafting.use(held, draft))
            st.rerun()
        st.button(
            "Go back",
            disabled=not draft.changed or bool(draft.sealed),
            key="rules_revert",
            on_click=partial(drafting.revert, held, draft.file_id),
        )
        st.download_button(
            "Download rules",
            data=str(draft.text),
            file_name="forbidden.rules.yaml" if draft.text.lstrip().startswith(("-", "#")) else "forbidden.rules.json",
            mime="text/plain",
            on_click="ignore",
            disabled=draft.rules is None or not draft.text.strip(),
            key="rules_download",
        )
        with st.container(key="quiet_rules_use", width="content"):
            st.text(_standing(draft))


def _standing(draft: Draft) -> str:
    if draft.changed:
        return "Not in use yet" if draft.rules is not None else ""
    return "In use" if draft.file_id != NEW else ""


def _trial(held: HeldWorkspace, view: View, draft: Draft, found: Trial | Job[Trial] | None) -> None:
    if found is None:
        st.text("The rules are tried as soon as they can be read.")
    elif isinstance(found, Job):
        _waiting(held, found)
    elif found.rules.empty:
        st.text(
            "Write a rule, add a starter policy, or forbid a tool: what it forbids in the loaded runs shows here at once."
        )
    else:
        _tried(held, draft, found)


def _waiting(held: HeldWorkspace, job: Job[Trial]) -> None:
    if not job.done:
        jobs.draw(job, "trial")
        return
    st.text("Stopped before all traces were looked at." if job.cancelled else "The rules could not be tried.")
    st.button("Try again", key="trial_again", on_click=partial(_again, held))


def _again(held: HeldWorkspace) -> None:
    held.trial_job = None


def _tried(held: HeldWorkspace, draft: Draft, found: Trial) -> None:
    st.text(trial_sentence(found.rules, found.traces))
    event = table.table("Rules", _RULES, [_rule(line, draft) for line in lines_of(found.rules)], "rules", narrow=True)
    if event is not None and event.kind == "remove" and event.row.isdecimal():
        drafting.remove_rule(held, draft, int(event.row))
        st.rerun()
    if event is not None and event.kind == "pick":
        state.set_params(filter=None if state.param("filter") == event.row else event.row)
        st.rerun()
    chosen = state.param("filter") or ""
    hits = lines_of(found.hits)
    if chosen.isdecimal() and int(chosen) < len(found.rules):
        hits = [line for line in hits if line["rule_index"] == int(chosen)]
    if not hits:
        return
    st.header("What they forbid", anchor=False)
    shown = hits[:MOST_LINES]
    event = table.table("Hits", _HITS, [_hit(number, line) for number, line in enumerate(shown)], "hits", narrow=True)
    if len(hits) > MOST_LINES:
        st.text(f"The first {MOST_LINES} of {len(hits):,} calls.")
    if event is not None and event.row.isdecimal() and int(event.row) < len(shown):
        open_review(**place_of(shown[int(event.row)]))


def _rule(line: dict[str, Any], draft: Draft) -> TableRow:
    index = line["rule_index"]
    arguments = line["arguments"] if line["arguments"] != "any" else ""
    why = plain("; ".join(part for part in (line["reason"], arguments, line["limits"]) if part))
    remove = table.actions(("remove", "×", f"Take rule {index + 1} out"))
    return TableRow(
        str(index),
        {
            "number": table.text(str(index + 1), "muted"),
            "rule": table.parts(Part(plain(line["tool"]), "plain", why), *([Part(why, "muted")] if why else [])),
            "severity": table.parts(severity_part(line["severity"])),
            "hits": _outcome(line),
            **({} if draft.sealed else {"remove": remove}),
        },
        "pick" if line["hits"] else "",
        selected=state.param("filter") == str(index),
    )


def _outcome(line: dict[str, Any]) -> table.Cell:
    if line["hits"]:
        unsure = [Part("undecided", "changed", f"{line['undecided']:,} undecided: a pattern took too long", chip=True)]
        calls = Part(
            count_text(line["hits"], "call"), "failed", f"{line['runs']}; {count_text(line['traces'], 'trace')}"
        )
        return table.parts(calls, *(unsure if line["undecided"] else ()))
    if line["called"]:
        return table.text("never broken", "muted")
    near = plain(line["near"])
    return table.text(f"never called; {near}?" if near else "tool never called", "changed", _uncalled(near))


def _uncalled(near: str) -> str:
    return "No loaded run calls such a tool." + (f" Did you mean {near}?" if near else "")


def _hit(number: int, line: dict[str, Any]) -> TableRow:
    trial = f" · trial {line['trial']}" if line["trial"] is not None else ""
    run = f" · {plain(line['run'])}" if line["run"] and line["run"] != line["case"] else ""
    name = f"{plain(line['case']) or 'unnamed trace'}{trial}{run}"
    mark = [Part("undecided", "changed", "undecided: a pattern took too long", chip=True)] if line["undecided"] else []
    rule, _ = rule_of(line)
    return TableRow(
        str(number),
        {
            "case": table.link(name, review_address(**place_of(line)), "open"),
            "call": table.text(f"{line['call_index'] + 1} · {plain(line['tool'])}"),
            "rule": table.parts(Part(rule, "plain", plain(line["because"] or line["reason"] or rule)), *mark),
        },
        "open",
    )

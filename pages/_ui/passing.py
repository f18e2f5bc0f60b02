"""When a case passes and how the score is weighed, for the whole workspace: shown on a button, changed behind it."""

from typing import Final

import streamlit as st

from pages._ui import state
from pages._ui.evaluating import View
from pages._ui.held import held
from pages._ui.limits import StoreError
from pages._ui.widgets import refusal
from toolscore_core.evaluation import (
    DEFAULT_PASS_RULE,
    DEFAULT_WEIGHTS,
    PassRule,
    VerdictChanges,
    resolve_weights,
    verdict_changes,
)
from toolscore_core.report.scores import WEIGHT_TITLES
from toolscore_core.report.words import count_text

_MOST_WEIGHT: Final = 1000.0

_WIDTH: Final = 440
"""Of the boxes, in pixels: three beside each other."""


def pass_rule_control(view: View) -> None:
    """Draw the button that says when a case passes; what is chosen behind it holds for every page."""
    weights = state.held_workspace().inputs.weights
    own = "" if weights == DEFAULT_WEIGHTS else ", own weights"
    label = f"Passes when **{view.rule.brief}{own}**"
    with st.popover(label, key="pass_rule"), st.container(width=_WIDTH, gap="small"):
        _editor(view, weights)


@st.fragment
def _editor(view: View, weights: dict[str, float]) -> None:
    """The boxes; only they are drawn again until something is applied."""
    rule = _rule(view)
    chosen = _weights(view, weights)
    usable = _say_weights(chosen)
    if usable:
        _say_changes(view, rule, chosen)
    changed = (rule, chosen) != (view.rule, weights)
    with st.container(horizontal=True):
        if st.button("Apply", type="primary", disabled=not (usable and changed), key="apply_pass_rule"):
            _apply(rule, chosen)
        default = (view.rule, weights) == (DEFAULT_PASS_RULE, DEFAULT_WEIGHTS)
        if st.button("Back to the default", disabled=default and not changed, key="default_pass_rule"):
            _apply(DEFAULT_PASS_RULE, dict(DEFAULT_WEIGHTS))


def _rule(view: View) -> PassRule:
    st.subheader("A case passes with", anchor=False)
    with st.container(horizontal=True, gap="medium", key="boxes_pass_rule"):
        score = st.number_input(
            "A score of at least", 0.0, 1.0, view.rule.min_score, 0.05, width=136, key=_key(view, "min_score")
        )
        with st.container(width="content", gap="xxsmall"):
            required = st.toggle(
                "Every required call completed", view.rule.all_required, key=_key(view, "all_required")
            )
            clean = st.toggle("No credential or forbidden call", view.rule.no_findings, key=_key(view, "no_findings"))
    return PassRule(view.rule.min_score if score is None else round(score, 2), required, clean)


def _weights(view: View, weights: dict[str, float]) -> dict[str, float]:
    st.subheader("Weights in the score", anchor=False)
    chosen = {}
    with st.container(horizontal=True, gap="small", key="boxes_weights"):
        for name, title in WEIGHT_TITLES.items():
            given = st.number_input(
                title, 0.0, _MOST_WEIGHT, weights[name], 0.1, format="%.4g", width=136, key=_key(view, name)
            )
            chosen[name] = weights[name] if given is None else given
    return chosen


def _key(view: View, name: str) -> str:
    """A box of its own for each moment: what is applied elsewhere shows at once."""
    return f"pass_rule_{view.version}_{state.widget_generation('pass_rule')}_{name}"


def _say_weights(chosen: dict[str, float]) -> bool:
    """Say the shares where they are not what was typed, or what is wrong; True when the weights can be used."""
    try:
        shares = resolve_weights(chosen)
    except ValueError as error:
        refusal(str(error))
        return False
    if abs(sum(chosen.values()) - 1) > 1e-6:
        parts = [f"{WEIGHT_TITLES[name].lower()} {share:.0%}" for name, share in shares.items() if share]
        _quiet("shares", f"That is {', '.join(parts)}.")
    return True


def _say_changes(view: View, rule: PassRule, weights: dict[str, float]) -> None:
    name = f"changes {rule} {weights}"
    changes = held(view, name, lambda: verdict_changes(view.evaluations.values(), rule, weights))
    _quiet("changes", changes_text(changes))
    if any(entry.stored for entry in view.entries):
        _quiet("stored", "Stored results keep the verdicts that their report gives.")


def changes_text(changes: VerdictChanges) -> str:
    """How many verdicts differ from those under the default rule and weights."""
    if not changes.total:
        return "No trace has a verdict yet."
    total = count_text(changes.total, "verdict")
    if not changes.count:
        return f"Same as by default: none of {total} changes."
    verb = "changes" if changes.count == 1 else "change"
    ways = [f"{changes.now_pass:,} now pass" + "es" * (changes.now_pass == 1)] if changes.now_pass else []
    ways += [f"{changes.now_fail:,} now fail" + "s" * (changes.now_fail == 1)] if changes.now_fail else []
    return f"{changes.count:,} of {total} {verb} against the default: {', '.join(ways)}."


def _quiet(name: str, text: str) -> None:
    with st.container(key=f"quiet_rule_{name}"):
        st.text(text)


def _apply(rule: PassRule, weights: dict[str, float]) -> None:
    try:
        state.set_rule(rule)
        state.set_weights(weights)
    except StoreError as error:
        state.leave_message(str(error))
    state.renew_widget("pass_rule")
    st.rerun()

"""Whom to ask, what it would take, and the run itself: nothing is sent before the button says so."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import streamlit as st

from pages._ui import jobs, state
from pages._ui.choosing import box
from pages._ui.judge.desk import PROVIDERS, Desk, failed_pairs, start
from pages._ui.judge.families import family_warning
from pages._ui.judge.words import key_words
from pages._ui.state import View
from toolscore_core.errors import JudgeConfigError, JudgeError
from toolscore_core.judge import JudgeConfig
from toolscore_core.judge.cache import VerdictCache
from toolscore_core.judge.config import usual_concurrency
from toolscore_core.judge.estimating import Estimate, estimate
from toolscore_core.judge.keys import Key, key_for
from toolscore_core.judge.pairs import Pair
from toolscore_core.report.words import count_text, plain, usd_text

MOST_AT_ONCE: Final = 32

KEY: Final = "judge_key"
"""Widget key of the field for a key; emptied as soon as a run has taken it."""


def draw_asking(view: View, desk: Desk, pairs: Sequence[Pair], agents: list[str]) -> None:
    """Draw the choices, the estimate and the button, or the progress of a run.

    Args:
        view: The workspace.
        desk: What is kept for it.
        pairs: Those in scope; the selected ones among them are asked about, or all.
        agents: Models that the traces name.
    """
    with st.container(border=True, key="card_judge", gap="small"):
        if desk.running and desk.job is not None:
            jobs.draw(desk.job, "judge")
            return
        _whom(desk)
        if warning := family_warning(desk.model, agents):
            _said("family", warning)
        ticked = [pair for pair in pairs if pair.key in desk.ticked]
        _offer(desk, view, ticked or list(pairs), bool(ticked))


def _whom(desk: Desk) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small", key="judge_whom"):
        keys = list(PROVIDERS)
        box(
            "Provider",
            list(PROVIDERS.values()),
            keys.index(desk.provider),
            lambda n: _turn_to(desk, keys[n]),
            width=190,
            visible=True,
        )
        _field("Model", desk.model, lambda text: setattr(desk, "model", text), width=180, placeholder="Name of a model")
        if desk.provider == "openai_compatible":
            _field(
                "Endpoint",
                desk.base_url,
                lambda text: setattr(desk, "base_url", text),
                width=240,
                placeholder="http://127.0.0.1:8080/v1",
            )
        st.text_input(
            "Key",
            key=KEY,
            type="password",
            autocomplete="off",
            placeholder="kept for one run",
            width=170,
        )
        st.session_state["judge_budget"] = desk.budget_usd
        st.number_input(
            "Budget, US dollars",
            min_value=0.0,
            value=None,
            step=0.5,
            format="%.2f",
            key="judge_budget",
            placeholder="none",
            on_change=lambda: setattr(desk, "budget_usd", st.session_state["judge_budget"]),
            width=140,
        )
        st.session_state["judge_at_once"] = desk.concurrency
        st.number_input(
            "Requests at once",
            min_value=1,
            max_value=MOST_AT_ONCE,
            value=None,
            key="judge_at_once",
            placeholder=_usual(desk.config),
            on_change=lambda: setattr(desk, "concurrency", st.session_state["judge_at_once"]),
            width=130,
        )


def _usual(config: JudgeConfig) -> str:
    try:
        return str(usual_concurrency(config))
    except JudgeConfigError:
        return ""


def _turn_to(desk: Desk, provider: str) -> None:
    """Another provider has other models: the name of one that it cannot have is taken out."""
    desk.provider = provider
    if provider == "openai":
        desk.model = JudgeConfig().model
    elif desk.model == JudgeConfig().model:
        desk.model = ""


def _field(label: str, value: str, change: Callable[[str], None], *, width: int, placeholder: str) -> None:
    key = f"judge_{label}"
    st.session_state[key] = value
    st.text_input(
        label,
        key=key,
        width=width,
        placeholder=placeholder,
        autocomplete="off",
        on_change=lambda: change(str(st.session_state[key]).strip()[:500]),
    )


def _offer(desk: Desk, view: View, pairs: list[Pair], selected: bool) -> None:
    """The buttons that run it, and beside them what a click takes."""
    config = desk.config
    if not config.model:
        _said("estimate", "Name a model to see what asking it would take. Labels need none.")
        return
    try:
        key = _key(config)
        costs = _costs(desk, view, pairs)
    except JudgeError as error:
        _said("refused", f"{_sentence(plain(str(error)))}.")
        return
    failed = failed_pairs(desk, pairs)
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="judge_offer"):
        st.button(
            _label(costs, selected),
            key="judge_run",
            type="primary",
            disabled=key.value is None and costs.requests > 0,
            on_click=_go,
            args=(desk, pairs, costs),
        )
        if failed:
            st.button(
                f"Ask again about {count_text(len(failed), 'error')}",
                key="judge_retry",
                disabled=key.value is None,
                on_click=_go,
                args=(desk, failed, costs),
            )
        _said("estimate", estimate_line(costs), key_words(key) if costs.requests else "")


def _costs(desk: Desk, view: View, pairs: list[Pair]) -> Estimate:
    """What asking about the pairs takes, found once for each state of the page.

    Raises:
        JudgeConfigError: Settings that contradict each other.
    """
    config = desk.config
    named = (state.param("w") or "", view.version, desk.version, desk.provider, config.model, desk.base_url)
    return _estimate(named, tuple(pair.key for pair in pairs), pairs, config)


@st.cache_resource(show_spinner=False, max_entries=16, ttl=300)
def _estimate(
    named: tuple[str | int, ...], keys: tuple[str, ...], _pairs: list[Pair], _config: JudgeConfig
) -> Estimate:
    return estimate(_pairs, _config, VerdictCache())


def _key(config: JudgeConfig) -> Key:
    """The key that is typed, else one of this server; read anew each time, and kept by nobody.

    Raises:
        JudgeConfigError: Settings that contradict each other.
    """
    return key_for(replace(config, api_key=str(st.session_state.get(KEY) or "").strip() or None), app=True)


def _go(desk: Desk, pairs: list[Pair], costs: Estimate) -> None:
    """A budget is kept where the price is known; where it is not, the page has said so."""
    start(desk, pairs, _key(desk.config), costs.host, None if costs.priced_model is None else desk.budget_usd)
    st.session_state[KEY] = ""


def _label(costs: Estimate, selected: bool) -> str:
    what = count_text(costs.pairs, "selected pair" if selected else "pair")
    return f"Judge {what}" if costs.requests else f"Show the verdicts of {what}"


def estimate_line(costs: Estimate) -> str:
    """What a click sends, to whom, and for how much."""
    if not costs.requests:
        return "Nothing is sent: every verdict is stored, or known without a judge."
    cost = "unpriced, no budget kept" if costs.cost_usd is None else _range(*map(usd_text, costs.cost_usd))
    parts = [
        f"{count_text(costs.requests, 'request')} to {plain(costs.host)}",
        f"{costs.cached:,} more stored" if costs.cached else "",
        f"{costs.unsendable:,} too long to be sent" if costs.unsendable else "",
        f"{_range(*map(_thousands, costs.input_tokens))} tokens in, {_range(*map(_thousands, costs.output_tokens))} out",
        cost,
    ]
    return " · ".join(part for part in parts if part)


def _thousands(count: int) -> str:
    return f"{count:,}"


def _range(low: str, high: str) -> str:
    return low if low == high else f"{low} to {high}"


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _said(key: str, *lines: str) -> None:
    with st.container(key=f"quiet_judge_{key}", gap="xxsmall", width="stretch"):
        for line in filter(None, lines):
            st.text(line)

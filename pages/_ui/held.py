"""What is made of a workspace once for each of its states: tables, comparisons, counts.

What is handed out is shared by all sessions: nobody may change it.
"""

from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

import pandas as pd
import streamlit as st

from pages._ui import state
from pages._ui.evaluating import View
from toolscore_core.masked import MaskedEvaluation

_Made = TypeVar("_Made")
_Asked = ParamSpec("_Asked")


def version_of(view: View) -> str:
    """Names a state of a workspace; unique on the server."""
    return f"{state.param('w')}|{view.version}"


def held(view: View, name: str, make: Callable[[], _Made]) -> _Made:
    """What `make` gives; it is called once for each name and state of the workspace."""
    return cast(_Made, _held(version_of(view), name, make))


def frame_of(
    view: View,
    make: Callable[Concatenate[list[MaskedEvaluation], _Asked], pd.DataFrame],
    *args: _Asked.args,
    **kwargs: _Asked.kwargs,
) -> pd.DataFrame:
    """A table of all entries: `make(entries, ...)`."""
    return held(view, f"{make.__name__} {args} {kwargs}", lambda: make(view.entries, *args, **kwargs))


@st.cache_resource(show_spinner=False, max_entries=128, ttl=3600)
def _held(version: str, name: str, _make: Callable[[], Any]) -> Any:
    return _make()

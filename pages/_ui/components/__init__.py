"""What the components of the pages share: helpers of their scripts, colours and badges, and how they tell what a person did."""

import hashlib
import json
from pathlib import Path
from typing import Any, Final

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

_HERE: Final = Path(__file__).parent
_DOM_JS: Final = (_HERE / "dom.js").read_text(encoding="utf-8")
_TOKENS_CSS: Final = (_HERE / "tokens.css").read_text(encoding="utf-8")


def component(name: str, classes: str, folder: Path, css: str, *js: str) -> ComponentRenderer:
    """A component whose style sheet and script begin with the shared ones.

    Args:
        name: Unique in the app.
        classes: Of its outermost element, beside "root".
        folder: Where its files are.
        css: File of its style sheet.
        js: Files of its script, put one behind the other.
    """
    return st.components.v2.component(
        name,
        html=f'<div class="root {classes}"></div>',
        css=_TOKENS_CSS + (folder / css).read_text(encoding="utf-8"),
        js=_DOM_JS + "".join((folder / file).read_text(encoding="utf-8") for file in js),
    )


def told(key: str, name: str) -> Any:
    """What the component of that key told under that name since the last run, whatever the browser sent; None for nothing.

    For its callbacks, since it is told once.
    """
    state: Any = st.session_state.get(key)
    return state.get(name) if state else None


def fingerprint(data: Any) -> str:
    """Names what a component draws, given as JSON values: another name for other values."""
    written = json.dumps(data, ensure_ascii=False, sort_keys=True)
    return hashlib.blake2b(written.encode("utf-8", "replace"), digest_size=12).hexdigest()

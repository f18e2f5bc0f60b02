"""Files named by TOOLSCORE_PRELOAD -> the workspace of the first session that comes from this machine."""

import streamlit as st

from pages._ui import state
from pages._ui.local_files import files_below, paths_to_preload


def adopt_preloaded() -> None:
    """Give the files named by TOOLSCORE_PRELOAD to the first session that comes from this machine.

    Raises:
        StoreError: They cannot be opened or do not fit, or the store's bounds are set wrongly.
    """
    state.store()
    paths = paths_to_preload()
    if not paths or state.param("w") is not None or _is_remote():
        return
    taken = list(paths)
    paths.clear()
    state.add_files(files_below(taken))


def _is_remote() -> bool:
    """True when the session comes from another machine: only then does Streamlit give an address."""
    return isinstance(st.context.ip_address, str)

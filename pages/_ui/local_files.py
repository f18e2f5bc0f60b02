"""Paths on this machine -> named bytes: the sample data, and what `toolscore ui PATH...` preloads."""

import os
from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from pages._ui.limits import StoreError


@st.cache_resource(show_spinner=False)
def paths_to_preload() -> list[Path]:
    """Paths of TOOLSCORE_PRELOAD; one list for the whole server, emptied by the session that takes them."""
    return [Path(path) for path in os.environ.get("TOOLSCORE_PRELOAD", "").split(os.pathsep) if path]


def files_below(paths: Sequence[Path]) -> list[tuple[str, bytes]]:
    """Files, and the files of folders with their folder in the name, in sorted order; hidden ones are left out.

    Raises:
        StoreError: One of them cannot be opened.
    """
    try:
        return [(name, file.read_bytes()) for path in paths for name, file in _named(path)]
    except OSError:
        raise StoreError("a file on this machine that was to be loaded cannot be opened") from None


def _named(path: Path) -> list[tuple[str, Path]]:
    if not path.is_dir():
        return [(path.name, path)]
    folder = path.resolve().name
    inside = [(file.relative_to(path), file) for file in sorted(path.rglob("*")) if file.is_file()]
    kept = [(place, file) for place, file in inside if not any(part.startswith(".") for part in place.parts)]
    return [(f"{folder}/{place.as_posix()}", file) for place, file in kept]

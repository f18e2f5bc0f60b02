"""Imports a provider's SDK beside other work: the largest takes seconds, and an import cannot be cancelled."""

import asyncio
import contextlib
import importlib
import sys
import threading
from typing import Final

from toolscore_core.judge.config import JudgeConfig, infer_provider

_MODULES: Final = {"anthropic": "anthropic", "gemini": "google.genai"}
"""Provider -> module of its SDK; every other speaks OpenAI's."""

_POLL_S: Final = 0.05


def warm_up(config: JudgeConfig) -> threading.Thread | None:
    """Begin to import the SDK that these settings need.

    An SDK that is not installed is no error here: whoever opens it is told.

    Returns:
        The thread that imports it; None when it is there already.

    Raises:
        JudgeConfigError: Settings that contradict each other.
    """
    module = _MODULES.get(infer_provider(config), "openai")
    if module in sys.modules:
        return None
    thread = threading.Thread(target=_import, args=(module,), name=f"import {module}", daemon=True)
    thread.start()
    return thread


async def warmed_up(config: JudgeConfig) -> None:
    """Returns when the SDK is imported; can be cancelled, and the import then ends by itself."""
    thread = warm_up(config)
    while thread is not None and thread.is_alive():
        await asyncio.sleep(_POLL_S)


def _import(module: str) -> None:
    with contextlib.suppress(ImportError):
        importlib.import_module(module)

"""Masked evaluations -> tables (`frames`), charts (`figures`) and files (`export`), and files back (`stored`).

The modules are loaded when they are first asked for: this package itself costs neither pandas nor Plotly.
"""

import importlib
from types import ModuleType

_MODULES = ("export", "figures", "frames", "stored")


def __getattr__(name: str) -> ModuleType:
    """The module of that name."""
    if name in _MODULES:
        return importlib.import_module(f"toolscore_core.report.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_MODULES])

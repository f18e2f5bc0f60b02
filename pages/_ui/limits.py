"""Environment variables -> the bounds of the workspace store."""

from collections.abc import Mapping
from dataclasses import dataclass, fields

MEGABYTE = 1024 * 1024


class StoreError(Exception):
    """Something the store refuses; the message is ours, short, and safe to show."""


@dataclass(frozen=True, slots=True)
class StoreLimits:
    """How much the server holds for the people who use it.

    Each bound is set by an environment variable, a whole number of at least 1.

    Attributes:
        max_workspaces: Workspaces at once (TOOLSCORE_MAX_WORKSPACES).
        max_workspace_mb: Megabytes of files in one workspace (TOOLSCORE_MAX_WORKSPACE_MB).
        max_total_mb: Megabytes of files in all workspaces (TOOLSCORE_MAX_TOTAL_MB).
        max_files: Files in one workspace (TOOLSCORE_MAX_FILES).
        max_calls: Tool calls in one workspace, expected and recorded (TOOLSCORE_MAX_CALLS).
        idle_minutes: After so long without a visit a workspace is dropped (TOOLSCORE_IDLE_MINUTES).
    """

    max_workspaces: int = 64
    max_workspace_mb: int = 512
    max_total_mb: int = 2048
    max_files: int = 2000
    max_calls: int = 2_000_000
    idle_minutes: int = 480

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> "StoreLimits":
        """The bounds that the environment sets; the rest as declared.

        Raises:
            StoreError: A variable is no whole number of at least 1; the message names it.
        """
        values: dict[str, int] = {}
        for bound in fields(cls):
            variable = f"TOOLSCORE_{bound.name.upper()}"
            text = environment.get(variable, "").strip()
            if not text:
                continue
            if not (text.isascii() and text.isdecimal() and int(text) >= 1):
                raise StoreError(f"{variable} must be a whole number of at least 1")
            values[bound.name] = int(text)
        return cls(**values)

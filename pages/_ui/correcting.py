"""What a person says about how files are read and what tools are called; each takes effect in the workspace at once."""

from pages._ui import state
from pages._ui.store import AUTO
from toolscore_core.mapping import FieldMapping


def set_format(file_id: str, format: str) -> None:
    """Read a file as that trace format, AUTO recognising it; it is read again, and by no mapping of its own."""
    state.held_workspace().set_file(file_id, format=format, mapping=None)


def set_mapping(file_id: str, mapping: FieldMapping | None) -> None:
    """Read a file by a mapping, or by its format again."""
    state.held_workspace().set_file(file_id, format=AUTO, mapping=mapping)


def accept_alias(recorded: str, gold: str) -> None:
    """Let a recorded name stand for a gold name."""
    accept_aliases({recorded: gold})


def accept_aliases(aliases: dict[str, str]) -> None:
    """Let recorded names stand for gold names, recorded -> gold."""
    held = state.held_workspace()
    with held.lock:
        held.change(aliases={**held.inputs.aliases, **aliases})


def drop_alias(recorded: str) -> None:
    """Let a recorded name stand for itself, whatever a gold file or a proposal says."""
    accept_alias(recorded, recorded)

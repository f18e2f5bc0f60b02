"""What a person says about how files are read, what tools are called and what is gold; each takes effect at once."""

from pages._ui import state
from pages._ui.store import AUTO, MADE_HERE
from toolscore_core.calls import Case
from toolscore_core.gold import dataset_to_jsonl
from toolscore_core.intake import take_in
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


def add_gold_case(case: Case, *, place: tuple[str, int] | None = None) -> None:
    """Make a case part of the gold at once; it takes the place of a gold case of the same id.

    Args:
        case: The case; credentials in it become `{"$any": true}`.
        place: (file id, position) of the trace it was made from (`View.places[key]`), which is then matched to it.

    Raises:
        StoreError: A bound of the store; then nothing changed.
    """
    held = state.held_workspace()
    with held.lock:
        before = next((file for file in held.inputs.files if file.name == MADE_HERE), None)
        known = take_in(MADE_HERE, before.data, role="gold").gold if before is not None else None
        cases = [known_case for known_case in (known.cases if known is not None else []) if known_case.id != case.id]
        data = dataset_to_jsonl([*cases, case]).encode()
        if before is None:
            held.add([(MADE_HERE, data)])
        else:
            held.replace_file(before.id, MADE_HERE, data)
        if place is not None:
            state.set_case(place, case.id)

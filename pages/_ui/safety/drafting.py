"""Rules files of a workspace and what a person types -> rules that are checked, put to use, or said to be wrong where."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from pages._ui import state
from pages._ui.store import HeldFile, HeldWorkspace
from toolscore_core.credentials.masking import MaskedText, Masker
from toolscore_core.errors import InputError, Location
from toolscore_core.rules import CompiledRules, compile_rules, is_yaml, read_rules, rule_problems
from toolscore_core.rules.editing import rule_lines, with_rules, without_rule

NEW: Final = "new"
"""Id of rules that stand in no file yet."""

MOST_CHARACTERS: Final = 200_000
"""Longest text of rules that is edited here."""

POLICIES: Final = Path(__file__).resolve().parents[3] / "sample_data" / "policies"
"""Folder of the starter policies."""


@dataclass(frozen=True, slots=True)
class Draft:
    """The text of some rules, as it stands in the editor.

    Attributes:
        file_id: The file that it is the text of; NEW for none.
        name: Its name.
        text: What may be shown of it.
        raw: The text itself.
        base: How often the server set it; the editor takes the text anew when that changes.
        sealed: Why it can be used but not changed here; "" when it can.
        rules: The rules; None while they cannot be read.
        error: Why; "" when they can.
        line: 1-based line of the error; None when it has none.
        lines: 1-based line on which each rule begins; () while they cannot be read.
        problems: What is wrong in the rules without making them useless.
        changed: Whether the workspace uses something else.
    """

    file_id: str
    name: MaskedText
    text: MaskedText
    raw: str = field(repr=False)
    base: int
    sealed: str
    rules: CompiledRules | None = field(repr=False)
    error: MaskedText
    line: int | None
    lines: tuple[int, ...]
    problems: tuple[MaskedText, ...]
    changed: bool


def rule_files(held: HeldWorkspace) -> list[HeldFile]:
    """The files that can be edited: those used as rules that were dropped by themselves."""
    return [file for file in held.inputs.files if file.used_as == "rules" and not file.inside]


def draft_of(held: HeldWorkspace, file_id: str) -> Draft:
    """What the editor shows of a file, or of rules that stand in none.

    Raises:
        StoreError: The file is gone.
    """
    file = held.file(file_id) if file_id != NEW else None
    used = "" if file is None else _decoded(file.data)
    text, base = held.rule_drafts.get(file_id, (used or "", 0))
    shown = held.masker.text(text)
    sealed = _sealed(file, used, held.masker)
    name = _reading_name(file, text)
    rules, error, line = _checked(text, name, held.masker)
    if rules is not None and shown != text and not sealed:
        at = next(at for at, (a, b) in enumerate(zip(f"{text}\0", f"{shown}\1", strict=False)) if a != b)
        rules, line = None, text.count("\n", 0, at) + 1
        error = MaskedText("the text holds a credential: write a pattern for its beginning instead")
    problems = rule_problems(list(rules), "") if rules is not None else []
    return Draft(
        file_id=file_id,
        name=held.masker.text(file.name) if file is not None else MaskedText("New rules"),
        text=shown,
        raw=text,
        base=base,
        sealed=sealed,
        rules=rules,
        error=error,
        line=line,
        lines=tuple(rule_lines(text, name)) if rules is not None else (),
        problems=tuple(held.masker.text(problem.message) for problem in problems),
        changed=text != (used or ""),
    )


def note_typed(held: HeldWorkspace, file_id: str, text: str) -> None:
    """Keep what a person typed; a text that is too long is not kept."""
    if len(text) <= MOST_CHARACTERS:
        _, base = held.rule_drafts.get(file_id, ("", 0))
        held.rule_drafts[file_id] = (text, base)


def set_text(held: HeldWorkspace, file_id: str, text: str) -> None:
    """Write into the editor."""
    _, base = held.rule_drafts.get(file_id, ("", 0))
    held.rule_drafts[file_id] = (text, base + 1)


def revert(held: HeldWorkspace, file_id: str) -> None:
    """Go back to what the workspace uses."""
    set_text(held, file_id, "" if file_id == NEW else _decoded(held.file(file_id).data) or "")


def add_policy(held: HeldWorkspace, draft: Draft, policy: Path) -> None:
    """Put the rules of a starter policy behind those of the draft."""
    _change(held, draft, lambda name: with_rules(draft.raw, name, policy.read_text("utf-8")))


def add_tool(held: HeldWorkspace, draft: Draft, tool: str) -> None:
    """Put a rule that forbids every call of a tool behind those of the draft."""
    rule = compile_rules([{"tool": tool, "severity": "high", "reason": ""}])
    _change(held, draft, lambda name: with_rules(draft.raw, name, _json(list(rule))))


def remove_rule(held: HeldWorkspace, draft: Draft, index: int) -> None:
    """Take a rule out of the draft."""
    if draft.rules is not None and 0 <= index < len(draft.rules):
        _change(held, draft, lambda name: without_rule(draft.raw, name, index))


def use(held: HeldWorkspace, draft: Draft) -> str:
    """Let the workspace use the draft; returns the id of the file that holds it.

    Raises:
        StoreError: A bound of the store; then nothing changed.
    """
    data = draft.raw.encode()
    state.store().make_room(len(data))
    with held.lock:
        if draft.file_id != NEW:
            before = held.file(draft.file_id)
            held.replace_file(before.id, before.name, data)
            held.set_file(before.id, role="rules")
            return before.id
        known = {file.name for file in held.inputs.files}
        ending = "rules.yaml" if is_yaml(data, "") else "rules.json"
        name = next(name for number in range(1, len(known) + 2) if (name := _made(number, ending)) not in known)
        held.add([(name, data)])
        made = next(file for file in held.inputs.files if file.name == name)
        held.set_file(made.id, role="rules")
        held.rule_drafts.pop(NEW, None)
        return made.id


def policies() -> list[Path]:
    """The starter policies, by name."""
    return sorted(POLICIES.glob("*.rules.yaml"))


def _made(number: int, ending: str) -> str:
    return f"Made here.{ending}" if number == 1 else f"Made here {number}.{ending}"


def _json(rules: list[dict[str, object]]) -> str:
    import json

    return json.dumps(rules, ensure_ascii=False)


def _change(held: HeldWorkspace, draft: Draft, change: Callable[[str], str]) -> None:
    file = held.file(draft.file_id) if draft.file_id != NEW else None
    set_text(held, draft.file_id, change(_reading_name(file, draft.raw)))


def _decoded(data: bytes) -> str | None:
    """The text of a file; None when it is none."""
    try:
        return data.decode("utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig")
    except UnicodeDecodeError:
        return None


def _sealed(file: HeldFile | None, text: str | None, masker: Masker) -> str:
    if file is None:
        return ""
    if text is None:
        return "The file is no plain text, so it cannot be edited here."
    if len(text) > MOST_CHARACTERS:
        return "The file is too long to be edited here."
    if masker.text(text) != text:
        return "The file holds a credential: its rules are used as they are, and cannot be edited here."
    return ""


def _reading_name(file: HeldFile | None, text: str) -> str:
    """A name that says whether the text is YAML, and nothing else of the file."""
    return "rules.yaml" if is_yaml(text.encode("utf-8", "replace"), file.name if file is not None else "") else "rules"


def _checked(text: str, name: str, masker: Masker) -> tuple[CompiledRules | None, MaskedText, int | None]:
    if not text.strip():
        return compile_rules([]), MaskedText(""), None
    try:
        return compile_rules(read_rules(text.encode("utf-8", "replace"), name)), MaskedText(""), None
    except InputError as error:
        place = error.location or Location()
        lines = rule_lines(text, name)
        line = place.line
        if line is None and place.index is not None and place.index < len(lines):
            line = lines[place.index]
        path = place.path.removeprefix("$").removeprefix(".")
        return None, masker.text(f"{error.message} (at {path})" if path else error.message), line
    except TypeError as error:
        return None, masker.text(str(error)), 1

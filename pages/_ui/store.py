"""What people dropped -> workspaces held by an unguessable token, until they are idle for too long."""

import secrets
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from pages._ui.jobs import Job
from pages._ui.limits import MEGABYTE, StoreError, StoreLimits
from toolscore_core.credentials.masking import Masker
from toolscore_core.evaluation import DEFAULT_PASS_RULE, DEFAULT_WEIGHTS, PassRule
from toolscore_core.intake import Intake
from toolscore_core.mapping import FieldMapping
from toolscore_core.pricing import ModelPrice
from toolscore_core.reading import ReadReport

Use = Literal["gold", "trace", "rules", "mapping", "report", "gold and trace"]
"""What a file is used as: one role, or two at once."""

BOTH: Final = "gold and trace"

AUTO: Final = "auto"
"""The format of a file that is recognised by what stands in it."""

MADE_HERE = "Made here.gold.jsonl"
"""Name of the gold file that "make gold from this trace" writes to."""

_SPARE_S = 600.0
"""A workspace visited within so many seconds is never dropped to make room for another."""


@dataclass(frozen=True, slots=True)
class HeldFile:
    """One dropped file.

    Attributes:
        id: Its name inside the workspace, "f1"; survives corrections and replacement.
        name: File name as dropped, with its folder when a folder was picked. Hostile: show only masked.
        data: The bytes.
        role: What to use it as, as corrected; None takes the role that was recognised.
        run: Run label as corrected; None derives it from name and content.
        format: Key of the trace format to read it as, as chosen by hand; AUTO recognises it.
        mapping: Which fields hold its calls, as a person says; None reads it by its format.
        intake: What reading it gave, gold and traces where it is used as both; None until it was read.
        fitted: (id, mapping) of the dropped mapping file by which it was read, since no format claims it; None otherwise.
        unfit: Dropped mappings that were tried and did not fit.
        refused: Why it is left out although it could be read (too many calls); "" otherwise.
        inside: Id of the archive that it is a part of; "" for a file that was dropped itself. A part has no bytes of its own.
        together: How many files were read together as this one; 1 for a file that was read by itself.
        joined: Id of the file of the same folder together with which it was read; "" for a file that was read by itself.
        opened: What opening it as an archive brought, whose parts are files of their own; None for any other file.
    """

    id: str
    name: str
    data: bytes
    role: Use | None = None
    run: str | None = None
    format: str = AUTO
    mapping: FieldMapping | None = None
    intake: Intake | None = None
    fitted: tuple[str, FieldMapping] | None = None
    unfit: tuple[FieldMapping, ...] = ()
    refused: str = ""
    inside: str = ""
    together: int = 1
    joined: str = ""
    opened: ReadReport | None = None

    @property
    def used_as(self) -> Use | None:
        """What it is used as; None when it was not read or could not be."""
        return self.role or (self.intake.role if self.intake is not None else None)

    @property
    def read_by(self) -> FieldMapping | None:
        """The mapping by which it is read, chosen by hand or dropped; None when it is read by its format."""
        return self.mapping or (self.fitted[1] if self.fitted is not None else None)

    def unread(self) -> "HeldFile":
        """The same file, to be read again."""
        return replace(self, intake=None, fitted=None, unfit=(), refused="", together=1, joined="", opened=None)

    @property
    def is_chosen(self) -> bool:
        """Whether a person said what it is, or by what it is to be read."""
        return self.role is not None or self.format != AUTO or self.mapping is not None

    @property
    def folder(self) -> str:
        """The outermost folder of a file that was picked with one; "" for a single file."""
        return "" if self.inside else self.name.replace("\\", "/").rpartition("/")[0].partition("/")[0]


@dataclass(frozen=True, slots=True)
class Inputs:
    """Everything that an evaluation of a workspace rests on, as it was at one moment.

    Attributes:
        version: Number of the moment; grows with every change.
        base: Version at which anything changed last that has to be scored anew.
        files: The files, in the order they came.
        corrections: (file id, position of the trace in the file) -> case id chosen by hand.
        strict: Whether arguments are compared strictly.
        aliases: Recorded tool name -> gold tool name, accepted or chosen by hand; a name for itself is no alias,
            whatever the gold file says.
        rule: When a case passes.
        weights: Weights of the metrics as a person wrote them; they need not sum to 1.
        prices: Prices that a person gave, by model.
    """

    version: int = 0
    base: int = 0
    files: tuple[HeldFile, ...] = ()
    corrections: dict[tuple[str, int], str] = field(default_factory=dict)
    strict: bool = False
    aliases: dict[str, str] = field(default_factory=dict)
    rule: PassRule = DEFAULT_PASS_RULE
    weights: dict[str, float] = field(default_factory=lambda: dict(DEFAULT_WEIGHTS))
    prices: dict[str, ModelPrice] = field(default_factory=dict)


class HeldWorkspace:
    """One person's files and what was computed from them; every method may be called from any thread.

    Attributes:
        token: The 128-bit name by which the URL knows it.
        masker: Gives every credential of the workspace one ordinal.
        lock: Held while `inputs`, `built` or `job` change.
        inputs: What was dropped and corrected.
        built: What was computed last (an `evaluating.View`); None until something was.
        job: The computation that was started last; None before the first.
        job_version: Version of the inputs that it computes from.
        building: Held while something is computed: the masker numbers credentials for one thread at a time.
        drafts: File id -> the mapping that a person is putting together for it; no part of the inputs.
        study: What is known of the file whose mapping is put together (a `studying.Study`); None before the first.
        sketch_job: The job that reads that file by the draft; None before the first.
        sketched: What the job was asked.
        rule_drafts: File id -> the text of rules that a person is writing, and how often this server set it.
        trial_job: The job that tries those rules; None before the first.
        tried: What it was asked.
        judge_desk: What the Judge page keeps (a `judge.desk.Desk`); None before its first visit.
    """

    def __init__(self, token: str, limits: StoreLimits) -> None:
        self.token = token
        self.masker = Masker()
        self.lock = threading.RLock()
        self.inputs = Inputs()
        self.built: Any = None
        self.job: Job[Any] | None = None
        self.job_version = -1
        self.building = threading.Lock()
        self.drafts: dict[str, dict[str, str]] = {}
        self.study: Any = None
        self.sketch_job: Job[Any] | None = None
        self.sketched: Any = None
        self.rule_drafts: dict[str, tuple[str, int]] = {}
        self.trial_job: Job[Any] | None = None
        self.tried: Any = None
        self.judge_desk: Any = None
        self._limits = limits
        self._next_id = 1

    @property
    def size(self) -> int:
        """Bytes of its files."""
        return sum(len(held.data) for held in self.inputs.files)

    def change(self, **values: Any) -> None:
        """Replace parts of the inputs and count the change."""
        with self.lock:
            version = self.inputs.version + 1
            base = self.inputs.base if values.keys() <= {"rule", "weights", "prices"} else version
            self.inputs = replace(self.inputs, version=version, base=base, **values)

    def add(self, files: Iterable[tuple[str, bytes]]) -> int:
        """Hold files; one that is already here under the same name is not held twice.

        Returns:
            How many were new.

        Raises:
            StoreError: More files or megabytes than one workspace may hold; then none was added.
        """
        with self.lock:
            known = {(held.name, held.data) for held in self.inputs.files}
            new = [item for item in dict.fromkeys(files) if item not in known]
            if not new:
                return 0
            if len(self.inputs.files) + len(new) > self._limits.max_files:
                raise StoreError(
                    f"a workspace holds at most {self._limits.max_files} files (TOOLSCORE_MAX_FILES): nothing was added"
                )
            self._check_size(sum(len(data) for _, data in new))
            added = [HeldFile(f"f{self._next_id + number}", name, data) for number, (name, data) in enumerate(new)]
            self._next_id += len(added)
            touched = {file.folder for file in added} - {""}
            before = [
                file.unread() if file.folder in touched and not file.is_chosen and file.opened is None else file
                for file in self.inputs.files
            ]
            self.change(files=(*before, *added))
            return len(added)

    def replace_file(self, file_id: str, name: str, data: bytes) -> None:
        """Hold another file in the place of one, with its corrected role and run label.

        Raises:
            StoreError: More megabytes than one workspace may hold; then nothing changed.
        """
        with self.lock:
            before = self.file(file_id)
            self._check_size(len(data) - len(before.data))
            self._swap(replace(before, name=name, data=data).unread(), drop_corrections=True)
            self.drafts.pop(file_id, None)
            self.rule_drafts.pop(file_id, None)
            self.study, self.sketched = None, None

    def set_file(self, file_id: str, **values: Any) -> None:
        """Correct a file, e.g. its role (it is then read again) or its run label."""
        with self.lock:
            before = self.file(file_id)
            after = replace(before, **values)
            if after == before:
                return
            again = (after.used_as, after.format, after.mapping) != (before.used_as, before.format, before.mapping)
            self._swap(after.unread() if again else after, drop_corrections=again)

    def remove(self, file_id: str) -> None:
        """Let go of a file and of the corrections of its traces."""
        with self.lock:
            kept = tuple(held for held in self._apart(file_id) if file_id not in (held.id, held.inside))
            self.change(files=kept, corrections=self._corrections_without(file_id))
            self.drafts.pop(file_id, None)
            self.rule_drafts.pop(file_id, None)

    def note_parts(self, archive: HeldFile, parts: Iterable[HeldFile]) -> None:
        """Keep the parts of an archive beside it, unless it changed or is gone; no change of the inputs."""
        with self.lock:
            files: list[HeldFile] = []
            for held in self.inputs.files:
                if _same_request(held, archive) and held.opened is None:
                    files += [archive, *parts]
                elif held.inside != archive.id:
                    files.append(held)
            self.inputs = replace(self.inputs, files=tuple(files))

    def note_read(self, read: HeldFile) -> None:
        """Keep what reading a file gave, unless the file changed meanwhile; no change of the inputs."""
        with self.lock:
            self.inputs = replace(
                self.inputs,
                files=tuple(
                    replace(
                        held,
                        intake=read.intake,
                        fitted=read.fitted,
                        unfit=read.unfit,
                        refused=read.refused,
                        together=read.together,
                        joined=read.joined,
                    )
                    if _same_request(held, read)
                    else held
                    for held in self.inputs.files
                ),
            )

    def file(self, file_id: str) -> HeldFile:
        """The file of that id.

        Raises:
            StoreError: It is no longer here.
        """
        for held in self.inputs.files:
            if held.id == file_id:
                return held
        raise StoreError("that file is no longer in the workspace")

    def _swap(self, after: HeldFile, *, drop_corrections: bool) -> None:
        files = tuple(
            after if held.id == after.id else held
            for held in (self._apart(after.id) if drop_corrections else self.inputs.files)
            if held.inside != after.id or after.opened is not None
        )
        corrections = self._corrections_without(after.id) if drop_corrections else self.inputs.corrections
        self.change(files=files, corrections=corrections)

    def _corrections_without(self, file_id: str) -> dict[tuple[str, int], str]:
        gone = {held.id for held in self.inputs.files if file_id in (held.id, held.inside)}
        return {place: case for place, case in self.inputs.corrections.items() if place[0] not in gone}

    def _apart(self, file_id: str) -> list[HeldFile]:
        """The files, of which those that were read together with one are to be read again."""
        lead = next((held.joined for held in self.inputs.files if held.id == file_id), "") or file_id
        together = {held.id for held in self.inputs.files if held.joined == lead}
        again = {lead, *together} if together else together
        return [held.unread() if held.id in again else held for held in self.inputs.files]

    def _check_size(self, more: int) -> None:
        if self.size + more > self._limits.max_workspace_mb * MEGABYTE:
            raise StoreError(
                f"a workspace holds at most {self._limits.max_workspace_mb} MB (TOOLSCORE_MAX_WORKSPACE_MB): "
                "nothing was added"
            )


def _same_request(held: HeldFile, read: HeldFile) -> bool:
    """Whether a file is still to be read as it was read."""
    return (
        held.id == read.id
        and held.data is read.data
        and (held.role, held.format, held.mapping) == (read.role, read.format, read.mapping)
    )


class Store:
    """All workspaces of the server; every method may be called from any thread."""

    def __init__(self, limits: StoreLimits, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self._clock = clock
        self._lock = threading.Lock()
        self._held: dict[str, HeldWorkspace] = {}
        self._seen: dict[str, float] = {}

    def get(self, token: str) -> HeldWorkspace | None:
        """The workspace of that token, which counts as visited now; None when the server holds none."""
        with self._lock:
            self._expire()
            found = self._held.get(token)
            if found is not None:
                self._seen[token] = self._clock()
            return found

    def create(self) -> HeldWorkspace:
        """A new, empty workspace.

        Raises:
            StoreError: The server holds as many as it may, all of them in use.
        """
        with self._lock:
            self._expire()
            while len(self._held) >= self.limits.max_workspaces:
                self._drop_longest_unseen(
                    f"this server holds at most {self.limits.max_workspaces} workspaces at once "
                    "(TOOLSCORE_MAX_WORKSPACES) and all of them are in use: try again later"
                )
            token = secrets.token_urlsafe(16)
            self._held[token] = HeldWorkspace(token, self.limits)
            self._seen[token] = self._clock()
            return self._held[token]

    def make_room(self, more: int) -> None:
        """Drop workspaces nobody looks at until `more` bytes fit.

        Raises:
            StoreError: They do not fit.
        """
        with self._lock:
            self._expire()
            while sum(held.size for held in self._held.values()) + more > self.limits.max_total_mb * MEGABYTE:
                self._drop_longest_unseen(
                    f"this server holds at most {self.limits.max_total_mb} MB of files for everybody "
                    "(TOOLSCORE_MAX_TOTAL_MB): clear a workspace or try again later"
                )

    def drop(self, token: str) -> None:
        """Forget a workspace; nothing happens when the server holds none."""
        with self._lock:
            self._drop(token)

    def _expire(self) -> None:
        oldest = self._clock() - self.limits.idle_minutes * 60
        for token in [token for token, seen in self._seen.items() if seen < oldest]:
            self._drop(token)

    def _drop_longest_unseen(self, refusal: str) -> None:
        token = min(self._seen, key=self._seen.__getitem__, default=None)
        if token is None or self._clock() - self._seen[token] < _SPARE_S:
            raise StoreError(refusal)
        self._drop(token)

    def _drop(self, token: str) -> None:
        held = self._held.pop(token, None)
        self._seen.pop(token, None)
        if held is not None and held.job is not None:
            held.job.cancel()
        if held is not None and held.judge_desk is not None:
            held.judge_desk.stop()

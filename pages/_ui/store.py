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
from toolscore_core.intake import Intake

Use = Literal["gold", "trace", "rules", "gold and trace"]
"""What a file is used as: one role, or two at once."""

BOTH: Final = "gold and trace"

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
        intake: What reading it gave, gold and traces where it is used as both; None until it was read.
        refused: Why it is left out although it could be read (too many calls); "" otherwise.
    """

    id: str
    name: str
    data: bytes
    role: Use | None = None
    run: str | None = None
    intake: Intake | None = None
    refused: str = ""

    @property
    def used_as(self) -> Use | None:
        """What it is used as; None when it was not read or could not be."""
        return self.role or (self.intake.role if self.intake is not None else None)


@dataclass(frozen=True, slots=True)
class Inputs:
    """Everything that an evaluation of a workspace rests on, as it was at one moment.

    Attributes:
        version: Number of the moment; grows with every change.
        files: The files, in the order they came.
        corrections: (file id, position of the trace in the file) -> case id chosen by hand.
        strict: Whether arguments are compared strictly.
    """

    version: int = 0
    files: tuple[HeldFile, ...] = ()
    corrections: dict[tuple[str, int], str] = field(default_factory=dict)
    strict: bool = False


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
        self._limits = limits
        self._next_id = 1

    @property
    def size(self) -> int:
        """Bytes of its files."""
        return sum(len(held.data) for held in self.inputs.files)

    def change(self, **values: Any) -> None:
        """Replace parts of the inputs and count the change."""
        with self.lock:
            self.inputs = replace(self.inputs, version=self.inputs.version + 1, **values)

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
            self.change(files=(*self.inputs.files, *added))
            return len(added)

    def replace_file(self, file_id: str, name: str, data: bytes) -> None:
        """Hold another file in the place of one, with its corrected role and run label.

        Raises:
            StoreError: More megabytes than one workspace may hold; then nothing changed.
        """
        with self.lock:
            before = self.file(file_id)
            self._check_size(len(data) - len(before.data))
            self._swap(replace(before, name=name, data=data, intake=None, refused=""), drop_corrections=True)

    def set_file(self, file_id: str, **values: Any) -> None:
        """Correct a file, e.g. its role (it is then read again) or its run label."""
        with self.lock:
            before = self.file(file_id)
            after = replace(before, **values)
            if after == before:
                return
            again = after.used_as != before.used_as
            self._swap(replace(after, intake=None, refused="") if again else after, drop_corrections=again)

    def remove(self, file_id: str) -> None:
        """Let go of a file and of the corrections of its traces."""
        with self.lock:
            kept = tuple(held for held in self.inputs.files if held.id != file_id)
            self.change(files=kept, corrections=self._corrections_without(file_id))

    def note_read(self, read: HeldFile) -> None:
        """Keep what reading a file gave, unless the file changed meanwhile; no change of the inputs."""
        with self.lock:
            self.inputs = replace(
                self.inputs,
                files=tuple(
                    replace(held, intake=read.intake, refused=read.refused)
                    if held.id == read.id and held.data is read.data and held.role == read.role
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
        files = tuple(after if held.id == after.id else held for held in self.inputs.files)
        corrections = self._corrections_without(after.id) if drop_corrections else self.inputs.corrections
        self.change(files=files, corrections=corrections)

    def _corrections_without(self, file_id: str) -> dict[tuple[str, int], str]:
        return {place: case for place, case in self.inputs.corrections.items() if place[0] != file_id}

    def _check_size(self, more: int) -> None:
        if self.size + more > self._limits.max_workspace_mb * MEGABYTE:
            raise StoreError(
                f"a workspace holds at most {self._limits.max_workspace_mb} MB (TOOLSCORE_MAX_WORKSPACE_MB): "
                "nothing was added"
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

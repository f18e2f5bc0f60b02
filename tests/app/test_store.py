"""The workspace store: what is held, for how long, and what is refused."""

import threading
from dataclasses import dataclass

import pytest

from pages._ui.limits import MEGABYTE, StoreError, StoreLimits
from pages._ui.store import HeldWorkspace, Store


@dataclass
class Clock:
    """A clock that a test moves."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now


def held(**bounds: int) -> HeldWorkspace:
    """A workspace with some bounds set."""
    return HeldWorkspace("token", StoreLimits(**bounds))


def names(workspace: HeldWorkspace) -> list[str]:
    """Names of its files, in order."""
    return [file.name for file in workspace.inputs.files]


def test_tokens_cannot_be_guessed() -> None:
    """A token holds 128 random bits and finds its workspace; another one finds nothing."""
    store = Store(StoreLimits())
    first, second = store.create(), store.create()
    assert first.token != second.token
    assert len(first.token) >= 22
    assert store.get(first.token) is first
    assert store.get("x") is None


def test_an_idle_workspace_is_dropped_and_a_visited_one_is_not() -> None:
    """A visit puts off the end; without one the workspace is gone after the idle time."""
    clock = Clock()
    store = Store(StoreLimits(idle_minutes=10), clock)
    visited, idle = store.create(), store.create()
    clock.now = 400
    assert store.get(visited.token) is visited
    clock.now = 700
    assert store.get(idle.token) is None
    assert store.get(visited.token) is visited


def test_room_is_made_by_dropping_the_longest_unseen() -> None:
    """A new workspace takes the place of the one that nobody looked at for longest."""
    clock = Clock()
    store = Store(StoreLimits(max_workspaces=2), clock)
    first, second = store.create(), store.create()
    clock.now = 1000
    assert store.get(first.token) is first
    third = store.create()
    assert [store.get(each.token) for each in (first, second, third)] == [first, None, third]


def test_workspaces_in_use_are_not_dropped_for_room() -> None:
    """When all are in use a new one is refused, and the message names the variable."""
    store = Store(StoreLimits(max_workspaces=1), Clock())
    store.create()
    with pytest.raises(StoreError, match="TOOLSCORE_MAX_WORKSPACES"):
        store.create()


def test_the_total_size_is_bounded() -> None:
    """Bytes of all workspaces count together."""
    store = Store(StoreLimits(max_total_mb=1), Clock())
    store.create().add([("a", bytes(MEGABYTE - 10))])
    store.make_room(10)
    with pytest.raises(StoreError, match="TOOLSCORE_MAX_TOTAL_MB"):
        store.make_room(11)


def test_the_same_file_is_held_once() -> None:
    """A file under the same name with the same bytes is not added again; another content is."""
    workspace = held()
    assert workspace.add([("a", b"1"), ("a", b"1"), ("b", b"1")]) == 2
    assert workspace.add([("a", b"1")]) == 0
    assert workspace.inputs.version == 1
    assert workspace.add([("a", b"2")]) == 1
    assert names(workspace) == ["a", "b", "a"]


@pytest.mark.parametrize(
    ("bounds", "files", "variable"),
    [
        ({"max_files": 1}, [("a", b""), ("b", b"")], "TOOLSCORE_MAX_FILES"),
        ({"max_workspace_mb": 1}, [("a", bytes(MEGABYTE + 1))], "TOOLSCORE_MAX_WORKSPACE_MB"),
    ],
    ids=["files", "bytes"],
)
def test_a_full_workspace_adds_nothing(bounds: dict[str, int], files: list[tuple[str, bytes]], variable: str) -> None:
    """Beyond a bound none of the files is added, and the message names the variable."""
    workspace = held(**bounds)
    with pytest.raises(StoreError, match=variable):
        workspace.add(files)
    assert names(workspace) == []


def test_replacing_keeps_place_and_corrections_of_the_file() -> None:
    """The new file stands where the old one stood, with its run label; cases chosen for its traces are forgotten."""
    workspace = held()
    workspace.add([("a", b"1"), ("b", b"2")])
    workspace.set_file("f1", run="model x")
    workspace.change(corrections={("f1", 0): "case", ("f2", 0): "case"})
    workspace.replace_file("f1", "c", b"3")
    assert names(workspace) == ["c", "b"]
    assert workspace.file("f1").run == "model x"
    assert workspace.inputs.corrections == {("f2", 0): "case"}


def test_removing_forgets_the_file() -> None:
    """A removed file is gone, and so is what was corrected for it."""
    workspace = held()
    workspace.add([("a", b"1"), ("b", b"2")])
    workspace.change(corrections={("f1", 0): "case"})
    workspace.remove("f1")
    assert names(workspace) == ["b"]
    assert workspace.inputs.corrections == {}
    with pytest.raises(StoreError, match="no longer in the workspace"):
        workspace.file("f1")


def test_every_change_counts_once_and_a_correction_that_changes_nothing_does_not() -> None:
    """The version grows with each change of the inputs, and only then."""
    workspace = held()
    workspace.add([("a", b"1")])
    workspace.set_file("f1", run="x")
    workspace.set_file("f1", run="x")
    assert workspace.inputs.version == 2


def test_adding_from_many_threads_loses_nothing() -> None:
    """Files added at the same time all arrive, each under an id of its own."""
    workspace = held()
    threads = [threading.Thread(target=workspace.add, args=([(f"n{number}", b"")],)) for number in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(names(workspace)) == sorted(f"n{number}" for number in range(20))
    assert len({file.id for file in workspace.inputs.files}) == 20

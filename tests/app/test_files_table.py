"""The list of files: its order, and how parts of archives are called."""

from dataclasses import replace

import pytest

from pages._ui.files import FileView, file_view
from pages._ui.start.files_table import in_order, shown_names
from pages._ui.store import HeldFile, Use
from toolscore_core.credentials.masking import Masker
from toolscore_core.reading import ReadReport


def view(file_id: str, name: str, role: Use | None = None) -> FileView:
    """A file; "a.1" is a part of the archive "a"."""
    inside = file_id.partition(".")[0] if "." in file_id else ""
    held = HeldFile(file_id, name, b"", inside=inside, opened=ReadReport() if name.endswith(".zip") else None)
    return replace(file_view(held, None, Masker()), role=role)


def test_gold_comes_first_and_rules_last() -> None:
    """Except inside an archive, which stays in one piece below its own line."""
    files = [
        view("a", "all.zip"),
        view("a.1", "all.zip/rules.json", "rules"),
        view("a.2", "all.zip/gold.json", "gold"),
        view("m", "map.json", "mapping"),
        view("t", "run.json", "trace"),
        view("g", "gold.json", "gold"),
    ]
    assert [file.id for file in in_order(files)] == ["g", "a", "a.1", "a.2", "t", "m"]


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (["all.zip/x/one.json", "all.zip/x/two.json"], ["↳ one.json", "↳ two.json"]),
        (["all.zip/x/one.json", "all.zip/y/one.json"], ["↳ x/one.json", "↳ y/one.json"]),
        (["all.zip/one.json", "all.zip/y/one.json"], ["↳ all.zip/one.json", "↳ y/one.json"]),
        (["all.zip/one.json", "all.zip/another-one.json"], ["↳ one.json", "↳ another-one.json"]),
    ],
)
def test_a_part_is_called_by_the_end_of_its_path(names: list[str], shown: list[str]) -> None:
    """As much of it as tells it from the other parts; a file that was dropped itself keeps its whole name."""
    files = [view("a", "x/all.zip"), *(view(f"a.{number}", name) for number, name in enumerate(names))]
    assert list(shown_names(files).values()) == ["x/all.zip", *shown]

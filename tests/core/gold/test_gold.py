"""Reading gold files whichever their format, and the loader of one case."""

from pathlib import Path

import pytest

from toolscore_core.errors import DecodeError, GoldError, InputError, UnknownFormatError
from toolscore_core.gold import GOLD_FORMATS, load_gold_standard, read_gold
from toolscore_core.matchers import ANY


@pytest.mark.parametrize(
    ("data", "error", "words"),
    [
        pytest.param(b'{"tool": "a"}', UnknownFormatError, "saw an object with tool", id="one call that is no list"),
        pytest.param(b"{}", UnknownFormatError, "saw an object with no keys", id="empty object"),
        pytest.param(b"5", UnknownFormatError, "saw a number or boolean", id="number"),
        pytest.param(
            b'[{"role": "user", "content": "hello"}]',
            UnknownFormatError,
            "a list of objects with content, role",
            id="messages",
        ),
        pytest.param(b'{"cases": 5}', GoldError, "`cases` takes a list, not a number", id="cases that are no list"),
        pytest.param(b"nope", DecodeError, "", id="no JSON"),
    ],
)
def test_what_is_no_gold(data: bytes, error: type[InputError], words: str) -> None:
    """A file that is no gold says what was looked for and what kind was seen, never a value."""
    with pytest.raises(error) as raised:
        read_gold(data, name="g.json")
    assert words in str(raised.value)
    assert "hello" not in str(raised.value)


def test_a_format_can_be_forced() -> None:
    """The key of a gold format may be given, and an unknown key names the known ones."""
    assert read_gold(b"[]", GOLD_FORMATS[0].key).format == GOLD_FORMATS[0].key
    with pytest.raises(InputError, match="known are auto, toolscore"):
        read_gold(b"[]", "nope")


def test_a_file_says_what_it_was_read_as() -> None:
    """The record names the file, the format, and what was seen."""
    file = read_gold(b'[{"id": "a", "calls": []}]', name="g.json")
    assert (file.name, file.format, file.title, file.why) == (
        "g.json",
        "toolscore",
        "Toolscore gold",
        "1 entries with `calls`",
    )


@pytest.fixture
def write(tmp_path: Path) -> Path:
    """A place for a gold file."""
    return tmp_path / "gold.json"


def test_loader_gives_the_calls_of_one_case(write: Path) -> None:
    """A file with one case gives its calls."""
    write.write_text('{"cases": [{"id": "a", "calls": [{"tool": "t", "args": {"x": {"$any": true}}}]}]}')
    (call,) = load_gold_standard(write)
    assert call.args == {"x": ANY}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param('{"cases": [{"calls": []}, {"calls": []}, {"calls": []}]}', "3 cases", id="several cases"),
        pytest.param('{"cases": []}', "0 cases", id="no case"),
        pytest.param('[{"tool": "a", "args": [1]}]', "gold.json · $[0].args", id="list arguments"),
        pytest.param('[{"tool": "a", "args": {"x": {"$regex": "("}}}]', "$[0].args.x.$regex", id="bad pattern"),
    ],
)
def test_loader_refuses(write: Path, text: str, words: str) -> None:
    """Several cases, none, and a bad call raise, naming the count or the place."""
    write.write_text(text)
    with pytest.raises(InputError) as raised:
        load_gold_standard(write)
    assert words in str(raised.value)


def test_loader_of_a_missing_file(tmp_path: Path) -> None:
    """A file that is not there stays a FileNotFoundError."""
    with pytest.raises(FileNotFoundError):
        load_gold_standard(tmp_path / "absent.json")

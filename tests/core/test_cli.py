"""The command line beside `eval`: formats, ui, and how unexpected errors end."""

import json
import os
import subprocess
import sys
import urllib.request
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from tests.evaluations import FAKE_TOKEN
from toolscore_core.cli import main
from toolscore_core.cli.inputs import short_names
from toolscore_core.cli.safety import CarefulGroup, CommandFailed, remember_debug
from toolscore_core.cli.serving import app_file, preload_value, streamlit_command
from toolscore_core.errors import FormatError, Location
from toolscore_core.formats import FORMATS
from toolscore_core.gold import GOLD_FORMATS


def test_formats_lists_everything() -> None:
    """Every trace format with what it gives, and every gold format, stand in the list."""
    result = CliRunner().invoke(main, ["formats"])
    assert result.exit_code == 0
    shown = " ".join(result.output.split())
    for known in FORMATS:
        assert f"{known.key} " in shown
        assert known.gives[0] in shown
    for form in GOLD_FORMATS:
        assert f"{form.key} " in shown


@pytest.mark.parametrize(
    "arguments", [["--help"], ["-h"], ["eval", "--help"], ["formats", "--help"], ["ui", "--help"], ["--version"]]
)
def test_help_and_version(arguments: list[str]) -> None:
    """Every command explains itself."""
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0
    assert result.output


def failing(error: BaseException) -> click.Group:
    """A command line whose only command raises."""

    @click.group(cls=CarefulGroup)
    def group() -> None:
        """A group."""

    @group.command()
    @click.option("--debug", is_flag=True, callback=remember_debug)
    def go(debug: bool) -> None:
        """Fail."""
        raise error

    return group


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (KeyError(FAKE_TOKEN), "Failed: unexpected KeyError; run again with --debug to see where"),
        (RecursionError(), "Failed: unexpected RecursionError; run again with --debug to see where"),
        (FormatError("a list was expected", Location("x.json", 3)), "Failed: x.json:3: a list was expected"),
        (PermissionError(13, "Permission denied", "x.json"), "Failed: Permission denied: x.json"),
        (OSError(28, "No space left on device"), "Failed: No space left on device"),
        (CommandFailed("a gate failed"), "Failed: a gate failed"),
    ],
)
def test_errors_are_one_line(error: Exception, line: str) -> None:
    """No error ends in a traceback, and an unforeseen one does not tell the value it holds."""
    result = CliRunner().invoke(failing(error), ["go"])
    assert result.exit_code == 1
    assert result.output == f"{line}\n"


def test_debug_shows_the_traceback_without_credentials() -> None:
    """--debug shows where it happened, masked and with control characters shown."""
    result = CliRunner().invoke(failing(KeyError(f"{FAKE_TOKEN}\x1b[2J")), ["go", "--debug"])
    assert result.exit_code == 1
    assert "Traceback" in result.output
    assert "REDACTED" in result.output
    assert FAKE_TOKEN not in result.output
    assert "\x1b" not in result.output
    assert result.output.endswith("Failed: unexpected KeyError\n")


def test_a_terminal_without_unicode_gets_question_marks(tmp_path: Path) -> None:
    """An encoding without the symbols never stops the output; the words remain."""
    (tmp_path / "g.json").write_text(json.dumps([{"tool": "a"}]), encoding="utf-8")
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    command = [sys.executable, "-m", "toolscore_core.cli", "eval", "g.json", "g.json"]
    path = f"{Path(__file__).parents[2]}"
    done = subprocess.run(
        command, cwd=tmp_path, env={**environment, "PYTHONPATH": path}, capture_output=True, check=False
    )
    assert done.returncode == 0
    assert b"? match" in done.stdout


def test_short_names() -> None:
    """A file is known by its name, by its path where two have the same name."""
    assert short_names(["a/x.json", "b/x.json", "c/y.json"]) == {
        "a/x.json": "a/x.json",
        "b/x.json": "b/x.json",
        "c/y.json": "y.json",
    }


def test_app_file(tmp_path: Path) -> None:
    """The app is that of the checkout, else that of the wheel; without either the command says so."""
    package = tmp_path / "site" / "toolscore_core"
    packed = package / "_app" / "app.py"
    packed.parent.mkdir(parents=True)
    with pytest.raises(CommandFailed):
        app_file(package)
    packed.touch()
    assert app_file(package) == packed
    (tmp_path / "site" / "app.py").touch()
    assert app_file(package) == packed
    (tmp_path / "site" / "pages").mkdir()
    (tmp_path / "site" / "pyproject.toml").touch()
    assert app_file(package) == tmp_path / "site" / "app.py"


def test_preload_value(tmp_path: Path) -> None:
    """Paths are made absolute and joined; one that holds the separator is refused."""
    one, two = tmp_path / "a.json", tmp_path / "b"
    assert preload_value((one, two)) == f"{one}{os.pathsep}{two}"
    assert preload_value(()) == ""
    with pytest.raises(CommandFailed, match="handed to the app"):
        preload_value((tmp_path / f"a{os.pathsep}b",))


def test_streamlit_command() -> None:
    """The server listens on loopback whatever the settings say."""
    command = streamlit_command(Path("app.py"), port=1234, headless=True)
    assert command[command.index("--server.address") + 1] == "127.0.0.1"
    assert command[command.index("--server.port") + 1] == "1234"
    assert command[command.index("--server.headless") + 1] == "true"
    assert "--server.headless" not in streamlit_command(Path("app.py"), port=None, headless=False)


def test_ui_without_streamlit_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing Streamlit is told with the command that installs it."""
    monkeypatch.setitem(sys.modules, "streamlit", None)
    result = CliRunner().invoke(main, ["ui"])
    assert result.exit_code == 1
    assert 'pip install "toolscore-explorer[app]"' in result.output


def test_ui_serves_the_app(tmp_path: Path) -> None:
    """`toolscore ui` answers on 127.0.0.1 and ends with its process."""
    (tmp_path / "g.json").write_text("[]", encoding="utf-8")
    command = [sys.executable, "-m", "toolscore_core.cli", "ui", str(tmp_path / "g.json"), "--headless"]
    process = subprocess.Popen(
        command,
        cwd=Path(__file__).parents[2],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        assert process.stdout is not None
        url = next(word for line in process.stdout for word in line.split() if word.startswith("http://127.0.0.1:"))
        with urllib.request.urlopen(f"{url}/_stcore/health", timeout=20) as answer:
            assert answer.read() == b"ok"
    finally:
        os.killpg(process.pid, 15)
        process.wait(20)
        if process.stdout is not None:
            process.stdout.close()

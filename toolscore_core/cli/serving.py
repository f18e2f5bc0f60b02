"""`toolscore ui`: starts the app on this machine, with files already in it."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import click

from toolscore_core.cli.safety import CommandFailed

PRELOAD: Final = "TOOLSCORE_PRELOAD"
"""Environment variable by which the app learns which files to load: absolute paths, joined with os.pathsep."""

_PACKAGE: Final = Path(__file__).resolve().parents[1]


@click.command("ui")
@click.argument("paths", nargs=-1, metavar="[PATH]...", type=click.Path(exists=True, path_type=Path))
@click.option("--port", type=click.IntRange(1, 65535), help="Port on 127.0.0.1; by default 8501 or the next free one.")
@click.option("--headless", is_flag=True, help="Do not open a browser.")
def ui_command(paths: tuple[Path, ...], port: int | None, headless: bool) -> None:
    """Open the app in a browser, with the files or folders PATH in it.

    It listens on 127.0.0.1 only: nobody else on the network can reach it.
    """
    if importlib.util.find_spec("streamlit") is None:
        raise CommandFailed('the app needs Streamlit; install it with: pip install "toolscore-explorer[app]"')
    app = app_file(_PACKAGE)
    environment = {**os.environ, PRELOAD: preload_value(paths)}
    try:
        code = subprocess.call(streamlit_command(app, port=port, headless=headless), env=environment)
    except KeyboardInterrupt:  # the server got the same signal and has ended
        code = 0
    sys.exit(code)


def app_file(package: Path) -> Path:
    """The app: that of the checkout when the package lies in one, else the one inside the package.

    Args:
        package: Folder of the package.

    Raises:
        CommandFailed: Neither is there.
    """
    checkout = package.parent / "app.py"
    if checkout.is_file() and (package.parent / "pages").is_dir() and (package.parent / "pyproject.toml").is_file():
        return checkout
    packed = package / "_app" / "app.py"
    if packed.is_file():
        return packed
    raise CommandFailed("this installation has no app; install the wheel again, or run from a checkout")


def preload_value(paths: tuple[Path, ...]) -> str:
    """Value of the PRELOAD variable; folders are opened by the app.

    Raises:
        CommandFailed: A path holds the separator.
    """
    names = [str(path.resolve()) for path in paths]
    if any(os.pathsep in name for name in names):
        raise CommandFailed(
            f"a path with `{os.pathsep}` in it cannot be handed to the app; drop it into the page instead"
        )
    return os.pathsep.join(names)


_SAFE: Final = (
    ("server.address", "127.0.0.1"),
    ("server.allowedHosts", "localhost"),
    ("server.allowedHosts", "127.0.0.1"),
    ("server.allowedHosts", "[::1]"),
    ("server.enableCORS", "true"),
    ("server.enableXsrfProtection", "true"),
    ("server.enableStaticServing", "false"),
    ("server.enableAgentApi", "false"),
    ("browser.gatherUsageStats", "false"),
    ("client.showErrorDetails", "type"),
)
"""Settings that hold whatever the environment, the home folder or the working folder says: options go before them all."""


def streamlit_command(app: Path, *, port: int | None, headless: bool) -> list[str]:
    """The command that serves the app on the loopback address, whatever the settings files say."""
    command = [sys.executable, "-m", "streamlit", "run", str(app)]
    command += [word for name, value in _SAFE for word in (f"--{name}", value)]
    command += ["--server.port", str(port)] if port is not None else []
    return [*command, "--server.headless", "true"] if headless else command

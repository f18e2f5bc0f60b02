"""Whatever goes wrong in a command -> one line that says what, and an exit code; never a traceback, never a credential."""

import sys
import traceback
from typing import Any, Final

import click

from toolscore_core.credentials.masking import Masker
from toolscore_core.errors import ToolscoreError
from toolscore_core.report.words import plain

_DEBUG: Final = "toolscore_core.debug"
"""Key of `Context.meta` under which a command keeps whether tracebacks are wanted."""


class CommandFailed(click.ClickException):
    """An input cannot be read or a gate does not hold: exit code 1. The message is masked and is the last line."""

    exit_code = 1

    def show(self, file: Any = None) -> None:
        """Print the message as one line, after everything that was printed before."""
        sys.stdout.flush()
        click.echo(f"Failed: {self.format_message()}", file=file, err=file is None)


def remember_debug(context: click.Context, _parameter: click.Parameter, value: bool) -> bool:
    """Callback of a --debug option."""
    context.meta[_DEBUG] = value
    return value


def safe_line(text: str, masker: Masker | None = None) -> str:
    """Text for the terminal on one line: credentials masked, control characters shown."""
    return plain((masker or Masker()).text(text))


class CarefulGroup(click.Group):
    """A group whose commands end in one line instead of a traceback."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run, on streams that print "?" where the terminal's encoding lacks a character."""
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")
        return super().main(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command.

        Raises:
            CommandFailed: In place of any exception that is not click's own.
        """
        try:
            return super().invoke(ctx)
        except click.ClickException as error:
            vars(error)["message"] = Masker().text(error.message)  # it may repeat what was typed; declared final
            raise
        except (click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except Exception as error:  # noqa: BLE001  last resort of the command line: any fault becomes one line
            raise CommandFailed(_explained(error, debug=bool(ctx.meta.get(_DEBUG)))) from None


def _explained(error: Exception, *, debug: bool) -> str:
    if debug:
        trace = "".join(traceback.format_exception(error))
        click.echo("\n".join(safe_line(line) for line in trace.splitlines()), err=True)
    if isinstance(error, ToolscoreError):
        return safe_line(str(error))
    if isinstance(error, OSError) and error.strerror:
        return safe_line(f"{error.strerror}: {error.filename}" if error.filename else error.strerror)
    # The message of an unforeseen error may hold values from a file, so only its kind is told.
    hint = "" if debug else "; run again with --debug to see where"
    return f"unexpected {type(error).__name__}{hint}"

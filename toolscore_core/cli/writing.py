"""Reports that a command was asked for -> files, none of them over what the command reads."""

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import click

from toolscore_core.cli.safety import safe_line

Reports = Mapping[str, str | None]
"""Option -> path; None where the report is not asked for."""


def keep_inputs(reports: Reports, inputs: Sequence[str]) -> None:
    """Refuse to write a report over a file that is to be read, or two reports into one file.

    Raises:
        click.UsageError: One would be.
    """
    taken = {os.path.realpath(path) for path in inputs}
    for option, path in reports.items():
        if path is None:
            continue
        real = Path(os.path.realpath(path))
        if str(real) in taken or (real.exists() and any(str(folder) in taken for folder in real.parents)):
            raise click.UsageError(f"{option} would overwrite a file that is already used")
        taken.add(os.path.realpath(path))


def write_reports(reports: Reports, makers: Mapping[str, Callable[[], str]]) -> tuple[list[str], list[str]]:
    """Write what was asked for.

    Done before anything is printed: whoever reads the output may stop reading (`| head`), and the reports are there.

    Args:
        reports: What is asked for.
        makers: Option -> what makes the text of its report.

    Returns:
        The paths that were written, and what to say of those that cannot be.
    """
    written, failures = [], []
    for option, path in reports.items():
        if path is None:
            continue
        try:
            Path(path).write_text(makers[option](), encoding="utf-8", newline="")
        except OSError as error:
            failures.append(safe_line(f"cannot write {path}: {error.strerror or type(error).__name__}"))
        else:
            written.append(path)
    return written, failures

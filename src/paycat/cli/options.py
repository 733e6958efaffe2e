"""What commands share: the project option, exit codes, printing of findings."""

from collections.abc import Callable, Iterable
from enum import IntEnum
from pathlib import Path
from typing import Any

import click

from paycat.diagnostics import Diagnostic, Severity, arranged
from paycat.reporting.text import as_text, counted


class ExitCode(IntEnum):
    """How a command ends."""

    CLEAN = 0
    FINDINGS = 1
    USAGE = 2
    BUG = 3


def project_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--project` to a command; its value is a folder."""
    return click.option(
        "--project",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        default=Path(),
        help="Folder of the project; default: the current one, or the nearest above with schemas/catalogue.yaml.",
    )(command)


def print_findings(found: Iterable[Diagnostic], *, err: bool = False) -> None:
    """Print findings on standard output, or with `err` on standard error, one a line, and count them."""
    findings = arranged(found)
    for finding in findings:
        click.echo(as_text(finding), err=err)
    if findings:
        errors = sum(finding.severity is Severity.ERROR for finding in findings)
        click.echo(counted(errors, "error") + ", " + counted(len(findings) - errors, "warning"), err=err)

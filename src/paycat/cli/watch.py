"""`paycat watch`."""

import signal
from pathlib import Path

import click

from paycat.cli.options import project_option
from paycat.cli.printing import echo, print_findings
from paycat.interrupting import interruptible
from paycat.project.watching import watch
from paycat.project.workspace import find_workspace


@click.command()
@click.option("--check", is_flag=True, help="Write nothing. Report findings, and what paycat would write.")
@project_option
def command(check: bool, project: Path) -> None:
    """Check the catalogue and write generated/ again whenever a file is saved.

    paycat watches schemas/, the project's own generators/, and generated/. For each save it prints the time and the
    files, the findings or "clean", and what it wrote. While there is an error, it writes nothing. It reports files in
    generated/ that were edited by hand and leaves them alone. Ctrl-C ends it.
    """
    workspace = find_workspace(project)
    try:
        with interruptible(signal.SIGTERM):
            watch(workspace, echo, print_findings, writes=not check)
    except KeyboardInterrupt:
        echo("stopped")

"""`paycat watch` and `paycat serve`, which run until they are stopped."""

import os
import signal
import sys
from pathlib import Path

import click

from paycat.cli.options import project_option
from paycat.cli.printing import echo, print_findings
from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.interrupting import interruptible
from paycat.project.workspace import find_workspace


@click.command()
@click.option("--check", is_flag=True, help="Write nothing. Report findings, and what paycat would write.")
@project_option
def watch_command(check: bool, project: Path) -> None:
    """Check the catalogue and write generated/ again whenever a file is saved.

    paycat watches schemas/, the project's own generators/, and generated/. For each save it prints the time and the
    files, the findings or "clean", and what it wrote. While there is an error, it writes nothing. It reports files in
    generated/ that were edited by hand and leaves them alone. Ctrl-C ends it.
    """
    from paycat.project.watching import watch  # noqa: PLC0415 - slow, and has an extra of its own

    workspace = find_workspace(project)
    try:
        with interruptible(signal.SIGTERM):
            watch(workspace, echo, print_findings, writes=not check)
    except KeyboardInterrupt:
        echo("stopped")


@click.command(context_settings={"ignore_unknown_options": True})
@project_option
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def serve_command(project: Path, arguments: tuple[str, ...]) -> None:
    """Run the sandbox of the generated package: the service, to test against. No money moves.

    paycat executes the Python package in generated/, with your permissions.

    ARGUMENTS are those of the sandbox: `--port`, `--database`, `--workers`, `--forward-to`, or a command such as
    `trigger`. Without `--database`, the sandbox keeps its records in sandbox.db, in the current folder.
    """
    workspace = find_workspace(project)
    src_folder = workspace.generated / "python" / "src"
    packages = [file.parent for file in sorted(src_folder.glob("*/__init__.py")) if (file.parent / "sandbox").is_dir()]
    if not packages:
        span = Span(src_folder.relative_to(workspace.root).as_posix())
        raise FindingsError([Diagnostic("not-generated", span, "there is no sandbox here", "run `paycat generate`")])
    python_path = os.pathsep.join(filter(None, (str(src_folder), os.environ.get("PYTHONPATH"))))
    pages_folder = workspace.generated / "docs"
    reference_option = ("--reference", str(pages_folder)) if pages_folder.is_dir() else ()
    command = [sys.executable, "-m", f"{packages[0].name}.sandbox", *reference_option, *arguments]
    # Modules in the current folder are none of the sandbox's, nor of its workers'.
    environment = {**os.environ, "PYTHONPATH": python_path, "PYTHONSAFEPATH": "1"}
    # The sandbox takes the place of this process, and with it its signals.
    os.execve(command[0], command, environment)  # noqa: S606  # nosec B606 - a list, without a shell

"""`paycat preview`: a page of this machine that follows the files while somebody edits them."""

import errno
import signal
from functools import partial
from pathlib import Path

import click

from paycat.cli.options import no_cache_option, project_option
from paycat.cli.printing import echo
from paycat.interrupting import interruptible
from paycat.project.workspace import find_workspace

_PORT = 8090
_HOSTS = ("127.0.0.1", "::1")
"""The addresses of this machine, which nobody else reaches."""


@click.command()
@click.option("--against", metavar="REVISION", default="HEAD", show_default=True, help="Compare with this revision.")
@click.option("--host", type=click.Choice(_HOSTS), default=_HOSTS[0], show_default=True, help="Address.")
@click.option("--port", type=click.IntRange(0, 65_535), default=_PORT, show_default=True, help="Port; 0 for any.")
@no_cache_option
@project_option
def preview_command(against: str, host: str, port: int, no_cache: bool, project: Path) -> None:
    """Show what the files say, on a local page that follows each save.

    The page has the methods and files with their findings, the reference page of what is edited, what changed since
    the last commit with a payload that proves it, and the files that paycat generate would change. A payload that is
    pasted there is checked. While there is an error, the page of the last save without errors stays.

    Only this machine reaches the page. Nothing is written to the project. Ctrl-C ends it.
    """
    from paycat.cli.preview.board import Board  # noqa: PLC0415 - slow, and has an extra of its own
    from paycat.cli.preview.server import PreviewServer, address_of, application, listening_at  # noqa: PLC0415 - as above
    from paycat.cli.preview.working import Work  # noqa: PLC0415 - as above

    workspace = find_workspace(project, is_cached=not no_cache)
    try:
        listener = listening_at(host, port)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        message = f"port {port} of {host} is in use, perhaps by another preview; use --port 0 for any that is free"
        raise click.ClickException(message) from error
    board = Board()
    work = Work(workspace, against, board.post)
    server = PreviewServer(application(work, board, address_of(listener)), board)
    try:
        with listener, interruptible(signal.SIGTERM):
            echo(f"{address_of(listener)}/ shows {workspace.root.name}; Ctrl-C ends it")
            try:
                work.begin(partial(setattr, server, "should_exit", True))
                server.run(sockets=[listener])
            finally:
                work.end()
    except KeyboardInterrupt:
        echo("stopped")

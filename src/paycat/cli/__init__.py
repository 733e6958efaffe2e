"""The command line: runs a command, prints the findings or the error that ended it, and sets the exit code."""

import atexit
import errno
import gc
import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib import import_module
from io import StringIO
from traceback import format_exception
from typing import Any

import click

from paycat import __version__
from paycat.cli.options import ExitCode, unavailable
from paycat.cli.printing import Printing, echo
from paycat.diagnostics import Diagnostic, FindingsError, Span, UnknownNameError, did_you_mean
from paycat.files.reading import reason_of
from paycat.interrupting import interruptible
from paycat.text.characters import print_any_text

_COMMANDS: Mapping[str, tuple[str, str]] = {
    "check": ("check", "Check the catalogue and print every finding with file, line and column."),
    "generate": ("generate", "Generate every file from the catalogue."),
    "conform": ("conform", "Run every test vector against every engine."),
    "validate": ("validate", "Validate one payload and explain each violation."),
    "show": ("show", "Show a payment method: its fields and conditions."),
    "explain": ("explaining", "Explain a name: what it is, where it is defined, why, and which files contain it."),
    "gaps": ("explaining", "List what the specification leaves open, and how many statements depend on each answer."),
    "fmt": ("fmt", "Put the catalogue's files into canonical order and layout."),
    "new": ("new", "Add a method, samples, a field type or a pack."),
    "init": ("init", "Create a small complete project in an empty folder."),
    "watch": ("running", "Check and generate again whenever a file is saved."),
    "preview": ("preview", "Show pages, findings and changes in a browser while files are edited."),
    "serve": ("running", "Run the sandbox: the service, to test against."),
    "diff": ("diff", "Report what an edit breaks, for whom, with a payload that proves it."),
    "changelog": ("changelog", "List what each version of the catalogue changed."),
    "pins": ("pins", "Print constraints for pip: the versions with which paycat was tested."),
    "release": ("release", "Build the folder to publish for a version: site, packages, checksums."),
}
"""The module of each command, and what the command does."""

_BETWEEN_COLLECTIONS = (500_000, 20, 20)
"""New objects, and collections of them before older ones are looked at: commands keep their objects until they end.

With Python's own numbers, garbage collection takes 10 % of the time.
"""
_NO_PLUGINS = {"PYDANTIC_DISABLE_PLUGINS": "__all__"}
"""What happens to be installed must not change what a model accepts; looking for plugins takes 10 ms, too."""

_HELP = "check the permissions of this file or folder, and the free space"
_SYSTEM_ERRORS = {
    *(errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.ENOMEM),
    *(errno.ENAMETOOLONG, errno.ELOOP, errno.EMFILE, errno.ENFILE, errno.ESTALE, errno.ETXTBSY, errno.EBUSY),
}
"""Permissions, space, limits, broken disks. A wrong path is not among them: it may be a bug of paycat."""


@contextmanager
def _closed_pipe_as_exit() -> Iterator[None]:
    """End the command where its reader went away, before click ends it with the code for findings."""
    try:
        yield
    except BrokenPipeError as error:
        raise click.exceptions.Exit(ExitCode.CLOSED_PIPE) from error


class _Commands(click.Group):
    """Imports a command's module only when the command is used."""

    @_closed_pipe_as_exit()
    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        return super().make_context(info_name, args, parent, **extra)

    @_closed_pipe_as_exit()
    def invoke(self, ctx: click.Context) -> Any:
        return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        if substitute := unavailable(cmd_name):
            return substitute
        module_name, _ = _COMMANDS[cmd_name]
        command: click.Command = getattr(import_module(f"paycat.cli.{module_name}"), f"{cmd_name}_command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in _COMMANDS and not args[0].startswith("-"):
            hint = did_you_mean(args[0], _COMMANDS) or f"known: {', '.join(_COMMANDS)}"
            raise click.UsageError(f"there is no command {args[0]!r}; {hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, purpose) for name, (_, purpose) in _COMMANDS.items()])


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="paycat")
def commands() -> None:
    """Turn one YAML catalogue of payment methods into everything that a payments interface needs.

    The catalogue is in schemas/. The generated files are in generated/.

    Exit codes: 0 clean, 1 findings, 2 wrong usage or an unknown name, 3 a bug in paycat, 4 `paycat diff` cannot
    compare, 130 interrupted, 141 nobody reads the output.
    """


def main() -> None:
    """Run a command and exit with its code; a user's mistake never ends in a traceback."""
    gc.set_threshold(*_BETWEEN_COLLECTIONS)
    os.environ |= _NO_PLUGINS
    atexit.register(gc.freeze)  # Python collects garbage once more as it ends, which takes 10 % of a short command.
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # The shell closed it, as by `>&-`.
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_WRONLY), "w"))
        print_any_text(getattr(sys, name))
    printing = Printing()
    try:
        with interruptible():
            exit_code = _run(printing)
        if exit_code in (ExitCode.CLEAN, ExitCode.FINDINGS, ExitCode.NOT_COMPARED) or printing.kept:
            printing.end()
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
    except KeyboardInterrupt:
        exit_code = ExitCode.INTERRUPTED
    except OSError as error:
        exit_code = ExitCode.CLOSED_PIPE
        if not isinstance(error, BrokenPipeError):
            exit_code = printing.failure
            with suppress(OSError):  # Standard error may be the same file.
                echo(f"paycat: cannot print everything: {reason_of(error)}", err=True)
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):  # Python would fail once more when it flushes the rest at its end.
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    sys.exit(exit_code)


def _run(printing: Printing) -> int:
    """Run a command and return its exit code; findings that end it are added to the printing."""
    try:
        outcome = commands.main(standalone_mode=False, obj=printing)
        return outcome if isinstance(outcome, int) else ExitCode.CLEAN
    except FindingsError as error:
        printing.fail(error.diagnostics)
        return ExitCode.USAGE if isinstance(error, UnknownNameError) else printing.failure
    except SystemExit as outcome:
        return outcome.code if isinstance(outcome.code, int) else ExitCode.CLEAN
    except click.exceptions.Exit as outcome:
        return outcome.exit_code
    except click.ClickException as error:
        buffer = StringIO()
        error.show(buffer)
        echo(buffer.getvalue(), nl=False, err=True)
        return ExitCode.USAGE
    except click.Abort:
        return ExitCode.INTERRUPTED
    except Exception as error:  # noqa: BLE001 - the one place where bugs end
        if finding := _of_the_system(error):
            printing.fail([finding])
            return printing.failure
        echo("".join(format_exception(error)), nl=False, err=True)
        echo("paycat: this is a bug in paycat; please report it with the lines above", err=True)
        return ExitCode.BUG


def _of_the_system(error: Exception) -> Diagnostic | None:
    """Return the finding for an error that the operating system causes, or None when it may be a bug."""
    if not isinstance(error, OSError):
        return None
    try:
        os.getcwd()
    except FileNotFoundError:
        return Diagnostic("system-error", Span("."), "the current folder was removed", "go to another folder")
    if isinstance(error, shutil.Error) and isinstance(error.args[0], list):
        source, _, reason = error.args[0][0]
        return Diagnostic("system-error", Span(os.fspath(source)), f"the system cannot copy this: {reason}", _HELP)
    if error.errno not in _SYSTEM_ERRORS:
        return None
    path = os.fspath(error.filename) if isinstance(error.filename, str) else "."
    return Diagnostic("system-error", Span(path), f"the system denies this: {reason_of(error)}", _HELP)

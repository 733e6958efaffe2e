"""The command line: thin commands over the layers below; every finding is printed here, every exit code set here."""

import atexit
import gc
import sys
from importlib import import_module
from io import StringIO
from traceback import format_exception

import click

from paycat import __version__
from paycat.cli.options import ExitCode
from paycat.cli.printing import Printing, echo
from paycat.cli.refusals import give_up_printing, refused_by_system
from paycat.diagnostics import FindingsError, did_you_mean

_COMMANDS = {
    "check": "Check the catalogue: every finding, with file, line and column.",
    "generate": "Write everything that the packs make of the catalogue.",
    "conform": "Run every conformance vector against every engine.",
    "validate": "Check one payload, in the words of its fields.",
    "show": "Show a method: its field tables and conditions.",
    "explain": "Explain a rule, a field, a gap, a decision, a vector ...: what, where, why, and what tests it.",
    "gaps": "List what the specification leaves open, and what rests on each answer.",
    "decide": "Preview what another choice would change, and make it.",
    "fmt": "Put the catalogue's files into canonical order and layout.",
    "new": "Add a method, a field type or a pack.",
    "init": "Start a small complete project in an empty folder.",
    "watch": "Check and generate again whenever a file is saved.",
    "diff": "Tell what an edit breaks, for whom, with a payload that proves it.",
    "changelog": "Tell what each version of the catalogue changed.",
    "release": "Put together what is published of a version: site, packages, checksums.",
}

_OBJECTS_BETWEEN_COLLECTIONS = 100_000
"""A command keeps what it makes until it ends; by Python's own 700, looking for garbage takes a twentieth of it all."""


class _Commands(click.Group):
    """Imports a command's module only when the command is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = import_module(f"paycat.cli.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in _COMMANDS and not args[0].startswith("-"):
            known = did_you_mean(args[0], _COMMANDS) or f"known: {', '.join(_COMMANDS)}"
            raise click.UsageError(f"there is no command {args[0]!r}; {known}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="paycat")
def commands() -> None:
    """One YAML catalogue of payment methods in, everything a payments interface needs out.

    The catalogue stands in schemas/, what is made of it in generated/.

    Exit codes: 0 clean, 1 findings, 2 wrong usage, 3 a bug in paycat.
    """


def main() -> None:
    """Run a command and leave with its exit code; a user's mistake never ends in a traceback."""
    gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS)
    atexit.register(gc.freeze)  # Python looks for garbage once more as it ends, which takes a tenth of a short command.
    printing = Printing()
    try:
        code = _run(printing)
        if code in (ExitCode.CLEAN, ExitCode.FINDINGS):
            printing.end()
        sys.stdout.flush()
    except OSError as error:
        code = ExitCode.FINDINGS
        give_up_printing(error)
    sys.exit(code)


def _run(printing: Printing) -> int:
    """Run a command and return its exit code; findings that end it are added to the printing."""
    try:
        done = commands.main(standalone_mode=False, obj=printing)
        return done if isinstance(done, int) else ExitCode.CLEAN
    except FindingsError as error:
        printing.add(error.diagnostics, err=printing.is_document)
        return ExitCode.FINDINGS
    except SystemExit as done:
        return done.code if isinstance(done.code, int) else ExitCode.CLEAN
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.ClickException as error:
        shown = StringIO()
        error.show(shown)
        echo(shown.getvalue(), nl=False, err=True)
        return ExitCode.USAGE
    except click.Abort:
        return ExitCode.FINDINGS
    except OSError as error:
        found = refused_by_system(error)
        if found is None:
            return _bug(error)
        printing.add([found], err=printing.is_document)
        return ExitCode.FINDINGS
    except Exception as error:  # noqa: BLE001 - the one place where bugs end
        return _bug(error)


def _bug(error: Exception) -> int:
    echo("".join(format_exception(error)), nl=False, err=True)
    echo("paycat: this is a bug in paycat; please report it with the lines above", err=True)
    return ExitCode.BUG

"""What the options of several commands share, which commands need an extra, and the exit codes."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from enum import IntEnum
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from paycat.cli.printing import FORMATS, TEXT, current_printing
from paycat.diagnostics import did_you_mean

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

FINDINGS = "Format of the output. With any other format than text, paycat prints findings only."
DATA_OR_FINDINGS = "Format of the output. `json` prints data; github and sarif print findings only."

FILE = click.Path(dir_okay=False, path_type=Path)
FOLDER = click.Path(file_okay=False, path_type=Path)
EXTRAS: Mapping[str, tuple[str, ...]] = {
    "conform": ("anyio", "h11", "httpx", "starlette", "tenacity"),
    "preview": ("anyio", "h11", "starlette", "uvicorn", "watchfiles"),
    "serve": ("anyio", "dbos", "h11", "httpx", "psycopg", "sqlalchemy", "standardwebhooks", "starlette", "uvicorn"),
    "watch": ("anyio", "watchfiles"),
}
"""The libraries that each of these extras in pyproject.toml installs."""


class ExitCode(IntEnum):
    """How a command ends."""

    CLEAN = 0
    FINDINGS = 1
    USAGE = 2
    BUG = 3
    NOT_COMPARED = 4
    INTERRUPTED = 130
    CLOSED_PIPE = 141


def text(value: str) -> str:
    """Return a text for a file: UTF-8, even in a locale with another encoding. Raises BadParameter for other bytes."""
    with suppress(UnicodeEncodeError):
        value.encode()
        return value
    try:
        return os.fsencode(value).decode()
    except UnicodeError as error:
        raise click.BadParameter("the text is not UTF-8") from error


def text_option(name: str, help: str, **settings: Any) -> Decorator:
    """Return an option whose value is text."""
    return click.option(name, type=text, help=help, **settings)


def _keep_project(_: click.Context, __: click.Parameter, folders: tuple[Path, ...]) -> Path:
    if len(folders) > 1:
        raise click.UsageError("--project names one project: run the command once for each")
    current_printing().project = folders[0]
    return folders[0]


project_option = click.option(
    "--project",
    type=click.Path(exists=True, file_okay=False, resolve_path=True, path_type=Path),
    default=(Path(),),
    multiple=True,
    callback=_keep_project,
    help="Folder of the project. Default: the current folder, or the nearest one above with schemas/catalogue.yaml.",
)


def format_option(help: str = FINDINGS, formats: Sequence[str] = FORMATS, documents: Sequence[str] = ()) -> Decorator:
    """Return `--format`. The command prints `documents` itself and receives the name; findings are printed here."""

    def keep(context: click.Context, _: click.Parameter, name: str) -> str:
        printing = current_printing()
        printing.command, printing.document = f"paycat {context.info_name}", name if name in documents else ""
        printing.format = TEXT if printing.document else name
        return name

    return click.option(
        "--format",
        "format_",
        type=click.Choice(formats),
        default=formats[0],
        show_default=True,
        expose_value=bool(documents),
        callback=keep,
        help=help,
    )


no_cache_option = click.option(
    "--no-cache", is_flag=True, help="Make everything anew; use nothing that an earlier run kept, and keep nothing."
)


def preview_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--check` and `--diff`, with which a command that writes files only shows what it would change."""
    check_help = "Write nothing. Report what would change, and exit with 1 if anything would."
    diff_help = "Write nothing. Print the changes as a patch, and exit with 1 if there are any."
    diff_command = click.option("--diff", is_flag=True, help=diff_help)(command)
    return click.option("--check", is_flag=True, help=check_help)(diff_command)


def reject_patch_among_findings() -> None:
    """Raise UsageError if the output is for programs: they receive findings, and `--diff` prints a patch."""
    if not current_printing().is_for_people:
        raise click.UsageError("--diff prints a patch: use it without --format")


@contextmanager
def usage_errors(*error_types: type[Exception]) -> Iterator[None]:
    """Turn these errors of the block into UsageError with the same text."""
    try:
        yield
    except error_types as error:
        raise click.UsageError(str(error)) from error


def unknown_name(noun: str, name: str, known_names: Sequence[str]) -> click.UsageError:
    """Return the error that there is nothing with a name, such as no method."""
    hint = did_you_mean(name, known_names) or ", ".join(known_names)
    return click.UsageError(f"there is no {noun} {name!r}" + (f"; {hint}" if hint else ""))


def unavailable(name: str) -> click.Command | None:
    """Return a command that only says what to install, or None if the libraries of the command are installed."""
    missing_libraries = [library for library in EXTRAS.get(name, ()) if find_spec(library) is None]
    if not missing_libraries:
        return None

    def fail() -> None:
        raise click.ClickException(f"paycat {name} needs {', '.join(missing_libraries)}: pip install 'paycat[{name}]'")

    context_settings = {"ignore_unknown_options": True, "allow_extra_args": True}
    return click.Command(name, context_settings=context_settings, callback=fail, add_help_option=False)

"""What commands share: the options for the project and the format, exit codes, printing of findings."""

import inspect
import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from enum import IntEnum
from functools import wraps
from pathlib import Path
from typing import Any

import click

from paycat.cli.printing import FORMATS, TEXT, current_printing, echo
from paycat.diagnostics import Diagnostic

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class _Words(click.ParamType[str]):
    """An argument that goes into a file: text in UTF-8, also where the locale reads arguments in another encoding."""

    name = "text"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the text. Raises BadParameter for bytes that are none."""
        with suppress(UnicodeEncodeError):
            value.encode()
            return value
        try:
            return os.fsencode(value).decode()
        except UnicodeError:
            self.fail("this is no text in UTF-8", param, ctx)


WORDS = _Words()


class ExitCode(IntEnum):
    """How a command ends."""

    CLEAN = 0
    FINDINGS = 1
    USAGE = 2
    BUG = 3


def grouped(name: str, make: Callable[..., Any], options: Sequence[Decorator]) -> Decorator:
    """Return a decorator that adds options to a command, which gets what is made of their values as `name`."""

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def gathered(**values: Any) -> Any:
            own = {one: values.pop(one) for one in inspect.signature(make).parameters}
            return command(**values, **{name: make(**own)})

        decorated: Callable[..., Any] = gathered
        for option in reversed(options):
            decorated = option(decorated)
        return decorated

    return decorate


def project_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--project` to a command; its value is a folder."""
    return click.option(
        "--project",
        type=click.Path(exists=True, file_okay=False, resolve_path=True, path_type=Path),
        default=Path(),
        callback=_keep_project,
        help="Folder of the project; default: the current one, or the nearest above with schemas/catalogue.yaml.",
    )(command)


def format_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--format` to a command; it goes to `print_findings`, and `say` heeds it."""
    return click.option(
        "--format",
        type=click.Choice(FORMATS),
        default=TEXT,
        show_default=True,
        expose_value=False,
        callback=_keep_format,
        help="Format of the findings; in any other than text, nothing else is printed.",
    )(command)


def print_findings(found: Iterable[Diagnostic], *, err: bool = False) -> None:
    """Print findings on standard output, or with `err` on standard error, and count them.

    In another format than text they are kept, and printed together when the command ends.
    """
    current_printing().add(found, err=err)


def say(text: str, *, nl: bool = True) -> None:
    """Print what is no finding, for people: programs get the findings alone."""
    if current_printing().is_for_people:
        echo(text, nl=nl)


def _keep_project(context: click.Context, _: click.Parameter, project: Path) -> Path:
    current_printing().project = project
    return project


def _keep_format(context: click.Context, _: click.Parameter, name: str) -> None:
    printing = current_printing()
    printing.format, printing.command = name, f"paycat {context.info_name}"

"""What a command prints: findings and other text; progress on standard error, silent when piped."""

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paycat.diagnostics import Diagnostic, FindingsError, arranged
from paycat.files.reading import real_path
from paycat.interrupting import raise_if_interrupted
from paycat.text.characters import visible

if TYPE_CHECKING:
    from paycat.reporting.findings_context import Context


TEXT = "text"
JSON = "json"
FORMATS = (TEXT, JSON, "github", "sarif")
Step = Callable[[str], None]
"""Shows what is done now."""

_PATIENCE_SECONDS = 1.0
_FORCING = {"FORCE_COLOR", "TTY_COMPATIBLE"}
"""The variables that may make rich take a pipe for a terminal."""


@dataclass
class Printing:
    """The format and the project that the options select, and the findings that are not printed yet.

    `named` are the files named on the command line, by the name that findings use for them; `texts` are those of files
    that are not written yet. `document` is the format of another document that the command prints on standard output,
    while its findings go to standard error; "" for none. `data` is a document that the command prints in place of its
    findings if it has none. `failure` is the exit code if findings end the command.
    """

    format: str = TEXT
    command: str = "paycat"
    project: Path = field(default_factory=Path)
    named: dict[str, Path] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    document: str = ""
    kept: list[Diagnostic] = field(default_factory=list)
    data: str = ""
    failure: int = 1

    @property
    def wants_data(self) -> bool:
        """Whether programs read the output as JSON."""
        return self.format == JSON

    @property
    def is_for_people(self) -> bool:
        """Whether people read the output; programs receive the findings only."""
        return self.format == TEXT

    def add(self, findings: Iterable[Diagnostic], *, err: bool = False) -> None:
        """Print findings, on standard error with `err`, or keep them for the end."""
        if self.is_for_people:
            self._print(findings, err=err)
        else:
            self.kept += findings

    def fail(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Print the findings that end the command: where programs expect JSON, also in place of its document."""
        findings = tuple(diagnostics)
        if self.document == JSON:
            self._print(findings, format_=JSON)
        self.add(findings, err=bool(self.document))

    def end(self) -> None:
        """Print the findings that were kept, as one document."""
        if self.data and not self.kept:
            echo(self.data, nl=False)
        elif not self.is_for_people:
            self._print(self.kept)

    def _print(self, findings: Iterable[Diagnostic], *, err: bool = False, format_: str = "") -> None:
        sorted_findings = arranged(findings)
        if not sorted_findings and self.is_for_people:
            return
        # Loaded late: these import the rules and their pages, and most commands print no finding.
        from paycat.reporting.findings import FORMATS as WRITERS  # noqa: PLC0415 - slow; only findings need it

        echo(WRITERS[format_ or self.format](sorted_findings, self.context()), nl=False, err=err)

    def context(self) -> "Context":
        """Return where the files of findings are."""
        from paycat.project.workspace import find_workspace  # noqa: PLC0415 - as above
        from paycat.reporting.findings_context import Context  # noqa: PLC0415 - as above

        root = self.project
        with suppress(FindingsError, OSError):
            root = find_workspace(real_path(root)).root
        return Context(self.command, root, self.named, self.texts)


def current_printing() -> Printing:
    """Return the printing of the running command."""
    context = click.get_current_context(silent=True)
    return context.ensure_object(Printing) if context else Printing()


def print_findings(findings: Iterable[Diagnostic], *, err: bool = False) -> None:
    """Print findings on standard output, or with `err` on standard error.

    In another format than text they are kept, and printed together when the command ends.
    """
    current_printing().add(findings, err=err)


def print_data(text: str) -> None:
    """Print a document for programs when the command ends, unless it has findings: then these are printed."""
    current_printing().data = text


def say(text: str, *, nl: bool = True) -> None:
    """Print text that is not a finding, if people read the output."""
    if current_printing().is_for_people:
        echo(text, nl=nl)


def echo(text: str = "", *, nl: bool = True, err: bool = False) -> None:
    """Print text with escapes for every character that acts on a terminal; commands print in no other way."""
    raise_if_interrupted()
    # Without a stream click prints UTF-8 where the stream is of ASCII.
    click.echo(visible(text), nl=nl, file=sys.stderr if err else sys.stdout)


@contextmanager
def progress(line_after_seconds: float | None = None) -> Iterator[Step]:
    """Yield a function to call with each step of the work inside the `with` block; a line shows it after a second.

    Without a terminal nothing is shown, or for long work a line on standard error whenever so many seconds have passed.
    """
    if not _may_be_terminal():
        yield _SparseLines(line_after_seconds).show if line_after_seconds else _silent
        return
    from paycat.reporting.terminal import Terminal  # noqa: PLC0415 - slow; nothing is shown without a terminal

    console, start_time = Terminal(stderr=True), time.monotonic()
    status_line = console.status("")

    def show(step_name: str) -> None:
        status_line.update(step_name)
        if console.is_terminal and time.monotonic() - start_time > _PATIENCE_SECONDS:
            status_line.start()

    try:
        yield show
    finally:
        status_line.stop()


class _SparseLines:
    """Prints a step if the last line is some seconds old."""

    def __init__(self, seconds: float) -> None:
        self._seconds, self._last = seconds, time.monotonic()

    def show(self, step_name: str) -> None:
        if time.monotonic() - self._last >= self._seconds:
            self._last = time.monotonic()
            echo(step_name, err=True)


@contextmanager
def bar(total: int) -> Iterator[Step]:
    """Yield a function to call with the name of each of `total` pieces of work; a bar shows them."""
    if not _may_be_terminal():
        yield _silent
        return
    from rich import progress as rich_progress  # noqa: PLC0415 - as above

    from paycat.reporting.terminal import Terminal  # noqa: PLC0415 - as above

    columns = (
        rich_progress.TextColumn("{task.description}", markup=False),
        rich_progress.BarColumn(),
        rich_progress.MofNCompleteColumn(),
        rich_progress.TimeRemainingColumn(),
    )
    console = Terminal(stderr=True)
    with rich_progress.Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as display:
        task = display.add_task("", total=total)

        def advance(step_name: str) -> None:
            display.update(task, description=step_name, advance=1)

        yield advance


def _may_be_terminal() -> bool:
    """Return whether rich could take standard error for a terminal, without importing rich, which is slow."""
    return sys.stderr.isatty() or not _FORCING.isdisjoint(os.environ)


def _silent(step_name: str) -> None:
    """Show nothing."""

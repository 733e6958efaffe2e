"""How a run tells what it found: at once for people, in one piece at the end for programs."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import click

from paycat.characters import visible
from paycat.diagnostics import Diagnostic, FindingsError, arranged
from paycat.files import real_path

TEXT = "text"
FORMATS = (TEXT, "json", "github", "sarif", "junit")


def echo(text: str = "", *, nl: bool = True, err: bool = False) -> None:
    """Print a text, on standard error with `err`, so that nothing in it acts on a terminal; the only way to print."""
    click.echo(visible(text), nl=nl, err=err)


@dataclass
class Printing:
    """The format and the project, as the options of a command say, and the findings that are not printed yet.

    `given` are files that a person named, by the name that findings use for them. With `is_document` a document of
    another sort stands on standard output, and findings go to standard error.
    """

    format: str = TEXT
    command: str = "paycat"
    project: Path = field(default_factory=Path)
    given: dict[str, Path] = field(default_factory=dict)
    is_document: bool = False
    found: list[Diagnostic] = field(default_factory=list)

    @property
    def is_for_people(self) -> bool:
        """Whether people read what is printed: programs get the findings alone."""
        return self.format == TEXT

    def add(self, found: Iterable[Diagnostic], *, err: bool = False) -> None:
        """Print findings, on standard error with `err`, or keep them for the end."""
        if self.is_for_people:
            echo(self._text(found), nl=False, err=err)
        else:
            self.found += found

    def end(self) -> None:
        """Print the findings that were kept, as one document."""
        if not self.is_for_people:
            echo(self._text(self.found), nl=False)

    def _text(self, found: Iterable[Diagnostic]) -> str:
        findings = arranged(found)
        if not findings and self.is_for_people:
            return ""
        # Reporters know the rules and their pages.
        from paycat.reporting import findings as reporting  # noqa: PLC0415 - slow to load, and mostly not needed

        context = reporting.Context(self.command, self._root(), self.given)
        return reporting.FORMATS[self.format](findings, context)

    def _root(self) -> Path:
        from paycat.workspace import project_at  # noqa: PLC0415 - as above

        try:
            return project_at(real_path(self.project)).root
        except FindingsError:
            return self.project
        except OSError:
            return self.project


def current_printing() -> Printing:
    """Return the printing of the command that runs."""
    context = click.get_current_context(silent=True)
    return context.ensure_object(Printing) if context else Printing()

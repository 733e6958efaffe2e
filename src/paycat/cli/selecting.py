"""The options of `paycat generate` that select a part, in a folder of its own."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple, cast

import click

from paycat.catalogue.directions import DIRECTIONS, Direction
from paycat.catalogue.service import View
from paycat.cli.options import Decorator, grouped
from paycat.contract.model import Contract
from paycat.contract.slices import Selection, combined, sliced
from paycat.diagnostics import Diagnostic, FindingsError, Span, did_you_mean
from paycat.files import real_path
from paycat.workspace import GENERATED, GENERATORS, SCHEMAS, Workspace, may_hold_output


class Wanted(NamedTuple):
    """What is to be written, and where: None is the output folder of the project."""

    methods: tuple[str, ...]
    countries: tuple[str, ...]
    directions: tuple[str, ...]
    view: str | None
    folder: Path | None

    @property
    def is_part(self) -> bool:
        """Whether less than everything is wanted."""
        return bool(self.methods or self.countries or self.directions or self.view)

    def of(self, contract: Contract, views: dict[str, View]) -> Contract:
        """Return the part of a contract that is wanted. Raises FindingsError for unknown names, or when it is empty."""
        if not self.is_part:
            return contract
        if unknown := list(self._unknown(contract, views)):
            raise FindingsError(unknown)
        part = sliced(contract, combined(contract, self._selections(views)))
        if not any(part.requests()):
            raise FindingsError([self._empty()])
        return part

    def _unknown(self, contract: Contract, views: dict[str, View]) -> Iterator[Diagnostic]:
        countries = {country for method in contract.methods for country in method.countries}
        codes = [method.code for method in contract.methods]
        yield from _unknown("--view", "view", (self.view,) if self.view else (), views)
        yield from _unknown("--only", "method", self.methods, codes)
        yield from _unknown("--country", "country of a method", self.countries, countries)
        yield from _unknown("--direction", "direction", self.directions, DIRECTIONS)

    def _selections(self, views: dict[str, View]) -> Iterator[Selection]:
        if self.view:
            yield selection_of(views[self.view], self.view)
        directions = cast(tuple[Direction, ...], self.directions)
        yield Selection(self.methods or None, self.countries or None, directions or None)

    def _empty(self) -> Diagnostic:
        asked = {"--view": (self.view,) if self.view else (), "--only": self.methods}
        asked |= {"--country": self.countries, "--direction": self.directions}
        given = {option: ",".join(names) for option, names in asked.items() if names}
        message = f"no method has a request for all of {' '.join(f'{name} {text}' for name, text in given.items())}"
        if len(given) == 1:
            message = f"no method of {' '.join(*given.items())} has a request"
        return Diagnostic(
            "empty-selection", Span(next(iter(given))), message, "paycat show METHOD tells what a method offers"
        )


def selection_of(view: View, name: str) -> Selection:
    """Return what a view of the catalogue selects."""
    return Selection(view.methods, view.countries, view.directions, view.title or name)


def _unknown(option: str, kind: str, names: Iterable[str], known: Iterable[str]) -> Iterator[Diagnostic]:
    for name in names:
        if name not in known:
            yield Diagnostic(
                "unknown-selection", Span(option), f"there is no {kind} {name!r}", did_you_mean(name, known)
            )


def place_of(workspace: Workspace, folder: Path | None) -> tuple[Path, str]:
    """Return the folder to write to, and what findings call it.

    Raises UsageError for a folder in which, or above which, the project's own files stand, and FindingsError for one
    that holds files and is not paycat's.
    """
    if folder is None:
        return workspace.generated, GENERATED
    there = real_path(folder)
    for name in (SCHEMAS, GENERATORS, GENERATED):
        own = real_path(workspace.root / name)
        if there.is_relative_to(own) or own.is_relative_to(there):
            raise click.UsageError(f"--to {folder}: {name}/ of the project stands there; name a folder of its own.")
    shown = folder.as_posix()
    if not may_hold_output(there, shown):
        message, advice = "the folder holds files, and paycat did not write it", "name a new or empty folder"
        raise FindingsError([Diagnostic("folder-not-ours", Span(shown), message, advice)])
    return there, shown


def _split(_: click.Context, parameter: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(name.strip() for text in given for name in text.split(",")))
    if "" in names:
        raise click.BadParameter("a name is missing; write names with commas between them.", param=parameter)
    return names


def _listed(name: str, metavar: str, text: str) -> Decorator:
    return click.option(name, multiple=True, callback=_split, metavar=metavar, help=text)


def _wanted(
    only: tuple[str, ...], country: tuple[str, ...], direction: tuple[str, ...], view: str | None, to: Path | None
) -> Wanted:
    wanted = Wanted(only, country, direction, view, to)
    if wanted.is_part and to is None:
        message = f"a part goes into a folder of its own, as {GENERATED}/ holds the whole: add --to DIR."
        raise click.UsageError(message)
    return wanted


selecting_options = grouped(
    "wanted",
    _wanted,
    (
        _listed("--only", "METHODS", "Only these methods: codes with commas between them; may be repeated."),
        _listed("--country", "COUNTRIES", "Only the methods of one of these countries."),
        _listed("--direction", "DIRECTIONS", "Only the requests of these directions: pay_in or payout."),
        click.option("--view", metavar="NAME", help="Only what this view in schemas/catalogue.yaml selects."),
        click.option(
            "--to",
            type=click.Path(file_okay=False, path_type=Path),
            metavar="DIR",
            help="Write to this folder instead of generated/: a new or empty one, or one that paycat wrote.",
        ),
    ),
)

"""Packs in, what integrators can download out: what each pack is for, and the files for each method."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from paycat.catalogue.directions import Direction
from paycat.contract.model import Contract, Method
from paycat.pages.words import direction_title

_ABOUT = {
    "openapi": "For generators of clients, and for viewers.",
    "json-schema": "Check a body before you send it, in any language. One schema for each request, and one for each "
    "direction, in which the method code picks the request.",
    "requirements": "Made for building forms: the fields of a request in order, with level, label, pattern, lengths "
    "and hints.",
    "python": "Typed models of every request and record, and a server stub to try against. Install it with "
    "`pip install ./python` in the folder that you downloaded.",
    "conformance": "Bodies with the refusals that every implementation must give. Test your own server or client "
    "with them.",
    "contract": "Everything that these pages say, settled for each method and direction, for tools of your own.",
    "editor": "For people who edit the catalogue: their editors complete and warn with these.",
}
"""What the shipped packs are for, by name, in the order in which integrators want them."""

_PACKAGES = ("pyproject.toml", "package.json")


class File(Protocol):
    """A file of a pack: its path below the output folder, and the method and direction that it was made for."""

    @property
    def path(self) -> str: ...
    @property
    def method(self) -> str | None: ...
    @property
    def direction(self) -> Direction | None: ...


class Pack(Protocol):
    """A pack that is rendered."""

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def folder(self) -> str: ...
    @property
    def files(self) -> Sequence[File]: ...


@dataclass(frozen=True, slots=True)
class Download:
    """A pack's files. `whole` are those of no method; a package is of use as a whole only."""

    name: str
    title: str
    about: str
    folder: str
    package: bool
    whole: tuple[File, ...]
    of_methods: tuple[File, ...]


@dataclass(frozen=True, slots=True)
class MethodDownloads:
    """The files that were made for a method, one tuple for each download that has such files."""

    method: Method
    cells: tuple[tuple[File, ...], ...]


def downloads(packs: Iterable[Pack], own: str) -> tuple[Download, ...]:
    """Return what the packs make, by pack, but for `own`, the pack that asks; a project's own packs come last."""
    order = {name: index for index, name in enumerate(_ABOUT)}
    found = (pack for pack in packs if pack.name != own)
    return tuple(_download(pack) for pack in sorted(found, key=lambda pack: order.get(pack.name, len(order))))


def of_methods(found: Iterable[Download]) -> tuple[Download, ...]:
    """Return the downloads that can be taken method by method."""
    return tuple(one for one in found if one.of_methods and not one.package)


def method_downloads(contract: Contract, found: Iterable[Download]) -> tuple[MethodDownloads, ...]:
    """Return the files of each method that has any, for the downloads that can be taken method by method."""
    columns = of_methods(found)
    rows = (
        MethodDownloads(
            method, tuple(tuple(file for file in one.of_methods if file.method == method.code) for one in columns)
        )
        for method in contract.methods
    )
    return tuple(row for row in rows if any(row.cells))


def download_label(file: File, cell: Sequence[File]) -> str:
    """Return what tells a file from the others of its method: the direction if that does, or else its name."""
    directions = [one.direction for one in cell]
    if file.direction and directions.count(file.direction) == 1:
        return direction_title(file.direction)
    return file.path.rpartition("/")[2]


def _download(pack: Pack) -> Download:
    files = pack.files
    package = any(file.path == f"{pack.folder}/{name}" for file in files for name in _PACKAGES)
    return Download(
        name=pack.name,
        title=pack.title,
        about=_ABOUT.get(pack.name, ""),
        folder=pack.folder,
        package=package,
        whole=tuple(file for file in files if file.method is None or package),
        of_methods=tuple(file for file in files if file.method is not None and not package),
    )

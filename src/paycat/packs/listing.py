"""Packs and a contract in, the files that the packs make of it out: where they are, and what for; no template runs."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from paycat.contract.differences import Keys
from paycat.packs.blaming import blaming
from paycat.packs.builders import Item, built
from paycat.packs.manifest import PackFile
from paycat.packs.paths import path_template
from paycat.packs.reading import ReadPack
from paycat.packs.selection import below, made_for, names_for, selected


@dataclass(frozen=True, slots=True)
class MadeFile:
    """A file: its path below the output folder, and the method and direction that it was made for, if any."""

    path: str
    method: str | None
    direction: str | None


@dataclass(frozen=True)  # Without slots, as a cached property needs a place.
class MadePack:
    """A pack that is rendered, for the templates of others; its files are found when they are first asked for.

    What a template may not reach begins with an underscore.
    """

    _pack: ReadPack
    _whole: Item

    @property
    def name(self) -> str:
        """The pack's name."""
        return self._pack.name

    @property
    def title(self) -> str:
        """What the pack makes, in one sentence."""
        return self._pack.source.value.title

    @property
    def folder(self) -> str:
        """The folder below the output folder that the pack owns."""
        return self._pack.source.value.folder

    @cached_property
    def files(self) -> tuple[MadeFile, ...]:
        """Every file of the pack, in the order of the manifest. Raises FindingsError."""
        return tuple(_made(path, keys) for path, keys in self._all_paths())

    def _all_paths(self) -> Iterator[tuple[str, Keys]]:
        for index, file in enumerate(self._pack.source.value.files):
            with blaming(self._pack, index):
                yield from self._paths(file)

    def _paths(self, file: PackFile) -> Iterator[tuple[str, Keys]]:
        path_of = path_template(file.path, self._whole.memo)
        for item in selected(self._whole, file.each):
            path = path_of.render(names_for(item, self._pack.source.value))
            for inner in _inside(path, file, item):
                yield f"{self.folder}/{inner}", made_for(item, inner)


def _inside(path: str, file: PackFile, item: Item) -> Iterator[str]:
    """Yield the paths, below the pack's folder, of what is written for an item: one, or a builder's several."""
    made = built(file.document, item) if file.document else ""
    if isinstance(made, str):
        yield path
    else:
        yield from (below(path, inner) for inner in made)


def _made(path: str, keys: Keys) -> MadeFile:
    return MadeFile(path, keys[1] if keys[1:] else None, keys[2] if keys[2:] else None)

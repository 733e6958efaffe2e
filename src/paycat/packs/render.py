"""Renders packs to a file set in memory; nothing is written to the disk.

Packs that are not shipped with paycat are rendered in a process of their own, with limits.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from typing import Any

from paycat.cache import Cache
from paycat.contract.differences import Keys
from paycat.contract.locations import keys_of_file
from paycat.contract.model import Contract
from paycat.files import file_bytes
from paycat.packs.blaming import blaming
from paycat.packs.bounded import files_within_limits
from paycat.packs.builders import BUILDERS, Item
from paycat.packs.fileset import FileSet, RenderedFile
from paycat.packs.manifest import Pack, PackFile
from paycat.packs.reading import ReadPack, template_language
from paycat.packs.templates import environment, path_template
from paycat.packs.views import directions
from paycat.pages.downloads import MadeFile, MadePack

Place = tuple[str, Callable[[], str] | None, Item]
"""The path of a file below the pack's folder, what makes its text if a builder does, and the item that it is for."""


def render(
    contract: Contract,
    packs: Iterable[ReadPack],
    step: Callable[[str], None] = lambda _: None,
    cache: Cache | None = None,
    releases: str = "",
) -> FileSet:
    """Return every file that the packs make of the contract; `step` gets each pack's name before it is rendered.

    `releases` is what earlier versions changed, as Markdown. Results that the cache has are reused; the files are the
    same with any cache. Raises FindingsError if a template or a path cannot be rendered.
    """
    cache = cache or Cache()
    files = FileSet(cache=cache)
    rendering = Rendering(contract, tuple(packs), releases, cache)
    for pack in rendering.packs:
        step(pack.name)
        for made in rendering.files_of(pack) if pack.is_shipped else rendered_apart(rendering, pack):
            with blaming(pack, made.index):
                files.add(f"{pack.source.value.folder}/{made.path}", made.text, pack.name, made.made_for)
    return files


@dataclass(frozen=True)  # Without slots, which a cached property does not work with.
class Rendering:
    """What all packs of a run are rendered with."""

    contract: Contract
    packs: tuple[ReadPack, ...]
    releases: str
    cache: Cache

    @cached_property
    def _whole(self) -> Item:
        return Item(self.contract, self.cache)

    @cached_property
    def _around(self) -> Mapping[str, object]:
        return {"packs": [self._made_pack(pack) for pack in self.packs], "releases": self.releases}

    @cached_property
    def _known_places(self) -> dict[tuple[str, int], list[Place]]:
        return {}

    def files_of(self, pack: ReadPack) -> Iterator[RenderedFile]:
        """Yield the files of a pack. Raises FindingsError if a template or a path cannot be rendered."""
        for index, file in enumerate(pack.source.value.files):
            with blaming(pack, index):
                for path, text, item in self._rendered(pack, index, file):
                    text.encode()  # A text that is not UTF-8 is the template's mistake.
                    yield RenderedFile(index, path, text, self._made_for(item, path))

    def _rendered(self, pack: ReadPack, index: int, file: PackFile) -> Iterator[tuple[str, str, Item]]:
        language = template_language(file)
        templates = environment(language, partial(pack.file, "template"), self.cache) if language else None
        for path, make, item in self._places(pack, index, file):
            if make:
                yield path, make(), item
            elif templates and file.template:
                known = {**_names_for(item, pack.source.value), **self._around, "path": path, "pack": pack.name}
                yield path, str(templates.get_template(file.template).render(known)), item
            else:
                yield path, _asset(pack, file.asset or ""), item

    def _places(self, pack: ReadPack, index: int, file: PackFile) -> list[Place]:
        """Return the places of the files of a statement, which templates of other packs need, too."""
        if (pack.name, index) not in self._known_places:
            self._known_places[pack.name, index] = list(_places(pack, file, self._whole))
        return self._known_places[pack.name, index]

    def _made_pack(self, pack: ReadPack) -> MadePack:
        """Return a pack for the templates of others; its files are found when they are first needed."""
        stated = pack.source.value
        return MadePack(stated.name, stated.title, stated.folder, cache(lambda: tuple(self._made_files(pack))))

    def _made_files(self, pack: ReadPack) -> Iterator[MadeFile]:
        for index, file in enumerate(pack.source.value.files):
            with blaming(pack, index):
                for path, _, item in self._places(pack, index, file):
                    _, method, direction, *_ = (*self._made_for(item, path), None, None, None)
                    yield MadeFile(f"{pack.source.value.folder}/{path}", method, direction)

    def _made_for(self, item: Item, path: str) -> Keys:
        """Return what a file was made for; if a builder makes several files, the path determines it."""
        if item.method:
            return ("methods", item.method.code, *((item.request.direction,) if item.request else ()))
        return () if item.direction else keys_of_file(self._codes, path)

    @cached_property
    def _codes(self) -> tuple[str, ...]:
        return tuple(method.code for method in self.contract.methods)


def rendered_apart(rendering: Rendering, pack: ReadPack) -> list[RenderedFile]:
    """Return the files of a pack that is not shipped. Raises FindingsError, also if a limit is exceeded."""
    return files_within_limits(pack, partial(replace(rendering, cache=Cache()).files_of, pack))


def _places(pack: ReadPack, file: PackFile, whole: Item) -> Iterator[Place]:
    """Yield the places of the files of a statement; those of a builder's texts, which it makes when they are read."""
    path_of = path_template(file.path, whole.cache)
    for item in _selected(whole, file.each):
        path = path_of.render(_names_for(item, pack.source.value))
        if file.document is None:
            yield path, None, item
            continue
        _, build = BUILDERS[file.document]
        texts = build(item)
        yield from ((_below(path, inner), partial(texts.__getitem__, inner), item) for inner in texts)


def _asset(pack: ReadPack, name: str) -> str:
    path = pack.file("asset", name)
    assert path is not None, "the manifest reader reports a missing asset"
    return file_bytes(path).decode("utf-8")


def _selected(whole: Item, each: str) -> Iterator[Item]:
    """Yield the items that a file is made for: the contract, or each direction, method or request."""
    contract = whole.contract
    match each:
        case "service":
            yield whole
        case "direction":
            yield from (replace(whole, direction=direction) for direction in directions(contract))
        case "method":
            yield from (replace(whole, method=method) for method in contract.methods)
        case _:
            for request in contract.requests():
                method = contract.method(request.method)
                yield replace(whole, direction=request.direction, method=method, request=request)


def _names_for(item: Item, pack: Pack) -> Mapping[str, Any]:
    """Return the names that paths and templates may use."""
    return {
        "contract": item.contract,
        "direction": item.direction,
        "method": item.method,
        "request": item.request,
        "params": pack.params,
    }


def _below(path: str, inner: str) -> str:
    """Return the path of one of a builder's files: below the manifest's path, or that path itself for ""."""
    if not inner:
        return path
    return inner if path == "." else f"{path}/{inner}"

"""A pack and a contract in, the files of the pack out: where they are, what they are made for, and their text."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from typing import Any

from paycat.contract.differences import Keys
from paycat.contract.model import Contract
from paycat.contract.places import keys_of_file
from paycat.files import file_bytes
from paycat.memo import Memo
from paycat.packs.blaming import blaming
from paycat.packs.builders import Item, built
from paycat.packs.manifest import Pack, PackFile
from paycat.packs.paths import path_template
from paycat.packs.reading import ReadPack, template_language
from paycat.packs.templates import environment
from paycat.packs.views import directions
from paycat.pages.downloads import MadeFile, MadePack


@dataclass(frozen=True, slots=True)
class RenderedFile:
    """A file of a pack: the number of its statement in the manifest, its path in the pack's folder, and its text."""

    index: int
    path: str
    text: str
    made_for: Keys


@dataclass(frozen=True)  # Without slots, as a cached property needs a place.
class Rendering:
    """What all packs of a run are rendered with."""

    contract: Contract
    packs: tuple[ReadPack, ...]
    releases: str
    memo: Memo

    @cached_property
    def _whole(self) -> Item:
        return Item(self.contract, self.memo)

    @cached_property
    def _around(self) -> Mapping[str, object]:
        return {"packs": [_made_pack(pack, self._whole) for pack in self.packs], "releases": self.releases}

    def files_of(self, pack: ReadPack) -> Iterator[RenderedFile]:
        """Yield the files of a pack. Raises FindingsError when a template or a path cannot be rendered."""
        for index, file in enumerate(pack.source.value.files):
            with blaming(pack, index):
                for path, text, item in self._rendered(pack, file):
                    text.encode()  # A text that is not UTF-8 is the template's mistake.
                    yield RenderedFile(index, path, text, made_for(item, path))

    def _rendered(self, pack: ReadPack, file: PackFile) -> Iterator[tuple[str, str, Item]]:
        language = template_language(file)
        templates = environment(language, partial(pack.file, "template"), self.memo) if language else None
        for path, text, item in _placed(pack, file, self._whole):
            if text is not None:
                yield path, text, item
            elif templates and file.template:
                known = {**names_for(item, pack.source.value), **self._around, "path": path, "pack": pack.name}
                yield path, str(templates.get_template(file.template).render(known)), item
            else:
                yield path, _asset(pack, file.asset or ""), item


def _placed(pack: ReadPack, file: PackFile, whole: Item) -> Iterator[tuple[str, str | None, Item]]:
    """Yield the paths, below the pack's folder, of what is written; with the text where a builder makes it."""
    path_of = path_template(file.path, whole.memo)
    for item in selected(whole, file.each):
        path = path_of.render(names_for(item, pack.source.value))
        made = built(file.document, item) if file.document else None
        if isinstance(made, Mapping):
            yield from ((below(path, inner), text, item) for inner, text in made.items())
        else:
            yield path, made, item


def _asset(pack: ReadPack, name: str) -> str:
    path = pack.file("asset", name)
    assert path is not None, "the manifest reader reports an asset that is not there"
    return file_bytes(path).decode("utf-8")


def _made_pack(pack: ReadPack, whole: Item) -> MadePack:
    """Return a pack for the templates of others; its files are found when they are first needed."""
    stated = pack.source.value
    return MadePack(stated.name, stated.title, stated.folder, cache(lambda: tuple(_made_files(pack, whole))))


def _made_files(pack: ReadPack, whole: Item) -> Iterator[MadeFile]:
    for index, file in enumerate(pack.source.value.files):
        with blaming(pack, index):
            for path, _, item in _placed(pack, file, whole):
                _, method, direction, *_ = (*made_for(item, path), None, None, None)
                yield MadeFile(f"{pack.source.value.folder}/{path}", method, direction)


def selected(whole: Item, each: str) -> Iterator[Item]:
    """Yield the items that a file is made for: the contract, or each direction, method or request."""
    contract = whole.contract
    if each == "service":
        yield whole
    elif each == "direction":
        yield from (replace(whole, direction=direction) for direction in directions(contract))
    elif each == "method":
        yield from (replace(whole, method=method) for method in contract.methods)
    else:
        for request in contract.requests():
            method = contract.method(request.method)
            yield replace(whole, direction=request.direction, method=method, request=request)


def names_for(item: Item, pack: Pack) -> Mapping[str, Any]:
    """Return what paths and templates may name."""
    return {
        "contract": item.contract,
        "direction": item.direction,
        "method": item.method,
        "request": item.request,
        "params": pack.params,
    }


def made_for(item: Item, path: str) -> Keys:
    """Return what a file was made for; one of the several files of a builder is named for it."""
    if item.method:
        return ("methods", item.method.code, *((item.request.direction,) if item.request else ()))
    return () if item.direction else keys_of_file((method.code for method in item.contract.methods), path)


def below(path: str, inner: str) -> str:
    """Return the path of one of the files of a builder: below the manifest's path, or "" for that path itself."""
    if not inner:
        return path
    return inner if path == "." else f"{path}/{inner}"

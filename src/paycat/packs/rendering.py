"""A pack and a contract in, the pack's files out, each with the statement of the manifest that it comes from."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial

from paycat.contract.differences import Keys
from paycat.contract.model import Contract
from paycat.files import file_bytes
from paycat.memo import Memo
from paycat.packs.blaming import blaming
from paycat.packs.builders import Item, built
from paycat.packs.listing import MadePack
from paycat.packs.manifest import PackFile
from paycat.packs.paths import path_template
from paycat.packs.reading import ReadPack, template_language
from paycat.packs.selection import below, made_for, names_for, selected
from paycat.packs.templates import environment


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
        return {"packs": [MadePack(pack, self._whole) for pack in self.packs], "releases": self.releases}

    def files_of(self, pack: ReadPack) -> Iterator[RenderedFile]:
        """Yield the files of a pack. Raises FindingsError when a template or a path cannot be rendered."""
        for index, file in enumerate(pack.source.value.files):
            with blaming(pack, index):
                for path, text, item in self._rendered(pack, file):
                    text.encode()  # A text that is not UTF-8 is the template's mistake.
                    yield RenderedFile(index, path, text, made_for(item, path))

    def _rendered(self, pack: ReadPack, file: PackFile) -> Iterator[tuple[str, str, Item]]:
        path_of = path_template(file.path, self.memo)
        language = template_language(file)
        templates = environment(language, partial(pack.file, "template"), self.memo) if language else None
        for item in selected(self._whole, file.each):
            names = names_for(item, pack.source.value)
            path = path_of.render(names)
            if templates and file.template:
                known = {**names, **self._around, "path": path, "pack": pack.name}
                yield path, str(templates.get_template(file.template).render(known)), item
                continue
            if file.asset:
                yield path, _asset(pack, file.asset), item
                continue
            made = built(file.document or "", item)
            if isinstance(made, str):
                yield path, made, item
            else:
                yield from ((below(path, inner), text, item) for inner, text in made.items())


def _asset(pack: ReadPack, name: str) -> str:
    path = pack.file("asset", name)
    assert path is not None, "the manifest reader reports an asset that is not there"
    return file_bytes(path).decode("utf-8")

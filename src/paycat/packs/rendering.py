"""A pack and a contract in, the pack's files out, each with the statement of the manifest that it comes from."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from traceback import extract_tb

from jinja2 import TemplateError, TemplateNotFound

from paycat.contract.differences import Keys
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.memo import Memo
from paycat.packs.builders import Item, built
from paycat.packs.listing import MadePack
from paycat.packs.manifest import PackFile
from paycat.packs.paths import path_template
from paycat.packs.reading import ReadPack, template_language
from paycat.packs.selection import below, made_for, names_for, selected
from paycat.packs.templates import environment

_NAMES_OF_TEXTS = ("<template>", "<unknown>")
"""What Jinja calls a text that is no file, such as the path in a manifest."""


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
                    yield RenderedFile(index, path, text, made_for(item, path))

    def _rendered(self, pack: ReadPack, file: PackFile) -> Iterator[tuple[str, str, Item]]:
        path_of = path_template(file.path, self.memo)
        language = template_language(file)
        templates = environment(language, pack.folder, self.memo) if language else None
        for item in selected(self._whole, file.each):
            names = names_for(item, pack.source.value)
            path = path_of.render(names)
            if templates and file.template:
                known = {**names, **self._around, "path": path, "pack": pack.name}
                yield path, str(templates.get_template(file.template).render(known)), item
                continue
            if file.asset:
                yield path, (pack.folder / "assets" / file.asset).read_text(encoding="utf-8"), item
                continue
            made = built(file.document or "", item)
            if isinstance(made, str):
                yield path, made, item
            else:
                yield from ((below(path, inner), text, item) for inner, text in made.items())


@contextmanager
def blaming(pack: ReadPack, index: int) -> Iterator[None]:
    """Turn an error of a template or a path into FindingsError at its line; other errors are paycat's own."""
    try:
        yield
    except (FindingsError, MemoryError):
        raise
    except Exception as error:
        place = _place(pack, index, error)
        if place is None and not isinstance(error, TemplateError | ValueError):
            raise
        place = place or pack.source.at("files", index, "path")
        raise FindingsError([_finding(pack.source.value.files[index], place, error)]) from error


def _place(pack: ReadPack, index: int, error: Exception) -> Span | None:
    """Return the innermost line of a template, or the path, that raised an error; None when it is of neither."""
    templates = pack.folder / "templates"
    for frame in reversed(extract_tb(error.__traceback__)):
        if frame.filename in _NAMES_OF_TEXTS:
            return pack.source.at("files", index, "path")
        if Path(frame.filename).is_relative_to(templates):
            inner = Path(frame.filename).relative_to(templates).as_posix()
            return Span(pack.source.name.replace("pack.yaml", f"templates/{inner}"), frame.lineno or 1, 1)
    return None


def _finding(file: PackFile, place: Span, error: Exception) -> Diagnostic:
    message = str(error)
    if isinstance(error, TemplateNotFound) and message == error.name:
        message = f"there is no template {message!r}"
    return Diagnostic("template" if file.template else "pack-file", place, message)

"""A contract and packs in, a file set in memory out; nothing touches the disk."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from traceback import extract_tb

from jinja2 import TemplateError, TemplateNotFound

from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.memo import Memo
from paycat.packs.builders import Item, built
from paycat.packs.fileset import FileSet
from paycat.packs.listing import MadePack
from paycat.packs.manifest import PackFile
from paycat.packs.reading import ReadPack
from paycat.packs.selection import below, made_for, names_for, selected
from paycat.packs.templates import environment, expression

_NAMES_OF_TEXTS = ("<template>", "<unknown>")
"""What Jinja calls a text that is no file, such as the path in a manifest."""


def render(
    contract: Contract,
    packs: Iterable[ReadPack],
    step: Callable[[str], None] = lambda _: None,
    memo: Memo | None = None,
    releases: str = "",
) -> FileSet:
    """Return every file that the packs make of the contract; `step` is told each pack's name before it renders.

    `releases` is what earlier versions changed, as Markdown, for the templates that tell it.
    What the memo of an earlier render knows is not made anew; the files are the same with any memo. Raises
    FindingsError when a template or a path cannot be rendered.
    """
    memo = memo or Memo()
    files = FileSet(memo=memo)
    rendered = list(packs)
    whole = Item(contract, memo)
    around = {"packs": [MadePack(pack, whole) for pack in rendered], "releases": releases}
    for pack in rendered:
        step(pack.name)
        for index, file in enumerate(pack.source.value.files):
            try:
                for path, text, item in _rendered(whole, pack, file, around):
                    files.add(f"{pack.source.value.folder}/{path}", text, pack.name, made_for(item, path))
            except FindingsError:
                raise
            except Exception as error:
                place = _place(pack, index, error)
                if place is None and not isinstance(error, (TemplateError, ValueError)):
                    raise
                place = place or pack.source.at("files", index, "path")
                raise FindingsError([_finding(file, place, error)]) from error
    return files


def _rendered(
    whole: Item, pack: ReadPack, file: PackFile, around: Mapping[str, object]
) -> Iterator[tuple[str, str, Item]]:
    path_of = expression(file.path, whole.memo)
    templates = environment(pack.folder, whole.memo)
    for item in selected(whole, file.each):
        names = names_for(item, pack.source.value)
        path = path_of.render(names)
        if file.template:
            known = {**names, **around, "path": path, "pack": pack.name}
            yield path, templates.get_template(file.template).render(known), item
            continue
        if file.asset:
            yield path, (pack.folder / "assets" / file.asset).read_text(encoding="utf-8"), item
            continue
        made = built(file.document or "", item)
        if isinstance(made, str):
            yield path, made, item
        else:
            yield from ((below(path, inner), text, item) for inner, text in made.items())


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
    message = f"there is no template {str(error)!r}" if isinstance(error, TemplateNotFound) else str(error)
    return Diagnostic("template" if file.template else "pack-file", place, message)

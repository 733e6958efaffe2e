"""Renders packs to a file set in memory, and turns the errors that a pack causes into findings."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache as cached
from functools import cached_property, partial
from pathlib import Path
from traceback import extract_tb
from typing import Any

from jinja2 import TemplateError, TemplateNotFound

from paycat.cache import Cache
from paycat.contract.differences import Keys, keys_of_file
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.files.confining import confined
from paycat.files.line_endings import with_line_feeds
from paycat.files.reading import conflict_in, file_bytes
from paycat.languages.source import UnsuitableValueError
from paycat.packs.bounded import files_within_limits
from paycat.packs.builders import BUILDERS, Scope
from paycat.packs.fileset import FileSet, LazyFile, Measured, RenderedFile, measured
from paycat.packs.manifest import Pack, PackFile
from paycat.packs.narrowing import Narrowing, methods_of
from paycat.packs.paths import PathTemplate
from paycat.packs.reading import ReadPack, template_language
from paycat.packs.stated_types import TypeFilter, type_findings
from paycat.packs.templates import TemplateSandbox, environment
from paycat.pages.downloads import MadeFile, MadePack

_OF_PACKS = (TemplateError, UnsuitableValueError, UnicodeError, RecursionError, OSError)
"""Errors that only a pack causes, wherever they are raised."""
_PAYCAT = Path(__file__).parents[1]
_CALLED_BY_TEMPLATES = (_PAYCAT / "packs" / "templates.py", _PAYCAT / "packs" / "rooms.py", _PAYCAT / "languages")
"""The sandbox, the members of rooms and the filters of languages: they take whatever a template passes to them."""

_NAMES_OF_TEXTS = ("<template>", "<unknown>")
"""What Jinja calls a text that is no file, such as the path in a manifest."""


@dataclass(frozen=True, slots=True)
class PlannedFile:
    """A file before it is made: the index of its statement, its path below the pack's folder, what makes its text.

    `inputs` are all that the text is made of, as the cache takes it; none if anything may be among them.
    """

    index: int
    path: str
    make: Callable[[], str]
    item: Scope
    inputs: tuple[object, ...]


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
    files = FileSet()
    rendering = Rendering(contract, tuple(packs), releases, cache)
    for pack in rendering.packs:
        step(pack.name)
        if pack.is_shipped:
            for planned_file in rendering.planned_files(pack):
                with blaming(pack, planned_file.index):
                    _add(files, pack, planned_file, rendering)
        else:
            for file in rendered_apart(rendering, pack):
                with blaming(pack, file.index):
                    files.add(f"{pack.source.value.folder}/{file.path}", file.text, pack.name, file.made_for)
    return files


def _add(files: FileSet, pack: ReadPack, planned_file: PlannedFile, rendering: "Rendering") -> None:
    """Add a file, without making it where the sum of what an earlier run made of the same inputs is known."""
    path, made_for = f"{pack.source.value.folder}/{planned_file.path}", rendering.made_for(planned_file)
    make = cached(planned_file.make)
    inputs, cache = planned_file.inputs, rendering.cache
    facts = Measured(*cache.lasting(_facts, make, basis=inputs)) if inputs else _facts(make)
    if make.cache_info().misses:
        files.add(path, make(), pack.name, made_for, facts)
    else:
        files.add_file(path, LazyFile(facts, pack.name, made_for, partial(_made_again, pack, planned_file, facts)))


def _facts(make: Callable[[], str]) -> Measured:
    return measured(make().encode())


def _made_again(pack: ReadPack, planned_file: PlannedFile, facts: Measured) -> bytes:
    content = _blamed(pack, planned_file).encode()
    if measured(content) != facts:
        raise RuntimeError(f"{planned_file.path} depends on something that is not among its inputs")
    return content


@dataclass(frozen=True)  # Without slots, which a cached property does not work with.
class Rendering:
    """What all packs of a run are rendered with."""

    contract: Contract
    packs: tuple[ReadPack, ...]
    releases: str
    cache: Cache
    _planned: dict[tuple[str, int], list[PlannedFile]] = field(default_factory=dict, init=False, compare=False)
    _environments: dict[tuple[str, str], TemplateSandbox] = field(default_factory=dict, init=False, compare=False)

    def files_of(self, pack: ReadPack) -> Iterator[RenderedFile]:
        """Yield the files of a pack. Raises FindingsError if a template or a path cannot be rendered."""
        for planned_file in self.planned_files(pack):
            with blaming(pack, planned_file.index):
                text = planned_file.make()
                text.encode()  # A text that is not UTF-8 is the template's mistake.
            yield RenderedFile(planned_file.index, planned_file.path, text, self.made_for(planned_file))

    def makers(self, pack: ReadPack) -> dict[str, Callable[[], str]]:
        """Return what makes the text of each file of a pack, by its path in the pack's folder.

        A file of a shipped pack is made when it is asked for. Raises FindingsError, as the makers do.
        """
        if not pack.is_shipped:
            return {file.path: partial(str, file.text) for file in rendered_apart(self, pack)}
        return {planned_file.path: partial(_blamed, pack, planned_file) for planned_file in self.planned_files(pack)}

    def planned_files(self, pack: ReadPack) -> Iterator[PlannedFile]:
        """Yield the files of a pack before they are made. Raises FindingsError if a path cannot be rendered."""
        if findings := [*type_findings(pack, self.contract)]:
            raise FindingsError(findings)
        for index in range(len(pack.source.value.files)):
            if (pack.name, index) not in self._planned:  # Templates of other packs need them, too.
                with blaming(pack, index):
                    self._planned[pack.name, index] = list(self._planned_of(pack, index))
            yield from self._planned[pack.name, index]

    def made_for(self, planned_file: PlannedFile) -> Keys:
        """Return what a file is made for; if a builder makes several files, the path determines it."""
        scope = planned_file.item
        if scope.method:
            return ("methods", scope.method.code, *(("offers", scope.request.direction) if scope.request else ()))
        return () if scope.direction else keys_of_file(self._names, self.contract.direction_names, planned_file.path)

    @cached_property
    def _names(self) -> tuple[tuple[str, str], ...]:
        return tuple((method.code, method.name) for method in self.contract.methods)

    @cached_property
    def _narrowing(self) -> Narrowing:
        return Narrowing(self.contract, self.cache)

    def _planned_of(self, pack: ReadPack, index: int) -> Iterator[PlannedFile]:
        file = pack.source.value.files[index]
        path_template = PathTemplate(file.path)
        for scope in self._narrowing.items(file):
            value_by_name = _names_for(scope, pack.source.value)
            # A pack of a project is made in another process, without a cache.
            inputs = self._narrowing.inputs(file, scope) if pack.is_shipped else ()
            for path, make in self._texts(pack, file, scope, path_template.render(value_by_name)):
                # Values of other code are not used, but somebody may edit the pack while `paycat watch` runs.
                yield PlannedFile(index, path, make, scope, (f"{pack.digest} {path}", *inputs) if inputs else ())

    def _texts(self, pack: ReadPack, file: PackFile, item: Scope, path: str) -> Iterator[tuple[str, Callable[[], str]]]:
        """Yield path and maker of each file of an item; a builder makes its texts later."""
        if file.document:
            yield from ((_below(path, inner), make) for inner, make in BUILDERS[file.document].make(item).items())
        elif file.template:
            yield path, partial(self._rendered, pack, file, item, path)
        elif file.folder:
            for inner in pack.copied(file.folder):
                yield _below(path, inner), partial(_copied, pack.folder / file.folder / inner)
        else:
            asset = pack.file("asset", file.asset or "")
            assert asset is not None, "the manifest reader reports a missing asset"
            yield path, partial(_copied, asset)

    def _rendered(self, pack: ReadPack, file: PackFile, scope: Scope, path: str) -> str:
        context = {**_names_for(scope, pack.source.value), "path": path, "pack": pack.name}
        if methods_of(file) == "all":
            context |= self._of_packs
        language = template_language(pack, file)
        assert language, "the manifest reader reports a template without a language"
        if (pack.name, language.name) not in self._environments:
            sandbox = environment(language, partial(pack.file, "template"), self.cache, pack.languages)
            if types := pack.source.value.types:
                sandbox.filters["type"] = TypeFilter(types, language)
            self._environments[pack.name, language.name] = sandbox
        return str(self._environments[pack.name, language.name].get_template(file.template or "").render(context))

    @cached_property
    def _of_packs(self) -> Mapping[str, object]:
        """What templates see of other packs, and the releases."""
        packs = []
        for pack in self.packs:
            manifest = pack.source.value
            find_files = cached(partial(self._made_files, pack))  # They are found when they are first needed.
            packs.append(MadePack(manifest.name, manifest.title, manifest.folder, not manifest.subsets, find_files))
        return {"packs": packs, "releases": self.releases}

    def _made_files(self, pack: ReadPack) -> tuple[MadeFile, ...]:
        files = []
        for planned_file in self.planned_files(pack):
            _, method, _, direction, *_ = (*self.made_for(planned_file), None, None, None, None)
            files.append(MadeFile(f"{pack.source.value.folder}/{planned_file.path}", method, direction))
        return tuple(files)


def _blamed(pack: ReadPack, planned_file: PlannedFile) -> str:
    with blaming(pack, planned_file.index):
        return planned_file.make()


def rendered_apart(rendering: Rendering, pack: ReadPack) -> list[RenderedFile]:
    """Return the files of a pack that is not shipped. Raises FindingsError, also if a limit is exceeded."""
    return files_within_limits(pack, partial(replace(rendering, cache=Cache()).files_of, pack))


def _copied(path: Path) -> str:
    content = file_bytes(confined(path))
    if finding := conflict_in(content, path.name):
        raise UnsuitableValueError(f"{finding.span}: {finding.message}; {finding.help}")
    return with_line_feeds(content.decode("utf-8"))


def _names_for(scope: Scope, pack: Pack) -> Mapping[str, Any]:
    return {
        "contract": scope.contract,
        "direction": scope.direction,
        "method": scope.method,
        "request": scope.request,
        "params": pack.params,
        "all_methods": scope.all_methods,
    }


def _below(path: str, inner_path: str) -> str:
    """Return the path of one of a builder's files: below the manifest's path, or that path itself for ""."""
    if not inner_path:
        return path
    return inner_path if path == "." else f"{path}/{inner_path}"


@contextmanager
def blaming(pack: ReadPack, index: int) -> Iterator[None]:
    """Turn an error that the pack caused into FindingsError at its line; raise any other as it is."""
    try:
        yield
    except (FindingsError, MemoryError):
        raise
    except Exception as error:
        if not isinstance(error, _OF_PACKS) and not _is_raised_in_a_template(pack, error):
            raise
        raise FindingsError([_finding(pack.source.value.files[index], _location(pack, index, error), error)]) from error


def _is_raised_in_a_template(pack: ReadPack, error: Exception) -> bool:
    """Return whether the innermost frame is a template's, apart from libraries and what takes a template's values."""
    for frame in reversed(extract_tb(error.__traceback__)):
        path = Path(frame.filename)
        if _is_of_a_template(pack, frame.filename):
            return True
        if path.is_relative_to(_PAYCAT) and not any(path.is_relative_to(callee) for callee in _CALLED_BY_TEMPLATES):
            return False
    return False


def _is_of_a_template(pack: ReadPack, file_name: str) -> bool:
    return file_name in _NAMES_OF_TEXTS or Path(file_name).is_relative_to(pack.folder / "templates")


def _location(pack: ReadPack, index: int, error: Exception) -> Span:
    """Return the innermost line of a template in the traceback, or the path in the manifest."""
    for frame in reversed(extract_tb(error.__traceback__)):
        if _is_of_a_template(pack, frame.filename) and frame.filename not in _NAMES_OF_TEXTS:
            template_name = Path(frame.filename).relative_to(pack.folder / "templates").as_posix()
            return Span(pack.source.name.replace("pack.yaml", f"templates/{template_name}"), frame.lineno or 1, 1)
    return pack.source.at("files", index, "path")


def _finding(file: PackFile, location: Span, error: Exception) -> Diagnostic:
    message = "it is nested too deep" if isinstance(error, RecursionError) else str(error)
    if isinstance(error, UnicodeDecodeError):
        message = f"{file.template or file.asset or f'a file in {file.folder}/'} is not UTF-8"
    if isinstance(error, TemplateNotFound) and message == error.name:
        message = f"there is no template {message!r}"
    return Diagnostic("template" if file.template else "pack-file", location, message)

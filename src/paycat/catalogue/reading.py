"""Reads a folder of YAML as a typed catalogue, with findings."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Any, Generic, TypeVar

from pydantic import ValidationError

from paycat.cache import Cache
from paycat.catalogue.canonical import canonical_text
from paycat.catalogue.constraints import Constrained
from paycat.catalogue.credentials import with_table
from paycat.catalogue.defaults import with_defaults
from paycat.catalogue.derived import STEPS, Derivation
from paycat.catalogue.fields import FieldTypes, RequestTable
from paycat.catalogue.forms import NAME
from paycat.catalogue.idle import without_idle
from paycat.catalogue.interface import Events, Operations, States
from paycat.catalogue.kinds import (
    HEAD,
    OPTIONAL,
    SANDBOX,
    SINGLE,
    StatedDirections,
    directions_in,
    files_of,
    folders_of,
)
from paycat.catalogue.markdown_files import RELEASES, markdown
from paycat.catalogue.methods import Currencies, MethodStatement, Samples
from paycat.catalogue.problems import Problems
from paycat.catalogue.registers import Decisions, Errata
from paycat.catalogue.rulebook import Rulebook
from paycat.catalogue.sandbox import Sandbox
from paycat.catalogue.service import CatalogueHead
from paycat.catalogue.shapes import Records
from paycat.catalogue.statement import Statement
from paycat.catalogue.values import READING
from paycat.catalogue.violations import violations_of
from paycat.diagnostics import SHIPPED, Diagnostic, Span, did_you_mean
from paycat.files.reading import KEEP_ONE, WRITE_ANEW, conflict_in, reason_of
from paycat.yaml.nodes import Mapping, Node, Scalar, Sequence, locate, node_at, node_of, scalars_in, with_node
from paycat.yaml.reading import bytes_of, lines_of, load

S = TypeVar("S", bound=Statement)
S_co = TypeVar("S_co", bound=Statement, covariant=True)
V_co = TypeVar("V_co", covariant=True)


@dataclass(frozen=True, eq=False)
class SourceFile(Generic[S_co]):
    """A file that was read: its path in findings, its nodes, what it says, and its bytes; equal to itself alone.

    `node` and `value` have what comes with paycat for the file, too: `own_node` has not. A file that is not there has
    no bytes.
    """

    name: str
    node: Node
    value: S_co
    data: bytes
    own_node: Node

    @cached_property
    def scalars(self) -> tuple[Scalar, ...]:
        """Every scalar of the file; keys are among them."""
        return tuple(scalars_in(self.own_node))

    @cached_property
    def canonical_text(self) -> str:
        """What the file says, as JSON, whatever its layout."""
        return canonical_text(self.own_node, type(self.value))

    def at(self, *path: str | int, key: bool = False) -> Span:
        """Return the place of a statement of the file, or with `key` the place of its key."""
        return locate(self.node, path, key=key)

    def in_text(self, span: Span, piece: str, earlier_count: int) -> Span:
        """Return where a text at a place has a piece, after so many that are alike; that place if escapes hide it.

        A line break divides no piece, and the text has a brace: see `Scalar.end`.
        """
        if span.path != self.name:
            return span
        last_span = next((scalar.last for scalar in self.scalars if scalar.span == span), span)
        places: list[Span] = []
        for line_number, line in enumerate(lines_of(self.data.decode())[: last_span.line], 1):
            index = line.find(piece, span.column - 1) if line_number == span.line else line.find(piece)
            while line_number >= span.line and index >= 0 and (line_number, index) < (last_span.line, last_span.column):
                places.append(Span(self.name, line_number, index + 1))
                index = line.find(piece, index + len(piece))
        return places[earlier_count] if earlier_count < len(places) else span


@dataclass(frozen=True, slots=True)
class Stated(Generic[V_co]):
    """A statement, or a text in one, with its place.

    `around` are the surrounding statements, the file's own first; `is_entry` when it is an entry of a table.
    """

    source: SourceFile[Statement]
    path: tuple[str | int, ...]
    value: V_co
    around: tuple[Statement, ...] = ()
    is_entry: bool = False

    def at(self, *path: str | int, key: bool = False) -> Span:
        """Return a place in the statement, or with `key` the place of its key; as far as the path can be followed."""
        return self.source.at(*self.path, *path, key=key)

    @property
    def name(self) -> str:
        """The key of the statement in its table."""
        return str(self.path[-1])

    def items(self, key: str) -> "list[Stated[Any]]":
        """Return each item of a list in the statement; one item may be written without the list."""
        path = (*self.path, key)
        is_list = isinstance(node_at(self.source.node, path), Sequence)
        numbered_values = enumerate(getattr(self.value, key))
        return [Stated(self.source, (*path, index) if is_list else path, value) for index, value in numbered_values]

    def finding(self, code: str, message: str, *path: str | int, key: bool = False, help: str = "") -> Diagnostic:
        """Return a finding at a place in the statement; without `help` the page of the code has it."""
        return Diagnostic(code, self.at(*path, key=key), message, help)

    def lacking(self, code: str, message: str, help: str = "") -> Diagnostic:
        """Return a finding of what the statement lacks, which rests on the keys that it has: one may be misspelt."""
        node = node_at(self.source.node, self.path)
        keys = tuple(entry.key.span for entry in node.entries) if isinstance(node, Mapping) else ()
        return Diagnostic(code, self.at(key=True), message, help, rests_on=keys)

    def unknown(
        self, code: str, message_start: str, name: str, known_names: Iterable[str], *path: str | int, key: bool = False
    ) -> Diagnostic:
        """Return a finding of an unknown name, with the known one that was probably meant, after `message_start`."""
        return self.finding(code, f"{message_start} {name!r}", *path, key=key, help=did_you_mean(name, known_names))


def values_in(statement: Stated[Constrained]) -> list[Stated[str]]:
    """Return each value that a statement lists as those of a choice; its key in the table is its place."""
    list_rule, path = statement.value.rule("values"), (*statement.path, "values")
    is_list = isinstance(node_at(statement.source.node, path), Sequence)
    numbered_values = enumerate(list_rule.value if list_rule else ())
    return [Stated(statement.source, (*path, index if is_list else value), value) for index, value in numbered_values]


@dataclass(frozen=True, slots=True, eq=False)
class Catalogue:
    """Everything that `schemas/` says: first the files of SINGLE; `unread` names those that were not understood.

    `specification` is the text of the document that sources refer to, where it is in the project; else empty.
    `releases` is that of releases.md, in the same way. `underived` is what is wrong with values that follow from
    others, which it lacks. A catalogue is equal to itself alone.
    """

    service: SourceFile[CatalogueHead]
    types: SourceFile[FieldTypes]
    currencies: SourceFile[Currencies]
    registers: SourceFile[Decisions]
    errata: SourceFile[Errata]
    operations: SourceFile[Operations]
    records: SourceFile[Records]
    states: SourceFile[States]
    events: SourceFile[Events]
    problems: SourceFile[Problems]
    rulebook: SourceFile[Rulebook]
    sandbox: SourceFile[Sandbox] | None
    requests: dict[str, SourceFile[RequestTable]]
    methods: dict[str, SourceFile[MethodStatement]]
    samples: dict[tuple[str, str], SourceFile[Samples]]
    unread: frozenset[str]
    specification: str = ""
    releases: str = ""
    underived: tuple[Diagnostic, ...] = ()

    @property
    def directions(self) -> tuple[str, ...]:
        """The names of the directions, in their order."""
        return tuple(self.service.value.directions)

    @property
    def bodies(self) -> dict[str, SourceFile[RequestTable]]:
        """The request tables that are the whole body of a direction, by the direction, as far as they are there."""
        names = (name for name, direction in self.service.value.directions.items() if direction.methods)
        return {name: self.requests[name] for name in names if name in self.requests}

    def with_files(self, sources: dict[str, SourceFile[Any]]) -> "Catalogue":
        """Return the catalogue with other files in place of those of their names."""
        if not sources:
            return self
        single_sources = ((name, getattr(self, name)) for name in _SINGLE_NAMES)
        members: dict[str, Any] = {name: sources.get(source.name, source) for name, source in single_sources if source}
        for folder in ("requests", "methods"):
            members[folder] = {key: sources.get(source.name, source) for key, source in getattr(self, folder).items()}
        return replace(self, **members)

    @property
    def files(self) -> Iterator[SourceFile[Statement]]:
        """Every file that was read."""
        yield from (source for name in _SINGLE_NAMES if (source := getattr(self, name)))
        yield from self.requests.values()
        yield from self.methods.values()
        yield from self.samples.values()


_SINGLE_NAMES = tuple(member.name for member in fields(Catalogue))[: len(SINGLE)]


def read_catalogue(
    folder: Path, prefix: str = "schemas", cache: Cache | None = None
) -> tuple[Catalogue | None, list[Diagnostic]]:
    """Return the catalogue in `folder` and all findings; None when one of its single files cannot be understood.

    `prefix` is the folder in the paths of findings. Files whose bytes the cache knows are not read anew.
    """
    cache = cache or Cache()
    if not folder.is_dir():
        return None, [Diagnostic("no-catalogue", Span(prefix), "there is no catalogue folder here")]
    directions = directions_in(folder)
    findings = _unknown_files(folder, prefix, directions)
    sources: dict[str, SourceFile[Any]] = {}
    unread_files: set[str] = set()
    for file_path, model in files_of(folder, directions):
        source, file_findings = read_file(folder / file_path, f"{prefix}/{file_path}", model, cache)
        findings += file_findings
        if source is None:
            unread_files.add(file_path)
        else:
            sources[file_path] = source
    if any(name in unread_files for name in SINGLE):
        return None, findings
    for file_path in (path for path in OPTIONAL if path != SANDBOX):
        sources.setdefault(file_path, cache.of(_absent, prefix, file_path))
    document = sources[HEAD].value.source
    specification = _markdown(folder.parent, document.file, "", findings) if document else ""
    texts = (specification, _markdown(folder, RELEASES, f"{prefix}/", findings))
    catalogue = cache.of(_catalogue, tuple(sources), tuple(sorted(unread_files)), *texts, *sources.values())
    return cache.of(without_idle, cache.of(_filled, catalogue, cache), cache), findings


def read_file(
    path: Path, file_name: str, model: type[S], cache: Cache | None = None
) -> tuple[SourceFile[S] | None, list[Diagnostic]]:
    """Return a YAML file as the statement that it holds, or None, and what is wrong; findings have `file_name`."""
    content, findings = bytes_of(path, file_name)
    return (None, findings) if content is None else (cache or Cache()).of(_read, content, file_name, model)


def _unknown_files(folder: Path, prefix: str, directions: StatedDirections) -> list[Diagnostic]:
    expected_files = {RELEASES, *(file for file, _ in files_of(folder, directions))}
    findings = list(_misnamed_files(folder, prefix))
    hints = {f"samples/{name}": f"samples/{name}.yaml has the samples of {name}" for name in directions.of_all}
    hints |= {f"samples/{name}.yaml": f"samples/{name}/ has a file for each method" for name in directions.offered}
    for path in sorted(folder.rglob("*")):
        file_name = path.relative_to(folder).as_posix()
        if file_name in expected_files or path.name.startswith(".") or path.is_dir():
            continue
        folder_name = PurePosixPath(file_name).parent.as_posix()
        namesakes = [file for file in SINGLE if PurePosixPath(file).name == path.name]
        neighbours = namesakes or [file for file in SINGLE if PurePosixPath(file).parent.as_posix() == folder_name]
        hint = did_you_mean(file_name, neighbours) if neighbours else did_you_mean(folder_name, folders_of(directions))
        if path.suffix != ".yaml":
            hint = "files of the catalogue end in .yaml"
        hint = hints.get(file_name) or hints.get(folder_name) or hint
        findings.append(Diagnostic("unknown-file", Span(f"{prefix}/{file_name}"), "nothing reads this file", hint))
    return findings


def _markdown(folder: Path, file_name: str, prefix: str, findings: list[Diagnostic]) -> str:
    """Return the text of a Markdown file, and add what is wrong with it; `prefix` is its folder in findings."""
    span = Span(f"{prefix}{file_name}")
    try:
        text = markdown(folder, file_name)
    except OSError as error:
        findings.append(Diagnostic("file-unreadable", span, f"cannot read the file: {reason_of(error)}"))
        return ""
    advice = WRITE_ANEW if file_name == RELEASES else KEEP_ONE
    findings += [conflict] if (conflict := conflict_in(text.encode(), span.path, advice)) else []
    return text


def _misnamed_files(folder: Path, prefix: str) -> Iterator[Diagnostic]:
    """Report the names of request tables; those of methods and their samples follow from the codes, by a rule."""
    for path in sorted((folder / "requests").glob("*.yaml")):
        if not NAME.holds(path.stem):
            message = f"the file is called {path.name!r}, and {path.stem!r} is not a valid {NAME.name}"
            yield Diagnostic("bad-form", Span(f"{prefix}/requests/{path.name}"), message, f"write {NAME.advice}")


def _read(content: bytes, file_name: str, model: type[S]) -> tuple[SourceFile[S] | None, list[Diagnostic]]:
    own_node, diagnostics = load(content, file_name)
    if own_node is None:
        return None, diagnostics
    own_node = with_table(own_node) if model is Rulebook else own_node
    node = with_defaults(own_node, model)
    try:
        value = model.model_validate(node, context=READING)
    except ValidationError as error:
        return None, [*diagnostics, *violations_of(node, model, error)]
    return SourceFile(file_name, node, value, content, own_node), [*diagnostics, *violations_of(node, model)]


def _absent(prefix: str, file_path: str) -> SourceFile[Statement]:
    own_node, model = Mapping(Span(f"{SHIPPED}{file_path}"), ()), SINGLE[file_path]
    node = with_defaults(own_node, model)
    return SourceFile(f"{prefix}/{file_path}", node, model.model_validate(node, context=READING), b"", own_node)


def _filled(catalogue: Catalogue, cache: Cache) -> Catalogue:
    """Return the catalogue with what follows from its statements; what cannot be is left out, and its findings kept."""
    underived: list[Diagnostic] = []
    for derivations_of in STEPS:
        derivations_by_file: dict[str, list[Derivation]] = {}
        for derivation in derivations_of(catalogue):
            derivations_by_file.setdefault(derivation.file, []).append(derivation)
        new_sources: dict[str, SourceFile[Any]] = {}
        for source in (source for source in catalogue.files if source.name in derivations_by_file):
            derivations = tuple(derivations_by_file[source.name])
            new_sources[source.name], findings = cache.of(_with_derivations, source, derivations)
            underived += findings
        catalogue = catalogue.with_files(new_sources)
    return replace(catalogue, underived=tuple(underived))


def _with_derivations(
    source: SourceFile[S], derivations: tuple[Derivation, ...]
) -> tuple[SourceFile[S], list[Diagnostic]]:
    node, model = source.node, type(source.value)
    for derivation in derivations:
        node = with_node(node, derivation.path, node_of(derivation.value, derivation.place))
    try:
        return replace(source, node=node, value=model.model_validate(node, context=READING)), []
    except ValidationError as error:
        if len(derivations) == 1:
            return source, violations_of(node, model, error)
    findings: list[Diagnostic] = []
    for derivation in derivations:
        source, new_findings = _with_derivations(source, (derivation,))
        findings += new_findings
    return source, findings


def _catalogue(
    files: tuple[str, ...], unread_files: tuple[str, ...], specification: str, releases: str, *sources: SourceFile[Any]
) -> Catalogue:
    by_file = dict(zip(files, sources, strict=True))
    single_sources: dict[str, Any] = {name: by_file.get(file) for name, file in zip(_SINGLE_NAMES, SINGLE, strict=True)}

    def stems(folder_name: str) -> dict[str, SourceFile[Any]]:
        return {PurePosixPath(file).stem: by_file[file] for file in by_file if file.startswith(f"{folder_name}/")}

    samples = {}
    for file, source in by_file.items():
        if file.startswith("samples/"):
            path = PurePosixPath(file)
            direction, name = (path.parent.name, path.stem) if len(path.parts) > 2 else (path.stem, "")
            samples[direction, name] = source
    return Catalogue(
        **single_sources,
        requests=stems("requests"),
        methods=stems("methods"),
        samples=samples,
        unread=frozenset(unread_files),
        specification=specification,
        releases=releases,
    )

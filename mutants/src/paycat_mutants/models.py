"""The generated models of requests and records, changed one rule at a time, in memory."""

import ast
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TypeGuard

from paycat.conformance.derive.model import ValueVector, Vector
from paycat.conformance.run.engines.models import ModelsEngine, Package
from paycat.conformance.run.outcome import Fate, Mutant, MutantName
from paycat.contract.model import Contract
from paycat.packages.python.class_schemas import SHARED
from paycat_mutants.model_changes import Edit, closed, edits, opened
from paycat_mutants.noticing import killer_of, wrong_unchanged

_ARTEFACT = "models"


def model_mutants(
    contract: Contract,
    generated: Path,
    vectors: Mapping[str, Sequence[Vector]],
    known: Mapping[MutantName, Mutant] = {},
) -> Iterator[Mutant]:
    """Return every mutant of every model of a request, with its fate; `vectors` are all vectors by subject.

    A mutant that is `known` is returned as it is, and no vector is run on it. Raises FindingsError when a vector
    notices models without a change.
    """
    engine = ModelsEngine(contract, generated)
    models = _Models(contract, generated, engine.package)
    known_requests = engine.package.module("requests")
    seen: set[tuple[str, str]] = set()

    def killer(edit: Edit | None, needed: "Needed") -> str:
        registered = known_requests.REQUESTS[request.direction]
        original = registered[request.method]
        with models.made(needed, request.module, edit) as made:
            known_requests.model_of.cache_clear()
            if made is None:
                del registered[request.method]  # Models that cannot be made reject everything.
            try:
                return killer_of(engine, cases, edit.member if edit else "")
            finally:
                registered[request.method] = original
                known_requests.model_of.cache_clear()

    for request in contract.requests():
        subject = request.path
        cases = [one for one in vectors[subject] if one.stage in engine.stages]
        needed = list(models.needed(request.module, request.root.component, set()))
        if noticed := killer(None, needed):
            raise wrong_unchanged(generated, f"{_ARTEFACT} {subject}", noticed)
        for source, model in needed:
            if (source.name, model.name) in seen:
                continue
            seen.add((source.name, model.name))
            for edit in (*edits(model), opened(model)):
                name = _ARTEFACT, subject, source.location(edit), edit.change
                yield known[name] if name in known else _mutant(name, killer(edit, needed))


def record_model_mutants(
    contract: Contract, generated: Path, vectors: Mapping[str, Sequence[ValueVector]]
) -> Iterator[Mutant]:
    """Return every mutant of every model of a record, with its fate; `vectors` are all of values by subject.

    Raises FindingsError when a vector notices a model without a change.
    """
    engine = ModelsEngine(contract, generated)
    models = _Models(contract, generated, engine.package)
    source = models.source("records")
    parts = {name: [one.name for _, one in models.needed("records", name, set())] for name in source.models}

    def killer(edit: Edit | None) -> str:
        seen: set[tuple[str, str]] = set()
        needed = [one for name in whole if name in tested for one in models.needed("records", name, seen)]
        with models.made(needed, "records", edit) as made:
            if made is None:
                return "import"
            engine.records = made
            return killer_of(engine, cases, edit.member if edit else "")

    for model in source.models.values():
        # A model that is no record is a part of others, whose vectors are about it, too.
        whole = [model.name, *(name for name, inner in parts.items() if name != model.name and model.name in inner)]
        cases = [one for name in whole for one in vectors.get(f"records/{name}", ())]
        tested = {one.name for one in cases}
        if noticed := killer(None):
            raise wrong_unchanged(generated, f"{_ARTEFACT} {model.name}", noticed)
        for edit in (*edits(model), closed(model)):
            yield _mutant((_ARTEFACT, f"records/{model.name}", source.location(edit), edit.change), killer(edit))


def _mutant(name: MutantName, killer: str) -> Mutant:
    return Mutant(*name, Fate.KILLED if killer else Fate.SURVIVED, killer)


@dataclass(frozen=True, slots=True)
class Source:
    """A module of the package: its name, its file's path, its statements, and its classes by name.

    `shared` are the names that it imports from the module of shared classes, and `aliases` the assignments that give
    one of these a second name.
    """

    name: str
    shown: str
    tree: ast.Module
    models: Mapping[str, ast.ClassDef]
    shared: Collection[str]
    aliases: Mapping[str, ast.Assign]

    def location(self, edit: Edit) -> str:
        """Return where an edit is, as reports show it."""
        return f"{self.shown}:{edit.line} {edit.model}{edit.member and '.'}{edit.member}"


Needed = Sequence[tuple[Source, ast.ClassDef]]


class _Models:
    """The models of a package, of which some are replaced for a while."""

    def __init__(self, contract: Contract, generated: Path, package: Package) -> None:
        self._package = contract.service.package
        self._folder = generated / "python" / "src" / self._package
        self._project = generated.parent
        self._sources: dict[str, Source] = {}

    def source(self, name: str) -> Source:
        """Return a module."""
        if name not in self._sources:
            path = self._folder / f"{name}.py"
            tree = ast.parse(path.read_text(encoding="utf-8"))
            models = {one.name: one for one in tree.body if isinstance(one, ast.ClassDef)}
            shared = {alias.name for one in tree.body if _is_of_shared(one) for alias in one.names}
            aliases = {found[0]: found[1] for one in tree.body if (found := _alias(one, shared))}
            shown = path.relative_to(self._project).as_posix()
            self._sources[name] = Source(name, shown, tree, models, shared, aliases)
        return self._sources[name]

    def needed(self, module: str, name: str, seen: set[tuple[str, str]]) -> Iterator[tuple[Source, ast.ClassDef]]:
        """Return a model and those that it needs, innermost first, each with its module; not those that are seen."""
        source = self.source(module)
        stated = source.models.get(name) or source.aliases.get(name)
        if stated is None or (module, name) in seen:
            return
        seen.add((module, name))
        for node in ast.walk(stated):
            if isinstance(node, ast.Name):
                yield from self.needed(SHARED if node.id in source.shared else module, node.id, seen)
        if isinstance(stated, ast.ClassDef):
            yield source, stated

    @contextmanager
    def made(self, needed: Needed, main: str, edit: Edit | None) -> Iterator[ModuleType | None]:
        """Put modules with these models alone in place, with an edit of one; return the main one, which comes last.

        Where the edit leaves a module that cannot be imported, it is None.
        """
        present = {(source.name, model.name) for source, model in needed}
        names = sorted({source.name for source, _ in needed} | {main}, key=lambda name: name == main)
        with _restored(f"{self._package}.{name}" for name in names):
            try:
                for name in names:
                    made = self._run(self.source(name), present, edit)
            except Exception:
                if edit is None:
                    raise
                made = None
            yield made

    def _run(self, source: Source, present: Collection[tuple[str, str]], edit: Edit | None) -> ModuleType | None:
        imported = [_of_present(one, present) if _is_of_shared(one) else one for one in source.tree.body]
        others = [one for one in imported if _named(source, one) in present or not _named(source, one)]
        body = [edit.statement if edit and one is edit.original else one for one in others]
        qualified = f"{self._package}.{source.name}"
        module = ModuleType(qualified)
        module.__package__ = self._package
        sys.modules[qualified] = module
        setattr(sys.modules[self._package], source.name, module)
        tree = ast.fix_missing_locations(ast.Module(body, []))
        exec(compile(tree, source.shown, "exec"), module.__dict__)
        return module


def _is_of_shared(statement: ast.stmt) -> TypeGuard[ast.ImportFrom]:
    return isinstance(statement, ast.ImportFrom) and statement.level == 1 and statement.module == SHARED


def _of_present(statement: ast.ImportFrom, present: Collection[tuple[str, str]]) -> ast.stmt:
    """Return the import of those shared classes that are present."""
    names = [alias for alias in statement.names if (SHARED, alias.name) in present]
    return ast.ImportFrom(SHARED, names, 1) if names else ast.Pass()


def _alias(statement: ast.stmt, shared: Collection[str]) -> tuple[str, ast.Assign] | None:
    """Return the name that a statement gives to a shared class, and the statement; None for other statements."""
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Name(id=other)) if other in shared:
            return name, statement
    return None


def _named(source: Source, statement: ast.stmt) -> tuple[str, str] | None:
    """Return the module and name of the class that a statement makes, or gives a second name."""
    match statement:
        case ast.ClassDef(name=name):
            return source.name, name
        case ast.Assign(targets=[ast.Name()], value=ast.Name(id=name)) if name in source.shared:
            return SHARED, name
    return None


@contextmanager
def _restored(names: Iterable[str]) -> Iterator[None]:
    before = {name: sys.modules[name] for name in names}
    try:
        yield
    finally:
        for name, module in before.items():
            package, _, last = name.rpartition(".")
            sys.modules[name] = module
            setattr(sys.modules[package], last, module)

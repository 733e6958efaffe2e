"""The generated models, changed one rule at a time, in memory."""

import ast
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from paycat.conformance.engines.models import ModelsEngine
from paycat.conformance.engines.package import Package
from paycat.conformance.outcome import Fate, Mutant, MutantName
from paycat.contract.model import Contract, Request
from paycat.vectors.model import Vector
from paycat_mutants.baseline import wrong_unchanged
from paycat_mutants.model_changes import Edit, edits

_ARTEFACT = "models"


@dataclass(frozen=True, slots=True)
class Source:
    """A module of the package: its name, its file's path and its statements."""

    name: str
    shown: str
    tree: ast.Module

    def model(self, name: str) -> ast.ClassDef | None:
        """Return the class with this name, or None."""
        found = (one for one in self.tree.body if isinstance(one, ast.ClassDef) and one.name == name)
        return next(found, None)


def model_mutants(
    contract: Contract,
    generated: Path,
    vectors: Mapping[str, Sequence[Vector]],
    known: Mapping[MutantName, Mutant] = {},
) -> Iterator[Mutant]:
    """Return every mutant of every generated model, with its fate; `vectors` are all vectors by subject.

    A mutant that is `known` is returned as it is, and no vector is asked about it. Raises FindingsError when a vector
    notices models without a change.
    """
    engine = ModelsEngine(contract, generated)
    models = _Models(contract, generated, engine.package)
    seen: set[tuple[str, str]] = set()
    for request in contract.requests():
        subject = f"{request.direction}/{request.method}"
        cases = [one for one in vectors[subject] if one.stage in engine.stages]
        with models.mutated(request, None, None):
            if noticed := _killer(engine, cases, ""):
                raise wrong_unchanged(generated, f"{_ARTEFACT} {subject}", noticed)
        for source, model in models.of_request(request):
            if (source.name, model.name) in seen:
                continue
            seen.add((source.name, model.name))
            for edit in edits(model):
                place = f"{source.shown}:{edit.line} {edit.model}{edit.member and '.'}{edit.member}"
                name = _ARTEFACT, subject, place, edit.change
                if name in known:
                    yield known[name]
                    continue
                with models.mutated(request, source, edit):
                    killer = _killer(engine, cases, edit.member)
                fate = Fate.KILLED if killer else Fate.SURVIVED
                yield Mutant(*name, fate, killer)


def _killer(engine: ModelsEngine, cases: Sequence[Vector], member: str) -> str:
    # The vectors that are about the member tell soonest.
    for vector in sorted(cases, key=lambda vector: f".{member}:" not in vector.rule):
        try:
            got = engine.refusals(vector)
        except Exception:  # noqa: BLE001 - a model that fails has been noticed
            return vector.id
        if got != vector.refusals:
            return vector.id
    return ""


class _Models:
    """The models of a package, and how one of them is replaced for a while."""

    def __init__(self, contract: Contract, generated: Path, package: Package) -> None:
        self._package = contract.service.package
        self._folder = generated / "python" / "src" / self._package
        self._project = generated.parent
        self._requests = package.module("requests").REQUESTS
        self._sources: dict[str, Source] = {}
        self._of_request: dict[str, list[tuple[Source, ast.ClassDef]]] = {}
        # Docstrings of members are looked up in files, which takes longer than making the model.
        package.module("_base").RequestModel.model_config["use_attribute_docstrings"] = False

    def of_request(self, request: Request) -> list[tuple[Source, ast.ClassDef]]:
        """Return the request's models, innermost first, each with its module."""
        name = request.root.component
        if name not in self._of_request:
            self._of_request[name] = list(self._needed(self._source(request.module), name))
        return self._of_request[name]

    def _needed(self, source: Source, name: str) -> Iterator[tuple[Source, ast.ClassDef]]:
        model = source.model(name)
        if model is None:
            return
        for node in ast.walk(model):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                if (self._folder / f"{node.value.id}.py").is_file():
                    yield from self._needed(self._source(node.value.id), node.attr)
            elif isinstance(node, ast.Name) and node.id != name:
                yield from self._needed(source, node.id)
        yield source, model

    def _source(self, name: str) -> Source:
        if name not in self._sources:
            path = self._folder / f"{name}.py"
            shown = path.relative_to(self._project).as_posix()
            self._sources[name] = Source(name, shown, ast.parse(path.read_text(encoding="utf-8")))
        return self._sources[name]

    @contextmanager
    def mutated(self, request: Request, source: Source | None, edit: Edit | None) -> Iterator[None]:
        """Put a request's models in place, with an edit of a module; models that cannot be made refuse everything."""
        registered = self._requests[request.direction]
        original = registered[request.method]
        wanted = sorted({one.name for one, _ in self.of_request(request)}, key=lambda name: name == request.module)
        with _restored(f"{self._package}.{name}" for name in wanted):
            try:
                for name in wanted:
                    needed = {model.name for one, model in self.of_request(request) if one.name == name}
                    module = self._run(self._source(name), needed, edit if source and name == source.name else None)
                registered[request.method] = getattr(module, request.root.component)
            except Exception:
                if edit is None:
                    raise
                registered[request.method] = None
            try:
                yield
            finally:
                registered[request.method] = original

    def _run(self, source: Source, needed: set[str], edit: Edit | None) -> ModuleType:
        body: list[ast.stmt] = []
        for statement in source.tree.body:
            if isinstance(statement, ast.ClassDef):
                if statement.name in needed:
                    body.append(edit.statement if edit and edit.model == statement.name else statement)
            else:
                body.append(statement)
        qualified = f"{self._package}.{source.name}"
        module = ModuleType(qualified)
        module.__package__ = self._package
        sys.modules[qualified] = module
        setattr(sys.modules[self._package], source.name, module)
        exec(compile(ast.Module(body, []), source.shown, "exec"), module.__dict__)
        return module


@contextmanager
def _restored(names: Any) -> Iterator[None]:
    before = {name: sys.modules[name] for name in names}
    try:
        yield
    finally:
        for name, module in before.items():
            package, _, last = name.rpartition(".")
            sys.modules[name] = module
            setattr(sys.modules[package], last, module)

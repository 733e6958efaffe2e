"""The rest of the generated package, changed one decision at a time: reading bodies, dispatch, violations, the stub."""

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from paycat.conformance.derive.model import ValueVector, Vector
from paycat.conformance.run.engines.models import ModelsEngine
from paycat.conformance.run.engines.stub import StubEngine
from paycat.conformance.run.outcome import Fate, Mutant
from paycat.contract.model import Contract
from paycat_mutants.code_changes import CodeEdit, code_edits
from paycat_mutants.noticing import killer_of, wrong_unchanged
from paycat_mutants.overlay import Overlay
from paycat_mutants.reviewed import REVIEWED, unused, unused_rule

Kind = type[ModelsEngine] | type[StubEngine]
Cases = list[Vector | ValueVector]

#: Module → the engine that runs it with vectors of requests.
_DECIDING: Mapping[str, Kind] = {
    "_runtime.exact_numbers": ModelsEngine,
    "_runtime.value_rules": ModelsEngine,
    "_runtime.models": ModelsEngine,
    "value_types": ModelsEngine,
    "_runtime.violations": ModelsEngine,
    "violations": ModelsEngine,
    "requests": ModelsEngine,
    "_runtime.parsing": ModelsEngine,
    "problem_form": StubEngine,
    "_runtime.json_text": StubEngine,
    "_runtime.body": StubEngine,
    "body": StubEngine,
    "_runtime.server.app": StubEngine,
}
#: Modules with something for each request type, such as the table of methods and the types of amounts.
_OF_ALL_REQUESTS = ("value_types", "requests", "problem_form")
_ABOUT_PARAMETERS = ("_runtime.server.parameters", "server.routes")


def package_mutants(contract: Contract, generated: Path, vectors: Mapping[str, Sequence[Vector]]) -> Iterator[Mutant]:
    """Return every mutant of the modules that decide about bodies, with its fate; `vectors` are all by subject.

    Raises FindingsError when a vector notices a module without a change.
    """
    package = _Package(contract, generated)
    for module, kind in _DECIDING.items():
        few = _cases(kind, vectors.values())
        every = _cases(kind, vectors.values(), every=True) if module in _OF_ALL_REQUESTS else few
        yield from package.mutants(module, kind, few, every)


def parameter_mutants(contract: Contract, generated: Path, vectors: Sequence[ValueVector]) -> Iterator[Mutant]:
    """Return every mutant of the modules that decide about parameters, with its fate; `vectors` are all of these.

    Raises FindingsError as above.
    """
    package = _Package(contract, generated)
    for module in _ABOUT_PARAMETERS:
        cases: Cases = [one for one in vectors if one.stage in StubEngine.stages]
        yield from package.mutants(module, StubEngine, cases, cases)


class _Package:
    """The generated package, of which one module at a time is changed."""

    def __init__(self, contract: Contract, generated: Path) -> None:
        self._contract, self._generated = contract, generated
        self._folder = generated / "python" / "src" / contract.service.package
        StubEngine(contract, generated).close()  # Imports the whole package.
        self._overlay = Overlay(contract.service.package, self._folder)

    def mutants(self, module: str, kind: Kind, few: Cases, every: Cases) -> Iterator[Mutant]:
        """Return every mutant of a module: of its functions with a few cases, of what is outside them with every one.

        Functions decide alike for every request type; tables and types are outside.
        """
        path = self._folder / Path(*module.split(".")).with_suffix(".py")
        tree = _without_docstring_lookup(ast.parse(path.read_text(encoding="utf-8")))
        with self._overlay.replacing(module, compile(tree, str(path), "exec")):
            if noticed := self._killer(kind, every):
                raise wrong_unchanged(self._generated, f"{kind.artefact} {module}", noticed)
        for edit in code_edits(tree):
            cases = few if edit.function else every
            with edit.applied():
                code = compile(tree, str(path), "exec")
            with self._overlay.replacing(module, code):
                killer = self._killer(kind, cases)
            _move_to_front(cases, killer)  # The next change is often noticed by the same vector.
            location = f"{path.relative_to(self._generated.parent).as_posix()}:{edit.line} {edit.function}".rstrip()
            why = killer or edit.proof or self._reviewed(module, edit)
            fate = Fate.KILLED if killer else Fate.EQUIVALENT if why else Fate.SURVIVED
            yield Mutant(kind.artefact, module, location, edit.change, fate, why)

    def _reviewed(self, module: str, edit: CodeEdit) -> str:
        if module in _ABOUT_PARAMETERS and (why := unused(self._contract, edit.function, edit.change)):
            return why
        known = REVIEWED.get((module, edit.function, edit.change), "")
        return known or unused_rule(self._contract, module, edit.function, edit.change)

    def _killer(self, kind: Kind, cases: Cases) -> str:
        try:
            # A vector loads the model that it needs; most mutants are noticed by one of the first.
            engine = kind(self._contract, self._generated, loads_models=False)
        except Exception as error:  # noqa: BLE001 - a package that cannot be imported has been noticed
            return f"import: {type(error).__name__}"
        try:
            return killer_of(engine, cases)
        finally:
            engine.close()


def _without_docstring_lookup(tree: ast.Module) -> ast.Module:
    # Docstrings of members are looked up in files, which takes longer than making the models.
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == "use_attribute_docstrings":
            node.value = ast.Constant(False)
    return ast.fix_missing_locations(tree)


def _move_to_front(cases: Cases, id: str) -> None:
    found = next((index for index, one in enumerate(cases) if one.id == id), None)
    if found:
        cases.insert(0, cases.pop(found))


def _cases(kind: Kind, batches: Iterable[Sequence[Vector]], *, every: bool = False) -> Cases:
    # The shortest batches that show every kind of rule and violation are enough, unless every case is wanted.
    chosen: list[Vector] = []
    shown: set[tuple[str, str]] = set()
    for batch in sorted(batches, key=len):
        covered = [vector for vector in batch if vector.stage in kind.stages]
        kinds = {one for vector in covered for one in _kinds(vector)}
        if every or not kinds <= shown:
            chosen += covered
            shown |= kinds
    return [*_diverse_first(chosen)]


def _diverse_first(vectors: Iterable[Vector]) -> list[Vector]:
    # Samples show soonest what is broken for all; then the first vector of each kind, the second of each, and so on.
    ranks: Counter[tuple[str, ...]] = Counter()
    order: list[tuple[bool, int, Vector]] = []
    for vector in vectors:
        kind = (vector.rule.rpartition(":")[2], *(violation.code for violation in vector.violations))
        ranks[kind] += 1
        order.append((vector.origin == "derived", ranks[kind], vector))
    return [vector for *_, vector in sorted(order, key=lambda one: one[:2])]


def _kinds(vector: Vector) -> set[tuple[str, str]]:
    _, is_rule, keyword = vector.rule.rpartition(":")
    codes = [violation.code for violation in vector.violations] or ["accepted"]
    return {(keyword, code) for code in codes} if is_rule else set()

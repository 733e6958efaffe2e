"""The rest of the generated package, changed one decision at a time: reading bodies, dispatch, refusals, the stub."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from paycat.conformance.engine import Engine
from paycat.conformance.engines.models import ModelsEngine
from paycat.conformance.engines.stub import StubEngine
from paycat.conformance.outcome import Fate, Mutant
from paycat.conformance.run import refusals_by
from paycat.contract.model import Contract
from paycat.vectors.model import ValueVector, Vector
from paycat_mutants.argued import ARGUED
from paycat_mutants.baseline import wrong_unchanged
from paycat_mutants.code_changes import code_edits
from paycat_mutants.overlay import Overlay

#: Module → the engine that runs it.
_DECIDING: Mapping[str, type[ModelsEngine] | type[StubEngine]] = {
    "_base": ModelsEngine,
    "refusals": ModelsEngine,
    "requests": ModelsEngine,
    "parsing": ModelsEngine,
    "body": StubEngine,
    "server.app": StubEngine,
    "server.parameters": StubEngine,
    "server.routes": StubEngine,
}
_ABOUT_PARAMETERS = ("server.parameters", "server.routes")
_OF_ALL_REQUESTS = ("_base", "requests")


def package_mutants(
    contract: Contract,
    generated: Path,
    vectors: Mapping[str, Sequence[Vector]],
    parameters: Sequence[ValueVector] = (),
) -> Iterator[Mutant]:
    """Return every mutant of the modules that decide, with its fate; `vectors` are all of requests by subject.

    Raises FindingsError when a vector notices a module without a change.
    """
    folder = generated / "python" / "src" / contract.service.package
    StubEngine(contract, generated).close()  # Imports the whole package.
    overlay = Overlay(contract.service.package, folder)
    for module, kind in _DECIDING.items():
        path = folder / Path(*module.split(".")).with_suffix(".py")
        tree = _without_docstring_lookup(ast.parse(path.read_text(encoding="utf-8")))
        cases = parameters if module in _ABOUT_PARAMETERS else _cases(module, vectors)
        with overlay.replacing(module, compile(tree, str(path), "exec")):
            if noticed := _killer(contract, generated, kind, cases):
                raise wrong_unchanged(generated, f"{kind.artefact} {module}", noticed)
        for edit in code_edits(tree):
            with edit.applied():
                code = compile(tree, str(path), "exec")
            with overlay.replacing(module, code):
                killer = _killer(contract, generated, kind, cases)
            place = f"{path.relative_to(generated.parent).as_posix()}:{edit.line} {edit.function}".rstrip()
            why = killer or edit.proof or ARGUED.get((module, edit.function, edit.change), "")
            fate = Fate.KILLED if killer else Fate.EQUIVALENT if why else Fate.SURVIVED
            yield Mutant(kind.artefact, module, place, edit.change, fate, why)


def _without_docstring_lookup(tree: ast.Module) -> ast.Module:
    # Docstrings of members are looked up in files, which takes longer than making the models.
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == "use_attribute_docstrings":
            node.value = ast.Constant(False)
    return ast.fix_missing_locations(tree)


def _cases(module: str, vectors: Mapping[str, Sequence[Vector]]) -> list[Vector]:
    # Most modules decide alike for every request type: the shortest batches that show every kind of rule and refusal
    # are enough. Some hold what all request types need, such as the table of methods and the types of amounts.
    stages = _DECIDING[module].stages
    chosen: list[Vector] = []
    shown: set[tuple[str, str]] = set()
    for batch in sorted(vectors.values(), key=len):
        covered = [vector for vector in batch if vector.stage in stages]
        kinds = {kind for vector in covered for kind in _kinds(vector)}
        if module in _OF_ALL_REQUESTS or not kinds <= shown:
            chosen += covered
            shown |= kinds
    return sorted(chosen, key=lambda vector: vector.origin == "derived")  # Samples show soonest what is broken for all.


def _kinds(vector: Vector) -> set[tuple[str, str]]:
    _, is_rule, keyword = vector.rule.rpartition(":")
    codes = [refusal.code for refusal in vector.refusals] or ["accepted"]
    return {(keyword, code) for code in codes} if is_rule else set()


def _killer(
    contract: Contract,
    generated: Path,
    kind: type[ModelsEngine] | type[StubEngine],
    cases: Sequence[Vector | ValueVector],
) -> str:
    try:
        engine = kind(contract, generated)
    except Exception as error:  # noqa: BLE001 - a package that cannot be imported has been noticed
        return f"import: {type(error).__name__}"
    try:
        return next((vector.id for vector in cases if _notices(engine, vector)), "")
    finally:
        engine.close()


def _notices(engine: Engine, vector: Vector | ValueVector) -> bool:
    try:
        return engine.covers(vector) and refusals_by(engine, vector) != vector.refusals
    except Exception:  # noqa: BLE001 - whatever the changed code raises is noticed
        return True

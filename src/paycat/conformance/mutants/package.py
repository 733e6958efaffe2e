"""The rest of the generated package, changed one decision at a time: reading bodies, dispatch, refusals, the stub."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from paycat.conformance.engine import Engine
from paycat.conformance.engines.models import ModelsEngine
from paycat.conformance.engines.stub import StubEngine
from paycat.conformance.mutants.argued import argument
from paycat.conformance.mutants.code_changes import code_edits
from paycat.conformance.mutants.mutant import Fate, Mutant
from paycat.conformance.mutants.overlay import Overlay
from paycat.contract.model import Contract
from paycat.vectors.model import Vector

#: Module → the engine that runs it.
_DECIDING: Mapping[str, type[ModelsEngine] | type[StubEngine]] = {
    "_base": ModelsEngine,
    "refusals": ModelsEngine,
    "requests": ModelsEngine,
    "parsing": ModelsEngine,
    "body": StubEngine,
    "server.app": StubEngine,
}
_BATCHES: Mapping[type[Engine], int | None] = {ModelsEngine: None, StubEngine: 3}


def package_mutants(contract: Contract, generated: Path, vectors: Mapping[str, Sequence[Vector]]) -> Iterator[Mutant]:
    """Return every mutant of the modules that decide, with its fate; `vectors` are all vectors by subject."""
    folder = generated / "python" / "src" / contract.service.package
    StubEngine(contract, generated).close()  # Imports the whole package.
    overlay = Overlay(contract.service.package, folder)
    for module, kind in _DECIDING.items():
        path = folder / Path(*module.split(".")).with_suffix(".py")
        tree = ast.parse(path.read_text(encoding="utf-8"))
        cases = _cases(kind, vectors)
        with overlay.replacing(module, compile(tree, str(path), "exec")):
            if noticed := _killer(contract, generated, kind, cases):
                raise RuntimeError(f"{module} unchanged is noticed by {noticed}: nothing can be said of its mutants")
        for edit in code_edits(tree):
            with edit.applied():
                code = compile(tree, str(path), "exec")
            with overlay.replacing(module, code):
                killer = _killer(contract, generated, kind, cases)
            place = f"{path.relative_to(generated.parent).as_posix()}:{edit.line} {edit.function}".rstrip()
            argued = "" if killer else argument(module, edit.function, edit.change)
            fate = Fate.KILLED if killer else Fate.EQUIVALENT if argued else Fate.SURVIVED
            yield Mutant(kind.artefact, module, place, edit.change, fate, killer or argued)


def _cases(kind: type[Engine], vectors: Mapping[str, Sequence[Vector]]) -> list[Vector]:
    # These modules decide alike for every request type: text, dispatch and the shortest batch of fields show it.
    batches = sorted(vectors.values(), key=lambda batch: ("fields" in {vector.stage for vector in batch}, len(batch)))
    return [vector for batch in batches[: _BATCHES[kind]] for vector in batch if vector.stage in kind.stages]


def _killer(
    contract: Contract, generated: Path, kind: type[ModelsEngine] | type[StubEngine], cases: Sequence[Vector]
) -> str:
    try:
        engine = kind(contract, generated)
    except Exception as error:  # noqa: BLE001 - a package that cannot be imported has been noticed
        return f"import: {type(error).__name__}"
    try:
        return next((vector.id for vector in cases if _notices(engine, vector)), "")
    finally:
        engine.close()


def _notices(engine: Engine, vector: Vector) -> bool:
    try:
        return engine.refusals(vector) != vector.refusals
    except Exception:  # noqa: BLE001 - whatever the changed code raises is noticed
        return True

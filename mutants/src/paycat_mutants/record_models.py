"""The generated models of records, changed one rule at a time, in memory."""

import ast
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType

from paycat.conformance.engines.models import ModelsEngine
from paycat.conformance.outcome import Fate, Mutant
from paycat.contract.model import Contract
from paycat.vectors.model import ValueVector
from paycat_mutants.baseline import wrong_unchanged
from paycat_mutants.model_changes import Edit, edits

_ARTEFACT = "models"


def record_model_mutants(
    contract: Contract, generated: Path, vectors: Mapping[str, Sequence[ValueVector]]
) -> Iterator[Mutant]:
    """Return every mutant of every model of a record, with its fate; `vectors` are all of values by subject.

    Raises FindingsError when a vector notices a model without a change.
    """
    engine = ModelsEngine(contract, generated)
    engine.package.module("_base").RecordModel.model_config["use_attribute_docstrings"] = False
    path = generated / "python" / "src" / contract.service.package / "records.py"
    module = _Module(path, f"{contract.service.package}.records")
    shown = path.relative_to(generated.parent).as_posix()
    for model in module.models():
        cases = [one for name in module.with_part(model.name) for one in vectors.get(f"records/{name}", ())]
        if noticed := _killer(engine, module, cases, None):
            raise wrong_unchanged(generated, f"{_ARTEFACT} {model.name}", noticed)
        for edit in (*edits(model), _closed(model)):
            killer = _killer(engine, module, cases, edit)
            place = f"{shown}:{edit.line} {edit.model}{edit.member and '.'}{edit.member}"
            fate = Fate.KILLED if killer else Fate.SURVIVED
            yield Mutant(_ARTEFACT, f"records/{model.name}", place, edit.change, fate, killer)


def _closed(model: ast.ClassDef) -> Edit:
    forbid = ast.keyword("extra", ast.Constant("forbid"))
    changed = ast.ClassDef(model.name, model.bases, [*model.keywords, forbid], model.body, model.decorator_list)
    return Edit(model.name, "", model.lineno, "closed", ast.fix_missing_locations(ast.copy_location(changed, model)))


def _killer(engine: ModelsEngine, module: "_Module", cases: Sequence[ValueVector], edit: Edit | None) -> str:
    try:
        engine.records = module.run({one.name for one in cases}, edit)
    except Exception as error:
        if edit is None:
            raise
        return f"import: {type(error).__name__}"
    near = f".{edit.member}:" if edit else ""
    for vector in sorted(cases, key=lambda one: near not in one.rule):  # Those about the member tell soonest.
        if engine.covers(vector) and engine.accepts(vector) is not (vector.valid or _ARTEFACT in vector.losses):
            return vector.id
    return ""


class _Module:
    """The module of records, of which those that are asked for are made."""

    def __init__(self, path: Path, name: str) -> None:
        self._path, self._name = path, name
        self._tree = ast.parse(path.read_text(encoding="utf-8"))
        self._parts = {one.name: one for one in self._tree.body if isinstance(one, ast.ClassDef)}

    def models(self) -> list[ast.ClassDef]:
        """Return the models."""
        return list(self._parts.values())

    def with_part(self, name: str) -> list[str]:
        """Return the model itself; where it is no record, models that it is a part of are, too."""
        return [name, *(other for other in self._parts if name != other and name in self._needed(other))]

    def run(self, wanted: set[str], edit: Edit | None) -> ModuleType:
        """Return a module of some models and what they need, with an edit of one."""
        needed = {part for name in wanted & self._parts.keys() for part in self._needed(name)}
        body = [self._statement(one, edit) for one in self._tree.body if self._is_kept(one, needed)]
        module = ModuleType(self._name)
        module.__package__ = self._name.rpartition(".")[0]
        before = sys.modules[self._name]
        sys.modules[self._name] = module  # Here pydantic looks up what annotations name.
        try:
            exec(compile(ast.Module(body, []), str(self._path), "exec"), module.__dict__)
        finally:
            sys.modules[self._name] = before
        return module

    def _needed(self, name: str) -> set[str]:
        found, pending = {name}, [name]
        while pending:
            names = {node.id for node in ast.walk(self._parts[pending.pop()]) if isinstance(node, ast.Name)}
            pending += (names & self._parts.keys()) - found
            found |= names & self._parts.keys()
        return found

    def _is_kept(self, statement: ast.stmt, needed: set[str]) -> bool:
        return not isinstance(statement, ast.ClassDef) or statement.name in needed

    def _statement(self, statement: ast.stmt, edit: Edit | None) -> ast.stmt:
        is_edited = edit and isinstance(statement, ast.ClassDef) and statement.name == edit.model
        return edit.statement if edit and is_edited else statement

"""The generated schemas, changed one keyword at a time: JSON Schemas, unions of a direction, OpenAPI components."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any, NamedTuple, Self

import jsonschema_rs

from paycat.catalogue.interface import Operation
from paycat.conformance.derive.model import ValueVector, Vector
from paycat.conformance.run.engine import SchemaError, python_error, rust_errors, violations
from paycat.conformance.run.engines.json_schema import read_document, schema_of, union_violations
from paycat.conformance.run.outcome import Fate, Mutant, MutantName
from paycat.contract.dispatch import method_place
from paycat.contract.model import JSON_SCHEMA, OPENAPI, Contract, Violation
from paycat.contract.paths import pointer, without_case
from paycat.contract.reference_validator import validator_of
from paycat.text.json_data import holds_path, value_at, with_value
from paycat_mutants.noticing import wrong_unchanged
from paycat_mutants.proofs import proof, referred, says_nothing
from paycat_mutants.same_text import Same, same_text
from paycat_mutants.schema_changes import Path as SchemaPath
from paycat_mutants.schema_changes import Schema, changes, subschemas

Rejected = tuple[Violation, ...]
Validate = Callable[[Any, Iterable[SchemaError]], Any]
Subjects = Mapping[str, Sequence[Vector]]
_HOLDERS = ("properties", "schemas", "$defs")


class Case(NamedTuple):
    """A vector, its payload, what it must get, and the name of the member that it is about."""

    vector: Vector | ValueVector
    payload: Any
    expected: Any
    member: str

    @classmethod
    def of(cls, vector: Vector, artefact: str) -> Self:
        """Return the case of a vector for an artefact."""
        member = without_case(vector.rule.rpartition(":")[0]).rpartition(".")[2]
        return cls(vector, vector.payload, () if artefact in vector.limitations else vector.violations, member)


@dataclass(frozen=True, slots=True)
class Target:
    """A schema, the places in it that are changed, and the cases that must notice it.

    `verdict` turns a validator's errors into what is compared.
    """

    artefact: str
    subject: str
    root: Schema
    locations: tuple[SchemaPath, ...]
    cases: tuple[Case, ...]
    verdict: Validate
    further_proof: Callable[[Schema, str, str, Schema], str] = lambda *_: ""
    """Why a change means the same, where `proof` does not say."""
    is_value: bool = False
    """Whether it describes a value and no request: a `format` counts, and only whether a value is rejected."""
    changed_elsewhere: Mapping[SchemaPath, Same] = field(default_factory=dict)
    """What another target says in the same text about the same part of a body, so that its mutants are these, too."""


def schema_mutants(
    contract: Contract, generated: Path, vectors: Subjects, known: Mapping[MutantName, Mutant] = {}
) -> Iterator[Mutant]:
    """Return every mutant of every generated schema, with its fate; `vectors` are all vectors by subject.

    A mutant that is `known` is returned as it is, and no vector is run on it. Raises FindingsError when a vector
    notices a schema without a change.
    """
    for target in _targets(contract, generated, vectors):
        yield from mutants_of(generated, target, known)


def mutants_of(generated: Path, target: Target, known: Mapping[MutantName, Mutant] = {}) -> Iterator[Mutant]:
    """Return the mutants of a target; those that are `known` as they are. Raises FindingsError as above."""
    unchanged = _Mutated(target, target.root, ())
    if noticed := unchanged.far_killer():
        raise wrong_unchanged(generated, f"{target.artefact} {target.subject}", noticed)
    for location in target.locations:
        yield from _mutants(target, location, known)


def _targets(contract: Contract, generated: Path, vectors: Subjects) -> Iterator[Target]:
    document = read_document(generated) if "openapi" not in contract.service.packs_off else None
    seen: set[SchemaPath] = set()
    for request in contract.requests():
        subject, root = request.path, None
        if "json-schema" not in contract.service.packs_off:
            root = schema_of(generated, request.direction, request.name)
            yield _target(JSON_SCHEMA, subject, root, vectors[subject])
        if document:
            target = _target(OPENAPI, subject, component_of(document, request.root.component), vectors[subject])
            own = tuple(location for location in target.locations if location not in seen)
            yield replace(target, locations=own, changed_elsewhere=same_text(target.root, root) if root else {})
            seen |= {location for location in target.locations if location}  # Shared components are changed once.
    for operation in contract.interface.operations if document else ():
        if operation.request and len(list(contract.requests(operation.request))) > 1:  # else there is no union
            yield _union_component(contract, document, operation, vectors)
    for direction in contract.offered_directions():
        if "json-schema" not in contract.service.packs_off:
            yield _union(contract, generated, direction, vectors)


def _target(artefact: str, subject: str, root: Schema, vectors: Sequence[Vector]) -> Target:
    cases = tuple(Case.of(vector, artefact) for vector in vectors)
    locations = tuple(path for path, schema in subschemas(root) if path or "components" not in schema)
    return Target(artefact, subject, root, locations, cases, lambda _, errors: violations(errors))


def component_of(document: Any, name: str) -> Schema:
    """Return a schema that refers to a component, with every component that it needs."""
    known, wanted, found = document["components"]["schemas"], [name], {}
    while wanted:
        one = wanted.pop()
        if one not in found:
            found[one] = known[one]
            references = (schema.get("$ref", "") for _, schema in subschemas(known[one]))
            wanted += [reference.rpartition("/")[2] for reference in references if reference]
    return {"$ref": f"#/components/schemas/{name}", "components": {"schemas": found}}


def _union_component(contract: Contract, document: Any, operation: Operation, vectors: Subjects) -> Target:
    # Errors below oneOf speak of every variant, so verdicts alone are compared; the engines that follow the
    # discriminator compare the rest.
    served = document["paths"][operation.path][operation.http_method.lower()]["requestBody"]["content"]
    name = served["application/json"]["schema"]["$ref"].rpartition("/")[2]
    stated = (vector for batch in vectors.values() for vector in batch if vector.direction == operation.request)
    fields, requests = (vector for vector in stated if vector.stage == "fields"), contract.requests(operation.request)
    variants = [component_of(document, request.root.component) for request in requests]
    cases = tuple(_by_verdict(fields, OPENAPI, variants))
    locations = (("components", "schemas", name),)
    return Target(
        OPENAPI,
        str(operation.request),
        component_of(document, name),
        locations,
        cases,
        _is_rejected,
    )


def _union(contract: Contract, generated: Path, direction: str, vectors: Subjects) -> Target:
    root = schema_of(generated, direction)
    requests = list(contract.requests(direction))
    own = {request.root.component: schema_of(generated, direction, request.name) for request in requests}
    changed_already = {name for name, schema in root["$defs"].items() if schema.items() <= own.get(name, {}).items()}
    locations = tuple(path for path, _ in subschemas(root) if path[:1] != ("$defs",) or path[1] not in changed_already)
    stated = (vector for batch in vectors.values() for vector in batch if vector.direction == direction)
    place = method_place(contract, direction)
    if place.parameter and len(requests) > 1:
        fields = (vector for vector in stated if vector.stage == "fields")
        cases = tuple(_by_verdict(fields, JSON_SCHEMA, [*own.values()]))
        return Target(JSON_SCHEMA, direction, root, locations, cases, _is_rejected)
    cases = tuple(Case.of(vector, JSON_SCHEMA) for vector in stated if _is_for_union(vector))
    verdict, closed = partial(union_violations, contract), partial(_closed_anyway, list(own.values()), place.path)
    return Target(JSON_SCHEMA, direction, root, locations, cases, verdict, closed)


def _closed_anyway(
    variants: Sequence[Schema], path: Sequence[str], before: Schema, keyword: str, change: str, after: Schema
) -> str:
    """Return why a union means the same if an object around the method code is closed; or nothing."""
    if keyword != "additionalProperties" or keyword in before:
        return ""
    for depth, name in enumerate(path):
        inner = [step for above in path[:depth] for step in ("properties", above)]
        held = [value_at(variant, inner) for variant in variants]
        if {*before["properties"]} == {name} and all(_is_closed(one, name) for one in held):
            return "every variant rejects another member of the object"
    return ""


def _is_closed(schema: Schema, name: str) -> bool:
    return schema.get("additionalProperties") is False and {*schema["properties"]} == {name}


def _by_verdict(vectors: Iterable[Vector], artefact: str, variants: Sequence[Schema]) -> Iterator[Case]:
    """Return the cases of a union: whether it must reject a body.

    If the address names the method, nothing in a body selects the variant, so that any variant may accept it.
    """
    validators = [jsonschema_rs.Draft202012Validator(one) for one in variants]
    for vector in vectors:
        case = Case.of(vector, artefact)
        accepted = vector.addressed is not None and any(one.is_valid(vector.payload) for one in validators)
        yield case._replace(expected=bool(case.expected) and not accepted)


def _is_rejected(_: Any, errors: Iterable[SchemaError]) -> bool:
    return any(True for _ in errors)


def _is_for_union(vector: Vector) -> bool:
    is_no_object = vector.stage == "schema" and not isinstance(vector.payload, dict)
    return is_no_object or vector.stage in ("dispatch", "fields")


def _mutants(target: Target, location: SchemaPath, known: Mapping[MutantName, Mutant]) -> Iterator[Mutant]:
    before = value_at(target.root, location)
    around = value_at(target.root, above) if (above := _above(location)) != location else None
    itself = _itself(target.root, location)
    is_same = target.changed_elsewhere.get(location)
    for keyword, change, after in changes(before):
        if is_same and is_same(keyword):
            continue
        name = target.artefact, target.subject, pointer((*map(str, location), keyword)), change
        if name in known:
            yield known[name]
            continue
        mutant = _Mutated(target, with_value(target.root, location, after), _members(location, change))
        killer = mutant.near_killer()
        proven = "" if killer else proof(before, keyword, change, after, around, itself)
        if not killer and not proven and _is_idle(target.root, location, keyword, change):
            proven = "the case says nothing that a schema can reject"
        if not killer and not proven and keyword == "required" and _is_said_of_absence(target.root, location, after):
            proven = "another case says the same of a body without the members"
        proven = proven or ("" if killer else target.further_proof(before, keyword, change, after))
        if not killer and not proven:  # The other cases take the longest.
            killer = mutant.far_killer() or ("" if target.is_value else mutant.python_killer())
        fate = Fate.KILLED if killer else Fate.EQUIVALENT if proven else Fate.SURVIVED
        yield Mutant(*name, fate, killer or proven)


def _itself(root: Schema, location: SchemaPath) -> Schema | None:
    """Return the schema of a member whatever the others are; None if the place is not about one that is stated twice.

    It is stated in an `if`, or about it one of the others decides.
    """
    start = next((index for index, step in enumerate(location) if step in ("if", "then")), None)
    if start is None:
        return None
    itself = referred(root, value_at(root, _above((*location[:start], "if"))))
    for step in location[start + 1 :]:
        if not holds_path(itself, (step,)):
            return None
        itself = referred(root, value_at(itself, (step,)))
    return dict(itself)


def _is_idle(root: Schema, location: SchemaPath, keyword: str, change: str) -> bool:
    """Tell whether a change leaves a case weaker, or no case, that says nothing which its members are not anyway."""
    start = next((index for index, step in enumerate(location) if step in ("if", "then")), None)
    if start is None and keyword == "allOf" and change.startswith("without part "):
        location, start = (*location, "allOf", int(change.rpartition(" ")[2]) - 1), len(location) + 2
    elif start is None:
        start = len(location)
    part, whole = value_at(root, location[:start]), value_at(root, _above((*location[:start], "if")))
    is_weaker = change == "removed" or change.startswith("without ") or change.endswith(" anything")
    is_case = isinstance(part, dict) and part.keys() >= {"if", "then"}
    return is_case and ("then" not in location or is_weaker) and says_nothing(part["then"], whole, root)


def _is_said_of_absence(root: Schema, location: SchemaPath, after: Schema) -> bool:
    """Tell whether other cases say the same of a body without a member that the `if` at a place no longer asks for."""
    if location[-1:] != ("if",):
        return False
    names = {*value_at(root, location)["required"]} - {*after.get("required", ())}
    then = value_at(root, (*location[:-1], "then"))
    alike = [part.get("if") for part in value_at(root, _above(location)).get("allOf", ()) if part.get("then") == then]
    return all({"not": {"properties": {name: {}}, "required": [name]}} in alike for name in names)


def _above(location: SchemaPath) -> SchemaPath:
    """Return the place of the schema whose `if` or part of `allOf` is at a place; the place itself where it is none."""
    above = location[:-1] if location[-1:] == ("if",) else location
    while above[-2:-1] == ("allOf",):  # Its parts are about the same body.
        above = above[:-2]
    return above


def _members(location: SchemaPath, change: str) -> set[str]:
    """Return the names of the members that a change is about: that of its place, and those that it names."""
    names = [str(step) for step, above in zip(location[1:], location, strict=False) if above in _HOLDERS]
    return {*names[-1:], *change.split()}


class _Mutated:
    """A changed schema under the cases of a target; those about some members notice the change soonest."""

    def __init__(self, target: Target, schema: Schema, members: Collection[str]) -> None:
        self._target, self._schema, self._members = target, schema, members
        self._validator = jsonschema_rs.Draft202012Validator(schema, validate_formats=target.is_value)
        self._near = [case for case in target.cases if case.member in members]

    @cached_property
    def _far(self) -> list[Case]:
        return [case for case in self._target.cases if case.member not in self._members]

    def near_killer(self) -> str:
        """Return the case about the members that gets another verdict, or else other violations."""
        return self._verdict_killer(self._near) or self._violations_killer(self._near)

    def far_killer(self) -> str:
        """Return the other case that gets another verdict, or else other violations."""
        return self._verdict_killer(self._far) or self._violations_killer(self._far)

    def python_killer(self) -> str:
        """Return the case that gets other violations from the regular expressions of Python."""
        validator = validator_of(self._schema)
        cases = [*self._near, *self._far]
        return _killer(self._target, cases, lambda vector: map(python_error, validator.iter_errors(vector.payload)))

    def _verdict_killer(self, cases: Sequence[Case]) -> str:
        for case in cases:  # a wrong verdict is quicker to see than a wrong violation
            if self._validator.is_valid(case.payload) is bool(case.expected):
                return case.vector.id
        return ""

    def _violations_killer(self, cases: Sequence[Case]) -> str:
        wrong = [case for case in cases if case.expected and not self._target.is_value]
        return _killer(self._target, wrong, lambda vector: rust_errors(self._validator, self._schema, vector.payload))


def _killer(target: Target, cases: Sequence[Case], errors: Callable[[Any], Iterable[SchemaError]]) -> str:
    for case in cases:
        try:
            got = target.verdict(case.vector, errors(case.vector))
        except Exception:  # noqa: BLE001 - a validator that fails has noticed
            return case.vector.id
        if got != case.expected:
            return case.vector.id
    return ""

"""The OpenAPI-shaped documents that the model generator reads, one for each module.

Every object is a named component `<module>.<Class>`, so that the generator invents no name. Extensions replace what the
generator supports badly (conditions, `not`, formats); the models' base class enforces them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from paycat.contract.interface import Record
from paycat.contract.model import Contract, Request
from paycat.contract.naming import type_class
from paycat.contract.nodes import FieldNode, Group
from paycat.documents.json_schema import field_notes, field_rules
from paycat.documents.marks import open_choice
from paycat.models.choices import choice_name
from paycat.models.docstrings import group_text, member_text, record_text
from paycat.models.rules import LISTED, error_codes, is_number, number_name, text_name
from paycat.shapes.constraints import KINDS

BOOLEAN = "Boolean"
"""The type of true and false in the base module of the models."""

RECORDS = "records"
SHARED = "shared"

Schema = dict[str, Any]

_PREFIX = "#/components/schemas/"

# The docstring describes a deprecation: pydantic's own would warn at every access, though the field still works.
_NOT_FOR_MODELS = ("not", "format", "writeOnly", "deprecated", "x-hints", "x-violation")
_BOUNDS = frozenset(kind.schema_keyword for kind in KINDS.values() if kind.relation not in LISTED)


def lifted_documents(contract: Contract) -> dict[str, Schema]:
    """Return for each module a document of its components, request groups or records, and those that they refer to."""
    schemas = _components(contract)
    modules: dict[str, list[str]] = {}
    for name in schemas:
        modules.setdefault(name.partition(".")[0], []).append(name)
    return {module: _document(module, _with_references(names, schemas)) for module, names in modules.items()}


def _document(module: str, schemas: dict[str, Schema]) -> Schema:
    info = {"title": module, "version": "1"}
    return {"openapi": "3.1.0", "info": info, "paths": {}, "components": {"schemas": schemas}}


def _components(contract: Contract) -> dict[str, Schema]:
    lifter = _Lifter(contract.service.package, dict(error_codes(contract)))
    schemas: dict[str, Schema] = {}
    for request in contract.requests():
        for group in request.root.groups():
            schemas.setdefault(_component(request, group), lifter.group(request, group))
    for record in contract.interface.records:
        schemas[f"{RECORDS}.{record.name}"] = lifter.record(record)
    return schemas


def _with_references(names: list[str], schemas: dict[str, Schema]) -> dict[str, Schema]:
    """Return the schemas of these names, and of those that they refer to, in the order of all schemas."""
    needed: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in needed and name in schemas:
            needed.add(name)
            waiting += _references(schemas[name])
    return {name: schema for name, schema in schemas.items() if name in needed}


def _references(schema: Any) -> Iterator[str]:
    # In `$ref`, and in the mapping of a discriminator.
    if isinstance(schema, str) and schema.startswith(_PREFIX):
        yield schema.removeprefix(_PREFIX)
    elif isinstance(schema, dict | list):
        for inner in schema.values() if isinstance(schema, dict) else schema:
            yield from _references(inner)


def _component(request: Request, group: Group) -> str:
    return f"{SHARED if group.shared else request.module}.{group.component}"


def _reference(name: str) -> str:
    return f"{_PREFIX}{name}"


def _type_name(field: FieldNode) -> str | None:
    """Return the type in the base module that enforces the rules of a field; None if the generator makes the type."""
    if is_number(field):
        return number_name(field)  # The generator would compare decimals with floats.
    if field.json_type == "boolean":
        return BOOLEAN
    return None if field.name else text_name(field)


@dataclass(frozen=True, slots=True)
class _Lifter:
    """The name of the package, and the usual code of each type of pydantic's errors."""

    package: str
    codes: Mapping[str, str]

    def group(self, request: Request, group: Group) -> Schema:
        schema: Schema = {
            "type": "object",
            "description": group_text(group),
            "properties": {inner.name: self._member(request, group, inner) for inner in group.members},
            "required": list(group.required),
            "additionalProperties": not group.closed,
        }
        if group.conditions:
            schema["x-any-of"] = [condition.any_of for condition in group.conditions]
        return schema

    def _member(self, request: Request, group: Group, member: FieldNode | Group) -> Schema:
        text = member_text(group, member)
        if isinstance(member, Group):
            return {"$ref": _reference(_component(request, member)), "description": text}
        notes = {key: value for key, value in field_notes(member).items() if key not in _NOT_FOR_MODELS}
        if own := self._own_codes(member):
            notes["x-violation"] = own
        if isinstance(member.items, FieldNode) and (own := self._own_codes(member.items)):
            notes["x-item-violation"] = own
        if member.items and member.constraints:
            notes["x-list"] = {rule.keyword: [rule.value, rule.phrase.whole_must] for rule in member.constraints}
        return {**self._value(request, member), "description": text, **notes}

    def _value(self, request: Request, field: FieldNode) -> Schema:
        """Return the schema of a field's values, without a description."""
        if name := _type_name(field):
            return {"type": field.json_type, "customTypePath": f"{self.package}._base.{name}"}
        if isinstance(field.items, Group):
            return {"type": field.json_type, "items": {"$ref": _reference(_component(request, field.items))}}
        if field.items:
            return {"type": field.json_type, "items": self._value(request, field.items)}
        rules = {key: value for key, value in field_rules(field).items() if key not in _NOT_FOR_MODELS}
        return {**rules, "additionalProperties": True} if field.json_type == "object" else rules

    def _own_codes(self, field: FieldNode) -> dict[str, str]:
        codes = {self.codes[rule.kind.error]: rule.code for rule in field.constraints}
        return {usual: code for usual, code in codes.items() if usual != code}

    def record(self, record: Record) -> Schema:
        schema: Schema = self._tolerant(record.json_schema, record.name)
        schema["description"] = record_text(record, schema.get("properties", {}))
        return schema | self._record_base

    @property
    def _record_base(self) -> Schema:
        return {"customBasePath": f"{self.package}._base.RecordModel"}

    def _tolerant(self, fragment: Any, name: str) -> Any:
        """Return a schema of a record, or of a member inside it, whose choice has a name."""
        # Clients must accept new states and codes, so closed lists become text; only the server enforces bounds.
        if isinstance(fragment, list):
            return [self._tolerant(item, name) for item in fragment]
        if not isinstance(fragment, dict):
            return fragment
        result = {key: self._tolerant(value, name) for key, value in fragment.items() if key not in _BOUNDS}
        if isinstance(members := fragment.get("properties"), dict):
            result["properties"] = {key: self._tolerant(one, choice_name(name, key)) for key, one in members.items()}
        if isinstance(result.get("$ref"), str):
            result["$ref"] = _reference(f"{RECORDS}.{result['$ref']}")
        if "discriminator" in result:
            mapping = result["discriminator"].get("mapping", {})
            references = {key: _reference(f"{RECORDS}.{name}") for key, name in mapping.items()}
            result["discriminator"] = {**result["discriminator"], "mapping": references}
        known = result.pop("enum", None)
        if known and isinstance(result.get("description"), str):
            result["description"] += f" Known: {', '.join(map(str, known))}."
        if result.pop("x-extensible-enum", None):
            result["customTypePath"] = f"{self.package}.choices.{name}"
            result["description"] = open_choice(result.get("description", ""))
        if isinstance(result.get("type"), str | list) and "properties" in result:
            result |= self._record_base  # An object inside a record is open as the record is.
        if field_type := result.pop("x-field-type", None):
            result["customTypePath"] = f"{self.package}._base.{type_class(field_type)}"
        return result

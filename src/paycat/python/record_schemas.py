"""The schemas of the classes of records: what the service answers and sends.

Clients accept new values, so no bound is enforced.
"""

from paycat.contract.model import Contract
from paycat.contract.naming import part_name, type_class
from paycat.contract.nodes import FieldNode, Group, Node, groups_of, records_of
from paycat.contract.schemas import field_rules
from paycat.documents.marks import meaning_of, open_choice, sentence
from paycat.python.choices import choice_types
from paycat.python.class_schemas import ANY_OBJECT, CHOICES, MODELS, VALUE_TYPES, Schema, class_schema, reference
from paycat.shapes.constraints.format import Format
from paycat.shapes.constraints.relations import Relation


def record_schemas(contract: Contract) -> Schema:
    """Return the document with a class for each record that is an object, those that others name first."""
    text = "Records of the service: answers and notifications."
    return {"x-text": text, "$defs": _Records(contract).classes()}


class _Records:
    def __init__(self, contract: Contract) -> None:
        self._interface = contract.interface
        self._bodies = {record.name: record.body for record in contract.interface.records}
        self._choices = choice_types(contract)
        self._classes: dict[str, Schema] = {}

    def classes(self) -> dict[str, Schema]:
        for name, body in self._bodies.items():
            self._add_record(name, body, ())
        return self._classes

    def _add_record(self, name: str, body: Node, around: tuple[str, ...]) -> None:
        if name in self._classes or name in around:
            return
        for inner in records_of(body):
            self._add_record(inner, self._bodies[inner], (*around, name))
        for group in reversed([*groups_of(body)]):
            called = part_name(name, group.path)
            members = {member.name: self._member(name, member) for member in group.members}
            text = sentence(group.meaning or called)
            self._classes[called] = class_schema(reference("RecordModel", MODELS), text, members, list(group.required))

    def _member(self, record: str, member: Node) -> Schema:
        text = _text(member, is_state=self._interface.is_state(record, member.path))
        return {**self._of(member, record), **({"x-text": text} if text else {})}

    def _of(self, node: Node, record: str) -> Schema:
        """Return the schema of a value in a record."""
        schema = reference(part_name(record, node.path)) if isinstance(node, Group) else self._type(node, record)
        if not node.nullable or not schema:
            return schema
        null = {"type": "null"}
        if "anyOf" in schema:  # A union with its discriminator.
            return schema if null in schema["anyOf"] else {**schema, "anyOf": [*schema["anyOf"], null]}
        return {"anyOf": [schema, null]}

    def _type(self, field: FieldNode, record: str) -> Schema:
        match field.shape:
            case "record":
                return self._record(field.record or "")
            case "union":
                return self._union(field)
            case "any":
                return {}
            case "list" if field.items:
                return {"type": "array", "items": self._of(field.items, record)}
            case "date" | "date_time":
                return {"type": "string", "format": field.bounds[Format.keyword]}
            case "decimal" if field.type:
                return reference(type_class(field.type), VALUE_TYPES)
        if field.open:
            return reference(self._choices[part_name(record, field.path)], CHOICES)
        if field.json_type == "object":
            return ANY_OBJECT
        rules = field_rules(field)
        return {"const": rules["const"]} if "const" in rules else {"type": field.json_type}

    def _record(self, name: str) -> Schema:
        body = self._bodies[name]
        return reference(name) if isinstance(body, Group) else self._type(body, name)

    def _union(self, field: FieldNode) -> Schema:
        variants = {one.value: self._record(one.record) for one in field.variants}
        found = list({str(variant): variant for variant in variants.values()}.values())
        if len(found) == 1:
            return found[0]
        mapping = {value: variant["$ref"] for value, variant in variants.items()}
        return {"anyOf": found, "discriminator": {"propertyName": field.discriminator, "mapping": mapping}}


def _text(member: Node, *, is_state: bool) -> str:
    if not member.meaning:
        return ""
    text = sentence(meaning_of(member))
    if not isinstance(member, FieldNode):
        return text
    if member.open:
        return open_choice(text, is_state=is_state)
    listed = [rule for rule in member.constraints if rule.kind.relation is Relation.ONE_OF]
    known = [str(value) for rule in listed if isinstance(rule.value, tuple) for value in rule.value]
    return f"{text} Known: {', '.join(known)}." if known else text

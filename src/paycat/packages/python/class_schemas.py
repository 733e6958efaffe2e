"""The JSON Schemas of which datamodel-code-generator makes the classes of requests and records."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from paycat.contract.model import Contract, Request
from paycat.contract.naming import (
    attribute_name,
    attribute_of,
    is_number,
    number_name,
    part_name,
    text_name,
    type_class,
)
from paycat.contract.nodes import Case, FieldNode, Group, Node, groups_of, records_of
from paycat.contract.paths import steps_of
from paycat.packages.python.docstrings import member_text
from paycat.packages.python.rules import choice_types, error_codes, error_type, split_rules, used_rules
from paycat.packages.python.sharing import Sharing, TableClass
from paycat.schemas.cases import cases_about
from paycat.schemas.json_schema import text_of
from paycat.schemas.marks import meaning_of, open_choice, sentence, values_text

Schema = dict[str, Any]

SHARED, RECORDS, CHOICES, VALUE_TYPES = "shared", "records", "choices", "value_types"
"""Modules that are generated: classes that several methods use, records, open choices, types of numbers and texts."""
MODELS, NOTES, CASES = "_runtime.models", "_runtime.notes", "_runtime.cases"
"""Modules of the runtime: base classes, what annotations state for the package, and cases."""
ANY_OBJECT: Schema = {"type": "object", "additionalProperties": True}


def reference(name: str, module: str = "") -> Schema:
    """Return the reference to a class or type, of the same module or of another one."""
    return {"$ref": f"{module}.json#/$defs/{name}" if module else f"#/$defs/{name}"}


def class_schema(base: Schema, docstring: str, members: dict[str, Schema], required_names: list[str]) -> Schema:
    """Return the schema of a class that derives from another one; its members are by their attributes."""
    return {"type": "object", "allOf": [base], "x-text": docstring, "properties": members, "required": required_names}


def record_schemas(contract: Contract) -> Schema:
    """Return the document with a class for each record that is an object, those that others name first."""
    docstring = "Records of the service: answers and notifications."
    return {"x-text": docstring, "$defs": _Records(contract).classes()}


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

    def _add_record(self, name: str, body: Node, outer_names: tuple[str, ...]) -> None:
        if name in self._classes or name in outer_names:
            return
        for inner_name in records_of(body):
            self._add_record(inner_name, self._bodies[inner_name], (*outer_names, name))
        for group in reversed([*groups_of(body)]):
            class_name = part_name(name, group.path)
            members: dict[str, Schema] = {}
            for member in group.members:
                meaning = _text(member, is_state=self._interface.is_state(name, member.path))
                members |= _member(member, {**self._of(member, name), **({"x-text": meaning} if meaning else {})})
            base, docstring = reference("RecordModel", MODELS), sentence(group.meaning or class_name)
            self._classes[class_name] = class_schema(base, docstring, members, _required(group.members))

    def _of(self, node: Node, name: str) -> Schema:
        """Return the schema of a value in a record."""
        schema = reference(part_name(name, node.path)) if isinstance(node, Group) else self._type(node, name)
        if not node.nullable or not schema:
            return schema
        null_schema = {"type": "null"}
        if "anyOf" in schema:  # A union with its discriminator.
            return schema if null_schema in schema["anyOf"] else {**schema, "anyOf": [*schema["anyOf"], null_schema]}
        return {"anyOf": [schema, null_schema]}

    def _type(self, field: FieldNode, name: str) -> Schema:
        match field.shape:
            case "record":
                return self._record(field.record or "")
            case "union":
                return self._union(field)
            case "any":
                return {}
            case "list" if field.items:
                return {"type": "array", "items": self._of(field.items, name)}
            case "date" | "date_time":
                return {"type": "string", "format": field.form}
            case "decimal_text":
                return reference(type_class(field.type_or_shape), VALUE_TYPES)
            case "decimal" if field.type:
                return reference(type_class(field.type), VALUE_TYPES)
        if field.open:
            return reference(self._choices[part_name(name, field.path)], CHOICES)
        if field.json_type == "object":
            return ANY_OBJECT
        return _listed(field) if field.fixed else {"type": field.json_type}

    def _record(self, name: str) -> Schema:
        body = self._bodies[name]
        return reference(name) if isinstance(body, Group) else self._type(body, name)

    def _union(self, field: FieldNode) -> Schema:
        schema_by_value = {variant.value: self._record(variant.record) for variant in field.variants}
        schemas = list({str(schema): schema for schema in schema_by_value.values()}.values())
        if len(schemas) == 1:
            return schemas[0]
        mapping = {value: schema["$ref"] for value, schema in schema_by_value.items()}
        return {"anyOf": schemas, "discriminator": {"propertyName": self._attribute(field), "mapping": mapping}}

    def _attribute(self, union_field: FieldNode) -> str:
        """Return the attribute that tells the records of a union apart, which is the same in all of them."""
        bodies = (self._bodies[name] for name in union_field.records)
        members = (member for body in bodies if isinstance(body, Group) for member in body.members)
        attributes = (attribute_of(member) for member in members if member.name == union_field.discriminator)
        return next(attributes, attribute_name(union_field.discriminator or ""))


def _listed(field: FieldNode) -> Schema:
    """Return the keyword that lists the texts of which a value is one; nothing where none does."""
    rule = field.fixed or field.listed
    return rule.kind.schema(rule.value) if rule else {}


def _member(member: Node, schema: Schema) -> dict[str, Schema]:
    """Return a member of a class by its attribute; `x-alias` is its name in a body where that is another one."""
    attribute = attribute_of(member)
    return {attribute: schema if attribute == member.name else {**schema, "x-alias": member.name}}


def _required(members: Iterable[Node]) -> list[str]:
    return [attribute_of(member) for member in members if member.requirement == "required"]


def _text(member: Node, *, is_state: bool) -> str:
    if not member.meaning:
        return ""
    text = sentence(meaning_of(member))
    if not isinstance(member, FieldNode):
        return text
    value_sentence = values_text(member)
    text = f"{text} {value_sentence}" if value_sentence else text
    if member.open:
        return open_choice(text, is_state=is_state)
    choices = member.listed.value if member.listed and isinstance(member.listed.value, tuple) else ()
    return f"{text} Known: {', '.join(choices)}." if choices and not value_sentence else text


def request_schemas(contract: Contract) -> dict[str, Schema]:
    """Return the documents of the classes of requests, by module."""
    factory = _RequestClasses(contract)
    requests_by_module: dict[str, list[Request]] = {}
    for request in contract.requests():
        requests_by_module.setdefault(request.module, []).append(request)
    document_by_module = {}
    for module, requests in requests_by_module.items():
        request = requests[0]
        subject = "the method" if request.method else "the direction"
        text = f"Requests of {subject} {contract.title_of(request)}."
        schema_by_class: dict[str, Schema] = {}
        for request in requests:
            own_groups = [group for group in request.root.groups() if not group.shared]
            schema_by_class |= {group.component: factory.of_group(group, request) for group in reversed(own_groups)}
        document_by_module[module] = {"x-text": text, "$defs": schema_by_class}
    groups = [group for outer_group in factory.sharing.groups.values() for group in reversed([*outer_group.groups()])]
    shared_schemas = {group.component: factory.of_group(group) for group in groups}
    if schema_by_class := shared_schemas | {table.name: factory.of_table(table) for table in factory.sharing.tables}:
        docstring = "Classes that the requests of several methods use."
        document_by_module[SHARED] = {"x-text": docstring, "$defs": schema_by_class}
    return document_by_module


class _RequestClasses:
    """Makes the schemas of the classes of requests; `module` is the shared one, "" where they are in it."""

    def __init__(self, contract: Contract) -> None:
        self.sharing = Sharing(contract)
        self._codes = dict(error_codes(contract))
        self._base = reference("RequestModel" if "closed" in used_rules(contract) else "OpenRequestModel", MODELS)

    def of_table(self, table_class: TableClass) -> Schema:
        """Return the schema of a table's class, which is in the shared module."""
        group = Group.model_construct(members=table_class.members, conditions=(), cases=())
        return self._of_members(self._base, table_class.meaning, group, table_class.members, "")

    def of_group(self, group: Group, request: Request | None = None) -> Schema:
        """Return the schema of the class of an object, of a request or of the shared module."""
        table_class = self.sharing.table_class(request, group) if request else None
        base = reference(table_class.name, SHARED) if table_class else self._base
        if table_class and table_class.is_all_of(group):
            return {**class_schema(base, "The class of its table.", {}, []), "x-same": True}
        inherited_members = table_class.members if table_class else ()
        required_fields = (
            member for member in group.members if isinstance(member, FieldNode) and member.requirement == "required"
        )
        fixed_attributes = [attribute_of(field) for field in required_fields if field.fixed]
        members = [member for member in group.members if fixed_attributes or member not in inherited_members]
        schema = self._of_members(base, text_of(group.as_component), group, members, SHARED if request else "")
        for member in members:
            if member in inherited_members:
                schema["properties"][attribute_of(member)]["x-inherited"] = True
        if group.conditions:
            schema["x-accepted"] = [condition.any_of for condition in group.conditions]
        if group.cases:
            schema["x-cases"] = [self._case(*cases) for cases in zip(group.cases, cases_about(group), strict=True)]
        if fixed_attributes:
            schema["x-new"] = fixed_attributes
        return schema

    def _case(self, case: Case, with_new_rules: Case) -> Schema:
        given = [(steps_of(path), test.kind, test.values) for path, test in case.given.items()]
        # A number has a type of its own, with all its rules.
        field = case.field if case.field and is_number(case.field) else with_new_rules.field
        type_keyword = {"type": self._of(field, "")} if field else {}
        return {
            "given": given,
            "path": steps_of(case.member),
            "requirement": case.requirement or "",
            **type_keyword,
        }

    def _of_members(self, base: Schema, docstring: str, group: Group, members: Sequence[Node], module: str) -> Schema:
        properties: dict[str, Schema] = {}
        for member in members:
            properties |= _member(member, {**self._of(member, module), "x-text": member_text(group, member)})
        return class_schema(base, docstring, properties, _required(members))

    def _of(self, node: Node, module: str) -> Schema:
        if isinstance(node, Group):
            return reference(node.component, module if node.shared else "")
        return {**self._type(node, module), **dict(self._notes(node))}

    def _type(self, field: FieldNode, module: str) -> Schema:
        if is_number(field):
            return reference(number_name(field), VALUE_TYPES)  # Pydantic would compare decimals with floats.
        if field.json_type == "boolean":
            return reference("Boolean", MODELS)
        if field.json_type == "array":
            item_node = field.items
            if item_node is None:  # A case says nothing of the items of a list.
                return {"type": "array"}
            item_schema = self._of(item_node, module) if isinstance(item_node, Group) else self._type(item_node, module)
            return {"type": "array", "items": item_schema}
        if field.json_type == "object":
            return ANY_OBJECT
        if not field.name and (text_type := text_name(field)):
            return reference(text_type, VALUE_TYPES)
        return {"type": "string", **_listed(field)}

    def _notes(self, field: FieldNode) -> Iterator[tuple[str, object]]:
        arguments, rules = split_rules(field)
        if arguments:
            yield "x-arguments", arguments
        if rules:
            yield "x-rules", {rule.keyword: (rule.kind.compared(rule.value), rule.phrase.whole_must) for rule in rules}
        if code_by_usual := self._own_codes(field):
            yield "x-codes", code_by_usual
        if isinstance(field.items, FieldNode) and (code_by_usual := self._own_codes(field.items)):
            yield "x-item-codes", code_by_usual
        if field.sensitive:
            yield "x-sensitive", True
        if field.json_type == "number":
            yield "x-or", "int"
        if field.shape == "decimal_text":
            yield "x-or", "str"

    def _own_codes(self, field: FieldNode) -> dict[str, str]:
        code_by_usual = {self._codes[error_type(field, rule)]: rule.code for rule in field.constraints}
        return {usual_code: code for usual_code, code in code_by_usual.items() if usual_code != code}

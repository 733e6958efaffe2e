"""The one maker of schemas of what is sent and answered, in every dialect, and whether a schema accepts a value."""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, ClassVar

import jsonschema_rs

from paycat.contract.constraint import Constraint
from paycat.contract.interface import Interface
from paycat.contract.nodes import Case, FieldNode, Group, Node, member_at
from paycat.contract.paths import pointer, steps_of
from paycat.schemas.cases import decided, met
from paycat.shapes.constraints import FIXED, LISTED, keywords_of, numbers_within
from paycat.shapes.constraints.format import FORMAT_NOTE, FORMS
from paycat.shapes.patterns.compiled import LINEAR, matches
from paycat.text.json_data import compact

_FORMS: dict[str, Callable[..., bool]] = {name: partial(matches, form.pattern) for name, form in FORMS.items()}
"""A verdict must not depend on what a version of the validator takes for a date."""

Schema = dict[str, Any]

_SMALLEST, _LARGEST = -(2**31), 2**31 - 1


def _nothing(_: Node) -> Schema:
    return {}


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a document has the schemas of nodes.

    `prefix` is what comes before a name in a reference: to a record, or to an object of a request. A document without
    one has the objects where they are used, and only what validators need: no `format`, which strict ones reject, and
    conditions without the `if` that generators of clients need. `notes` returns what a node is annotated with.

    Requests keep every rule. Readers of answers accept what later versions add: a date has no pattern, and nothing
    rejects the line break that Python's `$` lets through.

    What versions of JSON Schema write differently is a method each; these are of draft 2020-12.
    """

    prefix: str | None
    notes: Callable[[Node], Schema] = _nothing
    is_of_requests: bool = False

    null: ClassVar[Schema] = {"type": "null"}
    anything: ClassVar[Schema | bool] = True

    def reference(self, name: str | None) -> Schema:
        """Return the reference to a component."""
        return {"$ref": self.address(name or "")}

    def address(self, name: str) -> str:
        """Return what a reference to a component is written as."""
        return f"{self.prefix}{pointer((name,))[2:]}"

    def typed(self, json_type: str, *, nullable: bool) -> Schema:
        """Return the type of a value."""
        return {"type": [json_type, "null"] if nullable else json_type}

    def rules(self, keywords: Schema) -> Schema:
        """Return the keywords of the rules of a value."""
        return keywords

    def noted(self, schema: Schema, notes: Schema) -> Schema:
        """Return a schema, which may be a reference, with annotations."""
        return {**schema, **notes}

    def condition(self, group: Group, any_of: Iterable[Sequence[str]]) -> Schema:
        """Return what requires one of several combinations of members."""
        combinations: Schema = {"anyOf": [_required(names) for names in any_of]}
        # Client generators drop a class with a bare anyOf of required members; all of them accept the other form.
        return combinations if self.prefix is None else {"if": _required(group.required), "then": combinations}

    def case(self, condition: Schema, then_schema: Schema) -> Schema:
        """Return what holds where an object meets a condition."""
        return {"if": condition, "then": then_schema}

    def end(self, conditions: list[Schema], closure: Schema) -> Schema:
        """Return the last keywords of an object: conditions that hold together, and whether it has other members."""
        joint_condition = conditions[0] if len(conditions) == 1 else {"allOf": conditions} if conditions else {}
        return {**joint_condition, **closure}


DEFINITIONS = Dialect("#/$defs/")
"""Schemas of records that validators read, beside the definitions of all of them."""


def node_schema(node: Node, dialect: Dialect) -> Schema:
    """Return the schema of a node in the order in which it is read: what it is, what it means, what it holds."""
    if isinstance(node, Group):
        return _object(node, dialect)
    notes = dialect.notes(node)
    if node.shape == "union":
        return {**notes, **_union(node, dialect)}
    if node.shape == "any":
        return notes
    if node.shape == "record":
        return dialect.noted(_or_null(node, dialect.reference(node.record), dialect), notes)
    item_keywords = {"items": _inside(node.items, dialect)} if node.items else {}
    return {**_value(node, dialect), **item_keywords, **notes}


def _field_rules(field: FieldNode, dialect: Dialect, *, is_open: bool = False) -> Schema:
    """Return the keywords of a field's rules; for open readers one for each rule, without what only helps to validate.

    Lengths are there beside a pattern that counts, too: validators then report a text that is too long by `maxLength`,
    which has the code of the violation, and not by `pattern`.
    """
    return dialect.rules(_joined(field, dialect, is_open=is_open)[0])


def own_codes(field: FieldNode) -> Schema:
    """Return the annotation of violation codes other than the usual ones; nothing where there are none."""
    return _codes(_joined(field, DEFINITIONS)[1])


def _joined(field: FieldNode, dialect: Dialect, *, is_open: bool = False) -> tuple[Schema, list[Constraint]]:
    """Return the keywords of a field's rules, and those rules whose keywords are not in a schema of their own.

    A rule whose keyword an earlier one has stands beside it, in `allOf`, with its code.
    """
    schema: Schema = {}
    rules = []
    for rule in field.constraints:
        keywords = _open(field, rule) if is_open else keywords_of(rule.kind, field.bounds)
        if all(schema.get(keyword, value) == value for keyword, value in keywords.items()):
            schema |= keywords
            rules.append(rule)
            continue
        new_keywords = {keyword: value for keyword, value in keywords.items() if schema.get(keyword) != value}
        # Without the type, generators of clients take the whole for no text.
        part_schema = {**dialect.typed(field.json_type, nullable=field.nullable), **new_keywords, **_codes([rule])}
        schema["allOf"] = [*schema.get("allOf", ()), part_schema]
    return schema, rules


def _open(field: FieldNode, rule: Constraint) -> Schema:
    """Return the keywords of a rule for open readers; none knows the form of a number by its name alone."""
    keywords = keywords_of(rule.kind, field.bounds)
    if field.shape == "decimal_text":
        return {keyword: value for keyword, value in keywords.items() if keyword != "not"}
    keyword = rule.kind.open_keyword or rule.kind.schema_keyword
    return {keyword: keywords[keyword]} if keyword in keywords else keywords


def _codes(rules: Iterable[Constraint]) -> Schema:
    code_by_usual = {rule.kind.usual_code: rule.code for rule in rules if rule.has_own_code}
    return {"x-violation": code_by_usual} if code_by_usual else {}


def _inside(node: Node, dialect: Dialect) -> Schema:
    if isinstance(node, Group) and node.component and dialect.prefix is not None:
        # What is stated of one use of a type stands beside the reference.
        is_use = node.shared and node.type and (node.meaning, node.reason) != (node.type.meaning, node.type.reason)
        return dialect.noted(dialect.reference(node.component), dialect.notes(node) if is_use else {})
    return node_schema(node, dialect)


def _object(group: Group, dialect: Dialect) -> Schema:
    required_keywords = {"required": list(group.required)} if group.required else {}
    member_keywords = {"properties": {member.name: _inside(member, dialect) for member in group.members}}
    conditions = [dialect.condition(group, condition.any_of) for condition in group.conditions]
    conditions += [_case(group, case, dialect) for case in group.cases]
    return {
        **dialect.typed("object", nullable=group.nullable),
        **dialect.notes(group),
        **(member_keywords | required_keywords if dialect.is_of_requests else required_keywords | member_keywords),
        **dialect.end(conditions, {"additionalProperties": False} if group.closed else {}),
    }


def _case(group: Group, case: Case, dialect: Dialect) -> Schema:
    """Return what a member is where another has a value: only what the member itself does not state."""
    own_member = member_at(group, steps_of(case.member))
    # The bounds of a number in a text are in the pattern of its form.
    rules = tuple(
        rule
        for rule in (case.field.constraints if case.field else ())
        if isinstance(own_member, FieldNode) and (rule not in own_member.constraints or rule.kind.is_implied_by_shape)
    )
    schema: Any = dialect.anything
    if case.field:
        field = case.field.model_copy(update={"constraints": rules})
        schema = {"type": field.json_type, **own_codes(field), **_field_rules(field, dialect)}
        if isinstance(own_member, FieldNode) and "not" in _field_rules(own_member, dialect):
            schema.pop("not", None)  # The member itself rejects a line break.
    # A linter of examples takes an object that states members to have no others.
    closure: Schema = {} if dialect.prefix is None else {"additionalProperties": {}}
    return dialect.case(met(case, dialect.null, dialect.rules), decided(case, schema, closure))


def _required(names: Sequence[str]) -> Schema:
    """Return a schema that requires members.

    `properties` repeats them for ajv (`strictRequired`) and redocly (`no-required-schema-properties-undefined`), which
    otherwise reject the schema.
    """
    return {"properties": dict.fromkeys(names, True), "required": list(names)}


def _union(field: FieldNode, dialect: Dialect) -> Schema:
    name_by_value = {variant.value: variant.record for variant in field.variants}
    address_by_value = {value: dialect.address(record_name) for value, record_name in name_by_value.items()}
    schema: Schema = {
        "oneOf": [dialect.reference(record_name) for record_name in dict.fromkeys(name_by_value.values())],
        "discriminator": {"propertyName": field.discriminator or "", "mapping": address_by_value},
    }
    return _or_null(field, schema, dialect)


def _or_null(field: FieldNode, schema: Schema, dialect: Dialect) -> Schema:
    return {"anyOf": [schema, dict(dialect.null)]} if field.nullable else schema


def _value(field: FieldNode, dialect: Dialect) -> Schema:
    schema = dialect.typed(field.json_type, nullable=field.nullable)
    if field.shape == "integer" and dialect.prefix is not None:
        numbers = numbers_within(field.bounds)
        bounds = (numbers.smallest(), numbers.largest())
        is_short = all(bound is not None and _SMALLEST <= bound <= _LARGEST for bound in bounds)
        schema["format"] = "int32" if is_short else "int64"
    if dialect.is_of_requests:
        if field.json_type == "object":
            schema["additionalProperties"] = {}  # Without it, generators make a closed object.
    elif field.shape == "decimal" and field.type:
        # Generated code reads the number as exactly as the type asks.
        schema["x-field-type"] = field.type
    schema |= _field_rules(field, dialect, is_open=not dialect.is_of_requests)
    if dialect.prefix is not None:
        schema = {"format" if keyword == FORMAT_NOTE else keyword: value for keyword, value in schema.items()}
    if field.open:
        schema["x-extensible-enum"] = [choice.value for choice in field.choices]
    return _with_null(schema) if field.nullable else schema


def _with_null(schema: Schema) -> Schema:
    converters: dict[str, Callable[[Any], tuple[str, Any]]] = {
        FIXED.schema_keyword: lambda value: (LISTED.schema_keyword, [value, None]),
        LISTED.schema_keyword: lambda values: (LISTED.schema_keyword, [*values, None]),
        "allOf": lambda schemas: ("allOf", [_with_null(inner_schema) for inner_schema in schemas]),
    }
    return dict(converters[key](value) if key in converters else (key, value) for key, value in schema.items())


def record_schema(interface: Interface, name: str) -> str:
    """Return the schema of a record as JSON text, with the definitions of all records."""
    definitions = {record.name: node_schema(record.body, DEFINITIONS) for record in interface.records}
    return compact({"$defs": definitions, **definitions[name]})


def is_accepted(schema: Any, value: Any) -> bool:
    """Return whether a schema certainly accepts a value; False where that is unknown."""
    try:
        return bool(_validator(compact(schema)).is_valid(value))
    except (ValueError, RecursionError):  # Also what jsonschema_rs raises itself.
        return False


def first_error(schema_text: str, value: Any) -> str | None:
    """Return the first thing that a schema, as JSON text, rejects in a value: the member and the keyword."""
    for error in _validator(schema_text).iter_errors(value):
        keyword, place = error.schema_path[-1], pointer(error.instance_path)
        return error.message if keyword == "required" else f"{keyword} at {place}"
    return None


@lru_cache(maxsize=64)  # Watching asks again, mostly with the same schemas.
def _validator(schema_text: str) -> Any:
    return jsonschema_rs.Draft202012Validator(
        json.loads(schema_text), validate_formats=True, formats=_FORMS, pattern_options=LINEAR
    )

"""A request type in, its JSON Schema (draft 2020-12) out; the shapes of objects are shared with OpenAPI."""

from collections.abc import Callable
from typing import Any

from paycat.catalogue.directions import Direction
from paycat.contract.model import Contract, Request
from paycat.contract.naming import pascal
from paycat.contract.nodes import Condition, FieldNode, Group
from paycat.documents.marks import (
    Titles,
    decision_titles,
    deprecation_marks,
    described,
    field_reasons,
    group_reasons,
    marks,
    meaning_of,
)

DIALECT = "https://json-schema.org/draft/2020-12/schema"

Schema = dict[str, Any]
Nested = Callable[[Group], Schema]
Conditional = Callable[[Group, Condition], Schema]


def request_schema(request: Request, titles: Titles) -> Schema:
    """Return the stand-alone schema of one request type: closed, described, with the valid samples as examples."""
    body = inline_schema(request.root, titles)
    return {
        "$schema": DIALECT,
        "title": request.root.component,
        **body,
        "examples": [sample.payload for sample in request.samples if not sample.refusals],
    }


def union_schema(contract: Contract, direction: Direction) -> Schema:
    """Return the schema of every request of a direction.

    The method code picks the variant (if/then), so errors speak of the one that was meant.
    """
    titles = decision_titles(contract)
    requests = list(contract.requests(direction))
    field = requests[0].by_role("method")
    assert field is not None
    name, codes = field.name, [request.method for request in requests]

    def branch(request: Request) -> Schema:
        chosen = {"properties": {name: {"const": request.method}}, "required": [name]}
        return {"if": chosen, "then": {"$ref": f"#/$defs/{request.root.component}"}}

    return {
        "$schema": DIALECT,
        "title": f"{pascal(direction)}Request",
        "description": f"Any request of the direction {direction}; `{name}` picks the variant.",
        "type": "object",
        "properties": {name: {"type": "string", "enum": codes, "description": described(field.meaning, titles)}},
        "required": [name],
        "allOf": [branch(request) for request in requests],
        "$defs": {request.root.component: inline_schema(request.root, titles) for request in requests},
    }


def inline_schema(group: Group, titles: Titles) -> Schema:
    """Return a group's schema with the groups inside it in place."""
    return object_schema(group, titles, lambda inner: inline_schema(inner, titles), any_combination)


def object_schema(group: Group, titles: Titles, nested: Nested, conditional: Conditional) -> Schema:
    """Return a group's schema; `nested` makes the schema of a group inside, `conditional` that of a condition."""
    schema: Schema = {
        "type": "object",
        "description": _group_description(group, titles),
        **marks(*group_reasons(group)),
        **deprecation_marks(group.deprecated),
        "properties": {member.name: _member_schema(member, titles, nested) for member in group.members},
    }
    if group.required:
        schema["required"] = list(group.required)
    conditions = [conditional(group, condition) for condition in group.conditions]
    if len(conditions) == 1:
        schema |= conditions[0]
    elif conditions:
        schema["allOf"] = conditions
    if group.closed:
        schema["additionalProperties"] = False
    return schema


def any_combination(_group: Group, condition: Condition) -> Schema:
    """Return a condition as `anyOf` of required members; the members are repeated, which strict validators ask for."""
    return {
        "anyOf": [{"properties": dict.fromkeys(names, True), "required": list(names)} for names in condition.any_of]
    }


def _member_schema(member: FieldNode | Group, titles: Titles, nested: Nested) -> Schema:
    """Return the schema of an object by `nested`, or a field's: type, rules, items, description, and their reasons."""
    if isinstance(member, Group):
        return nested(member)
    items = {"items": _member_schema(member.items, titles, nested)} if member.items else {}
    return {**field_rules(member), **items, "description": _field_description(member, titles), **field_notes(member)}


def field_rules(field: FieldNode) -> Schema:
    """Return the keywords that refuse: the type and the field's rules."""
    schema: Schema = {"type": field.json_type}
    if field.json_type == "object":
        schema["additionalProperties"] = {}  # Says nothing, but generators that see nothing make a closed object of it.
    for rule in field.constraints:
        schema |= rule.kind.schema(rule.value)
    return schema


def field_notes(field: FieldNode) -> Schema:
    """Return the annotations of a field: where it comes from, own refusal codes, sensitivity, deprecation, hints."""
    notes: Schema = marks(*field_reasons(field))
    if own_codes := {rule.kind.usual_code: rule.code for rule in field.constraints if rule.has_own_code}:
        notes["x-refusal"] = own_codes
    if field.sensitive:
        notes["x-sensitive"] = field.sensitive
    if field.sensitive == "pan":
        notes["writeOnly"] = True
    notes |= deprecation_marks(field.deprecated)
    if field.hints:
        notes["x-hints"] = [hint.note for hint in field.hints]
    return notes


def _group_description(group: Group, titles: Titles) -> str:
    text = described(meaning_of(group), titles, *group_reasons(group))
    for condition in group.conditions:
        text += f" {combinations_text(condition)}"
    return text


def combinations_text(condition: Condition) -> str:
    """Return a condition in words: which members to send."""
    choices = ["`" + "` and `".join(names) + "`" for names in condition.any_of]
    return f"Send at least one of: {'; '.join(choices)}."


def _field_description(field: FieldNode, titles: Titles) -> str:
    text = described(meaning_of(field), titles, *field_reasons(field))
    if field.sensitive:
        text += " Sensitive: keep it out of logs and errors."
    return text

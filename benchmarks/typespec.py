"""The requests of a contract in TypeSpec: what `tsp compile` makes JSON Schemas and an OpenAPI document of.

It has every request with its fields, requirements, descriptions, fixed values, bounds and patterns, and the operations
that take requests. What TypeSpec has no word for is left out: conditions, decimal places, records, problems, webhooks.
"""

import json
from collections.abc import Iterator, Mapping

from paycat.conformance.run.engines.problem import taking
from paycat.contract.dispatch import method_place
from paycat.contract.model import Contract
from paycat.contract.naming import pascal
from paycat.contract.nodes import FieldNode, Group, Node

_HEAD = """\
import "@typespec/http";
import "@typespec/json-schema";

using Http;
using JsonSchema;

@service(#{title: "Payments"})
@jsonSchema
namespace Payments;
"""
_ANSWERS = """
model Accepted { @statusCode _: 201; status: string; }
@error model Problem { @statusCode _: 422; title: string; }"""
_DECORATORS = {
    "pattern": "pattern",
    "minLength": "minLength",
    "maxLength": "maxLength",
    "minimum": "minValue",
    "maximum": "maxValue",
    "exclusiveMinimum": "minValueExclusive",
    "exclusiveMaximum": "maxValueExclusive",
    "minItems": "minItems",
    "maxItems": "maxItems",
}
_SCALARS = {"text": "string", "integer": "int64", "decimal": "decimal", "boolean": "boolean", "choice": "string"}
_ANY_OBJECT = "Record<unknown>"


def typespec(contract: Contract) -> str:
    """Return the model of a contract's requests."""
    groups = {group.component: group for request in contract.requests() for group in request.root.groups()}
    lines = [_HEAD, *(line for group in groups.values() for line in _model(group))]
    for direction in contract.direction_names:
        lines += _operation(contract, direction)
    return "\n".join([*lines, _ANSWERS]) + "\n"


def _model(group: Group) -> Iterator[str]:
    yield f"@doc({_text(group.meaning)})"
    yield f"model {group.component} {{"
    for member in group.members:
        yield f"  @doc({_text(member.meaning)})"
        bounds = _bounds(member) if isinstance(member, FieldNode) else {}
        yield from (f"  @{_DECORATORS[keyword]}({_text(value)})" for keyword, value in bounds.items())
        optional = "" if member.requirement == "required" else "?"
        yield f"  `{member.name}`{optional}: {_type(member)};"
    yield "}\n"


def _bounds(field: FieldNode) -> Mapping[str, object]:
    """Return the keywords of JSON Schema that TypeSpec has decorators for; a fixed value is the type."""
    if field.constraint("const"):
        return {}
    keywords = {key: value for rule in field.constraints for key, value in rule.kind.schema(rule.value).items()}
    return {key: value for key, value in keywords.items() if key in _DECORATORS}


def _type(node: Node) -> str:
    if isinstance(node, Group):
        return node.component
    if node.items:
        return f"{_type(node.items)}[]"
    if fixed := node.constraint("const"):
        return _text(fixed.value)
    return _SCALARS.get(node.shape, "string" if node.json_type == "string" else _ANY_OBJECT)


def _operation(contract: Contract, direction: str) -> Iterator[str]:
    requests = list(contract.requests(direction))
    if not requests:
        return
    union, operation = f"{pascal(direction)}Request", taking(contract, direction)
    member = _text(method_place(contract, direction).path[0])
    yield f'@discriminated(#{{envelope: "none", discriminatorPropertyName: {member}}})'
    yield f"union {union} {{"
    yield from (f"  `{request.method}`: {request.root.component}," for request in requests)
    yield "}\n"
    yield f"@route({_text(operation.path)}) @post op `{operation.id}`(@body body: {union}): Accepted | Problem;\n"


def _text(value: object) -> str:
    """Return a literal: JSON, in which TypeSpec also reads `${` as code."""
    return json.dumps(value, ensure_ascii=False).replace("${", "\\${")

"""JSON Schemas (draft 2020-12) of request types, and of the files and documents that a model describes."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core.core_schema import WithDefaultSchema

from paycat.cache import Cache
from paycat.catalogue.fields import Audience
from paycat.catalogue.statement import Reason
from paycat.contract.dispatch import ROLE, MethodPlace, method_place
from paycat.contract.model import Contract, Request
from paycat.contract.naming import union_name
from paycat.contract.nodes import Condition, FieldNode, Group, Node
from paycat.schemas.cases import at, case_text, cases_about
from paycat.schemas.forms import FormDialect, form_notes, label_of
from paycat.schemas.making import Dialect, Schema, node_schema, own_codes
from paycat.schemas.marks import deprecation_marks, marks, meaning_of, open_choice, reasons_of, sentence, values_text
from paycat.shapes.constraints import FIXED, LISTED
from paycat.shapes.constraints.relations import Relation

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_FOLDER = "json-schema"
"""Where the schemas of requests are in the output folder."""
_COMPARED = "It is compared character by character: case, blanks at the end and the Unicode normalisation form count."


def request_schema(request: Request, address: str = "", audience: Audience | None = None) -> Schema:
    """Return the stand-alone schema of one request type: closed, described, with the valid samples as examples.

    `address`, if any, is the `$id` by which validators register it; `audience` fills in the requests of its direction.
    """
    return {
        "$schema": DIALECT,
        **({"$id": address} if address else {}),
        "title": request.root.component,
        **_asked_schema(request, audience),
        "examples": [sample.payload for sample in request.samples if not sample.violations],
    }


def union_schema(contract: Contract, direction: str) -> Schema:
    """Return the schema of every request of a direction.

    The method code in the body selects the variant (if/then), so errors are those of one variant. If the body does not
    name the method, the schema accepts what any variant does.
    """
    requests = list(contract.requests(direction))
    address, code_place = schema_address(contract, direction), method_place(contract, direction)
    audience = contract.direction(direction).audience
    references = [{"$ref": f"#/$defs/{request.root.component}"} for request in requests]
    return {
        "$schema": DIALECT,
        **({"$id": address} if address else {}),
        "title": union_name(direction),
        "description": f"Any request of the direction {direction}; {picking(code_place)}.",
        **(_selected(code_place, requests, references) if code_place.path else _any_of(references)),
        "$defs": {request.root.component: _asked_schema(request, audience) for request in requests},
    }


def picking(code_place: MethodPlace) -> str:
    """Return what determines the variant of a request, as the end of a sentence."""
    return f"{code_place.text} picks the variant" if code_place.text else "there is one variant"


def _selected(code_place: MethodPlace, requests: list[Request], references: list[Schema]) -> Schema:
    """Return keywords that require a known code at a path, and then the variant that it names."""
    field = requests[0].by_role(ROLE)
    assert field is not None, "the path is that of the field"
    keywords = LISTED.schema([request.method for request in requests])
    code_schema = {"type": "string", **keywords, "description": sentence(field.meaning)}
    return {
        "type": "object",
        **at(code_place.path, code_schema),
        "allOf": [
            {"if": at(code_place.path, FIXED.schema(request.method)), "then": reference}
            for request, reference in zip(requests, references, strict=True)
        ],
    }


def _any_of(references: list[Schema]) -> Schema:
    return {"anyOf": references} if len(references) > 1 else references[0]


def schema_address(contract: Contract, name: str) -> str:
    """Return the address of a schema by its direction and method; "" where files have no address."""
    return contract.service.address_of(f"{_FOLDER}/{name}.schema.json")


def inline_schema(group: Group) -> Schema:
    """Return the schema of a request's object, which includes those of the objects inside it."""
    return node_schema(group, Dialect(None, notes, is_of_requests=True))


def _asked_schema(request: Request, audience: Audience | None) -> Schema:
    return node_schema(request.root, FormDialect(None, partial(_asked_notes, request, audience), is_of_requests=True))


def _asked_notes(request: Request, audience: Audience | None, node: Node) -> Schema:
    if isinstance(node, Group):
        return notes(node)
    # What is no member, but the item of a list, has no name.
    title_keyword = {"title": label_of(node)} if node.name else {}
    return {**title_keyword, **notes(node), **form_notes(request, node, audience)}


def notes(node: Node, record_reason: Reason | None = None) -> Schema:
    """Return the annotations of a node: meaning, provenance, own violation codes, sensitivity, deprecation, hints.

    What comes from where the record around it does is not repeated.
    """
    annotations: Schema = {"description": text} if (text := text_of(node)) else {}
    annotations |= {} if node.reason == record_reason else marks(*reasons_of(node))
    hints: Schema = {}
    if isinstance(node, FieldNode):
        annotations |= own_codes(node)
        if node.sensitive:
            annotations["x-sensitive"] = node.sensitive
        if node.sensitive == "pan":
            annotations["writeOnly"] = True
        hints = {"x-hints": [hint.note for hint in node.hints]} if node.hints else {}
    return annotations | deprecation_marks(node.deprecated) | hints


def text_of(node: Node) -> str:
    """Return what a node means, and what senders or readers must know of it; "" for what states nothing."""
    text = sentence(meaning_of(node)) if node.meaning else ""
    if isinstance(node, Group):
        return " ".join((text, *map(combinations_text, node.conditions), *map(case_text, cases_about(node))))
    # No keyword has check digits, so no reader of keywords learns of them.
    checks = [f"{rule.phrase.send}." for rule in node.constraints if rule.kind.relation is Relation.CHECKED]
    text = " ".join(filter(None, (text, values_text(node), *checks, _COMPARED if node.role == "reference" else "")))
    if node.sensitive:
        return f"{text} Sensitive: keep it out of logs and errors."
    return open_choice(text) if node.open and text else text


def combinations_text(condition: Condition) -> str:
    """Return which members a condition requires, as a sentence."""
    combinations = ["`" + "` and `".join(names) + "`" for names in condition.any_of]
    return f"Send at least one of: {'; '.join(combinations)}."


def own_keywords(contract: Contract, cache: Cache) -> list[str]:
    """Return the keywords of our own in the schemas of requests, which a strict validator must know."""
    return sorted({keyword for request in contract.requests() for keyword in cache.of(_request_keywords, request)})


def _request_keywords(request: Request) -> frozenset[str]:
    return frozenset(_own_keywords(request_schema(request)))


def _own_keywords(schema: Schema) -> Iterator[str]:
    """Yield the keywords of our own in a schema and in those inside it; samples and members may have any name."""
    for keyword, value in schema.items():
        if keyword.startswith("x-"):
            yield keyword
        elif keyword != "examples":
            inner_values = value.values() if keyword == "properties" else value if isinstance(value, list) else [value]
            for inner_value in inner_values:
                yield from _own_keywords(inner_value) if isinstance(inner_value, dict) else ()


def written_schema(model: type[BaseModel], address: str = "") -> dict[str, Any]:
    """Return the schema, with its address as `$id`; a member that a file may leave out is not required."""
    schema = model.model_json_schema(mode="serialization", schema_generator=_AsWritten)
    head_keywords = {"$schema": DIALECT, **({"$id": address} if address else {})}
    return {**head_keywords, "title": schema["title"], "description": schema["description"], **schema}


class _AsWritten(GenerateJsonSchema):
    """Members in the order of the file, without pydantic's titles, and without defaults: a file has them written."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def default_schema(self, schema: WithDefaultSchema) -> JsonSchemaValue:
        return self.generate_inner(schema["schema"])

    def sort(self, value: JsonSchemaValue, parent_key: str | None = None) -> JsonSchemaValue:
        return value

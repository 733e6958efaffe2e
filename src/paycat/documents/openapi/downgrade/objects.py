"""An OpenAPI 3.1 document without webhooks in, its objects with the schemas of OpenAPI 3.0.3 inside out.

What each object may hold is a table, so that a member that OpenAPI 3.0 does not know is never passed on or dropped.
"""

from collections.abc import Mapping
from typing import Any

from paycat.documents.openapi.downgrade.losses import Losses, below
from paycat.documents.openapi.downgrade.schemas import schema_30

Json = dict[str, Any]

_DATA = ""
"""Members that hold nothing which differs between the versions."""

_PARAMETER = {
    **dict.fromkeys(("description", "required", "deprecated", "allowEmptyValue", "style", "explode"), _DATA),
    **dict.fromkeys(("allowReserved", "example", "examples"), _DATA),
    "schema": "schema",
    "content": "{media type}",
}
_METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")

_OBJECTS: Mapping[str, Mapping[str, str]] = {
    "document": {
        **dict.fromkeys(("openapi", "info", "servers", "security", "tags", "externalDocs"), _DATA),
        "paths": "{path item}",
        "components": "components",
    },
    "components": {
        **dict.fromkeys(("examples", "securitySchemes", "links"), _DATA),
        "schemas": "{schema}",
        "responses": "{response}",
        "parameters": "{parameter}",
        "requestBodies": "{request body}",
        "headers": "{header}",
        "callbacks": "{callback}",
    },
    "path item": {
        **dict.fromkeys(("summary", "description", "servers"), _DATA),
        "parameters": "[parameter]",
        **dict.fromkeys(_METHODS, "operation"),
    },
    "operation": {
        **dict.fromkeys(("tags", "summary", "description", "externalDocs", "operationId"), _DATA),
        **dict.fromkeys(("deprecated", "security", "servers"), _DATA),
        "parameters": "[parameter]",
        "requestBody": "request body",
        "responses": "{response}",
        "callbacks": "{callback}",
    },
    "parameter": {"name": _DATA, "in": _DATA, **_PARAMETER},
    "header": _PARAMETER,
    "request body": {"description": _DATA, "required": _DATA, "content": "{media type}"},
    "response": {"description": _DATA, "links": _DATA, "headers": "{header}", "content": "{media type}"},
    "media type": {"schema": "schema", "example": _DATA, "examples": _DATA},
}


def objects_30(document: Json, losses: Losses) -> Json:
    """Return the document with every schema in it as OpenAPI 3.0.3 has it.

    Raises ValueError, with the name, for a member of an object or a keyword of a schema that it does not know.
    """
    return dict(_made("document", document, "#", losses))


def _made(kind: str, node: Any, place: str, losses: Losses) -> Any:
    if kind == _DATA:
        return node
    if kind.startswith("["):
        return [_made(kind[1:-1], one, below(place, index), losses) for index, one in enumerate(node)]
    if kind.startswith("{"):
        return _named(kind[1:-1], node, place, losses)
    if kind == "schema":
        return schema_30(node, place, losses)
    if kind == "callback":
        return _named("path item", node, place, losses)
    if node.keys() == {"$ref"}:
        return node
    return {name: _made(_kind(kind, name, place), one, below(place, name), losses) for name, one in node.items()}


def _named(kind: str, node: Json, place: str, losses: Losses) -> Json:
    return {
        name: one if name.startswith("x-") and kind != "header" else _made(kind, one, below(place, name), losses)
        for name, one in node.items()
    }


def _kind(owner: str, member: str, place: str) -> str:
    if member.startswith("x-"):
        return _DATA
    if member not in _OBJECTS[owner]:
        raise ValueError(f"the member {member!r} of the {owner} at {place} has no way to OpenAPI 3.0")
    return _OBJECTS[owner][member]

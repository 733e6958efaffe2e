"""The OpenAPI 3.1.1 document as OpenAPI 3.0.3, for tools that read nothing newer.

`info.x-limitations` lists what OpenAPI 3.0 cannot express."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from paycat.contract.model import Contract
from paycat.contract.paths import pointer, reachable
from paycat.contract.schemas import Schema
from paycat.documents.openapi import VERSION as MAIN_VERSION
from paycat.shapes.constraints import BOUND_KEYWORDS, KINDS
from paycat.shapes.constraints.relations import Measure, Relation, relates
from paycat.shapes.decimals import as_decimal
from paycat.text.json_data import texts_in

_SAME = frozenset(
    (
        *("title", "description", "default", "deprecated", "writeOnly", "format", "enum", "discriminator", "$ref"),
        *({kind.schema_keyword for kind in KINDS.values()} - {"const"} - set(BOUND_KEYWORDS.values())),
    )
)
_NULL: Schema = {"type": "string", "nullable": True, "enum": [None]}
"""Null alone, in the form that client generators and linters understand beside a reference."""
_BOUNDS = {
    BOUND_KEYWORDS[one]: (included, excluded)
    for included, excluded in ((Relation.AT_LEAST, Relation.ABOVE), (Relation.AT_MOST, Relation.BELOW))
    for one in (included, excluded)
}
_BESIDE = ""
"""The key of schemas that must hold beside the one that is written."""
VERSION = "3.0.3"

Json = dict[str, Any]

_ON_THE_LIST = re.compile(r"(?!LicenseRef-|DocumentRef-)[A-Za-z0-9.-]+")
"""An identifier of the SPDX list, which has a page for each licence."""

_PARAMETER = {"schema": "schema"}
_WITH_CONTENT = {"content": "{media type}", "headers": "{parameter}"}
_HOLDING: Mapping[str, Mapping[str, str]] = {
    "document": {"paths": "{path item}", "components": "components"},
    "components": {"schemas": "{schema}", "parameters": "{parameter}", "headers": "{parameter}"},
    "path item": dict.fromkeys(("get", "put", "post", "delete", "patch"), "operation"),
    "operation": {
        "parameters": "[parameter]",
        "requestBody": "content",
        "responses": "{content}",
        "callbacks": "{{path item}}",
    },
    "content": _WITH_CONTENT,
    "parameter": _PARAMETER,
    "media type": _PARAMETER,
}
"""The members of each object that hold schemas, and what they are: `{kind}` is a table, `[kind]` a list of them."""
_NOTHING = "Nothing; the OpenAPI 3.1.1 document has it."


def openapi_30(document: Json, addresses: Mapping[str, str]) -> Json:
    """Return the document in OpenAPI 3.0.3, which may share objects with the given one.

    `addresses` comes from `notified_at`. Raises ValueError for an unknown keyword of a schema.
    """
    called, webhooks = _with_callbacks(document, addresses)
    info, limitations = _info(document["info"])
    if webhooks:
        locations = [pointer(("webhooks", name)) for name in webhooks]
        limitations.insert(0, _limitation("Webhook", "OpenAPI 3.0 has no webhooks.", _NOTHING, locations))
    info["description"] += f"\n\n{_note(bool(limitations))}"
    return {**_made("document", called, "#"), "openapi": VERSION, "info": {**info, "x-limitations": limitations}}


def _made(kind: str, node: Any, location: str) -> Any:
    if kind == "schema":
        return schema_30(node, location)
    if kind.startswith("["):
        return [_made(kind[1:-1], one, f"{location}/{index}") for index, one in enumerate(node)]
    if kind.startswith("{"):
        return {name: _made(kind[1:-1], one, f"{location}/{name}") for name, one in node.items()}
    inner = _HOLDING[kind]
    return {name: _made(inner[name], one, f"{location}/{name}") if name in inner else one for name, one in node.items()}


def notified_at(contract: Contract) -> dict[str, str]:
    """Return the JSON Pointer to the notification address in an operation's request, by the operation's id.

    Operations whose requests have no such address, or have it at different paths, are left out.
    """
    found = {}
    for operation in contract.interface.operations:
        requests = contract.requests(operation.request) if operation.request else ()
        paths = {field.path for request in requests if (field := request.by_role("notify"))}
        if len(paths) == 1:
            found[operation.id] = "/" + paths.pop().replace(".", "/")
    return found


def _limitation(what: str, why: str, instead: str, locations: list[str]) -> Json:
    return {"what": what, "why": why, "instead": instead, "locations": locations}


def _info(info: Json) -> tuple[Json, list[Json]]:
    """Return the info object, and its limitations: a licence that is not on the SPDX list."""
    made = {key: value for key, value in info.items() if key != "summary"}
    made["description"] = "\n\n".join(text for text in (info.get("summary"), info.get("description")) if text)
    identifier = info.get("license", {}).get("identifier")
    if identifier is None:
        return made, []
    name = info["license"]["name"]
    if _ON_THE_LIST.fullmatch(identifier):
        return {**made, "license": {"name": name, "url": f"https://spdx.org/licenses/{identifier}.html"}}, []
    why, instead = "A licence of OpenAPI 3.0 has no `identifier`.", "`x-identifier` says the same to people."
    lost = _limitation("`identifier`", why, instead, [pointer(("info", "license"))])
    return {**made, "license": {"name": name, "x-identifier": identifier}}, [lost]


def _note(is_limited: bool) -> str:
    outcome = "`x-limitations` lists what that cannot say" if is_limited else "nothing is lost"
    return (
        f"The main document is `openapi.yaml`, or `openapi.json`, in OpenAPI {MAIN_VERSION}. This one is the same in "
        f"OpenAPI {VERSION}, for tools that need it; {outcome}."
    )


def _with_callbacks(document: Json, addresses: Mapping[str, str]) -> tuple[Json, list[str]]:
    """Return a document with webhooks as callbacks of the operations that cause them, and the webhooks that are lost.

    A webhook is lost if no operation with an address causes it. Components that only it refers to are lost, too.
    """
    made = {key: value for key, value in document.items() if key != "webhooks"}
    components = dict(document["components"])
    items = components.pop("pathItems", {})
    hooks = {
        name: dict(items[hook["$ref"].rpartition("/")[2]]) if "$ref" in hook else hook
        for name, hook in document.get("webhooks", {}).items()
    }
    callers: dict[str, list[str]] = {name: [] for name in hooks}
    made["components"] = components
    made["paths"] = {
        path: {method: _with_callback(one, hooks, callers, addresses) for method, one in item.items()}
        for path, item in document["paths"].items()
    }
    gone = [name for name, operations in callers.items() if not operations]
    return (_pruned(made) if gone else made), gone


def _with_callback(operation: Any, hooks: Json, callers: dict[str, list[str]], addresses: Mapping[str, str]) -> Any:
    name, own_id = operation.get("x-notification"), operation.get("operationId")
    if name not in hooks or own_id not in addresses:
        return operation
    hook = hooks[name]
    if callers[name]:  # Ids are unique in a document.
        suffix = f"Of{own_id[0].upper()}{own_id[1:]}"
        hook = {method: {**one, "operationId": f"{one['operationId']}{suffix}"} for method, one in hook.items()}
    callers[name].append(own_id)
    address = f"{{$request.body#{addresses[own_id]}}}"
    return {**operation, "callbacks": {name: {address: hook}}}


def _pruned(document: Json) -> Json:
    """Return a document without the components that no path and no security requirement refers to."""
    components = document["components"]
    used = [one for part in ("paths", "security") for one in _references(document.get(part, ()))]
    reached = reachable(used, lambda one: _references(components.get(one[0], {}).get(one[1])))
    kept = {
        kind: {name: one for name, one in parts.items() if kind == "securitySchemes" or (kind, name) in reached}
        for kind, parts in components.items()
    }
    return {**document, "components": {kind: parts for kind, parts in kept.items() if parts}}


def _references(node: Any) -> Iterator[tuple[str, str]]:
    """Yield kind and name of each component in the texts of a node, which may include more than references."""
    for text in texts_in(node):
        if text.startswith("#/components/"):
            kind, name = text.removeprefix("#/components/").split("/")[:2]
            yield kind, name


def schema_30(schema: Any, location: str, required: frozenset[str] = frozenset()) -> Schema:
    """Return the schema for a schema or a boolean; `required` has the members that enclosing schemas require.

    Raises ValueError with the location of an unknown keyword.
    """
    if isinstance(schema, bool):
        return {} if schema else {"not": {}}
    if "$ref" in schema and len(schema) > 1:
        beside = {key: value for key, value in schema.items() if key != "$ref"}
        schema = {"allOf": [{"$ref": schema["$ref"]}, *beside.pop("allOf", ())], **beside}
    around = _Around(schema, location, required | set(schema.get("required", ())))
    made: Schema = {}
    besides: list[Schema] = []
    for keyword, value in schema.items():
        part = _written(keyword, value, around)
        besides += part.pop(_BESIDE, ())
        made |= part
    if made.get("type") == "array":
        made.setdefault("items", {})  # OpenAPI 3.0 requires it.
    if not made and len(besides) == 1:
        return besides[0]
    return {**made, "allOf": [*made.get("allOf", ()), *besides]} if besides else made


@dataclass(frozen=True, slots=True)
class _Around:
    """The schema that a keyword is in, where it is, and the members that it and enclosing schemas require."""

    schema: Schema
    location: str
    required: frozenset[str]

    def unknown(self, what: str) -> ValueError:
        return ValueError(f"{what} at {self.location} has no way to OpenAPI 3.0")


def _written(keyword: str, value: Any, around: _Around) -> Schema:
    """Return what stands for a keyword."""
    here = f"{around.location}/{keyword}"
    match keyword:
        case "items" | "not" | "additionalProperties":
            return {keyword: value if value is False else schema_30(value, here)}
        case "properties":
            return {keyword: {name: schema_30(one, f"{here}/{name}") for name, one in value.items()}}
        case "allOf" | "anyOf" | "oneOf":
            return {keyword: [schema_30(one, here, around.required) for one in value]}
        case "type":
            return _type(value, around)
        case "const":
            return {_BESIDE: [{"enum": [value]}]} if "enum" in around.schema else {"enum": [value]}
        case "required":
            return {keyword: value} if value else {}  # OpenAPI 3.0 does not allow an empty list.
        case "if" | "then":
            return _condition(value, around) if keyword == "if" else {}
        case _ if keyword in _BOUNDS:
            return _bound(*_BOUNDS[keyword], around.schema)
        case _ if keyword in _SAME or keyword.startswith("x-"):
            return {keyword: value}
    raise around.unknown(f"the keyword {keyword!r}")


def _type(value: Any, around: _Around) -> Schema:
    names = [value] if isinstance(value, str) else [name for name in value if name != "null"]
    if names in ([], ["null"]):
        return {_BESIDE: [dict(_NULL)]}
    if len(names) > 1:
        raise around.unknown("a choice of types")
    return {"type": names[0], **({} if value == names[0] else {"nullable": True})}


def _condition(value: Schema, around: _Around) -> Schema:
    """Return a combination whose condition, members that are required anyway, is always true; or a case."""
    then = around.schema.get("then", {})
    if "properties" in then:  # Either another member has not the value, or this one is as the case has it.
        return {_BESIDE: [{"anyOf": [{"not": schema_30(value, around.location)}, schema_30(then, around.location)]}]}
    is_stated = "anyOf" in then and value.keys() == {"properties", "required"}
    if not is_stated or not set(value["required"]) <= around.required:
        raise around.unknown("a condition")
    return {_BESIDE: [{"anyOf": [{"required": one["required"]} for one in then["anyOf"]]}]}


def _bound(included: Relation, excluded_by: Relation, schema: Schema) -> Schema:
    """Return the tighter of an inclusive and an exclusive bound."""
    keyword, excluding = BOUND_KEYWORDS[included], BOUND_KEYWORDS[excluded_by]
    reached, excluded = schema.get(keyword), schema.get(excluding)
    both = reached is not None and excluded is not None
    if excluded is None or (both and relates(Measure.NUMBER, excluded_by, reached, as_decimal(excluded))):
        return {keyword: reached}
    return {keyword: excluded, excluding: True}

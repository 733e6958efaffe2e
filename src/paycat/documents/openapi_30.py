"""The OpenAPI 3.1.1 document as OpenAPI 3.0.3, for tools that read nothing newer.

`info.x-limitations` lists what OpenAPI 3.0 cannot express."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from paycat.contract.model import Contract
from paycat.contract.paths import pointer, reachable
from paycat.documents.openapi import VERSION as MAIN_VERSION
from paycat.documents.openapi import openapi_document
from paycat.languages.markdown import code
from paycat.schemas.openapi_30 import OpenApi30
from paycat.text.json_data import texts_in

VERSION = "3.0.3"

Json = dict[str, Any]

_ON_THE_LIST = re.compile(r"(?!LicenseRef-|DocumentRef-)[A-Za-z0-9.-]+")
"""An identifier of the SPDX list, which has a page for each licence."""

_NOTHING = "Nothing; the OpenAPI 3.1.1 document has it."
_IN_WORDS = "The description of each operation names its credentials; none of these operations is open."


def openapi_30(contract: Contract) -> Json:
    """Return the document of a contract in OpenAPI 3.0.3."""
    document = openapi_document(contract, OpenApi30)
    new_document, lost_names = _with_callbacks(document, _notified_at(contract))
    info, limitations = _info(document["info"])
    if lost_names:
        locations = [pointer(("webhooks", name)) for name in lost_names]
        limitations.insert(0, _limitation("Webhook", "OpenAPI 3.0 has no webhooks.", _NOTHING, locations))
    if certificates := _without_certificates(new_document):
        limitations.append(_limitation("`mutualTLS`", "OpenAPI 3.0 does not know it.", _IN_WORDS, certificates))
    info["description"] += f"\n\n{_note(bool(limitations))}"
    return {**new_document, "openapi": VERSION, "info": {**info, "x-limitations": limitations}}


def _notified_at(contract: Contract) -> dict[str, tuple[str, list[str]]]:
    """Return the JSON Pointer to the notification address in an operation's request, by the operation's id.

    With it are the notifications that go there, also those of records that follow the one that the operation creates.
    Operations whose requests have no such address, or have it at different paths, are left out.
    """
    interface, notified = contract.interface, {}
    for operation in interface.operations:
        requests = contract.requests(operation.request) if operation.request else ()
        paths = {field.path for request in requests if (field := request.by_role("notify"))}
        if len(paths) == 1:
            machines = ((item.name, interface.state_machine(item.state_machine)) for item in interface.notifications)
            followers = [(name, machine) for name, machine in machines if machine.follows and operation.is_creating]
            names = [operation.notification] if operation.notification else []
            names += [name for name, machine in followers if interface.direction_of(machine) == operation.request]
            notified[operation.id] = ("/" + paths.pop().replace(".", "/"), names)
    return notified


def _limitation(what: str, why: str, instead: str, locations: list[str]) -> Json:
    return {"what": what, "why": why, "instead": instead, "locations": locations}


def _info(info: Json) -> tuple[Json, list[Json]]:
    """Return the info object, and its limitations: a licence that is not on the SPDX list."""
    new_info = {key: value for key, value in info.items() if key != "summary"}
    new_info["description"] = "\n\n".join(text for text in (info.get("summary"), info.get("description")) if text)
    identifier = info.get("license", {}).get("identifier")
    if identifier is None:
        return new_info, []
    name = info["license"]["name"]
    if _ON_THE_LIST.fullmatch(identifier):
        return {**new_info, "license": {"name": name, "url": f"https://spdx.org/licenses/{identifier}.html"}}, []
    why, replacement = "A licence of OpenAPI 3.0 has no `identifier`.", "`x-identifier` says the same to people."
    limitation = _limitation("`identifier`", why, replacement, [pointer(("info", "license"))])
    return {**new_info, "license": {"name": name, "x-identifier": identifier}}, [limitation]


def _without_certificates(document: Json) -> list[str]:
    """Take certificates out of the security of a document, which OpenAPI 3.0 does not know, and return where they were.

    The descriptions of the operations have them: an alternative without its certificate looks like less than it is.
    """
    schemes = document["components"].get("securitySchemes", {})
    lost_names = {name for name, scheme in schemes.items() if scheme["type"] == "mutualTLS"}
    locations = [pointer(("components", "securitySchemes", name)) for name in schemes if name in lost_names]
    parts = [document]
    for path, path_item in document["paths"].items():
        for http_method, operation in path_item.items():
            alternatives = operation.get("security", document["security"])
            parts += [operation] if "security" in operation else []
            if any(lost_names & requirement.keys() for requirement in alternatives):
                texts = (" and ".join(code(name) for name in requirement) for requirement in alternatives)
                operation["description"] += f"\n\nCredentials: {', or '.join(texts)}."
                locations.append(pointer(("paths", path, http_method)))
    document["components"]["securitySchemes"] = {name: schemes[name] for name in schemes if name not in lost_names}
    for part in parts:
        kept = [[name for name in requirement if name not in lost_names] for requirement in part["security"]]
        part["security"] = [{name: [] for name in names} for names in kept if names]
    return locations


def _note(is_limited: bool) -> str:
    outcome = "`x-limitations` lists what that cannot say" if is_limited else "nothing is lost"
    return (
        f"The main document is `openapi.yaml`, or `openapi.json`, in OpenAPI {MAIN_VERSION}. This one is the same in "
        f"OpenAPI {VERSION}, for tools that need it; {outcome}."
    )


def _with_callbacks(document: Json, notified: Mapping[str, tuple[str, list[str]]]) -> tuple[Json, list[str]]:
    """Return a document with webhooks as callbacks of the operations that cause them, and the webhooks that are lost.

    A webhook is lost if no operation with an address causes it. Components that only it refers to are lost, too.
    """
    new_document = {key: value for key, value in document.items() if key != "webhooks"}
    components = dict(document["components"])
    hooks = components.pop("pathItems")
    callers: dict[str, list[str]] = {name: [] for name in hooks}
    new_document["components"] = components
    new_document["paths"] = {
        path: {method: _with_callback(operation, hooks, callers, notified) for method, operation in path_item.items()}
        for path, path_item in document["paths"].items()
    }
    lost_names = [name for name, operation_ids in callers.items() if not operation_ids]
    return (_pruned(new_document) if lost_names else new_document), lost_names


def _with_callback(
    operation: Any, hooks: Json, callers: dict[str, list[str]], notified: Mapping[str, tuple[str, list[str]]]
) -> Any:
    own_id, callbacks = operation.get("operationId"), {}
    address, names = notified.get(own_id, ("", []))
    for name in names:
        path_item = hooks[name]
        if callers[name]:  # Ids are unique in a document.
            suffix = f"Of{own_id[0].upper()}{own_id[1:]}"
            id_by_method = {method: f"{webhook['operationId']}{suffix}" for method, webhook in path_item.items()}
            path_item = {
                method: {**webhook, "operationId": id_by_method[method]} for method, webhook in path_item.items()
            }
        callers[name].append(own_id)
        callbacks[name] = {f"{{$request.body#{address}}}": path_item}
    return {**operation, "callbacks": callbacks} if callbacks else operation


def _pruned(document: Json) -> Json:
    components = document["components"]
    root_keys = [key for part in ("paths", "security") for key in _references(document.get(part, ()))]
    used_keys = reachable(root_keys, lambda key: _references(components.get(key[0], {}).get(key[1])))
    kept_components = {
        kind: {name: part for name, part in parts.items() if kind == "securitySchemes" or (kind, name) in used_keys}
        for kind, parts in components.items()
    }
    return {**document, "components": {kind: parts for kind, parts in kept_components.items() if parts}}


def _references(node: Any) -> Iterator[tuple[str, str]]:
    """Yield kind and name of each component in the texts of a node, which may include more than references."""
    for text in texts_in(node):
        if text.startswith("#/components/"):
            kind, name = text.removeprefix("#/components/").split("/")[:2]
            yield kind, name

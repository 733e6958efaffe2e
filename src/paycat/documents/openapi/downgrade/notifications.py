"""A document with webhooks in, one without out: what is posted to an address of a request becomes its callback."""

from collections.abc import Iterator, Mapping
from typing import Any

Json = dict[str, Any]


def with_callbacks(document: Json, told_at: Mapping[str, str]) -> tuple[Json, list[str]]:
    """Return a document with webhooks as callbacks of the operations that lead to them, and the webhooks that are lost.

    `told_at` says for an operation, by its id, which member of its request holds the address: a JSON Pointer. A webhook
    that no such operation leads to is lost, and so are the components that nothing else refers to.
    """
    made = {key: value for key, value in document.items() if key != "webhooks"}
    components = dict(document["components"])
    items = components.pop("pathItems", {})
    hooks = {name: _resolved(hook, items) for name, hook in document.get("webhooks", {}).items()}
    callers: dict[str, list[str]] = {name: [] for name in hooks}
    made["components"] = components
    made["paths"] = {
        path: {method: _with_callback(one, hooks, callers, told_at) for method, one in item.items()}
        for path, item in document["paths"].items()
    }
    gone = [name for name, operations in callers.items() if not operations]
    return (_pruned(made) if gone else made), gone


def _resolved(hook: Json, items: Json) -> Json:
    return dict(items[hook["$ref"].rpartition("/")[2]]) if "$ref" in hook else hook


def _with_callback(operation: Any, hooks: Json, callers: dict[str, list[str]], told_at: Mapping[str, str]) -> Any:
    name, own_id = operation.get("x-notification"), operation.get("operationId")
    if name not in hooks or own_id not in told_at:
        return operation
    hook = hooks[name] if not callers[name] else _renamed(hooks[name], own_id)
    callers[name].append(own_id)
    address = f"{{$request.body#{told_at[own_id]}}}"
    return {**operation, "callbacks": {name: {address: hook}}}


def _renamed(hook: Json, caller: str) -> Json:
    """Return a callback whose operations have other ids, which no two operations of a document may share."""
    suffix = f"Of{caller[0].upper()}{caller[1:]}"
    return {method: {**one, "operationId": f"{one['operationId']}{suffix}"} for method, one in hook.items()}


def _pruned(document: Json) -> Json:
    """Return a document without the components that neither a path nor a security requirement leads to."""
    components = document["components"]
    waiting = [one for part in ("paths", "security") for one in _references(document.get(part, ()))]
    reached: set[tuple[str, str]] = set()
    while waiting:
        kind, name = waiting.pop()
        if (kind, name) not in reached and name in components.get(kind, {}):
            reached.add((kind, name))
            waiting += _references(components[kind][name])
    kept = {
        kind: {name: one for name, one in parts.items() if kind == "securitySchemes" or (kind, name) in reached}
        for kind, parts in components.items()
    }
    return {**document, "components": {kind: parts for kind, parts in kept.items() if parts}}


def _references(node: Any) -> Iterator[tuple[str, str]]:
    """Yield kind and name of each component that texts in a node name; that may be more than references do."""
    if isinstance(node, str) and node.startswith("#/components/"):
        kind, name = node.removeprefix("#/components/").split("/")[:2]
        yield kind, name
    elif isinstance(node, dict | list):
        for inner in node.values() if isinstance(node, dict) else node:
            yield from _references(inner)

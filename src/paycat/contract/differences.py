"""What differs between two contracts as JSON, and the line of the catalogue that a rule or a file goes back to."""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from pathlib import PurePosixPath
from typing import Any

from paycat.contract.model import Contract
from paycat.contract.naming import module_name
from paycat.contract.nodes import Group, Node, nodes_of
from paycat.diagnostics import Span

Keys = tuple[str, ...]
"""Where something is in a contract: names of members, and for an item of a list what it is known by."""

Difference = tuple[Keys, Span]

_KNOWN_BY = ("code", "id", "slug", "path", "name", "keyword")


def differences(old_json: Any, new_json: Any) -> list[Difference]:
    """Return what the new contract says otherwise, in its order; of what is gone, the place of what is around it.

    A statement that only moved to another line is no difference. What has no place is left out.
    """
    return list(_differences(old_json, new_json, (), None, lambda name: name == "location"))


def first_line_of_change(old_json: Any, new_json: Any) -> Span | None:
    """Return the line of what a contract says otherwise first; else of the first statement that moved; else None."""
    all_differences = differences(old_json, new_json) or _differences(old_json, new_json, (), None, lambda name: False)
    return next((location for _, location in all_differences), None)


def location_in(node: Any, keys: Keys) -> Span | None:
    """Return the place of what is at `keys` or around it, or None."""
    location = None
    for key in keys:
        node = _members(node).get(key)
        location = _location(node, location)
    return location


def keys_of_file(codes_and_names: Iterable[tuple[str, str]], directions: Iterable[str], path: str) -> Keys:
    """Return where in a contract the method or request is that a path names by its folders and its name, or ().

    `codes_and_names` are the code and the name of each method, and `directions` the names of all directions.
    """
    *folder_names, file_name = PurePosixPath(path).parts
    path_parts = {*folder_names, file_name.partition(".")[0]}
    numbered_codes_by_name = _codes_by_name(tuple(codes_and_names))
    numbered_codes = [numbered_codes_by_name[part] for part in path_parts if part in numbered_codes_by_name]
    if not numbered_codes:
        return ()
    _, method_code = min(numbered_codes)
    direction = next((direction for direction in directions if direction in path_parts), None)
    return ("methods", method_code, *(("offers", direction) if direction else ()))


def location_of_file(contract: Contract, path: str) -> Span | None:
    """Return the place of the method or request that the path of a generated file names, or None."""
    keys = keys_of_file(((method.code, method.name) for method in contract.methods), contract.direction_names, path)
    method = contract.method(keys[1]) if keys else None
    if method is None:
        return None
    return method.offer(keys[-1]).location if len(keys) > 2 else method.location


def location_of_rule(contract: Contract, rule_id: str) -> Span | None:
    """Return the place of what a rule is about: a field, object, condition, request, operation or problem; or None."""
    rule_name, _, keyword = rule_id.rpartition(":") if ":" in rule_id else (rule_id, "", "")
    owners = ((name, node) for name, node in _roots(contract) if f"{rule_name}.".startswith(f"{name}."))
    owner_name, root = next(owners, ("", None))
    path = rule_name.removeprefix(owner_name).removeprefix(".")
    if root is None:
        operations = (operation for operation in contract.interface.operations if operation.id == rule_name)
        if operation := next(operations, None):
            return operation.location
        return next((problem.location for problem in contract.interface.problems if problem.slug == keyword), None)
    for node in nodes_of(root):
        if node.path == path:
            if isinstance(node, Group):
                return node.conditions[0].location if keyword == "any_of" and node.conditions else node.location
            constraint = node.constraint(keyword)
            return (constraint and constraint.location) or node.location
    return root.location if owner_name.startswith("record.") else None


def _differences(
    old_json: Any, new_json: Any, keys: Keys, location: Span | None, is_ignored: Callable[[str], bool]
) -> Iterator[Difference]:
    if old_json == new_json:
        return
    location = _location(new_json, location)
    old_members, new_members = _members(old_json), _members(new_json)
    if not old_members or not new_members:
        yield from _placed(keys, location)
        return
    for name in sorted({**new_members, **old_members}, key=lambda name: name != "location"):
        if not is_ignored(name):
            yield from _differences(old_members.get(name), new_members.get(name), (*keys, name), location, is_ignored)
    if list(old_members) != list(new_members) and set(old_members) == set(new_members):
        yield from _placed(keys, location)


def _placed(keys: Keys, location: Span | None) -> Iterator[Difference]:
    if location:
        yield keys, location


def _location(node: Any, outer_location: Span | None) -> Span | None:
    match node:
        case {"location": str(location_text)} if (location := Span.of(location_text)).line:
            return location
        case _:
            return outer_location


def _members(node: Any) -> dict[str, Any]:
    """Return what a node holds by what it is known by: members by name, items of a list by theirs or their number."""
    if isinstance(node, dict):
        return node
    if not isinstance(node, list):
        return {}
    for key in _KNOWN_BY:
        items_by_name = {item[key]: item for item in node if isinstance(item, dict) and isinstance(item.get(key), str)}
        if len(items_by_name) == len(node):
            return items_by_name
    return {str(index): item for index, item in enumerate(node)}


@lru_cache(maxsize=4)
def _codes_by_name(codes_and_names: tuple[tuple[str, str], ...]) -> dict[str, tuple[int, str]]:
    """Return each code by what files call the method, with its place among the codes: the first one counts."""
    numbered_codes: dict[str, tuple[int, str]] = {}
    for index, (method_code, method_name) in enumerate(codes_and_names):
        for file_name in (method_name, module_name(method_name)):
            numbered_codes.setdefault(file_name, (index, method_code))
    return numbered_codes


def _roots(contract: Contract) -> Iterator[tuple[str, Node]]:
    """Return what the rules of vectors are about, by how such a rule begins."""
    interface = contract.interface
    yield from ((request.qualified_name, request.root) for request in contract.requests())
    yield from ((f"record.{record.name}", record.body) for record in interface.records)
    yield from ((f"parameter.{parameter.key}", parameter.value) for parameter in interface.parameters)
    yield from ((f"header.{header.key}", header.value) for header in interface.response_headers)

"""The line of the catalogue that a rule or a generated file goes back to."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain
from pathlib import PurePosixPath

from paycat.catalogue.directions import DIRECTIONS
from paycat.contract.differences import Keys
from paycat.contract.interface import Interface
from paycat.contract.model import Contract
from paycat.contract.naming import module_name
from paycat.contract.nodes import Node, fields_of, groups_of
from paycat.diagnostics import Span


def keys_of_file(codes: Iterable[str], path: str) -> Keys:
    """Return where in a contract the method or request is that a path names by its folders and its name, or ()."""
    *folders, name = PurePosixPath(path).parts
    parts = {*folders, name.partition(".")[0]}
    known = _codes_by_name(tuple(codes))
    found = [known[part] for part in parts if part in known]
    if not found:
        return ()
    _, code = min(found)
    return ("methods", code, *(direction for direction in DIRECTIONS if direction in parts))


@lru_cache(maxsize=4)
def _codes_by_name(codes: tuple[str, ...]) -> dict[str, tuple[int, str]]:
    """Return each code by what files call the method, with its place among the codes: the first one counts."""
    found: dict[str, tuple[int, str]] = {}
    for place, code in enumerate(codes):
        for name in (code, module_name(code)):
            found.setdefault(name, (place, code))
    return found


def location_of_file(contract: Contract, path: str) -> Span | None:
    """Return the place of the method or request that the path of a generated file names, or None."""
    keys = keys_of_file((method.code for method in contract.methods), path)
    method = contract.method(keys[1]) if keys else None
    if method is None:
        return None
    locations = [method.offer(direction).location for direction in DIRECTIONS if direction in keys]
    return locations[0] if locations else method.location


def location_of_rule(contract: Contract, rule: str) -> Span | None:
    """Return the place of the field, object, condition, request or problem that a vector's rule is about, or None."""
    name, _, keyword = rule.partition(":")
    direction, _, rest = name.partition(".")
    code, _, path = rest.partition(".")
    if direction in _VALUES:
        return next(_VALUES[direction](contract.interface, code, path, keyword), None)
    requests = (request for request in contract.requests() if (request.direction, request.method) == (direction, code))
    request = next(requests, None)
    if request is None:
        problems = (problem.location for problem in contract.interface.problems if problem.slug == keyword)
        return next(problems, None)
    if not path:
        return location_of_file(contract, f"{direction}/{code}")
    for group in request.root.groups():
        if group.path == path:
            return group.conditions[0].location if keyword == "any_of" and group.conditions else group.location
    return next(_of_fields(request.root, path, keyword), None)


def _of_fields(node: Node, path: str, keyword: str) -> Iterator[Span]:
    """Return where a constraint of a field is stated, or else the field."""
    for field in fields_of(node):
        if field.path == path:
            rule = field.constraint(keyword)
            yield (rule and rule.location) or field.location


def _of_record(interface: Interface, name: str, path: str, keyword: str) -> Iterator[Span]:
    for record in interface.records:
        if record.name == name:
            yield from (one.location for one in groups_of(record.body) if one.path == path)
            yield from _of_fields(record.body, path, keyword)
            yield record.location


def _of_values(kind: str) -> Callable[[Interface, str, str, str], Iterator[Span]]:
    def found(interface: Interface, key: str, path: str, keyword: str) -> Iterator[Span]:
        named = (one.value for one in getattr(interface, kind) if one.key == key)
        return chain.from_iterable(_of_fields(value, path, keyword) for value in named)

    return found


_VALUES: Mapping[str, Callable[[Interface, str, str, str], Iterator[Span]]] = {
    "record": _of_record,
    "parameter": _of_values("parameters"),
    "header": _of_values("response_headers"),
}

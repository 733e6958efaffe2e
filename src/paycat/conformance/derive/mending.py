"""Valid bodies of a kind that is asked for, made of others: what a change breaks is mended step by step."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from paycat.catalogue.cases import Given
from paycat.conformance.derive.parts import fitting, narrowed
from paycat.conformance.derive.values import least_value
from paycat.contract.decisions import about, decisions_in, holds, inside, node_in
from paycat.contract.model import Violation
from paycat.contract.nodes import Case, FieldNode, Group, Node, groups_of, member_at, nodes_of
from paycat.contract.paths import steps as steps_in
from paycat.contract.paths import steps_of, value_of
from paycat.contract.plain_values import plain_values
from paycat.contract.validate import rejected
from paycat.diagnostics import FindingsError
from paycat.text.json_data import Path, compact, holds_path, value_at, with_value, without

_MOST_STEPS = 100
"""So many violations are mended one after the other."""
_MOST_TURNS = 50
"""So many bodies are tried to find one that may have a member."""
_OTHER_VALUES = 2
"""So many values are tried beside those that a case names."""
_ANY: Any = object()


def mended(
    root: Group, body: Any, kept_paths: Sequence[Path] = (), aims: Collection[Violation] = frozenset[Violation]()
) -> Any:
    """Return a body that differs in little from another one, and is valid but for `aims`; None where none is found.

    It has all that is at `kept_paths`.
    """
    if not all(holds_path(body, path) for path in kept_paths):
        return None
    kept_values = [value_at(body, path) for path in kept_paths]
    for _ in range(_MOST_STEPS):
        violations = [violation for violation in rejected(root, body) if violation not in aims]
        if not violations:
            is_kept = all(holds_path(body, path) for path in kept_paths)
            return body if is_kept and kept_values == [value_at(body, path) for path in kept_paths] else None
        try:
            body = _without_violation(root, body, violations[0])
        except (LookupError, StopIteration, FindingsError):
            return None
    return None


def with_member(root: Group, body: Any, path: Path, kept_paths: Sequence[Path] = (), value: Any = _ANY) -> Any:
    """Return a valid body that has the member at a path, made of a valid one; None where none is found.

    It has all that is at `kept_paths`, and `value` in the member, if one is stated.
    """
    waiting_bodies, seen_texts = [body], {compact(body)}
    for waiting_body in waiting_bodies:
        added = waiting_body if holds_path(waiting_body, path) else added_to(root, waiting_body, path)
        if added is not None and value is not _ANY:
            added = with_value(added, path, value)
        found = None if added is None else mended(root, added, [*kept_paths, path])
        if found is not None:
            return found
        for needed_path in (*kept_paths, path):
            for turned in _turned(root, waiting_body if added is None else added, needed_path):
                if len(seen_texts) < _MOST_TURNS and (text := compact(turned)) not in seen_texts:
                    seen_texts.add(text)
                    waiting_bodies.append(turned)
    return None


def scenes(root: Node, valid_bodies: Sequence[Any]) -> Iterator[tuple[Node, Any]]:
    """Yield what the first body has, with that, and then what it lacks, with bodies that have it."""
    full_body = valid_bodies[0]
    if not isinstance(root, Group) or not any(group.cases for group in groups_of(root)):
        yield root, full_body
        return
    shown_paths: set[Path] = set()
    bodies = [full_body]
    for node in nodes_of(root):
        path = steps_of(node.path)
        if (
            node.path
            and not (isinstance(node, FieldNode) and node.is_in_case)
            and not any(holds_path(body, path) for body in bodies)
        ):
            having = next((body for body in valid_bodies if holds_path(body, path)), full_body)
            found = with_member(root, having, path)
            bodies += [] if found is None else [found]
    # A wrong value of what decides is the only mistake in some of the bodies alone.
    always_shown = {*deciding_paths(root)}
    for body in bodies:
        paths = {steps_of(node.path) for node in nodes_of(root) if holds_path(body, steps_of(node.path))}
        fitted = fitting(root, body)
        if isinstance(fitted, Group):
            yield narrowed(fitted, (paths - shown_paths) | (paths & always_shown)), body
        shown_paths |= paths


def deciding_paths(root: Group) -> list[Path]:
    """Return the paths of the members for whose values cases ask."""
    decided = ((steps_of(group.path), case) for group in groups_of(root) for case in group.cases)
    return list(dict.fromkeys((*start, *steps_of(path)) for start, case in decided for path in case.given))


def in_case(root: Group, valid_bodies: Sequence[Any], path: Path, case: Case) -> Any:
    """Return a valid body of which a case of the object at a path holds, made of others; None where none is found.

    Its member is there, unless the case takes it away.
    """
    having = [body for body in valid_bodies if holds_path(body, path) and holds(case, value_at(body, path))]
    made = (_in_case(root, body, path, case) for body in (*having, *valid_bodies))
    return next((body for body in made if body is not None), None)


def _in_case(root: Group, body: Any, path: Path, case: Case) -> Any:
    kept_paths: list[Path] = []
    for given_path, test in case.given.items():
        test_path = (*path, *steps_of(given_path))
        if test.presence == "absent":
            body = mended(root, without(body, test_path)) if holds_path(body, test_path) else body
            if body is None:
                return None
            continue
        values = [value for value in values_of(root, test_path, test) if _meets(test, value)] or [_ANY]
        bodies = (with_member(root, body, test_path, kept_paths, value) for value in values)
        body = next((found for found in bodies if found is not None), None)
        if body is None:
            return None
        kept_paths.append(test_path)
    if body is not None and case.requirement != "absent":
        body = with_member(root, body, (*path, *steps_of(case.member)), kept_paths)
    return body if body is not None and holds_path(body, path) and holds(case, value_at(body, path)) else None


def with_value_in_case(root: Group, body: Any, start: Path, case: Case, value: Any) -> Any:
    """Return a valid body like another one, with a value in the member of a case; None where none is found.

    The case of the object at `start` holds in it as before.
    """
    kept_paths = [path for given in case.given if holds_path(body, path := (*start, *steps_of(given)))]
    found = with_member(root, body, (*start, *steps_of(case.member)), kept_paths, value)
    is_as_before = found is not None and holds(case, value_at(found, start)) == holds(case, value_at(body, start))
    return found if is_as_before else None


def decided_alone(root: Group, body: Any, start: Path, case: Case, value: Any) -> Any:
    """Return such a body with a value that no other case rejects; this one may."""
    return with_value_in_case(_without(root, case), body, start, case, value)


def _without(group: Group, case: Case) -> Group:
    members = tuple(_without(member, case) if isinstance(member, Group) else member for member in group.members)
    cases = tuple(other for other in group.cases if _told(other) != _told(case))
    return group.model_copy(update={"members": members, "cases": cases})


def _told(case: Case) -> tuple[object, ...]:
    return case.given, case.member, case.requirement, case.field and case.field.constraints


def known_values(root: Group, path: Path) -> tuple[Any, ...]:
    """Return the values of a member that decides on cases; none if it may have many."""
    field = node_in(root, {}, [str(step) for step in path])
    return field.known_values if isinstance(field, FieldNode) else ()


def values_of(root: Group, path: Path, test: Given) -> list[Any]:
    """Return values of a member that decides on a case: those that it names, and a few others; none for a presence."""
    known = known_values(root, path) if test.values else ()
    others = [value for value in known if value not in test.values]
    return [*[value for value in test.values if value in known], *others[:_OTHER_VALUES]]


def _meets(test: Given, value: Any) -> bool:
    return (value in test.values) is bool(test.one_of)


def _without_violation(root: Group, body: Any, violation: Violation) -> Any:
    """Return a body without a violation. Raises LookupError and StopIteration where nothing is known to help."""
    path = path_in(body, violation.pointer)
    node = node_in(root, body, steps_in(violation.pointer))
    match violation.code:
        case "unknown_field":
            return without(body, path)
        case "conditional_required" if isinstance(node, Group):
            condition = next(node.unmet(value_of(body, violation.pointer)))
            for name in condition.any_of[0]:
                member = member_at(node, (name,))
                if member and not holds_path(body, (*path, name)):
                    body = with_value(body, (*path, name), least_value(member))
            return body
        case "required" if node:
            return with_value(body, path, least_value(node))
    if not isinstance(node, FieldNode):
        raise LookupError(violation.pointer)
    bodies = (with_value(body, path, value) for value in plain_values(node))
    return next(found for found in bodies if all(other.pointer != violation.pointer for other in rejected(root, found)))


def path_in(body: Any, pointer: str) -> Path:
    """Return the path that a pointer names in a body, with the numbers of items."""
    path: list[str | int] = []
    for step in steps_in(pointer):
        container = value_at(body, path)
        path.append(int(step) if isinstance(container, list) else step)
    return tuple(path)


def added_to(root: Group, body: Any, path: Path) -> Any:
    """Return a body with a member, and with what lacks on the way to it; None where a value on the way is no object."""
    for depth in range(1, len(path) + 1):
        if not holds_path(body, path[:depth]):
            node = node_in(root, body, [str(step) for step in path[:depth]])
            container = value_at(body, path[: depth - 1])
            if node is None or not isinstance(container, dict):
                return None
            body = with_value(body, path[:depth], least_value(node))
    return body


def _turned(root: Group, body: Any, path: Path) -> Iterator[Any]:
    """Yield bodies in which a case does not hold that rejects the member at a path, or takes away what it is in."""
    node: Node | None = root
    decided: Any = ()
    for depth, step in enumerate(path):
        if not isinstance(node, Group):
            node = node.items if node else None
            continue
        value = value_at(body, path[:depth]) if holds_path(body, path[:depth]) else None
        decided = decisions_in(node, value, decided)
        for case in about(decided, str(step)):
            narrowed_field = case.field if depth == len(path) - 1 and holds_path(body, path) else None
            is_too_narrow = narrowed_field and not narrowed_field.accepts(value_at(body, path))
            if case.requirement == "absent" or is_too_narrow:
                yield from _without_case(root, body, path, case)
        node, decided = member_at(node, (step,)), inside(decided, str(step))


def _without_case(root: Group, body: Any, path: Path, case: Case) -> Iterator[Any]:
    owner = next(group for group in groups_of(root) if case in group.cases)
    start = path[: len(steps_of(owner.path))]
    for given, test in case.given.items():
        given_path = (*start, *steps_of(given))
        if test.presence == "present":
            yield without(body, given_path)
        elif test.presence == "absent":
            added = added_to(root, body, given_path)
            yield from [] if added is None else [added]
        else:
            for value in known_values(root, given_path) if holds_path(body, given_path) else ():
                if not _meets(test, value):
                    yield with_value(body, given_path, value)
            yield without(body, given_path)

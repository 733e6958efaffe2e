"""A place inside a record in; bodies in which something else stands there out: any of them may show a change."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from paycat.changes.change import Change
from paycat.changes.records.bodies import made
from paycat.changes.records.nodes import ABSENT, Node
from paycat.changes.records.texts import edge_numbers, edge_texts
from paycat.contract.interface import Record

Schema = dict[str, Any]
Records = Mapping[str, Record]
Step = str | int

_MISSING: Any = object()
_UNKNOWN = "another_member"
_OTHERS: tuple[Any, ...] = (None, "text", "", 1, 1.5, -1, True, [], {})


class Base(NamedTuple):
    """A body to start from, and what it was made of."""

    body: Any
    origin: str


def bases(record: str, sides: tuple[Records, Records], line: list[Node]) -> Iterator[Base]:
    """Return bodies that reach a place: examples of the record and bodies made from its schemas."""
    for records in sides:
        if one := records.get(record):
            starts = [(one.example, f"the example of {record}")] if one.example is not None else []
            both = (made(one.json_schema, records, full=full) for full in (True, False))
            starts += [(value, f"the schema of {record}") for value in both]
            for start, origin in starts:
                yield Base(_reaching(start, line[1:], records), origin)


def steps_to(line: list[Node]) -> tuple[Step, ...]:
    """Return the path of a place within a body; items are the first one."""
    steps: list[Step] = []
    for node in line:
        if node.role in ("member", "others"):
            steps.append(node.name or _UNKNOWN)
        elif node.role == "items":
            steps.append(0)
    return tuple(steps)


def value_at(body: Any, steps: tuple[Step, ...]) -> Any:
    """Return what stands at a place of a body; an object of its own where nothing does."""
    for step in steps:
        held = isinstance(body, dict) and step in body
        if not held and not (isinstance(body, list) and isinstance(step, int) and step < len(body)):
            return _MISSING
        body = body[step]
    return body


def bodies(base: Any, node: Node, change: Change, sides: tuple[Records, Records]) -> Iterator[Any]:
    """Return the body itself, and bodies in which another value stands at the place, or none."""
    yield base
    steps = steps_to(node.line())
    current = value_at(base, steps)
    if current is not _MISSING or (steps and value_at(base, steps[:-1]) is not _MISSING):
        for value in (_MISSING, *_values(current, node, change, sides)):
            yield _with(base, steps, value)


def _values(current: Any, node: Node, change: Change, sides: tuple[Records, Records]) -> Iterator[Any]:
    stated = [schema for schema in (node.old, node.new) if isinstance(schema, dict)]
    for said in (change.old, change.new):
        yield from said if isinstance(said, list) else ()
    for schema in stated:
        yield from schema.get("enum", ())
        if "const" in schema:
            yield schema["const"]
        for records in sides:
            referred = records.get(schema.get("$ref", ""))
            if referred and referred.example is not None:
                yield referred.example
                yield from _near(referred.example, node, referred.json_schema)
            for full in (False, True):
                value = made(schema, records, full=full)
                yield value
                yield from _near(value, node, schema)
    yield from edge_texts(stated)
    yield from edge_numbers(stated)
    yield from _OTHERS
    if current is not _MISSING:
        yield from _near(current, node, None)


def _near(value: Any, node: Node, schema: Any) -> Iterator[Any]:
    """Return objects with a member more or less, and lists with items more or less."""
    if isinstance(value, dict):
        yield {**value, _UNKNOWN: "text"}
        yield {**value, _UNKNOWN: 1}
        for name in value:
            yield {key: inner for key, inner in value.items() if key != name}
    if isinstance(value, list):
        counts = {side.get(key) for side in (node.old, node.new, schema) if isinstance(side, dict) for key in _COUNTS}
        items = value or ["text"]
        for count in sorted(count for count in counts if isinstance(count, int)):
            yield from ((items * size)[:size] for size in (count - 1, count, count + 1) if 0 <= size <= _MOST)


_COUNTS = ("minItems", "maxItems")
_MOST = 2000


def _reaching(value: Any, line: list[Node], records: Records) -> Any:
    if not line:
        return value
    node, *rest = line
    schema: Any = next((one for one in (node.new, node.old) if one is not ABSENT), {})
    if node.role in ("branch", "part"):
        branch = made(schema, records, full=True)
        both = isinstance(value, dict) and isinstance(branch, dict)
        return _reaching({**value, **branch} if both else branch, rest, records)
    (step,) = steps_to([node])
    if isinstance(step, int):
        items = value if isinstance(value, list) and value else [made(schema, records, full=True)]
        return [_reaching(items[0], rest, records), *items[1:]]
    if not isinstance(value, dict):
        return value
    inner = value[step] if value.get(step) is not None else made(schema, records, full=True)
    return {**value, step: _reaching(inner, rest, records)}


def _with(body: Any, steps: tuple[Step, ...], value: Any) -> Any:
    if not steps:
        return body if value is _MISSING else value
    first, *rest = steps
    if isinstance(body, list) and isinstance(first, int):
        return [_with(body[first], tuple(rest), value), *body[first + 1 :]] if body else body
    if not isinstance(body, dict):
        return body
    if not rest and value is _MISSING:
        return {name: inner for name, inner in body.items() if name != first}
    return {**body, first: _with(body.get(first), tuple(rest), value)}

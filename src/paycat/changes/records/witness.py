"""Two contracts and a change in a record in; a body that is sent now and that the old schema refuses out.

Nothing is concluded from schemas alone: real validators are asked about bodies made near the place of the change.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from paycat.changes.assessment import Witness
from paycat.changes.change import Change
from paycat.changes.confirming import VALIDATORS
from paycat.changes.kinds import SAFE, kind_of
from paycat.changes.records.bundle import Bundle
from paycat.changes.records.candidates import Base, Records, bases, bodies, steps_to, value_at
from paycat.changes.records.comparing import changes_of, root
from paycat.changes.records.nodes import ABSENT, Node, everything
from paycat.changes.records.nullable import split
from paycat.changes.records.pairing import Pairing, pairing
from paycat.contract.json_schemas import Path
from paycat.contract.model import Contract, Refusal
from paycat.contract.pointers import pointer
from paycat.encoding import json_line
from paycat.shapes.constraints import BOUND_KEYWORDS
from paycat.shapes.constraints.aspects import RANGE

Refused = tuple[Refusal, ...]

_AROUND = frozenset(("anyOf", "oneOf", "allOf", "not", "if", "then", "else", "contains"))
_ANYTHING: frozenset[str] = frozenset()
_VALUE = frozenset(("const", "enum"))
_SHOWN_BY = {
    "requirement": frozenset(("required",)),
    "type": frozenset(("type",)),
    "nullable": frozenset(("type", *_VALUE)),
    **dict.fromkeys(("const", "values", "enum"), _VALUE),
    "pattern": frozenset(("pattern",)),
    "format": frozenset(("format",)),
    "length": frozenset(("minLength", "maxLength")),
    RANGE.name: frozenset(BOUND_KEYWORDS.values()),
    "count": frozenset(("minItems", "maxItems")),
    "object": frozenset(("additionalProperties",)),
    "exclusion": frozenset(("oneOf", "not", "if")),
    "alternatives": frozenset(("anyOf", "oneOf")),
    **dict.fromkeys(("field-", "reference-changed", "branch", "part", "shape"), _ANYTHING),
    "schema-changed": _ANYTHING,
}
"""By how the name of a kind begins: the keywords that refuse what shows it; any of them where none is named."""

_ENOUGH = 20
_MOST_DROPPED = 300


def record_witness(old: Contract, new: Contract, change: Change) -> Witness | None:
    """Return a body that the new schema of the change's record accepts and the old one refuses, or None.

    With the contracts the other way round it is one that could come before and cannot any more. The change is one of
    both contracts in either order; `before` has the failing keywords of JSON Schema as codes.
    """
    keywords = next((words for name, words in _SHOWN_BY.items() if change.kind.startswith(name)), None)
    if keywords is None:
        return None
    forward, backward = pairing(old, new), pairing(new, old)
    for records, now, before in ((forward, forward.new, forward.old), (backward, backward.old, backward.new)):
        if node := _node(records, change.site.path):
            strict = kind_of(change.kind).reader is SAFE and _is_made(change, forward, node.line()[0].name)
            return None if strict and not keywords else _Search(now, before, node, change, keywords, strict).found()
    return None


def _is_made(change: Change, records: Pairing, name: str) -> bool:
    """Whether the change is one from the old contract to the new one, and not the other way round."""
    said = change.kind, change.site.path, change.old, change.new
    return any(said == (one.kind, one.site.path, one.old, one.new) for one in changes_of(records, name))


def _node(records: Pairing, path: str) -> Node | None:
    name = next((one for one in records.new if path == one or path.startswith((f"{one}.", f"{one}(", f"{one}["))), None)
    if name is None or name not in records.old:
        return None
    for node in everything(root(records.old[name], records.new[name])):
        if node.path == path:
            return node
        member = path.removeprefix(f"{node.path}.")
        sides = [split(side)[0] for side in (node.old, node.new) if isinstance(side, dict)]
        if any(member in side.get("required", ()) and member not in side.get("properties", {}) for side in sides):
            return node.inside("member", member, f".{member}", ABSENT, ABSENT)
    return None


@dataclass
class _Search:
    """Looks for a body that `now` accepts and `before` refuses, at a place and by one of some keywords.

    It is strict where the change can show no such body, so that it is not given that of a change beside it.
    """

    now: Records
    before: Records
    node: Node
    change: Change
    keywords: frozenset[str]
    strict: bool

    def __post_init__(self) -> None:
        self._sides = self.before, self.now
        self._now, self._before = Bundle(self.now), Bundle(self.before)
        self._line = self.node.line()
        self._record, self._steps = self._line[0].name, steps_to(self._line)
        self._place = pointer(self._steps)
        self._looks_below = not self.keywords or self.change.kind.startswith("object")

    def found(self) -> Witness | None:
        for base, body in islice(self._witnesses(), _ENOUGH):
            smallest = self._minimised(body, base)
            refused = self._refused(smallest)
            old, new = (bundle.is_confirmed(self._record, smallest, said) for bundle, said in self._verdicts())
            if old and new and refused:
                return Witness(self.change.site, smallest, refused, (), base.origin, confirmed_by=VALIDATORS)
        return None

    def _verdicts(self) -> tuple[tuple[Bundle, bool], tuple[Bundle, bool]]:
        return (self._before, False), (self._now, True)

    def _witnesses(self) -> Iterator[tuple[Base, Any]]:
        # Bodies that were accepted before tell the change from others beside it.
        starts = {json_line(base.body): base for base in bases(self._record, self._sides, self._line)}
        for base in sorted(starts.values(), key=lambda base: self._refused(base.body) != ()):
            seen: set[str] = set()
            for body in bodies(base.body, self.node, self.change, self._sides):
                text = json_line(body)
                if text not in seen and self._is_witness(body, base):
                    yield base, body
                seen.add(text)

    def _is_witness(self, body: Any, base: Base) -> bool:
        if not self._is_about_null(body) or not self._now.accepts(self._record, body):
            return False
        refused = self._refused(body)
        if any(self._is_direct(one) for one in refused):
            return True
        if self.strict:
            return False
        around = [one for one in refused if one.code in _AROUND and _holds(one.pointer, self._place)]
        return bool(around) and not set(around) & set(self._refused(base.body))

    def _is_about_null(self, body: Any) -> bool:
        # Null is a change of its own beside that of types and values.
        if self.change.kind.startswith("nullable"):
            return value_at(body, self._steps) is None
        return (
            not self.keywords & {"type", *_VALUE}
            or self.change.kind == "type-changed"
            or (value_at(body, self._steps) is not None)
        )

    def _is_direct(self, one: Refusal) -> bool:
        is_there = one.pointer == self._place or (self._looks_below and _holds(self._place, one.pointer))
        return is_there and (not self.keywords or one.code in self.keywords)

    def _refused(self, body: Any) -> Refused:
        return self._before.refusals(self._record, body) or ()

    def _minimised(self, body: Any, base: Base) -> Any:
        """Return the body without what it does not need to be refused for the same."""
        wanted = set(self._refused(body))
        for path in islice(list(_members(body)), _MOST_DROPPED):
            smaller = _without(body, path)
            if set(self._refused(smaller)) <= wanted and self._is_witness(smaller, base):
                body = smaller
        return body


def _holds(outer: str, inner: str) -> bool:
    return inner == outer or inner.startswith(f"{outer}/")


def _members(body: Any, path: Path = ()) -> Iterator[Path]:
    """Return the path of every member, inner ones after those around them."""
    steps = body.items() if isinstance(body, dict) else enumerate(body) if isinstance(body, list) else ()
    for step, value in steps:
        if isinstance(body, dict):
            yield (*path, step)
        yield from _members(value, (*path, step))


def _without(body: Any, path: Path) -> Any:
    first, *rest = path
    if isinstance(body, list) and isinstance(first, int) and rest and first < len(body):
        return [*body[:first], _without(body[first], tuple(rest)), *body[first + 1 :]]
    if not isinstance(body, dict) or first not in body:
        return body
    if rest:
        return {**body, first: _without(body[first], tuple(rest))}
    return {name: value for name, value in body.items() if name != first}

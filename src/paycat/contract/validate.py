"""The meaning of a contract: which violations a body gets. Every artefact is held against this, in one normal form.

One violation per member, the first of: null, type, constraints in their order. All members at once, and a condition's
violation at its container. The items of a list are looked at when the list itself keeps its constraints. Constraints of
the cases that hold of a member are in one order with its own. Numbers may be int, float (read by its shortest form) or
Decimal; a bool is no number.
"""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from paycat.contract.constraint import Constraint
from paycat.contract.decisions import NOTHING, Decisions, about, decisions_in, inside, requirement_in
from paycat.contract.model import Request, Violation
from paycat.contract.nodes import Case, FieldNode, Group, Node
from paycat.contract.paths import pointer
from paycat.shapes.constraints import LISTED, RANKS
from paycat.shapes.json_types import JSON_TYPES

Path = tuple[str | int, ...]
_Pair = tuple[int, int]

_ALWAYS = ("required", "type", "null_not_allowed", "unknown_field", "conditional_required")
_NO_RECORDS: Mapping[str, Node] = MappingProxyType({})


def validate(request: Request, body: Any) -> tuple[Violation, ...]:
    """Return what the request type rejects in a body, by pointer and code; empty when the body is valid."""
    return rejected(request.root, body)


def rejected(root: Node, body: Any, records: Mapping[str, Node] = _NO_RECORDS) -> tuple[Violation, ...]:
    """Return what a node rejects in a value, by pointer and code; `records` are those that it refers to."""
    return _Validating(records).rejected(root, body)


def given_codes(requests: Iterable[Request]) -> frozenset[str]:
    """Return the codes by which requests reject: those of members, and of the constraints of fields."""
    fields = (field for request in requests for field in request.root.fields())
    return frozenset((*_ALWAYS, *(constraint.code for field in fields for constraint in field.constraints)))


class VariantValidator:
    """Validates values that differ in little from known ones: what is valid of those is not looked at again.

    That is known of the very objects that a value shares with them.
    """

    def __init__(self, root: Node, bodies: Sequence[Any], records: Mapping[str, Node] = _NO_RECORDS) -> None:
        self._root, self._known, self._records = root, bodies, records  # Kept alive, so that no id is given again.
        valid_pairs: set[_Pair] = set()
        for body in bodies:
            _Validating(records, valid=valid_pairs).rejected(root, body)
        self._pairs = frozenset(valid_pairs)

    def rejected(self, body: Any) -> tuple[Violation, ...]:
        """Return what `rejected` returns for the same node."""
        return _Validating(self._records, accepted=self._pairs).rejected(self._root, body)


@dataclass(frozen=True, slots=True)
class _Validating:
    """Validates values against nodes; `records` are those that nodes refer to, and an unknown one accepts anything.

    `rejections` has the path and the code of each violation, as they are found. `accepted` has the ids of nodes and of
    values that they accept; `valid` learns more of them, if it is there.
    """

    records: Mapping[str, Node]
    accepted: Set[_Pair] = frozenset()
    valid: set[_Pair] | None = None
    rejections: list[tuple[Path, str]] = field(default_factory=list)

    def rejected(self, root: Node, body: Any) -> tuple[Violation, ...]:
        self.node(root, body, ())
        placed_codes = sorted({(pointer(path), code) for path, code in self.rejections})
        return tuple(Violation(code=code, pointer=json_pointer) for json_pointer, code in placed_codes)

    def node(self, node: Node, value: Any, path: Path, cases: Sequence[Case] = (), decided: Decisions = ()) -> None:
        """Validate a value; `cases` hold of it, and `decided` of members inside."""
        rejection_count = len(self.rejections)
        self._node(node, value, path, cases, decided)
        if self.valid is not None and not cases and not decided and len(self.rejections) == rejection_count:
            self.valid.add((id(node), id(value)))

    def _node(self, node: Node, value: Any, path: Path, cases: Sequence[Case], decided: Decisions) -> None:
        if value is None:
            if not (node.nullable or (isinstance(node, FieldNode) and node.shape == "any")):
                self.rejections.append((path, "null_not_allowed"))
        elif isinstance(node, Group):
            self._group(node, value, path, decided)
        elif node.record is not None:
            self._record(node.record, value, path)
        elif node.discriminator is not None:
            self._variants(node, node.discriminator, value, path)
        else:
            self._field(node, value, path, cases)

    def _group(self, group: Group, value: Any, path: Path, outer: Decisions) -> None:
        if not _is_object(value):
            self.rejections.append((path, "type"))
            return
        decided = decisions_in(group, value, outer) if group.cases or outer else NOTHING
        listed_count = 0
        for member in group.members:
            requirement = requirement_in(member, decided) if decided else member.requirement
            if member.name in value:
                listed_count += 1
                if requirement == "absent":
                    self.rejections.append(((*path, member.name), "unknown_field"))
                else:
                    self._member(member, value[member.name], (*path, member.name), decided)
            elif requirement == "required":
                self.rejections.append(((*path, member.name), "required"))
        if group.closed and listed_count < len(value):
            member_names = {member.name for member in group.members}
            self.rejections.extend(((*path, name), "unknown_field") for name in value.keys() - member_names)
        if group.conditions:
            self.rejections.extend((path, "conditional_required") for _ in group.unmet(value))

    def _member(self, member: Node, value: Any, path: Path, decided: Decisions) -> None:
        cases, inner = (about(decided, member.name), inside(decided, member.name)) if decided else ((), NOTHING)
        if cases or inner or (id(member), id(value)) not in self.accepted:
            self.node(member, value, path, cases, inner)

    def _field(self, field: FieldNode, value: Any, path: Path, cases: Sequence[Case]) -> None:
        if not JSON_TYPES[field.json_type].holds(value):
            self.rejections.append((path, "type"))
            return
        rules = [rule for case in cases if case.field for rule in case.field.constraints]
        for rule in sorted([*rules, *field.constraints], key=_rank) if rules else field.constraints:
            if not rule.holds(value):
                self.rejections.append((path, rule.code))
                return
        if field.items:
            for index, item in enumerate(value):
                self.node(field.items, item, (*path, index))

    def _record(self, record_name: str, value: Any, path: Path) -> None:
        if record_name in self.records:
            self.node(self.records[record_name], value, path)

    def _variants(self, field: FieldNode, member_name: str, value: Any, path: Path) -> None:
        """Validate against the record that the value of a member names."""
        if not _is_object(value):
            self.rejections.append((path, "type"))
        elif member_name not in value:
            self.rejections.append(((*path, member_name), "required"))
        elif its_variant := next((variant for variant in field.variants if variant.value == value[member_name]), None):
            self._record(its_variant.record, value, path)
        else:
            self.rejections.append(((*path, member_name), LISTED.usual_code))


def _rank(rule: Constraint) -> tuple[int, str]:
    return RANKS[rule.keyword], rule.code


def _is_object(value: Any) -> bool:
    return JSON_TYPES["object"].holds(value)

"""The meaning of a contract: which violations a body gets. Every artefact is held against this, in one normal form.

One violation per member, the first of: null, type, constraints in their order. All members at once, and a condition's
violation at its container. The items of a list are looked at when the list itself keeps its constraints. Numbers may be
int, float (read by its shortest form) or Decimal; a bool is no number.
"""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from paycat.contract.model import Request, Violation
from paycat.contract.nodes import FieldNode, Group, Node
from paycat.contract.paths import pointer
from paycat.shapes.constraints import LISTED
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

    def node(self, node: Node, value: Any, path: Path) -> None:
        rejection_count = len(self.rejections)
        self._node(node, value, path)
        if self.valid is not None and len(self.rejections) == rejection_count:
            self.valid.add((id(node), id(value)))

    def _node(self, node: Node, value: Any, path: Path) -> None:
        if value is None:
            if not (node.nullable or (isinstance(node, FieldNode) and node.shape == "any")):
                self.rejections.append((path, "null_not_allowed"))
        elif isinstance(node, Group):
            self._group(node, value, path)
        elif node.record is not None:
            self._record(node.record, value, path)
        elif node.discriminator is not None:
            self._variants(node, node.discriminator, value, path)
        else:
            self._field(node, value, path)

    def _group(self, group: Group, value: Any, path: Path) -> None:
        if not _is_object(value):
            self.rejections.append((path, "type"))
            return
        listed_count, decided_members = 0, group.decided(value) if group.cases else {}
        for usual_member in group.members:
            member = decided_members.get(usual_member.name, usual_member)
            if usual_member.name in value:
                listed_count += 1
                inner_value = value[usual_member.name]
                if (id(member), id(inner_value)) not in self.accepted:
                    self.node(member, inner_value, (*path, usual_member.name))
            elif usual_member.requirement == "required":
                self.rejections.append(((*path, usual_member.name), "required"))
        if group.closed and listed_count < len(value):
            member_names = {member.name for member in group.members}
            self.rejections.extend(((*path, name), "unknown_field") for name in value.keys() - member_names)
        if group.conditions:
            self.rejections.extend((path, "conditional_required") for _ in group.unmet(value))

    def _field(self, field: FieldNode, value: Any, path: Path) -> None:
        if not JSON_TYPES[field.json_type].holds(value):
            self.rejections.append((path, "type"))
            return
        for rule in field.constraints:
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


def _is_object(value: Any) -> bool:
    return JSON_TYPES["object"].holds(value)

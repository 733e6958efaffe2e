"""Finds members that examples lack, members that records do not list, and which of two names is misspelt."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from paycat.catalogue.fields import FieldStatement
from paycat.catalogue.interface import StateMachine
from paycat.catalogue.reading import Stated
from paycat.catalogue.shapes import Member, RecordStatement
from paycat.contract.interface import Interface
from paycat.contract.nodes import FieldNode, Group, Node
from paycat.contract.paths import ITEM, Steps
from paycat.diagnostics import Diagnostic, Span
from paycat.lint.context import RuleContext
from paycat.text.counting import counted
from paycat.text.near_names import near_name


@dataclass(frozen=True, slots=True)
class _Object:
    """An object in the example of a record: its place there, its members, what it is, and the record that states it."""

    example: Stated[RecordStatement]
    steps: Steps
    value: Mapping[str, Any]
    group: Group
    home: str

    def finding(self, code: str, message: str, *name: str, help: str = "") -> Diagnostic:
        """Return a finding at the object, or at one of its members."""
        return self.example.finding(code, message, "example", *self.steps, *name, key=bool(name), help=help)


def misnamed_members(context: RuleContext, record_names: Collection[str]) -> Iterator[Diagnostic]:
    """Return a finding for each member that examples of these records lack, or have although it is not listed."""
    objects_by_place: dict[Span, list[_Object]] = defaultdict(list)
    for record in context.stated(RecordStatement):
        if record.name in record_names:
            for instance in _objects(context.contract.interface, record_names, record):
                objects_by_place[instance.group.location].append(instance)
    counts = Counter(member.name for member in context.stated(Member))
    counts.update(name for field in context.stated(FieldStatement) for name in field.name.replace(ITEM, "").split("."))
    counts.update(machine.value.member for machine in context.stated(StateMachine))
    for objects in objects_by_place.values():
        yield from _of_statement(objects, counts)


def is_misspelt(record: RecordStatement, name: str) -> bool:
    """Return whether the example of a record has a member by this name, and the record by one that is near."""
    example = record.example if isinstance(record.example, dict) else {}
    return name in example and near_name(name, record.members.keys() - example.keys()) is not None


def _objects(interface: Interface, record_names: Collection[str], record: Stated[RecordStatement]) -> Iterator[_Object]:
    """Return the objects of an example whose members a statement lists, outermost first."""

    def inside(node: Node | None, record_name: str, value: Any, steps: Steps) -> Iterator[_Object]:
        if isinstance(node, Group) and isinstance(value, dict):
            yield _Object(record, steps, value, node, record_name)
            for member in node.members:
                yield from inside(member, record_name, value.get(member.name), (*steps, member.name))
        elif isinstance(node, FieldNode) and isinstance(value, list):
            for index, item in enumerate(value):
                yield from inside(node.items, record_name, item, (*steps, index))
        elif isinstance(node, FieldNode):
            kind = value.get(node.discriminator) if isinstance(value, dict) else None
            name = node.record or next((variant.record for variant in node.variants if variant.value == kind), "")
            if name in record_names:
                yield from inside(interface.record(name).body, name, value, steps)

    yield from inside(interface.record(record.name).body, record.name, record.value.example, ())


def _of_statement(objects: list[_Object], counts: Mapping[str, int]) -> Iterator[Diagnostic]:
    """Report the members of one statement; a member that a name beside it is near to is not missing as well."""
    group, record_name = objects[0].group, objects[0].home
    names = {member.name for member in group.members}
    typos: set[str] = set()
    for member in group.members:
        lacking_objects = [instance for instance in objects if member.name not in instance.value]
        typo = near_name(member.name, {name for instance in lacking_objects for name in instance.value} - names)
        holders = [instance for instance in lacking_objects if typo in instance.value]
        if typo and counts[typo] and _bare(typo) == _bare(member.name):
            typos.add(typo)  # Names that differ only in case or signs are reported wherever they are.
        elif typo and len(holders) == len(objects) and (len(objects) > 1 or counts[typo] >= counts[member.name]):
            typos.add(typo)  # All examples have this name, and it is not that of one misspelt example.
            examples = f"all {len(objects)} examples have" if len(objects) > 1 else "the example has"
            message = f"the record has the member {member.name!r}, but {examples} {typo!r}"
            yield Diagnostic("misspelt-member", member.location, message, f"did you mean {typo!r}?")
        elif typo:
            typos.add(typo)
            message, hint = f"{record_name} has no member {typo!r}", f"did you mean {member.name!r}?"
            yield from (instance.finding("misspelt-member", message, typo, help=hint) for instance in holders)
        elif member.requirement == "required" and len(lacking_objects) == len(objects) > 1:
            message = f"none of the {len(objects)} examples has the member {member.name!r}"
            hint = "add it to them, or write `requirement: optional`"
            yield Diagnostic("wrong-example", member.location, message, hint)
        elif member.requirement == "required":
            message = f"the example lacks the member {member.name!r} of {record_name}"
            yield from (instance.finding("wrong-example", message) for instance in lacking_objects)
    for name in dict.fromkeys(name for instance in objects for name in instance.value if name not in names | typos):
        first_object, *other_objects = (instance for instance in objects if name in instance.value)
        suffix = f"; {counted(len(other_objects), 'further example')} also" if other_objects else ""
        yield first_object.finding("unlisted-member", f"{record_name} does not list the member {name!r}{suffix}", name)


def _bare(name: str) -> str:
    return re.sub("[_-]", "", name).lower()

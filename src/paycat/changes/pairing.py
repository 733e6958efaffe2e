"""The records of two contracts side by side: which is which, and whether responses or events bring it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from paycat.changes.shapes import references, shape
from paycat.contract.interface import Record
from paycat.contract.model import Contract
from paycat.contract.nodes import FieldNode, Node

Records = Mapping[str, Record]


@dataclass(frozen=True)
class Pairing:
    """The records of both contracts by name; `renamed` gives the new names of old ones that say the same.

    In `old`, renamed records stand under their new names, and references name them so.
    """

    old: Records
    new: Records
    renamed: Mapping[str, str]
    answered: frozenset[str]
    posted: frozenset[str]

    def part(self, name: str) -> Literal["response", "event"]:
        """Return what brings a record: events if they alone do."""
        return "event" if name in self.posted and name not in self.answered else "response"

    def name_in(self, path: str) -> str | None:
        """Return the name of the record that the path of a change begins with."""
        names = (*self.new, *self.old)
        return next((one for one in names if path == one or path.startswith((f"{one}.", f"{one}(", f"{one}["))), None)


def pairing(old: Contract, new: Contract) -> Pairing:
    """Return the records of two contracts side by side."""
    before, after = ({record.name: record for record in side.interface.records} for side in (old, new))
    renamed = _renamed(before, after)
    before = {renamed.get(name, name): _under_new_names(record, renamed) for name, record in before.items()}
    sides = ((old, before), (new, after))
    answered = {renamed.get(name, name) for side, records in sides for name in _reached(records, _answers(side))}
    posted = {renamed.get(name, name) for side, records in sides for name in _reached(records, _posts(side))}
    return Pairing(before, after, renamed, frozenset(answered), frozenset(posted))


def _renamed(before: Records, after: Records) -> dict[str, str]:
    gone = [name for name in before if name not in after]
    come = [name for name in after if name not in before]
    renamed: dict[str, str] = {}
    for name in gone:
        alike = (other for other in come if other not in renamed.values())
        found = next((one for one in alike if shape(before[name].body, {name: one}) == shape(after[one].body)), None)
        renamed |= {name: found} if found else {}
    return renamed


def _under_new_names(record: Record, renamed: Mapping[str, str]) -> Record:
    if not renamed:
        return record
    name = renamed.get(record.name, record.name)
    return record.model_copy(update={"name": name, "body": _renamed_inside(record.body, renamed)})


def _renamed_inside(node: Node, renamed: Mapping[str, str]) -> Node:
    update: dict[str, Any]
    if isinstance(node, FieldNode):
        variants = tuple(
            one.model_copy(update={"record": renamed.get(one.record, one.record)}) for one in node.variants
        )
        record = None if node.record is None else renamed.get(node.record, node.record)
        items = _renamed_inside(node.items, renamed) if node.items else None
        update = {"record": record, "variants": variants, "items": items}
    else:
        component = renamed.get(node.component, node.component)
        members = tuple(_renamed_inside(member, renamed) for member in node.members)
        update = {"component": component, "members": members}
    return node.model_copy(update=update)


def _answers(contract: Contract) -> Iterable[str]:
    return [*(one.success.record for one in contract.interface.operations), contract.interface.problem_record]


def _posts(contract: Contract) -> Iterable[str]:
    return [one.record for one in contract.interface.notifications]


def _reached(records: Records, start: Iterable[str]) -> set[str]:
    found: set[str] = set()
    waiting = list(start)
    while waiting:
        name = waiting.pop()
        if name not in found and name in records:
            found.add(name)
            waiting += references(records[name].body)
    return found

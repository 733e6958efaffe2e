"""Classes that several requests use: objects that a catalogue shares, and what a request table gives to all of them.

A table's class has the members that its requests take over unchanged. A method's class derives from it and adds its
own members, or is it, if nothing is to add. Members whose rules depend on the method are never in a table's class, so
an edit of one method changes the module of no other method.
"""

from collections.abc import Container, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from paycat.contract.model import Contract, Request
from paycat.contract.naming import is_number, pascal
from paycat.contract.nodes import FieldNode, Group
from paycat.schemas.marks import sentence

_Key = tuple[str, str]
"""The file of a table, and the path of an object in it."""


@dataclass(frozen=True, slots=True)
class TableClass:
    """The class of what the requests of a table have in common: in the body, or in an object inside."""

    name: str
    meaning: str
    members: tuple[FieldNode | Group, ...]

    def is_part_of(self, group: Group) -> bool:
        """Return whether an object has all members of the class, unchanged."""
        return all(member in group.members for member in self.members)

    def is_all_of(self, group: Group) -> bool:
        """Return whether an object inside a request has these members and nothing else."""
        return bool(group.path) and len(group.members) == len(self.members) and not (group.conditions or group.cases)


class Sharing:
    """The classes that requests share, by the object that they describe."""

    def __init__(self, contract: Contract) -> None:
        self._own_files = {method.code: method.location.path for method in contract.methods}
        self.groups = {
            group.component: group for request in contract.requests() for group in request.root.groups() if group.shared
        }
        self._classes = dict(self._table_classes(contract))

    @property
    def tables(self) -> list[TableClass]:
        """The classes of tables, objects before the body that they are in."""
        return [self._classes[key] for key in sorted(self._classes, key=lambda key: (key[0], not key[1], key))]

    def table_class(self, request: Request, group: Group) -> TableClass | None:
        """Return the class of its table that an object of a request derives from; None if it has none."""
        table = self._classes.get((self._table_file(request), group.path))
        return table if table and not group.shared and table.is_part_of(group) else None

    def _table_file(self, request: Request) -> str:
        own_file = self._own_file(request)
        return next((path for path in _stating(request.root) if path != own_file), own_file)

    def _own_file(self, request: Request) -> str:
        """Return the file of a method, or the table that is the one body of a direction."""
        return self._own_files.get(request.method, request.root.location.path)

    def _table_classes(self, contract: Contract) -> Iterator[tuple[_Key, TableClass]]:
        meanings: dict[_Key, str] = {}
        members_by_key: dict[_Key, dict[str, list[FieldNode | Group]]] = {}
        taken_names = {*self.groups}
        for request in contract.requests():
            table_file = self._table_file(request)
            for group in request.root.groups():
                if group.shared or table_file == self._own_file(request):
                    continue
                key = table_file, group.path
                if group.location.path == table_file:
                    meanings.setdefault(key, group.meaning)
                for member in _common(group, table_file):
                    members_by_key.setdefault(key, {}).setdefault(member.name, []).append(member)
        for key, copies_by_name in members_by_key.items():
            members = [copies[0] for copies in copies_by_name.values() if all(member == copies[0] for member in copies)]
            if members:
                sorted_members = tuple(sorted(members, key=lambda member: (member.location.line, member.name)))
                meaning = f"Fields that requests of the table `{PurePosixPath(key[0]).stem}` have in common."
                name = _class_name(key, taken_names)
                taken_names.add(name)
                yield key, TableClass(name, sentence(meanings[key]) if key in meanings else meaning, sorted_members)


def _stating(group: Group) -> Iterator[str]:
    """Yield the files that state the fields of an object; those inside an object with a type may be its type's."""
    for member in group.members:
        if not isinstance(member, Group):
            yield member.location.path
        elif member.type is None:
            yield from _stating(member)


def _class_name(key: _Key, taken_names: Container[str]) -> str:
    table_file, path = key
    words = [pascal(word) for word in path.split(".") if word] or ["Request", "Base"]
    name = pascal(PurePosixPath(table_file).stem) + "".join(words)
    while name in taken_names:
        name += "Base"
    return name


def _common(group: Group, table_file: str) -> Iterator[FieldNode | Group]:
    """Yield the members of an object that only its table states, and that are the same for every method."""
    conditional_names = {name for condition in group.conditions for name in condition.names}
    for member in group.members:
        if member.location.path != table_file or member.name in conditional_names:
            continue
        if isinstance(member, Group):
            if member.shared:
                yield member
        elif not _depends_on_method(member):
            yield member


def _depends_on_method(field: FieldNode) -> bool:
    """Return whether a method may decide about the rules of a field: fixed values, amounts of its currency."""
    item_node = field.items
    has_own_items = isinstance(item_node, Group) or (isinstance(item_node, FieldNode) and is_number(item_node))
    return field.fixed is not None or is_number(field) or has_own_items or field.requirement == "conditional"

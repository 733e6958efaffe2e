"""What is stated of a request by path: an object type is laid out below what the table and the method state.

A field whose type is an object with members is an object of the request. Each member of the type is a field inside,
and what the table or the method states at its path changes it there; what they state of other paths inside is added.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from paycat.catalogue.fields import FieldStatement, FieldType, FieldTypes, RequestTable
from paycat.catalogue.methods import MethodStatement
from paycat.catalogue.reading import Source, Stated
from paycat.catalogue.values import Direction
from paycat.contract.paths import ITEM
from paycat.contract.values import last_stated, look_of, type_of

Statements = tuple[Stated[FieldStatement], ...]
"""What is stated of one path: by types, the innermost first, then by the table, then by the method."""


@dataclass(frozen=True, slots=True)
class ObjectUse:
    """An object of a request that has an object type: the type, and what is stated of the object, or of its list."""

    type: Stated[FieldType]
    stated: Statements


@dataclass(slots=True)
class Layout:
    """What is stated of a request: of its fields, in order, and of its objects with a type, by the paths of containers.

    `changed` has the objects of which something outside of their type states a part: the path, with its dot, of the
    outermost object whose type does that, or "" for the table and the method. `dependent` has those of which the method
    decides about a value.
    """

    fields: dict[str, Statements] = field(default_factory=dict)
    objects: dict[str, ObjectUse] = field(default_factory=dict)
    changed: dict[str, str] = field(default_factory=dict)
    dependent: set[str] = field(default_factory=set)

    def stated(self, path: str) -> Statements:
        """Return what is stated of a field, an object or a list of objects; nothing of any other path."""
        use = self.objects.get(path) or self.objects.get(path + ITEM)
        return use.stated if use else self.fields.get(path, ())

    def around(self, path: str) -> Iterator[str]:
        """Return the objects with a type that a path is inside of, the innermost first."""
        while "." in path:
            path = path.rpartition(".")[0]
            if path in self.objects:
                yield path


@lru_cache(maxsize=4096)
def layout_of_table(types: Source[FieldTypes], table: Source[RequestTable]) -> Layout:
    """Return what a request table states, whatever the method."""
    return _Laying(types, {path: _at(table, path, one) for path, one in table.value.fields.items()}).done()


def layout_of(
    types: Source[FieldTypes], table: Source[RequestTable], method: Source[MethodStatement], direction: Direction
) -> Layout:
    """Return what a request table and then a method state of a request."""
    own = method.value.offer(direction).fields
    if not own:
        return layout_of_table(types, table)
    of_table = {path: _at(table, path, one) for path, one in table.value.fields.items()}
    return _Laying(types, of_table, {path: _at(method, path, one, direction) for path, one in own.items()}).done()


def object_type(types: Source[FieldTypes], stated: Sequence[Stated[FieldStatement]]) -> tuple[str, bool]:
    """Return the object type of what is stated last, and whether each item of a list is such an object; "" for none."""
    look = look_of(types, stated)
    is_list = look is not None and look.value.shape == "list"
    held = type_of(types, look.value.of) if look and is_list else look
    return (held.name, is_list) if held and isinstance(held.value, FieldType) and held.value.members else ("", False)


def _at(source: Source[Any], path: str, value: FieldStatement, *inside: str) -> Stated[FieldStatement]:
    return Stated(source, (*inside, "fields", path), value)


@dataclass(frozen=True, slots=True)
class _Scope:
    """What states paths that begin with a prefix: the table or the method (prefix ""), or the type of an object."""

    prefix: str
    stated: Mapping[str, Stated[FieldStatement]]

    def of(self, path: str) -> Stated[FieldStatement] | None:
        return self.stated.get(path[len(self.prefix) :]) if path.startswith(self.prefix) else None


class _Laying:
    """Lays out what is stated of a request, each object before what is inside."""

    def __init__(self, types: Source[FieldTypes], *stated: Mapping[str, Stated[FieldStatement]]) -> None:
        self._types = types
        self._scopes = tuple(_Scope("", one) for one in stated)
        self._made = Layout()
        self._absent: set[str] = set()

    def done(self) -> Layout:
        for path in dict.fromkeys(path for scope in self._scopes for path in scope.stated):
            self._lay(path, self._scopes, ())
        return self._made

    def _lay(self, path: str, scopes: tuple[_Scope, ...], inside: tuple[str, ...]) -> None:
        """Lay out a path and what is inside; `inside` are the types of the objects around it, the outermost first."""
        for outer in above(path):
            if not self._made.stated(outer) and any(one.of(outer) for one in scopes):
                self._lay(outer, scopes, inside)
        if self._made.stated(path) or not self._absent.isdisjoint(above(path)):
            return
        layers = [(one.prefix, found) for one in scopes if (found := one.of(path))]
        stated = tuple(one for _, one in layers)
        name, is_list = object_type(self._types, stated)
        requirement = next((one.value.requirement for one in reversed(stated) if one.value.requirement), None)
        if requirement == "absent":
            self._absent.add(path)
        if requirement != "absent" and name and name not in inside:
            self._made.objects[container := path + ITEM * is_list] = ObjectUse(type_named(self._types, name), stated)
            self._note(path, layers)
            members = members_of(self._types, name)
            within = (_Scope(f"{container}.", members), *scopes)
            for member in members:
                self._lay(f"{container}.{member}", within, (*inside, name))
        else:
            self._made.fields[path] = stated
            self._note(path, layers)

    def _note(self, path: str, layers: Sequence[tuple[str, Stated[FieldStatement]]]) -> None:
        """Note the objects around a path that a statement from outside of them changes."""
        around, changed = list(self._made.around(path)), self._made.changed
        for prefix, _ in layers:
            beyond = (one for one in around if len(prefix) < len(changed.get(one, f"{one}.")))
            changed |= dict.fromkeys(beyond, prefix)
        if around and _depends_on_method(self._types, [one for _, one in layers]):
            self._made.dependent.update(around)


def type_named(types: Source[FieldTypes], name: str) -> Stated[FieldType]:
    """Return the field type of a name."""
    return Stated(types, ("types", name), types.value.types[name])


def members_of(types: Source[FieldTypes], name: str) -> Mapping[str, Stated[FieldStatement]]:
    """Return what an object type states of its members, and of what is inside of them, by path."""
    of_type = type_named(types, name)
    return {path: Stated(types, (*of_type.path, "members", path), one) for path, one in of_type.value.members.items()}


def above(path: str) -> list[str]:
    """Return the paths of the fields that a path is inside of, the outermost first."""
    parts = path.split(".")
    return [".".join(parts[:depth]).removesuffix(ITEM) for depth in range(1, len(parts))]


def _depends_on_method(types: Source[FieldTypes], stated: Sequence[Stated[FieldStatement]]) -> bool:
    """Return whether the rules of a value depend on the method: on its code, its country, or its currency."""
    look = look_of(types, stated)
    item = type_of(types, look.value.of) if look else None
    layers = ([*([look] if look else []), *stated], [item] if item else [])
    rules = (rule for of in layers for _, rule, _ in last_stated(of))
    return any(one.value.by_currency for one in stated) or any(
        rule.value == "currency" or str(rule.value).startswith("method.") for rule in rules
    )

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
from paycat.catalogue.reading import SourceFile, Stated
from paycat.contract.paths import ITEM
from paycat.contract.values import last_stated, look_of, type_of

Statements = tuple[Stated[FieldStatement], ...]
"""What is stated of one path: by types, the innermost first, then by the table, then by the method."""

_Table = tuple[str, Mapping[str, Stated[FieldStatement]]]
"""The prefix of the paths that a type may state, or "", and what is stated, by whole path."""


@dataclass(slots=True)
class Layout:
    """What is stated of a request: of its fields, in order, and of its objects with a type, by the paths of containers.

    `changed` has the objects of which something outside of their type states a part: the path, with its dot, of the
    outermost object whose type does that, or "" for the table and the method. `dependent` has those of which the method
    decides about a value.
    """

    fields: dict[str, Statements] = field(default_factory=dict)
    objects: dict[str, Statements] = field(default_factory=dict)
    changed: dict[str, str] = field(default_factory=dict)
    dependent: set[str] = field(default_factory=set)

    def statements(self, path: str) -> Statements:
        """Return what is stated of a field, an object or a list of objects; nothing of any other path."""
        return self.objects.get(path) or self.objects.get(path + ITEM) or self.fields.get(path, ())

    def objects_around(self, path: str) -> Iterator[str]:
        """Return the objects with a type that a path is inside of, the innermost first."""
        while "." in path:
            path = path.rpartition(".")[0]
            if path in self.objects:
                yield path


@lru_cache(maxsize=4096)
def layout_of_table(types: SourceFile[FieldTypes], table: SourceFile[RequestTable]) -> Layout:
    """Return what a request table states, whatever the method."""
    return _Laying(types, {path: _at(table, path, statement) for path, statement in table.value.fields.items()}).done()


def layout_of(
    types: SourceFile[FieldTypes],
    table: SourceFile[RequestTable],
    method: SourceFile[MethodStatement],
    direction: str,
) -> Layout:
    """Return what a request table and then a method state of a request."""
    fields = method.value.offer(direction).fields
    if not fields:
        return layout_of_table(types, table)
    table_statements = {path: _at(table, path, statement) for path, statement in table.value.fields.items()}
    method_statements = {path: _at(method, path, statement, direction) for path, statement in fields.items()}
    return _Laying(types, table_statements, method_statements).done()


def object_type(types: SourceFile[FieldTypes], statements: Sequence[Stated[FieldStatement]]) -> tuple[str, bool]:
    """Return the object type of what is stated last, and whether each item of a list is such an object; "" for none."""
    outer_look = look_of(types, statements)
    is_list = outer_look is not None and outer_look.value.shape == "list"
    look = type_of(types, outer_look.value.of) if outer_look and is_list else outer_look
    return (look.name, is_list) if look and isinstance(look.value, FieldType) and look.value.members else ("", False)


def _at(source: SourceFile[Any], path: str, statement: FieldStatement, *steps: str) -> Stated[FieldStatement]:
    return Stated(source, (*steps, "fields", path), statement)


class _Laying:
    """Lays out what is stated of a request, each object before what is inside.

    Each statement is known by its path in the body, with the prefix of what states it: that of the paths inside an
    object for its type, and "" for the table and the method.
    """

    def __init__(self, types: SourceFile[FieldTypes], *tables: Mapping[str, Stated[FieldStatement]]) -> None:
        self._types = types
        self._tables = tuple(("", table) for table in tables)
        self._layout = Layout()
        self._absent: set[str] = set()

    def done(self) -> Layout:
        for path in dict.fromkeys(path for _, table in self._tables for path in table):
            self._lay(path, self._tables, ())
        return self._layout

    def _lay(self, path: str, prefixed_tables: Sequence[_Table], outer_type_names: tuple[str, ...]) -> None:
        """Lay out a path and what is inside; `outer_type_names` are of the objects around it, the outermost first."""
        for outer_path in above(path):
            if not self._layout.statements(outer_path) and any(outer_path in table for _, table in prefixed_tables):
                self._lay(outer_path, prefixed_tables, outer_type_names)
        if self._layout.statements(path) or not self._absent.isdisjoint(above(path)):
            return
        prefixed_statements = [(prefix, table[path]) for prefix, table in prefixed_tables if path in table]
        statements = tuple(statement for _, statement in prefixed_statements)
        type_name, is_list = object_type(self._types, statements)
        requirements = (statement.value.requirement for statement in reversed(statements))
        requirement = next(filter(None, requirements), None)
        if requirement == "absent":
            self._absent.add(path)
        if requirement != "absent" and type_name and type_name not in outer_type_names:
            self._layout.objects[object_path := path + ITEM * is_list] = statements
            self._note(path, prefixed_statements)
            prefix = f"{object_path}."
            members = {prefix + name: statement for name, statement in members_of(self._types, type_name).items()}
            for member_path in members:
                self._lay(member_path, ((prefix, members), *prefixed_tables), (*outer_type_names, type_name))
        else:
            self._layout.fields[path] = statements
            self._note(path, prefixed_statements)

    def _note(self, path: str, prefixed_statements: Sequence[tuple[str, Stated[FieldStatement]]]) -> None:
        """Note the objects around a path that a statement from outside of them changes."""
        object_paths, prefixes = list(self._layout.objects_around(path)), self._layout.changed
        for prefix, _ in prefixed_statements:
            changed_paths = (outer for outer in object_paths if len(prefix) < len(prefixes.get(outer, f"{outer}.")))
            prefixes |= dict.fromkeys(changed_paths, prefix)
        if object_paths and _depends_on_method(self._types, [statement for _, statement in prefixed_statements]):
            self._layout.dependent.update(object_paths)


def type_named(types: SourceFile[FieldTypes], type_name: str) -> Stated[FieldType]:
    """Return the field type of a name."""
    return Stated(types, ("types", type_name), types.value.types[type_name])


def members_of(types: SourceFile[FieldTypes], type_name: str) -> Mapping[str, Stated[FieldStatement]]:
    """Return what an object type states of its members, and of what is inside of them, by path."""
    field_type = type_named(types, type_name)
    members, steps = field_type.value.members.items(), (*field_type.path, "members")
    return {path: Stated(types, (*steps, path), statement) for path, statement in members}


def above(path: str) -> list[str]:
    """Return the paths of the fields that a path is inside of, the outermost first."""
    steps = path.split(".")
    return [".".join(steps[:depth]).removesuffix(ITEM) for depth in range(1, len(steps))]


def _depends_on_method(types: SourceFile[FieldTypes], statements: Sequence[Stated[FieldStatement]]) -> bool:
    """Return whether the rules of a value depend on the method: on its code, its country, or its currency."""
    look = look_of(types, statements)
    item_type = type_of(types, look.value.of) if look else None
    layer_lists = ([*([look] if look else []), *statements], [item_type] if item_type else [])
    rules = (rule for layers in layer_lists for _, rule, _ in last_stated(layers))
    return any(statement.value.by_currency for statement in statements) or any(
        rule.value == "currency" or str(rule.value).startswith("method.") for rule in rules
    )

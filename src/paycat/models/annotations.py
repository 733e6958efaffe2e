"""The annotations of fields in the generated models: types, and what pydantic checks beyond them."""

import re
from collections.abc import Callable, Container, Iterable, Mapping
from keyword import iskeyword

from pydantic import BaseModel

from paycat.contract.naming import type_class
from paycat.contract.nodes import FieldNode, Group
from paycat.documents.json_schema import field_rules
from paycat.languages.python import WIDTH, literal, name
from paycat.languages.python_layout import Bracketed, Expression, LongText, call, subscript
from paycat.models.choices import choice_name
from paycat.models.rules import is_number, number_name, text_name

MODELS = "._runtime.models"
"""The module of the base classes of the models."""
VALUE_TYPES = ".value_types"
"""The module of the types of numbers and texts, and of the rules of lists."""
BOOLEAN = "Boolean"
"""The type of true and false in the runtime."""

_TAKEN = frozenset(
    {*dir(BaseModel), "new", "cls", "self", "str", "int", "float", "bool", "dict", "list", "datetime", "shared"}
)
"""Names that a field would hide: of pydantic, and in annotations."""
_FIELD_ARGUMENTS = {"maxLength": "max_length", "minLength": "min_length", "pattern": "pattern"}


class Imports:
    """The names that a module imports, by the module that has them."""

    def __init__(self) -> None:
        self._names: dict[str, set[str]] = {}

    def named(self, module: str, imported: str) -> str:
        """Return a name, which the module imports."""
        self._names.setdefault(module, set()).add(imported)
        return imported

    def lines(self) -> str:
        """Return the import statements: of the standard library, of pydantic, and of the package."""
        own = sorted(module for module in self._names if module.startswith("."))
        blocks = (self._statements(("datetime", "typing")), self._statements(("pydantic",)), self._statements(own))
        return "\n".join(block for block in blocks if block)

    def _statements(self, modules: Iterable[str]) -> str:
        found = [(module, sorted(self._names[module], key=_order)) for module in modules if module in self._names]
        return "".join(f"{_import(module, names)}\n" for module, names in found)


def _order(name: str) -> tuple[bool, str]:
    """Return what linters sort names by: constants first."""
    return not name.isupper(), name


def _import(module: str, names: list[str]) -> str:
    if names == [module]:
        return f"import {name(module)}"
    line = f"from {module} import {', '.join(map(name, names))}"
    return line if len(line) <= WIDTH else f"from {module} import (\n" + "".join(f"    {one},\n" for one in names) + ")"


def attribute_name(member: str, taken: Container[str] = _TAKEN) -> str:
    """Return the name of the attribute for a member: its own, unless Python or pydantic uses that."""
    found = re.sub(r"\W", "_", member, flags=re.ASCII)
    found = f"field{found}" if found.startswith("_") else found if found[:1].isalpha() else f"field_{found}"
    while iskeyword(found) or found in taken:
        found += "_"
    return found


def optional(expression: Expression) -> Expression:
    """Return a type, or None."""
    if isinstance(expression, Bracketed):
        return Bracketed(expression.opening, expression.items, f"{expression.closing} | None")
    return f"{expression} | None"


def annotated(imports: Imports, kind: Expression, notes: Iterable[Expression]) -> Expression:
    """Return a type with what pydantic and the runtime read beside it."""
    found = tuple(notes)
    return subscript(imports.named("typing", "Annotated"), (kind, *found)) if found else kind


def field_call(imports: Imports, arguments: Iterable[Expression]) -> list[Expression]:
    """Return the call of `Field` with these arguments; none without an argument."""
    found = tuple(arguments)
    return [call(imports.named("pydantic", "Field"), found)] if found else []


def alias_of(member: str) -> list[Expression]:
    """Return the argument that states the name of a member where the attribute has another."""
    return [] if not member or attribute_name(member) == member else [f"alias={literal(member)}"]


class RequestTypes:
    """The types of the fields of requests; `codes` is the usual code of each type of pydantic's errors."""

    def __init__(self, imports: Imports, class_of: Callable[[Group], str], codes: Mapping[str, str]) -> None:
        self._imports, self._class_of, self._codes = imports, class_of, codes

    def annotation(self, member: FieldNode | Group) -> Expression:
        """Return the annotation of a member; None as its default is for an optional one."""
        kind = self.kind(member)
        kind = kind if member.requirement == "required" else optional(kind)
        return annotated(self._imports, kind, self._notes(member))

    def kind(self, member: FieldNode | Group) -> Expression:
        """Return the type of a member's values, without the rules that a type checker does not know."""
        if isinstance(member, Group):
            return self._class_of(member)
        if is_number(member):
            return self._value_type(number_name(member))  # Pydantic would compare decimals with floats.
        if member.json_type == "boolean":
            return self._imports.named(MODELS, BOOLEAN)
        if member.json_type == "array":
            assert member.items is not None, "a list states what its items are"
            return subscript("list", [self.kind(member.items)])
        if not member.name and (text := text_name(member)):
            return self._value_type(text)
        if member.json_type == "object":
            return f"dict[str, {self._imports.named('typing', 'Any')}]"
        return listed(self._imports, field_rules(member)) or "str"

    def _notes(self, member: FieldNode | Group) -> list[Expression]:
        arguments = alias_of(member.name)
        if isinstance(member, Group):
            return field_call(self._imports, arguments)
        if member.json_type == "string":
            rules = field_rules(member)
            for keyword, argument in _FIELD_ARGUMENTS.items():
                if keyword in rules:
                    value = rules[keyword]
                    arguments.append(LongText(argument, value) if isinstance(value, str) else f"{argument}={value}")
        return [*field_call(self._imports, arguments), *self._own_notes(member)]

    def _own_notes(self, field: FieldNode) -> list[Expression]:
        """Return what the runtime reads: rules of lists, codes, and whether the value is sensitive."""
        found: list[Expression] = []
        if field.items and field.constraints:
            stated = [
                f"{rule.keyword}=({literal(rule.value)}, {literal(rule.phrase.whole_must)})"
                for rule in field.constraints
            ]
            found.append(call(self._value_type("ListRules"), stated))
        if codes := self._own_codes(field):
            found.append(call(self._note("Codes"), codes))
        if isinstance(field.items, FieldNode) and (codes := self._own_codes(field.items)):
            found.append(call(self._note("ItemCodes"), codes))
        if field.sensitive:
            found.append(self._note("SENSITIVE"))
        return found

    def _own_codes(self, field: FieldNode) -> list[Expression]:
        codes = {self._codes[rule.kind.error]: rule.code for rule in field.constraints}
        return [f"{usual}={literal(code)}" for usual, code in codes.items() if usual != code]

    def _value_type(self, imported: str) -> str:
        return self._imports.named(VALUE_TYPES, imported)

    def _note(self, imported: str) -> str:
        return self._imports.named("._runtime.notes", imported)


def listed(imports: Imports, rules: Mapping[str, object]) -> Expression | None:
    """Return the type of the values that rules list; None where they list none."""
    values = rules.get("enum") or ([rules["const"]] if "const" in rules else [])
    assert isinstance(values, list)
    return subscript(imports.named("typing", "Literal"), map(literal, values)) if values else None


class RecordTypes:
    """The types of the members of records. Clients accept new values, so no bound is enforced."""

    def __init__(self, imports: Imports, bodies: Mapping[str, FieldNode | Group], choices: Mapping[str, str]) -> None:
        self._imports, self._bodies, self._choices = imports, bodies, choices

    def annotation(self, member: FieldNode | Group, called: str) -> Expression:
        """Return the annotation of a member; `called` is the name of an object or an open choice in it."""
        notes: list[Expression] = alias_of(member.name)
        kind: Expression = called if isinstance(member, Group) else self._kind(member, called)
        node = member
        while isinstance(node, FieldNode) and node.shape == "record":
            node = self._bodies[node.record or ""]
        if isinstance(node, FieldNode) and node.shape == "union" and len({one.record for one in node.variants}) > 1:
            notes.append(f"discriminator={literal(node.discriminator)}")
        kind = optional(kind) if member.nullable or member.requirement != "required" else kind
        return annotated(self._imports, kind, field_call(self._imports, notes))

    def _kind(self, field: FieldNode, called: str) -> Expression:
        match field.shape:
            case "record":
                body = self._bodies[field.record or ""]
                return (field.record or "") if isinstance(body, Group) else self._kind(body, field.record or "")
            case "union":
                return " | ".join(dict.fromkeys(self._variant(one.record) for one in field.variants))
            case "any":
                return self._imports.named("typing", "Any")
            case "list" if field.items:
                return subscript("list", [self._item(field.items, called)])
            case _:
                return self._plain(field, called)

    def _variant(self, record: str) -> str:
        body = self._bodies[record]
        return record if isinstance(body, Group) else str(self._kind(body, record))

    def _item(self, item: FieldNode | Group, called: str) -> Expression:
        return called if isinstance(item, Group) else self.annotation(item, called)

    def _plain(self, field: FieldNode, called: str) -> Expression:
        if field.open:
            return self._imports.named(".choices", self._choices[called])
        if field.shape == "date":
            return f"{self._imports.named('datetime', 'datetime')}.date"
        if field.shape == "date_time":
            return self._imports.named("pydantic", "AwareDatetime")
        if field.shape == "decimal":
            return self._imports.named(VALUE_TYPES, type_class(field.type)) if field.type else "float"
        fixed = {key: value for key, value in field_rules(field).items() if key == "const"}
        plain = {"integer": "int", "boolean": "bool", "string": "str"}
        if field.json_type == "object":
            return f"dict[str, {self._imports.named('typing', 'Any')}]"
        return listed(self._imports, fixed) or plain.get(field.json_type, "Any")


def called_inside(around: str, member: str) -> str:
    """Return the name of what is inside a member of an object."""
    return choice_name(around, member)

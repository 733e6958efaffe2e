"""What the template of classes prints beside the types that datamodel-code-generator found: rules, notes, arguments."""

from collections.abc import Iterator, Mapping
from typing import Protocol

from paycat.languages import python
from paycat.languages.source import Source
from paycat.models.class_schemas import NOTES, VALUE_TYPES, Schema, attribute_name

_RULES = {"maxLength": "max_length", "minLength": "min_length", "pattern": "pattern"}
"""The arguments of pydantic's `Field` by keyword."""
_MODULES = {"Field": "pydantic", "ListRules": VALUE_TYPES, "Codes": NOTES, "ItemCodes": NOTES, "SENSITIVE": NOTES}
"""The modules of what an annotation has beside its type."""
_OR_NONE = " | None"


class FoundField(Protocol):
    """What datamodel-code-generator found of a member."""

    original_name: str
    type_hint: str
    required: bool


def printed_names(schema: Schema) -> Iterator[tuple[str, str]]:
    """Yield the names that the template prints for a class beside types, each with its module."""
    for member, stated in schema["properties"].items():
        if not stated.get("x-inherited") and (names := [name for name, _ in _notes(member, stated)]):
            yield "Annotated", "typing"
            yield from ((name, _MODULES[name]) for name in names)
    if "x-new" in schema:
        yield "TYPE_CHECKING", "typing"
        yield "Self", "typing"


def _field(found: FoundField, schema: Schema) -> Source:
    """Return a member with its annotation, as formatters lay it out: a long one has a part a line."""
    stated = _notes(found.original_name, schema)
    notes = [python.call(name, arguments, 8) if arguments else name for name, arguments in stated]
    before, default = f"{_attribute(found)}: ", _default(found)
    kind = python.source(found.type_hint)
    line = f"{before}Annotated[{', '.join((kind, *notes))}]{default}" if notes else f"{before}{kind}{default}"
    if "\n" not in line and 4 + len(line) <= python.WIDTH:
        return python.source(line)
    if not notes:
        return python.source(f"{before}{_explicit(kind, schema, 4)}{default}")
    parts = "".join(f"        {part},\n" for part in (_explicit(kind, schema, 8), *notes))
    return python.source(f"{before}Annotated[\n{parts}    ]{default}")


def _argument(found: FoundField, schema: Schema) -> Source:
    """Return an argument of `new`: an exact number may be a whole one, too."""
    kind = found.type_hint.removesuffix(_OR_NONE)
    either = f"{kind} | int" if schema.get("x-number") else kind
    hint = python.source(either + found.type_hint[len(kind) :])
    return python.source(f"{_attribute(found)}: {_explicit(hint, schema, 12)}{_default(found)},")


def _explicit(type_hint: Source, schema: Schema, indent: int) -> Source:
    """Return a type as formatters lay it out at the begin of a line: many listed values have a line each."""
    if "enum" not in schema or indent + len(type_hint) < python.WIDTH:
        return type_hint
    values = "".join(f"{' ' * indent}    {python.literal(value)},\n" for value in schema["enum"])
    optional = f"\n{' ' * indent}| None" if type_hint.endswith(_OR_NONE) else ""
    return python.source(f"Literal[\n{values}{' ' * indent}]{optional}")


def _notes(member: str, schema: Schema) -> Iterator[tuple[str, Mapping[str, Source]]]:
    """Yield what the annotation of a member has beside its type, with arguments: for pydantic, and for the package."""
    fields = {"alias": member} if attribute_name(member) != member else {}
    fields |= {argument: schema[keyword] for keyword, argument in _RULES.items() if keyword in schema}
    if "discriminator" in schema:
        fields["discriminator"] = schema["discriminator"]["propertyName"]
    if fields:
        yield "Field", {argument: _written(argument, value) for argument, value in fields.items()}
    if rules := schema.get("x-list-rules"):
        yield "ListRules", {keyword: python.tuples(rule) for keyword, rule in rules.items()}
    for name, key in (("Codes", "x-codes"), ("ItemCodes", "x-item-codes")):
        if codes := schema.get(key):
            yield name, {usual: python.literal(code) for usual, code in codes.items()}
    if schema.get("x-sensitive"):
        yield "SENSITIVE", {}


def _written(argument: str, value: str | int) -> Source:
    if isinstance(value, str):
        return python.long_literal(value, 12, len(argument) + 1)
    return python.literal(value)


def _attribute(found: FoundField) -> Source:
    return python.name(attribute_name(found.original_name))


def _default(found: FoundField) -> str:
    return "" if found.required else " = None"


def _listed(members: list[str]) -> str:
    names = [f"`{member}`" for member in members]
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]


FUNCTIONS = {
    "argument": _argument,
    "docstring": python.filled_docstring,
    "field": _field,
    "listed": _listed,
    "name": python.name,
    "tuples": python.tuples,
}
"""What the template calls to print: datamodel-code-generator renders it, so it has no filters of languages."""

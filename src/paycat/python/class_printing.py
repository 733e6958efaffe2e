"""What the template of classes prints beside the types that datamodel-code-generator found: rules, notes, arguments."""

from collections.abc import Iterator, Mapping
from typing import Protocol

from paycat.contract.naming import attribute_name
from paycat.languages import python
from paycat.languages.source import Source
from paycat.python.class_schemas import NOTES, VALUE_TYPES, Schema

_RULES = {"maxLength": "max_length", "minLength": "min_length", "pattern": "pattern"}
"""The arguments of pydantic's `Field` by keyword."""
_MODULES = {"Field": "pydantic", "ListRules": VALUE_TYPES, "Codes": NOTES, "ItemCodes": NOTES, "SENSITIVE": NOTES}
"""The modules of what an annotation has beside its type."""
_OR_NONE = " | None"


class FoundField(Protocol):
    """What datamodel-code-generator found of a member."""

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


def _heading(name: str, base: str) -> Source:
    line = f"class {python.name(name)}({python.name(base)}, frozen=True):"
    return python.source(line if len(line) <= python.WIDTH else f"class {name}(\n    {base},\n    frozen=True,\n):")


def _field(found: FoundField, schema: Schema) -> Source:
    """Return a member with its annotation, as formatters lay it out: a long one has a part a line."""
    before, kind, default = f"{_attribute(schema)}: ", python.source(found.type_hint), _default(found)
    stated = _notes(schema["x-name"], schema)
    notes = [python.call(name, arguments, 8) if arguments else name for name, arguments in stated]
    line = f"{before}Annotated[{', '.join((kind, *notes))}]{default}" if notes else f"{before}{kind}{default}"
    if "\n" not in line and 4 + len(line) <= python.WIDTH:
        return python.source(line)
    if not notes and default:
        return python.source(f"{before}(\n        {_laid_out(kind, schema, 8, '')}\n    ){default}")
    if not notes:
        return python.source(f"{before}{_laid_out(kind, schema, 4, '', len(before))}")
    parts = "".join(f"        {part},\n" for part in (_laid_out(kind, schema, 8, ","), *notes))
    return python.source(f"{before}Annotated[\n{parts}    ]{default}")


def _argument(found: FoundField, schema: Schema) -> Source:
    """Return an argument of `new`: an exact number may be a whole one, too."""
    kind = found.type_hint.removesuffix(_OR_NONE)
    either = f"{kind} | int" if schema.get("x-number") else kind
    before, after = f"{_attribute(schema)}: ", f"{_default(found)},"
    hint = python.source(either + found.type_hint[len(kind) :])
    laid_out = _laid_out(hint, schema, 12, after, len(before))
    return python.source(f"{before}{laid_out}{after}")


def _laid_out(type_hint: Source, schema: Schema, indent: int, after: str, before: int = 0) -> Source:
    """Return a type as formatters lay it out between brackets: a long one has an alternative or a value a line."""
    if indent + before + len(type_hint) + len(after) <= python.WIDTH:
        return type_hint
    line = "\n" + " " * indent
    if "enum" not in schema:
        return python.source(type_hint.replace(" | ", f"{line}| "))
    values = "".join(f"{line}    {python.literal(value)}," for value in schema["enum"])
    return python.source(f"Literal[{values}{line}]{f'{line}| None' if type_hint.endswith(_OR_NONE) else ''}")


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


def _attribute(schema: Schema) -> Source:
    return python.name(attribute_name(schema["x-name"]))


def _default(found: FoundField) -> str:
    return "" if found.required else " = None"


def _listed(members: list[str]) -> str:
    names = [f"`{member}`" for member in members]
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]


FUNCTIONS = {
    "argument": _argument,
    "docstring": python.filled_docstring,
    "field": _field,
    "heading": _heading,
    "listed": _listed,
    "name": python.name,
    "tuples": python.tuples,
}
"""What the template calls to print: datamodel-code-generator renders it, so it has no filters of languages."""

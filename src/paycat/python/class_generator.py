"""The call of datamodel-code-generator, and what the template of classes prints beside the types that it found."""

import re
import warnings
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Protocol

from paycat.cache import Cache
from paycat.contract.model import Contract
from paycat.contract.naming import attribute_name
from paycat.languages import python
from paycat.languages.source import Source
from paycat.python.class_schemas import (
    MODELS,
    NOTES,
    PRINTED,
    RECORDS,
    VALUE_TYPES,
    Schema,
    record_schemas,
    reference,
    request_schemas,
)

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


_TEMPLATE = Path(__file__).parent / "class_template"
_HEADER = "# Generated by paycat from the catalogue. Do not edit."
_ELSEWHERE = {"typing": "typing", "pydantic": "pydantic", MODELS: f".{MODELS}", NOTES: f".{NOTES}"}
"""Where names come from that no document has, by the module that references state."""
_NAMED_AT_TOP = re.compile(r"^(?:class )?(\w+)(?=\(| = )", re.MULTILINE)
_MOST = 200
"""How many modules one call makes: more of them would take much memory."""
_OF_TYPES = ("type", "format", "enum", "const", "additionalProperties")


def python_modules(contract: Contract, cache: Cache) -> dict[str, str]:
    """Return the modules of the generated models by file name: one for each method, `shared.py` and `records.py`."""
    records = {RECORDS: record_schemas(contract)} if contract.interface.records else {}
    sources = class_sources({**request_schemas(contract), **records}, cache)
    return {f"{module}.py": source for module, source in sources.items()}


def class_sources(documents: Mapping[str, Schema], cache: Cache) -> dict[str, str]:
    """Return the source of the classes of each document; what an earlier run made of the same is not made again."""
    return cache.lasting_of_each(_sources, documents)


def _sources(documents: Mapping[str, Schema]) -> dict[str, str]:
    stated = list(documents.items())
    batches = (dict(stated[start : start + _MOST]) for start in range(0, len(stated), _MOST))
    return {name: source for batch in batches for name, source in _generated(batch).items()}


def _generated(documents: Mapping[str, Schema]) -> dict[str, str]:
    """Return the sources of documents. Raises RuntimeError if the generator fails: no pack is the cause."""
    import datamodel_code_generator as generator  # noqa: PLC0415 - slow; only what makes classes needs it
    from datamodel_code_generator import enums, format  # noqa: PLC0415 - as above

    call = _Call(documents)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            made = generator.generate(
                {"$defs": call.types},
                input_file_type=enums.InputFileType.JsonSchema,
                output=None,
                output_model_type=enums.DataModelType.PydanticV2BaseModel,
                target_python_version=format.PythonVersion.PY_311,
                custom_template_dir=_TEMPLATE,
                extra_template_data=call.facts,
                import_overrides=call.imports,
                custom_class_name_generator=str,
                custom_file_header=_HEADER,
                settings_path=_TEMPLATE,
                formatters=[format.Formatter.BUILTIN],
                use_annotated=True,
                use_double_quotes=True,
                use_exact_imports=True,
                treat_dot_as_module=True,
                collapse_root_models=True,
                allof_class_hierarchy=enums.AllOfClassHierarchy.Always,
                allof_merge_mode=enums.AllOfMergeMode.NoMerge,
                enum_field_as_literal=generator.LiteralType.All,
                output_datetime_class=format.DatetimeClassType.Awaredatetime,
            )
    except Exception as error:
        raise RuntimeError(f"datamodel-code-generator cannot make {', '.join(documents)}") from error
    sources = made if isinstance(made, dict) else {}
    return {name: _module(documents[name], sources.get((f"{key}.py",), "")) for name, key in call.modules.items()}


def _module(document: Schema, source: str) -> str:
    """Return a module with its docstring. Raises RuntimeError if classes of its document are missing."""
    if missing := document["$defs"].keys() - {*_NAMED_AT_TOP.findall(source)}:
        raise RuntimeError(f"datamodel-code-generator did not make {', '.join(sorted(missing))}")
    return f"{_HEADER}\n\n{python.filled_docstring(document['x-text'])}\n\n{source.removeprefix(_HEADER).strip()}\n"


class _Call:
    """What a call of the generator is given: the schemas of all classes, and the facts that the template prints.

    The modules have names of their own here, so that no document refers to another one of the call: what a module is
    made of is its document alone.
    """

    def __init__(self, documents: Mapping[str, Schema]) -> None:
        self.modules = {name: f"module_{index}" for index, name in enumerate(documents)}
        self.types: dict[str, Schema] = {}
        self.facts: defaultdict[str, dict[str, Any]] = defaultdict(dict)
        self.imports: dict[str, str] = {}
        for name, module in self.modules.items():
            for called, schema in documents[name]["$defs"].items():
                self.types[f"{module}.{called}"] = self._class(module, schema)
                members = {attribute_name(name): {**one, "x-name": name} for name, one in schema["properties"].items()}
                self.facts[f"#/$defs/{module}.{called}"] = {"stated": schema, "members": members, **FUNCTIONS}

    def _class(self, module: str, schema: Schema) -> Schema:
        """Return what the generator reads of a class: its base, and the types of its members by their attributes.

        The generator imports what types name, and nothing else. So one member more, which the template leaves out, has
        the names that only the template prints as its type.
        """
        members = {attribute_name(member): self._type(module, one) for member, one in schema["properties"].items()}
        if printed := dict.fromkeys(printed_names(schema)):
            members[PRINTED] = {"anyOf": [self._reference(module, reference(*one)) for one in printed]}
        base = [self._reference(module, one) for one in schema["allOf"]]
        return {
            "type": "object",
            "allOf": base,
            "properties": members,
            "required": list(map(attribute_name, schema["required"])),
        }

    def _type(self, module: str, schema: Schema) -> Schema:
        """Return what a schema states of types: rules are printed by the template."""
        if "$ref" in schema:
            return self._reference(module, schema)
        found = {keyword: schema[keyword] for keyword in _OF_TYPES if keyword in schema}
        if "items" in schema:
            found["items"] = self._type(module, schema["items"])
        if "anyOf" in schema:
            found["anyOf"] = [self._type(module, one) for one in schema["anyOf"]]
        if "discriminator" in schema:
            mapping = schema["discriminator"]["mapping"]
            targets = {value: self._target(module, one) for value, one in mapping.items()}
            found["discriminator"] = {**schema["discriminator"], "mapping": targets}
        return found

    def _reference(self, module: str, schema: Schema) -> Schema:
        return {"$ref": self._target(module, schema["$ref"])}

    def _target(self, module: str, stated: str) -> str:
        """Return what to call a class in this call; one that is elsewhere is in it without members."""
        file, _, called = stated.partition("#/$defs/")
        if not file:
            return f"#/$defs/{module}.{called}"
        other = file.removesuffix(".json")
        self.types.setdefault(f"{other}.{called}", {"type": "object"})
        if other in _ELSEWHERE:
            self.imports[called] = _ELSEWHERE[other]
        return f"#/$defs/{other}.{called}"

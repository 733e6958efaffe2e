"""What the JSON Schemas for editors say of a key beside its form: what its words mean, and what it names."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Self, TypeVar, get_args, get_origin

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

from paycat.yaml.reading import shipped_data

M = TypeVar("M")

REFERS = "x-paycat-refers"
FREE = "x-paycat-free"
KEYS = "x-paycat-keys"
_CHOICES = shipped_data(__package__, "choices.yaml")


@dataclass(frozen=True, slots=True)
class Refers:
    """Says what a text names, such as a decision. `free` names, in lists, need not be known yet."""

    kind: str
    free: bool = False

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return handler(core) if handler.mode == "serialization" else {REFERS: self.kind, FREE: self.free}


@dataclass(frozen=True, slots=True)
class KeysRefer:
    """Says what the keys of a table name."""

    kind: str

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        schema = handler(core)
        return schema if handler.mode == "serialization" else {**schema, KEYS: self.kind}


@dataclass(frozen=True, slots=True, eq=False)  # Annotations are hashed, and a mapping cannot be.
class Words:
    """Says what each word of a choice means; of a plain text, it says by that which words there are."""

    meanings: Mapping[str, str]

    @classmethod
    def of(cls, choice: str) -> Self:
        """Return those of a choice in `choices.yaml`."""
        return cls(_CHOICES[choice])

    def __get_pydantic_core_schema__(self, source_type: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.literal_schema(list(self.meanings)) if source_type is str else handler(source_type)

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        schema = handler(core)
        if handler.mode == "serialization":
            return schema
        words = schema["enum"] if "enum" in schema else [schema["const"]]
        return {"type": "string", "enum": words, "enumDescriptions": [self.meanings[word] for word in words]}


def table_of(direction: str) -> str:
    """Return the kind of the request tables of a direction."""
    return f"{direction} table"


def marks_in(mark_class: type[M], annotation: Any, *metadata: Any) -> Iterator[M]:
    """Return the marks of a class on a type and inside it, outermost first; not those on the keys of tables."""
    yield from (mark for mark in metadata if isinstance(mark, mark_class))
    arguments = get_args(annotation)
    if get_origin(annotation) is Annotated:
        yield from marks_in(mark_class, *arguments)
    else:
        for argument in arguments[1:] if get_origin(annotation) is dict else arguments:
            yield from marks_in(mark_class, argument)


def classes_in(base_class: type[M], annotation: Any) -> Iterator[type[M]]:
    """Yield the classes that a type names and that derive from a class, outermost first."""
    if isinstance(annotation, type) and issubclass(annotation, base_class):
        yield annotation
    for argument in get_args(annotation):
        yield from classes_in(base_class, argument)

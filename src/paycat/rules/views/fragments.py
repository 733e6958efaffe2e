"""A catalogue in; its JSON Schema fragments out, and every schema inside them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from paycat.catalogue.interface import Operations, Records
from paycat.catalogue.reading import Catalogue, Source
from paycat.diagnostics import Span

Path = tuple[str | int, ...]

HOLDS_ONE = (
    *("items", "contains", "additionalProperties", "propertyNames", "not", "if", "then", "else"),
    *("unevaluatedItems", "unevaluatedProperties"),
)
HOLDS_LIST = ("allOf", "anyOf", "oneOf", "prefixItems")
HOLDS_NAMED = ("properties", "patternProperties", "dependentSchemas")


@dataclass(frozen=True, slots=True)
class Fragment:
    """A JSON Schema fragment, the statement that holds it (at `home`), and its example if it has one."""

    source: Source[Operations] | Source[Records]
    home: tuple[str, str]
    schema: Any
    example: Any = None

    @property
    def record(self) -> str | None:
        """The record that the fragment describes, or None for the schema of a parameter or header."""
        return self.home[1] if self.home[0] == "records" else None

    def at(self, path: Path, *, key: bool = False) -> Span:
        """Return a place inside the fragment, or with `key` the place of its key."""
        return self.source.at(*self.home, "schema", *path, key=key)


def fragments(catalogue: Catalogue) -> Iterator[Fragment]:
    """Every fragment: of parameters, response headers and records."""
    operations, records = catalogue.operations, catalogue.records
    for name, parameter in operations.value.parameters.items():
        yield Fragment(operations, ("parameters", name), parameter.schema_, parameter.example)
    for name, header in operations.value.response_headers.items():
        yield Fragment(operations, ("response_headers", name), header.schema_)
    for name, record in records.value.records.items():
        yield Fragment(records, ("records", name), record.schema_, record.example)


def schemas(schema: Any, path: Path = ()) -> Iterator[tuple[Path, dict[str, Any]]]:
    """The schema and every schema inside it that is an object, with its path."""
    if not isinstance(schema, dict):
        return
    yield path, schema
    for inner, value in _inside(schema):
        yield from schemas(value, (*path, *inner))


def _inside(schema: dict[str, Any]) -> Iterator[tuple[Path, Any]]:
    for key, value in schema.items():
        if key in HOLDS_ONE:
            yield (key,), value
        elif key in HOLDS_LIST and isinstance(value, list):
            yield from (((key, index), item) for index, item in enumerate(value))
        elif key in HOLDS_NAMED and isinstance(value, dict):
            yield from (((key, name), item) for name, item in value.items())


def referred(fragment: Fragment) -> Iterator[tuple[Path, str]]:
    """Every name of a record inside the fragment, with its path: references and discriminator mappings."""
    for path, schema in schemas(fragment.schema):
        if isinstance(schema.get("$ref"), str):
            yield (*path, "$ref"), schema["$ref"]
        discriminator = schema.get("discriminator")
        mapping = discriminator.get("mapping") if isinstance(discriminator, dict) else None
        for word, name in mapping.items() if isinstance(mapping, dict) else ():
            if isinstance(name, str):
                yield (*path, "discriminator", "mapping", word), name

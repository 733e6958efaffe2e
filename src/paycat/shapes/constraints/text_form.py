"""The forms that a text may have by its shape: each with its pattern, its name in sentences, and texts near it."""

from abc import ABC, abstractmethod
from collections.abc import Iterator

from paycat.shapes.constraints.kind import Named, Schema, SchemaChange


class TextForm(ABC):
    """A form of texts."""

    name: str
    """The bound of `format` in the contract, and the `format` of OpenAPI."""
    pattern: str
    title: str
    """Its name in tables."""
    example: str
    """What a value must be: "a date such as 2026-01-31"."""
    error: str = "string_pattern_mismatch"
    """The type of pydantic's error."""

    @abstractmethod
    def schema_changes(self, schema: Schema) -> Iterator[SchemaChange]:
        """Return schemas with patterns that know less of the form, or more."""

    @abstractmethod
    def wrong(self, value: str) -> Iterator[Named]:
        """Return texts that do not have the form, by name; some are made of a valid value."""

    @abstractmethod
    def right(self) -> Iterator[Named]:
        """Return texts at the edges of the form, by name."""

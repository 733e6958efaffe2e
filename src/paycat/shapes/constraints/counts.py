"""What the bounds on counts have in common: how many characters a text has, how many items a list."""

from collections.abc import Iterator
from typing import Any, ClassVar

from paycat.shapes.constraints.kind import FormType, Kind, Schema, SchemaChange
from paycat.shapes.constraints.phrase import Phrase, count, having


class CountKind(Kind):
    """A bound on how many parts a value has."""

    form_type: ClassVar[FormType] = "count"
    noun: ClassVar[str]
    """What is counted."""
    word: ClassVar[str]
    """What stands before the count: "at least"."""

    def fault(self, bound: Any, longest: int) -> str | None:
        """Return that a bound is no count that a body can have."""
        return None if type(bound) is int and 0 <= bound <= longest else f"no length from 0 to {longest}"

    def phrase(self, bound: Any) -> Phrase:
        """Return the constraint in words."""
        return having(f"{self.word} {count(bound, self.noun)}")

    def schema_changes(self, value: int, schema: Schema) -> Iterator[SchemaChange]:
        """Return one more and one less."""
        yield "one more", {self.schema_keyword: value + 1}
        yield "one less", {self.schema_keyword: max(value - 1, 0)}

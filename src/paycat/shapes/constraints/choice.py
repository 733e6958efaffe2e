"""`choice`: the texts of which a value is one, which YAML lists as `values`."""

from collections.abc import Iterator
from typing import Any

from paycat.shapes.constraints.aspects import CHOICE
from paycat.shapes.constraints.kind import Kind, Named, Sampled, Schema, SchemaChange, with_blanks
from paycat.shapes.constraints.relations import Relation
from paycat.shapes.constraints.statement import ConstraintKey, Phrase, being, one_of
from paycat.shapes.patterns.compiled import pattern_of


class Enumeration(Kind):
    keyword = "choice"
    json_types = ("string",)
    relation = Relation.ONE_OF
    aspect = CHOICE
    statement = ConstraintKey(
        "values",
        "choices",
        ("choice",),
        "The values, in order: a list, or a table with what each of them means.",
        lambda value, _: {"choice": tuple(value)},
    )
    schema_keyword = "enum"
    error = "literal_error"
    argument = "expected"

    def fault(self, bound: Any, max_bytes: int) -> str | None:
        is_list = isinstance(bound, tuple) and bound and len(set(bound)) == len(bound)
        return None if is_list else "no list of different texts"

    def phrase(self, bound: Any) -> Phrase:
        return being(one_of(bound))

    def schema(self, bound: Any) -> dict[str, Any]:
        return {self.schema_keyword: list(bound)}

    def error_context(self, bound: Any) -> dict[str, Any]:
        """Return the values as Python writes them."""
        *other_texts, last_text = map(repr, bound)
        return {self.argument: f"{', '.join(other_texts)} or {last_text}" if other_texts else last_text}

    def texts(self, bound: Any) -> str:
        return pattern_of(bound)

    def schema_changes(self, value: list[str], schema: Schema) -> Iterator[SchemaChange]:
        """Return the list without each of its values, and the values in any letter case."""
        for text in value if len(value) > 1 else ():
            yield f"without {text}", {self.schema_keyword: [other_text for other_text in value if other_text != text]}
        swapped_texts = [text.swapcase() for text in value]
        yield "any letter case", {self.schema_keyword: list(dict.fromkeys((*value, *swapped_texts)))}

    def breaking(self, field: Sampled) -> Iterator[Named]:
        """Return values near those of the list, each in other letter cases too, and one near each of its ends."""
        value, texts = field.value, self._values(field)
        yield from (("other", f"{texts[-1]}X"), ("other_case", value.swapcase()), ("empty", ""))
        for text in texts:
            cases = {text.upper(): "upper_case", text.lower(): "lower_case", text.swapcase(): "other_case"}
            yield from ((f"{name}_{text}", spelling) for spelling, name in cases.items() if spelling != text)
        yield from with_blanks(value)

    def edges(self, field: Sampled) -> Iterator[Named]:
        """Return every value."""
        if self.keyword in field.bounds:
            yield from ((text, text) for text in self._values(field))

    def _values(self, field: Sampled) -> tuple[str, ...]:
        bound = field.bounds[self.keyword]
        assert isinstance(bound, tuple), "a contract with such a bound is rejected when it is read"
        return bound

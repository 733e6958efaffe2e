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

    def fault(self, choices: Any, max_bytes: int) -> str | None:
        is_list = isinstance(choices, tuple) and choices and len(set(choices)) == len(choices)
        return None if is_list else "no list of different texts"

    def phrase(self, choices: Any) -> Phrase:
        return being(one_of(choices))

    def schema(self, choices: Any) -> dict[str, Any]:
        return {self.schema_keyword: list(choices)}

    def error_context(self, choices: Any) -> dict[str, Any]:
        """Return the values as Python writes them."""
        *other_texts, last_text = map(repr, choices)
        return {self.argument: f"{', '.join(other_texts)} or {last_text}" if other_texts else last_text}

    def texts(self, choices: Any) -> str:
        return pattern_of(choices)

    def schema_changes(self, choices: list[str], schema: Schema) -> Iterator[SchemaChange]:
        """Return the list without each of its values, and the values in any letter case."""
        for text in choices if len(choices) > 1 else ():
            yield f"without {text}", {self.schema_keyword: [other_text for other_text in choices if other_text != text]}
        swapped_texts = [text.swapcase() for text in choices if isinstance(text, str)]  # A case may list booleans.
        yield "any letter case", {self.schema_keyword: list(dict.fromkeys((*choices, *swapped_texts)))}

    def breaking(self, field: Sampled) -> Iterator[Named]:
        """Return values near those of the list, each in other letter cases too, and one near each of its ends."""
        value, choices = field.value, self._values(field)
        yield from (("other", f"{choices[-1]}X"), ("other_case", value.swapcase()), ("empty", ""))
        for text in choices:
            name_by_spelling = {text.upper(): "upper_case", text.lower(): "lower_case", text.swapcase(): "other_case"}
            yield from ((f"{name}_{text}", spelling) for spelling, name in name_by_spelling.items() if spelling != text)
        yield from with_blanks(value)

    def edges(self, field: Sampled) -> Iterator[Named]:
        """Return every value."""
        if self.keyword in field.bounds:
            yield from ((text, text) for text in self._values(field))

    def _values(self, field: Sampled) -> tuple[str, ...]:
        choices = field.bounds[self.keyword]
        assert isinstance(choices, tuple), "a contract with such a bound is rejected when it is read"
        return choices

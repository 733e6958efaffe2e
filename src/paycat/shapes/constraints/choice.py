"""`choice`: the texts of which a value is one, which YAML lists as `values`."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from paycat.matching.patterns import pattern_of
from paycat.shapes.constraints.aspects import CHOICE
from paycat.shapes.constraints.kind import FormType, Kind, Named, Sampled, Schema, SchemaChange
from paycat.shapes.constraints.phrase import Phrase, one_of
from paycat.shapes.constraints.relations import Measure, Relation
from paycat.shapes.constraints.statement import Bound, Statement, Surroundings


def _names(value: Any, _: Surroundings) -> Mapping[str, Bound]:
    return {"choice": tuple(value)}


class Choice(Kind):
    """The texts of which a value is one."""

    keyword = "choice"
    json_types = ("string",)
    measure = Measure.VALUE
    relation = Relation.ONE_OF
    aspect = CHOICE
    statement = Statement("values", "choices", ("choice",), "The values, each with what it means.", _names)
    schema_keyword = "enum"
    form_name = "values"
    form_type: ClassVar[FormType] = "texts"
    form_description = "The values there are"
    error = "literal_error"
    argument = "expected"

    def fault(self, bound: Any, longest: int) -> str | None:
        """Return that a bound is no list of texts."""
        is_list = isinstance(bound, tuple) and bound and len(set(bound)) == len(bound)
        return None if is_list else "no list of different texts"

    def phrase(self, bound: Any) -> Phrase:
        """Return the constraint in words."""
        listed = one_of(bound)
        return Phrase(listed, f"must be {listed}", f"Send {listed}")

    def schema(self, bound: Any) -> dict[str, Any]:
        """Return the values as a list."""
        return {self.schema_keyword: list(bound)}

    def error_context(self, bound: Any) -> dict[str, Any]:
        """Return the values as Python writes them."""
        *first, last = map(repr, bound)
        return {self.argument: f"{', '.join(first)} or {last}" if first else last}

    def texts(self, bound: Any) -> str:
        """Return the pattern of the values."""
        return pattern_of(bound)

    def schema_changes(self, value: list[str], schema: Schema) -> Iterator[SchemaChange]:
        """Return the list without each of its values, and the values in any letter case."""
        if len(value) > 1:
            yield from (
                (f"without {one}", {self.schema_keyword: [other for other in value if other != one]}) for one in value
            )
        swapped = [one.swapcase() for one in value]
        yield "any letter case", {self.schema_keyword: list(dict.fromkeys((*value, *swapped)))}

    def breaking(self, sampled: Sampled) -> Iterator[Named]:
        """Return values near those of the list, and one near each of its ends."""
        value, last = sampled.value, self._values(sampled)[-1]
        yield from (("other", f"{last}X"), ("other_case", value.swapcase()), ("empty", ""))
        yield from ((f"other_case_{one}", one.swapcase()) for one in self._values(sampled))
        yield from (("newline", f"{value}\n"), ("blank_before", f" {value}"), ("blank_after", f"{value} "))

    def edges(self, sampled: Sampled) -> Iterator[Named]:
        """Return every value."""
        if self.keyword in sampled.bounds:
            yield from ((one, one) for one in self._values(sampled))

    def form_bound(self, bound: Any) -> Any:
        """Return the values."""
        return tuple(bound)

    def _values(self, sampled: Sampled) -> tuple[str, ...]:
        bound = sampled.bounds[self.keyword]
        assert isinstance(bound, tuple), "a contract with such a bound is refused when it is read"
        return bound

"""What is known of one kind of constraint. Code that deals with constraints uses this, and names none of them.

A module of this package states everything about its constraint, once; the table in `paycat.shapes.constraints` lists
the kinds in the order in which they are checked.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, ClassVar

from paycat.shapes.constraints.aspects import Aspect
from paycat.shapes.constraints.number_range import NumberRange
from paycat.shapes.constraints.relations import Measure, Relation, relates
from paycat.shapes.constraints.statement import Bound, ConstraintKey, Phrase
from paycat.shapes.decimals import Number, json_number, plain_text
from paycat.shapes.json_types import JsonTypeName

Schema = Mapping[str, Any]
Named = tuple[str, Any]
"""A value, and its name among the others for the same constraint."""

SchemaChange = tuple[str, dict[str, Any]]
"""A description of what was changed, and the keywords that replace those of the schema."""


@dataclass(frozen=True, slots=True)
class Sampled:
    """The field that values are made for: its bounds by keyword, and a value that keeps them all.

    `numbers` are those that it accepts, in texts where the value is one; `steps` is what one of its patterns may cost;
    `further` makes items that a list may have beside those of the value, all of them different: there may be thousands,
    and few are needed. `beside` are patterns that its texts match although they are none of its bounds.
    """

    bounds: Mapping[str, Bound]
    numbers: NumberRange
    value: Any
    steps: int
    further: Callable[[], Iterator[Any]]
    beside: tuple[str, ...] = ()

    def count(self, keyword: str) -> int:
        """Return the bound of a constraint on a count."""
        return int(self.number(keyword))

    def number(self, keyword: str) -> Number:
        """Return the bound of a constraint on numbers."""
        constraint_value = self.bounds[keyword]
        assert isinstance(constraint_value, int | Decimal), "a contract with another bound is rejected when it is read"
        return constraint_value

    def written(self, number: Number) -> int | float | str:
        """Return a number as the field has it: as one of JSON, or as a text."""
        return plain_text(number) if isinstance(self.value, str) else json_number(number)


class Kind(ABC):
    """A kind of constraint: how it is stated, written, worded, tested and compared."""

    keyword: ClassVar[str]
    """Its name in the contract."""
    json_types: ClassVar[tuple[JsonTypeName, ...]]
    """The JSON types of the values that it applies to."""
    measure: ClassVar[Measure] = Measure.VALUE
    relation: ClassVar[Relation]
    aspect: ClassVar[Aspect]
    """How a comparison reports a change of it."""
    statement: ClassVar[ConstraintKey | None] = None
    """The key of YAML that states it; several kinds may have one statement, and what a shape implies has none."""
    code: ClassVar[str] = ""
    """The code of the violation where it is not the keyword."""
    schema_keyword: ClassVar[str]
    """The keyword of JSON Schema that rejects for it; several kinds may have one."""
    open_keyword: ClassVar[str] = ""
    """The keyword for readers who accept what later versions add, where it is another one."""
    note: ClassVar[str] = ""
    """The keyword that annotates its bound in a schema, and so tells whose the one that rejects is."""
    noun: ClassVar[str] = ""
    """What its bound counts; empty where the bound is no count."""
    error: ClassVar[str]
    """The type of the error of models."""
    argument: ClassVar[str] = ""
    """The argument of pydantic's Field that has such an error; models have no other rule of a text by itself."""
    can_be_lost: ClassVar[bool] = False
    """Whether JSON Schema cannot express some bounds; see `limitation`."""

    @property
    def is_implied_by_shape(self) -> bool:
        """Whether no catalogue states it, and a shape implies it."""
        return self.statement is None

    @property
    def as_written(self) -> tuple[str, str]:
        """What is measured of a number as it is written in a text, and how that must relate to the bound."""
        return self.measure, self.relation

    @property
    def usual_code(self) -> str:
        """The code of the violation, unless the catalogue states one of its own."""
        return self.code or self.keyword

    def holds(self, constraint_value: Bound, value: Any) -> bool:
        """Tell whether a value of the right JSON type keeps the constraint."""
        return relates(self.measure, self.relation, value, self.compared(constraint_value))

    def compared(self, constraint_value: Bound) -> Any:
        """Return what the measure is compared with."""
        return constraint_value

    def loosest(self, values: Sequence[Any]) -> Any:
        """Return the bound that a value keeps if it keeps one of several; None where there is no such one."""
        match self.relation:
            case Relation.AT_MOST | Relation.BELOW:
                return max(values)
            case Relation.AT_LEAST | Relation.ABOVE:
                return min(values)
        return values[0] if all(constraint_value == values[0] for constraint_value in values) else None

    @abstractmethod
    def fault(self, constraint_value: Any, max_bytes: int) -> str | None:
        """Return what is wrong with a bound, or None; `max_bytes` is the size of the largest body in bytes."""

    @abstractmethod
    def phrase(self, constraint_value: Any) -> Phrase:
        """Return the constraint in words."""

    def schema(self, constraint_value: Any) -> dict[str, Any]:
        """Return the keywords of JSON Schema that express it, or annotate what they cannot express."""
        return {self.schema_keyword: constraint_value}

    def limitation(self, constraint_value: Any) -> str | None:
        """Return why JSON Schema cannot express it, or None."""
        return None

    def text_schema(self, constraint_value: Any) -> dict[str, Any]:
        """Return the keywords for decimal numbers in texts, beside the one pattern of their form and their bounds."""
        return self.schema(constraint_value)

    def text_limitation(self, constraint_value: Any) -> str | None:
        """Return why that pattern cannot express it, or None."""
        return None

    def error_type(self, constraint_value: Any) -> str:
        """Return the type of the error of models."""
        return self.error

    def text_error_type(self, constraint_value: Any) -> str:
        """Return that type for a decimal number in a text."""
        return self.error_type(constraint_value)

    def error_context(self, constraint_value: Any) -> dict[str, Any]:
        """Return the context of pydantic's error."""
        return {self.argument: constraint_value}

    def rejects_by(self, keyword: str, schema: Schema) -> bool:
        """Tell whether a keyword of a JSON Schema rejects for this constraint."""
        return keyword == self.schema_keyword

    @abstractmethod
    def schema_changes(self, keyword_value: Any, schema: Schema) -> Iterator[SchemaChange]:
        """Return weaker and stricter schemas: mutants of the value of the JSON Schema keyword."""

    @abstractmethod
    def breaking(self, field: Sampled) -> Iterator[Named]:
        """Return values that may break the constraint of a field, and no constraint before it."""

    def is_implied(self, field: Sampled) -> bool:
        """Tell whether it is proven that no value breaks the constraint and keeps those before it."""
        return False

    @abstractmethod
    def edges(self, field: Sampled) -> Iterator[Named]:
        """Return values at the edge of the constraint, or that show that a field has no such constraint."""

    def texts(self, constraint_value: Any) -> str | None:
        """Return a pattern that every text that keeps it matches; None where it is not about their form.

        Other texts match it, too, only if its relation is that of check digits.
        """
        return None

    def known(self, constraint_value: Any) -> Iterable[str]:
        """Return texts that keep it and belong to nobody, of a kind that most texts of a form do not keep."""
        return ()

    def corrected(self, constraint_value: Any, text: str) -> Iterable[str]:
        """Return texts near one that keep it, of such a kind."""
        return ()


def with_blanks(text: str) -> Iterator[Named]:
    """Return a text with a line break or a blank around it."""
    yield from (("newline", f"{text}\n"), ("blank_before", f" {text}"), ("blank_after", f"{text} "))

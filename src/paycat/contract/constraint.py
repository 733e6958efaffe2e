"""Rules on values: what a constraint of a contract bounds, and the code of the violation that breaking it causes."""

import math
from decimal import Decimal
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    PlainSerializer,
    TypeAdapter,
    ValidationInfo,
    WithJsonSchema,
    field_validator,
)

from paycat.catalogue.statement import Location, Reason, Value
from paycat.shapes.constraints import KINDS
from paycat.shapes.constraints.decimal_form import is_decimal
from paycat.shapes.constraints.kind import Kind
from paycat.shapes.constraints.relations import Measure
from paycat.shapes.constraints.statement import Bound as StatedBound
from paycat.shapes.constraints.statement import Phrase
from paycat.shapes.decimals import exact, is_kept, json_number, plain_text


def _known(keyword: str) -> str:
    if keyword not in KINDS:
        raise ValueError(f"there is no constraint {keyword!r}")
    return keyword


Keyword = Annotated[str, AfterValidator(_known), WithJsonSchema({"type": "string", "enum": list(KINDS)})]
"""The name of a kind of constraint in the table."""


def _exact(value: Any) -> Any:
    return exact(value) if isinstance(value, float | Decimal) and math.isfinite(value) else value


def _json(value: StatedBound) -> Any:
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        return value
    return json_number(value) if is_kept(value) else plain_text(value)


Bound = Annotated[
    StatedBound,
    BeforeValidator(_exact),
    PlainSerializer(_json, when_used="json"),
    WithJsonSchema(TypeAdapter(StatedBound).json_schema()),
]
"""A text or several, true, or a number that is compared as a decimal.

JSON has the shortest double, or a text of a number that no double keeps.
"""


class Constraint(Value):
    """One rule on a field's value, with the code of the violation that breaking it causes."""

    keyword: Keyword = Field(description="What is bounded.")
    value: Bound = Field(description="The bound.")
    as_written: str | None = Field(
        default=None, description="The bound as it is written in the catalogue, where that is another form of it."
    )
    code: str = Field(description="Code of the violation.")
    reason: Reason = Field(description="Where the rule comes from.")
    location: Location | None = Field(default=None, description="Where it is stated, if not where the field is.")

    @field_validator("value")
    @classmethod
    def _number_of_text(cls, value: StatedBound, info: ValidationInfo) -> StatedBound:
        kind = KINDS.get(info.data.get("keyword", ""))  # A keyword that was rejected is not there.
        is_number = kind is not None and kind.measure is Measure.NUMBER
        return exact(value) if isinstance(value, str) and is_number and is_decimal(value) else value

    def __eq__(self, other: object) -> bool:
        """Tell whether both reject the same for the same reason, wherever they are stated."""
        return isinstance(other, Constraint) and self._known_by == other._known_by

    def __hash__(self) -> int:
        return hash(self._known_by)

    @property
    def _known_by(self) -> tuple[str, StatedBound, str, Reason]:
        return self.keyword, self.value, self.code, self.reason

    @property
    def kind(self) -> Kind:
        """What is known of constraints of this keyword."""
        return KINDS[self.keyword]

    @property
    def phrase(self) -> Phrase:
        """The constraint in words."""
        return self.kind.phrase(self.shown)

    @property
    def shown(self) -> StatedBound:
        """The bound as people read it: as it is written in the catalogue."""
        return self.value if self.as_written is None else self.as_written

    @property
    def has_own_code(self) -> bool:
        """Whether the code is another than the usual one of its kind."""
        return self.code != self.kind.usual_code

    def holds(self, value: Any) -> bool:
        """Tell whether a value of the right JSON type keeps the constraint."""
        return self.kind.holds(self.value, value)

    @property
    def text(self) -> str:
        """The bound as people read it: a number without an exponent, and without zeros at its end."""
        match self.value:
            case int() | Decimal() if self.value is not True:
                return plain_text(self.value)
            case tuple():
                return ", ".join(self.value)
            case _:
                return str(self.value).lower() if self.value is True else str(self.value)

    @property
    def number(self) -> int | Decimal:
        """The bound of a rule on numbers or lengths. Raises TypeError for any other rule."""
        if isinstance(self.value, str | bool | tuple):
            raise TypeError(f"the bound of {self.keyword} is no number")
        return self.value

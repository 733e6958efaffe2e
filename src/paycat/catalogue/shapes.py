"""What values of answers, messages, parameters and headers look like: shapes, nested, with the constraints of fields.

A member that repeats a field of a request says so (`echo`) and takes its type and its bounds: a fact is stated once.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal, get_args

from pydantic import Discriminator, Field, Tag, WithJsonSchema

from paycat.catalogue import forms
from paycat.catalogue.annotations import KeysRefer, Refers, Words
from paycat.catalogue.constraints import OF_FORM, ByTable, Choosing, Ruled
from paycat.catalogue.lifecycle import Deprecation
from paycat.catalogue.statement import Kept, Statement
from paycat.catalogue.values import (
    MOST_FIELDS,
    Choice,
    Flag,
    Json,
    OneOrMore,
    PayloadText,
    Presence,
    TableOf,
    Text,
    TextOrTable,
    Whole,
)
from paycat.shapes.constraints.const import Const
from paycat.shapes.json_types import SHAPES, ShapeName

ScalarName = Literal["text", "integer", "decimal", "decimal_text", "boolean", "choice", "date", "date_time"]

_MEANINGS: Mapping[str, str] = {
    **{name: shape.description for name, shape in SHAPES.items()},
    "list": "A list; `of` says what its items are.",
    "object": "An object, open to new members; `members` lists those that are known.",
    "any": "Any JSON value.",
}

RecordName = Annotated[Text, Refers("record")]


_SHAPES = Words(_MEANINGS)


class CountLimit(Ruled):
    """A bound on how many items there are: a count, or the limit of a parameter."""

    value: Whole | None = Field(default=None, ge=0, description="The rule's value.")
    parameter: Annotated[Text, Refers("parameter")] | None = Field(
        default=None, description="The parameter whose largest or smallest number is the bound."
    )


class OnlyValue(Ruled):
    """The only value that there is."""

    instead = "The only value: text, or true or false."
    value: Annotated[PayloadText, WithJsonSchema({"type": ["string", "number", "boolean"]})] = Field(
        description="The rule's value."
    )


_Field = Annotated[Text, Refers("field")]
_FieldByDirection = Annotated[
    dict[Text, _Field], Field(min_length=1, max_length=1), KeysRefer("direction"), Tag("of a move")
]
Echo = Annotated[
    Annotated[_Field, Tag("of a creation")] | _FieldByDirection,
    Discriminator(lambda echo: "of a move" if isinstance(echo, dict) else "of a creation"),
    TextOrTable,
]
"""The path of a field of the body that creates a record, or of one that moves it, by the direction of that body."""


class Shaped(Choosing):
    """What says what a value looks like: by a shape, by a field type, or by the request field that it repeats."""

    shape: Annotated[Literal[ShapeName, "any"], Choice, _SHAPES] | None = Field(
        default=None, description="What the value looks like; an object where `members` are listed."
    )
    type: Annotated[Text, Refers("field type")] | None = Field(
        default=None, description="A field type of types.yaml: the value has its shape and keeps its rules."
    )
    echo: Echo | None = Field(
        default=None,
        description="Dotted path of the request field that the value repeats. It has the field's shape, lengths and "
        "limits unless `shape` or `type` is stated, too. A field of the body of an operation that `moves` the record "
        "is written with the direction of that body, as in `{ capture: amount }`.",
    )
    open: Flag = Field(default=False, description="Whether the choice may get further values.")

    @property
    def listed(self) -> tuple[str, ...]:
        """The values of a choice, in order."""
        rule = self.rule("values")
        return tuple(rule.value) if rule else ()

    @property
    def echoed_path(self) -> str | None:
        """The path of the field that the value repeats."""
        return next(iter(self.echo.values())) if isinstance(self.echo, dict) else self.echo

    @property
    def echoed_move(self) -> str | None:
        """The direction of the moving body whose field the value repeats; None of a field of the creating body."""
        return next(iter(self.echo)) if isinstance(self.echo, dict) else None

    @property
    def echo_steps(self) -> tuple[str, ...]:
        """The keys that lead to the path of that field."""
        return ("echo", self.echoed_move) if self.echoed_move else ("echo",)

    @property
    def takes_echoed(self) -> bool:
        """Whether the value looks like the request field that it repeats, as nothing else states what it looks like."""
        return self.echo is not None and self.shape is None and self.type is None

    def rule(self, key: str) -> Ruled | None:
        """Return what is stated by a key of the table of constraints, or None where a parameter states it."""
        rule = super().rule(key)
        return None if isinstance(rule, CountLimit) and (rule.value is None or rule.parameter is not None) else rule

    def of_parameters(self) -> Iterator[tuple[str, str]]:
        """Return the keys of constraints whose bound is the limit of a parameter, each with the parameter."""
        for key, rule in self.rules.items():
            if isinstance(rule, CountLimit) and rule.parameter is not None:
                yield key, rule.parameter


_SCALARS: tuple[ScalarName, ...] = get_args(ScalarName)
_MODELS = {**OF_FORM, "count": CountLimit, Const.statement.key: OnlyValue}


class ScalarStatement(Shaped):
    """What says what a value without parts looks like."""

    rules: Annotated[Mapping[str, Ruled], ByTable(_MODELS, _SCALARS)] = Field(default_factory=dict)
    shape: Annotated[ScalarName, Choice, _SHAPES] | None = Field(
        default=None, description="What the value looks like; a parameter is a text or an integer."
    )


class MadeValue(Kept):
    """What the service puts there where no request has it: one of a few values, or one of the records of a union."""

    short = "by"

    by: Annotated[str, Words.of("made"), Choice] | None = Field(default=None, description="What the value is.")
    first: Text | None = Field(
        default=None,
        description="Of a union: the variant that records have in their first state, where the file of the method "
        "names no other under `variants`.",
    )
    later: Text | None = Field(default=None, description="Of a union: the variant that records have in other states.")


class ShapeStatement(Shaped):
    """What says what a value looks like that may have parts: an object, a list, a record, or one of several records."""

    rules: Annotated[Mapping[str, Ruled], ByTable(_MODELS)] = Field(default_factory=dict)
    record: RecordName | None = Field(default=None, description="The record that the value is.")
    mask: OneOrMore[Annotated[Text, Refers("field")]] = Field(
        default=(),
        description="Dotted path of the request field whose last characters the text shows: at most four, at most "
        "half, no more than its length. Of several fields, the first one that a request has counts.",
    )
    nullable: Flag = Field(default=False, description="Whether the value may be null.")
    of: "Item | None" = Field(
        default=None,
        description="What the items of the list look like. How many a page has is bounded by a parameter, such as "
        "`max_items: { parameter: Limit }`.",
    )
    discriminator: Annotated[Text, forms.MEMBER] | None = Field(
        default=None, description="The member whose value names which of the `variants` an object is."
    )
    variants: TableOf[PayloadText, RecordName] = Field(
        default_factory=dict, description="The records that the value may be, by the value of the discriminator."
    )
    members: "TableOf[Annotated[Text, forms.MEMBER], Member]" = Field(
        default_factory=dict,
        max_length=MOST_FIELDS,
        description="The members of the object by name, in order; further ones may appear.",
    )


class Item(ShapeStatement):
    """What each item of a list looks like."""

    short = "type"
    meaning: Text | None = Field(default=None, description="What an item is, in one sentence.")


class Member(ShapeStatement):
    """A member of an object: what its value looks like, and whether it may be left out."""

    meaning: Text | None = Field(
        default=None, description="What the member holds; default: the meaning of its type, or of the field it repeats."
    )
    made: MadeValue | None = Field(
        default=None,
        description="Where the service takes the value from, if it neither repeats nor masks a field. Without a shape, "
        "the state is a choice, and a time is a date_time. In the record of problems, a member without it is made by "
        "its name, as RFC 9457 names members.",
    )
    python_name: Annotated[Text, forms.ATTRIBUTE] | None = Field(
        default=None, description="Its attribute in generated Python, where another member has the usual one."
    )
    requirement: Presence = Field(default="required", description="required, or optional: objects may lack it.")
    deprecated: Deprecation | None = Field(
        default=None, description="Deprecates the member: do not read it in new code."
    )


class RecordStatement(ShapeStatement):
    """A named shape for what the service answers or sends."""

    meaning: Text = Field(description="What the record is.")
    example: Json = Field(
        default=None,
        description="A complete value; default: what the sandbox answers to the sample `full` of the first method.",
    )


class Records(Statement):
    """What the service answers and sends, by component name."""

    records: TableOf[Annotated[Text, forms.RECORD_NAME], RecordStatement] = Field(
        description="Records by component name."
    )

"""Field types, field tables and what a method says of its fields: the language in which requests are described."""

import re
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import (
    BeforeValidator,
    Field,
    GetJsonSchemaHandler,
    ModelWrapValidatorHandler,
    WithJsonSchema,
    WrapValidator,
    create_model,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from paycat.catalogue import forms
from paycat.catalogue.annotations import Refers, Words
from paycat.catalogue.directions import DIRECTION_WORDS, Direction
from paycat.catalogue.lifecycle import Deprecated
from paycat.catalogue.statement import (
    Choice,
    ListOf,
    Number,
    OneOrMore,
    Reasoned,
    Statement,
    TableOf,
    Text,
    Whole,
    refused,
)
from paycat.loading import Node, Scalar
from paycat.shapes.constraints import STATEMENTS
from paycat.shapes.constraints.statement import Statement as ConstraintStatement
from paycat.shapes.json_types import JsonTypeName
from paycat.shapes.named import SHAPES, ShapeName

Requirement = Literal["required", "optional", "conditional", "absent"]
Role = Literal["method", "amount", "currency", "reference", "metadata", "notify", "return", "country"]
Sensitivity = Literal["pan", "account", "personal"]
Input = Literal["text", "digits", "email", "tel", "url", "date"]
Autocomplete = Literal[
    "name",
    "given-name",
    "family-name",
    "organization",
    "email",
    "tel",
    "street-address",
    "address-level1",
    "address-level2",
    "postal-code",
    "country",
    "off",
]

_REQUIREMENTS = Words(
    {
        "required": "Every request must have the field.",
        "optional": "A request may leave the field out.",
        "conditional": "A condition says in which combinations the field is needed.",
        "absent": "The method takes away a field of the request table.",
    }
)
_CONTAINER_REQUIREMENTS = Words({"required": "Every request must have it.", "optional": "A request may leave it out."})
_ROLES = Words(
    {
        "method": "The code that names the payment method.",
        "amount": "The amount of money.",
        "currency": "The currency of the amount.",
        "reference": "The merchant's own reference.",
        "metadata": "What the merchant gets back as it was sent.",
        "notify": "The address that notifications go to.",
        "return": "The address that the customer is sent back to.",
        "country": "The country of the transaction.",
    }
)
_SENSITIVITIES = Words(
    {
        "pan": "A card number, or what belongs to it.",
        "account": "The number of an account or a wallet.",
        "personal": "What tells who or where a person is.",
    }
)
_SHAPES = Words({name: one.description for name, one in SHAPES.items()})
_INPUTS = Words(
    {
        "text": "A line of text.",
        "digits": "A line of text with a keypad of digits.",
        "email": "An e-mail address.",
        "tel": "A phone number.",
        "url": "A web address.",
        "date": "A day, which a body has as year-month-day.",
    }
)
_AUTOCOMPLETES = Words(
    {
        "name": "The whole name of whoever fills in the form.",
        "given-name": "Their first name.",
        "family-name": "Their last name.",
        "organization": "Their company.",
        "email": "Their e-mail address.",
        "tel": "Their phone number, with the country's prefix.",
        "street-address": "Their address, without the city.",
        "address-level1": "Their state or province.",
        "address-level2": "Their city.",
        "postal-code": "Their postal code.",
        "country": "The code of their country.",
        "off": "Nothing that is known of them fits.",
    }
)
_PLACES = {"enum": [*range(10), "currency"]}
_BOUNDS = {
    "type": ["string", "integer"],
    "pattern": r"^([0-9]+|[0-9]+\.\.[0-9]*|\.\.[0-9]+)$",
    "patternErrorMessage": "a length is written 11, 1..20, ..255 or 1..",
    "minimum": 0,
}
_LENGTH = re.compile(r"(?P<exact>[0-9]+)|(?P<least>[0-9]+)?\.\.(?P<most>[0-9]+)?")


class Ruled(Reasoned):
    """A rule's value, with a reason of its own and a refusal code of its own where the usual ones do not fit."""

    short = "value"
    value: Any
    code: Annotated[Text, forms.CODE, Refers("refusal code")] | None = Field(
        default=None, description="Refusal code, when the rule's usual code does not fit."
    )


class RuledText(Ruled):
    """A rule whose value is text."""

    value: Text = Field(description="The rule's value.")


class RuledNumber(Ruled):
    """A rule whose value is a number."""

    value: Number = Field(description="The rule's value.")


def _step(value: Any, read: Callable[[Any], Any]) -> Any:
    number = read(value)
    if number <= 0:
        raise refused("wrong-type", "expected a number above 0", value)
    return number


class RuledStep(Ruled):
    """A rule whose value is a number above 0."""

    value: Annotated[Number, WrapValidator(_step)] = Field(description="The rule's value.")


def _places(node: Node) -> Any:
    if not isinstance(node, Scalar) or not re.fullmatch("[0-9]|currency", node.text):
        raise refused("wrong-type", "expected a digit, or `currency` for the currency's exponent", node)
    return "currency" if node.text == "currency" else int(node.text)


class RuledPlaces(Ruled):
    """How many decimal places a number may have."""

    value: Annotated[int | Literal["currency"], BeforeValidator(_places), WithJsonSchema(_PLACES)] = Field(
        description="A digit, or `currency` for the exponent of the method's currency."
    )


def _true(node: Node) -> Any:
    if not isinstance(node, Scalar) or node.text != "true":
        raise refused("wrong-type", "expected true; leave the key out where the rule does not hold", node)
    return True


def _bounds(node: Node) -> Any:
    match = _LENGTH.fullmatch(node.text) if isinstance(node, Scalar) else None
    if match is None:
        raise refused("bad-length", "a length is written 11, 1..20, ..255 or 1..", node)
    least, most = match["exact"] or match["least"], match["exact"] or match["most"]
    if least is None and most is None:
        raise refused("bad-length", "a length has a bound: 11, 1..20, ..255 or 1..", node)
    if least and most and int(least) > int(most):
        message = f"the length bounds hold for no text; the smaller one stands first: {most}..{least}"
        raise refused("bad-length", message, node)
    return (int(least) if least else None, int(most) if most else None)


class RuledLength(Ruled):
    """A rule on the number of characters."""

    value: Annotated[tuple[int | None, int | None], BeforeValidator(_bounds), WithJsonSchema(_BOUNDS)] = Field(
        description="11 (exactly), 1..20 (from, to), ..255 (at most) or 1.. (at least).",
        examples=["1..20", "..255", 11],
    )


class RuledCount(Ruled):
    """A rule whose value is a count."""

    value: Whole = Field(ge=0, description="The rule's value.")


class RuledFlag(Ruled):
    """A rule that holds where it is stated."""

    value: Annotated[Literal[True], BeforeValidator(_true), WithJsonSchema({"const": True})] = Field(
        description="true; leave the key out where the rule does not hold."
    )


class ChoiceValue(Reasoned):
    """A value of a choice."""

    short = "meaning"
    meaning: Text = Field(description="What the value says, in one sentence.")
    label: Annotated[Text, forms.LINE] | None = Field(
        default=None, max_length=60, description="The value's name in forms; default: the value itself."
    )


class RuledChoices(Ruled):
    """The values of which one is sent. The table of values is the whole statement: each value has its own reason."""

    value: TableOf[Annotated[Text, forms.LINE], ChoiceValue] = Field(
        min_length=1, description="The values, each with what it means."
    )

    @model_validator(mode="wrap")
    @classmethod
    def _from_node(cls, node: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        made = handler({"value": node})
        made._span = node.span
        return made

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        whole = handler.resolve_ref_schema(handler(core))
        return {**whole["properties"]["value"], "description": whole["description"]}


class Hint(Reasoned):
    """A fact about a field that helps a person and never refuses a payload."""

    short = "note"
    note: Text = Field(description="The fact, in one sentence.")
    pattern: Text | None = Field(default=None, description="The form that values usually have.")


_OF_FORM: Mapping[str, type[Ruled]] = {
    "text": RuledText,
    "number": RuledNumber,
    "step": RuledStep,
    "places": RuledPlaces,
    "span": RuledLength,
    "count": RuledCount,
    "flag": RuledFlag,
    "choices": RuledChoices,
}


def _constraint(statement: ConstraintStatement) -> Any:
    return (
        _OF_FORM[statement.form] | None,
        Field(default=None, description=statement.description, examples=list(statement.examples) or None),
    )


class Constrained(Reasoned):
    """What may state constraints."""

    def stated(self, key: str) -> Ruled | None:
        """Return what is stated by a key of the table of constraints, or None."""
        found: Ruled | None = getattr(self, key, None)
        return found


def _constraining(name: str, description: str, shapes: Collection[ShapeName]) -> type[Constrained]:
    """Return a statement with a key for each constraint that applies to one of the shapes."""
    stated = {key: one for key, one in STATEMENTS.items() if not set(shapes).isdisjoint(one.shapes)}
    return create_model(
        name, __base__=Constrained, __doc__=description, **{key: _constraint(one) for key, one in stated.items()}
    )


if TYPE_CHECKING:

    class _OfValues(Constrained): ...

    class _OfLists(Constrained): ...

else:
    _OfValues = _constraining("_OfValues", "What states constraints on values of any shape.", tuple(SHAPES))
    _OfLists = _constraining("_OfLists", "What states constraints on lists.", ("list",))


class Rules(_OfValues):
    """The rules that a field type or a field may state; each may carry its own reason.

    A rule on values is a key of the table of constraints, and is read by `stated`.
    """

    sensitive: Annotated[Sensitivity, Choice, _SENSITIVITIES] | None = Field(
        default=None, description="pan, account or personal: masked in repr, never in logs and errors."
    )
    input: Annotated[Input, Choice, _INPUTS] | None = Field(
        default=None, description="What a form asks for a text with; default: by what the field's rules allow."
    )
    autocomplete: Annotated[Autocomplete, Choice, _AUTOCOMPLETES] | None = Field(
        default=None, description="What a browser may fill in, where the person whom the field is about has the form."
    )
    hints: OneOrMore[Hint] = Field(default=(), description="Facts that never refuse a payload.")


class FieldType(Rules):
    """A named kind of field: its shape and the rules that hold wherever it is used."""

    shape: Annotated[ShapeName, Choice, _SHAPES] = Field(description="What a value looks like.")
    of: Annotated[Text, Refers("field type")] | None = Field(
        default=None, description="The field type of each item, where the shape is a list."
    )
    meaning: Text = Field(description="What a value of the type is.")

    @property
    def json_type(self) -> JsonTypeName:
        """The JSON type of a value."""
        return SHAPES[self.shape].json_type


class FieldStatement(Rules):
    """What a request table or a method says of one field; a method states only what it adds or changes."""

    requirement: Annotated[Requirement, Choice, _REQUIREMENTS] | None = Field(
        default=None, description="required, optional, conditional or absent."
    )
    type: Annotated[Text, Refers("field type")] | None = Field(default=None, description="A field type of types.yaml.")
    meaning: Text | None = Field(default=None, description="What the field holds, in one sentence.")
    label: Annotated[Text, forms.LINE] | None = Field(
        default=None,
        max_length=60,
        description="The field's name in forms; default: the meaning up to its first comma, semicolon or bracket.",
    )
    role: Annotated[Role, Choice, _ROLES] | None = Field(
        default=None, description="What the machinery must know the field as, such as amount or reference."
    )
    deprecated: Deprecated | None = Field(default=None, description="Says that nobody should begin to send the field.")


class Container(_OfLists):
    """An object that holds nested fields; with `[]` at the end of its path, a list of such objects."""

    meaning: Text = Field(description="What the object describes, or the list holds.")
    requirement: Annotated[Literal["required", "optional"], Choice, _CONTAINER_REQUIREMENTS] | None = Field(
        default=None, description="required or optional; default: required where a field inside is."
    )
    shared: Annotated[Text, forms.SHARED_NAME] | None = Field(
        default=None,
        description="Name of the one component that all requests share; no method may then change its fields.",
    )


class Condition(Reasoned):
    """Which combinations of conditional fields satisfy a request; all in one container."""

    any_of: ListOf[ListOf[Annotated[Text, Refers("conditional field", free=True)]]] = Field(
        description="Combinations; at least one must be there completely."
    )


class RequestTable(Statement):
    """A field table of the specification, which methods name and may add to."""

    direction: Annotated[Direction, Choice, DIRECTION_WORDS] = Field(description="pay_in or payout.")
    title: Annotated[Text, forms.LINE] = Field(description="What the table is called.")
    source: Text = Field(description="Section of the specification; holds for each field without one of its own.")
    containers: TableOf[Annotated[Text, forms.CONTAINER_PATH], Container] = Field(
        default_factory=dict, description="Objects around nested fields, by path."
    )
    fields: TableOf[Annotated[Text, forms.FIELD_PATH.by_rule()], FieldStatement] = Field(
        description="Fields by dotted path, in order."
    )


class FieldTypes(Statement):
    """`types.yaml`: the field types."""

    types: TableOf[Annotated[Text, forms.NAME], FieldType] = Field(description="Field types by name.")

"""The format of the requirements: models of the files, and the source of the published JSON Schemas.

What a form asks for is the contract's; the models here add what only a form needs.
"""

from typing import Any, Literal

from pydantic import Field

from paycat.catalogue.fields import Audience
from paycat.catalogue.interface import Operation
from paycat.catalogue.methods import Currency
from paycat.catalogue.statement import FILES_ALONE, Value
from paycat.catalogue.values import Direction
from paycat.contract.model import Method, Sample
from paycat.contract.nodes import Condition, Constraint, FieldNode
from paycat.shapes.json_types import JsonTypeName

Level = Literal["required", "optional", "conditional", "fixed"]
InputType = Literal["text", "email", "tel", "url", "date", "number", "select", "key_value", "list", "hidden"]
Keypad = Literal["decimal", "email", "numeric", "tel", "url"]


class _File(Value):
    json_schema_of_file: str = Field(
        serialization_alias="$schema", description="JSON Schema of this file, relative to it."
    )

    def written(self) -> dict[str, Any]:
        """Return the file as JSON data; places are files alone, as only who edits the catalogue has its lines."""
        return self.model_dump(mode="json", by_alias=True, exclude_defaults=True, context=FILES_ALONE)


class FormGroup(Value):
    """An object of the body that holds fields, or the body itself."""

    path: str = Field(description="Dotted path; empty for the body itself.")
    pointer: str = Field(description="JSON Pointer as a URI fragment, as violations have it.")
    label: str = Field(description="Heading for people.")
    key: str = Field(description="Key of the group's texts, for translations, as that of a field.")
    meaning: str = Field(description="What it describes.")
    required: bool = Field(description="Whether the object must be sent; it is made of the fields that are filled in.")
    errors: dict[str, str] = Field(description="Violation codes that the object itself may get, each in words.")


class FormField(Value):
    """A field of the body, and what a form must know beside it to ask for it."""

    field: FieldNode = Field(description="The field, as the contract has it.")
    pointer: str = Field(description="JSON Pointer as a URI fragment, as violations have it.")
    group: str = Field(description="Path of the group that holds the field.")
    level: Level = Field(
        description="required, optional, conditional (see `conditions`), or fixed: send `value`, ask nobody."
    )
    value: str | None = Field(default=None, description="The only value there is; absent unless the level is fixed.")
    label: str = Field(description="Name for people.")
    help: str | None = Field(
        default=None, description="What the field holds, in a sentence; absent where the label is all that it says."
    )
    audience: Audience = Field(description="Who fills the field in: payer, merchant or system (nobody is asked).")
    key: str = Field(
        description="Key of the field's texts, for translations: `<key>.label`, `<key>.help`, `<key>.<code>` of errors."
    )
    type: JsonTypeName = Field(description="JSON type of the value in the body.")
    input: InputType = Field(
        description="What to ask with: an HTML input type, `select`, `list`, or `key_value` for any members."
    )
    inputmode: Keypad | None = Field(
        default=None, description="Keypad that fits, as HTML has it; absent for the usual one."
    )
    placeholder: str | None = Field(
        default=None, description="Example, synthetic; absent where no sample has the field."
    )
    options: tuple[str, ...] | None = Field(
        default=None, description="Values to choose from; absent where there is no such list."
    )
    pattern: str | None = Field(
        default=None,
        description="Regular expression of the whole text, as the HTML attribute takes it; absent without one.",
    )
    min: str | None = Field(default=None, description="The smallest number, as a decimal; absent where there is none.")
    max: str | None = Field(default=None, description="The largest number, as a decimal; absent where there is none.")
    step: str | None = Field(
        default=None, description="The step that the number is a multiple of, as a decimal; absent without one."
    )
    unique: bool = Field(default=False, description="Whether no two requests may have the same value.")
    errors: dict[str, str] = Field(
        description="Each violation code that the field may get in words, for the person at the form."
    )


class FormCondition(Condition):
    """A condition of the contract, and what a form must know beside it."""

    group: str = Field(description="Path of the group that holds the fields.")
    pointer: str = Field(description="JSON Pointer of the group, at which the server rejects.")
    code: str = Field(description="Violation code when no combination is complete.")
    text: str = Field(description="The condition in words, for the person at the form.")


class FormCase(Value):
    """What a field is where another one has a value."""

    given: str = Field(description="Path of the field that decides.")
    value: str = Field(description="Its value.")
    path: str = Field(description="Path of the field that it decides about.")
    constraints: tuple[Constraint, ...] = Field(description="Its constraints then, in place of those of the field.")
    errors: dict[str, str] = Field(
        description="Each violation code that they may cause in words, for the person at the form."
    )


class Requirements(_File):
    """All that a form for one request must know: one payment method in one direction."""

    format_version: Literal[4] = Field(description="Version of this format.")
    catalogue_version: str = Field(description="Version of the catalogue that the file is made from.")
    direction: Direction = Field(description="pay_in or payout.")
    method: Method = Field(description="The payment method, as the contract has it, without its requests.")
    currencies: tuple[Currency, ...] = Field(
        description="The method's currencies, as the contract has them; none of a method without money."
    )
    operation: Operation | None = Field(
        default=None, description="Where the body is sent, as the contract has it; absent where no operation takes it."
    )
    path: str | None = Field(
        default=None,
        description="Path that the body is sent to, encoded, if it names the method; absent: that of the operation.",
    )
    body_schema: str | None = Field(
        default=None, description="JSON Schema of the body, relative to this file; absent where none is published."
    )
    groups: tuple[FormGroup, ...] = Field(description="The body, then the objects inside it, in order.")
    fields: tuple[FormField, ...] = Field(description="Every field, in the order of the field table.")
    conditions: tuple[FormCondition, ...] = Field(description="Combinations that satisfy the conditional fields.")
    cases: tuple[FormCase, ...] = Field(default=(), description="What fields are where others have certain values.")
    examples: tuple[Sample, ...] = Field(description="Valid bodies, as the contract has them: `minimal`, `full` first.")


class IndexEntry(Value):
    """A request in the list."""

    direction: Direction = Field(description="pay_in or payout.")
    method: Method = Field(description="The payment method, as the contract has it, without its requests.")
    file: str = Field(description="Its requirements, relative to this file.")


class Index(_File):
    """Every request that there are requirements of, for whoever lets people choose a payment method."""

    format_version: Literal[2] = Field(description="Version of this format.")
    catalogue_version: str = Field(description="Version of the catalogue that the file is made from.")
    requests: tuple[IndexEntry, ...] = Field(description="Pay-ins first, methods by code.")

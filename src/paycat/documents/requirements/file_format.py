"""The format of the requirements: models of the files, and the source of the published JSON Schemas.

A member whose description mentions "absent" is left out if it is None.
"""

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, Field, WithJsonSchema, create_model
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue, SkipJsonSchema
from pydantic_core.core_schema import WithDefaultSchema

from paycat.catalogue.directions import Direction
from paycat.catalogue.fields import Audience, Autocomplete, Sensitivity
from paycat.catalogue.statement import Value
from paycat.documents.json_schema import DIALECT
from paycat.shapes.constraints import KINDS
from paycat.shapes.json_types import JsonTypeName

Absent = SkipJsonSchema[None]
Level = Literal["required", "optional", "conditional", "fixed"]
Shown = Literal["text", "email", "tel", "url", "date", "number", "select", "key_value", "list", "hidden"]
Keypad = Literal["decimal", "email", "numeric", "tel", "url"]
Decimal = Annotated[str, Field(pattern=r"^-?[0-9]+(\.[0-9]+)?$")]
Count = Annotated[int, Field(ge=0)]
_RULES = ("required", "null", "type", *(kind.form_name for kind in KINDS.values()))
Rule = Annotated[str, WithJsonSchema({"type": "string", "enum": list(_RULES)})]


def _is_none(value: object) -> bool:
    return value is None


def _optional(description: str) -> Any:
    return Field(default=None, exclude_if=_is_none, description=description)


class Deprecated(Value):
    """Deprecation: it works as before, but do not use it in new code."""

    since: str = Field(description="Version of the catalogue that says so first.")
    note: str = Field(description="Why, and what to do.")
    instead: str | Absent = _optional("Method code, or name of the field, to use instead; absent when there is none.")
    sunset: str | Absent = _optional("Day from which it may be gone, year-month-day; absent when none is set.")


class Method(Value):
    """A payment method."""

    code: str = Field(description="Method code.")
    title: str = Field(description="Name for people.")
    note: str = Field(description="What it is, in one sentence.")
    deprecated: Deprecated | Absent = _optional("Why it is deprecated; absent when it stays.")


class Currency(Value):
    """The currency of the amount."""

    code: str = Field(description="ISO 4217 code.")
    name: str = Field(description="Name for people.")
    exponent: Count = Field(description="Decimal places of the minor unit.")


class Operation(Value):
    """Where the body is sent."""

    id: str = Field(description="Name of the operation in the OpenAPI document.")
    http_method: str = Field(description="HTTP method.")
    path: str = Field(description="Path below the base address.")


class Group(Value):
    """An object of the body that holds fields, or the body itself."""

    name: str = Field(description="Dotted path; empty for the body itself.")
    pointer: str = Field(description="JSON Pointer as a URI fragment, as violations have it.")
    label: str = Field(description="Heading for people.")
    key: str = Field(description="Key of the group's texts, for translations, as that of a field.")
    meaning: str = Field(description="What it describes.")
    required: bool = Field(description="Whether the object must be sent; it is made of the fields that are filled in.")
    errors: dict[str, str] = Field(description="Violation codes that the object itself may get, each in words.")


class Hint(Value):
    """A fact that helps the person, and never rejects a value: show it, but do not stop anybody."""

    note: str = Field(description="The fact, in one sentence.")
    pattern: str | Absent = _optional("The form that values usually have; a value of another form may be questioned.")


class _Asked(Value):
    """What a form asks for."""

    name: str = Field(description="Dotted path from the body, unique in the file.")
    pointer: str = Field(description="JSON Pointer as a URI fragment, as violations have it.")
    group: str = Field(description="Name of the group that holds the field.")
    level: Level = Field(
        description="required, optional, conditional (see `conditions`), or fixed: send `value`, ask nobody."
    )
    required: bool = Field(description="Whether a body without the field is rejected for that alone.")
    label: str = Field(description="Name for people.")
    help: str | Absent = _optional("What the field holds, in a sentence; absent where the label is all that it says.")
    audience: Audience = Field(description="Who fills the field in: payer, merchant or system (nobody is asked).")
    key: str = Field(
        description="Key of the field's texts, for translations: `<key>.label`, `<key>.help`, `<key>.<code>` of errors."
    )
    type: JsonTypeName = Field(description="JSON type of the value in the body.")
    input: Shown = Field(
        description="What to ask with: an HTML input type, `select`, `list`, or `key_value` for any members."
    )
    inputmode: Keypad | Absent = _optional("Keypad that fits, as HTML has it; absent for the usual one.")
    autocomplete: Autocomplete | Absent = _optional("What a browser may fill in; absent where nothing is known.")
    placeholder: str | Absent = _optional("Example, synthetic; absent where no sample has the field.")
    options: tuple[str, ...] | Absent = _optional("Values to choose from; absent where there is no such list.")
    option_labels: dict[str, str] | Absent = _optional(
        "Names of options for people, where they are not the options themselves; absent where there are none."
    )


_BOUNDS: dict[str, Any] = {"text": str, "count": Count, "decimal": Decimal, "flag": bool, "texts": tuple[str, ...]}

if TYPE_CHECKING:

    class _Bounded(_Asked):
        """What a form asks for, and its constraints: a member for each kind of the table."""

else:
    _Bounded = create_model(
        "_Bounded",
        __base__=_Asked,
        **{
            kind.form_name: (
                _BOUNDS[kind.form_type] | Absent,
                _optional(f"{kind.form_description}; absent when there is no such rule."),
            )
            for kind in KINDS.values()
        },
    )


class FormField(_Bounded):
    """A field of the body, and all that a form must know to ask for it."""

    step: Decimal | Absent = _optional("The step that the number is a multiple of; absent when there is no such rule.")
    sensitive: Sensitivity | Absent = _optional(
        "pan (card data), account or personal: keep it out of logs and errors; absent for anything else."
    )
    hints: tuple[Hint, ...] = Field(description="Facts that never reject a value.")
    codes: dict[Rule, str] = Field(
        description="The rules of this field, in the order in which they are checked, each with its violation code."
    )
    errors: dict[str, str] = Field(description="Each violation code of `codes` in words, for the person at the form.")
    deprecated: Deprecated | Absent = _optional("Why it is deprecated; absent when it stays.")
    source: str | Absent = _optional("Section of the specification; absent where only decisions state the field.")
    decisions: tuple[str, ...] = Field(description="Ids of the decisions that the field and its rules rest on.")


class Condition(Value):
    """A combination of fields that must be there."""

    group: str = Field(description="Name of the group that holds the fields.")
    pointer: str = Field(description="JSON Pointer of the group, at which the server rejects.")
    any_of: tuple[tuple[str, ...], ...] = Field(
        description="Names of fields; of at least one list all must be filled in. More may be."
    )
    code: str = Field(description="Violation code when none is complete.")
    text: str = Field(description="The condition in words, for the person at the form.")
    source: str | Absent = _optional("Section of the specification; absent where only decisions state the condition.")
    decisions: tuple[str, ...] = Field(description="Ids of the decisions that the condition rests on.")


class Example(Value):
    """A valid body, to copy."""

    name: str = Field(description="Name of the sample.")
    meaning: str = Field(description="What it shows.")
    payload: dict[str, Any] = Field(description="The body.")


class Requirements(Value):
    """All that a form for one request must know: one payment method in one direction."""

    json_schema_of_file: str = Field(
        serialization_alias="$schema", description="JSON Schema of this file, relative to it."
    )
    format_version: Literal[2] = Field(default=2, description="Version of this format.")
    catalogue_version: str = Field(description="Version of the catalogue that the file is made from.")
    direction: Direction = Field(description="pay_in or payout.")
    method: Method = Field(description="The payment method.")
    currency: Currency = Field(description="The method's currency.")
    countries: tuple[str, ...] = Field(description="ISO 3166 alpha-2 codes of the countries that it reaches.")
    countries_complete: bool = Field(description="Whether `countries` names every country that it reaches.")
    operation: Operation | Absent = _optional("Where the body is sent; absent where no operation takes it.")
    body_schema: str | Absent = _optional(
        "JSON Schema of the body, relative to this file; absent where none is published."
    )
    groups: tuple[Group, ...] = Field(description="The body, then the objects inside it, in order.")
    fields: tuple[FormField, ...] = Field(description="Every field, in the order of the field table.")
    conditions: tuple[Condition, ...] = Field(description="Combinations that satisfy the conditional fields.")
    examples: tuple[Example, ...] = Field(description="Valid bodies: `minimal` and `full` first.")


class Entry(Value):
    """A request in the list."""

    direction: Direction = Field(description="pay_in or payout.")
    method: Method = Field(description="The payment method.")
    currency: str = Field(description="ISO 4217 code.")
    countries: tuple[str, ...] = Field(description="ISO 3166 alpha-2 codes of the countries that it reaches.")
    countries_complete: bool = Field(description="Whether `countries` names every country that it reaches.")
    file: str = Field(description="Its requirements, relative to this file.")


class Index(Value):
    """Every request that there are requirements of, for whoever lets people choose a payment method."""

    json_schema_of_file: str = Field(
        serialization_alias="$schema", description="JSON Schema of this file, relative to it."
    )
    format_version: Literal[1] = Field(default=1, description="Version of this format.")
    catalogue_version: str = Field(description="Version of the catalogue that the file is made from.")
    requests: tuple[Entry, ...] = Field(description="Pay-ins first, methods by code.")


def written_schema(model: type[BaseModel], address: str = "") -> dict[str, Any]:
    """Return the schema, with its address as `$id`; a member that a file may leave out is not required."""
    schema = model.model_json_schema(mode="serialization", schema_generator=_AsWritten)
    named = {"$schema": DIALECT, **({"$id": address} if address else {})}
    return {**named, "title": schema["title"], "description": schema["description"], **schema}


class _AsWritten(GenerateJsonSchema):
    """Members in the order of the file, without pydantic's titles, and without defaults: a file has them written."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def default_schema(self, schema: WithDefaultSchema) -> JsonSchemaValue:
        return self.generate_inner(schema["schema"])

    def sort(self, value: JsonSchemaValue, parent_key: str | None = None) -> JsonSchemaValue:
        return value

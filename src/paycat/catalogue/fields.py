"""Field types, field tables and what a method says of its fields: the language in which requests are described."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from pydantic import Field

from paycat.catalogue import forms
from paycat.catalogue.annotations import KeysRefer, Refers, Words
from paycat.catalogue.cases import CaseStatement
from paycat.catalogue.constraints import OF_FORM, ByTable, Choosing, Constrained, OnlyTrue, Ruled
from paycat.catalogue.lifecycle import Deprecation
from paycat.catalogue.statement import Derived, Kept, Reasoned, Statement
from paycat.catalogue.values import MOST_FIELDS, Choice, ListOf, OneOrMore, Presence, Series, TableOf, Text
from paycat.shapes.constraints.statement import NUMBERS
from paycat.shapes.json_types import SHAPES, ShapeName

Requirement = Literal["required", "optional", "conditional", "absent"]
Role = Literal["method", "amount", "currency", "reference", "metadata", "notify", "return", "country"]
Sensitivity = Literal["pan", "account", "personal"]
Input = Literal["text", "digits", "email", "tel", "url", "date"]
Audience = Literal["payer", "merchant", "system"]

ROLES = Words.of("role")
FACTS: Mapping[Role, str] = {
    "method": "method.method_code",
    "currency": "method.currency",
    "country": "method.country",
}
"""The fact of a method that fields of a role have, if they are fixed to one."""
_SHAPES = Words({name: shape.description for name, shape in SHAPES.items()})
AUTOCOMPLETES = Words.of("autocomplete")
AUDIENCES = Words.of("audience")


class Hint(Kept, Reasoned):
    """A fact about a field that helps a person and never rejects a payload."""

    short = "note"
    note: Text = Field(description="The fact, in one sentence.")
    pattern: Text | None = Field(default=None, description="The form that values usually have, written like `pattern`.")


class Uniqueness(Reasoned):
    """That no two requests may have the same value of a field."""

    short = "value"
    value: OnlyTrue = Field(description="true; leave the key out where values may repeat.")


class Rules(Choosing):
    """What a field type or a field may state: a shape, and rules, each of which may carry its own reason."""

    rules: Annotated[Mapping[str, Ruled], ByTable(OF_FORM)] = Field(default_factory=dict)
    shape: Annotated[ShapeName, Choice, _SHAPES] | None = Field(default=None, description="What a value looks like.")
    of: Annotated[Text, Refers("field type")] | None = Field(
        default=None, description="The field type of each item, where the shape is a list."
    )
    sensitive: Annotated[Sensitivity, Choice, Words.of("sensitive")] | None = Field(
        default=None, description="pan, account or personal: masked in repr, never in logs and errors."
    )
    input: Annotated[Input, Choice, Words.of("input")] | None = Field(
        default=None, description="What a form asks for a text with; default: by what the field's rules allow."
    )
    autocomplete: Annotated[str, AUTOCOMPLETES, Choice] | None = Field(
        default=None, description="What a browser may fill in, where the person whom the field is about has the form."
    )
    audience: Annotated[Audience, Choice, AUDIENCES] | None = Field(
        default=None, description="Who fills the field in; default: by its role, its fixed value and the direction."
    )
    hints: OneOrMore[Hint] = Field(default=(), description="Facts that never reject a payload.")


class FieldType(Rules):
    """A named kind of field: its shape and the rules that hold wherever it is used."""

    shape: Annotated[ShapeName, Choice, _SHAPES] = Field(description="What a value looks like.")
    meaning: Text = Field(description="What a value of the type is.")
    members: "TableOf[Annotated[Text, forms.FIELD_PATH.by_rule()], FieldStatement]" = Field(
        default_factory=dict,
        max_length=MOST_FIELDS,
        description="The members of an object by name, in order, as fields are stated. A path changes a member inside "
        "an object type.",
    )
    cases: ListOf[CaseStatement] = Field(
        default=(), description="What members are where others have certain values, wherever an object of the type is."
    )


_OF_NUMBERS = {form: OF_FORM[form] for form in ("number", "step", "places")}


class CurrencyLimits(Constrained):
    """Limits of a number in one currency. Each replaces the field's limit of the same name; the others still hold."""

    rules: Annotated[Mapping[str, Ruled], ByTable(_OF_NUMBERS, NUMBERS)] = Field(default_factory=dict)


class FieldStatement(Rules):
    """What a request table or a method says of one field; a method states only what it adds or changes."""

    requirement: Annotated[Requirement, Choice, Words.of("requirement")] | None = Field(
        default=None, description="Whether a request has the field; the request table or the method must say it."
    )
    type: Annotated[Text, Refers("field type")] | None = Field(
        default=None, description="A field type of types.yaml: the field has its shape and keeps its rules."
    )
    meaning: Text | None = Field(
        default=None, description="What the field holds, in one sentence; default: that of its type, or of its role."
    )
    label: Annotated[Text, forms.LINE] | None = Field(
        default=None,
        max_length=60,
        description="The field's name in forms; default: the meaning up to its first comma, semicolon or bracket.",
    )
    python_name: Annotated[Text, forms.ATTRIBUTE] | None = Field(
        default=None, description="Its attribute in generated Python, where another member has the usual one."
    )
    role: Annotated[Role, Choice, ROLES] | None = Field(
        default=None,
        description="The field's role: how generated code finds the amount, the currency or the reference. A field of "
        "a request table for the method, its currency or its country is `fixed` to it by default, if each has it.",
    )
    unique: Uniqueness | None = Field(
        default=None,
        description="That no two requests may have the same value. Only for the field with the role `reference`, if "
        "there is a problem with the cause `duplicate_reference`.",
    )
    by_currency: Annotated[TableOf[Text, CurrencyLimits], KeysRefer("currency")] = Field(
        default_factory=dict,
        description="Limits and decimal places in a currency, by its code; of a method with several, the currency that "
        "the request names beside the field decides.",
    )
    deprecated: Deprecation | None = Field(
        default=None, description="Deprecates the field: do not send it in new code."
    )


def deciding(statements: Sequence[FieldStatement]) -> FieldStatement | None:
    """Return the statement that says what a field looks like: the last one with a field type or a shape."""
    return next((statement for statement in reversed(statements) if statement.type or statement.shape), None)


class Container(Constrained):
    """An object that holds nested fields; with `[]` at the end of its path, a list of such objects."""

    rules: Annotated[Mapping[str, Ruled], ByTable(OF_FORM, ("list",))] = Field(default_factory=dict)
    meaning: Derived[Text] = Field(
        description="What the object describes, or the list holds; default: the name in words."
    )
    requirement: Presence | None = Field(
        default=None, description="required or optional; default: required where a field inside is."
    )
    python_name: Annotated[Text, forms.ATTRIBUTE] | None = Field(
        default=None, description="Its attribute in generated Python, where another member has the usual one."
    )


class ConditionStatement(Reasoned):
    """Which combinations of conditional fields satisfy a request; all in one container."""

    any_of: Series[Series[Annotated[Text, Refers("conditional field", free=True)]]] = Field(
        description="Combinations; at least one must be there completely."
    )


class RequestTable(Statement):
    """A field table of the specification, which methods name and may add to."""

    direction: Derived[Annotated[Text, Refers("direction")]] = Field(
        description="Direction whose requests it describes; default: the name of the file."
    )
    title: Derived[Annotated[Text, forms.LINE]] = Field(
        description="What the table is called; default: the title of the direction."
    )
    source: Text | None = Field(
        default=None, description="Section of the specification; holds for each field without one of its own."
    )
    containers: TableOf[Annotated[Text, forms.CONTAINER_PATH], Container] = Field(
        default_factory=dict, description="Objects around nested fields, by path; default: those around `fields`."
    )
    fields: TableOf[Annotated[Text, forms.FIELD_PATH.by_rule()], FieldStatement] = Field(
        max_length=MOST_FIELDS, description="Fields by dotted path, in order."
    )
    cases: ListOf[CaseStatement] = Field(
        default=(), description="What fields are where others have certain values, whatever the method."
    )


class FieldTypes(Statement):
    """Field types, by name: what several fields have in common."""

    types: TableOf[Annotated[Text, forms.NAME], FieldType] = Field(
        default_factory=dict, description="Field types by name."
    )

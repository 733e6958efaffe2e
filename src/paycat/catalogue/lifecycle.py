"""Deprecation and retirement: methods and fields that go out of use, or have gone."""

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from paycat.catalogue import forms
from paycat.catalogue.statement import Kept, Location, OwnKey, Reasoned
from paycat.catalogue.values import InOrder, ListOf, Text


class Deprecation(Kept, Reasoned):
    """Deprecates a method or field: it works as before, but do not use it in new code."""

    since: Annotated[Text, forms.VERSION] = Field(
        description="Version of the catalogue that says so first, such as 0.2.0."
    )
    note: Text = Field(description="Why, and what to do, in one sentence.")
    instead: Annotated[Text, forms.INSTEAD] | None = Field(
        default=None, description="Method code, or dotted path of a field of the same request, to use instead."
    )
    sunset: Annotated[Text, forms.DAY] | None = Field(
        default=None, description="Day from which it may be gone, and not before, such as 2027-06-30."
    )


class ReservedMethod(Kept):
    """A method that is there no more; its code is never given to another one."""

    code: OwnKey = Field(description="Method code.")
    since: Annotated[Text, forms.VERSION] = Field(description="Version of the catalogue that lacks it first.")
    meaning: Text = Field(description="What the code stood for.")
    now: Annotated[Text, forms.METHOD_CODE] | None = Field(
        default=None, description="The method to use instead, if there is one."
    )
    location: Location = Field(description="Where it is stated.")


class ReservedField(Kept):
    """A field that is there no more; its name is never given to anything else."""

    path: OwnKey = Field(description="Dotted path from the request's root.")
    since: Annotated[Text, forms.VERSION] = Field(description="Version of the catalogue that lacks it first.")
    meaning: Text = Field(description="What the field held.")
    now: Annotated[Text, forms.FIELD_PATH] | None = Field(
        default=None, description="Dotted path of the field that holds it now, if one does."
    )
    methods: ListOf[Annotated[Text, forms.METHOD_CODE]] = Field(
        default=(), description="Methods that had it; default: all."
    )
    location: Location = Field(description="Where it is stated.")


if TYPE_CHECKING:
    _Methods = tuple[ReservedMethod, ...]
    _Fields = tuple[ReservedField, ...]
else:
    _Methods = InOrder[Annotated[Text, forms.METHOD_CODE], ReservedMethod]
    _Fields = InOrder[Annotated[Text, forms.FIELD_PATH], ReservedField]


class Reserved(Kept):
    """Names that were in use once."""

    methods: _Methods = Field(default=(), description="Reserved methods by code.")
    fields: _Fields = Field(default=(), description="Reserved fields by dotted path.")

    def method(self, code: str) -> ReservedMethod | None:
        """Return the reserved method with this code, or None."""
        return next((method for method in self.methods if method.code == code), None)

    def field(self, path: str, method_code: str) -> ReservedField | None:
        """Return the reserved field at this path of a method's requests, or None."""
        fields_at_path = (field for field in self.fields if field.path == path)
        return next((field for field in fields_at_path if not field.methods or method_code in field.methods), None)

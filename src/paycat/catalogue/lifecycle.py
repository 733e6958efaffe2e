"""What is said of methods and fields that go out of use, or have gone: deprecation and retirement."""

from typing import Annotated

from pydantic import Field

from paycat.catalogue import forms
from paycat.catalogue.statement import ListOf, Reasoned, Statement, TableOf, Text


class Deprecated(Reasoned):
    """A method or field that works as before, and that nobody should begin to use."""

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


class RetiredMethod(Statement):
    """A method that is there no more; its code is never given to another one."""

    since: Annotated[Text, forms.VERSION] = Field(description="Version of the catalogue that lacks it first.")
    meaning: Text = Field(description="What the code stood for.")
    now: Annotated[Text, forms.METHOD_CODE] | None = Field(
        default=None, description="The method that stands for it now, if one does."
    )


class RetiredField(Statement):
    """A field that is there no more; its name is never given to anything else."""

    since: Annotated[Text, forms.VERSION] = Field(description="Version of the catalogue that lacks it first.")
    meaning: Text = Field(description="What the field held.")
    now: Annotated[Text, forms.FIELD_PATH] | None = Field(
        default=None, description="Dotted path of the field that holds it now, if one does."
    )
    methods: ListOf[Annotated[Text, forms.METHOD_CODE]] = Field(
        default=(), description="Methods that had it; default: all."
    )


class Retired(Statement):
    """Names that were in use once."""

    methods: TableOf[Annotated[Text, forms.METHOD_CODE], RetiredMethod] = Field(
        default_factory=dict, description="Retired methods by code."
    )
    fields: TableOf[Annotated[Text, forms.FIELD_PATH], RetiredField] = Field(
        default_factory=dict, description="Retired fields by dotted path."
    )

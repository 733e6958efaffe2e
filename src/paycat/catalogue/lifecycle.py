"""What is said of methods and fields that go out of use, or have gone: deprecation and retirement."""

from pydantic import Field

from paycat.catalogue.statement import ListOf, Reasoned, Statement, TableOf, Text

VERSION = r"^[0-9]+\.[0-9]+\.[0-9]+$"
"""A version, major.minor.patch."""

DAY = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
"""A day, year-month-day."""


class Deprecated(Reasoned):
    """A method or field that works as before, and that nobody should begin to use."""

    since: Text = Field(pattern=VERSION, description="Version of the catalogue that says so first, such as 0.2.0.")
    note: Text = Field(description="Why, and what to do, in one sentence.")
    instead: Text | None = Field(
        default=None, description="Method code, or dotted path of a field of the same request, to use instead."
    )
    sunset: Text | None = Field(
        default=None, pattern=DAY, description="Day from which it may be gone, and not before, such as 2027-06-30."
    )


class RetiredMethod(Statement):
    """A method that is there no more; its code is never given to another one."""

    since: Text = Field(pattern=VERSION, description="Version of the catalogue that lacks it first.")
    meaning: Text = Field(description="What the code stood for.")
    now: Text | None = Field(default=None, description="The method that stands for it now, if one does.")


class RetiredField(Statement):
    """A field that is there no more; its name is never given to anything else."""

    since: Text = Field(pattern=VERSION, description="Version of the catalogue that lacks it first.")
    meaning: Text = Field(description="What the field held.")
    now: Text | None = Field(default=None, description="Dotted path of the field that holds it now, if one does.")
    methods: ListOf[Text] = Field(default=(), description="Methods that had it; default: all.")


class Retired(Statement):
    """Names that were in use once."""

    methods: TableOf[RetiredMethod] = Field(default_factory=dict, description="Retired methods by code.")
    fields: TableOf[RetiredField] = Field(default_factory=dict, description="Retired fields by dotted path.")

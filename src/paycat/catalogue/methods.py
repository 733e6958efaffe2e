"""`methods/<CODE>.yaml` and `currencies.yaml`: payment methods and the currencies that they use."""

from typing import Annotated, Literal

from pydantic import Field

from paycat.catalogue.fields import Condition, Container, FieldStatement
from paycat.catalogue.statement import Choice, Flag, ListOf, Reasoned, Statement, TableOf, Text, Whole

Availability = Literal["supported", "not_supported", "not_supported_yet", "not_listed"]


class DirectionStatement(Reasoned):
    """Whether a method offers a direction, and what it adds to the request table it uses."""

    short = "availability"
    availability: Annotated[Availability, Choice] = Field(
        description="supported, not_supported, not_supported_yet or not_listed: the specification's own difference."
    )
    request: Text | None = Field(default=None, description="Request table in requests/; default: the direction's name.")
    containers: TableOf[Container] = Field(default_factory=dict, description="Objects that only this method has.")
    fields: TableOf[FieldStatement] = Field(
        default_factory=dict, description="Fields that this method adds or changes, by dotted path."
    )
    conditions: ListOf[Condition] = Field(default=(), description="Combinations of the conditional fields.")


class CountriesComplete(Reasoned):
    """Whether `countries` names every country that the method reaches."""

    short = "value"
    value: Flag = Field(description="false when the specification names examples or a region.")


class CountryMode(Reasoned):
    """How the country of a transaction is known."""

    short = "value"
    value: Annotated[Literal["fixed", "derived"], Choice] = Field(
        description="fixed: the method has one country; derived: the service finds it out."
    )


class Method(Statement):
    """A payment method: one file."""

    method_code: Text = Field(pattern="^[A-Z][A-Z0-9_]*$", description="Code that requests carry; the file's name.")
    title: Text = Field(description="Name for people.")
    note: Text = Field(description="What the method is, in one sentence.")
    currency: Text = Field(description="ISO 4217 code; listed in currencies.yaml.")
    countries: ListOf[Text] = Field(min_length=1, description="ISO 3166 alpha-2 codes.")
    countries_complete: CountriesComplete | None = Field(default=None, description="Default: true.")
    country_mode: CountryMode | None = Field(default=None, description="Default: fixed.")
    source: Text = Field(description="Sections of the specification; hold for each field without one of its own.")
    pay_in: DirectionStatement = Field(description="Collecting money by this method.")
    payout: DirectionStatement = Field(description="Sending money by this method.")


class Currency(Reasoned):
    """A currency in use."""

    name: Text = Field(description="Name of the currency.")
    exponent: Whole = Field(ge=0, le=4, description="Decimal places of the minor unit, by ISO 4217.")


class Currencies(Statement):
    """`currencies.yaml`: the currencies in use."""

    currencies: TableOf[Currency] = Field(description="Currencies by ISO 4217 code.")

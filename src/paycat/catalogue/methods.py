"""`methods/<NAME>.yaml`, `currencies.yaml` and `samples/`: payment methods, their currencies, and payloads of them."""

import re
from collections.abc import Collection
from functools import cache
from itertools import count
from typing import Annotated, Any, Literal

from pydantic import Field, create_model

from paycat.catalogue import forms
from paycat.catalogue.annotations import Refers, Words, table_of
from paycat.catalogue.cases import CaseStatement
from paycat.catalogue.fields import ConditionStatement, Container, FieldStatement
from paycat.catalogue.lifecycle import Deprecation
from paycat.catalogue.statement import MADE, Derived, Kept, OwnKey, Reasoned, Statement
from paycat.catalogue.values import MOST_FIELDS, Choice, Flag, Json, ListOf, OrWord, TableOf, Text, Whole

Availability = Literal["supported", "not_supported", "not_supported_yet", "not_listed"]
CountryScope = Literal["listed", "any", "unknown"]
CountryWay = Literal["fixed", "derived", "sent"]

_OFFER = "offer_"
"""How members begin that hold what a method says of a direction: no direction is called as another member is."""
_OF_ALL = "remove it, or `methods: none` of the direction, which has one body for all methods"
_NO_WORD = re.compile("[^A-Za-z0-9_]+")
_NO_COUNTRIES = {
    "any": "The method is offered in every country.",
    "unknown": "The specification does not say in which countries it is offered.",
}


class OfferStatement(Reasoned):
    """Whether a method offers a direction, and what it adds to the request table it uses."""

    short = "availability"
    stated_availability: Annotated[Availability, Choice, Words.of("availability")] | None = Field(
        default=None,
        alias="availability",
        description="supported, not_supported, not_supported_yet or not_listed: the specification's own difference; "
        "default: supported with fields, else not_listed.",
    )
    request: Text | None = Field(default=None, description="Request table in requests/; default: the direction's name.")
    containers: TableOf[Annotated[Text, forms.CONTAINER_PATH], Container] = Field(
        default_factory=dict, description="Objects that only this method has."
    )
    fields: TableOf[Annotated[Text, forms.FIELD_PATH.by_rule()], FieldStatement] = Field(
        default_factory=dict,
        max_length=MOST_FIELDS,
        description="Fields that this method adds or changes, by dotted path.",
    )
    conditions: ListOf[ConditionStatement] = Field(default=(), description="Combinations of the conditional fields.")
    cases: ListOf[CaseStatement] = Field(
        default=(), description="What fields are where others have certain values, beside the cases of the table."
    )
    variants: TableOf[Text, Text] = Field(
        default_factory=dict,
        description="By the members of the record that are unions: the variant of a new record, if the method has "
        "another than `made` says.",
    )

    @property
    def availability(self) -> Availability:
        """Whether the method offers the direction, as it says or as its fields imply."""
        return self.stated_availability or ("supported" if self.fields else "not_listed")


class CountriesComplete(Reasoned):
    """Whether `countries` names every country that the method reaches."""

    short = "value"
    value: Flag = Field(description="false when the specification names examples or a region.")


class CountryMode(Reasoned):
    """How the country of a transaction is known."""

    short = "value"
    value: Annotated[CountryWay, Choice, Words.of("country_mode")] = Field(
        description="fixed: the method has one country; derived: the service finds it out; sent: the request names it."
    )


class MethodStatement(Statement):
    """A method, such as a scheme, a wallet or a bank: one file."""

    method_code: Annotated[Text, forms.METHOD_CODE] = Field(description="Code that requests carry.")
    name: Annotated[Text, forms.METHOD_NAME] | None = Field(
        default=None,
        description="Name of its files, pages, modules and classes; default: the code, with _ for other signs.",
    )
    title: Annotated[Text, forms.LINE] = Field(description="Name for people.")
    note: Derived[Text] = Field(description="What the method is, in one sentence; default: the title.")
    deprecated: Deprecation | None = Field(
        default=None, description="Deprecates the method: do not use it in new code."
    )
    currency: Annotated[Text, Refers("currency")] | None = Field(
        default=None,
        description="Code of the only currency, as currencies.yaml lists it, or of ISO 4217 if none is listed. Neither "
        "it nor `currencies` is stated of a method without money.",
    )
    currencies: ListOf[Annotated[Text, Refers("currency")]] = Field(
        default=(),
        min_length=1,
        description="Codes of the currencies, where they are several; listed as `currency` is.",
    )
    stated_countries: Annotated[
        ListOf[Annotated[Text, forms.COUNTRY.by_rule(), Refers("country", free=True)]], OrWord(_NO_COUNTRIES)
    ] = Field(
        default=("unknown",),
        alias="countries",
        min_length=1,
        description="ISO 3166 alpha-2 codes; or `any`, or `unknown`; default: unknown.",
    )
    countries_complete: CountriesComplete | None = Field(
        default=None,
        description="Whether `countries` names every country that the method reaches.",
        json_schema_extra={"default": True},
    )
    country_mode: CountryMode | None = Field(
        default=None, description="How the country of a transaction is known; default: fixed, if it is listed."
    )
    source: Text | None = Field(
        default=None, description="Sections of the specification; hold for each field without one of its own."
    )

    @property
    def generated_name(self) -> str:
        """The name of its files, pages, modules and classes; "" if none is stated and none can be made of the code."""
        return self.name or name_of_code(self.method_code)

    @property
    def codes_of_currencies(self) -> tuple[str, ...]:
        """The codes of its currencies; none of a method without money."""
        return self.currencies or ((self.currency,) if self.currency else ())

    def place_of_currency(self, code: str = "") -> tuple[str | int, ...]:
        """Return where a currency of the method is stated, or all of them are."""
        if not self.currencies:
            return ("currency",)
        return ("currencies", self.currencies.index(code)) if code in self.currencies else ("currencies",)

    @property
    def countries(self) -> tuple[str, ...]:
        """The codes of its countries; none where these are any, or unknown."""
        return self.stated_countries if self.country_scope == "listed" else ()

    @property
    def country_way(self) -> CountryWay | None:
        """How the country of a transaction is known; None where no countries are listed and nothing says so."""
        if self.country_mode:
            return self.country_mode.value
        return "fixed" if self.country_scope == "listed" else None

    @property
    def has_country(self) -> bool:
        """Whether `method.country` is one country, or one that the request has."""
        return len(self.countries) == 1 or self.country_way == "sent"

    @property
    def country_scope(self) -> CountryScope:
        """Whether its countries are listed, any, or unknown."""
        match self.stated_countries:
            case ("any" | "unknown" as scope,):
                return scope
        return "listed"

    def offer(self, direction: str) -> OfferStatement:
        """Return what the method says of a direction."""
        statement: OfferStatement = getattr(self, f"{_OFFER}{direction}")
        return statement

    @property
    def offers(self) -> dict[str, OfferStatement]:
        """What it says of each direction that is a key of it."""
        directions = (name.removeprefix(_OFFER) for name in type(self).model_fields if name.startswith(_OFFER))
        return {direction: self.offer(direction) for direction in directions}

    @property
    def unstated(self) -> list[str]:
        """The directions of which it says nothing."""
        return [direction for direction in self.offers if f"{_OFFER}{direction}" not in self.model_fields_set]


@cache
def method_model(directions: tuple[str, ...], of_all: tuple[str, ...] = ()) -> type[MethodStatement]:
    """Return the statement of a method in a catalogue that has these directions: each is a key of it.

    Those of `of_all` have one body for all methods, and are none.
    """
    members: dict[str, Any] = {}
    for direction in directions:
        class_name = f"{''.join(word.title() for word in direction.split('_'))}OfferStatement"
        table = Field(
            default=None,
            description=f"Request table in requests/ for {direction}.",
            json_schema_extra={"default": direction},
        )
        model = create_model(
            class_name,
            __base__=OfferStatement,
            __module__=MADE,
            __doc__=f"Whether a method offers {direction}, and what it adds to the request table that it uses.",
            request=(Annotated[Text, Refers(table_of(direction))] | None, table),
        )
        description = f"Whether the method offers {direction}, and what its request has of its own."
        members[f"{_OFFER}{direction}"] = (
            model,
            Field(
                default=model(),
                validation_alias=direction,
                description=description,
                json_schema_extra={"default": "not_listed"},
            ),
        )
    doc = MethodStatement.__doc__
    made = create_model(MethodStatement.__name__, __base__=MethodStatement, __module__=MADE, __doc__=doc, **members)
    made.wrong_keys = dict.fromkeys(of_all, _OF_ALL)
    return made


def no_method(direction: str, source: str | None) -> MethodStatement:
    """Return what stands for the method of a direction that has one body for all: it adds nothing to the table.

    `source` is that of the table.
    """
    offer: dict[str, Any] = {f"{_OFFER}{direction}": OfferStatement.model_validate({"availability": "supported"})}
    stated = {"method_code": "", "title": "", "note": "", "stated_countries": ("unknown",), "source": source}
    return method_model((direction,)).model_construct(None, **stated, **offer)


def name_of_code(method_code: str) -> str:
    """Return the name that a method has by default: its code if that is a name; "" if it has no letter and no digit."""
    if forms.METHOD_NAME.holds(method_code):
        return method_code
    words = _NO_WORD.sub("_", method_code).strip("_")
    name = words if words[:1].isalpha() and forms.is_no_device(words) else f"m_{words}"
    return name[: forms.LONGEST_NAME].rstrip("_") if words else ""


def free_name(name: str, taken_names: Collection[str]) -> str:
    """Return a name that is not the same as one of the taken ones, which are as `without_case` has them."""
    candidates = (f"{name[: forms.LONGEST_NAME - len(end)]}{end}" for end in (f"_{number}" for number in count(2)))
    return next(candidate for candidate in candidates if without_case(candidate) not in taken_names)


def without_case(name: str) -> str:
    """Return what two names of methods must not have in common, as files and classes differ in more than that."""
    return name.replace("_", "").lower()


class Currency(Kept, Reasoned):
    """A currency in use."""

    code: OwnKey = Field(description="Its code.")
    name: Annotated[Text, forms.LINE] = Field(description="Name of the currency.")
    exponent: Whole = Field(ge=0, le=8, description="Decimal places of the minor unit; by ISO 4217, if it is there.")
    iso_4217: Flag = Field(
        default=True,
        description="false for what ISO 4217 does not list as money: a coin of a network, points, a test currency.",
    )


class Currencies(Statement):
    """The currencies in use, by code."""

    currencies: TableOf[Annotated[Text, forms.CURRENCY.by_rule()], Currency] = Field(
        default_factory=dict, description="Currencies by code; default: those of ISO 4217 that methods have."
    )


class ViolationStatement(Statement):
    """A violation that a sample must get."""

    code: Annotated[Text, Refers("violation code or problem")] = Field(description="Violation code, such as required.")
    pointer: Annotated[Text, forms.POINTER] = Field(
        description="JSON Pointer as a fragment, such as #/recipient/wallet."
    )


class SampleStatement(Statement):
    """A payload; valid unless it names violations."""

    meaning: Text | None = Field(default=None, description="What the payload shows.")
    payload: Json = Field(description="The request body.")
    violations: ListOf[ViolationStatement] = Field(default=(), description="Exactly the violations that it must get.")
    erratum: Annotated[Text, Refers("erratum")] | None = Field(
        default=None, description="The erratum that the payload follows and that corrects it."
    )


class Samples(Statement):
    """The samples of one method and direction; `minimal` and `full` must be among them."""

    samples: TableOf[Annotated[Text, forms.NAME], SampleStatement] = Field(description="Samples by name.")

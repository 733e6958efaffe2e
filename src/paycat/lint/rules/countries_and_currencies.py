"""Rules on countries, currencies and other codes: what ISO knows of them, and where a currency is in use."""

from collections.abc import Iterator, Sequence

from paycat.catalogue import iso
from paycat.catalogue.constraints import Choosing
from paycat.catalogue.fields import FieldType
from paycat.catalogue.forms import COUNTRY, CURRENCY
from paycat.catalogue.reading import Stated, values_in
from paycat.catalogue.shapes import Shaped
from paycat.diagnostics import Diagnostic, did_you_mean
from paycat.lint.context import RuleContext
from paycat.lint.rule import rule
from paycat.text.characters import odd_character
from paycat.text.counting import plural


@rule("currencies", needs=["currencies.yaml"], resolving=True)
def currencies(context: RuleContext) -> Iterator[Diagnostic]:
    """Report currencies that are not listed, and codes that do not have the form of ISO 4217."""
    source = context.catalogue.currencies
    known = source.value.currencies
    for code in known:
        if not CURRENCY.holds(code):
            message = f"a currency code has three capital letters, as in ISO 4217, but this is {code!r}{_odd(code)}"
            yield Diagnostic("bad-currency-code", source.at("currencies", code, key=True), message)
    for method in context.catalogue.methods.values():
        code = method.value.currency
        if code in known:
            continue
        hint = did_you_mean(code, known) or "currencies.yaml lists the currencies"
        if iso.is_currency(code) and iso.exponent_of(code) is not None:
            hint = f"add it to currencies.yaml, with `exponent: {iso.exponent_of(code)}`"
        yield Diagnostic("unknown-currency", method.at("currency"), f"the currency {code!r} is not listed", hint)


@rule("countries", resolving=True)
def countries(context: RuleContext) -> Iterator[Diagnostic]:
    """Report codes that do not have the form of ISO 3166 alpha-2, and fixed countries that are several."""
    for source in context.catalogue.methods.values():
        stated = source.value
        for index, code in enumerate(stated.countries):
            if not COUNTRY.holds(code):
                message = f"a country code has two capital letters, as in ISO 3166, but this is {code!r}{_odd(code)}"
                yield Diagnostic("bad-country-code", source.at("countries", index), message)
        fixed = stated.country_mode is None or stated.country_mode.value == "fixed"
        if fixed and len(stated.countries) > 1:
            message = f"the method fixes its country, but lists {len(stated.countries)}"
            yield Diagnostic("several-countries", source.at("countries"), message)


@rule("iso-codes")
def iso_codes(context: RuleContext) -> Iterator[Diagnostic]:
    """Report codes that ISO does not know and decimal places that are not ISO's; other rules report bad forms."""
    source = context.catalogue.currencies
    for code, stated in source.value.currencies.items():
        if not CURRENCY.holds(code):
            continue
        if fault := _fault_of_currency(code):
            yield Diagnostic("no-iso-currency", source.at("currencies", code, key=True), fault)
        elif stated.exponent != (right := iso.exponent_of(code)):
            message = f"{code} has {right} {plural(right, 'decimal place')} in ISO 4217, not {stated.exponent}"
            location = source.at("currencies", code, "exponent")
            yield Diagnostic("wrong-exponent", location, message, f"write `exponent: {right}`")
        elif (named := iso.currencies_named(stated.name)) and code not in named:
            message = f"{stated.name!r} is the name of {' or '.join(sorted(named))}, but the code is {code}"
            location = source.at("currencies", code, "name")
            yield Diagnostic("name-of-another-currency", location, message, "correct the name or the code")
    for method in context.catalogue.methods.values():
        for index, code in enumerate(method.value.countries):
            if COUNTRY.holds(code) and iso.country_name(code) is None:
                former = iso.former_country_name(code)
                reserved = f"the country code {code!r} is no longer assigned: it belonged to {former}"
                message = reserved if former else f"ISO 3166-1 has no country {code!r}"
                yield Diagnostic("no-iso-country", method.at("countries", index), message)


@rule("iso-codes", needs=["types.yaml", "requests"])
def standard_values(context: RuleContext) -> Iterator[Diagnostic]:
    """Report the values of a choice that are no codes of its standard; a field may have that of its type or table."""
    alone = [(one,) for one in (*context.stated(FieldType), *context.stated(Shaped))]
    layered = (*alone, *(field.layers for field in context.stated_fields))
    yield from {found.span: found for layers in layered for found in _outside_of_standard(layers)}.values()


def _outside_of_standard(layers: Sequence[Stated[Choosing]]) -> Iterator[Diagnostic]:
    standard = next((one.value.standard for one in reversed(layers) if one.value.standard), None)
    listing = next((one for one in reversed(layers) if one.value.stated("values")), None)
    if standard is None or listing is None:
        return
    title, codes = iso.STANDARDS[standard]
    for value in values_in(listing):
        if iso.name_in(standard, value.value) is None:
            message = f"{value.value!r} is no code of {title}, which lists {codes}"
            yield value.finding("no-code-of-standard", message, key=True)


@rule("currency-of-country")
def currency_of_country(context: RuleContext) -> Iterator[Diagnostic]:
    """Report countries where the currency is not in use; other rules report codes that ISO does not know."""
    known = context.catalogue.currencies.value.currencies
    for method in context.catalogue.methods.values():
        currency = method.value.currency
        if currency not in known or not iso.is_currency(currency):
            continue
        for index, country in enumerate(method.value.countries):
            name = iso.country_name(country)
            if name and (used := iso.currencies_in(country)) and currency not in used:
                there = ", ".join(iso.legal_tender(country))
                message = f"{name} ({country}) does not use {currency}; its currency is {there}"
                yield Diagnostic("foreign-currency", method.at("countries", index), message)


def _odd(code: str) -> str:
    return "" if code.isascii() else f"; it has {odd_character(code)}"


def _fault_of_currency(code: str) -> str | None:
    if not iso.is_currency(code):
        if reserved := iso.retirement(code):
            country, until = reserved
            return f"the currency {code!r} is reserved: {iso.country_name(country)} used it last, until {until}"
        return f"ISO 4217, as published on {iso.published()}, has no currency {code!r}"
    if iso.exponent_of(code) is None:
        return f"ISO 4217 lists {code!r} as a metal, a unit of account or a test code, none of which people pay in"
    return None

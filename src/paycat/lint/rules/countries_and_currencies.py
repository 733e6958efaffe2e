"""Rules on countries, currencies and other codes: what ISO knows of them, and where a currency is in use."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from paycat.catalogue import iso
from paycat.catalogue.constraints import Choosing
from paycat.catalogue.fields import CurrencyLimits, FieldType, Role
from paycat.catalogue.forms import COUNTRY, CURRENCY
from paycat.catalogue.methods import Currencies, Currency, MethodStatement
from paycat.catalogue.reading import SourceFile, Stated, values_in
from paycat.catalogue.shapes import Shaped
from paycat.contract.nodes import FieldNode, Group
from paycat.contract.stated_fields import StatedBound, StatedField
from paycat.contract.stated_offers import StatedOffer
from paycat.diagnostics import Diagnostic, Span, did_you_mean
from paycat.lint.context import RuleContext
from paycat.lint.rule import Stage, rule
from paycat.shapes.constraints import KINDS, PLACES
from paycat.shapes.constraints.relations import Relation
from paycat.shapes.decimals import places_of
from paycat.text.characters import odd_character
from paycat.text.counting import counted, listed, plural

_OF_ISO = re.compile("[A-Z]{3}")
_FEW = 4
"""So many methods are named."""


@rule("currencies", needs=["currencies.yaml"], stage=Stage.FORMS)
def currencies(context: RuleContext) -> Iterator[Diagnostic]:
    """Report currencies that are not listed, or stated in two ways, and codes of another form than their kind."""
    source = context.catalogue.currencies
    currency_by_code = source.value.currencies
    for code, currency in currency_by_code.items():
        place = source.at("currencies", code, key=True)
        if currency.iso_4217 and not _OF_ISO.fullmatch(code):
            message = f"a currency code has three capital letters, as in ISO 4217, but this is {code!r}{_odd(code)}"
            hint = "state `iso_4217: false` of what is no currency of ISO 4217" if CURRENCY.holds(code) else ""
            hint = f"write {code.upper()}" if iso.is_currency(code.upper()) else hint
            yield Diagnostic("bad-currency-code", place, message, hint)
        elif not CURRENCY.holds(code):
            message = f"{code!r} is no code of a currency{_odd(code)}"
            yield Diagnostic("bad-currency-code", place, message, f"write {CURRENCY.advice}")
    yield from _named_currencies(context, currency_by_code)


def _named_currencies(context: RuleContext, register: Mapping[str, Currency]) -> Iterator[Diagnostic]:
    for method in context.catalogue.methods.values():
        if method.value.currency and method.value.currencies:
            message = "the method states `currency` and `currencies`"
            yield Diagnostic("two-currencies", method.at("currency", key=True), message, "list it among the others")
    currency_limits = context.stated(CurrencyLimits)
    code_places = [(reference.name, reference.span) for reference in context.references("currency")]
    for code, place in (*code_places, *((limit.name, limit.at(key=True)) for limit in currency_limits)):
        if code not in register:
            hint = did_you_mean(code, register) or "currencies.yaml lists the currencies"
            if iso.is_currency(code) and iso.exponent_of(code) is not None:
                hint = f"add it to currencies.yaml, with `exponent: {iso.exponent_of(code)}`"
            yield Diagnostic("unknown-currency", place, f"the currency {code!r} is not listed", hint)
    for limit in currency_limits:
        file = limit.source.value
        if isinstance(file, MethodStatement) and limit.name in register and limit.name not in file.codes_of_currencies:
            message = f"the method has no currency {limit.name!r}, so no limits in it"
            yield limit.finding("other-currency", message, key=True, help="remove them, or add the currency")
        for key, stated_rule in limit.value.rules.items():
            if stated_rule.code is not None:
                message = "a limit in a currency has the violation code of the field's own limit"
                yield limit.finding("code-of-currency", message, key, "code", key=True, help="state the code there")


@rule("countries", stage=Stage.FORMS)
def countries(context: RuleContext) -> Iterator[Diagnostic]:
    """Report codes that do not have the form of ISO 3166 alpha-2, and fixed countries that are not one."""
    for source in context.catalogue.methods.values():
        method = source.value
        for index, code in enumerate(method.countries):
            if not COUNTRY.holds(code):
                message = f"a country code has two capital letters, as in ISO 3166, but this is {code!r}{_odd(code)}"
                yield Diagnostic("bad-country-code", source.at("countries", index), message)
        if method.country_way == "fixed" and len(method.countries) != 1:
            phrase_by_scope = {"any": "is offered in any", "unknown": "is offered in unknown ones"}
            scope_phrase = phrase_by_scope.get(method.country_scope, f"lists {len(method.countries)}")
            message = f"the method fixes its country, but {scope_phrase}"
            yield Diagnostic("several-countries", source.at("countries"), message)
    for field in context.of_role("country"):
        source = field.offer.method
        if source.value.country_scope == "any" and source.value.country_way is None:
            message = f"the method is offered in any country, and nothing says what {field.path!r} is"
            yield Diagnostic("several-countries", source.at("countries"), message)


@rule("iso-codes", stage=Stage.STATEMENTS)
def iso_codes(context: RuleContext) -> Iterator[Diagnostic]:
    """Report codes that ISO does not know and decimal places that are not ISO's."""
    yield from _known_currencies(context.catalogue.currencies)
    for method in context.catalogue.methods.values():
        for index, code in enumerate(method.value.countries):
            if iso.country_name(code) is None:
                former_name = iso.former_country_name(code)
                former_message = f"the country code {code!r} is no longer assigned: it belonged to {former_name}"
                message = former_message if former_name else f"ISO 3166-1 has no country {code!r}"
                yield Diagnostic("no-iso-country", method.at("countries", index), message)


def _known_currencies(source: SourceFile[Currencies]) -> Iterator[Diagnostic]:
    for code, currency in source.value.currencies.items():
        if not currency.iso_4217:
            if iso.is_currency(code) and iso.exponent_of(code) is not None:
                message = f"{code} is a currency of ISO 4217: {iso.currency_name(code)}"
                location = source.at("currencies", code, "iso_4217")
                yield Diagnostic("iso-currency", location, message, "remove `iso_4217: false`, or use another code")
        elif fault_phrase := _fault_of_currency(code):
            yield Diagnostic("no-iso-currency", source.at("currencies", code, key=True), fault_phrase)
        elif currency.exponent != (exponent := iso.exponent_of(code)):
            message = f"{code} has {exponent} {plural(exponent, 'decimal place')} in ISO 4217, not {currency.exponent}"
            location = source.at("currencies", code, "exponent")
            yield Diagnostic("wrong-exponent", location, message, f"write `exponent: {exponent}`")
        elif (codes := iso.currencies_named(currency.name)) and code not in codes:
            message = f"{currency.name!r} is the name of {' or '.join(sorted(codes))}, but the code is {code}"
            location = source.at("currencies", code, "name")
            yield Diagnostic("name-of-another-currency", location, message, "correct the name or the code")


@rule("iso-codes", needs=["types.yaml", "requests"])
def standard_values(context: RuleContext) -> Iterator[Diagnostic]:
    """Report the values of a choice that are no codes of its standard; a field may have that of its type or table."""
    single_layers = [(statement,) for statement in (*context.stated(FieldType), *context.stated(Shaped))]
    all_layers = (*single_layers, *(field.layers for field in context.stated_fields))
    yield from {finding.span: finding for layers in all_layers for finding in _outside_of_standard(layers)}.values()


def _outside_of_standard(layers: Sequence[Stated[Choosing]]) -> Iterator[Diagnostic]:
    standard = next((layer.value.standard for layer in reversed(layers) if layer.value.standard), None)
    listing_layer = next((layer for layer in reversed(layers) if layer.value.rule("values")), None)
    if standard is None or listing_layer is None:
        return
    title, codes = iso.STANDARDS[standard]
    for choice in values_in(listing_layer):
        if iso.name_in(standard, choice.value) is None:
            message = f"{choice.value!r} is no code of {title}, which lists {codes}"
            yield choice.finding("no-code-of-standard", message, key=True)


@rule("iso-codes", needs=["types.yaml", "currencies.yaml", "requests"])
def decimal_places(context: RuleContext) -> Iterator[Diagnostic]:
    """Report amounts with more decimal places than their currency has, where those are stated."""
    currency_by_code, finding_by_place = context.catalogue.currencies.value.currencies, dict[Span, Diagnostic]()
    for field in context.stated_fields:
        method = field.offer.method.value
        for code in method.codes_of_currencies if field.look and _is_amount(field) and not field.is_absent else ():
            step_bounds = [bound for bound in field.bounds(code) if KINDS[bound.keyword].relation is Relation.MULTIPLE]
            step = min(step_bounds, key=_places, default=None) if code in currency_by_code else None
            if step and _places(step) > currency_by_code[code].exponent:
                places = counted(currency_by_code[code].exponent, "decimal place")
                message = f"{code} has {places}, but {field.path!r} of {method.method_code} may have {_places(step)}"
                place, hint = step.location, f"state `{PLACES.keyword}: currency`"
                exponent_place = context.catalogue.currencies.at("currencies", code, "exponent")
                finding = Diagnostic("finer-than-currency", place, message, hint, rests_on=(exponent_place,))
                finding_by_place.setdefault(place, finding)
    yield from finding_by_place.values()


def _is_amount(field: StatedField) -> bool:
    """Return whether a field is the amount, or one of its statements has the decimal places of the currency."""
    stated_rules = filter(None, (layer.value.rule(PLACES.keyword) for layer in field.layers))
    return field.role == "amount" or any(stated_rule.value == "currency" for stated_rule in stated_rules)


def _places(bound: StatedBound) -> int:
    return places_of(KINDS[bound.keyword].compared(bound.bound))


@rule("currencies", needs=["currencies.yaml"])
def named_currency(context: RuleContext) -> Iterator[Diagnostic]:
    """Report methods with several currencies whose requests may name none of them."""
    for request in context.contract.requests():
        method = context.offer(request).method
        if len(method.value.currencies) > 1 and not any(_required_of_role(request.root, "currency")):
            message = f"the method has several currencies, but its {request.direction} requests may name none"
            yield Diagnostic("optional-currency", method.at("currencies", key=True), message)


def _required_of_role(group: Group, role: Role) -> Iterator[bool]:
    """Yield something for each field of a role that every request has."""
    for member in group.members:
        if member.requirement == "required" and isinstance(member, Group):
            yield from _required_of_role(member, role)
        elif member.requirement == "required" and isinstance(member, FieldNode) and member.role == role:
            yield True


@rule("fixed-values", needs=["catalogue.yaml", "types.yaml"], stage=Stage.FORMS)
def absent_currency(context: RuleContext) -> Iterator[Diagnostic]:
    """Report methods without the currency that their fields refer to, or a field that no method with a currency has."""
    poor_offers: dict[Span, StatedOffer] = {}
    fields_by_place: dict[Span, list[StatedField]] = defaultdict(list)
    for field in (stated_field for stated_field in context.stated_fields if not stated_field.is_absent):
        fixed_rule, is_rich = field.rule("fixed"), field.offer.currencies or field.offer.is_for_all
        if fixed_rule and fixed_rule.value == "method.currency" and not is_rich:
            poor_offers[field.offer.at(key=True)] = field.offer
        elif field.has_places_of_currency:
            fields_by_place[_stating_places(field)].append(field)
    for place, fields in fields_by_place.items():
        owners = {field.offer.at(key=True): field.offer for field in fields if not field.offer.currencies}
        if any(field.offer.currencies for field in fields) or owners.keys() & poor_offers.keys():
            poor_offers |= owners
            continue
        names = (offer.method.value.method_code or f"the body of {offer.direction}" for offer in owners.values())
        codes = list(dict.fromkeys(names))
        owners_phrase = f"{listed(codes, most=_FEW)} {'has' if len(codes) == 1 else 'have'}"
        message = f"{fields[0].path!r} has the decimal places of the method's currency, but {owners_phrase} none"
        yield Diagnostic("no-currency", place, message, "state how many there are, or the currency of each method")
    for offer in poor_offers.values():
        message = f"fields of its {offer.direction} request refer to the method's currency, and it has none"
        hint = f"{'' if offer.is_for_all else 'add its `currency`, or '}state the fields without it"
        yield Diagnostic("no-currency", offer.method.at("method_code", key=True), message, hint)


def _stating_places(field: StatedField) -> Span:
    """Return where the decimal places of a field are stated, or the type is named that states them."""
    places_rule, type_source = field.rule(PLACES.keyword), field.last("type")
    assert places_rule, "it has those of the currency"
    is_of_type = field.look and places_rule in field.look.value.rules.values()
    return type_source.at("type") if type_source and is_of_type else places_rule.value_span


@rule("currency-of-country")
def currency_of_country(context: RuleContext) -> Iterator[Diagnostic]:
    """Report countries where no currency of the method is in use; other rules report codes that ISO does not know."""
    register = context.catalogue.currencies.value.currencies
    for method in context.catalogue.methods.values():
        codes = method.value.codes_of_currencies
        are_known = (code in register and register[code].iso_4217 and iso.is_currency(code) for code in codes)
        if not codes or not all(are_known):
            continue
        for index, country_code in enumerate(method.value.countries):
            country_name = iso.country_name(country_code)
            if country_name and (used_codes := iso.currencies_in(country_code)) and set(codes).isdisjoint(used_codes):
                tender = ", ".join(iso.legal_tender(country_code))
                message = f"{country_name} ({country_code}) does not use {' or '.join(codes)}; its currency is {tender}"
                yield Diagnostic("foreign-currency", method.at("countries", index), message)


def _odd(code: str) -> str:
    return "" if code.isascii() else f"; it has {odd_character(code)}"


def _fault_of_currency(code: str) -> str | None:
    if not iso.is_currency(code):
        if retirement := iso.retirement(code):
            country, last_day = retirement
            return f"the currency {code!r} is reserved: {iso.country_name(country)} used it last, until {last_day}"
        return f"ISO 4217, as published on {iso.published()}, has no currency {code!r}"
    if iso.exponent_of(code) is None:
        return f"ISO 4217 lists {code!r} as a metal, a unit of account or a test code, with none of which people pay"
    return None

"""One request type while it is being resolved: the files that are about it, and where findings go."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from paycat.cache import Cache
from paycat.catalogue.fields import CurrencyLimits, FieldStatement, FieldType, FieldTypes, RequestTable
from paycat.catalogue.lifecycle import Deprecation
from paycat.catalogue.methods import Currencies, DirectionStatement, MethodStatement
from paycat.catalogue.reading import Source, Stated
from paycat.catalogue.registers import Decisions, Errata
from paycat.catalogue.service import CatalogueHead
from paycat.catalogue.statement import Reason
from paycat.catalogue.values import Direction
from paycat.contract.layout import Layout, Statements, layout_of
from paycat.contract.values import Layer, Resolver, reason_of, with_reason
from paycat.diagnostics import Diagnostic, Span
from paycat.shapes.constraints.statement import Fact


@dataclass(slots=True)
class Collector:
    """What resolving finds wrong, so that one run names everything."""

    found: list[Diagnostic] = field(default_factory=list)

    def report(self, code: str, span: Span, message: str, help: str = "") -> None:
        """Add an error."""
        self.found.append(Diagnostic(code, span, message, help))


@dataclass(frozen=True, slots=True, eq=False)
class Basis:
    """The files that the requests of any method are made of, beside its own; equal to itself alone.

    `unread` names files that were not understood.
    """

    service: Source[CatalogueHead]
    types: Source[FieldTypes]
    currencies: Source[Currencies]
    registers: Source[Decisions]
    errata: Source[Errata]
    requests: Mapping[str, Source[RequestTable]]
    unread: Collection[str]


@dataclass(frozen=True)
class Setting:
    """A method in a direction; `cache` has the fields that are the same for several methods."""

    cache: Cache
    basis: Basis
    method: Source[MethodStatement]
    direction: Direction
    collector: Collector

    @cached_property
    def table(self) -> Source[RequestTable]:
        """The request table that the method names. Raises KeyError if there is none."""
        return self.basis.requests[self.table_name]

    @property
    def table_name(self) -> str:
        """The name of the table, if there is one or not."""
        return self.offer.request or self.direction

    @cached_property
    def offer(self) -> DirectionStatement:
        """What the method says of the direction."""
        return self.method.value.offer(self.direction)

    @cached_property
    def known_values(self) -> Mapping[str, Fact]:
        """The values of `method.currency` and the like."""
        return known_values(self.method.value)

    @property
    def currencies(self) -> tuple[str, ...]:
        """The codes of the method's currencies."""
        return self.method.value.codes_of_currencies

    @cached_property
    def exponent(self) -> int | None:
        """Decimal places of the method's currency, the most of several; None of a method without money."""
        return exponent_of(self.method.value, self.basis.currencies.value)

    @cached_property
    def resolver(self) -> Resolver:
        """What makes the nodes of the request's values."""
        return self.resolver_in("")

    def resolver_in(self, code: str) -> Resolver:
        """Return what makes the nodes of values in a currency; "" for those about which none decides."""
        exponent = exponent_of(self.method.value, self.basis.currencies.value, code)
        return Resolver(self.basis.types, self.basis.service, self.known_values, exponent)

    @property
    def deprecation(self) -> Deprecation | None:
        """What the method states of its going out of use."""
        return deprecation(self.method.value.deprecated, Reason(source=self.method.value.source))

    @cached_property
    def table_reason(self) -> Reason:
        """The reason of what the request table says, where a statement gives none."""
        return Reason(source=self.table.value.source)

    @cached_property
    def own_reason(self) -> Reason:
        """The reason of what the method says of the direction, where a statement gives none."""
        return reason_of(self.offer, Reason(source=self.method.value.source))

    @cached_property
    def layout(self) -> Layout:
        """What the types of objects, the table and the method state, by path."""
        return layout_of(self.basis.types, self.table, self.method, self.direction)

    def stated(self, path: str) -> list[Layer[FieldStatement]]:
        """Return what types, the table and then the method state of a path; empty where none of them does."""
        return self.layers(self.layout.stated(path))

    def layers(self, stated: Statements) -> list[Layer[FieldStatement]]:
        """Return statements with the reasons of those that give none."""
        found: list[Layer[FieldStatement]] = []
        for one in stated:
            if one.source is self.basis.types:
                around = reason_of_members(self.basis.types.value.types[str(one.path[1])])
            elif one.source is self.table:
                around = self.table_reason
            else:
                around = Reason(source=found[-1].reason.source) if found else self.own_reason
            inherited = around.decisions if one.source is self.basis.types and not one.value.source else ()
            reason = Reason(source=one.value.source or around.source, decisions=one.value.decision or inherited)
            found.append(Layer(one, reason))
        return found

    def own_location(self, *path: str | int, key: bool = False) -> Span:
        """Return a place in what the method says of the direction."""
        return self.method.at(self.direction, *path, key=key)


def reason_of_members(of_type: FieldType) -> Reason:
    """Return the reason of members of an object type that state none: its section, or else its decisions."""
    return Reason(source=of_type.source) if of_type.source else of_type.reason


def known_values(method: MethodStatement) -> Mapping[str, Fact]:
    """Return the values of `method.currency` and the like, all of them where there are several."""
    several = {"method.currency": method.codes_of_currencies, "method.country": method.countries}
    return {
        "method.method_code": method.method_code,
        **{name: codes if len(codes) > 1 else codes[0] for name, codes in several.items() if codes},
    }


def exponent_of(method: MethodStatement, currencies: Currencies, code: str = "") -> int | None:
    """Return the decimal places of a currency of a method, or the most of all; None of a method without money."""
    known = (currencies.currencies.get(one) for one in ([code] if code else method.codes_of_currencies))
    return max((one.exponent if one else 0 for one in known), default=None)


def deprecation(stated: Deprecation | None, otherwise: Reason) -> Deprecation | None:
    """Return a deprecation; without a reason of its own it has the other one."""
    return with_reason(stated, otherwise) if stated else None


def limits_in(layer: Layer[FieldStatement], code: str) -> Layer[CurrencyLimits] | None:
    """Return what a statement says of a field in a currency."""
    one = layer.stated
    limits = one.value.by_currency.get(code)
    if limits is None:
        return None
    reason = Reason(source=limits.source or layer.reason.source, decisions=limits.decision or layer.reason.decisions)
    return Layer(Stated(one.source, (*one.path, "by_currency", code), limits), reason)

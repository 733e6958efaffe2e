"""What a method states of a direction, with the files that its request is made of, and what is found wrong with it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import PurePosixPath

from paycat.catalogue.fields import FieldStatement, FieldType, FieldTypes, RequestTable
from paycat.catalogue.lifecycle import Deprecation
from paycat.catalogue.methods import Currencies, MethodStatement, OfferStatement, no_method
from paycat.catalogue.reading import Catalogue, SourceFile
from paycat.catalogue.registers import Decisions, Errata
from paycat.catalogue.service import CatalogueHead
from paycat.catalogue.statement import Reason
from paycat.contract.layout import Layout, Statements, layout_of
from paycat.contract.values import Layer, Resolver, reason_of, with_reason
from paycat.diagnostics import Diagnostic, Span
from paycat.shapes.constraints.statement import Fact, Surroundings


@dataclass(frozen=True, slots=True, eq=False)
class Basis:
    """The files that the requests of any method are made of, beside its own; equal to itself alone.

    `unread` names files that were not understood.
    """

    service: SourceFile[CatalogueHead]
    types: SourceFile[FieldTypes]
    currencies: SourceFile[Currencies]
    registers: SourceFile[Decisions]
    errata: SourceFile[Errata]
    requests: Mapping[str, SourceFile[RequestTable]]
    unread: Collection[str]


@dataclass(frozen=True)
class StatedOffer:
    """What a method states of a direction, with what its request is made of beside it.

    `findings` are what resolving finds wrong, so that one run names everything.
    """

    basis: Basis
    method: SourceFile[MethodStatement]
    direction: str
    findings: list[Diagnostic] = field(default_factory=list, compare=False)

    def report(self, code: str, span: Span, message: str, help: str = "", rests_on: tuple[str, ...] = ()) -> None:
        """Add an error, which rests on files of the catalogue beside its own."""
        self.findings.append(Diagnostic(code, span, message, help, rests_on=rests_on))

    @property
    def is_for_all(self) -> bool:
        """Whether it is the one body of a direction, and of no method."""
        return not self.method.value.method_code

    @property
    def name(self) -> str:
        """The name of the method's file, without its ending; empty for the body of a direction for all."""
        return "" if self.is_for_all else PurePosixPath(self.method.name).stem

    @property
    def statement(self) -> OfferStatement:
        """The statement itself."""
        return self.method.value.offer(self.direction)

    @property
    def supported(self) -> bool:
        """Whether the method can be used in the direction."""
        return self.statement.availability == "supported"

    @property
    def table_name(self) -> str:
        """The name of the request table that it uses, if there is one or not."""
        return self.statement.request or self.direction

    @property
    def known_table(self) -> SourceFile[RequestTable] | None:
        """The request table that it uses, if there is such a table."""
        return self.basis.requests.get(self.table_name)

    @property
    def table(self) -> SourceFile[RequestTable]:
        """The same. Raises KeyError if there is none."""
        return self.basis.requests[self.table_name]

    @cached_property
    def layout(self) -> Layout:
        """What the types of objects, the table and the method state, by path."""
        return layout_of(self.basis.types, self.table, self.method, self.direction)

    @cached_property
    def known_values(self) -> Mapping[str, Fact]:
        """The values of `method.currency` and the like; none where no method has the request."""
        return {} if self.is_for_all else known_values(self.method.value)

    @property
    def currencies(self) -> tuple[str, ...]:
        """The codes of the method's currencies."""
        return self.method.value.codes_of_currencies

    def exponent(self, currency_code: str = "") -> int | None:
        """Return the decimal places of a currency, or the most of all; None of a method without money."""
        return exponent_of(self.method.value, self.basis.currencies.value, currency_code)

    def surroundings(self, currency_code: str = "") -> Surroundings:
        """Return what a bound may refer to in a currency; "" for a value about which none decides."""
        return Surroundings(self.known_values, self.exponent(currency_code))

    def resolver(self, currency_code: str = "") -> Resolver:
        """Return what makes the nodes of values in a currency; "" for those about which none decides."""
        return Resolver(self.basis.types, self.basis.service, self.surroundings(currency_code))

    @cached_property
    def table_reason(self) -> Reason:
        """The reason of what the request table says, where a statement gives none."""
        return Reason(source=self.table.value.source)

    @cached_property
    def own_reason(self) -> Reason:
        """The reason of what the method says of the direction, where a statement gives none."""
        return reason_of(self.statement, Reason(source=self.method.value.source))

    def layers(self, statements: Statements) -> list[Layer[FieldStatement]]:
        """Return statements with the reasons of those that give none."""
        layers: list[Layer[FieldStatement]] = []
        for statement in statements:
            value = statement.value
            if statement.source is self.basis.types:
                outer = reason_of_members(self.basis.types.value.types[str(statement.path[1])])
            elif statement.source is self.table:
                outer = self.table_reason
            else:
                outer = Reason(source=layers[-1].reason.source) if layers else self.own_reason
            decisions = outer.decisions if statement.source is self.basis.types and not value.reason.source else ()
            reason = Reason(source=value.reason.source or outer.source, decisions=value.reason.decisions or decisions)
            layers.append(Layer(statement, reason))
        return layers

    def at(self, *path: str | int, key: bool = False) -> Span:
        """Return a place in the statement, or with `key` the place of its key."""
        return self.method.at(self.direction, *path, key=key)


def body_for_all(basis: Basis, table: SourceFile[RequestTable], direction: str) -> StatedOffer:
    """Return what a request table states of the body of a direction that methods do not offer."""
    statement = no_method(direction, table.value.source)
    source = SourceFile(table.name, table.node, statement, table.data, table.own_node)
    return StatedOffer(basis, source, direction)


def basis_of(catalogue: Catalogue) -> Basis:
    """Return the files of a catalogue that the requests of any method are made of."""
    shared_files = catalogue.service, catalogue.types, catalogue.currencies, catalogue.registers, catalogue.errata
    return Basis(*shared_files, catalogue.requests, catalogue.unread)


def reason_of_members(field_type: FieldType) -> Reason:
    """Return the reason of members of an object type that state none: its section, or else its decisions."""
    return Reason(source=field_type.reason.source) if field_type.reason.source else field_type.reason


def known_values(method: MethodStatement) -> Mapping[str, Fact]:
    """Return the values of `method.currency` and the like, all of them where there are several."""
    codes_by_fact = {"method.currency": method.codes_of_currencies, "method.country": method.countries}
    return {
        "method.method_code": method.method_code,
        **{fact_name: codes if len(codes) > 1 else codes[0] for fact_name, codes in codes_by_fact.items() if codes},
    }


def exponent_of(method: MethodStatement, currencies: Currencies, code: str = "") -> int | None:
    """Return the decimal places of a currency of a method, or the most of all; None of a method without money."""
    used_currencies = (currencies.currencies.get(name) for name in ([code] if code else method.codes_of_currencies))
    return max((currency.exponent if currency else 0 for currency in used_currencies), default=None)


def deprecation(statement: Deprecation | None, default_reason: Reason) -> Deprecation | None:
    """Return a deprecation; without a reason of its own it has the other one."""
    return with_reason(statement, default_reason) if statement else None

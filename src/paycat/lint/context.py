"""What rules look at: a catalogue and its contract, with what several rules look for gathered once."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, TypeVar, cast

from paycat.catalogue.fields import Role
from paycat.catalogue.methods import MethodStatement
from paycat.catalogue.reading import Catalogue, SourceFile, Stated
from paycat.catalogue.registers import Gap
from paycat.catalogue.shapes import Shaped
from paycat.catalogue.statement import Statement
from paycat.contract.constraint import Constraint
from paycat.contract.model import Contract, Request
from paycat.contract.nodes import FieldNode
from paycat.contract.shapes import ShapeValues
from paycat.contract.stated_fields import StatedField, stated_fields
from paycat.contract.stated_offers import StatedOffer, basis_of, body_for_all
from paycat.diagnostics import Span
from paycat.lint.statements import Reference, by_class_in, references, statements, texts_in
from paycat.lint.verdicts import SampleVerdict, validated

TABLES: Mapping[str, tuple[str, str]] = {
    "credential": ("rulebook", "credentials"),
    "currency": ("currencies", "currencies"),
    "decision": ("registers", "decisions"),
    "direction": ("service", "directions"),
    "erratum": ("errata", "errata"),
    "failure code": ("problems", "failure_codes"),
    "field type": ("types", "types"),
    "gap": ("registers", "gaps"),
    "header parameter": ("operations", "parameters"),
    "notification": ("events", "notifications"),
    "parameter": ("operations", "parameters"),
    "problem": ("problems", "problems"),
    "record": ("records", "records"),
    "response header": ("operations", "response_headers"),
    "state machine": ("states", "state_machines"),
    "tag": ("operations", "tags"),
    "violation code": ("problems", "violation_codes"),
}
"""The file of the catalogue, and the table in it, that declare what a name of a kind refers to."""

S = TypeVar("S", bound=Statement)
T = TypeVar("T")


class Table(NamedTuple):
    """A table that declares names: the references to names that it lacks, and the names to which nothing refers."""

    source: SourceFile[Statement]
    key: str
    names: Mapping[str, Any]
    unknown: list[Reference]
    idle: list[str]

    def at(self, name: str) -> Span:
        """Return the place of a name."""
        return self.source.at(self.key, name, key=True)

    @property
    def misses(self) -> tuple[Span, ...]:
        """Where names are that it lacks; each was most likely meant for a name to which nothing refers."""
        return tuple(reference.span for reference in self.unknown)


class RuleContext:
    """A catalogue, and what is in it; everything that several rules go through is gathered once."""

    contract: Contract
    """Set once the rules were run that resolving relies on; methods that could not be resolved are not in it."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._memo: dict[tuple[object, ...], Any] = {}
        self.values = ShapeValues(catalogue)

    def once(self, make: Callable[..., T], *arguments: object) -> T:
        """Return what a function makes of the context and what is named; it is called the first time only."""
        if (make, *arguments) not in self._memo:
            self._memo[make, *arguments] = make(self, *arguments)
        return cast(T, self._memo[make, *arguments])

    def relative(self, path: str) -> str:
        """Return a path of a finding as a path in the folder of the catalogue."""
        return path.removeprefix(self.catalogue.service.name.removesuffix("catalogue.yaml"))

    @cached_property
    def statements(self) -> tuple[Stated[Statement], ...]:
        """Every statement, file by file, each before those inside it."""
        return tuple(statements(self.catalogue))

    def stated(self, statement_class: type[S]) -> Sequence[Stated[S]]:
        """Return every statement of a class."""
        return cast(Sequence[Stated[S]], self._by_class.get(statement_class, ()))

    @cached_property
    def _by_class(self) -> Mapping[type, Sequence[Stated[Statement]]]:
        statements_by_class: dict[type, list[Stated[Statement]]] = defaultdict(list)
        for source in self.catalogue.files:
            for statement_class, class_statements in by_class_in(source).items():
                statements_by_class[statement_class] += class_statements
        return statements_by_class

    @cached_property
    def shapes(self) -> Mapping[Span, Stated[Shaped]]:
        """Every shape by its place, which its node in the contract also has."""
        return {shape.at(key=True): shape for shape in self.stated(Shaped)}

    @cached_property
    def texts(self) -> tuple[Stated[str], ...]:
        """Every text for people."""
        return tuple(text for source in self.catalogue.files for text in texts_in(source))

    @cached_property
    def quotes(self) -> tuple[Stated[str], ...]:
        """Every quotation of the specification."""
        quoted_gaps = (gap for gap in self.stated(Gap) if gap.value.quote)
        return tuple(Stated(gap.source, (*gap.path, "quote"), gap.value.quote or "") for gap in quoted_gaps)

    @cached_property
    def _references(self) -> dict[str, list[Reference]]:
        references_by_kind: dict[str, list[Reference]] = defaultdict(list)
        for reference in references(self.catalogue):
            references_by_kind[reference.kind].append(reference)
        return references_by_kind

    def references(self, *kinds: str) -> list[Reference]:
        """Return every name that the catalogue has for something of these kinds."""
        return [reference for kind in kinds for reference in self._references[kind]]

    def table(self, kind: str) -> Table:
        """Return the table that declares what the names of a kind refer to."""
        file, key = TABLES[kind]
        source, kinds = getattr(self.catalogue, file), [name for name, table in TABLES.items() if table == TABLES[kind]]
        names, kind_references = getattr(source.value, key), self.references(*kinds)
        # A record that names itself is not in use by that.
        outer_uses = (use for use in kind_references if use.kind != "record" or use.stated.path[:2] != (key, use.name))
        used_names = {reference.name for reference in outer_uses}
        unknown_references = [reference for reference in kind_references if reference.name not in names]
        idle_names = [name for name in names if name not in used_names]
        return Table(source, key, names, unknown_references, idle_names)

    def citations(self, id: str) -> list[Reference]:
        """Return every reference to an entry of a register, outside the registers."""
        citations = (citation for citation in self.references("gap", "decision", "erratum") if citation.name == id)
        return [citation for citation in citations if not citation.in_register]

    @cached_property
    def methods(self) -> dict[str, SourceFile[MethodStatement]]:
        """The methods by their codes, which may differ from the names of their files."""
        return {source.value.method_code: source for source in self.catalogue.methods.values()}

    @cached_property
    def offers(self) -> dict[tuple[str, str], StatedOffer]:
        """What every method states of every direction, by direction and the name of the method's file."""
        basis = basis_of(self.catalogue)
        offers = [
            StatedOffer(basis, source, direction)
            for source in self.catalogue.methods.values()
            for direction in source.value.offers
        ]
        offers += [body_for_all(basis, table, direction) for direction, table in self.catalogue.bodies.items()]
        return {(offer.direction, offer.name): offer for offer in offers}

    @cached_property
    def verdicts(self) -> tuple[SampleVerdict, ...]:
        """Every sample of a resolved request with the verdict of its payload."""
        samples = self.catalogue.samples
        return tuple(
            SampleVerdict(samples[request.direction, request.name], request, sample, validated(request, sample.payload))
            for request in self.contract.requests()
            for sample in request.samples
        )

    @cached_property
    def different_fields(self) -> tuple[tuple[Request, FieldNode], ...]:
        """Every field of a resolved request; one that several requests share is there once, with the first of them."""
        pair_by_identity: dict[int, tuple[Request, FieldNode]] = {}
        for request, field in self.request_fields:
            pair_by_identity.setdefault(id(field), (request, field))
        return tuple(pair_by_identity.values())

    @cached_property
    def request_fields(self) -> tuple[tuple[Request, FieldNode], ...]:
        """Every field of every resolved request."""
        return tuple((request, field) for request in self.contract.requests() for field in request.root.fields())

    def offer(self, request: Request) -> StatedOffer:
        """Return the statement that a resolved request comes from."""
        return self.offers[request.direction, request.name]  # A file of another name was reported, not resolved.

    @cached_property
    def stated_fields(self) -> tuple[StatedField, ...]:
        """Every field of every request that a method offers, resolved or not; absent ones are among them."""
        offers = (offer for offer in self.offers.values() if offer.supported and offer.known_table)
        return tuple(field for offer in offers for field in stated_fields(offer).values())

    def of_role(self, role: Role) -> list[StatedField]:
        """Return the fields among them that are there and have a role."""
        return [field for field in self.stated_fields if field.role == role and not field.is_absent]

    def stated_field(self, request: Request, field: FieldNode) -> StatedField | None:
        """Return what is stated of a field of a resolved request; None for the items of a list."""
        offer = self.offer(request)
        field_statements = offer.layout.fields.get(field.path)
        return StatedField(offer, field.path, field_statements) if field_statements else None


def record_of(shape: Stated[Statement]) -> str | None:
    """Return the record that a shape is a part of, if it is one of a record."""
    table, name = home_of(shape)
    return name if table == "records" else None


def places_of_origin(context: RuleContext, record_name: str | None) -> tuple[Span, ...]:
    """Return where state machines state whose requests lead to a record."""
    states = context.catalogue.states
    machines = (machine for machine in states.value.state_machines.values() if machine.record == record_name)
    return tuple(states.at("state_machines", machine.name, "direction") for machine in machines)


def home_of(shape: Stated[Statement]) -> tuple[str, str]:
    """Return the table and the key of the record, parameter or header that a shape is a part of."""
    return str(shape.path[0]), str(shape.path[1])


def place_in(shape: Stated[Shaped], constraint: Constraint) -> Span:
    """Return where a shape has a constraint: where it states it, or else the type that it comes from."""
    place = constraint.location
    return place if place and place.path == shape.source.name else shape.at("type")

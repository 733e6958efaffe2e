"""What rules look at: a catalogue and its contract, with what several rules look for gathered once."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, TypeVar, cast

from paycat.catalogue.annotations import Kind
from paycat.catalogue.fields import FieldStatement, FieldType, RequestTable, Role, Rules
from paycat.catalogue.methods import DirectionStatement, MethodStatement
from paycat.catalogue.reading import Catalogue, Source, Stated
from paycat.catalogue.registers import Gap
from paycat.catalogue.shapes import Shaped
from paycat.catalogue.statement import Statement
from paycat.catalogue.values import DIRECTIONS, Direction
from paycat.contract.layout import layout_of
from paycat.contract.model import Contract, Request
from paycat.contract.nodes import Constraint, FieldNode
from paycat.contract.shapes import bare_value
from paycat.contract.values import look_of
from paycat.diagnostics import Span
from paycat.lint.statements import Reference, by_class_in, references, statements, texts_in
from paycat.lint.verdicts import SampleVerdict, validated
from paycat.shapes.constraints.decimal_places import DecimalPlaces
from paycat.yaml.nodes import Mapping as WrittenMapping
from paycat.yaml.nodes import node_at

TABLES: Mapping[Kind, tuple[str, str]] = {
    "currency": ("currencies", "currencies"),
    "decision": ("registers", "decisions"),
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

    source: Source[Statement]
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
        return tuple(one.span for one in self.unknown)


@dataclass(frozen=True, slots=True)
class StatedOffer:
    """What a method states of a direction; `name` is the name of the method's file without its ending."""

    name: str
    source: Source[MethodStatement]
    direction: Direction

    @property
    def statement(self) -> DirectionStatement:
        """The statement itself."""
        return self.source.value.offer(self.direction)

    @property
    def supported(self) -> bool:
        """Whether the method can be used in the direction."""
        return self.statement.availability == "supported"

    @property
    def table_name(self) -> str:
        """The request table that it uses."""
        return self.statement.request or self.direction

    def table(self, catalogue: Catalogue) -> Source[RequestTable] | None:
        """Return the request table that it uses, if there is such a table."""
        return catalogue.requests.get(self.table_name)

    def at(self, *path: str | int, key: bool = False) -> Span:
        """Return a place in the statement, or with `key` the place of its key."""
        return self.source.at(self.direction, *path, key=key)


@dataclass(frozen=True, slots=True)
class LayeredField:
    """A field of a request that a method offers, and what its type, its table and the method state of it, in order.

    `look` says what it looks like: the field type if it exists, or the statement that has the shape itself.
    """

    offer: StatedOffer
    path: str
    own: tuple[Stated[FieldStatement], ...]
    look: Stated[Rules] | None

    @property
    def layers(self) -> tuple[Stated[Rules], ...]:
        """What its type, its table and the method state of it, in order."""
        return (*([self.look] if self.look and isinstance(self.look.value, FieldType) else []), *self.own)

    @property
    def role(self) -> Role | None:
        """The role of the field."""
        stated = self.last("role")
        return stated.value.role if stated else None

    @property
    def has_places_of_currency(self) -> bool:
        """Whether its values have as many decimal places as the currency of the method."""
        rules = (one.value.stated(DecimalPlaces.keyword) for one in reversed(self.layers))
        last = next(filter(None, rules), None)
        return last is not None and last.value == "currency"

    @property
    def is_absent(self) -> bool:
        """Whether the method takes the field away."""
        stated = self.last("requirement")
        return stated is not None and stated.value.requirement == "absent"

    def last(self, key: str) -> Stated[FieldStatement] | None:
        """Return what states a key last."""
        return next((one for one in reversed(self.own) if getattr(one.value, key)), None)


class RuleContext:
    """A catalogue, and what is in it; everything that several rules go through is gathered once."""

    contract: Contract
    """Set once the rules were run that resolving relies on; methods that could not be resolved are not in it."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._made: dict[tuple[object, ...], Any] = {}
        self._resolved: dict[int, FieldNode] = {}

    def once(self, make: Callable[..., T], *of: object) -> T:
        """Return what a function makes of the context and what is named; it is called the first time only."""
        if (make, *of) not in self._made:
            self._made[make, *of] = make(self, *of)
        return cast(T, self._made[make, *of])

    def relative(self, path: str) -> str:
        """Return a path of a finding as a path in the folder of the catalogue."""
        return path.removeprefix(self.catalogue.service.name.removesuffix("catalogue.yaml"))

    @cached_property
    def statements(self) -> tuple[Stated[Statement], ...]:
        """Every statement, file by file, each before those inside it."""
        return tuple(statements(self.catalogue))

    @cached_property
    def around(self) -> Mapping[Span, Span]:
        """The place of the statement around each key that is written in one."""
        nodes = ((one.at(key=True), node_at(one.source.node, one.path)) for one in self.statements)
        mappings = ((place, node) for place, node in nodes if isinstance(node, WrittenMapping))
        return {entry.key.span: place for place, node in mappings for entry in node.entries}

    def stated(self, kind: type[S]) -> Sequence[Stated[S]]:
        """Return every statement of a class."""
        return cast(Sequence[Stated[S]], self._by_class.get(kind, ()))

    @cached_property
    def _by_class(self) -> Mapping[type, Sequence[Stated[Statement]]]:
        found: dict[type, list[Stated[Statement]]] = defaultdict(list)
        for source in self.catalogue.files:
            for kind, stated in by_class_in(source).items():
                found[kind] += stated
        return found

    @cached_property
    def shapes(self) -> Mapping[Span, Stated[Shaped]]:
        """Every shape by its place, which its node in the contract also has."""
        return {one.at(key=True): one for one in self.stated(Shaped)}

    @cached_property
    def texts(self) -> tuple[Stated[str], ...]:
        """Every text for people."""
        return tuple(text for source in self.catalogue.files for text in texts_in(source))

    @cached_property
    def quotes(self) -> tuple[Stated[str], ...]:
        """Every quotation of the specification."""
        quoting = (one for one in self.stated(Gap) if one.value.quote)
        return tuple(Stated(one.source, (*one.path, "quote"), one.value.quote or "") for one in quoting)

    @cached_property
    def _references(self) -> dict[Kind, list[Reference]]:
        found: dict[Kind, list[Reference]] = defaultdict(list)
        for one in references(self.catalogue):
            found[one.kind].append(one)
        return found

    def references(self, *kinds: Kind) -> list[Reference]:
        """Return every name that the catalogue has for something of these kinds."""
        return [one for kind in kinds for one in self._references[kind]]

    def table(self, kind: Kind) -> Table:
        """Return the table that declares what the names of a kind refer to."""
        file, key = TABLES[kind]
        source, kinds = getattr(self.catalogue, file), [one for one, table in TABLES.items() if table == TABLES[kind]]
        known, naming = getattr(source.value, key), self.references(*kinds)
        # A record that names itself is not in use by that.
        used = {one.name for one in naming if one.kind != "record" or one.stated.path[:2] != (key, one.name)}
        unknown, idle = [one for one in naming if one.name not in known], [one for one in known if one not in used]
        return Table(source, key, known, unknown, idle)

    def citations(self, id: str) -> list[Reference]:
        """Return every reference to an entry of a register, outside the registers."""
        return [one for one in self.references("gap", "decision", "erratum") if one.name == id and not one.in_register]

    @cached_property
    def methods(self) -> dict[str, Source[MethodStatement]]:
        """The methods by their codes, which may differ from the names of their files."""
        return {source.value.method_code: source for source in self.catalogue.methods.values()}

    @cached_property
    def offers(self) -> dict[tuple[Direction, str], StatedOffer]:
        """What every method states of every direction, by direction and the name of the method's file."""
        named = self.catalogue.methods.items()
        return {(one, name): StatedOffer(name, source, one) for name, source in named for one in DIRECTIONS}

    @cached_property
    def verdicts(self) -> tuple[SampleVerdict, ...]:
        """Every sample of a resolved request with the verdict of its payload."""
        samples = self.catalogue.samples
        return tuple(
            SampleVerdict(samples[request.direction, request.name], request, one, validated(request, one.payload))
            for request in self.contract.requests()
            for one in request.samples
        )

    @cached_property
    def different_fields(self) -> tuple[tuple[Request, FieldNode], ...]:
        """Every field of a resolved request; one that several requests share is there once, with the first of them."""
        found: dict[int, tuple[Request, FieldNode]] = {}
        for request, field in self.request_fields:
            found.setdefault(id(field), (request, field))
        return tuple(found.values())

    @cached_property
    def request_fields(self) -> tuple[tuple[Request, FieldNode], ...]:
        """Every field of every resolved request."""
        return tuple((request, field) for request in self.contract.requests() for field in request.root.fields())

    def offer(self, request: Request) -> StatedOffer:
        """Return the statement that a resolved request comes from."""
        return self.offers[request.direction, request.name]  # A file of another name was reported, not resolved.

    @cached_property
    def stated_fields(self) -> tuple[LayeredField, ...]:
        """Every field of every request that a method offers, before it is resolved; absent ones are among them."""
        types, found = self.catalogue.types, []
        for offer in self.offers.values():
            if offer.supported and (table := offer.table(self.catalogue)):
                for path, own in layout_of(types, table, offer.source, offer.direction).fields.items():
                    found.append(LayeredField(offer, path, own, look_of(types, own)))
        return tuple(found)

    def of_role(self, role: Role) -> list[LayeredField]:
        """Return the fields among them that are there and have a role."""
        return [one for one in self.stated_fields if one.role == role and not one.is_absent]

    def layered(self, request: Request, field: FieldNode) -> LayeredField | None:
        """Return what is stated of a field of a resolved request; None for the items of a list."""
        return self._layered.get((request.direction, request.method, field.path))

    @cached_property
    def _layered(self) -> Mapping[tuple[Direction, str, str], LayeredField]:
        return {(one.offer.direction, one.offer.source.value.method_code, one.path): one for one in self.stated_fields}

    def resolved(self, shape: Stated[Shaped]) -> FieldNode:
        """Return what the value of a shape looks like."""
        if id(shape.value) not in self._resolved:  # The catalogue keeps the values alive.
            self._resolved[id(shape.value)] = bare_value(self.catalogue, shape, record_of(shape))
        return self._resolved[id(shape.value)]


def record_of(shape: Stated[Statement]) -> str | None:
    """Return the record that a shape is a part of, if it is one of a record."""
    table, name = home_of(shape)
    return name if table == "records" else None


def home_of(shape: Stated[Statement]) -> tuple[str, str]:
    """Return the table and the key of the record, parameter or header that a shape is a part of."""
    return str(shape.path[0]), str(shape.path[1])


def place_in(shape: Stated[Shaped], constraint: Constraint) -> Span:
    """Return where a shape has a constraint: where it states it, or else the type that it comes from."""
    place = constraint.location
    return place if place and place.path == shape.source.name else shape.at("type")

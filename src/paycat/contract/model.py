"""The contract: the catalogue, resolved per method and direction; immutable, versioned, canonical JSON.

Generators, vectors, conformance and comparison read the contract and nothing else. Fields are trees: a request is a
group, a group holds fields and groups, in the order of the field tables.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Literal

from pydantic import Field

from paycat.catalogue.fields import Audience
from paycat.catalogue.lifecycle import Deprecation, Reserved
from paycat.catalogue.methods import CountryScope, CountryWay, Currency
from paycat.catalogue.registers import Decision, Erratum, Gap
from paycat.catalogue.statement import Location, Reason, Value
from paycat.contract.constraint import Constraint, Keyword
from paycat.contract.decisions import node_in
from paycat.contract.interface import Interface
from paycat.contract.nodes import FieldNode, Group, Node, nodes_of
from paycat.contract.paths import FilePath, has_path, steps, steps_of
from paycat.text.json_data import holds_path, value_at

CONTRACT_VERSION: Literal[10] = 10
"""The number of this format; each later one has the next number."""

JSON_SCHEMA = "json-schema"
OPENAPI = "openapi"


class Violation(Value):
    """What is rejected, in one normal form: the code, and a pointer to the member itself."""

    code: str = Field(description="Violation code, or the slug of the problem that answers an earlier stage.")
    pointer: str = Field(description="JSON Pointer as a URI fragment, such as #/recipient/wallet.")

    def __str__(self) -> str:
        return " at ".join(filter(None, (self.code, self.pointer)))


class Sample(Value):
    """A payload written by a person, with the verdict that it must get."""

    name: str = Field(description="Name within the request.")
    meaning: str = Field(description="What it shows.")
    payload: Any = Field(description="The body.")
    violations: tuple[Violation, ...] = Field(default=(), description="Empty when the payload is valid.")
    erratum: str | None = Field(default=None, description="The erratum that the payload follows.")
    corrected: Any = Field(default=None, description="The payload after the erratum was applied.")
    location: Location = Field(description="Where it is written.")

    def at(self, path: str) -> Any:
        """Return what the payload has at the path of a field; None where it has nothing there."""
        steps = steps_of(path)
        return value_at(self.payload, steps) if holds_path(self.payload, steps) else None


class Request(Value):
    """One request type: a method in a direction that it supports."""

    method: str = Field(description="Method code; empty if the direction has one body for all methods.")
    name: str = Field(description="Name of the method in files, pages, modules and classes; empty as the code.")
    direction: str = Field(description="Direction.")
    module: str = Field(description="Name of the module in generated packages.")
    root: Group = Field(description="The body.")
    samples: tuple[Sample, ...] = Field(description="Payloads, minimal and full first.")

    @property
    def path(self) -> FilePath:
        """Its path in folders of generated files, without an ending, such as refund/CARD."""
        return FilePath(f"{self.direction}/{self.name}".removesuffix("/"))

    @property
    def module_path(self) -> FilePath:
        """The same of modules, such as refund/card."""
        return FilePath(f"{self.direction}/{self.module}") if self.method else FilePath(self.module)

    @property
    def phrase(self) -> str:
        """What findings call requests like it, such as `CARD refund requests`."""
        return f"{self.method} {self.direction} requests".lstrip()

    @property
    def qualified_name(self) -> str:
        """What rules of vectors and findings call it, such as refund.CARD."""
        return f"{self.direction}.{self.name}".removesuffix(".")

    def by_role(self, role: str) -> FieldNode | None:
        """Return the field that has this role, or None."""
        return next((field for field in self.root.fields() if field.role == role), None)

    def node_at(self, pointer: str, body: Any = None) -> Node | None:
        """Return the field or object that a pointer names, as it is in a body, or None."""
        if body is not None:
            return node_in(self.root, body, steps(pointer))
        return next((node for node in nodes_of(self.root) if has_path(pointer, node.path)), None)

    def sample(self, name: str) -> Sample:
        """Return the sample with this name; `minimal` and `full` always exist."""
        return next(sample for sample in self.samples if sample.name == name)


class Offer(Value):
    """Whether a method offers a direction, and the request if it does."""

    availability: Literal["supported", "not_supported", "not_supported_yet", "not_listed"] = Field(
        description="The specification's own word."
    )
    request: Request | None = Field(default=None, description="Present when supported.")
    variants: dict[str, str] = Field(
        default_factory=dict, description="Variants of unions that its records have in their first state, by member."
    )
    reason: Reason = Field(description="Where the availability comes from.")
    location: Location = Field(description="Where it is stated.")


class Method(Value):
    """A method: one of the ways, such as schemes or wallets, that the requests of a direction may take."""

    code: str = Field(description="Method code: what requests carry.")
    name: str = Field(description="Name of its files, pages, modules and classes.")
    title: str = Field(description="Name for people.")
    note: str = Field(description="What it is.")
    currencies: tuple[str, ...] = Field(description="Codes of its currencies; none of a method without money.")
    countries: tuple[str, ...] = Field(description="ISO 3166 alpha-2 codes; none where they are any, or unknown.")
    country_scope: CountryScope = Field(
        default="listed", description="Whether the countries are listed, any, or unknown."
    )
    countries_complete: bool = Field(description="Whether the list names every country.")
    country_mode: CountryWay | None = Field(default=None, description="How the country is known, if anything says so.")
    country_reason: Reason = Field(description="Where the countries come from.")
    offers: dict[str, Offer] = Field(description="What it offers in each direction.")
    deprecated: Deprecation | None = Field(default=None, description="Why it is deprecated: do not use it in new code.")
    reason: Reason = Field(description="Where the method comes from.")
    location: Location = Field(description="Where it is stated.")

    @property
    def named_countries(self) -> str:
        """The codes of its countries for people, or that they are any, or unknown."""
        if self.country_scope != "listed":
            return "any country" if self.country_scope == "any" else "unknown"
        return ", ".join(self.countries) + ("" if self.countries_complete else " and others")

    def is_in(self, country_codes: Iterable[str]) -> bool:
        """Return whether the method is offered in one of some countries, as far as the catalogue knows."""
        return self.country_scope == "any" or not set(country_codes).isdisjoint(self.countries)

    def offer(self, direction: str) -> Offer:
        """Return what the method offers in a direction."""
        return self.offers[direction]


class Direction(Value):
    """A direction of requests: what the service is asked for, such as to take money or to send it."""

    name: str = Field(description="Its name, as in folders, pages, modules and classes.")
    title: str = Field(description="Name for people.")
    task: str = Field(description="What a caller does with a request.")
    audience: Audience | None = Field(
        default=None, description="Who fills in a field, unless it or its role says so, if anything says who."
    )
    request: Request | None = Field(
        default=None, description="The one request of all, where methods do not offer the direction."
    )


class Limitation(Value):
    """A rule that an artefact cannot express, so that it accepts what the rule rejects."""

    artefact: str = Field(description="Kind of artefact, such as json-schema.")
    keyword: Keyword = Field(description="Keyword of the constraints that are lost.")
    why: str = Field(description="Why, and who checks it instead.")


class Part(Value):
    """What a contract holds that is a part of a larger one."""

    title: str | None = Field(default=None, description="Name for people, where the part has one.")
    methods: tuple[str, ...] = Field(description="Codes of the methods that it has.")
    directions: tuple[str, ...] = Field(description="Directions of the requests that it has.")


class Service(Value):
    """The interface's head."""

    title: str
    version: str
    summary: str
    description: str
    package: str
    npm: str = Field(description="Name of the generated package of npm.")
    contact: dict[str, str]
    license: dict[str, str]
    base_url: str
    base_url_description: str
    base_url_reason: Reason
    specification: str
    published_at: str | None = Field(default=None, description="Address below which the generated files are published.")
    packs_off: tuple[str, ...] = ()
    part: Part | None = Field(default=None, description="Present when this is a part of a larger contract.")

    def address_of(self, path: str) -> str:
        """Return the address of a published file by its path in the output folder; "" where files have no address."""
        return f"{self.published_at}/{path}" if self.published_at else ""


class Contract(Value):
    """A resolved catalogue."""

    contract_version: Literal[10] = Field(description="Version of this format.")
    digest: str = Field(
        pattern="^([0-9a-f]{64})?$",
        description="Digest of what the files of the catalogue say, without comments and layout; empty in a part.",
    )
    service: Service
    directions: tuple[Direction, ...]
    currencies: tuple[Currency, ...]
    methods: tuple[Method, ...]
    interface: Interface
    gaps: tuple[Gap, ...]
    decisions: tuple[Decision, ...]
    errata: tuple[Erratum, ...]
    limitations: tuple[Limitation, ...]
    reserved: Reserved = Reserved()
    idle_types: dict[str, str] = Field(
        default={}, description="Field types that no value here has, and what they mean: editors offer them."
    )

    def text(self) -> str:
        """Return the contract as it is published: indented JSON, without members that have their default."""
        return self.model_dump_json(indent=2, exclude_defaults=True) + "\n"

    def requests(self, direction: str | None = None) -> Iterator[Request]:
        """Every request type, by direction, methods by name."""
        for stated_direction in self.directions:
            if direction in (None, stated_direction.name):
                if stated_direction.request:
                    yield stated_direction.request
                for method in self.methods:
                    if (offer := method.offers.get(stated_direction.name)) and offer.request:
                        yield offer.request

    def fields(self) -> Iterator[FieldNode]:
        """Every field of every request type."""
        return (field for request in self.requests() for field in request.root.fields())

    @property
    def has_reasons(self) -> bool:
        """Whether statements cite a specification, or there are decisions, gaps or errata."""
        return bool(self.service.specification or self.decisions or self.gaps or self.errata)

    @property
    def direction_names(self) -> tuple[str, ...]:
        """The names of all directions."""
        return tuple(direction.name for direction in self.directions)

    @property
    def directions_of_methods(self) -> tuple[str, ...]:
        """The names of the directions of which a method may say something: they have no body for all."""
        return tuple(direction.name for direction in self.directions if not direction.request)

    def direction(self, name: str) -> Direction:
        """Return the direction with this name."""
        return next(direction for direction in self.directions if direction.name == name)

    def title_of(self, request: Request) -> str:
        """Return what people call a request: the title of its method, or of a direction that has one body for all."""
        method = self.method(request.method)
        return method.title if method else self.direction(request.direction).title

    def offered_directions(self) -> list[str]:
        """Return the names of the directions that methods offer."""
        return [name for name in self.directions_of_methods if any(self.requests(name))]

    def requested_directions(self) -> list[str]:
        """Return the names of the directions that have requests."""
        return [name for name in self.direction_names if any(self.requests(name))]

    def currency(self, code: str) -> Currency:
        """Return the currency with this code."""
        return next(currency for currency in self.currencies if currency.code == code)

    def method(self, code: str) -> Method | None:
        """Return the method with this code, or None."""
        return _by_code(_Same(self.methods)).get(code)


def declared_limitations(requests: Iterable[Request]) -> tuple[Limitation, ...]:
    """Return the limitations that these requests cause."""
    whys_by_keyword: dict[str, set[str]] = {}
    for field in (field for request in requests for field in request.root.fields()):
        for rule in field.constraints:
            if why := field.limitation(rule):
                whys_by_keyword.setdefault(rule.keyword, set()).add(why)
    return tuple(
        Limitation(artefact=artefact, keyword=keyword, why=" ".join(sorted(whys)))
        for keyword, whys in sorted(whys_by_keyword.items())
        for artefact in (JSON_SCHEMA, OPENAPI)
    )


def artefacts_without(limitations: Iterable[Limitation], field: FieldNode, rule: Constraint) -> tuple[str, ...]:
    """Return the artefacts that cannot express a rule of a field, of the limitations that a contract declares."""
    is_lost = field.limitation(rule) is not None
    return tuple(limitation.artefact for limitation in limitations if is_lost and limitation.keyword == rule.keyword)


class _Same:
    """Methods that are equal to themselves alone, for to compare a thousand takes long."""

    def __init__(self, methods: tuple[Method, ...]) -> None:
        self.methods = methods

    def __hash__(self) -> int:
        return id(self.methods)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.methods is self.methods


@lru_cache(maxsize=2)
def _by_code(same_methods: _Same) -> Mapping[str, Method]:
    return {method.code: method for method in reversed(same_methods.methods)}

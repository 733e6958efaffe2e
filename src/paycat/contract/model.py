"""The contract: everything the catalogue says, settled per method and direction; immutable, versioned, canonical JSON.

Generators, vectors, conformance and comparison read the contract and nothing else. Fields are trees: a request is a
group, a group holds fields and groups, in the order of the field tables.
"""

import math
from collections.abc import Iterator
from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, PlainSerializer, WithJsonSchema

from paycat.catalogue.directions import DIRECTIONS, Direction
from paycat.catalogue.fields import Autocomplete, Input
from paycat.contract.interface import Interface
from paycat.contract.lifecycle import Deprecation, Retired
from paycat.contract.paths import steps_of
from paycat.contract.registers import Decision, Erratum, Gap
from paycat.contract.values import Place, Reason, Value
from paycat.decimals import exact, json_number, plain_text
from paycat.shapes.constraints import KINDS
from paycat.shapes.constraints.kind import Kind
from paycat.shapes.constraints.phrase import Phrase
from paycat.shapes.constraints.statement import Bound as StatedBound
from paycat.shapes.json_types import JsonTypeName

CONTRACT_VERSION = 1


def _known(keyword: str) -> str:
    if keyword not in KINDS:
        raise ValueError(f"there is no constraint {keyword!r}")
    return keyword


Keyword = Annotated[str, AfterValidator(_known), WithJsonSchema({"type": "string", "enum": list(KINDS)})]
"""The name of a kind of constraint in the table."""


def _exact(value: Any) -> Any:
    return exact(value) if isinstance(value, float | Decimal) and math.isfinite(value) else value


def _json(value: StatedBound) -> Any:
    return json_number(value) if isinstance(value, Decimal) else value


Bound = Annotated[StatedBound, BeforeValidator(_exact), PlainSerializer(_json, when_used="json")]
"""A text or several, true, or a number that is compared as a decimal; JSON has the shortest double."""


class Constraint(Value):
    """One rule on a field's value, with the code of the refusal that breaking it causes."""

    keyword: Keyword = Field(description="What is bounded.")
    value: Bound = Field(description="The bound.")
    code: str = Field(description="Code of the refusal.")
    reason: Reason = Field(description="Where the rule comes from.")

    @property
    def kind(self) -> Kind:
        """What is known of constraints of this keyword."""
        return KINDS[self.keyword]

    @property
    def phrase(self) -> Phrase:
        """The constraint in words."""
        return self.kind.phrase(self.value)

    @property
    def has_own_code(self) -> bool:
        """Whether the code is another than the usual one of its kind."""
        return self.code != self.kind.usual_code

    def holds(self, value: Any) -> bool:
        """Tell whether a value of the right JSON type keeps the constraint."""
        return self.kind.holds(self.value, value)

    @property
    def text(self) -> str:
        """The bound as people read it: a number without an exponent, and without zeros at its end."""
        match self.value:
            case int() | Decimal() if self.value is not True:
                return plain_text(self.value)
            case tuple():
                return ", ".join(self.value)
            case _:
                return str(self.value).lower() if self.value is True else str(self.value)

    @property
    def number(self) -> int | Decimal:
        """The bound of a rule on numbers or lengths. Raises TypeError for any other rule."""
        if isinstance(self.value, str | bool | tuple):
            raise TypeError(f"the bound of {self.keyword} is no number")
        return self.value


class Hint(Value):
    """A fact that never refuses a payload."""

    note: str = Field(description="The fact.")
    pattern: str | None = Field(default=None, description="The usual form.")
    reason: Reason = Field(description="Where the fact comes from.")


class Choice(Value):
    """A value of a choice."""

    value: str = Field(description="What is sent.")
    meaning: str = Field(description="What it says.")
    label: str | None = Field(default=None, description="Its name in forms, where it is not the value.")
    reason: Reason = Field(description="Where the value comes from.")


class FieldNode(Value):
    """A field of a request: a value that is not looked into further."""

    kind: Literal["field"] = "field"
    name: str = Field(description="Member name.")
    path: str = Field(description="Dotted path from the request's root.")
    type: str = Field(description="Name of the field type.")
    json_type: JsonTypeName = Field(description="JSON type.")
    requirement: Literal["required", "optional", "conditional"] = Field(description="Requirement level.")
    meaning: str = Field(description="What it holds.")
    constraints: tuple[Constraint, ...] = Field(description="Rules, in the order in which they refuse.")
    role: str | None = Field(default=None, description="What the machinery knows the field as.")
    sensitive: Literal["pan", "account", "personal"] | None = Field(default=None, description="Why it is masked.")
    label: str | None = Field(default=None, description="Its name in forms, where the meaning does not begin with it.")
    input: Input | None = Field(default=None, description="What a form asks for it with, where its rules do not say.")
    autocomplete: Autocomplete | None = Field(default=None, description="What a browser may fill in.")
    hints: tuple[Hint, ...] = Field(default=(), description="Facts that never refuse.")
    items: "FieldNode | Group | None" = Field(default=None, description="What each item of a list is.")
    choices: tuple[Choice, ...] = Field(default=(), description="What each value means, where there are few.")
    deprecated: Deprecation | None = Field(default=None, description="Why nobody should begin to send it.")
    reason: Reason = Field(description="Where the field comes from.")
    place: Place = Field(description="Where it is stated.")

    @property
    def bounds(self) -> dict[str, StatedBound]:
        """The bounds of all constraints by keyword, in the order in which they refuse."""
        return {rule.keyword: rule.value for rule in self.constraints}

    def accepts(self, value: Any) -> bool:
        """Tell whether a value of the right JSON type keeps every constraint."""
        return all(rule.holds(value) for rule in self.constraints)

    def constraint(self, keyword: str) -> Constraint | None:
        """Return the constraint with this keyword, or None."""
        return next((found for found in self.constraints if found.keyword == keyword), None)


class Condition(Value):
    """At least one of the combinations of member names must be there completely."""

    any_of: tuple[tuple[str, ...], ...] = Field(description="Combinations of member names of the group.")
    reason: Reason = Field(description="Where the condition comes from.")
    place: Place = Field(description="Where it is stated.")


class Group(Value):
    """An object of a request, or the request itself (path "")."""

    kind: Literal["group"] = "group"
    name: str = Field(description="Member name; empty for the request itself.")
    path: str = Field(description="Dotted path from the request's root; empty for the request itself.")
    component: str = Field(description="Name of the component in documents and of the class in models.")
    shared: bool = Field(default=False, description="Whether all requests share the component.")
    requirement: Literal["required", "optional"] = Field(description="Requirement level.")
    meaning: str = Field(description="What it describes.")
    closed: bool = Field(description="Whether members that are not listed are refused.")
    closed_reason: Reason = Field(description="Where that comes from.")
    members: "tuple[FieldNode | Group, ...]" = Field(description="Fields and groups, in order.")
    conditions: tuple[Condition, ...] = Field(default=(), description="Which combinations satisfy the group.")
    deprecated: Deprecation | None = Field(default=None, description="Its method's, where it is the request itself.")
    reason: Reason = Field(description="Where the group comes from.")
    place: Place = Field(description="Where it is stated.")

    def fields(self) -> Iterator[FieldNode]:
        """Every field inside, in order; after a list, what its items are."""
        for member in self.members:
            yield from _fields(member)

    def stated_fields(self) -> Iterator[FieldNode]:
        """Every field inside that a field table states: neither items of a list of values nor lists of objects."""
        return (one for one in self.fields() if one.name and not isinstance(one.items, Group))

    def groups(self) -> "Iterator[Group]":
        """This group and every group inside, outermost first."""
        yield self
        for member in self.members:
            yield from _groups(member)

    @property
    def required(self) -> tuple[str, ...]:
        """Names of the members that must be sent."""
        return tuple(member.name for member in self.members if member.requirement == "required")


def _fields(member: FieldNode | Group) -> Iterator[FieldNode]:
    if isinstance(member, Group):
        yield from member.fields()
        return
    yield member
    if member.items:
        yield from _fields(member.items)


def _groups(member: FieldNode | Group | None) -> Iterator[Group]:
    if isinstance(member, Group):
        yield from member.groups()
    elif member:
        yield from _groups(member.items)


class Refusal(Value):
    """What is refused, in one normal form: the code, and a pointer to the member itself."""

    code: str = Field(description="Refusal code, or the slug of the problem that answers an earlier stage.")
    pointer: str = Field(description="JSON Pointer as a URI fragment, such as #/recipient/wallet.")


class Sample(Value):
    """A payload written by a person, with the verdict that it must get."""

    name: str = Field(description="Name within the request.")
    meaning: str = Field(description="What it shows.")
    payload: Any = Field(description="The body.")
    refusals: tuple[Refusal, ...] = Field(default=(), description="Empty when the payload is valid.")
    erratum: str | None = Field(default=None, description="The erratum that the payload follows.")
    mended: Any = Field(default=None, description="The payload after the erratum was applied.")
    place: Place = Field(description="Where it is written.")

    def at(self, path: str) -> Any:
        """Return what the payload has at the path of a field; None where it has nothing there."""
        found = self.payload
        for step in steps_of(path):
            found = _inside(found, step)
        return found


def _inside(value: Any, step: str | int) -> Any:
    if isinstance(step, int):
        return value[step] if isinstance(value, list) and len(value) > step else None
    return value.get(step) if isinstance(value, dict) else None


class Request(Value):
    """One request type: a method in a direction that it supports."""

    method: str = Field(description="Method code.")
    direction: Direction = Field(description="Direction.")
    module: str = Field(description="Name of the module in generated packages.")
    root: Group = Field(description="The body.")
    samples: tuple[Sample, ...] = Field(description="Payloads, minimal and full first.")

    def by_role(self, role: str) -> FieldNode | None:
        """Return the field that the machinery knows by this role, or None."""
        return next((field for field in self.root.fields() if field.role == role), None)

    def sample(self, name: str) -> Sample:
        """Return the sample with this name; `minimal` and `full` always exist."""
        return next(sample for sample in self.samples if sample.name == name)


class Offer(Value):
    """Whether a method offers a direction, and the request if it does."""

    availability: Literal["supported", "not_supported", "not_supported_yet", "not_listed"] = Field(
        description="The specification's own word."
    )
    request: Request | None = Field(default=None, description="Present when supported.")
    reason: Reason = Field(description="Where the availability comes from.")
    place: Place = Field(description="Where it is stated.")


class Method(Value):
    """A payment method."""

    code: str = Field(description="Method code.")
    title: str = Field(description="Name for people.")
    note: str = Field(description="What it is.")
    currency: str = Field(description="ISO 4217 code.")
    countries: tuple[str, ...] = Field(description="ISO 3166 alpha-2 codes.")
    countries_complete: bool = Field(description="Whether the list names every country.")
    country_mode: Literal["fixed", "derived"] = Field(description="How the country is known.")
    country_reason: Reason = Field(description="Where the countries come from.")
    pay_in: Offer = Field(description="Collecting money.")
    payout: Offer = Field(description="Sending money.")
    deprecated: Deprecation | None = Field(default=None, description="Why nobody should begin to use it.")
    reason: Reason = Field(description="Where the method comes from.")
    place: Place = Field(description="Where it is stated.")

    def offer(self, direction: Direction) -> Offer:
        """Return what the method offers in a direction."""
        return self.pay_in if direction == "pay_in" else self.payout


class Currency(Value):
    """A currency in use."""

    code: str = Field(description="ISO 4217 code.")
    name: str = Field(description="Name.")
    exponent: int = Field(description="Decimal places of the minor unit.")
    reason: Reason = Field(description="Where it comes from.")


class Loss(Value):
    """A rule that an artefact cannot express, so that it accepts what the rule refuses."""

    artefact: str = Field(description="Kind of artefact, such as json-schema.")
    keyword: Keyword = Field(description="Keyword of the constraints that are lost.")
    why: str = Field(description="Why, and who checks it instead.")


class Part(Value):
    """What a contract holds that is a part of a larger one."""

    title: str | None = Field(default=None, description="Name for people, where the part has one.")
    methods: tuple[str, ...] = Field(description="Codes of the methods that it has.")
    directions: tuple[Direction, ...] = Field(description="Directions of the requests that it has.")


class Service(Value):
    """The interface's head."""

    title: str
    version: str
    summary: str
    description: str
    package: str
    contact: dict[str, str]
    license: dict[str, str]
    base_url: str
    base_url_description: str
    base_url_reason: Reason
    specification: str
    packs_off: tuple[str, ...] = ()
    part: Part | None = Field(default=None, description="Present when this is a part of a larger contract.")


class Contract(Value):
    """A catalogue, settled."""

    contract_version: Literal[1] = Field(default=1, description="Version of this format.")
    service: Service
    currencies: tuple[Currency, ...]
    methods: tuple[Method, ...]
    interface: Interface
    gaps: tuple[Gap, ...]
    decisions: tuple[Decision, ...]
    errata: tuple[Erratum, ...]
    losses: tuple[Loss, ...]
    retired: Retired = Retired()

    def requests(self, direction: Direction | None = None) -> Iterator[Request]:
        """Every request type, pay-ins first, methods by code."""
        for wanted in DIRECTIONS:
            for method in self.methods:
                request = method.offer(wanted).request
                if request and direction in (None, wanted):
                    yield request

    def method(self, code: str) -> Method | None:
        """Return the method with this code, or None."""
        return next((method for method in self.methods if method.code == code), None)

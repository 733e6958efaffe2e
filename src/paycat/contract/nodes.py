"""The shape of what is sent and answered: trees of values, lists and objects, in requests and in records alike.

A request's body is an object whose fields and objects are in the order of the field tables. A record may also hold
other records, one of several records, null, and values of which nothing is known.
"""

from collections.abc import Container, Iterator, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from paycat.catalogue.cases import CaseRequirement, Given
from paycat.catalogue.fields import AUTOCOMPLETES, Audience, Hint, Input
from paycat.catalogue.lifecycle import Deprecation
from paycat.catalogue.shapes import MadeValue
from paycat.catalogue.statement import Location, Reason, Value
from paycat.contract.constraint import Constraint
from paycat.shapes.constraints.relations import Relation
from paycat.shapes.constraints.statement import Bound as StatedBound
from paycat.shapes.json_types import SHAPES, JsonTypeName, ShapeName


class Choice(Value):
    """A value of a choice."""

    value: str = Field(description="What is sent.")
    meaning: str | None = Field(default=None, description="What it says, where nothing else does.")
    label: str | None = Field(default=None, description="Its name in forms, where it is not the value.")
    reason: Reason = Field(description="Where the value comes from.")


NodeShape = ShapeName | Literal["any", "record", "union"]


class Variant(Value):
    """A record that a value may be, and the value of the discriminator that names it."""

    value: str = Field(description="The value of the discriminator.")
    record: str = Field(description="Name of the record.")


class FieldNode(Value):
    """A value that has no members of its own here: plain, a list, a record, one of several records, or anything."""

    kind: Literal["field"] = Field(description="What tells a field from an object.")
    name: str = Field(description="Member name.")
    path: str = Field(description="Dotted path from the body; empty for the body itself.")
    type: str = Field(default="", description="Name of the field type; empty where there is none.")
    shape: NodeShape = Field(description="What the value looks like.")
    nullable: bool = Field(default=False, description="Whether the value may be null.")
    requirement: Literal["required", "optional", "conditional"] = Field(description="Requirement level.")
    meaning: str = Field(description="What it holds.")
    constraints: tuple[Constraint, ...] = Field(description="Rules, in the order in which they reject.")
    python_name: str | None = Field(default=None, description="Its attribute in Python, where it is stated.")
    role: str | None = Field(
        default=None, description="Role: how generated code finds the amount, the currency or the reference."
    )
    echo: str | None = Field(default=None, description="Dotted path of the request field that the value repeats.")
    echoed_move: str | None = Field(default=None, description="Direction of the moving body that it is a field of.")
    mask: tuple[str, ...] = Field(
        default=(), description="Dotted paths of the request fields of which the value shows the end of the first sent."
    )
    made: MadeValue | None = Field(default=None, description="What the service puts there where no request has it.")
    sensitive: Literal["pan", "account", "personal"] | None = Field(default=None, description="Why it is masked.")
    label: str | None = Field(default=None, description="Its name in forms, where the meaning does not begin with it.")
    input: Input | None = Field(default=None, description="What a form asks for it with, where its rules do not say.")
    autocomplete: Annotated[str, AUTOCOMPLETES] | None = Field(default=None, description="What a browser may fill in.")
    audience: Audience | None = Field(default=None, description="Who fills it in, where nothing else determines it.")
    hints: tuple[Hint, ...] = Field(default=(), description="Facts that never reject.")
    items: "FieldNode | Group | None" = Field(default=None, description="What each item of a list is.")
    choices: tuple[Choice, ...] = Field(default=(), description="What each value means, where there are few.")
    open: bool = Field(default=False, description="Whether `choices` are those that are known, and others may come.")
    record: str | None = Field(default=None, description="The record that the value is.")
    discriminator: str | None = Field(default=None, description="The member that names which of the `variants` it is.")
    variants: tuple[Variant, ...] = Field(default=(), description="The records of which the value is one.")
    deprecated: Deprecation | None = Field(
        default=None, description="Why it is deprecated: do not send it in new code."
    )
    reason: Reason = Field(description="Where the field comes from.")
    location: Location = Field(description="Where it is stated.")

    @property
    def json_type(self) -> JsonTypeName | Literal["any"]:
        """The JSON type of the value; of a record, an object."""
        if self.shape in ("record", "union"):
            return "object"
        return SHAPES[self.shape].json_type if self.shape in SHAPES else "any"

    @property
    def fixed(self) -> Constraint | None:
        """The constraint that leaves one value, or None."""
        return next((rule for rule in self.constraints if rule.kind.relation is Relation.EQUAL), None)

    @property
    def listed(self) -> Constraint | None:
        """The constraint that lists the texts of which the value is one, or None."""
        return next((rule for rule in self.constraints if rule.kind.relation is Relation.ONE_OF), None)

    @property
    def known_values(self) -> tuple[Any, ...]:
        """The values of a choice, a fixed text or a boolean, for which a case may ask; none if there may be others."""
        if self.json_type not in ("string", "boolean"):
            return ()
        if rule := self.fixed or self.listed:
            return rule.value if isinstance(rule.value, tuple) else (rule.value,)
        return (False, True) if self.json_type == "boolean" else ()

    @property
    def form(self) -> str | None:
        """The form that the shape of a text implies, such as that of a date, or None."""
        return next((str(rule.value) for rule in self.constraints if rule.kind.is_implied_by_shape), None)

    @property
    def pattern(self) -> Constraint | None:
        """The first constraint that states a pattern, or None."""
        matching_rules = (rule for rule in self.constraints if rule.kind.relation is Relation.MATCHES)
        return next((rule for rule in matching_rules if not rule.kind.is_implied_by_shape), None)

    @property
    def type_or_shape(self) -> str:
        """The name of the field type, or of the shape where there is no type."""
        return self.type or self.shape

    @property
    def bounds(self) -> dict[str, StatedBound]:
        """The bounds of all constraints by keyword, in the order in which they reject."""
        return {rule.keyword: rule.value for rule in self.constraints}

    @property
    def records(self) -> tuple[str, ...]:
        """The names of the records that the value may be."""
        return (*((self.record,) if self.record else ()), *(variant.record for variant in self.variants))

    @property
    def is_in_case(self) -> bool:
        """Whether it is what a member is where another one has a value."""
        return self.path.endswith(")")

    @property
    def is_stated(self) -> bool:
        """Whether a field table states it: neither the item of a list, nor a list of objects, nor in a case."""
        return bool(self.name) and not isinstance(self.items, Group)

    def limitation(self, rule: Constraint) -> str | None:
        """Return why JSON Schema cannot express one of the constraints, or None."""
        kind = rule.kind
        return (kind.text_limitation if self.shape == "decimal_text" else kind.limitation)(rule.value)

    def accepts(self, value: Any) -> bool:
        """Tell whether a value of the right JSON type keeps every constraint."""
        return all(rule.holds(value) for rule in self.constraints)

    def constraint(self, keyword: str) -> Constraint | None:
        """Return the constraint with this keyword, or None."""
        return next((rule for rule in self.constraints if rule.keyword == keyword), None)


class Condition(Value):
    """At least one of the combinations of member names must be there completely."""

    any_of: tuple[tuple[str, ...], ...] = Field(description="Combinations of member names of the group.")
    reason: Reason = Field(description="Where the condition comes from.")
    location: Location = Field(description="Where it is stated.")

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all combinations, each once."""
        return tuple(dict.fromkeys(name for combination in self.any_of for name in combination))


class Case(Value):
    """What a member of an object, or of one inside, is where others have certain values.

    Paths are those from the object. Every value that the case accepts, the member itself accepts, too. The path of the
    field has the case in brackets, such as `amount(currency=EUR)`, and the field has neither a name nor items.
    """

    given: dict[str, Given] = Field(description="What members must be for the case to hold, by their paths.")
    member: str = Field(description="Path of the member that it decides about.")
    requirement: CaseRequirement | None = Field(default=None, description="Whether the object has the member then.")
    field: FieldNode | None = Field(default=None, description="What the member is then, if its rules are narrower.")
    reason: Reason = Field(default=Reason(), description="Where the case comes from.")
    location: Location = Field(description="Where it is stated.")


class ObjectType(Value):
    """What a catalogue says of an object wherever it is."""

    name: str = Field(description="Name of the object type.")
    meaning: str = Field(description="What an object of the type is.")
    reason: Reason = Field(description="Where the type comes from.")
    location: Location = Field(description="Where it is stated.")


class Group(Value):
    """An object with members, or the body itself (path "")."""

    kind: Literal["group"] = Field(description="What tells an object from a field.")
    name: str = Field(description="Member name; empty for the body itself, and for the items of a list.")
    path: str = Field(description="Dotted path from the body; empty for the body itself.")
    component: str = Field(
        default="", description="Name of the component in documents and of the class in models; empty inside a record."
    )
    type: ObjectType | None = Field(default=None, description="The object type that says which members it has.")
    shared: bool = Field(
        default=False, description="Whether the component is the type's, or inside of that: the same wherever it is."
    )
    python_name: str | None = Field(default=None, description="Its attribute in Python, where it is stated.")
    nullable: bool = Field(default=False, description="Whether the value may be null.")
    requirement: Literal["required", "optional"] = Field(description="Requirement level.")
    meaning: str = Field(description="What it describes.")
    closed: bool = Field(description="Whether members that are not listed are rejected.")
    closed_reason: Reason = Field(default=Reason(), description="Where that comes from.")
    members: "tuple[FieldNode | Group, ...]" = Field(description="Fields and groups, in order.")
    conditions: tuple[Condition, ...] = Field(default=(), description="Which combinations satisfy the group.")
    cases: tuple[Case, ...] = Field(default=(), description="What members are where others have certain values.")
    deprecated: Deprecation | None = Field(default=None, description="Its method's, where it is the request itself.")
    reason: Reason = Field(description="Where the group comes from.")
    location: Location = Field(description="Where it is stated.")

    @property
    def json_type(self) -> JsonTypeName:
        """The JSON type of the value."""
        return "object"

    @property
    def type_or_shape(self) -> str:
        """The name of the object type, or the shape where there is no type."""
        return self.type.name if self.type else "object"

    @property
    def as_component(self) -> "Group":
        """The object as its component describes it: one that is shared as its type does, not as one of its uses."""
        if not (self.shared and self.type):
            return self
        return self.model_copy(update={"meaning": self.type.meaning, "reason": self.type.reason})

    def fields(self) -> Iterator[FieldNode]:
        """Every field inside, in order; after a list, what its items are."""
        return fields_of(self)

    def stated_fields(self) -> Iterator[FieldNode]:
        """Every field inside that a field table states."""
        return (field for field in self.fields() if field.is_stated)

    def groups(self) -> "Iterator[Group]":
        """This group and every group inside, outermost first."""
        return groups_of(self)

    def unmet(self, member_names: Container[str]) -> Iterator[Condition]:
        """Yield the conditions of which an object with these members has no combination."""
        for condition in self.conditions:
            if not any(all(name in member_names for name in combination) for combination in condition.any_of):
                yield condition

    @property
    def required(self) -> tuple[str, ...]:
        """Names of the members that must be sent."""
        return tuple(member.name for member in self.members if member.requirement == "required")


Node = FieldNode | Group


def member_at(group: Group, member_steps: Sequence[str | int]) -> Node | None:
    """Return the member that is reached by names from an object, through objects alone."""
    node: Node | None = group
    for step in member_steps:
        members = node.members if isinstance(node, Group) else ()
        node = next((member for member in members if member.name == step), None)
    return node


def nodes_of(node: Node) -> Iterator[Node]:
    """Return a node and every node inside: outermost first, members in order, then their cases; items after a list."""
    yield node
    inner_nodes = (*node.members, *(case.field for case in node.cases)) if isinstance(node, Group) else (node.items,)
    for inner_node in inner_nodes:
        if inner_node:
            yield from nodes_of(inner_node)


def fields_of(node: Node) -> Iterator[FieldNode]:
    """Return the fields among them."""
    return (inner_node for inner_node in nodes_of(node) if isinstance(inner_node, FieldNode))


def records_of(node: Node) -> Iterator[str]:
    """Return the names of the records that a node refers to, here and inside."""
    return (record_name for field in fields_of(node) for record_name in field.records)


def groups_of(node: Node) -> Iterator[Group]:
    """Return the objects among them."""
    return (inner_node for inner_node in nodes_of(node) if isinstance(inner_node, Group))

"""How the sandbox fills the members of a record, as the catalogue declares it.

A member repeats a field of the request (`echo`), shows the end of one (`mask`), has one value (`fixed`) or is made by
the service (`made`). The rules of `check` report a member of which none of this is stated.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from paycat.catalogue.interface import StateMachine
from paycat.catalogue.shapes import MadeValue
from paycat.contract.interface import Record
from paycat.contract.model import Contract
from paycat.contract.nodes import FieldNode, Node
from paycat.contract.paths import steps_of
from paycat.shapes.constraints.relations import Measure, Relation

MOST_SHOWN = 4
"""Most characters of a card or account number that a record may show."""

TIMES = ("2026-01-02", "2026-01-02T03:04:05Z")
"""Times that a member has in examples."""
_EMPTY: Mapping[str, Any] = {"object": {}, "list": []}
"""What a member has that repeats no value, where it may neither be null nor left out, by shape."""


@dataclass(frozen=True, slots=True)
class FilledMember:
    """Where the value of a member comes from: a word of `made`, echo, mask, state, failure, variant or members.

    `paths` are the fields of a request that an echo or a mask reads, of which the first that was sent counts, and
    `last` is how many characters a mask shows. An echo with a `move` reads the body of this direction that moves the
    record, and has no value before. `members` are those of an object or, of a failure, of its record.
    `values` are values by method, and `otherwise` is the one where no other is known. Those of a union are for the
    first state, and `later` is the value in any other state.
    """

    name: str
    source: str
    optional: bool = False
    nullable: bool = False
    paths: tuple[tuple[str | int, ...], ...] = ()
    last: int = 0
    move: str = ""
    members: "tuple[FilledMember, ...]" = ()
    values: Mapping[str, Any] = field(default_factory=dict)
    otherwise: Any = None
    later: Any = None


def members_of_record(contract: Contract, state_machine: StateMachine) -> tuple[FilledMember, ...]:
    """Return how the record of a state machine is filled."""
    record = contract.interface.record(state_machine.record)
    members = _Filler(contract, state_machine.direction or "").members(record.members, record.example, (record.name,))
    return tuple(replace(part, source="state") if part.name == state_machine.member else part for part in members)


def made_by(record: Record, way: str) -> str:
    """Return the name of the member of a record that the service makes in a way, or "" if it has none."""
    return next((member.name for member in record.members if _by(member) == way), "")


def completed_states(state_machine: StateMachine) -> list[str]:
    """Return the states in which a transaction is completed."""
    return [state.name for state in state_machine.states if state.final or state.completes]


@dataclass(frozen=True, slots=True)
class _Filler:
    """Finds where the members of the records of a direction come from."""

    contract: Contract
    direction: str

    def members(self, nodes: Iterable[Node], example: Any, outer_names: tuple[str, ...]) -> tuple[FilledMember, ...]:
        """Return where the members of an object come from, without records that are inside themselves."""
        examples = example if isinstance(example, Mapping) else {}
        new_nodes = (node for node in nodes if not (isinstance(node, FieldNode) and node.record in outer_names))
        return tuple(self._member(node, examples.get(node.name), outer_names) for node in new_nodes)

    def _member(self, node: Node, example: Any, outer_names: tuple[str, ...]) -> FilledMember:
        member = FilledMember(node.name, "example", node.requirement != "required", node.nullable, otherwise=example)
        if not isinstance(node, FieldNode):
            return replace(member, source="members", members=self.members(node.members, example, outer_names))
        if node.echo is not None:
            paths, move = (steps_of(node.echo),), node.echoed_move or ""
            return replace(member, source="echo", otherwise=_EMPTY.get(node.shape), paths=paths, move=move)
        if node.mask:
            length = min([MOST_SHOWN, *_longest(node)])
            return replace(member, source="mask", otherwise=None, paths=tuple(map(steps_of, node.mask)), last=length)
        if node.made and node.made.first:
            return self._union(member, node, node.made)
        if _by(node) == "country":
            methods = (method for method in self.contract.methods if method.countries_complete)
            country_by_code = {method.code: method.countries[0] for method in methods if len(method.countries) == 1}
            return replace(member, source="country", otherwise=None, values=country_by_code)
        if node.record is not None and not node.made:
            record = self.contract.interface.record(node.record)
            record_members = self.members(record.members, record.example, (*outer_names, node.record))
            is_failure = any(record_member.source == "failure_code" for record_member in record_members)
            return replace(member, source="failure" if is_failure else "members", members=record_members)
        if fixed_rule := node.fixed:
            return replace(member, otherwise=fixed_rule.value)
        if _by(node) == "completed":  # The example of a record may be one that is not completed.
            member = replace(member, otherwise=next(filter(node.accepts, filter(None, (example, *TIMES))), None))
        return replace(member, source=_by(node) or "example")

    def _union(self, member: FilledMember, node: FieldNode, made_value: MadeValue) -> FilledMember:
        """Return a union: its value in the first state, by method and of the others, and the one in any other state."""
        union = self.contract.interface.record(node.record).body if node.record else node
        variants = union.variants if isinstance(union, FieldNode) else ()
        examples = {variant.value: self.contract.interface.record(variant.record).example for variant in variants}
        offers = {method.code: method.offers.get(self.direction) for method in self.contract.methods}
        names_by_method = {code: offer.variants for code, offer in offers.items() if offer}
        return replace(
            member,
            source="variant",
            values={code: examples[names[node.name]] for code, names in names_by_method.items() if node.name in names},
            otherwise=examples[made_value.first or ""],
            later=examples[made_value.later or made_value.first or ""],
        )


def _longest(node: FieldNode) -> list[int]:
    limit_kind = (Measure.CHARACTERS, Relation.AT_MOST)
    return [int(rule.number) for rule in node.constraints if (rule.kind.measure, rule.kind.relation) == limit_kind]


def _by(node: Node) -> str | None:
    return node.made.by if isinstance(node, FieldNode) and node.made else None

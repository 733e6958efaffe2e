"""How the sandbox fills the members of a record: what repeats a request, what is masked, and what follows the state.

A catalogue declares echoes, masks, sensitive fields, state machines and failure codes. What else a record contains, its
examples show: constants, values that differ by state, and whether a time is that of the creation or of the last change.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from paycat.catalogue.interface import StateMachine
from paycat.contract.interface import Record
from paycat.contract.model import Contract
from paycat.contract.nodes import FieldNode, Group, Node
from paycat.contract.paths import steps_of
from paycat.shapes.constraints.relations import Measure, Relation

_LAST = 4
"""Most characters of a card or account number that a record may show."""

Source = Literal[
    "echo", "mask", "id", "state", "created", "moved", "completed", "country", "failure", "members", "example"
]


@dataclass(frozen=True, slots=True)
class Member:
    """Where the value of a member comes from.

    `paths` are the fields of a request that an echo or a mask reads, of which the first that was sent counts, and
    `last` is how many characters a mask shows. `members` are those of an object or, of a failure, of its record.
    `values` are the values that examples show, by state, and `otherwise` is the value in any other state.
    """

    name: str
    source: Source
    optional: bool = False
    nullable: bool = False
    paths: tuple[tuple[str | int, ...], ...] = ()
    last: int = 0
    members: "tuple[Member, ...]" = ()
    values: Mapping[str, Any] = field(default_factory=dict)
    otherwise: Any = None


@dataclass(frozen=True, slots=True)
class _Examples:
    """What the examples of a catalogue show of a record: the record by state, and the times at which it moved."""

    by_state: Mapping[str, Mapping[str, Any]]
    first: Mapping[str, Any]
    moved: tuple[tuple[Mapping[str, Any], Any], ...]


def members_of_record(contract: Contract, state_machine: StateMachine) -> tuple[Member, ...]:
    """Return how the record of a state machine is filled."""
    record = contract.interface.record(state_machine.record)
    fields = _fields_of(contract, state_machine)
    reader = _Reader(contract, state_machine, _shown(contract, state_machine, record), fields)
    return tuple(reader.member(one, reader.shown.first.get(one.name), one.name) for one in record.members)


def completed_states(contract: Contract, state_machine: StateMachine) -> list[str]:
    """Return the states in which a payment is completed: the final ones, and those whose example shows when it was."""
    record = contract.interface.record(state_machine.record)
    times = [one.name for one in record.members if isinstance(one, FieldNode) and one.shape == "date_time"]
    nullable = [one.name for one in record.members if one.name in times and one.nullable]
    shown = _shown(contract, state_machine, record).by_state
    found = {state for state, example in shown.items() if any(example.get(name) is not None for name in nullable)}
    return [one.name for one in state_machine.states if one.final or (one.name in found)]


def failure_record(contract: Contract, node: Node) -> Record | None:
    """Return the record of a member that states why a payment failed: it has a choice of failure codes."""
    if not isinstance(node, FieldNode) or node.record is None:
        return None
    record = contract.interface.record(node.record)
    return record if any(_is_failure_code(contract, one) for one in record.members) else None


def _is_failure_code(contract: Contract, node: Node) -> bool:
    codes = {one.code for one in contract.interface.failure_codes}
    return isinstance(node, FieldNode) and bool(node.choices) and {one.value for one in node.choices} <= codes


def _shown(contract: Contract, state_machine: StateMachine, record: Record) -> _Examples:
    examples = [record.example or {}]
    moved: list[tuple[Mapping[str, Any], Any]] = []
    for notification in contract.interface.notifications:
        if notification.state_machine == state_machine.name:
            event = contract.interface.record(notification.record)
            for data, moment in _events(event, record.name):
                examples.append(data)
                moved.append((data, moment))
    by_state = {str(one[state_machine.member]): one for one in reversed(examples) if state_machine.member in one}
    return _Examples(by_state, examples[0], tuple(moved))


def _events(event: Record, record: str) -> Iterator[tuple[Mapping[str, Any], Any]]:
    """Return the record inside the example of an event, and when the event happened."""
    nodes = [one for one in event.members if isinstance(one, FieldNode)]
    moments = [event.example.get(one.name) for one in nodes if one.shape == "date_time"]
    for one in nodes:
        if one.record == record and moments and one.name in event.example:
            yield event.example[one.name], moments[0]


def _fields_of(contract: Contract, state_machine: StateMachine) -> dict[str, FieldNode]:
    return {
        field.path: field
        for request in contract.requests(state_machine.direction)
        for group in request.root.groups()
        for field in group.members
        if isinstance(field, FieldNode)
    }


@dataclass(frozen=True, slots=True)
class _Reader:
    """Finds the sources of a record's members."""

    contract: Contract
    state_machine: StateMachine
    shown: _Examples
    fields: Mapping[str, FieldNode]
    """The fields of the direction's requests by path."""

    def member(self, node: Node, example: Any, path: str) -> Member:
        """Return where the value of a member at a path comes from."""
        optional = node.requirement != "required"
        common: dict[str, Any] = {
            "name": node.name,
            "optional": optional,
            "nullable": node.nullable,
            "otherwise": example,
        }
        repeated = self._repeated(node, path)
        if path == self.state_machine.member:
            return Member(**common, source="state")
        if isinstance(node, FieldNode) and (found := self._named(node, path)):
            return Member(**{**common, **found})
        if repeated:
            return Member(**{**common, "otherwise": _empty(node, example)}, **repeated)
        inner = self._inner(node)
        if inner:
            values = example if isinstance(example, Mapping) else {}
            members = tuple(self.member(one, values.get(one.name), f"{path}.{one.name}") for one in inner)
            return Member(**common, source="members", members=members)
        if node.nullable and isinstance(node, FieldNode):
            # An example is of one method at one moment: what may be null is not known of others.
            is_country = path in self._paths_of_country()
            return Member(**{**common, "otherwise": None}, source="country" if is_country else "example")
        return Member(**common, source="example", values=self._values(path))

    def _named(self, node: FieldNode, path: str) -> dict[str, Any]:
        if node.shape == "date_time" and node.echo is None and "." not in path:
            return self._time(node)
        failure = failure_record(self.contract, node)
        if failure:
            codes = tuple(
                Member(one.name, "failure" if _is_failure_code(self.contract, one) else "example")
                for one in failure.members
            )
            return {"source": "failure", "members": codes, "otherwise": None}
        return {"source": "id"} if path == "id" or path == self._identifier() else {}

    def _identifier(self) -> str:
        """Return the member that identifies the record: that of the path parameter of who reads it."""
        names = {one.name for one in self.contract.interface.record(self.state_machine.record).members}
        for operation in self.contract.interface.operations:
            if operation.success.record == self.state_machine.record and not operation.request:
                parameters = map(self.contract.interface.parameter, operation.parameters)
                for one in parameters:
                    if one.location_in == "path" and one.name in names:
                        return one.name
        return "id"

    def _time(self, node: FieldNode) -> dict[str, Any]:
        values = [(data.get(node.name), moment) for data, moment in self.shown.moved]
        if node.nullable:
            stated = any(value is not None for value, _ in values)
            return {"source": "completed" if stated else "example", "otherwise": None}
        created = values and all(value != moment for value, moment in values)
        return {"source": "created" if created else "moved"}

    def _inner(self, node: Node) -> tuple[Node, ...]:
        if isinstance(node, Group):
            return node.members
        return self.contract.interface.record(node.record).members if node.record else ()

    def _repeated(self, node: Node, path: str) -> dict[str, Any]:
        """Return the fields of requests that a member repeats, as declared or by their path, whole or masked."""
        if isinstance(node, FieldNode) and node.echo is not None:
            return self._of_field(node.echo)
        if isinstance(node, FieldNode) and path in self.fields and _may_repeat(node, self.fields[path]):
            return self._of_field(path)
        if isinstance(node, FieldNode) and node.mask is not None:
            return self._mask(node, path.rpartition(".")[0])
        return {}

    def _of_field(self, path: str) -> dict[str, Any]:
        found = self.fields.get(path)
        if found is not None and found.sensitive in ("pan", "account"):
            return {"source": "mask", "paths": (steps_of(path),), "last": _LAST}
        return {"source": "echo", "paths": (steps_of(path),)}

    def _mask(self, node: FieldNode, parent: str) -> dict[str, Any]:
        """Return what a masked text shows: the end of a number that requests have in the same object."""
        numbers = tuple(
            steps_of(path)
            for path, one in self.fields.items()
            if one.sensitive == node.mask and path.rpartition(".")[0] == parent
        )
        return {"source": "mask", "paths": numbers, "last": min([_LAST, *_longest(node)])}

    def _paths_of_country(self) -> set[str]:
        return {
            field.path
            for request in self.contract.requests()
            for field in request.root.fields()
            if field.role == "country"
        }

    def _values(self, path: str) -> dict[str, Any]:
        """Return the values of a member by state. In a state without an example, it has that of a later state."""
        if "." in path:
            return {}
        shown, initial = self.shown.by_state, self.state_machine.initial
        later = next((one for state, one in shown.items() if state != initial), None)
        known = {state: one[path] for state, one in shown.items() if path in one}
        for state in self.state_machine.states:
            if state.name not in known and state.name != initial and later is not None and path in later:
                known[state.name] = later[path]
        return known


def _may_repeat(node: FieldNode, field: FieldNode) -> bool:
    """Tell whether a member that declares no echo can have any value of the field at its path."""
    longest = _longest(node)
    fits = not longest or (_longest(field) and min(_longest(field)) <= min(longest))
    open_to_all = not any(rule.kind.relation is Relation.MATCHES for rule in node.constraints)
    return node.shape == field.shape and bool(fits) and open_to_all


def _longest(node: FieldNode) -> list[int]:
    return [
        int(rule.number)
        for rule in node.constraints
        if (rule.kind.measure, rule.kind.relation) == (Measure.CHARACTERS, Relation.AT_MOST)
    ]


def _empty(node: Node, example: Any) -> Any:
    """Return the value of a member whose field was not sent."""
    if node.nullable:
        return None
    shape = node.shape if isinstance(node, FieldNode) else "object"
    return {"object": {}, "list": []}.get(shape, example)

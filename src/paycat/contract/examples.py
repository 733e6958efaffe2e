"""Examples of records that state none: what the sandbox answers to the sample `full` of the first request."""

from collections.abc import Mapping
from typing import Any

from paycat.catalogue.interface import leading
from paycat.contract.interface import Interface, Record
from paycat.contract.members import TIMES, made_by, members_of_record
from paycat.contract.model import Contract
from paycat.contract.nodes import FieldNode, Group, Node
from paycat.contract.plain_values import plain_values
from paycat.contract.samples import shown_record


class _NoValueError(Exception):
    """No value of a node is known."""


def with_examples(contract: Contract) -> Contract:
    """Return the contract with an example of each record that is answered or sent, where a value of it is known."""
    interface = contract.interface
    machine_by_name = {machine.name: machine for machine in interface.state_machines}
    leaders_first = sorted(machine_by_name.values(), key=lambda machine: len(leading(machine, machine_by_name)))
    names = [machine.record for machine in leaders_first]  # Others hold these.
    names += [operation.success.record or "" for operation in interface.operations]
    names += [notification.record for notification in interface.notifications]
    for name in dict.fromkeys(names):
        records = {record.name: record for record in contract.interface.records}
        if name in records and records[name].example is None:
            try:
                example = _value(records[name].body, records, (name,))
            except _NoValueError:
                continue
            contract = _with_example(contract, records[name], example)
            contract = _with_example(contract, records[name], _as_answered(contract, name, example))
    return contract


def _with_example(contract: Contract, lacking_record: Record, example: Any) -> Contract:
    new_record = lacking_record.model_copy(update={"example": example})
    records = (new_record if record.name == new_record.name else record for record in contract.interface.records)
    interface = contract.interface.model_copy(update={"records": tuple(records)})
    return contract.model_copy(update={"interface": interface})


def _as_answered(contract: Contract, name: str, example: Any) -> Any:
    """Return an example of a record with what a sample leads to, or of a message with its first event."""
    interface = contract.interface
    if (machine := interface.state_machine_of(name)) is None:
        return _with_event(interface, name, example)
    members, records = members_of_record(contract, machine), {record.name: record for record in interface.records}
    for leader in (leader for leader in interface.state_machines if leader.name in machine.follows):
        leading_record = records[leader.record].example if leader.record in records else None
        entered = {leader.member: machine.follows[leader.name]}
        return shown_record(members, machine, "", {**leading_record, **entered}) if leading_record else example
    requests = contract.requests(machine.direction or "")
    samples = [(request.method, sample) for request in requests for sample in request.samples if sample.name == "full"]
    return shown_record(members, machine, samples[0][0], samples[0][1].payload) if samples else example


def _with_event(interface: Interface, name: str, example: Any) -> Any:
    machine_names = [message.state_machine for message in interface.notifications if message.record == name]
    machines = [machine for machine in interface.state_machines if machine.name in machine_names]
    events = [event for event in interface.event_types if event.state_machine in machine_names]
    event_member = made_by(interface.record(name), "event")
    if not (machines and events and event_member):
        return example
    for node in interface.record(name).members:
        if isinstance(node, FieldNode) and node.record == machines[0].record:
            example = {**example, node.name: {**example[node.name], machines[0].member: events[0].state}}
    return {**example, event_member: events[0].name}


def _value(node: Node, records: Mapping[str, Record], outer_names: tuple[str, ...]) -> Any:
    """Return a value of a node with every member. Raises _NoValueError."""
    if isinstance(node, Group):
        return {member.name: _value(member, records, outer_names) for member in node.members}
    if node.record and node.record in records and node.record not in outer_names:
        record = records[node.record]
        return _value(record.body, records, (*outer_names, node.record)) if record.example is None else record.example
    if node.record or node.variants:
        raise _NoValueError
    if node.items:
        return [_value(node.items, records, outer_names)]
    texts = (f"{node.name}_1", *TIMES) if node.json_type == "string" else ()
    for value in (*(choice.value for choice in node.choices), *texts, *plain_values(node)):
        if node.accepts(value):
            return value
    raise _NoValueError

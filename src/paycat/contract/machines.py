"""Which records a state machine keeps, also where none is stated, and which of them the variables of a path name."""

import re
from collections.abc import Mapping

from paycat.catalogue.interface import Operation, State, StateMachine
from paycat.contract.interface import Interface, Parameter
from paycat.contract.members import made_by
from paycat.contract.naming import pascal
from paycat.contract.nodes import FieldNode
from paycat.contract.values import constraint
from paycat.shapes.constraints import NOT_EMPTY

_VARIABLE = re.compile(r"\{([^{}]+)\}")


def unseen_machines(interface: Interface) -> dict[str, StateMachine]:
    """Return a machine of one unseen state for each record that has an identifier and no machine, by the record.

    Such a record is what an operation answers the requests of a direction with.
    """
    records = {record.name: record for record in interface.records if made_by(record, "id")}
    unseen_state, machine_by_record = State(name="", meaning="", final=True), dict[str, StateMachine]()
    for operation in interface.operations:
        name = operation.success.record
        if operation.is_creating and name in records and not interface.state_machine_of(name):
            machine = {"name": name, "direction": operation.request, "record": name, "location": operation.location}
            unseen = StateMachine.model_validate({**machine, "member": "", "initial": "", "states": [unseen_state]})
            machine_by_record.setdefault(name, unseen)
    return machine_by_record


def all_machines(interface: Interface) -> tuple[StateMachine, ...]:
    """Return the state machines of an interface, and after them the unseen ones."""
    return (*interface.state_machines, *unseen_machines(interface).values())


def machine_of(interface: Interface, record_name: str | None) -> StateMachine | None:
    """Return the state machine of a record, also an unseen one, or None."""
    return interface.state_machine_of(record_name) or unseen_machines(interface).get(record_name or "")


def with_identified_paths(interface: Interface, machine_by_key: Mapping[str, str]) -> Interface:
    """Return the interface whose operations list all variables of their paths, as far as they identify records.

    `machine_by_key` has the machines that parameters state, by their keys. A variable of one name in the paths of
    records of two machines is one parameter: it identifies those that are read, or else those of the first path.
    """
    paths, stated_keys = _PathReader(interface, machine_by_key), {parameter.key for parameter in interface.parameters}
    parameter_by_key, owner_by_key, operations = dict[str, Parameter](), dict[str, StateMachine](), []
    for operation in sorted(interface.operations, key=lambda operation: bool(operation.moves)):
        for name, key in paths.variables(operation):
            if key not in stated_keys and (machine := paths.machine(operation, name, key)):
                owner_by_key.setdefault(key, machine)
    for operation in interface.operations:
        machines, new_keys = dict[str, str](), list[str]()
        for name, key in paths.variables(operation):
            machine = owner_by_key.get(key) or paths.machine(operation, name, key)
            if paths.is_stated(name, key):
                new_keys.append(key)
            elif machine and key not in stated_keys and (parameter := _parameter(interface, operation, machine, name)):
                parameter_by_key.setdefault(key, parameter)
                new_keys.append(key)
            if machine and key in (*operation.parameters, *new_keys):
                machines[name] = machine.name
        unlisted_keys = [key for key in new_keys if key not in operation.parameters]
        update = {"identifies": machines, "parameters": (*unlisted_keys, *operation.parameters)}
        operations.append(operation.model_copy(update=update))
    all_parameters = (*interface.parameters, *parameter_by_key.values())
    return interface.model_copy(update={"operations": tuple(operations), "parameters": all_parameters})


class _PathReader:
    """Finds the machines whose records paths name."""

    def __init__(self, interface: Interface, machine_by_key: Mapping[str, str]) -> None:
        self._parameters = {parameter.key: parameter for parameter in interface.parameters}
        self._stated_machines = machine_by_key
        self._machines = {machine.name: machine for machine in all_machines(interface)}
        self._by_record = {machine.record: machine for machine in reversed(all_machines(interface))}
        self._reading = [
            (operation.path, self.variables(operation)[-1], machine)
            for operation in interface.operations
            if operation.http_method == "GET" and not operation.request and self.variables(operation)
            if (machine := self._by_record.get(operation.success.record or ""))
        ]

    def is_stated(self, name: str, key: str) -> bool:
        """Return whether the parameter with a key is that of a variable, whether or not an operation lists it."""
        parameter = self._parameters.get(key)
        return parameter is not None and (parameter.location_in, parameter.name) == ("path", name)

    def variables(self, operation: Operation) -> list[tuple[str, str]]:
        """Return the names of the variables of a path, without one for the method, and their parameters' keys."""
        listed = [self._parameters[key] for key in operation.parameters if key in self._parameters]
        key_by_name = {parameter.name: parameter.key for parameter in listed if parameter.location_in == "path"}
        names = dict.fromkeys(_VARIABLE.findall(operation.path))
        if key_by_name.keys() - names:  # One of the variables most likely has its name misspelt.
            names = {name: None for name in names if name in key_by_name}
        of_methods = {parameter.name for parameter in listed if parameter.role}
        stated = [parameter for parameter in self._parameters.values() if parameter.location_in == "path"]
        key_by_name = {parameter.name: parameter.key for parameter in reversed(stated)} | key_by_name
        return [(name, key_by_name.get(name, pascal(name))) for name in names if name not in of_methods]

    def machine(self, operation: Operation, name: str, key: str) -> StateMachine | None:
        """Return the machine of the record that a variable names, or None.

        It is stated, or the one whose record the operation moves or reads, or others do by the same parameter: the
        beginning of the path is that of one that reads, or all of them read records of one machine.
        """
        if key in self._stated_machines:
            return self._machines.get(self._stated_machines[key])
        is_last = (name, key) == self.variables(operation)[-1]
        if operation.moves and is_last:
            return self._machines.get(next(iter(operation.moves)))
        machine = self._by_record.get(operation.success.record or "")
        if machine and not operation.request and is_last:
            return machine
        readings = [(path, machine) for path, variable, machine in self._reading if variable == (name, key)]
        machines_above = [machine for path, machine in readings if operation.path.startswith(f"{path}/")]
        machines = machines_above or [machine for _, machine in readings]
        return machines[0] if machines and all(machine == machines[0] for machine in machines) else None


def _parameter(interface: Interface, operation: Operation, machine: StateMachine, name: str) -> Parameter | None:
    """Return the parameter of a variable that no operation lists, which looks like the identifier of the records."""
    record = next((candidate for candidate in interface.records if candidate.name == machine.record), None)
    identifier = made_by(record, "id") if record else ""
    node = next((member for member in record.members if member.name == identifier), None) if record else None
    if not isinstance(node, FieldNode):
        return None
    constraints = node.constraints
    if node.shape == "text" and NOT_EMPTY.keyword not in node.bounds:
        constraints = (constraint(NOT_EMPTY.keyword, 1, node.reason, node.location), *constraints)
    bare = {"name": "", "path": "", "meaning": "", "made": None, "python_name": None, "nullable": False}
    return Parameter(
        key=pascal(name),
        location_in="path",
        name=name,
        required=True,
        description=node.meaning or "Identifier of the record.",
        value=node.model_copy(update={**bare, "requirement": "required", "constraints": constraints}),
        example=record.example.get(identifier) if record and isinstance(record.example, dict) else None,
        reason=node.reason,
        location=operation.location,
    )

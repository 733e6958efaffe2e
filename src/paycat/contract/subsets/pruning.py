"""What of an interface serves the requests of a subset: the rest of it goes."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from paycat.catalogue.interface import Notification, Operation, StateMachine
from paycat.catalogue.problems import Problem
from paycat.catalogue.sandbox import Outcome, Sandbox
from paycat.contract.interface import Interface, Record
from paycat.contract.machines import all_machines
from paycat.contract.model import Request
from paycat.contract.nodes import records_of
from paycat.contract.paths import reachable
from paycat.contract.sending import having, with_listed_methods


def pruned(interface: Interface, requests: Sequence[Request]) -> Interface:
    """Return the operations, machines and notifications that serve the requests, and all that these name.

    Problems that no operation names may answer any call, and stay.
    """
    directions = {request.direction for request in requests}
    operations = tuple(operation for operation in interface.operations if served(interface, operation, requests) != [])
    machines = [machine for machine in all_machines(interface) if interface.direction_of(machine) in directions]
    machine_names = {machine.name for machine in machines}
    state_machines = tuple(machine for machine in interface.state_machines if machine in machines)
    notifications = tuple(message for message in interface.notifications if message.state_machine in machine_names)
    named_slugs = {slug for operation in interface.operations for slug in operation.problems}
    gone_slugs = named_slugs - {slug for operation in operations for slug in operation.problems}
    problems = tuple(problem for problem in interface.problems if problem.slug not in gone_slugs)
    parameter_keys = {key for operation in operations for key in operation.parameters}
    parameter_keys |= {key for notification in notifications for key in notification.headers}
    parameter_keys.add(interface.repetition_key)
    header_keys = _headers(interface, operations, problems)
    record_names = _records(interface, operations, notifications)
    tag_names = {operation.tag for operation in operations} | {notification.tag for notification in notifications}
    smaller_interface = interface.model_copy(
        update={
            "tags": {name: text for name, text in interface.tags.items() if name in tag_names},
            "parameters": tuple(parameter for parameter in interface.parameters if parameter.key in parameter_keys),
            "response_headers": tuple(header for header in interface.response_headers if header.key in header_keys),
            "operations": tuple(_linked(operation, notifications, machine_names) for operation in operations),
            "records": tuple(record for record in interface.records if record.name in record_names),
            "state_machines": state_machines,
            "event_types": tuple(event for event in interface.event_types if event.state_machine in machine_names),
            "notifications": notifications,
            "problems": problems,
            "sandbox": _sandbox(interface.sandbox, state_machines, requests, {problem.slug for problem in problems}),
        }
    )
    return with_listed_methods(smaller_interface, requests)


def _sandbox(
    sandbox: Sandbox, state_machines: Sequence[StateMachine], requests: Sequence[Request], slugs: Collection[str]
) -> Sandbox:
    """Return the courses and outcomes of state machines that are there, and of problems that are.

    An outcome also needs a request with a reference, which names it, or with the field whose value selects it.
    """
    machine_names = {machine.name for machine in state_machines}
    outcomes = (outcome for outcome in sandbox.outcomes if outcome.problem is None or outcome.problem in slugs)

    def selected(outcome: Outcome) -> bool:
        directions = {machine.direction for machine in state_machines if outcome.state_machine in (None, machine.name)}
        roots = (request.root for request in requests if request.direction in directions)
        fields = (field for root in roots for field in root.fields())
        return any(
            field.role == "reference" if outcome.field is None else field.path == outcome.field for field in fields
        )

    return sandbox.model_copy(
        update={
            "courses": tuple(course for course in sandbox.courses if course.state_machine in machine_names),
            "outcomes": tuple(filter(selected, outcomes)),
        }
    )


def _headers(interface: Interface, operations: Iterable[Operation], problems: Iterable[Problem]) -> set[str]:
    success_keys = {key for operation in operations for key in operation.success.headers}
    replayed_keys = {interface.idempotency.replayed} if interface.idempotency else set()
    return success_keys | {key for problem in problems for key in problem.headers} | replayed_keys


def _records(interface: Interface, operations: Iterable[Operation], notifications: Iterable[Notification]) -> set[str]:
    reached_by_record = reached(interface.records)
    record_names = {
        interface.problem_record,
        *(operation.success.record for operation in operations if operation.success.record),
        *(notification.record for notification in notifications),
    }
    return {name for record_name in record_names for name in reached_by_record.get(record_name, ())}


def _linked(operation: Operation, notifications: Iterable[Notification], machine_names: Collection[str]) -> Operation:
    """Return an operation without a notification that is gone, and without paths that name records that are."""
    identified = {name: machine for name, machine in operation.identifies.items() if machine in machine_names}
    notification_names = {notification.name for notification in notifications}
    is_gone = operation.notification is not None and operation.notification not in notification_names
    return operation.model_copy(update={"identifies": identified, **({"notification": None} if is_gone else {})})


def reached(records: Iterable[Record]) -> Mapping[str, frozenset[str]]:
    """Return, by record, itself and every record that its references lead to."""
    targets = {record.name: frozenset(records_of(record.body)) for record in records}
    return {name: frozenset(reachable([name], lambda record_name: targets.get(record_name, ()))) for name in targets}


def served(interface: Interface, operation: Operation, requests: Sequence[Request]) -> list[Request] | None:
    """Return the requests that an operation is there for, or None where it belongs to no direction.

    It takes them, moves their records, says that it serves them, or answers with a record that reaches the one of their
    state machine.
    """
    if operation.moves:
        if operation.request and not any(request.direction == operation.request for request in requests):
            return []
        directions = {interface.state_machine(name).direction for name in operation.moves}
        return [request for request in requests if request.direction in directions]
    if operation.request:
        return [request for request in requests if request.direction == operation.request]
    if operation.serves:
        return having(operation.serves, requests)
    reached_names = reached(interface.records).get(operation.success.record or "", frozenset())
    machines = [machine for machine in all_machines(interface) if machine.record in reached_names]
    directions = {interface.direction_of(machine) for machine in machines}
    return [request for request in requests if request.direction in directions] if directions else None

"""What of an interface serves the requests of a subset: the rest of it goes."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from paycat.catalogue.interface import Notification, Operation, Problem, StateMachine
from paycat.catalogue.sandbox import Outcome, Sandbox
from paycat.contract.interface import Interface, Record
from paycat.contract.model import Request
from paycat.contract.nodes import records_of
from paycat.contract.paths import reachable
from paycat.contract.sending import having, with_listed_methods


def pruned(interface: Interface, requests: Sequence[Request]) -> Interface:
    """Return the operations, machines and notifications that serve the requests, and all that these name.

    Problems that no operation names may answer any call, and stay.
    """
    directions = {request.direction for request in requests}
    operations = tuple(one for one in interface.operations if served(interface, one, requests) != [])
    state_machines = tuple(
        state_machine for state_machine in interface.state_machines if state_machine.direction in directions
    )
    running = {state_machine.name for state_machine in state_machines}
    notifications = tuple(one for one in interface.notifications if one.state_machine in running)
    named = {slug for operation in interface.operations for slug in operation.problems}
    gone = named - {slug for operation in operations for slug in operation.problems}
    problems = tuple(problem for problem in interface.problems if problem.slug not in gone)
    headers, parameters = _headers(interface, operations, problems), _parameters(interface, operations, notifications)
    records = _records(interface, operations, notifications)
    tags = {one.tag for one in operations} | {one.tag for one in notifications}
    smaller = interface.model_copy(
        update={
            "tags": {name: text for name, text in interface.tags.items() if name in tags},
            "parameters": tuple(one for one in interface.parameters if one.key in parameters),
            "response_headers": tuple(one for one in interface.response_headers if one.key in headers),
            "operations": tuple(_linked(one, notifications) for one in operations),
            "records": tuple(one for one in interface.records if one.name in records),
            "state_machines": state_machines,
            "event_types": tuple(one for one in interface.event_types if one.state_machine in running),
            "notifications": notifications,
            "problems": problems,
            "sandbox": _sandbox(interface.sandbox, state_machines, requests, {one.slug for one in problems}),
        }
    )
    return with_listed_methods(smaller, requests)


def _sandbox(
    sandbox: Sandbox, state_machines: Sequence[StateMachine], requests: Sequence[Request], problems: Collection[str]
) -> Sandbox:
    """Return the courses and outcomes of state machines that are there, and of problems that are.

    An outcome also needs a request with a reference, which names it, or with the field whose value selects it.
    """
    running = {one.name for one in state_machines}
    outcomes = (one for one in sandbox.outcomes if one.problem is None or one.problem in problems)

    def selected(outcome: Outcome) -> bool:
        directions = {one.direction for one in state_machines if outcome.state_machine in (None, one.name)}
        asking = (request.root for request in requests if request.direction in directions)
        fields = (field for root in asking for field in root.fields())
        return any(one.role == "reference" if outcome.field is None else one.path == outcome.field for one in fields)

    return sandbox.model_copy(
        update={
            "courses": tuple(one for one in sandbox.courses if one.state_machine in running),
            "outcomes": tuple(filter(selected, outcomes)),
        }
    )


def _headers(interface: Interface, operations: Iterable[Operation], problems: Iterable[Problem]) -> set[str]:
    of_answers = {key for operation in operations for key in operation.success.headers}
    return of_answers | {key for problem in problems for key in problem.headers} | {interface.idempotency.replayed}


def _parameters(
    interface: Interface, operations: Iterable[Operation], notifications: Iterable[Notification]
) -> set[str]:
    taken = {key for operation in operations for key in operation.parameters}
    return taken | {key for one in notifications for key in one.headers} | {interface.idempotency.parameter}


def _records(interface: Interface, operations: Iterable[Operation], notifications: Iterable[Notification]) -> set[str]:
    reach = reached(interface.records)
    named = {
        interface.problem_record,
        *(one.success.record for one in operations),
        *(one.record for one in notifications),
    }
    return {name for record in named for name in reach.get(record, ())}


def _linked(operation: Operation, notifications: Iterable[Notification]) -> Operation:
    known = {notification.name for notification in notifications}
    gone = operation.notification is not None and operation.notification not in known
    return operation.model_copy(update={"notification": None}) if gone else operation


def reached(records: Iterable[Record]) -> Mapping[str, frozenset[str]]:
    """Return, by record, itself and every record that its references lead to."""
    leads = {record.name: frozenset(records_of(record.body)) for record in records}
    return {name: frozenset(reachable([name], lambda one: leads.get(one, ()))) for name in leads}


def served(interface: Interface, operation: Operation, requests: Sequence[Request]) -> list[Request] | None:
    """Return the requests that an operation is there for, or None where it belongs to no direction.

    It takes them, says that it serves them, or answers with a record that reaches the one of their state machine.
    """
    if operation.request:
        return [request for request in requests if request.direction == operation.request]
    if operation.serves:
        return having(operation.serves, requests)
    names = reached(interface.records).get(operation.success.record, frozenset())
    directions = {
        state_machine.direction for state_machine in interface.state_machines if state_machine.record in names
    }
    return [request for request in requests if request.direction in directions] if directions else None

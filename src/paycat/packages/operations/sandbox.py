"""All that the sandbox of the generated package knows of a catalogue: facts, and what each operation does."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from paycat.catalogue.interface import EventType, Notification, Operation, StateMachine
from paycat.contract.dispatch import method_place
from paycat.contract.identifiers import spelling_of, usual_spelling
from paycat.contract.interface import Record
from paycat.contract.machines import all_machines
from paycat.contract.members import completed_states, made_by, members_of_record
from paycat.contract.model import Contract, Request
from paycat.contract.nodes import FieldNode, nodes_of
from paycat.contract.paths import steps_of
from paycat.contract.samples import choice_members
from paycat.contract.sending import collection_of
from paycat.contract.uses import Listing, parameters_of, use_of
from paycat.packages.operations.credentials import sandbox_key
from paycat.packages.python.names import argument_name, method_name
from paycat.shapes.constraints.relations import Measure, Relation


def handling(contract: Contract, operation: Operation) -> dict[str, Any]:
    """Return what the sandbox does for an operation: an `Action` of the runtime (`runtime/sandbox/facts.py`).

    `machine` names the state machine of the records that it creates, moves to a `state`, reads or lists. `argument` is
    the handler's argument for the identifier of a record, and of what creates or moves one `target` those of path and
    query, and `key` that for the idempotency key; `identifies` has the arguments that name other records, each with
    their state machine. `choices` are what a list offers that no request created, such as banks. `headers` are response
    headers for caches; that of a tag of the version is empty.
    """
    interface = contract.interface
    use, record = use_of(contract, operation), interface.answer_record(operation)
    is_accepting = use.kind in ("create", "move")
    takes_key = is_accepting and interface.repetition_key in operation.parameters
    target = [sent for place in ("path", "query") for sent in parameters_of(contract, operation, place)]
    identified = {
        str(argument_name(sent)): operation.identifies[sent.name]
        for sent in parameters_of(contract, operation, "path")
        if sent.name in operation.identifies and not (use.kind in ("read", "move") and sent == use.identifier)
    }
    item_record = interface.record(use.listing.item) if use.listing else None
    return {
        "handler": str(method_name(operation)),
        "kind": use.kind,
        "is_example": use.is_example,
        "record": record.name if record else "",
        "machine": use.machine.name if use.machine else "",
        "state": operation.moves[use.machine.name] if use.machine and operation.moves else "",
        "direction": operation.request or "",
        "argument": str(argument_name(use.identifier)) if use.identifier else "",
        "target": [str(argument_name(sent)) for sent in target if is_accepting],
        "key": str(argument_name(interface.parameter(interface.repetition_key))) if takes_key else "",
        "identifies": identified,
        "page": _page(contract, operation, record, use.listing) if record and use.listing else None,
        "choices": _choices(contract, operation, item_record) if item_record and use.kind == "choices" else [],
        "example": record.example if record and use.is_example and use.kind != "read" else None,
        "headers": dict(_for_caches(contract, operation)),
    }


def _for_caches(contract: Contract, operation: Operation) -> Iterator[tuple[str, str]]:
    """Return the response headers that RFC 9111 and RFC 9110 define for caches, as far as the catalogue lists them."""
    for key in operation.success.headers:
        header = contract.interface.response_header(key)
        if header.name.lower() == "cache-control" and (constraint := header.value.fixed):
            yield header.name, str(constraint.value)
        elif header.name.lower() == "etag":
            yield header.name, ""


def _page(contract: Contract, operation: Operation, record: Record, listing: Listing) -> dict[str, Any]:
    """Return a `Page` of the runtime: members of a page, and arguments; `filters` maps one to a member of the items."""
    names = {member.name for member in contract.interface.record(listing.item).members}
    query = parameters_of(contract, operation, "query")
    limit_parameters = [
        parameter for parameter in query if parameter.value.json_type == "integer" and parameter.name not in names
    ]
    filter_name = _method_filter(contract, operation)
    member_by_argument = {
        str(argument_name(parameter)): parameter.name for parameter in query if parameter.name in {*names, filter_name}
    }
    flags = [member.name for member in record.members if isinstance(member, FieldNode) and member.shape == "boolean"]
    item_limits = [
        int(rule.number)
        for member in record.members
        if isinstance(member, FieldNode) and member.name == listing.items.name
        for rule in member.constraints
        if (rule.kind.measure, rule.kind.relation) == (Measure.ITEMS, Relation.AT_MOST)
    ]
    return {
        "items": listing.items.name,
        "has_more": flags[0] if flags else "",
        "following": listing.following.name,
        "limit": str(argument_name(limit_parameters[0])) if limit_parameters else "",
        "cursor": str(argument_name(listing.cursor)),
        "most": min(item_limits, default=100),
        "filters": member_by_argument,
        "required": [
            str(argument_name(parameter))
            for parameter in query
            if parameter.required and parameter.name in member_by_argument.values()
        ],
    }


def _method_filter(contract: Contract, operation: Operation) -> str:
    """Return the name of the parameter by which an operation that serves requests selects those of a method."""
    if (scope := operation.serves) is None:
        return ""
    member_name = "".join(method_place(contract, scope.direction).path[-1:])
    return contract.interface.parameter(scope.parameter).name if scope.parameter else member_name


def _choices(contract: Contract, operation: Operation, item_record: Record) -> list[Mapping[str, Any]]:
    """Return an item for each value of the served field in the samples of a method, with the method in it."""
    scope = operation.serves
    assert scope is not None
    filter_name = _method_filter(contract, operation)
    choice_by_name: dict[str, Mapping[str, Any]] = {}
    for request in contract.requests(scope.direction):
        if not any(field.path == scope.field for field in request.root.stated_fields()):
            continue
        values = [sample.at(scope.field) for sample in request.samples if not sample.violations]
        for value in values:
            if value is not None:
                choice = {**item_record.example, **choice_members(contract, item_record, request, value)}
                choice_by_name[f"{request.method} {value}"] = {filter_name: request.method, "item": choice}
    return [choice_by_name[name] for name in sorted(choice_by_name, key=lambda name: (name.partition(" ")[0], name))]


def sandbox_facts(contract: Contract) -> dict[str, Any]:
    """Return the facts of a catalogue: operations, records, states, events, problems and what may be asked for."""
    interface = contract.interface
    key_header, replayed_header = interface.repetition_headers
    words = Counter(code.word for code in interface.violation_codes)  # One that several codes have says which of none.
    return {
        "title": contract.service.title,
        "version": contract.service.version,
        "api_version": interface.api_version,
        "operations": {operation.id: handling(contract, operation) for operation in interface.operations},
        "machines": {machine.name: _machine(contract, machine) for machine in all_machines(interface)},
        "problems": {problem.cause: problem.slug for problem in interface.problems},
        "failure_codes": {code.code: code.meaning for code in interface.failure_codes},
        "violation_codes": {code.word: code.meaning for code in interface.violation_codes if words[code.word] == 1},
        **_visible(contract),
        "idempotency": {
            "retention_hours": interface.idempotency.retention_hours if interface.idempotency else 0,
            "header": key_header,
            "replayed": replayed_header,
        },
        "delivery": {
            "schedule_seconds": interface.delivery.schedule_seconds if interface.delivery else (),
            "timeout_seconds": interface.delivery.timeout_seconds if interface.delivery else 0,
            "signing": (interface.signing.form or None) if interface.signing else None,
        },
        "sandbox": _declared(contract),
    }


def _machine(contract: Contract, state_machine: StateMachine) -> dict[str, Any]:
    interface = contract.interface
    direction = state_machine.direction or ""
    creator = interface.creating(direction)
    requests = list(contract.requests(direction)) if direction else []
    users = (operation for operation in interface.operations if use_of(contract, operation).machine == state_machine)
    record = interface.record(state_machine.record)
    return {
        "direction": direction,
        "follows": state_machine.follows,
        "operation": creator.id if creator else "",
        "collection": next(map(collection_of, (creator,) if creator else users), state_machine.name),
        "sending": _sending(contract, creator, requests),
        "record": state_machine.record,
        "member": state_machine.member,
        "initial": state_machine.initial,
        "states": {state.name: state.final for state in state_machine.states},
        "transitions": [[transition.start, transition.end] for transition in state_machine.transitions],
        "completed": completed_states(state_machine),
        "example_id": (example_id := _at(record.example, made_by(record, "id"))),
        "spelling": spelling_of(interface, record, example_id) or usual_spelling(example_id),
        "members": [asdict(member) for member in members_of_record(contract, state_machine)],
        "reference": _paths(requests, "reference"),
        "method": requests[0].method if requests else "",
        "notify": _paths(requests, "notify"),
        "unique_reference": interface.duplicate(direction) is not None,
        "sample": requests[0].sample("full").payload if requests else None,
        "events": {
            event.state: message_facts(contract, event)
            for event in interface.event_types
            if event.state_machine == state_machine.name
        },
    }


def _sending(contract: Contract, creator: Operation | None, requests: list[Request]) -> dict[str, Any]:
    """Return where requests are sent and name their method, and the page of each method with the fields on it."""
    place = method_place(contract, requests[0].direction) if requests else None
    page_by_method = {
        request.method: {
            "page": request.path,
            "fields": [*dict.fromkeys(steps_of(node.path) for node in nodes_of(request.root) if node.path)],
        }
        for request in requests
    }
    return {
        "path": creator.path if creator else "",
        "member": place.path if place else (),
        "parameter": place.parameter.name if place and place.parameter else "",
        "pages": page_by_method,
    }


def _visible(contract: Contract) -> dict[str, list[list[str | int]]]:
    """Return the paths of the values that the page of the sandbox shows: no request calls them sensitive.

    What `unstructured` fields hold is shown. Every other value is hidden: a misspelt field may be a sensitive one.
    """
    fields = list(contract.fields())
    hidden_paths = {steps_of(field.path) for field in fields if field.sensitive}
    shown_paths: dict[tuple[str | int, ...], bool] = {}
    for field in fields:
        path = steps_of(field.path)
        if not any(path[:length] in hidden_paths for length in range(1, len(path) + 1)):
            shown_paths[path] = shown_paths.get(path, True) and field.json_type in ("object", "any")
    return {
        "visible": [list(path) for path, is_unstructured in shown_paths.items() if not is_unstructured],
        "unstructured": [list(path) for path, is_unstructured in shown_paths.items() if is_unstructured],
    }


def message_facts(contract: Contract, event: EventType) -> dict[str, Any]:
    """Return the name of an event, and, where a notification carries it, how the message is filled."""
    carriers = (carrier for carrier in contract.interface.notifications if carrier.state_machine == event.state_machine)
    notification = next(carriers, None)
    return {"name": event.name, **(_message(contract, notification, event) if notification else {})}


def _message(contract: Contract, notification: Notification, event: EventType) -> dict[str, Any]:
    """Return how the message of an event is filled: where each member comes from that an example cannot state."""
    interface = contract.interface
    record = interface.record(notification.record)
    machine = next(machine for machine in interface.state_machines if machine.name == event.state_machine)
    sources = {name: maker for maker in ("id", "created", "event", "api_version") if (name := made_by(record, maker))}
    example_id = example_of(contract, notification, "id", "nonce") or "evt_1"
    sources |= {
        member.name: "record"
        for member in record.members
        if isinstance(member, FieldNode) and member.record == machine.record
    }
    return {
        "record": record.name,
        "sources": sources,
        "example": {name: value for name, value in (record.example or {}).items() if name not in sources},
        "example_id": example_id,
        "spelling": spelling_of(interface, record, example_id) or usual_spelling(example_id),
    }


def example_of(contract: Contract, notification: Notification, maker: str, word: str) -> str:
    """Return what a member that the service makes has in the example of a notification, or else that of a header.

    They are about one message: whoever reads both must find the same. "" if neither has an example. `word` is what the
    header holds of the signature.
    """
    record, signing = contract.interface.record(notification.record), contract.interface.signing
    example_by_name = {
        parameter.name.lower(): parameter.example
        for parameter in map(contract.interface.parameter, notification.headers)
    }
    header_name = (signing.sent_headers if signing else {}).get(word, "").lower()
    return _at(record.example, made_by(record, maker)) or str(example_by_name.get(header_name) or "")


def _at(example: Any, member_name: str) -> str:
    return str(example.get(member_name, "")) if isinstance(example, dict) else ""


def _paths(requests: list[Request], role: str) -> list[list[str | int]]:
    """Return the different paths of the fields with a role."""
    paths = dict.fromkeys(field.path for request in requests if (field := request.by_role(role)))
    return [list(steps_of(path)) for path in paths]


def _declared(contract: Contract) -> dict[str, Any]:
    """Return what `sandbox.yaml` declares; without it a record moves only on demand."""
    sandbox = contract.interface.sandbox
    course_by_machine = {
        course.state_machine: {"moves": course.moves, "after_seconds": course.after_seconds}
        for course in sandbox.courses
    }
    omitted_keys = {"reference", "location", "meaning", "field"}
    outcome_by_reference = {
        outcome.reference: {
            **outcome.model_dump(exclude=omitted_keys),
            "path": steps_of(outcome.field) if outcome.field else None,
        }
        for outcome in sandbox.outcomes
    }
    key_id, _, secret_key = sandbox_key(contract).rpartition(":")
    return {"secret_key": secret_key, "key_id": key_id, "courses": course_by_machine, "outcomes": outcome_by_reference}

"""What follows from the files of the interface: operations, state machines, records and events."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from paycat.catalogue.defaults import shipped_texts
from paycat.catalogue.derived.value import Derivation, field_tables, first_of_each_name, in_words, unstated
from paycat.catalogue.interface import SIGNATURE_HEADERS, Operation, StateMachine, leading
from paycat.catalogue.problems import CONFLICT, DUPLICATE, OF_REPETITION, Problems
from paycat.catalogue.shapes import Member

if TYPE_CHECKING:
    from paycat.catalogue.reading import Catalogue

_OF_BODY = ("malformed_body", "payload_too_large", "unsupported_media_type", "invalid_fields")
_ALWAYS = ("unauthenticated", "internal_error")
_OF_NO_REQUEST = ("forbidden", "rate_limited", "service_unavailable")
_TIMES = ("created", "changed", "completed")
_OF_RECORD = len(("records", "NAME", "members", "MEMBER"))


def operations(catalogue: "Catalogue") -> Iterator[Derivation]:
    """Yield the names of operations, their parameters, their answers, and their problems."""
    source, directions = catalogue.operations, catalogue.service.value.directions
    for name, operation in source.value.operations.items():
        path, success = ("operations", name), operation.success
        task = directions[operation.request].task if operation.request in directions else None
        summary = operation.summary or task or in_words(name)
        tag = directions[_direction_of(catalogue, operation)].title
        names = {"tag": tag, "summary": summary, "description": summary}
        problems, parameters = _problems(catalogue, operation), _parameters(catalogue, operation)
        yield from unstated(source, path, operation, **names, problems=problems, parameters=parameters or None)
        record = catalogue.records.value.records.get(success.record or "")
        meaning = record.meaning if record else in_words(success.record or name)
        status = 204 if success.record is None else 201 if operation.is_creating else 200
        headers = list(_headers(catalogue, operation)) or None
        yield from unstated(source, (*path, "success"), success, status=status, description=meaning, headers=headers)


def _parameters(catalogue: "Catalogue", operation: Operation) -> list[str]:
    """Return the parameters that an operation states, or the key by which a request that changes may be repeated."""
    idempotency = catalogue.rulebook.value.idempotency
    changes = operation.request or operation.moves
    is_default = "parameters" not in operation.model_fields_set and changes and idempotency
    return [idempotency.parameter] if is_default and idempotency else list(operation.parameters)


def _direction_of(catalogue: "Catalogue", operation: Operation) -> str:
    """Return the direction whose requests an operation takes, or whose operation has the path that its own begins with.

    Of any other operation it is the one that it serves, or the first.
    """
    creators = (creator for creator in catalogue.operations.value.operations.values() if creator.is_creating)
    longest_first = sorted(creators, key=lambda creator: len(creator.path), reverse=True)
    around = (creator.request for creator in longest_first if f"{operation.path}/".startswith(f"{creator.path}/"))
    candidates = (operation.request, *around, operation.serves.direction if operation.serves else None)
    return next((name for name in candidates if name in catalogue.directions), catalogue.directions[0])


def _headers(catalogue: "Catalogue", operation: Operation) -> Iterator[str]:
    readers = [other for other in catalogue.operations.value.operations.values() if other.http_method == "GET"]
    is_read = operation.is_creating and any(reader.path.startswith(f"{operation.path}/{{") for reader in readers)
    idempotency = catalogue.rulebook.value.idempotency
    is_repeatable = idempotency and idempotency.parameter in _parameters(catalogue, operation)
    for key, header in first_of_each_name(catalogue.operations.value.response_headers):
        is_mark = idempotency and is_repeatable and key == idempotency.replayed
        if is_mark or header.name == "Request-Id" or (header.name == "Location" and is_read):
            yield key


def _problems(catalogue: "Catalogue", operation: Operation) -> list[str]:
    """Return the problems that a request for an operation may have, by status."""
    problems, causes = catalogue.problems.value.problems, {*_ALWAYS, *_causes(catalogue, operation)}
    stated_causes = {problem.cause for problem in problems.values() if not problem.span.is_shipped}
    causes |= stated_causes.intersection(_OF_NO_REQUEST)
    return sorted((slug for slug in problems if problems[slug].cause in causes), key=lambda slug: problems[slug].status)


def _causes(catalogue: "Catalogue", operation: Operation) -> Iterator[str]:
    parameter_keys, declared = _parameters(catalogue, operation), catalogue.operations.value.parameters
    parameters = [declared[key] for key in parameter_keys if key in declared]
    if operation.request:
        yield from _OF_BODY
        yield from _causes_of_body(catalogue, operation.request, any(part.role == "method" for part in parameters))
    if "{" in operation.path:
        yield "not_found"
    if operation.moves:
        yield CONFLICT
    if any(parameter.location == "query" for parameter in parameters):
        yield "invalid_fields"
    idempotency = catalogue.rulebook.value.idempotency
    if idempotency and idempotency.parameter in parameter_keys:
        yield from OF_REPETITION


def _causes_of_body(catalogue: "Catalogue", direction: str, is_method_in_path: bool) -> Iterator[str]:
    tables = [table for table_direction, table in field_tables(catalogue) if table_direction == direction]
    fields = [field for table in tables for field in table.values()]
    offers = [method.value.offers.get(direction) for method in catalogue.methods.values()]
    if any(field.unique for field in fields):
        yield DUPLICATE
    if is_method_in_path or any(field.role == "method" for field in fields):
        yield "unknown_method"
        if any(offer and offer.availability != "supported" for offer in offers):
            yield "unavailable_direction"


def codes(catalogue: "Catalogue") -> Iterator[Derivation]:
    """Yield what the codes of rejected fields mean that state a word alone."""
    source, shipped = catalogue.problems, shipped_texts(Problems, "violation_codes")
    for name, code in source.value.violation_codes.items():
        yield from unstated(source, ("violation_codes", name), code, meaning=shipped.get(name) or in_words(name))


def groups(catalogue: "Catalogue") -> Iterator[Derivation]:
    """Yield the tags of operations that state none, which `tags` lacks."""
    source, titles = catalogue.operations, {}
    for direction in catalogue.service.value.directions.values():
        titles[direction.title] = direction.task or direction.title
    for operation in source.value.operations.values():
        if operation.tag in titles and operation.tag not in source.value.tags:
            meaning = titles.pop(operation.tag)
            yield Derivation(source.name, ("tags", operation.tag), meaning, operation.span)


def states(catalogue: "Catalogue") -> Iterator[Derivation]:
    """Yield where state machines begin, which members have their states, and what transitions mean."""
    source = catalogue.states
    for name, machine in source.value.state_machines.items():
        path = ("state_machines", name)
        first_state = next((state.name for state in machine.states), "")
        yield from unstated(source, path, machine, member=_member(catalogue, machine), initial=first_state)
        for index, transition in enumerate(machine.transitions):
            end_state = machine.by_name.get(transition.end)
            meaning = end_state.meaning if end_state else in_words(transition.end)
            yield from unstated(source, (*path, "transitions", index), transition, meaning=meaning)


def _member(catalogue: "Catalogue", machine: StateMachine) -> str:
    record = catalogue.records.value.records.get(machine.record)
    members = record.members.items() if record else ()
    return next((name for name, member in members if member.made and member.made.by == "state"), "status")


def members(catalogue: "Catalogue") -> Iterator[Derivation]:
    """Yield what members mean that repeat a field, and the shapes of those that are a time or the state of a record."""
    source, machines = catalogue.records, catalogue.states.value.state_machines.values()
    states_by_record = {machine.record: [*machine.by_name] for machine in machines}
    operations = catalogue.operations.value.operations.values()
    directions = {operation.success.record: operation.request for operation in operations if operation.is_creating}
    directions |= {machine.record: machine.direction for machine in machines}
    followed = {machine.record: leading(machine, catalogue.states.value.state_machines)[1:] for machine in machines}
    all_directions = {*catalogue.directions, *directions.values(), None}
    meanings_by_direction = {direction: _meanings(catalogue, direction) for direction in all_directions}
    for name, record in source.value.records.items():
        meanings = meanings_by_direction[directions.get(name)]
        for leader in reversed(followed.get(name, [])):
            meanings = dict(_meanings_in(catalogue, leader.record, meanings, ()))
        for path, member in _members(("records", name), record.members):
            if member.echoed_path and not member.type:
                moving = meanings_by_direction.get(member.echoed_move, {}) if member.echoed_move else meanings
                meaning = moving.get(member.echoed_path) or in_words(path[-1])
                yield from unstated(source, path, member, meaning=meaning)
            way = member.made.by if member.made and not (member.shape or member.type or member.echo) else None
            if way in _TIMES:
                yield from unstated(source, path, member, shape="date_time")
            elif way == "state" and len(path) == _OF_RECORD and name in states_by_record and not member.listed:
                choice = {"shape": "choice", "open": True, "values": states_by_record[name]}
                yield from unstated(source, path, member, **choice)


def _members(path: tuple[str, ...], members: Mapping[str, Member]) -> Iterator[tuple[tuple[str, ...], Member]]:
    for name, member in members.items():
        yield (*path, "members", name), member
        yield from _members((*path, "members", name), member.members)


def _meanings_in(
    catalogue: "Catalogue", record_name: str, meanings: Mapping[str, str], outer_names: tuple[str, ...]
) -> Iterator[tuple[str, str]]:
    """Yield what the members of a record mean, by path; `meanings` are those of what they repeat."""
    record, types = catalogue.records.value.records.get(record_name), catalogue.types.value.types
    for name, member in record.members.items() if record and record_name not in outer_names else ():
        of_type = types[member.type].meaning if member.type in types else None
        if meaning := member.meaning or of_type or meanings.get(member.echoed_path or ""):
            yield name, meaning
        inner_meanings = _meanings_in(catalogue, member.record or "", meanings, (*outer_names, record_name))
        yield from ((f"{name}.{path}", meaning) for path, meaning in inner_meanings)


def _meanings(catalogue: "Catalogue", direction: str | None) -> dict[str, str]:
    """Return what the fields of requests mean, by path; of several of the same path, one of the direction if it can."""
    types, meanings = catalogue.types.value.types, dict[str, str]()
    for _, fields in sorted(field_tables(catalogue), key=lambda table: table[0] != direction):
        for path, field in fields.items():
            if meaning := field.meaning or (types[field.type].meaning if field.type in types else None):
                meanings.setdefault(path, meaning)
    return meanings


def events(catalogue: "Catalogue") -> Iterator[Derivation]:
    """Yield an event for each state but the first of machines without any, and a notification with its record."""
    types, notifications = catalogue.events.value.types, catalogue.events.value.notifications
    file, records, operations = catalogue.events.name, catalogue.records, catalogue.operations
    parameters = first_of_each_name(operations.value.parameters)
    headers = [key for key, parameter in parameters if parameter.name.lower() in SIGNATURE_HEADERS]
    for name, machine in _notifying(catalogue):
        class_name = "".join(word.title() for word in name.split("_"))
        event_names = [event for event, event_type in types.items() if event_type.state_machine == name]
        for state in machine.states if not event_names else ():
            if state.name != machine.initial or machine.follows:
                event = {"state_machine": name, "state": state.name, "meaning": state.meaning}
                yield Derivation(file, ("types", f"{name}.{state.name}"), event, state.span)
        carrying = (key for key, notification in notifications.items() if notification.state_machine == name)
        if not (notification_name := next(carrying, None)):
            notification_name, record_name = f"{class_name[:1].lower()}{class_name[1:]}Changed", f"{class_name}Event"
            summary = f"{in_words(name)} changed"
            texts = {"summary": summary, "description": summary, "tag": _tag(catalogue, machine)}
            notification = {**texts, "record": record_name, "state_machine": name, "headers": headers}
            yield Derivation(file, ("notifications", notification_name), notification, machine.span)
            if record_name not in records.value.records:
                states = [state for state in machine.by_name if state != machine.initial or machine.follows]
                names = event_names or [f"{name}.{state}" for state in states]
                yield Derivation(records.name, ("records", record_name), _record(machine, names), machine.span)
        for key, operation in operations.value.operations.items():
            if machine.direction and operation.request == machine.direction:
                yield from unstated(operations, ("operations", key), operation, notification=notification_name)


def _notifying(catalogue: "Catalogue") -> Iterator[tuple[str, StateMachine]]:
    """Yield the state machines whose requests say where notifications go."""
    tables = field_tables(catalogue)
    directions = {direction for direction, fields in tables if any(field.role == "notify" for field in fields.values())}
    machines = catalogue.states.value.state_machines
    # What follows a record is told to the address that the request for that record has.
    return (
        (name, machine)
        for name, machine in machines.items()
        if any(leader.direction in directions for leader in leading(machine, machines))
    )


def _tag(catalogue: "Catalogue", machine: StateMachine) -> str:
    operations = catalogue.operations.value.operations.values()
    direction = leading(machine, catalogue.states.value.state_machines)[-1].direction
    return next((operation.tag for operation in operations if operation.request == direction), "")


def _record(machine: StateMachine, event_names: list[str]) -> dict[str, Any]:
    event = {"shape": "choice", "open": True, "values": event_names, "made": "event", "meaning": "Name of the event."}
    time = {"shape": "date_time", "made": "created", "meaning": "When it happened."}
    record = {"record": machine.record, "meaning": "The record in its new state."}
    return {"meaning": "An event, and the record.", "members": {"type": event, "timestamp": time, "data": record}}

"""What follows from operations: what they are called, what they answer, and which problems they may have."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from paycat.catalogue.defaults import shipped_for, shipped_texts
from paycat.catalogue.derived.value import Derivation, field_tables, first_of_each_name, in_words, unstated
from paycat.catalogue.fields import FieldStatement
from paycat.catalogue.interface import REQUEST_ID, Operation, leading
from paycat.catalogue.problems import CONFLICT, DUPLICATE, OF_BODY, OF_REPETITION, Problems
from paycat.yaml.nodes import json_value

if TYPE_CHECKING:
    from paycat.catalogue.reading import Catalogue

_OF_NO_REQUEST = ("forbidden", "rate_limited", "service_unavailable")


def operations(catalogue: "Catalogue") -> Iterator[Derivation]:
    """Yield the names of operations, their parameters, their answers, and their problems."""
    source, directions = catalogue.operations, catalogue.service.value.directions
    for name, operation in source.value.operations.items():
        path, success = ("operations", name), operation.success
        task = directions[operation.request].task if operation.request in directions else None
        summary = operation.summary or task or in_words(name)
        texts, problems = {"summary": summary, "description": summary}, _problems(catalogue, operation)
        yield from unstated(source, path, operation, **texts, problems=problems)
        direction, parameters = _direction_of(catalogue, operation), _parameters(catalogue, operation)
        place = catalogue.service.at("directions", direction, "title")
        yield from unstated(source, path, operation, place, tag=directions[direction].title)
        place = catalogue.rulebook.at("idempotency", "parameter")
        yield from unstated(source, path, operation, place, parameters=parameters or None)
        record = catalogue.records.value.records.get(success.record or "")
        meaning = record.meaning if record else in_words(success.record or name)
        status = 204 if success.record is None else 201 if operation.is_creating else 200
        headers = list(_headers(catalogue, operation)) or None
        yield from unstated(source, (*path, "success"), success, status=status, description=meaning, headers=headers)


def problems(catalogue: "Catalogue") -> Iterator[Derivation]:
    """Yield the headers of problems: those of the shipped problem of the cause, or the identifier of the request."""
    source, headers = catalogue.problems, catalogue.operations.value.response_headers
    key_by_name = {header.name.lower(): key for key, header in first_of_each_name(headers)}
    shipped_problems = json_value(shipped_for(Problems))["problems"].values()
    keys_by_cause = {problem["cause"]: problem["headers"] for problem in shipped_problems}
    for slug, problem in source.value.problems.items():
        names = (headers[key].name.lower() for key in keys_by_cause.get(problem.cause, (REQUEST_ID,)))
        yield from unstated(source, ("problems", slug), problem, headers=[key_by_name[name] for name in names])


def _parameters(catalogue: "Catalogue", operation: Operation) -> list[str]:
    """Return the parameters that an operation states, or the key by which a request that changes may be repeated."""
    idempotency = catalogue.rulebook.value.idempotency
    changes = operation.request or operation.moves
    is_default = "parameters" not in operation.model_fields_set and changes and idempotency
    return [idempotency.parameter] if is_default and idempotency else list(operation.parameters)


def _direction_of(catalogue: "Catalogue", operation: Operation) -> str:
    """Return the direction whose requests an operation takes, or whose operation has the path that its own begins with.

    Of any other operation it is the one that it serves, or that leads to the record of its answer, or the first.
    """
    machines = catalogue.states.value.state_machines
    answering = (machine for machine in machines.values() if machine.record == operation.success.record)
    leaders = (leader.direction for machine in answering for leader in leading(machine, machines))
    creators = (creator for creator in catalogue.operations.value.operations.values() if creator.is_creating)
    longest_first = sorted(creators, key=lambda creator: len(creator.path), reverse=True)
    around = (creator.request for creator in longest_first if f"{operation.path}/".startswith(f"{creator.path}/"))
    candidates = (operation.request, *around, operation.serves.direction if operation.serves else None, *leaders)
    return next((name for name in candidates if name in catalogue.directions), catalogue.directions[0])


def _headers(catalogue: "Catalogue", operation: Operation) -> Iterator[str]:
    readers = [other for other in catalogue.operations.value.operations.values() if other.http_method == "GET"]
    is_shown = operation.is_creating and operation.success.record
    is_read = is_shown and any(reader.path.startswith(f"{operation.path}/{{") for reader in readers)
    idempotency = catalogue.rulebook.value.idempotency
    is_repeatable = idempotency and idempotency.parameter in _parameters(catalogue, operation)
    headers = catalogue.operations.value.response_headers
    for key, header in first_of_each_name(headers):
        is_mark = idempotency and is_repeatable and key == idempotency.replayed
        if is_mark or header.name == headers[REQUEST_ID].name or (header.name == "Location" and is_read):
            yield key


def _problems(catalogue: "Catalogue", operation: Operation) -> list[str]:
    """Return the problems that a request for an operation may have, by status."""
    problems, causes = catalogue.problems.value.problems, {"internal_error", *_causes(catalogue, operation)}
    stated_causes = {problem.cause for problem in problems.values() if not problem.span.is_shipped}
    causes |= stated_causes.intersection(_OF_NO_REQUEST)
    return sorted((slug for slug in problems if problems[slug].cause in causes), key=lambda slug: problems[slug].status)


def _causes(catalogue: "Catalogue", operation: Operation) -> Iterator[str]:
    parameter_keys, declared = _parameters(catalogue, operation), catalogue.operations.value.parameters
    parameters = [declared[key] for key in parameter_keys if key in declared]
    if (operation.auth or catalogue.rulebook.value.auth).any_of:
        yield "unauthenticated"
    if operation.request:
        yield from (*OF_BODY, "invalid_fields")
        yield from _causes_of_body(catalogue, operation.request, any(part.role == "method" for part in parameters))
    if operation.is_creating and any(field.unique for field in _fields(catalogue, operation.request)):
        yield DUPLICATE
    if "{" in operation.path:
        yield "not_found"
    if operation.moves:
        yield CONFLICT
    if any(parameter.location == "query" for parameter in parameters):
        yield "invalid_fields"
    idempotency = catalogue.rulebook.value.idempotency
    if idempotency and idempotency.parameter in parameter_keys:
        yield from OF_REPETITION


def _fields(catalogue: "Catalogue", direction: str | None) -> list[FieldStatement]:
    tables = [table for table_direction, table in field_tables(catalogue) if table_direction == direction]
    return [field for table in tables for field in table.values()]


def _causes_of_body(catalogue: "Catalogue", direction: str, is_method_in_path: bool) -> Iterator[str]:
    offers = [method.value.offers.get(direction) for method in catalogue.methods.values()]
    if is_method_in_path or any(field.role == "method" for field in _fields(catalogue, direction)):
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
    for name, operation in source.value.operations.items():
        if operation.tag in titles and operation.tag not in source.value.tags:
            meaning = titles.pop(operation.tag)
            place = source.at("operations", name, "tag")
            yield Derivation(source.name, ("tags", operation.tag), meaning, place)

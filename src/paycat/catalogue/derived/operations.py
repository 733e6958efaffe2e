"""What follows from operations: what they are called, what they answer, and which problems they may have."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from paycat.catalogue.derived.value import Derivation, in_words, unstated
from paycat.catalogue.interface import CONFLICT, DUPLICATE, OF_REPETITION, UNPROVOKED, Operation

if TYPE_CHECKING:
    from paycat.catalogue.reading import Catalogue

_OF_BODY = ("malformed_body", "payload_too_large", "unsupported_media_type", "invalid_fields")
_ALWAYS = ("unauthenticated", "internal_error")


def operations(catalogue: "Catalogue") -> Iterator[Derivation]:
    """Yield the names of operations, their answers, and their problems."""
    source, directions = catalogue.operations, catalogue.service.value.directions
    for name, operation in source.value.operations.items():
        path, success = ("operations", name), operation.success
        direction = directions.get(_direction_of(catalogue, operation))
        task = directions[operation.request].task if operation.request in directions else None
        summary = operation.summary or task or in_words(name)
        yield from unstated(
            source,
            path,
            operation,
            tag=direction.title if direction else in_words(name),
            summary=summary,
            description=summary,
            problems=_problems(catalogue, operation),
        )
        record = catalogue.records.value.records.get(success.record or "")
        yield from unstated(
            source,
            (*path, "success"),
            success,
            status=204 if success.record is None else 201 if operation.is_creating else 200,
            description=record.meaning if record else in_words(success.record or name),
            headers=list(_headers(catalogue, operation)) or None,
        )


def _direction_of(catalogue: "Catalogue", operation: Operation) -> str:
    """Return the direction whose requests an operation takes, or whose operation has the path that its own begins with.

    Of any other operation it is the one that it serves, or the first.
    """
    creators = (creator for creator in catalogue.operations.value.operations.values() if creator.request)
    longest_first = sorted(creators, key=lambda creator: len(creator.path), reverse=True)
    around = (creator.request for creator in longest_first if f"{operation.path}/".startswith(f"{creator.path}/"))
    served = operation.serves.direction if operation.serves else None
    return operation.request or next(around, None) or served or next(iter(catalogue.directions))


def _headers(catalogue: "Catalogue", operation: Operation) -> Iterator[str]:
    readers = [other for other in catalogue.operations.value.operations.values() if other.http_method == "GET"]
    is_read = operation.request and any(reader.path.startswith(f"{operation.path}/{{") for reader in readers)
    idempotency = catalogue.rulebook.value.idempotency
    is_repeatable = idempotency is not None and idempotency.parameter in operation.parameters
    for key, header in catalogue.operations.value.response_headers.items():
        if (
            header.name == "Request-Id"
            or (header.name == "Location" and is_read)
            or (idempotency and key == idempotency.replayed and is_repeatable)
        ):
            yield key


def _problems(catalogue: "Catalogue", operation: Operation) -> list[str]:
    """Return the problems that a request for an operation may have, by status."""
    source, causes = catalogue.problems, {*_ALWAYS, *_causes(catalogue, operation)}
    slugs = [
        slug
        for slug, problem in source.value.problems.items()
        if problem.cause in causes or (problem.cause in UNPROVOKED and problem.location.path == source.name)
        if problem.cause != "idempotency_in_progress" or problem.cause in causes
    ]
    return sorted(slugs, key=lambda slug: source.value.problems[slug].status)


def _causes(catalogue: "Catalogue", operation: Operation) -> Iterator[str]:
    parameters = [
        parameter for key in operation.parameters if (parameter := catalogue.operations.value.parameters.get(key))
    ]
    fields = [
        field
        for table in catalogue.requests.values()
        for field in table.value.fields.values()
        if table.value.direction == operation.request
    ]
    offers = [method.value.offers.get(operation.request or "") for method in catalogue.methods.values()]
    fields += [field for offer in offers if offer for field in offer.fields.values()]
    names_method = any(parameter.role == "method" for parameter in parameters)
    if operation.request:
        yield from _OF_BODY
        if any(field.unique for field in fields):
            yield DUPLICATE
        if names_method or any(field.role == "method" for field in fields):
            yield "unknown_method"
            if any(offer and offer.availability != "supported" for offer in offers):
                yield "unavailable_direction"
    if "{" in operation.path:
        yield "not_found"
    if operation.moves:
        yield CONFLICT
    if any(parameter.location == "query" for parameter in parameters):
        yield "invalid_fields"
    idempotency = catalogue.rulebook.value.idempotency
    if idempotency and idempotency.parameter in operation.parameters:
        yield from OF_REPETITION


def groups(catalogue: "Catalogue") -> Iterator[Derivation]:
    """Yield the tags of operations that state none, which `tags` lacks."""
    source, titles = catalogue.operations, {}
    for direction in catalogue.service.value.directions.values():
        titles[direction.title] = direction.task or direction.title
    for operation in source.value.operations.values():
        if operation.tag in titles and operation.tag not in source.value.tags:
            meaning = titles.pop(operation.tag)
            yield Derivation(source.name, ("tags", operation.tag), meaning, operation.span)

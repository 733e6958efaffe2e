"""Components of the OpenAPI document: schemas, examples, parameters, headers, responses, notifications."""

from collections.abc import Iterable
from typing import Any

from paycat.catalogue.interface import Notification, Operation, StateMachine
from paycat.catalogue.problems import Problem
from paycat.catalogue.statement import Reason
from paycat.contract import naming
from paycat.contract.dispatch import method_place
from paycat.contract.interface import Parameter, Record
from paycat.contract.model import Contract, Request, Sample
from paycat.contract.naming import union_name
from paycat.contract.nodes import FieldNode
from paycat.documents.openapi_problems import problem_example
from paycat.documents.security import security_schemes, signing_form
from paycat.schemas.json_schema import notes, picking
from paycat.schemas.making import Dialect, Schema, node_schema
from paycat.schemas.marks import marks, open_choice, sentence

PREFIX = "#/components/schemas/"
METHODS = "x-methods"
"""The keyword with the variant of each method, where a union can have no discriminator."""
Json = dict[str, Any]


def body_component(contract: Contract, direction: str) -> str:
    """Return the component for any request of a direction: their union, or the only request type itself."""
    requests = list(contract.requests(direction))
    # openapi-python-client drops the operation when a union has one variant; other generators unwrap it.
    return requests[0].root.component if len(requests) == 1 else union_name(direction)


def components(contract: Contract, dialect: type[Dialect]) -> Json:
    """Return every component that the document refers to; the dialect is that of its version of OpenAPI."""
    used_keys = {key for operation in contract.interface.operations for key in operation.parameters}
    return {
        "schemas": {**_request_schemas(contract, dialect), **_record_schemas(contract, dialect)},
        "examples": {
            example_name(request, sample): {"summary": sample.meaning, "value": sample.payload}
            for request in contract.requests()
            for sample in valid_samples(request)
        },
        "parameters": {
            parameter.key: {**_parameter(parameter, dialect), **_repetition(contract, parameter)}
            for parameter in contract.interface.parameters
            if parameter.key in used_keys
        },
        "headers": {
            header.key: {
                "description": sentence(header.description),
                "schema": _schema_of_value(header.value, dialect),
                **marks(header.reason),
            }
            for header in contract.interface.response_headers
        },
        "securitySchemes": security_schemes(contract),
        "pathItems": {
            notification.name: _path_item(contract, notification, dialect)
            for notification in contract.interface.notifications
        },
    }


def _request_schemas(contract: Contract, dialect: type[Dialect]) -> dict[str, Schema]:
    request_dialect = dialect(PREFIX, notes, is_of_requests=True)
    schemas: dict[str, Schema] = {}
    for direction in contract.direction_names:
        if len(list(contract.requests(direction))) > 1:
            schemas[body_component(contract, direction)] = _union(contract, direction)
    for request in contract.requests():
        for group in request.root.groups():
            if group.component not in schemas:
                schemas[group.component] = node_schema(group.as_component, request_dialect)
    return schemas


def _record_schemas(contract: Contract, dialect: type[Dialect]) -> dict[str, Schema]:
    machine_by_record = {state_machine.record: state_machine for state_machine in contract.interface.state_machines}
    records = {record.name: record for record in contract.interface.records}
    return {name: _record_schema(record, machine_by_record.get(name), dialect) for name, record in records.items()}


def _record_schema(record: Record, state_machine: StateMachine | None, dialect: type[Dialect]) -> Schema:
    record_dialect = _of_records(dialect, record.reason)
    schema = node_schema(record.body, record_dialect)
    description_keyword = {} if "description" in schema else {"description": f"{record.name}."}
    if state_machine:
        member = next(member for member in record.members if member.name == state_machine.member)
        state_schema = schema["properties"][member.name]
        if "x-extensible-enum" in state_schema and member.meaning:
            state_schema["description"] = open_choice(member.meaning, is_state=True)
        state_schema["x-transitions"] = {
            state.name: [transition.end for transition in state_machine.transitions if transition.start == state.name]
            for state in state_machine.states
        }
    return record_dialect.noted(schema, {**description_keyword, **marks(record.reason), "x-stability": "provisional"})


def _schema_of_value(value: FieldNode, dialect: type[Dialect]) -> Schema:
    return node_schema(value, _of_records(dialect, value.reason))


def _of_records(dialect: type[Dialect], reason: Reason) -> Dialect:
    """Return how records are written: a node states where it comes from only if that is not where its record does."""
    return dialect(PREFIX, lambda node: notes(node, record_reason=reason))


def _union(contract: Contract, direction: str) -> Schema:
    """Return the union of a direction's requests.

    Only a direct member can be the discriminator. Requests of which no member names the method may have a body in
    common, which `oneOf` would reject.
    """
    place = method_place(contract, direction)
    mapping = {request.method: PREFIX + request.root.component for request in contract.requests(direction)}
    is_direct = len(place.path) == 1
    return {
        "description": f"Any request of this direction; {picking(place)}.",
        "oneOf" if place.path else "anyOf": [{"$ref": reference} for reference in mapping.values()],
        **({"discriminator": {"propertyName": place.path[0], "mapping": mapping}} if is_direct else {METHODS: mapping}),
    }


def _parameter(parameter: Parameter, dialect: type[Dialect]) -> Json:
    default_keyword = {} if parameter.default is None else {"default": parameter.default}
    return {
        "name": parameter.name,
        "in": parameter.location_in,
        **({"required": True} if parameter.required else {}),
        "description": sentence(parameter.description),
        "schema": {**_schema_of_value(parameter.value, dialect), **default_keyword},
        **({"example": parameter.example} if parameter.example is not None else {}),
        **marks(parameter.reason),
    }


def _repetition(contract: Contract, parameter: Parameter) -> Json:
    """Return what the parameter that makes a request safe to repeat promises; nothing for any other."""
    idempotency = contract.interface.idempotency
    if idempotency is None or parameter.key != idempotency.parameter:
        return {}
    return {
        "description": _paragraphs(parameter.description, idempotency.description),
        "x-idempotency": {"retention_hours": idempotency.retention_hours, **marks(idempotency.reason)},
    }


def _paragraphs(first_text: str, *other_texts: str) -> str:
    return "\n\n".join((sentence(first_text), *other_texts))


def valid_samples(request: Request) -> list[Sample]:
    """Return the samples that a server accepts."""
    return [sample for sample in request.samples if not sample.violations]


def example_name(request: Request, sample: Sample) -> str:
    """Return the component name of a sample."""
    return naming.example_name(request.root.component, sample.name)


def problem_answer(contract: Contract, problems: list[Problem], operation: Operation) -> Json:
    """Return the response for the problems that share a status."""
    interface, reasons = contract.interface, [problem.reason for problem in problems]
    description = " ".join(f"`{problem.slug}`: {problem.when}" for problem in problems)
    header_keys = [key for problem in problems for key in problem.headers]
    return {
        "description": sentence(description),
        **({"headers": headers(contract, header_keys)} if header_keys else {}),
        "content": {
            interface.problem_media_type: {
                "schema": {"$ref": PREFIX + interface.problem_record},
                "examples": {
                    problem.slug: {"value": problem_example(contract, problem, operation)} for problem in problems
                },
            }
        },
        "x-problems": [problem.slug for problem in problems],
        **marks(*reasons),
    }


def headers(contract: Contract, keys: Iterable[str]) -> Json:
    """Return the response headers with these keys, each once."""
    return {contract.interface.response_header(key).name: {"$ref": f"#/components/headers/{key}"} for key in keys}


def _path_item(contract: Contract, notification: Notification, dialect: type[Dialect]) -> Json:
    interface, delivery, signing = contract.interface, contract.interface.delivery, contract.interface.signing
    assert delivery, "a rule requires it of notifications"
    assert signing, "a rule requires it of notifications"
    event_names = [event.name for event in interface.event_types if event.state_machine == notification.state_machine]
    reasons = (notification.reason, delivery.reason, signing.reason)
    record_example = interface.record(notification.record).example
    example_keyword = {} if record_example is None else {"example": record_example}
    parameters = [parameter for parameter in interface.parameters if parameter.key in notification.headers]
    return {
        "post": {
            "operationId": notification.name,
            "tags": [notification.tag],
            "summary": notification.summary,
            "description": _paragraphs(notification.description, delivery.description, signing.description),
            "security": [],
            # Not references: openapi-generator treats all references in a path item as the same parameter.
            "parameters": [_parameter(parameter, dialect) for parameter in parameters],
            "requestBody": {
                "required": True,
                "description": f"One of: {', '.join(event_names)}.",
                "content": {"application/json": {"schema": {"$ref": PREFIX + notification.record}, **example_keyword}},
            },
            "responses": {
                "2XX": {"description": "The notification was taken."},
                "4XX": {"description": "The notification was not taken; it is sent again, except after 410."},
                "5XX": {"description": "The notification was not taken; it is sent again."},
            },
            "x-delivery": {
                "schedule_seconds": list(delivery.schedule_seconds),
                "timeout_seconds": delivery.timeout_seconds,
                **marks(delivery.reason),
            },
            "x-signing": {
                "scheme": signing.scheme,
                **signing_form(signing),
                "tolerance_seconds": signing.tolerance_seconds,
                **marks(signing.reason),
            },
            **marks(*reasons),
        }
    }

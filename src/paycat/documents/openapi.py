"""The OpenAPI 3.1.1 document of a contract, held against the specification of OpenAPI before anybody gets it."""

from itertools import groupby, islice
from typing import Any

from paycat.catalogue.interface import Operation
from paycat.contract.interface import Record
from paycat.contract.members import members_of_record
from paycat.contract.model import Contract
from paycat.contract.paths import pointer
from paycat.contract.samples import moved_record, shown_record
from paycat.documents.openapi_components import (
    PREFIX,
    body_component,
    components,
    example_name,
    headers,
    problem_answer,
    valid_samples,
)
from paycat.documents.security import requirements
from paycat.schemas.making import Dialect
from paycat.schemas.marks import PATH as REGISTER
from paycat.schemas.marks import marks, part_text, sentence

Json = dict[str, Any]

VERSION = "3.1.1"
_MOST, _LONGEST = 5, 300
"""How many errors a report has, and how many characters of each: one may repeat a whole document before its reason."""


def openapi_document(contract: Contract, dialect: type[Dialect] = Dialect) -> Json:
    """Return the whole document: every operation, request, record, problem and notification.

    Of another version of OpenAPI, `dialect` makes the schemas, and the rest is still of this one.
    """
    service = contract.service
    register_address = service.address_of(REGISTER)
    paths: dict[str, Json] = {}
    for operation in contract.interface.operations:
        paths.setdefault(operation.path, {})[operation.http_method.lower()] = _operation(contract, operation)
    return {
        "openapi": VERSION,
        "info": {
            "title": service.title,
            "summary": service.summary,
            "description": "\n\n".join((service.description, *([part_text(service.part)] if service.part else []))),
            "version": service.version,
            **({"contact": service.contact} if service.contact else {}),
            **({"license": service.license} if service.license else {}),
            **({"x-specification": service.specification} if service.specification else {}),
            **({"x-register": register_address} if register_address else {}),
            **({"x-part": service.part.model_dump(mode="json", exclude_none=True)} if service.part else {}),
        },
        "servers": [
            {
                "url": service.base_url,
                "description": sentence(service.base_url_description),
                **marks(service.base_url_reason),
            }
        ],
        "security": requirements(contract, contract.interface.auth),
        "tags": [{"name": name, "description": description} for name, description in contract.interface.tags.items()],
        "paths": paths,
        "webhooks": {
            notification.name: {"$ref": f"#/components/pathItems/{notification.name}"}
            for notification in contract.interface.notifications
        },
        "components": components(contract, dialect),
    }


def _operation(contract: Contract, operation: Operation) -> Json:
    operation_object: Json = {
        "operationId": operation.id,
        "tags": [operation.tag],
        "summary": operation.summary,
        "description": sentence(operation.description),
        **marks(operation.reason),
        "x-stability": operation.stability,
    }
    if operation.auth:
        operation_object["security"] = requirements(contract, operation.auth)
    if operation.parameters:
        operation_object["parameters"] = [{"$ref": f"#/components/parameters/{key}"} for key in operation.parameters]
    if operation.request:
        operation_object["requestBody"] = _body(contract, operation.request, operation.media_type)
    if operation.notification:
        operation_object["x-notification"] = operation.notification
    operation_object["responses"] = _answers(contract, operation)
    return operation_object


def _body(contract: Contract, direction: str, media_type: str) -> Json:
    examples = {
        f"{request.name}.{sample.name}": {"$ref": f"#/components/examples/{example_name(request, sample)}"}
        for request in contract.requests(direction)
        for sample in valid_samples(request)
    }
    schema = {"$ref": PREFIX + body_component(contract, direction)}
    content = {media_type: {"schema": schema, "examples": examples}}
    has_methods = any(request.method for request in contract.requests(direction))
    description = f"One request{' of one method' if has_methods else ''}."
    return {"required": True, "description": description, "content": content}


def _answers(contract: Contract, operation: Operation) -> Json:
    success, interface = operation.success, contract.interface
    record = interface.answer_record(operation)
    media_type = {"schema": {"$ref": PREFIX + record.name}, **_examples(contract, operation, record)} if record else {}
    answers: Json = {
        str(success.status): {
            "description": success.description,
            **({"headers": headers(contract, success.headers)} if success.headers else {}),
            **({"content": {success.media_type: media_type}} if record else {}),
        }
    }
    etag_keys = [key for key in success.headers if interface.response_header(key).name.lower() == "etag"]
    if etag_keys and operation.http_method == "GET":
        description = "The client has this response: `If-None-Match` names its `ETag` (RFC 9110, section 15.4.5)."
        answers["304"] = {"description": description, "headers": headers(contract, success.headers)}
    problems = [problem for problem in interface.problems if problem.slug in operation.problems]
    for status, group in groupby(sorted(problems, key=lambda problem: problem.status), lambda problem: problem.status):
        answers[str(status)] = problem_answer(contract, list(group), operation)
    other_problems = [problem for problem in interface.problems if problem.slug not in operation.problems]
    answers["default"] = {
        "description": "Any other rejection or failure.",
        "headers": headers(contract, (key for problem in other_problems for key in problem.headers)),
        "content": {interface.problem_media_type: {"schema": {"$ref": PREFIX + interface.problem_record}}},
    }
    return answers


def _examples(contract: Contract, operation: Operation, record: Record) -> Json:
    """Return the members of a media type that show what an operation answers; none without an example.

    A creation has an example for each method: the record with which the sandbox answers its sample `full`. A move has
    the record after it.
    """
    if record.example is None:
        return {}
    state_machine = contract.interface.state_machine_of(record.name)
    if state_machine is None or not (operation.request or operation.moves):
        return {"example": record.example}
    members = members_of_record(contract, state_machine)
    if operation.moves:
        request = next(contract.requests(operation.request), None) if operation.request else None
        payload = request.sample("full").payload if request else {}
        return {"example": moved_record(contract, operation, members, payload) or record.example}
    examples = {
        request.name: {"value": shown_record(members, state_machine, request.method, request.sample("full").payload)}
        for request in contract.requests(operation.request)
    }
    return {"examples": examples} if examples else {}


class InvalidDocumentError(RuntimeError):
    """A document is no valid OpenAPI document, which is a bug of paycat."""


def validated(document: dict[str, Any], path: str) -> str:
    """Return the version of OpenAPI that a document keeps. Raises InvalidDocumentError, which names its path."""
    from openapi_spec_validator import OpenAPIV30SpecValidator, OpenAPIV31SpecValidator  # noqa: PLC0415 - slow

    version = str(document["openapi"])
    validator_class = OpenAPIV30SpecValidator if version.startswith("3.0.") else OpenAPIV31SpecValidator
    errors = islice(validator_class(document).iter_errors(), _MOST)
    messages = []
    for error in errors:
        text = error.message.partition("\n")[0]
        messages.append(f"{pointer(error.absolute_path)}: {text if len(text) <= _LONGEST else f'…{text[-_LONGEST:]}'}")
    if messages:
        raise InvalidDocumentError(f"{path} is no valid OpenAPI {version} document: {'; '.join(messages)}")
    return version

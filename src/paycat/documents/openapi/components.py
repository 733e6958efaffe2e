"""Components of the OpenAPI document: schemas, examples, parameters, headers, responses, notifications."""

from collections.abc import Iterable
from typing import Any

from paycat.cache import Cache
from paycat.catalogue.interface import Notification, Problem
from paycat.contract.interface import Parameter
from paycat.contract.model import Contract, Request, Sample
from paycat.contract.naming import pascal
from paycat.documents.marks import Titles, decision_titles, described, marks
from paycat.documents.openapi.schemas import PREFIX, linked, record_schemas, request_schemas

Json = dict[str, Any]


def components(contract: Contract, cache: Cache) -> Json:
    """Return every component that the document refers to."""
    auth = contract.interface.auth
    titles = decision_titles(contract)
    used = {key for operation in contract.interface.operations for key in operation.parameters}
    return {
        "schemas": {**request_schemas(contract, cache), **record_schemas(contract, cache)},
        "examples": {
            example_name(request, sample): {"summary": sample.meaning, "value": sample.payload}
            for request in contract.requests()
            for sample in valid_samples(request)
        },
        "parameters": {one.key: _parameter(one, titles) for one in contract.interface.parameters if one.key in used},
        "headers": {
            header.key: {
                "description": described(header.description, titles, header.reason),
                "schema": linked(header.json_schema),
                **marks(header.reason),
            }
            for header in contract.interface.response_headers
        },
        "securitySchemes": {
            auth.name: {
                "type": "http",
                "scheme": auth.scheme,
                "description": described(auth.description, titles, auth.reason),
                **marks(auth.reason),
            }
        },
        "pathItems": {one.name: _path_item(contract, one, titles) for one in contract.interface.notifications},
    }


def _parameter(parameter: Parameter, titles: Titles) -> Json:
    return {
        "name": parameter.name,
        "in": parameter.location_in,
        **({"required": True} if parameter.required else {}),
        "description": described(parameter.description, titles, parameter.reason),
        "schema": linked(parameter.json_schema),
        **({"example": parameter.example} if parameter.example is not None else {}),
        **marks(parameter.reason),
    }


def valid_samples(request: Request) -> list[Sample]:
    """Return the samples that a server accepts."""
    return [sample for sample in request.samples if not sample.violations]


def example_name(request: Request, sample: Sample) -> str:
    """Return the component name of a sample."""
    return request.root.component.removesuffix("Request") + pascal(sample.name)


def problem_answer(contract: Contract, problems: list[Problem]) -> Json:
    """Return the response for the problems that share a status."""
    interface, reasons = contract.interface, [problem.reason for problem in problems]
    text = " ".join(f"`{problem.slug}`: {problem.when}" for problem in problems)
    keys = [key for problem in problems for key in problem.headers]
    return {
        "description": described(text, decision_titles(contract), *reasons),
        **({"headers": headers(contract, keys)} if keys else {}),
        "content": {
            interface.problem_media_type: {
                "schema": {"$ref": PREFIX + interface.problem_record},
                "examples": {problem.slug: {"value": problem_example(contract, problem)} for problem in problems},
            }
        },
        "x-problems": [problem.slug for problem in problems],
        **marks(*reasons),
    }


def problem_example(contract: Contract, problem: Problem) -> Json:
    """Return the smallest document of a problem."""
    return {"type": contract.interface.problem_base + problem.slug, "title": problem.title, "status": problem.status}


def headers(contract: Contract, keys: Iterable[str]) -> Json:
    """Return the response headers with these keys, each once."""
    return {contract.interface.response_header(key).name: {"$ref": f"#/components/headers/{key}"} for key in keys}


def _path_item(contract: Contract, notification: Notification, titles: Titles) -> Json:
    interface, delivery, signing = contract.interface, contract.interface.delivery, contract.interface.signing
    names = [event.name for event in interface.event_types if event.state_machine == notification.state_machine]
    reasons = (notification.reason, delivery.reason, signing.reason)
    carried = [one for one in interface.parameters if one.key in notification.headers]
    return {
        "post": {
            "operationId": notification.name,
            "tags": [notification.tag],
            "summary": notification.summary,
            "description": described(notification.description, titles, *reasons),
            "security": [],
            # Not references: openapi-generator treats all references in a path item as the same parameter.
            "parameters": [_parameter(one, titles) for one in carried],
            "requestBody": {
                "required": True,
                "description": f"One of: {', '.join(names)}.",
                "content": {"application/json": {"schema": {"$ref": PREFIX + notification.record}}},
            },
            "responses": {
                "2XX": {"description": "The notification was taken."},
                "4XX": {"description": "The notification was not taken; it is sent again, except after 410."},
            },
            "x-delivery": {
                "schedule_seconds": list(delivery.schedule_seconds),
                "timeout_seconds": delivery.timeout_seconds,
                **marks(delivery.reason),
            },
            "x-signing": {
                "scheme": signing.scheme,
                "tolerance_seconds": signing.tolerance_seconds,
                **marks(signing.reason),
            },
            **marks(*reasons),
        }
    }

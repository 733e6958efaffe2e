"""The components of the OpenAPI document: schemas, examples, parameters, headers, answers, notifications."""

from collections.abc import Iterable
from typing import Any

from paycat.catalogue.interface import Notification, Problem
from paycat.contract.interface import Parameter
from paycat.contract.model import Contract, Request, Sample
from paycat.contract.naming import pascal
from paycat.documents.marks import Titles, decision_titles, described, marks
from paycat.documents.openapi.schemas import linked, record_schemas, request_schemas
from paycat.memo import Memo

Json = dict[str, Any]


def components(contract: Contract, memo: Memo) -> Json:
    """Return every component that the document refers to."""
    auth = contract.interface.auth
    titles = decision_titles(contract)
    return {
        "schemas": {**request_schemas(contract, memo), **record_schemas(contract, memo)},
        "examples": {
            example_name(request, sample): {"summary": sample.meaning, "value": sample.payload}
            for request in contract.requests()
            for sample in valid_samples(request)
        },
        "parameters": _parameters(contract, titles),
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


def _parameters(contract: Contract, titles: Titles) -> Json:
    used = {key for operation in contract.interface.operations for key in operation.parameters}
    return {one.key: _parameter(one, titles) for one in contract.interface.parameters if one.key in used}


def _parameter(parameter: Parameter, titles: Titles) -> Json:
    return {
        "name": parameter.name,
        "in": parameter.place_in,
        **({"required": True} if parameter.required else {}),
        "description": described(parameter.description, titles, parameter.reason),
        "schema": linked(parameter.json_schema),
        **({"example": parameter.example} if parameter.example is not None else {}),
        **marks(parameter.reason),
    }


def valid_samples(request: Request) -> list[Sample]:
    """Return the samples that a server accepts."""
    return [sample for sample in request.samples if not sample.refusals]


def example_name(request: Request, sample: Sample) -> str:
    """Return the component name of a sample."""
    return request.root.component.removesuffix("Request") + pascal(sample.name)


def problem_answer(contract: Contract, problems: list[Problem]) -> Json:
    """Return the answer for the problems that share a status."""
    interface = contract.interface
    told = " ".join(f"`{problem.slug}`: {problem.when}" for problem in problems)
    keys = dict.fromkeys(key for problem in problems for key in problem.headers)
    return {
        "description": described(told, decision_titles(contract), *(problem.reason for problem in problems)),
        **({"headers": headers(contract, keys)} if keys else {}),
        "content": {
            interface.problem_media_type: {
                "schema": {"$ref": f"#/components/schemas/{interface.problem_record}"},
                "examples": {problem.slug: {"value": problem_example(contract, problem)} for problem in problems},
            }
        },
        "x-problems": [problem.slug for problem in problems],
        **marks(*(problem.reason for problem in problems)),
    }


def problem_example(contract: Contract, problem: Problem) -> Json:
    """Return the smallest problem document of a kind."""
    return {
        "type": contract.interface.problem_base + problem.slug,
        "title": problem.title,
        "status": problem.status,
    }


def headers(contract: Contract, keys: Iterable[str]) -> Json:
    """Return response headers by name on the wire."""
    return {contract.interface.response_header(key).name: {"$ref": f"#/components/headers/{key}"} for key in keys}


def _path_item(contract: Contract, notification: Notification, titles: Titles) -> Json:
    names = [event.name for event in contract.interface.event_types if event.machine == notification.machine]
    reasons = (notification.reason, contract.interface.delivery.reason, contract.interface.signing.reason)
    carried = [one for one in contract.interface.parameters if one.key in notification.headers]
    return {
        "post": {
            "operationId": notification.name,
            "tags": [notification.tag],
            "summary": notification.summary,
            "description": described(notification.description, titles, *reasons),
            "security": [],
            # openapi-generator takes references in a path item for one and the same parameter, so they are written out.
            "parameters": [_parameter(one, titles) for one in carried],
            "requestBody": {
                "required": True,
                "description": f"One of: {', '.join(names)}.",
                "content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{notification.record}"}}},
            },
            "responses": {
                "2XX": {"description": "The notification was taken."},
                "4XX": {"description": "The notification was not taken; it is sent again, except after 410."},
            },
            "x-delivery": {
                "schedule_seconds": list(contract.interface.delivery.schedule_seconds),
                "timeout_seconds": contract.interface.delivery.timeout_seconds,
                **marks(contract.interface.delivery.reason),
            },
            "x-signing": {
                "scheme": contract.interface.signing.scheme,
                "tolerance_seconds": contract.interface.signing.tolerance_seconds,
                **marks(contract.interface.signing.reason),
            },
            **marks(*reasons),
        }
    }

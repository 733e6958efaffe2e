"""A contract in, the OpenAPI 3.1.1 document out."""

from itertools import groupby
from typing import Any

from paycat.catalogue.directions import Direction
from paycat.catalogue.interface import Operation
from paycat.contract.model import Contract
from paycat.documents.marks import decision_titles, described, marks, part_text
from paycat.documents.openapi.components import components, example_name, headers, problem_answer, valid_samples
from paycat.documents.openapi.schemas import PREFIX, body_component
from paycat.memo import Memo

VERSION = "3.1.1"


def openapi_document(contract: Contract, memo: Memo | None = None) -> dict[str, Any]:
    """Return the whole document: every operation, request, record, problem and notification.

    Schemas that the memo knows are not made anew; they are not to be changed.
    """
    service, auth = contract.service, contract.interface.auth
    return {
        "openapi": VERSION,
        "info": {
            "title": service.title,
            "summary": service.summary,
            "description": f"{service.description}\n\n{part_text(service.part)}"
            if service.part
            else service.description,
            "version": service.version,
            "contact": service.contact,
            "license": service.license,
            "x-specification": service.specification,
            **({"x-part": service.part.model_dump(mode="json", exclude_none=True)} if service.part else {}),
            "x-gap-register": _gap_register(contract),
        },
        "servers": [
            {
                "url": service.base_url,
                "description": described(
                    service.base_url_description, decision_titles(contract), service.base_url_reason
                ),
                **marks(service.base_url_reason),
            }
        ],
        "security": [{auth.name: []}],
        "tags": [{"name": name, "description": text} for name, text in contract.interface.tags.items()],
        "paths": paths(contract),
        "webhooks": {
            notification.name: {"$ref": f"#/components/pathItems/{notification.name}"}
            for notification in contract.interface.notifications
        },
        "components": components(contract, memo or Memo()),
    }


def _gap_register(contract: Contract) -> list[dict[str, Any]]:
    return [
        {"id": gap.id, "section": gap.section, "state": gap.state, "question": gap.question, "decisions": gap.decisions}
        for gap in contract.gaps
    ]


Json = dict[str, Any]


def paths(contract: Contract) -> Json:
    """Return every path with its operations."""
    found: dict[str, Json] = {}
    for operation in contract.interface.operations:
        found.setdefault(operation.path, {})[operation.http_method.lower()] = _operation(contract, operation)
    return found


def _operation(contract: Contract, operation: Operation) -> Json:
    titles = decision_titles(contract)
    document: Json = {
        "operationId": operation.id,
        "tags": [operation.tag],
        "summary": operation.summary,
        "description": described(operation.description, titles, operation.reason),
        **marks(operation.reason),
        "x-stability": operation.stability,
    }
    if operation.parameters:
        document["parameters"] = [{"$ref": f"#/components/parameters/{key}"} for key in operation.parameters]
    if operation.request:
        document["requestBody"] = _body(contract, operation.request)
    if operation.notification:
        document["x-notification"] = operation.notification
    document["responses"] = _answers(contract, operation)
    return document


def _body(contract: Contract, direction: Direction) -> Json:
    examples = {
        f"{request.method}.{sample.name}": {"$ref": f"#/components/examples/{example_name(request, sample)}"}
        for request in contract.requests(direction)
        for sample in valid_samples(request)
    }
    schema = {"$ref": PREFIX + body_component(contract, direction)}
    return {
        "required": True,
        "description": "One request of one method.",
        "content": {"application/json": {"schema": schema, "examples": examples}},
    }


def _answers(contract: Contract, operation: Operation) -> Json:
    success, interface = operation.success, contract.interface
    answers: Json = {
        str(success.status): {
            "description": success.description,
            **({"headers": headers(contract, success.headers)} if success.headers else {}),
            "content": {"application/json": {"schema": {"$ref": PREFIX + success.record}}},
        }
    }
    problems = [problem for problem in interface.problems if problem.slug in operation.problems]
    for status, group in groupby(sorted(problems, key=lambda problem: problem.status), lambda problem: problem.status):
        answers[str(status)] = problem_answer(contract, list(group))
    others = [problem for problem in interface.problems if problem.slug not in operation.problems]
    answers["default"] = {
        "description": "Any other refusal or failure.",
        "headers": headers(contract, dict.fromkeys(key for problem in others for key in problem.headers)),
        "content": {
            interface.problem_media_type: {"schema": {"$ref": f"{PREFIX}{interface.problem_record}"}},
        },
    }
    return answers

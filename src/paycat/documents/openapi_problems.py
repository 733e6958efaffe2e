"""Examples of problems: whole documents, with the members that the service adds to each."""

from typing import Any

from paycat.catalogue.interface import Operation, Problem
from paycat.contract.model import Contract, Request, Violation
from paycat.contract.nodes import Group
from paycat.contract.sending import path_for
from paycat.text.counting import plural

Json = dict[str, Any]

_CONDITION = "conditional_required"


def problem_example(contract: Contract, problem: Problem, operation: Operation | None = None) -> Json:
    """Return the document of a problem with every member that the service adds to it.

    Without an operation, it is the answer of the first one that has the problem. A document of the catalogue itself
    is shown where it answers that operation.
    """
    interface = contract.interface
    operations = (candidate for candidate in interface.operations if problem.slug in candidate.problems)
    operation = operation or next(operations, None)
    example = interface.record(interface.problem_record).example
    problem_document = example if isinstance(example, dict) else {}
    problem_type, path = interface.problem_base + problem.slug, _path(contract, operation) if operation else ""
    if problem_document.get("type") == problem_type and problem_document.get("instance") == path:
        return problem_document
    request_id = problem_document.get("request_id")
    return {
        "type": problem_type,
        "title": problem.title,
        "status": problem.status,
        **({"instance": path} if path else {}),
        **({"request_id": request_id} if request_id else {}),
        **_further(contract, problem, operation),
        **problem.example,
    }


def _path(contract: Contract, operation: Operation) -> str:
    parameter = contract.interface.method_parameter(operation)
    return path_for(contract.interface, operation, str(parameter.example) if parameter and parameter.example else None)


def _further(contract: Contract, problem: Problem, operation: Operation | None) -> Json:
    if operation is None or operation.request is None:
        return {}
    if problem.cause == "unavailable_direction":
        return _unavailable(contract, operation)
    return _invalid(contract, operation) if problem.cause == "invalid_fields" else {}


def _unavailable(contract: Contract, operation: Operation) -> Json:
    for method in contract.methods:
        offers = method.offers
        if operation.request and offers[operation.request].request is None:
            return {
                "method_code": method.code,
                "direction": operation.request,
                "availability": offers[operation.request].availability,
                "available_directions": [str(direction) for direction, offer in offers.items() if offer.request],
            }
    return {}


def _invalid(contract: Contract, operation: Operation) -> Json:
    """Return the errors of a sample that the fields of its request reject; the one with most of them."""
    violation_codes = {code.code for code in contract.interface.violation_codes}
    pairs = [
        (sample.violations, request)
        for request in contract.requests(operation.request)
        for sample in request.samples
        if sample.violations and all(violation.code in violation_codes for violation in sample.violations)
    ]
    if not pairs:
        return {}
    violations, request = max(pairs, key=lambda pair: (len({violation.code for violation in pair[0]}), len(pair[0])))
    error_count = len(violations)
    verb = "need" if error_count > 1 else "needs"
    return {
        "detail": f"{error_count} {plural(error_count, 'field')} {verb} attention.",
        "errors": [_error(contract, request, violation) for violation in violations],
    }


def _error(contract: Contract, request: Request, violation: Violation) -> Json:
    detail = contract.interface.violation(violation.code).meaning
    error_object = {"pointer": violation.pointer, "code": violation.code, "detail": detail}
    if violation.code != _CONDITION:
        return error_object
    group = request.node_at(violation.pointer)
    assert isinstance(group, Group), "only objects have conditions"
    return {**error_object, "accepted_combinations": [list(names) for names in group.conditions[0].any_of]}

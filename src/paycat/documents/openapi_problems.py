"""Examples of problems: whole documents, with the members that the service adds to each."""

from typing import Any

from paycat.catalogue.interface import Operation
from paycat.catalogue.problems import DUPLICATE, Problem
from paycat.contract.members import made_by
from paycat.contract.model import Contract, Request, Violation
from paycat.contract.nodes import Group
from paycat.contract.paths import pointer
from paycat.contract.problem_form import REQUEST_ID
from paycat.contract.sending import path_for
from paycat.text.counting import plural
from paycat.text.problem_documents import made_in, slug_in, violation_words

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
    shown, path = made_in(interface.problem_form, example), _path(contract, operation) if operation else ""
    is_shown = slug_in(shown, interface.problem_base) == problem.slug
    if isinstance(example, dict) and is_shown and shown.get("instance") == path:
        return example
    further = {"instance": path, "request_id": shown.get("request_id") or REQUEST_ID, **problem.example}
    document = interface.error(problem, **{**_further(contract, problem, operation), **further})
    places = interface.error_places
    return document | {name: value for name, value in problem.example.items() if name not in places}


def _path(contract: Contract, operation: Operation) -> str:
    parameter = contract.interface.method_parameter(operation)
    return path_for(contract.interface, operation, str(parameter.example) if parameter and parameter.example else None)


def _further(contract: Contract, problem: Problem, operation: Operation | None) -> Json:
    if operation is None or operation.request is None:
        return {}
    if problem.cause == "unavailable_direction":
        return _unavailable(contract, operation)
    record = contract.interface.answer_record(operation)
    if problem.cause == DUPLICATE and record and record.example:
        return {"existing_id": record.example.get(made_by(record, "id"))}
    return _invalid(contract, operation) if problem.cause == "invalid_fields" else {}


def _unavailable(contract: Contract, operation: Operation) -> Json:
    for method in contract.methods:
        offers = method.offers
        if operation.request and offers[operation.request].request is None:
            return {
                "method": method.code,
                "direction": operation.request,
                "availability": offers[operation.request].availability,
                "available_directions": [str(direction) for direction, offer in offers.items() if offer.request],
            }
    return {}


def _invalid(contract: Contract, operation: Operation) -> Json:
    """Return the errors of the sample with most of them, or else that a required member of a request is missing."""
    violation_codes = {code.code for code in contract.interface.violation_codes}
    pairs = [
        (sample.violations, request)
        for request in contract.requests(operation.request)
        for sample in request.samples
        if sample.violations and all(violation.code in violation_codes for violation in sample.violations)
    ]
    pairs = pairs or [
        ((Violation(code="required", pointer=pointer((member.name,))),), request)
        for request in contract.requests(operation.request)
        for member in request.root.members
        if member.requirement == "required"
    ]
    if not pairs:
        return {}
    violations, request = max(pairs, key=lambda pair: (len({violation.code for violation in pair[0]}), len(pair[0])))
    error_count = len(violations)
    verb = "need" if error_count > 1 else "needs"
    return {
        "detail": f"{error_count} {plural(error_count, 'field')} {verb} attention.",
        "violations": [_error(contract, request, violation) for violation in violations],
    }


def _error(contract: Contract, request: Request, violation: Violation) -> Json:
    code, group = contract.interface.violation(violation.code), request.node_at(violation.pointer)
    conditions = group.conditions if violation.code == _CONDITION and isinstance(group, Group) else ()
    combinations = next((condition.any_of for condition in conditions), ())
    return violation_words(violation.pointer, code.word, code.meaning, combinations)

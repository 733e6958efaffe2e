"""A refused body in, the problem document that the service answers with out: same members, order and words.

The words are those of the generated package (the templates of the Python pack); a test posts what the pages show.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

from pydantic_core import PydanticKnownError
from pydantic_core.core_schema import ErrorType

from paycat.catalogue.directions import Direction
from paycat.catalogue.interface import Problem
from paycat.contract.model import Contract, Refusal, Request
from paycat.contract.nodes import Constraint, Group
from paycat.contract.paths import has_path
from paycat.contract.pointers import pointer, steps, value_of
from paycat.models.used_rules import error_codes
from paycat.models.value_types import is_number
from paycat.near_names import near_name
from paycat.pages.request_page import request_call

_OF_REQUEST = "{request id}"
_FIXED = {
    "required": "is required",
    "type": "has the wrong JSON type",
    "null_not_allowed": "null is no value; leave the field out",
    "conditional_required": "send one of the accepted combinations",
}


@dataclass(frozen=True, slots=True)
class Answer:
    """The problem of an answer, and its document as JSON data."""

    problem: Problem
    document: dict[str, Any]


def refused_fields(contract: Contract, request: Request, body: Any, refusals: tuple[Refusal, ...]) -> Answer:
    """Return the answer to a body whose fields are refused; the refusals are what the contract finds in it."""
    errors = [member for one in refusals for member in _members(contract, request, body, one)]
    count = len(errors)
    detail = f"{count} field{'s need' if count > 1 else ' needs'} attention."
    problem = contract.interface.problem("invalid_fields")
    return Answer(problem, {**_document(contract, request.direction, problem, detail), "errors": errors})


def refused_method(contract: Contract, direction: Direction) -> Answer:
    """Return the answer to a body whose method code is not known."""
    problem = contract.interface.problem("unknown_method")
    return Answer(problem, _document(contract, direction, problem))


def _document(contract: Contract, direction: Direction, problem: Problem, detail: str = "") -> dict[str, Any]:
    members = {
        "type": contract.interface.problem_base + problem.slug,
        "title": problem.title,
        "status": problem.status,
        "detail": detail,
        "instance": request_call(contract, direction).operation.path,
        "request_id": _request_id(contract),
    }
    return {name: value for name, value in members.items() if value != ""}


def _request_id(contract: Contract) -> str:
    record = contract.interface.record(contract.interface.problem_record)
    example = record.example if isinstance(record.example, dict) else {}
    return str(example.get("request_id", _OF_REQUEST))


def _members(contract: Contract, request: Request, body: Any, refusal: Refusal) -> Iterator[dict[str, Any]]:
    told = {"pointer": refusal.pointer, "code": refusal.code}
    if refusal.code == "conditional_required":
        for names in _accepted(request.root, body, refusal):
            yield {**told, "detail": _FIXED[refusal.code], "accepted_combinations": names}
    else:
        yield {**told, "detail": _detail(contract, request, body, refusal)}


def _accepted(root: Group, body: Any, refusal: Refusal) -> Iterator[list[list[str]]]:
    group = next(one for one in root.groups() if has_path(refusal.pointer, one.path))
    sent = value_of(body, refusal.pointer)
    for condition in group.conditions:
        if not any(all(name in sent for name in names) for names in condition.any_of):
            yield [list(names) for names in condition.any_of]


def _detail(contract: Contract, request: Request, body: Any, refusal: Refusal) -> str:
    if refusal.code in _FIXED:
        return _FIXED[refusal.code]
    if refusal.code == "unknown_field":
        return _unknown(request.root, refusal)
    field = next(one for one in request.root.fields() if has_path(refusal.pointer, one.path))
    rule = next(rule for rule in field.constraints if not rule.holds(value_of(body, refusal.pointer)))
    if rule.code not in dict(error_codes(contract)).values():
        return contract.interface.refusal(rule.code).meaning
    message = rule.phrase.whole_must if is_number(field) or field.items else _of_pydantic(rule)
    return message[:1].lower() + message[1:]


def _of_pydantic(rule: Constraint) -> str:
    return PydanticKnownError(cast("ErrorType", rule.kind.error), rule.kind.error_context(rule.value)).message()


def _unknown(root: Group, refusal: Refusal) -> str:
    *above, name = steps(refusal.pointer)
    owner = next((one for one in root.groups() if has_path(pointer(above), one.path)), None)
    names = [member.name for member in owner.members] if owner else []
    near = near_name(name, names)
    return "is not listed here" + (f"; did you mean {near!r}?" if near else "")

"""A refused body in, the problem document that the service answers with out: same members, order and words.

The words are those of the generated package (the templates of the Python pack); a test posts what the pages show.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, get_args

from pydantic_core import PydanticKnownError
from pydantic_core.core_schema import ErrorType

from paycat.catalogue.directions import Direction
from paycat.contract.constraints import usual_code
from paycat.contract.interface import Problem
from paycat.contract.judge import holds
from paycat.contract.model import Constraint, Contract, Group, Keyword, Refusal, Request
from paycat.contract.pointers import pointer, steps
from paycat.pages.heads import request_call

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
    group = next(one for one in root.groups() if _place(one) == refusal.pointer)
    sent = _value(body, refusal)
    for condition in group.conditions:
        if not any(all(name in sent for name in names) for names in condition.any_of):
            yield [list(names) for names in condition.any_of]


def _detail(contract: Contract, request: Request, body: Any, refusal: Refusal) -> str:
    if refusal.code in _FIXED:
        return _FIXED[refusal.code]
    if refusal.code == "unknown_field":
        return _unknown(request.root, refusal)
    field = next(one for one in request.root.fields() if pointer(one.path.split(".")) == refusal.pointer)
    rule = next(rule for rule in field.constraints if not holds(rule, _value(body, refusal)))
    if rule.code not in _USUAL:
        return contract.interface.refusal(rule.code).meaning
    message = _of_number_type(rule) if field.json_type == "number" else _of_pydantic(rule)
    return message[:1].lower() + message[1:]


_USUAL = frozenset(map(usual_code, get_args(Keyword)))
"""The codes for which the package has words; those of the catalogue's own have their meaning."""


def _of_number_type(rule: Constraint) -> str:
    match rule.keyword:
        case "exclusive_minimum":
            return f"must be greater than {rule.text}"
        case "maximum":
            return f"must be at most {rule.text}"
        case _:
            return f"must have at most {rule.value} decimal places"


def _of_pydantic(rule: Constraint) -> str:
    kind, name = _OF_PYDANTIC[rule.keyword]
    bound = repr(rule.value) if rule.keyword == "const" else rule.value
    return PydanticKnownError(kind, {name: bound}).message()


_OF_PYDANTIC: Mapping[Keyword, tuple[ErrorType, str]] = {
    "const": ("literal_error", "expected"),
    "min_length": ("string_too_short", "min_length"),
    "max_length": ("string_too_long", "max_length"),
    "pattern": ("string_pattern_mismatch", "pattern"),
}
"""Pydantic's name of a broken rule, and of its bound."""


def _unknown(root: Group, refusal: Refusal) -> str:
    *above, name = steps(refusal.pointer)
    owner = next((one for one in root.groups() if one.path == ".".join(above)), None)
    names = [member.name for member in owner.members] if owner else []
    close = get_close_matches(name, names, n=1)
    return "is not listed here" + (f"; did you mean {close[0]!r}?" if close else "")


def _place(group: Group) -> str:
    return pointer(group.path.split(".") if group.path else ())


def _value(body: Any, refusal: Refusal) -> Any:
    for step in steps(refusal.pointer):
        body = body[step]
    return body

"""Named selections of a contract, for templates: a template only loops and prints."""

from collections.abc import Callable, Mapping
from typing import Any

from paycat.catalogue.directions import DIRECTIONS, Direction
from paycat.contract.judge import method_member
from paycat.contract.model import Constraint, Contract, Request
from paycat.models.number_types import number_types
from paycat.models.operations import operations, parameters
from paycat.models.source import entry, literal, python_value


def directions(contract: Contract) -> list[Direction]:
    """Return the directions that any method supports, pay-ins first."""
    return [direction for direction in DIRECTIONS if any(contract.requests(direction))]


def modules(contract: Contract) -> list[str]:
    """Return the modules of the methods that have a request, by name."""
    return sorted({request.module for request in contract.requests()})


def member_of_method(contract: Contract) -> str:
    """Return the name of the member that holds the method code."""
    return method_member(contract, directions(contract)[0])


def telling_request(contract: Contract) -> Request:
    """Return a request that shows much: the first with a condition, or else the first."""
    requests = list(contract.requests())
    return next((one for one in requests if any(group.conditions for group in one.root.groups())), requests[0])


def rule_words(rule: Constraint) -> str:
    """Return a number's rule in words."""
    match rule.keyword:
        case "exclusive_minimum":
            return f"greater than {rule.value}"
        case "maximum":
            return f"at most {rule.value}"
        case _:
            return f"with at most {rule.value} decimal places" if rule.value else "without decimal places"


VIEWS: Mapping[str, Callable[..., Any]] = {
    "directions": directions,
    "modules": modules,
    "method_member": member_of_method,
    "number_types": number_types,
    "rule_words": rule_words,
    "operations": operations,
    "parameters": parameters,
    "entry": entry,
    "literal": literal,
    "python_value": python_value,
    "telling_request": telling_request,
}

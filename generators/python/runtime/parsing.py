# Part of paycat's runtime, copied unchanged. Do not edit.

"""Reads a request from a JSON body, or raises the problem that describes what is rejected.

The method code is looked at first, so a violation speaks of one method only.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from .models import RequestModel
from .problems import ProblemError
from .violations import Violation, pointer

Direction = TypeVar("Direction", bound=str)
ViolationsOf = Callable[
    [ValidationError, type[BaseModel], object], tuple[Violation, ...]
]


@dataclass(frozen=True, slots=True)
class Parser(Generic[Direction]):
    """Reads the requests of a package.

    Attributes:
        member: The member of a request that holds the method code.
        availability: What each method says of each direction.
        requests: The methods that support a direction, by direction.
        model_of: Returns the model of a method's requests.
        violations_of: Returns what a model rejected in a body.
        problem: The error of a problem.
        unknown_method: The kind of problem of a method code that is not known.
        unavailable: The kind of problem of a method that lacks the direction.
        invalid: The kind of problem of a body with violations.
    """

    member: str
    availability: Mapping[str, Mapping[str, str]]
    requests: Mapping[Direction, Mapping[str, str]]
    model_of: Callable[[Direction, str], type[RequestModel]]
    violations_of: ViolationsOf
    problem: type[ProblemError[Any]]
    unknown_method: str
    unavailable: str
    invalid: str

    def parse(self, direction: Direction, body: dict[str, Any]) -> RequestModel:
        """Return the request of a direction that a body holds. Raises ProblemError."""
        model = self._model(direction, body)
        try:
            # What `model_validate` calls, without the look at its options.
            request: RequestModel = model.__pydantic_validator__.validate_python(body)
        except ValidationError as error:
            violations = self.violations_of(error, model, body)
        else:
            return request
        raise self._rejected(violations)

    def _model(self, direction: Direction, body: dict[str, Any]) -> type[RequestModel]:
        code = body.get(self.member)
        if not isinstance(code, str):
            raise self._rejected((_no_code(self.member, body),))
        if code not in self.availability:
            raise self.problem(self.unknown_method)
        if code not in self.requests[direction]:
            raise self._unavailable(direction, code)
        return self.model_of(direction, code)

    def _unavailable(self, direction: Direction, code: str) -> ProblemError[Any]:
        offers = self.availability[code]
        return self.problem(
            self.unavailable,
            members={
                "method_code": code,
                "direction": direction,
                "availability": offers[direction],
                "available_directions": [
                    other for other, word in offers.items() if word == "supported"
                ],
            },
        )

    def _rejected(self, violations: tuple[Violation, ...]) -> ProblemError[Any]:
        count = len(violations)
        return self.problem(
            self.invalid,
            f"{count} field{'s need' if count > 1 else ' needs'} attention.",
            members={"errors": [violation.member() for violation in violations]},
        )


def _no_code(member: str, body: dict[str, Any]) -> Violation:
    place = pointer((member,))
    if member not in body:
        return Violation(place, "required", "is required")
    if body[member] is None:
        detail = "null is no value; leave the field out"
        return Violation(place, "null_not_allowed", detail)
    return Violation(place, "type", "has the wrong JSON type")

# Part of paycat's runtime, copied unchanged. Do not edit.

"""Reads a request from a body, or raises the problem that describes what is rejected.

The method code is looked at first, so a violation speaks of one method only.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from .body import BodyError
from .models import RequestModel
from .problems import ProblemError
from .requests import code_in
from .violations import Violation

Direction = TypeVar("Direction", bound=str)
Body = dict[str, Any] | str | bytes
ViolationsOf = Callable[
    [ValidationError, type[BaseModel], object], tuple[Violation, ...]
]


@dataclass(frozen=True, slots=True)
class Parser(Generic[Direction]):
    """Reads the requests of a package.

    Attributes:
        members: The members that lead to the method code of a request, by direction; none if no body has it.
        availability: What each method says of each direction.
        requests: The methods that support a direction, by direction.
        model_of: Returns the model of a method's requests.
        violations_of: Returns what a model rejected in a body.
        problem: The error of a problem.
        unknown_method: The kind of problem of a method code that is not known.
        unavailable: The kind of problem of a method that lacks the direction.
        invalid: The kind of problem of a body with violations.
        read_object: Returns the JSON object that a body holds, or raises BodyError.
        malformed: The kind of problem of a body that cannot be read.
        largest: Largest body, in bytes.
        too_large: The kind of problem of a body that is larger.
    """

    members: Mapping[Direction, tuple[str, ...]]
    availability: Mapping[str, Mapping[str, str]]
    requests: Mapping[Direction, Mapping[str, str]]
    model_of: Callable[[Direction, str], type[RequestModel]]
    violations_of: ViolationsOf
    problem: type[ProblemError[Any]]
    unknown_method: str
    unavailable: str
    invalid: str
    read_object: Callable[[bytes], dict[str, Any]]
    malformed: str
    largest: int
    too_large: str

    def parse(
        self, direction: Direction, body: Body, method: str | None
    ) -> RequestModel:
        """Return the request of a direction that a body holds, of a method that the address names if no body does.

        Raises ProblemError.
        """
        document = body if isinstance(body, dict) else self._document(body)
        model = self._model(direction, document, method)
        validator = model.__pydantic_validator__
        try:
            # What `model_validate` calls, without the look at its options.
            request: RequestModel = validator.validate_python(document)
        except ValidationError as error:
            violations = self.violations_of(error, model, document)
        else:
            return request
        raise self._rejected(violations)

    def _document(self, body: object) -> dict[str, Any]:
        if isinstance(body, str):
            body = body.encode(errors="surrogatepass")
        if not isinstance(body, bytes):
            raise TypeError(
                "a body is JSON, its text or its bytes, or the dict that was read from it, "
                f"not a {type(body).__name__}"
            )
        if len(body) > self.largest:
            raise self.problem(self.too_large)
        try:
            return self.read_object(body)
        except BodyError as error:
            detail = error.sentence
        raise self.problem(self.malformed, detail)

    def _model(
        self, direction: Direction, body: dict[str, Any], method: str | None
    ) -> type[RequestModel]:
        if "" in self.requests[direction]:  # It has one body for all methods.
            return self.model_of(direction, "")
        path = self.members[direction]
        code = code_in(body, path) if path else self._only(direction, method)
        if isinstance(code, Violation):
            raise self._rejected((code,))
        if code not in self.availability:
            raise self.problem(self.unknown_method)
        if code not in self.requests[direction]:
            raise self._unavailable(direction, code)
        return self.model_of(direction, code)

    def _only(self, direction: Direction, method: str | None) -> str:
        if method is not None:
            return method
        if len(self.requests[direction]) > 1:
            raise TypeError(f"pass the method: no {direction} request names it")
        return next(iter(self.requests[direction]))

    def _unavailable(self, direction: Direction, code: str) -> ProblemError[Any]:
        offers = self.availability[code]
        return self.problem(
            self.unavailable,
            made={
                "method": code,
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
            violations=violations,
        )

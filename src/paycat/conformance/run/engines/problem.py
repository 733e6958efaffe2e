"""The violations that an answer, or a problem document, reports."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Annotated, Any, Protocol

from pydantic import BaseModel, Field, ValidationError

from paycat.catalogue.interface import Operation
from paycat.contract.dispatch import method_place
from paycat.contract.model import Contract, Violation
from paycat.contract.paths import ROOT
from paycat.schemas.making import first_error, record_schema

_OF_THE_METHOD = ("unknown_method", "unavailable_direction")
_Plain = Annotated[str, Field(pattern="^[!-~]+$", max_length=1_000)]
"""A text of a server, which is printed, so it has to be printable."""


class ServerAnswer(Protocol):
    """What a server answered; a response of httpx is one."""

    @property
    def status_code(self) -> int:
        """The HTTP status."""

    @property
    def headers(self) -> Mapping[str, str]:
        """The headers; names are in lower case, or their case does not matter."""

    def json(self) -> Any:
        """Return the body as JSON data. Raises ValueError and RecursionError."""


class _Member(BaseModel):
    code: _Plain
    pointer: _Plain


class _Problem(BaseModel):
    type: _Plain = "about:blank"


class _Members(BaseModel):
    errors: Annotated[list[_Member], Field(min_length=1, max_length=1_000)]


def taking(contract: Contract, direction: str) -> Operation:
    """Return the operation that takes a direction's requests."""
    operation = contract.interface.taking(direction)
    assert operation is not None, "a direction with requests has an operation that takes them"
    return operation


class ProblemReader:
    """Reads answers, and holds the problems among them against the record that the interface states for them."""

    def __init__(self, contract: Contract) -> None:
        self._contract = contract
        self._schema = record_schema(contract.interface, contract.interface.problem_record)

    def answered(self, direction: str, answer: ServerAnswer) -> set[Violation]:
        """Return what a server's answer to a request rejects; nothing when it is the success.

        Raises ValueError for an answer that the interface does not have, such as one with another status.
        """
        problem_document = self._document(taking(self._contract, direction), answer)
        return set() if problem_document is None else violations_in(self._contract, direction, problem_document)

    def problem_in(self, operation: Operation, answer: ServerAnswer) -> str | None:
        """Return the problem that answers an operation, None for its success. Raises ValueError as `answered` does."""
        problem_document = self._document(operation, answer)
        return None if problem_document is None else _slug(self._contract, problem_document)

    def _document(self, operation: Operation, answer: ServerAnswer) -> Any:
        interface, status_code = self._contract.interface, answer.status_code
        if status_code == operation.success.status:
            return None
        media_type = answer.headers.get("content-type", "")
        is_problem = media_type.partition(";")[0].strip().lower() == interface.problem_media_type
        if not is_problem or status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
            raise ValueError(f"the server answered {status_code} with the media type {media_type[:100]!r}")
        try:
            problem_document = answer.json()
        except RecursionError as error:
            raise ValueError("the problem nests too deeply") from error
        slug = _slug(self._contract, problem_document)
        for problem in interface.problems:
            if problem.slug == slug and problem.status != status_code:
                raise ValueError(f"the server answered {status_code}, but {slug} has the status {problem.status}")
        if schema_fault := first_error(self._schema, problem_document):
            record_name = interface.problem_record
            raise ValueError(f"the problem {slug} is no {record_name} as the interface states it: {schema_fault[:200]}")
        return problem_document


def violations_in(contract: Contract, direction: str, problem_document: dict[str, Any]) -> set[Violation]:
    """Return the rejected fields of a problem, or the problem itself when an earlier stage rejected.

    A problem about the method points at the member that names it, if there is one, and any other at the body. Raises
    ValueError when the document has not the form of a problem.
    """
    slug = _slug(contract, problem_document)
    if slug == contract.interface.problem("invalid_fields").slug:
        return {Violation(code=member.code, pointer=member.pointer) for member in _members(slug, problem_document)}
    is_about_method = slug in {contract.interface.slug(cause) for cause in _OF_THE_METHOD}
    location = method_place(contract, direction).pointer if is_about_method else ROOT
    return {Violation(code=slug, pointer=location)}


def _slug(contract: Contract, problem_document: Any) -> str:
    try:
        return _Problem.model_validate(problem_document).type.removeprefix(contract.interface.problem_base)
    except ValidationError as error:
        raise ValueError("the problem is no JSON object with a type") from error


def _members(slug: str, problem_document: dict[str, Any]) -> list[_Member]:
    try:
        return _Members.model_validate(problem_document).errors
    except ValidationError as error:
        raise ValueError(f"the problem {slug} does not list rejected members by code and pointer") from error

"""The violations that an answer reports, as far as the form of errors says them."""

from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Annotated, Any, Protocol

from pydantic import Field, TypeAdapter, ValidationError

from paycat.catalogue.interface import Operation
from paycat.contract.dispatch import method_place
from paycat.contract.model import Contract, Violation
from paycat.contract.paths import ROOT
from paycat.schemas.making import first_error, record_schema
from paycat.text.problem_documents import made_in, path_of, slug_in

_NAMELESS = "about:blank"
"""The type of a problem that has none (RFC 9457)."""
OF_THE_METHOD = ("unknown_method", "unavailable_direction")
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


_PLAIN = TypeAdapter(_Plain)
_PATH = TypeAdapter(Annotated[str, Field(pattern=r"^\P{C}*$", max_length=1_000)])
_ITEMS = TypeAdapter(Annotated[list[dict[str, Any]], Field(min_length=1, max_length=1_000)])


def creating(contract: Contract, direction: str) -> Operation:
    """Return the operation that takes a direction's requests."""
    return next(operation for operation in contract.interface.operations if operation.request == direction)


class ProblemReader:
    """Reads answers, and holds the problems among them against the record that the interface states for them.

    What the form of errors does not say is left out of violations: the place and the code of a rejected field, and the
    slug of a problem, in place of which is the status.
    """

    def __init__(self, contract: Contract) -> None:
        self._contract, self._interface = contract, contract.interface
        self._schema = record_schema(contract.interface, contract.interface.problem_record)
        places = contract.interface.error_places
        self._names_problem = bool({"slug", "type"} & places.keys())
        self._place = next((word for word in ("pointer", "path") if word in places), "")
        self._lists_fields = "violations" in places and bool(self._place or "code" in places)
        self._has_code = "code" in places
        self._words = {code.code: code.word for code in contract.interface.violation_codes}

    def answered(self, direction: str, answer: ServerAnswer) -> set[Violation]:
        """Return what a server's answer to a request rejects; nothing when it is the success.

        Raises ValueError for an answer that the interface does not have, such as one with another status.
        """
        made = self._made(creating(self._contract, direction), answer)
        if made is None:
            return set()
        invalid = self._interface.problem("invalid_fields")
        is_about_fields = made["slug"] == invalid.slug if self._names_problem else bool(made.get("violations"))
        if self._lists_fields and is_about_fields:
            return set(map(self._field_in, _checked(_ITEMS, made.get("violations"), "list of rejected fields")))
        is_about_method = made["slug"] in {self._interface.problem(cause).slug for cause in OF_THE_METHOD}
        location = method_place(self._contract, direction).pointer if is_about_method else ROOT
        return {Violation(code=self._code_in(made), pointer=location if self._names_problem else "")}

    def expected(self, violations: Iterable[Violation]) -> set[Violation]:
        """Return what answers that report violations say of them."""
        return set(map(self._reported, violations))

    def problem_in(self, operation: Operation, answer: ServerAnswer) -> str | None:
        """Return the slug of the problem that answers an operation, None for its success; the status without slugs.

        Raises ValueError as `answered` does.
        """
        made = self._made(operation, answer)
        return None if made is None else self._code_in(made)

    def code_of(self, slug: str) -> str:
        """Return what `problem_in` returns for a problem."""
        problem = next(problem for problem in self._interface.problems if problem.slug == slug)
        return slug if self._names_problem else str(problem.status)

    def word_of(self, code: str) -> str:
        """Return what errors have for the code of a rejected field; empty if they have no codes."""
        return self._words.get(code, code) if self._has_code else ""

    def _reported(self, violation: Violation) -> Violation:
        if violation.code not in self._words:
            location = violation.pointer if self._names_problem else ""
            return Violation(code=self.code_of(violation.code), pointer=location)
        if not self._lists_fields:
            code = self.code_of(self._interface.problem("invalid_fields").slug)
            return Violation(code=code, pointer=ROOT if self._names_problem else "")
        place = path_of(violation.pointer) if self._place == "path" else violation.pointer if self._place else ""
        return Violation(code=self.word_of(violation.code), pointer=place)

    def _field_in(self, made: Mapping[str, Any]) -> Violation:
        code = _checked(_PLAIN, made.get("code"), "code") if self._has_code else ""
        if not self._place:
            return Violation(code=code, pointer="")
        adapter = _PATH if self._place == "path" else _PLAIN
        return Violation(code=code, pointer=_checked(adapter, made.get(self._place), self._place))

    def _code_in(self, made: Mapping[str, Any]) -> str:
        return str(made["slug"] if self._names_problem else made["http_status"])

    def _made(self, operation: Operation, answer: ServerAnswer) -> dict[str, Any] | None:
        """Return what the answer to an operation says, by the words of `made`; None when it is the success."""
        interface, status_code = self._interface, answer.status_code
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
        made = made_in(interface.problem_form, problem_document)
        slug = slug_in(made, interface.problem_base) or (_NAMELESS if self._names_problem else "")
        name = _checked(_PLAIN, slug, "slug") if slug else str(status_code)
        for problem in interface.problems:
            if problem.slug == slug and problem.status != status_code:
                raise ValueError(f"the server answered {status_code}, but {slug} has the status {problem.status}")
        if schema_fault := first_error(self._schema, problem_document):
            record_name = interface.problem_record
            raise ValueError(f"the problem {name} is no {record_name} as the interface states it: {schema_fault[:200]}")
        if made.get("status", status_code) != status_code:
            raise ValueError(f"the server answered {status_code}, but its problem has another status")
        return {**made, "slug": slug, "http_status": status_code}


def _checked(adapter: TypeAdapter[Any], value: Any, noun: str) -> Any:
    try:
        return adapter.validate_python(value)
    except ValidationError as error:
        raise ValueError(f"the problem does not have the {noun} that its form has") from error

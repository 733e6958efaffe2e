# Part of paycat's runtime, copied unchanged. Do not edit.

"""What a service is to its sandbox: what the catalogue states, its records, and how its requests are read."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from pydantic import BaseModel

from ..credentials import Credential
from ..problems import ProblemError
from .facts import Facts


@dataclass(frozen=True, slots=True)
class Service:
    """A service: its facts, its records, and how its requests are read."""

    facts: Facts
    records: ModuleType
    """The module with a class for each record."""
    parse: Callable[[Any, dict[str, Any], str | None], BaseModel]
    """Returns the request of a direction that a body holds, or raises a problem. The path may name its method."""
    method_of: Callable[[Any], str]
    """Returns the code of the method of a request."""
    read_object: Callable[[bytes], dict[str, Any]]
    """Returns the JSON object that a body holds, or raises BodyError."""
    problem: type[ProblemError[Any]]
    """Made of the slug of a problem."""
    credentials: Sequence[Credential]
    """The credentials of requests."""

    def error(
        self,
        cause: str,
        detail: str = "",
        *,
        made: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> ProblemError[Any]:
        """Return the problem that states a cause."""
        slug = self.facts.problems[cause]
        return self.problem(slug, detail, made=made, headers=headers)

    def text_of(self, record: str, members: Mapping[str, Any]) -> str:
        """Return a record as JSON. Raises pydantic.ValidationError if it is not what the catalogue describes."""
        model = getattr(self.records, record)
        text: str = model.model_validate(members).model_dump_json(by_alias=True)
        return text

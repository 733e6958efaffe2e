# Part of paycat's runtime, copied unchanged. Do not edit.

"""Cases: what members of an object are where others have certain values."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic_core import InitErrorDetails, PydanticCustomError

from .json_values import members_of

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Given:
    """What a member must be: one of some values, another one, there or not there.

    Null, and a value of another type than those, are nothing of this.
    """

    path: Path
    test: Literal["one_of", "other_than", "present", "absent"]
    values: tuple[str | bool, ...] = ()

    def is_met(self, data: object) -> bool:
        """Return whether the member of an object is so."""
        for name in self.path:
            members = _members(data)
            if members is None:
                return False
            if name not in members:
                return self.test == "absent"
            data = members[name]
        if self.test in ("present", "absent"):
            return self.test == "present" and data is not None
        is_typed = type(data) is type(self.values[0])
        return is_typed and (data in self.values) is (self.test == "one_of")


@dataclass(frozen=True, slots=True)
class Case:
    """What a member is where all of `given` is met: it has to be there or not, or is of another type.

    `codes` are those of violations of the type, by the usual codes that they replace.
    """

    given: tuple[Given, ...]
    path: Path
    requirement: Literal["", "required", "absent"] = ""
    type: Any = None
    codes: Mapping[str, str] = field(default_factory=dict[str, str])


class Decided:
    """The cases of a model, ready to hold objects against."""

    def __init__(self, cases: tuple[Case, ...]) -> None:
        self._cases = [(case, case.type and TypeAdapter(case.type)) for case in cases]

    def __bool__(self) -> bool:
        return bool(self._cases)

    def errors(self, data: object) -> "Errors":
        """Return what cases reject in an object."""
        found = Errors()
        members = members_of(data)
        for case, adapter in self._cases if isinstance(data, dict) else ():
            if all(given.is_met(members) for given in case.given):
                found.add(case, [*_errors(case, adapter, members)])
        return found


class Errors:
    """What cases reject. They reject what the members themselves do, too."""

    def __init__(self) -> None:
        self._by_path: dict[Path, list[InitErrorDetails]] = {}
        self._absent: set[Path] = set()

    def __bool__(self) -> bool:
        return bool(self._by_path)

    def __iter__(self) -> Iterator[InitErrorDetails]:
        return (error for errors in self._by_path.values() for error in errors)

    def add(self, case: Case, errors: list[InitErrorDetails]) -> None:
        """Add what a case rejects. Of what may not be there, nothing else is said."""
        if errors and case.path not in self._absent:
            is_absent = case.requirement == "absent"
            if is_absent:
                self._absent.add(case.path)
            others = [] if is_absent else self._by_path.get(case.path, [])
            self._by_path[case.path] = [*others, *errors]

    def cover(self, error: InitErrorDetails) -> bool:
        """Return whether an error repeats one of these, or is about what may not be there."""
        path, kind = error.get("loc", ()), _kind(error)
        repeated = (one.get("loc") == path and _kind(one) == kind for one in self)
        return any(repeated) or any(path[: len(one)] == one for one in self._absent)


def _kind(error: InitErrorDetails) -> str:
    kind = error["type"]
    return kind if isinstance(kind, str) else kind.type


def _errors(
    case: Case, adapter: TypeAdapter[Any] | None, data: object
) -> Iterator[InitErrorDetails]:
    for depth, name in enumerate(case.path, start=1):
        members = _members(data)
        if members is None:
            return
        if name not in members:
            if case.requirement == "required":
                yield _error("missing", "Field required", case.path[:depth])
            return
        data = members[name]
    if case.requirement == "absent":
        yield _error("extra_forbidden", "may not be sent in this case", case.path)
    elif adapter and data is not None:  # Of null the member itself says what it is.
        try:
            adapter.validate_python(data)
        except ValidationError as error:
            for one in error.errors(include_url=False, include_input=False)[:1]:
                kind: Any = one["type"]
                message: Any = one["msg"]
                context = {**one.get("ctx", {}), "codes": case.codes}
                yield _error(kind, message, case.path, context)


def _error(
    kind: Any, message: Any, path: Path, context: dict[str, Any] | None = None
) -> InitErrorDetails:
    error = PydanticCustomError(kind, message, context)
    return InitErrorDetails(type=error, loc=path, input=None)


def _members(data: object) -> Mapping[str, Any] | None:
    """Return the members of an object, by their names in a body; None of anything else."""
    if isinstance(data, BaseModel):
        fields = type(data).model_fields
        named = {(fields[name].alias or name): getattr(data, name) for name in fields}
        return {name: value for name, value in named.items() if value is not None}
    return cast("dict[str, Any]", data) if isinstance(data, dict) else None

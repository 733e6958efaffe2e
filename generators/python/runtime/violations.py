# Part of paycat's runtime, copied unchanged. Do not edit.

"""What is rejected in a body, in one normal form: a code and a pointer to the member."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from .json_values import items_of, members_of
from .near_names import near_name
from .notes import Codes, ItemCodes, note_of

Path = tuple[int | str, ...]


@dataclass(frozen=True, slots=True)
class Violation:
    """A rejected member: `pointer` is a JSON Pointer as a URI fragment (RFC 6901)."""

    pointer: str
    code: str
    detail: str
    accepted_combinations: tuple[tuple[str, ...], ...] = ()
    path: str = ""
    """Where it is, such as `lines[0].amount`, if an error says so."""


def pointer(path: Path) -> str:
    """Return the pointer to the member at a path; `#` for the body itself."""
    steps = (str(step).replace("~", "~0").replace("/", "~1") for step in path)
    return "#" + "".join(f"/{quote(step, safe=_SAFE)}" for step in steps)


_SAFE = "!$&'()*+,;=:@-._~?"


@dataclass(frozen=True, slots=True)
class ViolationCodes:
    """The code of each type of pydantic's errors, and the meaning of each code."""

    codes: Mapping[str, str]
    meanings: Mapping[str, str]

    def violations_of(
        self, error: ValidationError, model: type[BaseModel], body: object
    ) -> tuple[Violation, ...]:
        """Return what a model rejected in a body, by pointer and code."""
        errors = error.errors(include_url=False, include_input=False)
        unknown = [one["loc"] for one in errors if one["type"] == "extra_forbidden"]
        near = {path: _near(path, model) for path in unknown[:_MOST_SUGGESTIONS]}
        ranks = {kind: rank for rank, kind in enumerate(self.codes)}
        found: dict[str, tuple[int, str, Violation]] = {}
        for details in errors:
            one = self._violation(details, model, body, near)
            rank = ranks.get(details["type"], ranks["null_not_allowed"])
            ranked = (rank, one.code, one)
            # Several cases may reject a member: it is told of the first of their rules.
            found[one.pointer] = min(found.get(one.pointer, ranked), ranked, key=_rank)
        return tuple(one for _, (*_, one) in sorted(found.items()))

    def _violation(
        self,
        details: ErrorDetails,
        model: type[BaseModel],
        body: object,
        near: dict[Path, str | None],
    ) -> Violation:
        path, kind = details["loc"], details["type"]
        code = self.codes.get(kind, "type")
        if kind == "literal_error" and not isinstance(_value(body, path), str):
            code = "type"
        context = details.get("ctx", {})
        own_codes: Mapping[str, str] = context.get("codes", _own_codes(model, path))
        code = own_codes.get(code, code)
        accepted = context.get("accepted", [])
        return Violation(
            pointer=pointer(path),
            code=code,
            detail=self._detail(code, details["msg"], near.get(path)),
            accepted_combinations=tuple(tuple(names) for names in accepted),
        )

    def _detail(self, code: str, message: str, near: str | None) -> str:
        if code == "required":
            return "is required"
        if code == "type":
            return "has the wrong JSON type"
        if code not in self.codes.values():
            return self.meanings.get(code, message)
        if code == "unknown_field":
            return "is not listed here" + (f"; did you mean {near!r}?" if near else "")
        return message[:1].lower() + message[1:]


def _rank(ranked: tuple[int, str, Violation]) -> tuple[int, str]:
    return ranked[:2]


_MOST_SUGGESTIONS = 10
"""So many unknown members of a body are compared with known ones: it takes long."""
_NEAR = 0.75
"""How alike two members must be, so that a message names the known one."""


def _near(path: Path, model: type[BaseModel]) -> str | None:
    owner = _model_at(model, path[:-1])
    return near_name(str(path[-1]), _members(owner), _NEAR) if owner else None


def _members(model: type[BaseModel]) -> dict[str, str]:
    return {field.alias or name: name for name, field in model.model_fields.items()}


def _value(body: object, path: Path) -> object:
    for step in path:
        items = items_of(body)
        body = items[int(step)] if items else members_of(body).get(str(step))
    return body


def _model_at(model: type[BaseModel], path: Path) -> type[BaseModel] | None:
    for step in path:
        if isinstance(step, int):
            continue  # A model of a list represents its items.
        name = _members(model).get(step)
        if name is None:
            return None
        inner = next(_models_in(model.model_fields[name].annotation), None)
        if inner is None:
            return None
        model = inner
    return model


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    parts = getattr(annotation, "__args__", ())
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in parts:
        yield from _models_in(part)


def _own_codes(model: type[BaseModel], path: Path) -> dict[str, str]:
    kind: type[dict[str, str]] = Codes
    if path and isinstance(path[-1], int):
        kind, path = ItemCodes, path[:-1]
    owner = _model_at(model, path[:-1])
    name = _members(owner).get(str(path[-1])) if owner and path else None
    return note_of(owner.model_fields[name], kind) if owner and name else {}

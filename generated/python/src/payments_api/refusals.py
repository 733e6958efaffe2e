"""What is refused in a body, in one normal form: a code and a pointer to the member."""

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Literal
from urllib.parse import quote

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from ._base import members_of

Code = Literal[
    "required",
    "unknown_field",
    "type",
    "null_not_allowed",
    "const",
    "pattern",
    "min_length",
    "max_length",
    "exclusive_minimum",
    "maximum",
    "amount_precision",
    "amount_out_of_range",
    "conditional_required",
    "not_https",
    "unknown_bank_code",
]
"""What the refusal of a member can say."""

_CODES: dict[str, Code] = {
    "missing": "required",
    "extra_forbidden": "unknown_field",
    "null_not_allowed": "null_not_allowed",
    "conditional_required": "conditional_required",
    "literal_error": "const",
    "string_too_short": "min_length",
    "string_too_long": "max_length",
    "string_pattern_mismatch": "pattern",
    "greater_than": "exclusive_minimum",
    "less_than_equal": "maximum",
    "decimal_max_places": "amount_precision",
}
_KEYWORDS = {
    "string_pattern_mismatch": "pattern",
    "string_too_short": "minLength",
    "string_too_long": "maxLength",
}


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refused member: `pointer` is a JSON Pointer as a URI fragment (RFC 6901)."""

    pointer: str
    code: str
    detail: str
    accepted_combinations: tuple[tuple[str, ...], ...] = ()

    def member(self) -> dict[str, Any]:
        """Return the refusal as a member of a problem's `errors`."""
        document: dict[str, Any] = {
            "pointer": self.pointer,
            "code": self.code,
            "detail": self.detail,
        }
        if self.accepted_combinations:
            document["accepted_combinations"] = self.accepted_combinations
        return document


def pointer(path: tuple[int | str, ...]) -> str:
    """Return the pointer to the member at a path; `#` for the body itself."""
    steps = (str(step).replace("~", "~0").replace("/", "~1") for step in path)
    return "#" + "".join(f"/{quote(step, safe=_SAFE)}" for step in steps)


_SAFE = "!$&'()*+,;=:@-._~?"


def refusals_of(
    error: ValidationError, model: type[BaseModel], body: dict[str, Any]
) -> tuple[Refusal, ...]:
    """Return what a model refused in a body, by pointer and code."""
    found = (
        _refusal(details, model, body)
        for details in error.errors(include_url=False, include_input=False)
    )
    return tuple(sorted(found, key=lambda one: (one.pointer, one.code)))


def _refusal(
    details: ErrorDetails, model: type[BaseModel], body: dict[str, Any]
) -> Refusal:
    path, kind = details["loc"], details["type"]
    code: str = _CODES.get(kind, "type")
    if kind == "literal_error" and not isinstance(_value(body, path), str):
        code = "type"
    keyword = _KEYWORDS.get(kind, "")
    code = _own_codes(model, path).get(keyword, code)
    accepted = details.get("ctx", {}).get("accepted", [])
    return Refusal(
        pointer=pointer(path),
        code=code,
        detail=_detail(code, details["msg"], model, path),
        accepted_combinations=tuple(tuple(names) for names in accepted),
    )


def _detail(
    code: str, message: str, model: type[BaseModel], path: tuple[int | str, ...]
) -> str:
    if code == "required":
        return "is required"
    if code == "type":
        return "has the wrong JSON type"
    if code == "not_https":
        return "must be an HTTPS URL"
    if code == "unknown_field":
        owner = _model_at(model, path[:-1])
        close = get_close_matches(str(path[-1]), _members(owner), n=1) if owner else []
        return "is not listed here" + (f"; did you mean {close[0]!r}?" if close else "")
    return message[:1].lower() + message[1:]


def _members(model: type[BaseModel]) -> dict[str, str]:
    return {field.alias or name: name for name, field in model.model_fields.items()}


def _value(body: Any, path: tuple[int | str, ...]) -> Any:
    for step in path:
        body = members_of(body).get(str(step))
    return body


def _model_at(
    model: type[BaseModel], path: tuple[int | str, ...]
) -> type[BaseModel] | None:
    for step in path:
        name = _members(model).get(str(step))
        if name is None:
            return None
        inner = next(_models_in(model.model_fields[name].annotation), None)
        if inner is None:
            return None
        model = inner
    return model


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    for part in (annotation, *getattr(annotation, "__args__", ())):
        if isinstance(part, type) and issubclass(part, BaseModel):
            yield part


def _own_codes(model: type[BaseModel], path: tuple[int | str, ...]) -> dict[str, str]:
    owner = _model_at(model, path[:-1])
    name = _members(owner).get(str(path[-1])) if owner and path else None
    extra = owner.model_fields[name].json_schema_extra if owner and name else None
    return members_of(members_of(extra).get("x-refusal"))

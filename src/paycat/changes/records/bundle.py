"""Records in; what real validators say of a body out."""

import re
from collections.abc import Mapping
from copy import deepcopy
from functools import lru_cache
from json import loads
from typing import Any

import jsonschema_rs
from jsonschema import Draft202012Validator, FormatChecker

from paycat.contract.interface import Record
from paycat.contract.json_schemas import schemas
from paycat.contract.model import Refusal
from paycat.contract.pointers import pointer
from paycat.encoding import json_line
from paycat.matching.json_schema import validator_of
from paycat.matching.patterns import UnreadablePatternError

_DEFINITIONS = "#/$defs/"
_TIME = re.compile(r"\d{4}-\d{2}-\d{2}[Tt][0-2]\d:[0-5]\d:[0-6]\d(\.\d+)?([Zz]|[+-][0-2]\d:[0-5]\d)", re.ASCII)
_FORMATS = FormatChecker(formats=("date", "email", "ipv4", "ipv6", "uuid"))


@_FORMATS.checks("date-time")
def _is_time(value: object) -> bool:
    # jsonschema asserts it only where another package is installed, and a verdict must not depend on that.
    return not isinstance(value, str) or _TIME.fullmatch(value) is not None


class Bundle:
    """Validators of records that refer to each other; formats are asserted."""

    def __init__(self, records: Mapping[str, Record]) -> None:
        linked = {name: _linked(record.json_schema) for name, record in records.items()}
        self._text = json_line(linked)

    def refusals(self, name: str, body: Any) -> tuple[Refusal, ...] | None:
        """Return what jsonschema-rs refuses in a body of a record; None when it cannot read the schemas."""
        made = _rust(self._text, name)
        if made is None:
            return None
        validator, schema = made
        if validator.is_valid(body):
            return ()
        return tuple(
            sorted({one for error in validator.iter_errors(body) for one in _refusals(error, schema)}, key=_key)
        )

    def accepts(self, name: str, body: Any) -> bool:
        """Whether jsonschema-rs accepts a body of a record."""
        return self.refusals(name, body) == ()

    def is_confirmed(self, name: str, body: Any, accepted: bool) -> bool:
        """Whether jsonschema says the same."""
        try:
            return bool(_python(self._text, name).is_valid(body)) is accepted
        except (RecursionError, UnreadablePatternError):
            return False


def _key(refusal: Refusal) -> tuple[str, str]:
    return refusal.pointer, refusal.code


def _linked(schema: Any) -> Any:
    linked = deepcopy(schema)
    for _, inner in schemas(linked):
        if isinstance(inner.get("$ref"), str):
            inner["$ref"] = _DEFINITIONS + inner["$ref"]
    return linked


@lru_cache(maxsize=256)
def _rust(text: str, name: str) -> tuple[jsonschema_rs.Draft202012Validator, Any] | None:
    schema = _rooted(text, name)
    try:
        return jsonschema_rs.Draft202012Validator(schema, validate_formats=True), schema
    except (jsonschema_rs.ValidationError, jsonschema_rs.ReferencingError, ValueError):
        return None


@lru_cache(maxsize=64)
def _python(text: str, name: str) -> Draft202012Validator:
    return validator_of(_rooted(text, name), format_checker=_FORMATS)


def _rooted(text: str, name: str) -> Any:
    return {"$ref": _DEFINITIONS + name, "$defs": loads(text)}


def _refusals(error: jsonschema_rs.ValidationError, schema: Any) -> list[Refusal]:
    """Return an error as refusals: the failing keyword, at the member that is missing, unknown or wrong."""
    *place, keyword = error.schema_path
    owner, path, value = schema, tuple(error.instance_path), error.instance
    for step in place:
        owner = owner[step]
    names = []
    if isinstance(owner, dict) and isinstance(value, dict):
        if keyword == "required":
            names = [name for name in owner["required"] if name not in value]
        elif keyword == "additionalProperties":
            names = [name for name in value if name not in owner.get("properties", {})]
    places = [(*path, name) for name in names] or [path]
    return [Refusal(code=str(keyword), pointer=pointer(place)) for place in places]

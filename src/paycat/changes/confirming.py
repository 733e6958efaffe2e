"""A payload and two contracts in; which JSON Schema validators agree with both verdicts out."""

import json
from collections import defaultdict
from functools import lru_cache
from typing import Any

import jsonschema_rs

from paycat.contract.model import Contract, Group, Request
from paycat.documents.json_schema import DIALECT, inline_schema, union_schema
from paycat.encoding import json_line
from paycat.matching.json_schema import validator_of

VALIDATORS = ("jsonschema", "jsonschema-rs")


def confirmed_by_both(roots: tuple[Group, Group], verdicts: tuple[bool, bool], payload: Any) -> tuple[str, ...]:
    """Return the validators that accept or refuse a payload by the schemas of two request types as is said."""
    asked = [_verdicts(json_line(_schema(root)), payload) for root in roots]
    return tuple(name for name in VALIDATORS if tuple(said[name] for said in asked) == verdicts)


def confirmed_by_unions(request: Request, refusing: Contract, payload: Any) -> tuple[str, ...]:
    """Return the validators that accept a payload by its request type, and refuse it by all that a contract has."""
    accepted = _verdicts(json_line(_schema(request.root)), payload)
    # Where there is no request in a direction, there is no schema that could accept anything.
    union = union_schema(refusing, request.direction) if any(refusing.requests(request.direction)) else False
    accepted_now = _verdicts(json_line(union), payload)
    return tuple(name for name in VALIDATORS if accepted[name] and not accepted_now[name])


def _verdicts(schema: str, payload: Any) -> dict[str, bool]:
    return {
        name: bool(validator.is_valid(payload)) for name, validator in zip(VALIDATORS, _compiled(schema), strict=True)
    }


@lru_cache(maxsize=8)
def _compiled(text: str) -> tuple[Any, Any]:
    schema = json.loads(text)
    return validator_of(schema), jsonschema_rs.Draft202012Validator(schema)


def _schema(root: Group) -> dict[str, Any]:
    return {"$schema": DIALECT, **inline_schema(root, defaultdict(str))}

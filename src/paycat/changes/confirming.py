"""Asks JSON Schema validators whether they agree with the verdicts of two contracts on a payload."""

import json
from functools import lru_cache
from typing import Any

import jsonschema_rs

from paycat.changes.payloads import Body, body_of_request
from paycat.contract.model import Contract, Request
from paycat.contract.reference_validator import FORMATS, validator_of
from paycat.documents.json_schema import union_schema
from paycat.text.json_encoding import json_line

VALIDATORS = ("jsonschema", "jsonschema-rs")


def confirmed_by_both(bodies: tuple[Body, Body], verdicts: tuple[bool, bool], payload: Any) -> tuple[str, ...]:
    """Return the validators that accept or reject a payload by the schemas of two bodies, as the verdicts say."""
    asked = [_verdicts(body.schema, payload) for body in bodies]
    return tuple(name for name in VALIDATORS if tuple(answer[name] for answer in asked) == verdicts)


def confirmed_by_unions(request: Request, rejecting: Contract, payload: Any) -> tuple[str, ...]:
    """Return the validators that accept a payload by its request type, and reject it by all that a contract has."""
    accepted = _verdicts(body_of_request(request).schema, payload)
    # Where there is no request in a direction, there is no schema that could accept anything.
    union = union_schema(rejecting, request.direction) if any(rejecting.requests(request.direction)) else False
    accepted_now = _verdicts(json_line(union), payload)
    return tuple(name for name in VALIDATORS if accepted[name] and not accepted_now[name])


def _verdicts(schema: str, payload: Any) -> dict[str, bool]:
    return {
        name: bool(validator.is_valid(payload)) for name, validator in zip(VALIDATORS, _compiled(schema), strict=True)
    }


@lru_cache(maxsize=8)
def _compiled(text: str) -> tuple[Any, Any]:
    schema = json.loads(text)
    return (
        validator_of(schema, format_checker=FORMATS),
        jsonschema_rs.Draft202012Validator(schema, validate_formats=True),
    )

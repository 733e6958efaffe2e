"""Run beside a generated package, with a method and payloads: what constructors take, and what bodies."""

import json
import sys
from collections.abc import Callable, Iterator
from typing import Any

import bank_collections
from bank_collections import requests
from pydantic import BaseModel, TypeAdapter, ValidationError

METHOD, *PAYLOADS = sys.argv[1:]
MODEL = requests.model_of("payout", METHOD)
READERS: list[Callable[[Any], Any]] = [
    MODEL.model_validate,
    lambda body: MODEL.model_validate_json(json.dumps(body)),
    TypeAdapter(MODEL).validate_python,
    TypeAdapter(requests.PayoutRequest).validate_python,
    bank_collections.parse_payout,
]


def models(value: Any) -> Iterator[BaseModel]:
    """Yield the models in a value, the innermost last."""
    if isinstance(value, BaseModel):
        yield value
        value = [getattr(value, name) for name in type(value).model_fields]
    for inner in value if isinstance(value, list) else ():
        yield from models(inner)


def rejected(read: Callable[[Any], Any], body: Any) -> bool:
    """Tell whether a reader rejects a body."""
    try:
        read(body)
    except (ValidationError, bank_collections.ProblemError):
        return True
    return False


def takes_one_name(model: BaseModel) -> None:
    """Construct a model again by both names, and read bodies with the attribute in place of each name on the wire."""
    kind, body = type(model), model.model_dump(by_alias=True, exclude_unset=True)
    attributes = {name: getattr(model, name) for name in model.model_fields_set}
    assert kind(**attributes) == kind(**body) == kind.model_validate(body) == model
    for name, field in kind.model_fields.items():
        if field.alias and name in attributes:
            renamed = {key: value for key, value in body.items() if key != field.alias} | {name: body[field.alias]}
            assert rejected(kind.model_validate, renamed), (kind, name)
            try:
                kind(**body, **{name: body[field.alias]})
            except TypeError:
                continue
            raise AssertionError(f"{kind.__name__} takes {name} twice")


for text in PAYLOADS:
    payload = json.loads(text)
    request = MODEL.model_validate(payload)
    assert [*map(json.loads, (request.model_dump_json(),))] == [request.model_dump(mode="json")] == [payload]
    assert all(read(payload) == request for read in READERS)
    for inside in models(request):
        takes_one_name(inside)
    for name, field in MODEL.model_fields.items():
        if field.alias in payload:
            changed = {key: value for key, value in payload.items() if key != field.alias}
            assert all(rejected(read, {**changed, name: payload[field.alias]}) for read in READERS), name
    shown = repr(request)
    assert "Test Debtor" not in shown
    assert "Bern" not in shown
    assert "fullName='***'" in shown

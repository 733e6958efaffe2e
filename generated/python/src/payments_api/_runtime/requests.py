# Part of paycat's runtime, copied unchanged. Do not edit.

"""The models of requests, each of which is loaded when it is used, and the method that each is about."""

from collections.abc import Mapping
from importlib import import_module
from typing import Annotated, Any, cast

from pydantic import Discriminator, Field, Tag

from .json_values import members_of
from .models import WITHOUT_VALUES, RequestModel
from .violations import Violation, pointer


def loaded_model(package: str | None, stated: str) -> type[RequestModel]:
    """Return the model of a name in a package, such as `card.CardRefundRequest`."""
    module, _, name = stated.partition(".")
    found = getattr(import_module(f".{module}", package), name)
    return cast(type[RequestModel], found)


def method_among(models: Mapping[str, str], request: object) -> str:
    """Return the method of a request, by the names of its class. Raises TypeError if it is none of the models."""
    for kind in type(request).__mro__:
        name = f"{kind.__module__.rpartition('.')[2]}.{kind.__qualname__}"
        if name in models:
            return models[name]
    raise TypeError(
        f"a request is a model, not a {type(request).__name__}; "
        "the module `parsing` makes one of JSON"
    )


def code_in(body: Mapping[str, Any], path: tuple[str, ...]) -> str | Violation:
    """Return the method code at a path of a body, or what is wrong with the first step that fails."""
    *containers, last = path
    for depth, name in enumerate(containers, start=1):
        wrong = _wrong(body, path[:depth], dict)
        if wrong:
            return wrong
        body = members_of(body[name])
    return _wrong(body, path, str) or str(body[last])


def _wrong(
    body: Mapping[str, Any], path: tuple[str, ...], kind: type
) -> Violation | None:
    """Return why the last step of a path leads to no value of a kind; None if it does."""
    place, name = pointer(path), path[-1]
    if name not in body:
        return Violation(place, "required", "is required")
    if body[name] is None:
        detail = "null is no value; leave the field out"
        return Violation(place, "null_not_allowed", detail)
    if not isinstance(body[name], kind):
        return Violation(place, "type", "has the wrong JSON type")
    return None


def union_of(models: Mapping[str, type[RequestModel]], path: tuple[str, ...]) -> Any:
    """Return the type of any of some models, by method: the code at a path of a body tells them apart.

    Without a path nothing in a body does, and the first model that accepts it counts.
    """
    if len(models) == 1:
        [only] = models.values()
        return only
    fields = (one.model_fields.items() for one in models.values())
    named = {
        name for one in fields for name, field in one if (field.alias or name,) == path
    }
    if len(named) == 1:
        discriminator = Field(discriminator=named.pop())
        return Annotated[_any(models), discriminator, WITHOUT_VALUES]
    if not path:
        return Annotated[
            _any(models), Field(union_mode="left_to_right"), WITHOUT_VALUES
        ]

    def method_of(value: object) -> str | None:
        if isinstance(value, dict):
            code = code_in(members_of(cast(object, value)), path)
            return code if isinstance(code, str) else None
        kinds = models.items()
        return next((code for code, kind in kinds if isinstance(value, kind)), None)

    tagged = {code: Annotated[model, Tag(code)] for code, model in models.items()}
    return Annotated[_any(tagged), Discriminator(method_of), WITHOUT_VALUES]


def _any(types: Mapping[str, Any]) -> Any:
    first, *others = types.values()
    for other in others:
        first = first | other
    return first

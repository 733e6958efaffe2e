# Part of paycat's runtime, copied unchanged. Do not edit.

"""The models of requests, each of which is loaded when it is used."""

from collections.abc import Iterable
from importlib import import_module
from typing import Annotated, Any, cast

from pydantic import Field

from .models import WITHOUT_VALUES, RequestModel


def loaded_model(package: str | None, stated: str) -> type[RequestModel]:
    """Return the model of a name in a package, such as `card.CardPayInRequest`."""
    module, _, name = stated.partition(".")
    found = getattr(import_module(f".{module}", package), name)
    return cast(type[RequestModel], found)


def union_of(models: Iterable[type[RequestModel]], member: str) -> Any:
    """Return the type of any of some models, which a member of each tells apart."""
    first, *others = models
    fields = first.model_fields.items()
    discriminator = next(name for name, one in fields if (one.alias or name) == member)
    found: Any = first
    for model in others:
        found = found | model
    if others:
        found = Annotated[found, Field(discriminator=discriminator), WITHOUT_VALUES]
    return found

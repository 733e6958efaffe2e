"""Statements of the catalogue that need no resolving, as values of the contract."""

from typing import Any, TypeVar

from paycat.catalogue.reading import Source
from paycat.catalogue.statement import Reasoned, Statement
from paycat.contract.constraints import reason_of
from paycat.contract.setting import place_of
from paycat.contract.values import Place, Reason, Value

V = TypeVar("V", bound=Value)


def as_stated(model: type[V], statement: Statement, /, **further: Any) -> V:
    """Return a statement as a value of the contract: its members under their own names, its reason, and `further` ones.

    What the value has and the statement has not must be among the further ones.
    """
    names = model.model_fields.keys() - further.keys()
    members = {name: getattr(statement, name) for name in names if name in type(statement).model_fields}
    if "reason" in names and isinstance(statement, Reasoned):
        members["reason"] = reason_of(statement, Reason())
    return model.model_validate({**members, **further})


def place_in(source: Source[Statement], *path: str) -> Place:
    """Return where a key of a file is."""
    return place_of(source.at(*path, key=True))

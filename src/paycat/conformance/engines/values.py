"""What an OpenAPI document says of the values that vectors are about: records, parameters and headers."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from paycat.contract.model import Contract
from paycat.contract.sent_texts import read_text
from paycat.vectors.model import ValueVector


class Stated(NamedTuple):
    """The schema of a value, and whether it must be sent."""

    schema: Any
    required: bool


def stated(document: Any, contract: Contract, vector: ValueVector) -> Stated:
    """Return what a document states of a vector's value. Raises ValueError when that is nothing."""
    try:
        if vector.stage == "record":
            return Stated(document["components"]["schemas"][vector.name], required=True)
        if vector.stage == "header":
            return Stated(document["components"]["headers"][vector.name]["schema"], required=False)
        found = _parameter(document, contract, vector.name)
        return Stated(found["schema"], bool(found.get("required")))
    except (KeyError, TypeError) as error:
        raise ValueError(f"the document states no {vector.stage} {vector.name}") from error


def values_of(vector: ValueVector, schema: Any) -> Sequence[Any]:
    """Return the values that a vector sends: its record, or its texts as values of the type in a schema."""
    if vector.texts is None:
        return (vector.payload,)
    return [read_text(schema.get("type", "string"), text) for text in vector.texts]


def _parameter(document: Any, contract: Contract, key: str) -> Any:
    """Return a parameter: a component, or where a notification has it."""
    components = document["components"]
    if key in components["parameters"]:
        return components["parameters"][key]
    name = contract.interface.parameter(key).name
    items = components["pathItems"].values()
    return next(one for item in items for one in item["post"]["parameters"] if one["name"] == name)

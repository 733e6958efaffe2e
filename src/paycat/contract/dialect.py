"""The metaschema of records, parameters and headers: JSON Schema 2020-12, with the keywords of our own."""

from typing import Any

_STANDARD = "https://json-schema.org/draft/2020-12/schema"
_TEXT = {"type": "string"}
_OWN: dict[str, Any] = {
    "x-decision": {"type": ["string", "array"], "items": _TEXT},
    "x-extensible-enum": {"type": "array", "minItems": 1, "uniqueItems": True},
    "x-field-type": _TEXT,
    "x-source": _TEXT,
}


def metaschema() -> dict[str, Any]:
    """Return what every schema is valid against, also inside another."""
    return {
        "$schema": _STANDARD,
        "$id": "urn:paycat:schema",
        "$dynamicAnchor": "meta",
        "allOf": [{"$ref": _STANDARD}],
        "properties": _OWN,
    }

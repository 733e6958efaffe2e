"""The fast validator accepts nothing that the reference validator rejects."""

from typing import Any

import pytest

from paycat.contract.reference_validator import FORMATS, validator_of
from paycat.schemas.making import is_accepted

DATE, MOMENT = {"type": "string", "format": "date"}, {"type": "string", "format": "date-time"}
VALUES: dict[str, tuple[Any, Any, bool]] = {
    "a day": (DATE, "2024-02-29", True),
    "no day of the calendar": (DATE, "2023-02-29", False),
    "a day without hyphens": (DATE, "20240229", False),
    "a moment": (MOMENT, "2026-01-31T09:30:00Z", True),
    "a moment without an offset": (MOMENT, "2026-01-31T09:30:00", False),
    "a second of 60": (MOMENT, "2026-01-31T23:59:60Z", False),
    "a small letter": (MOMENT, "2026-01-31t09:30:00Z", False),
    "a line break at the end": ({"pattern": "^[0-9]+$", "not": {"pattern": "\\n"}}, "1\n", False),
    "true is no number": ({"type": "integer"}, True, False),
    "a whole number with a fraction of zero": ({"type": "integer"}, 5.0, True),
    "equal numbers": ({"uniqueItems": True}, [1, 1.0], False),
    "one of two records": ({"oneOf": [{"required": ["a"]}, {"required": ["b"]}]}, {"a": 1, "b": 2}, False),
    "a pattern that looks ahead": ({"pattern": "^(?=a)"}, "a", False),
}


@pytest.mark.parametrize(("schema", "value", "accepted"), VALUES.values(), ids=VALUES)
def test_is_accepted(schema: Any, value: Any, accepted: bool) -> None:
    assert is_accepted(schema, value) is accepted
    assert (
        is_accepted({"$defs": {"Value": schema}, "properties": {"0": {"$ref": "#/$defs/Value"}}}, {"0": value})
        is accepted
    )
    if accepted:
        assert list(validator_of(schema, FORMATS).iter_errors(value)) == []

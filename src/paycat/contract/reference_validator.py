"""The reference validator of JSON Schema (the package jsonschema), with patterns matched in linear time."""

from collections.abc import Iterator
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend

from paycat.shapes.constraints.format import FORMS
from paycat.shapes.patterns.compiled import matches, python_search


def _pattern(validator: Any, pattern: str, instance: Any, schema: Any) -> Iterator[ValidationError]:
    if validator.is_type(instance, "string") and not python_search(pattern, instance):
        yield ValidationError(f"{instance!r} does not match {pattern!r}")


_extend: Any = extend  # jsonschema has no types here.
_Linear = _extend(Draft202012Validator, {"pattern": _pattern})
FORMATS = FormatChecker(formats=("date",))
"""What is asserted of `format`: days and moments, by the patterns of the constraint."""


@FORMATS.checks("date-time")
def _is_time(value: object) -> bool:
    # jsonschema asserts it only where another package is installed, and a verdict must not depend on that.
    return not isinstance(value, str) or matches(FORMS["date-time"].pattern, value)


def validator_of(schema: Any, format_checker: FormatChecker | None = None) -> Draft202012Validator:
    """Return the reference validator of a schema; it raises UnreadablePatternError where it meets such a pattern."""
    validator: Draft202012Validator = _Linear(schema, format_checker=format_checker)
    return validator


def keeping() -> Any:
    """Return a class of such validators that makes that of each subschema once, for schemas that stay as long as it.

    jsonschema makes it anew for each value that it validates. A subschema is at one place of one document, so that its
    references mean the same each time; of `$dynamicRef`, which no generated document has, this does not hold.
    """
    validator_class = _extend(_Linear)
    usual_evolve, validators_by_id = validator_class.evolve, {}

    def evolve(self: Any, **changes: Any) -> Any:
        subschema_id = id(changes.get("schema", self.schema))
        if subschema_id not in validators_by_id:
            validators_by_id[subschema_id] = usual_evolve(self, **changes)
        return validators_by_id[subschema_id]

    validator_class.evolve = evolve
    return validator_class

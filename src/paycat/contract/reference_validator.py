"""The reference validator of JSON Schema (the package jsonschema), with patterns matched in linear time.

Its own keywords run Python's `re`, which backtracks. These read patterns as Python does, newline trap included.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend

from paycat.matching.patterns import matches, python_search
from paycat.shapes.constraints.format import Format

Errors = Iterator[ValidationError]


def _pattern(validator: Any, pattern: str, instance: Any, schema: Any) -> Errors:
    if validator.is_type(instance, "string") and not python_search(pattern, instance):
        yield ValidationError(f"{instance!r} does not match {pattern!r}")


def _pattern_properties(validator: Any, stated: Mapping[str, Any], instance: Any, schema: Any) -> Errors:
    if validator.is_type(instance, "object"):
        for pattern, inner in stated.items():
            for name, value in instance.items():
                if python_search(pattern, name):
                    yield from validator.descend(value, inner, path=name, schema_path=pattern)


def _beside_patterns(keyword: str) -> Any:
    """Return a keyword about the members that are left when those that the patterns beside it match are taken out.

    Of `unevaluatedProperties` in another schema than the patterns, jsonschema's own search is used.
    """
    usual = Draft202012Validator.VALIDATORS[keyword]

    def check(validator: Any, value: Any, instance: Any, schema: Any) -> Errors:
        named = schema.get("patternProperties", {})
        if not named or not validator.is_type(instance, "object"):
            yield from usual(validator, value, instance, schema)
            return
        matched = {name for name in instance if any(python_search(pattern, name) for pattern in named)}
        rest = {name: member for name, member in instance.items() if name not in matched}
        others = {key: stated for key, stated in schema.items() if key != "patternProperties"}
        yield from usual(validator, value, rest, others)

    return check


_KEYWORDS = {
    "pattern": _pattern,
    "patternProperties": _pattern_properties,
    "additionalProperties": _beside_patterns("additionalProperties"),
    "unevaluatedProperties": _beside_patterns("unevaluatedProperties"),
}


_Linear: Any = extend(Draft202012Validator, _KEYWORDS)  # type: ignore[no-untyped-call]  # jsonschema has no types here
FORMATS = FormatChecker(formats=("date",))
"""What is asserted of `format`: days and moments, by the patterns of the constraint."""


@FORMATS.checks("date-time")
def _is_time(value: object) -> bool:
    # jsonschema asserts it only where another package is installed, and a verdict must not depend on that.
    return not isinstance(value, str) or matches(Format().compared("date-time"), value)


def validator_of(schema: Any, format_checker: FormatChecker | None = None) -> Draft202012Validator:
    """Return the reference validator of a schema; it raises UnreadablePatternError where it meets such a pattern."""
    made: Draft202012Validator = _Linear(schema, format_checker=format_checker)
    return made


def keeping() -> Any:
    """Return a class of such validators that makes that of each subschema once, for schemas that stay as long as it.

    jsonschema makes it anew for each value that it validates. A subschema is at one place of one document, so that its
    references mean the same each time; of `$dynamicRef`, which no generated document has, this does not hold.
    """
    made = extend(Draft202012Validator, _KEYWORDS)  # type: ignore[no-untyped-call]  # as above
    make, known = made.evolve, {}

    def evolve(self: Any, **changes: Any) -> Any:
        subschema = id(changes.get("schema", self.schema))
        if subschema not in known:
            known[subschema] = make(self, **changes)
        return known[subschema]

    made.evolve = evolve
    return made

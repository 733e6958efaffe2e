"""What the rule on examples says of those of problems: their members are members of the record, with valid values."""

from collections.abc import Iterator, Mapping
from typing import Any

from paycat.catalogue.interface import Problem
from paycat.contract.accepting import is_accepted
from paycat.diagnostics import Diagnostic, did_you_mean
from paycat.lint.context import RuleContext


def problem_examples(context: RuleContext, definitions: Mapping[str, Any]) -> Iterator[Diagnostic]:
    """Report members of examples that the record of problems does not list, and values that it rejects.

    `definitions` has the schemas of records without faults, by name.
    """
    record = context.contract.interface.problem_record
    members = definitions.get(record, {}).get("properties", {})
    for stated in context.stated(Problem) if members else ():
        for name, value in stated.value.example.items():
            if name not in members:
                message = f"{record} has no member {name!r}"
                hint = did_you_mean(name, members)
                yield stated.finding("unlisted-member", message, "example", name, key=True, help=hint)
                continue
            schema = {"$defs": definitions, "allOf": [members[name]]}
            if fault := _fault(schema, value):
                message = f"the example is not valid: {fault[:200]}"
                yield stated.finding("wrong-example", message, "example", name)


def _fault(schema: Any, value: Any) -> str:
    """Return why a schema rejects a value; an empty text if it accepts it."""
    if is_accepted(schema, value):
        return ""
    from jsonschema.exceptions import best_match  # noqa: PLC0415 - slow; only faults need it

    from paycat.contract.formats import FORMATS  # noqa: PLC0415 - as above
    from paycat.matching.json_schema import validator_of  # noqa: PLC0415 - as above

    error = best_match(validator_of(schema, FORMATS).iter_errors(value))
    return error.message if error else ""

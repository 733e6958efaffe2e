"""A contract in; the refusal codes that bodies can get out."""

from collections.abc import Iterator

from paycat.contract.model import Contract

_ALWAYS = ("required", "type", "null_not_allowed", "unknown_field", "conditional_required")


def given_codes(contract: Contract) -> frozenset[str]:
    """Return the codes that judging a body gives: for its members, and for the constraints of its fields."""
    return frozenset((*_ALWAYS, *_of_constraints(contract)))


def _of_constraints(contract: Contract) -> Iterator[str]:
    for request in contract.requests():
        for field in request.root.fields():
            yield from (rule.code for rule in field.constraints)

"""What the requests of a contract use, so that the package has no code for what they do not."""

from paycat.contract.model import Contract
from paycat.shapes.constraints import KINDS, kinds_of
from paycat.shapes.constraints.kind import Kind
from paycat.shapes.constraints.relations import Measure, Relation


def used_rules(contract: Contract) -> frozenset[str]:
    """Return the keywords of all rules on fields, and what else is used, by its name.

    That is `boolean`, `array`, `required`, `closed`, `any_of`, and `offered`: a method lacks a direction that others
    have.
    """
    groups = [group for request in contract.requests() for group in request.root.groups()]
    fields = [field for group in groups for field in group.fields()]
    used: set[str] = {rule.keyword for field in fields for rule in field.constraints}
    used |= {field.json_type for field in fields if field.json_type in ("boolean", "array")}
    if any(group.required for group in groups):
        used.add("required")
    if any(group.closed for group in groups):
        used.add("closed")
    if any(group.conditions for group in groups):
        used.add("any_of")
    served = {request.direction for request in contract.requests()}
    if any(method.offer(direction).request is None for method in contract.methods for direction in served):
        used.add("offered")
    return frozenset(used)


def error_codes(contract: Contract) -> list[tuple[str, str]]:
    """Return each type of pydantic's errors that constraints cause, with the usual code of the first of these."""
    used = used_rules(contract)
    codes: dict[str, str] = {}
    for keyword, kind in KINDS.items():
        if keyword in used:
            codes.setdefault(kind.error, kind.usual_code)
    return list(codes.items())


_OF_LISTS = (Relation.AT_LEAST, Relation.AT_MOST, Relation.MULTIPLE, Relation.DISTINCT)
"""The relations that the base module of the models knows of lists."""


def list_kinds(contract: Contract) -> list[Kind]:
    """Return the kinds of constraints on lists that are used."""
    used = used_rules(contract)
    found = [kind for kind in kinds_of("array") if kind.keyword in used]
    assert all(kind.relation in _OF_LISTS for kind in found), "the models cannot say another relation of a list"
    return found


def number_relations(contract: Contract) -> frozenset[str]:
    """Return how numbers have to stand to their bounds, in all constraints that are used."""
    return frozenset(str(KINDS[keyword].relation) for keyword in used_rules(contract) if _is_of_numbers(keyword))


def _is_of_numbers(keyword: str) -> bool:
    return keyword in KINDS and KINDS[keyword].measure is Measure.NUMBER

"""What the checker of the pages interprets: the rules of a request as data, in the order in which they refuse."""

from typing import Any

from paycat.contract.model import Condition, Constraint, FieldNode, Group, Request
from paycat.contract.values import Reason
from paycat.decimals import plain_text
from paycat.documents.marks import field_reasons, group_reasons
from paycat.pages.json_texts import pretty
from paycat.shapes.constraints.relations import Measure, Relation


def request_rules(request: Request) -> dict[str, Any]:
    """Return the rules of a request's body, and its smallest payload as text.

    Members are lists and the payload is text, as an object of JavaScript reads a member `__proto__` as something else.
    """
    return {"example": pretty(request.sample("minimal").payload), "root": _group(request.root)}


def _group(group: Group) -> dict[str, Any]:
    return {
        "name": group.name,
        "type": "object",
        "required": group.requirement == "required",
        **_reason(*group_reasons(group)),
        "closed": group.closed,
        "members": list(map(_member, group.members)),
        "conditions": [_condition(one) for one in group.conditions],
    }


def _member(member: FieldNode | Group) -> dict[str, Any]:
    return _group(member) if isinstance(member, Group) else _field(member)


def _field(field: FieldNode) -> dict[str, Any]:
    return {
        "name": field.name,
        "type": field.json_type,
        "required": field.requirement == "required",
        **_reason(*field_reasons(field)),
        "constraints": [_constraint(one) for one in field.constraints],
        **({"items": _member(field.items)} if field.items else {}),
    }


def _constraint(rule: Constraint) -> dict[str, Any]:
    kind, bound = rule.kind, rule.kind.compared(rule.value)
    return {
        "measure": kind.measure,
        "relation": kind.relation,
        # A bound on numbers is compared by its digits.
        "bound": plain_text(bound) if kind.measure is Measure.NUMBER else bound,
        "code": rule.code,
        "advice": _advice(rule),
        **_reason(rule.reason),
    }


def _advice(rule: Constraint) -> str:
    """Return what to send; a pattern of a code of its own has its meaning, which says what the form is for."""
    phrase = rule.phrase
    if rule.has_own_code and rule.kind.relation is Relation.MATCHES:
        return ""
    if rule.kind.relation is Relation.EQUAL:
        return f"{phrase.send} {phrase.quoted}."
    return f"{phrase.send} {phrase.literal}" if phrase.literal else f"{phrase.send}."


def _condition(condition: Condition) -> dict[str, Any]:
    return {"any_of": condition.any_of, **_reason(condition.reason)}


def _reason(*reasons: Reason) -> dict[str, Any]:
    return {
        "source": next((one.source for one in reasons if one.source), None),
        "decisions": sorted({decision for one in reasons for decision in one.decisions}),
    }

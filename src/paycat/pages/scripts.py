"""Data for the pages, as scripts: pages work from file://, where nothing can be fetched.

The checker of payloads interprets the rules of a request, which are in the order in which they refuse.
"""

from dataclasses import asdict
from typing import Any

from paycat.catalogue.directions import DIRECTIONS
from paycat.catalogue.statement import Reason
from paycat.contract.judge import method_member
from paycat.contract.model import Contract, Request
from paycat.contract.nodes import Condition, Constraint, FieldNode, Group
from paycat.decimals import plain_text
from paycat.documents.marks import field_reasons, group_reasons
from paycat.encoding import compact, pretty
from paycat.pages.search import Entry
from paycat.pages.words import availability_title, direction_title
from paycat.shapes.constraints.relations import Measure, Relation

_CAUSES = ("payload_too_large", "malformed_body", "unknown_method", "unavailable_direction", "invalid_fields")
"""The situations that a body alone can lead to."""


def rules_script(request: Request) -> str:
    """Return the script that hands a request's rules to the checker."""
    return _call("paycatRules", request.direction, request.method, request_rules(request))


def service_script(contract: Contract) -> str:
    """Return the script that hands the checker what it knows of the service beside the rules of requests."""
    interface = contract.interface
    known = {
        "limits": {"largest": interface.limit("body_bytes"), "deepest": interface.limit("body_depth")},
        "members": {direction: method_member(contract, direction) for direction in DIRECTIONS},
        "directions": {direction: direction_title(direction) for direction in DIRECTIONS},
        "methods": {
            method.code: {direction: method.offer(direction).availability for direction in DIRECTIONS}
            for method in contract.methods
        },
        "availabilities": {
            word: availability_title(word)
            for word in sorted({one.offer(way).availability for one in contract.methods for way in DIRECTIONS})
        },
        "codes": {code.code: {"meaning": code.meaning, **_reason(code.reason)} for code in interface.refusal_codes},
        "problems": {cause: _problem(contract, cause) for cause in _CAUSES},
    }
    return _call("paycatService", known)


def search_script(entries: tuple[Entry, ...]) -> str:
    """Return the script that hands over what the search finds."""
    return _call("paycatSearchIndex", [asdict(entry) for entry in entries])


def _problem(contract: Contract, cause: str) -> dict[str, Any]:
    problem = contract.interface.problem(cause)
    return {"slug": problem.slug, "status": problem.status, "title": problem.title, **_reason(problem.reason)}


def _call(function: str, *arguments: Any) -> str:
    # A script may stand inside HTML one day, and older readers of JavaScript end a line at these two signs.
    call = f"{function}({','.join(map(compact, arguments))});\n"
    return call.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


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

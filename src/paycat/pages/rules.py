"""What judges bodies in JavaScript, as data: the rules of each request, and what is known of the service.

Whatever a catalogue names is in lists, because a JavaScript object treats a member `__proto__` differently.
"""

from typing import Any

from paycat.catalogue.statement import Reason
from paycat.contract.constraint import Constraint
from paycat.contract.dispatch import method_place
from paycat.contract.model import Contract, Request
from paycat.contract.nodes import Group, Node
from paycat.contract.paths import steps_of
from paycat.pages.search import script
from paycat.pages.words import availability_title
from paycat.schemas.cases import cases_about
from paycat.schemas.marks import joined, reasons_of
from paycat.shapes.constraints import RANKS
from paycat.shapes.constraints.relations import Measure, Relation
from paycat.shapes.decimals import plain_text
from paycat.text.json_data import pretty

_CAUSES = ("payload_too_large", "malformed_body", "unknown_method", "unavailable_direction", "invalid_fields")
"""The causes of problems that depend on the body alone."""


def rules_script(request: Request) -> str:
    """Return the script with the rules of a request's body, and its smallest payload as text, for the checker."""
    rules_and_example = {"example": pretty(request.sample("minimal").payload), "root": rules_data(request)}
    return script("paycatRules", request.direction, request.name, rules_and_example)


def service_script(contract: Contract) -> str:
    """Return the script with the data of the service that the checker needs beside the rules of requests."""
    return script("paycatService", service_data(contract))


def rules_data(request: Request) -> dict[str, Any]:
    """Return the rules of a request's body, as `data.ts` describes them."""
    return _node(request.root, is_ranked=any(group.cases for group in request.root.groups()))


def service_data(contract: Contract) -> dict[str, Any]:
    """Return what is known of a service beside the rules of requests, as `data.ts` describes it."""
    interface = contract.interface
    directions = contract.requested_directions()
    offered = contract.offered_directions()
    terms = {method.offer(direction).availability for method in contract.methods for direction in offered}
    return {
        "limits": {"largest": interface.limit("body_bytes"), "deepest": interface.limit("body_depth")},
        "members": {
            direction: None if contract.direction(direction).request else method_place(contract, direction).path
            for direction in directions
        },
        "directions": {direction: contract.direction(direction).title for direction in directions},
        "methods": [
            {
                "code": method.code,
                "name": method.name,
                "offers": {direction: method.offer(direction).availability for direction in offered},
            }
            for method in contract.methods
        ],
        "availabilities": {term: availability_title(term) for term in sorted(terms)},
        "codes": [
            {
                "code": code.code,
                **({"sent": code.sent} if code.sent else {}),
                "meaning": code.meaning,
                **_reason(code.reason),
            }
            for code in interface.violation_codes
        ],
        "problems": {
            problem.cause: {
                "slug": problem.slug,
                "status": problem.status,
                "title": problem.title,
                **_reason(problem.reason),
            }
            for problem in map(interface.problem, _CAUSES)
        },
    }


def _node(node: Node, *, is_ranked: bool) -> dict[str, Any]:
    """Return the rules of a node; each rule on values has its rank where cases narrow some."""
    rules = {
        "name": node.name,
        "type": node.json_type,
        "required": node.requirement == "required",
        **_reason(*reasons_of(node)),
    }
    if isinstance(node, Group):
        conditions = [{"any_of": condition.any_of, **_reason(condition.reason)} for condition in node.conditions]
        cases = [
            {
                "given": [
                    {"path": steps_of(path), "test": test.kind, "values": test.values}
                    for path, test in case.given.items()
                ],
                "path": steps_of(case.member),
                "requirement": case.requirement or "",
                **({"field": _node(case.field, is_ranked=True)} if case.field else {}),
                **_reason(case.reason),
            }
            for case in cases_about(node)
        ]
        members = [_node(member, is_ranked=is_ranked) for member in node.members]
        rules |= {"closed": node.closed, "members": members, "conditions": conditions}
        return rules | ({"cases": cases} if cases else {})
    is_text = node.json_type == "string"
    rules["constraints"] = [
        _constraint(rule, is_text=is_text) | ({"rank": RANKS[rule.keyword]} if is_ranked else {})
        for rule in node.constraints
    ]
    return rules | ({"items": _node(node.items, is_ranked=is_ranked)} if node.items else {})


def _constraint(rule: Constraint, *, is_text: bool) -> dict[str, Any]:
    kind, constraint_value = rule.kind, rule.kind.compared(rule.value)
    measure, relation = kind.as_written if is_text else (kind.measure, kind.relation)
    if measure != kind.measure:
        constraint_value = rule.value  # Of a number in a text, the decimal places are counted as they are written.
    return {
        "measure": measure,
        "relation": relation,
        # A bound on numbers is compared by its digits.
        "bound": plain_text(constraint_value) if measure == Measure.NUMBER else constraint_value,
        "code": rule.code,
        "advice": _advice(rule),
        **_reason(rule.reason),
    }


def _advice(rule: Constraint) -> str:
    """Return what to send; "" for a pattern with a code of its own, whose meaning explains the form."""
    phrase = rule.phrase
    if rule.has_own_code and rule.kind.relation is Relation.MATCHES:
        return ""
    if rule.kind.relation is Relation.EQUAL:
        return f"{phrase.send} {phrase.quoted}."
    return f"{phrase.send} {phrase.literal}" if phrase.literal else f"{phrase.send}."


def _reason(*reasons: Reason) -> dict[str, Any]:
    return dict(joined(*reasons))

"""Data for the pages, as scripts: pages also work from file://, where a browser fetches nothing.

The payload checker interprets the rules of a request in the order in which the service checks them.
"""

from typing import Any

from paycat.catalogue.directions import DIRECTIONS
from paycat.catalogue.statement import Reason
from paycat.contract.model import Contract, Request
from paycat.contract.nodes import Constraint, Group, Node
from paycat.contract.validate import method_member
from paycat.documents.marks import joined, reasons_of
from paycat.pages.search import Entry
from paycat.pages.words import availability_title, direction_title
from paycat.shapes.constraints.relations import Measure, Relation
from paycat.shapes.decimals import plain_text
from paycat.text.json_encoding import compact, pretty

_CAUSES = ("payload_too_large", "malformed_body", "unknown_method", "unavailable_direction", "invalid_fields")
"""The causes of problems that depend on the body alone."""


def rules_script(request: Request) -> str:
    """Return the script with the rules of a request's body, and its smallest payload as text, for the checker.

    Members are lists and the payload is text, because a JavaScript object treats a member `__proto__` differently.
    """
    rules = {"example": pretty(request.sample("minimal").payload), "root": _node(request.root)}
    return _call("paycatRules", request.direction, request.method, rules)


def service_script(contract: Contract) -> str:
    """Return the script with the data of the service that the checker needs beside the rules of requests."""
    interface = contract.interface
    terms = {method.offer(direction).availability for method in contract.methods for direction in DIRECTIONS}
    known = {
        "limits": {"largest": interface.limit("body_bytes"), "deepest": interface.limit("body_depth")},
        "members": {direction: method_member(contract, direction) for direction in DIRECTIONS},
        "directions": {direction: direction_title(direction) for direction in DIRECTIONS},
        "methods": {
            method.code: {direction: method.offer(direction).availability for direction in DIRECTIONS}
            for method in contract.methods
        },
        "availabilities": {term: availability_title(term) for term in sorted(terms)},
        "codes": {code.code: {"meaning": code.meaning, **_reason(code.reason)} for code in interface.violation_codes},
        "problems": {cause: _problem(contract, cause) for cause in _CAUSES},
    }
    return _call("paycatService", known)


def search_script(entries: tuple[Entry, ...]) -> str:
    """Return the script with the search index."""
    stated = [{name: value for name, value in entry._asdict().items() if value} for entry in entries]
    return _call("paycatSearchIndex", stated)


def _problem(contract: Contract, cause: str) -> dict[str, Any]:
    problem = contract.interface.problem(cause)
    return {"slug": problem.slug, "status": problem.status, "title": problem.title, **_reason(problem.reason)}


def _call(function: str, *arguments: Any) -> str:
    # Safe inside HTML, and for older JavaScript engines, which end a line at these two characters.
    call = f"{function}({','.join(map(compact, arguments))});\n"
    return call.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _node(node: Node) -> dict[str, Any]:
    stated = {
        "name": node.name,
        "type": node.json_type,
        "required": node.requirement == "required",
        **_reason(*reasons_of(node)),
    }
    if isinstance(node, Group):
        conditions = [{"any_of": one.any_of, **_reason(one.reason)} for one in node.conditions]
        return stated | {"closed": node.closed, "members": list(map(_node, node.members)), "conditions": conditions}
    stated |= {"constraints": list(map(_constraint, node.constraints))}
    return stated | ({"items": _node(node.items)} if node.items else {})


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
    """Return what to send; "" for a pattern with a code of its own, whose meaning explains the form."""
    phrase = rule.phrase
    if rule.has_own_code and rule.kind.relation is Relation.MATCHES:
        return ""
    if rule.kind.relation is Relation.EQUAL:
        return f"{phrase.send} {phrase.quoted}."
    return f"{phrase.send} {phrase.literal}" if phrase.literal else f"{phrase.send}."


def _reason(*reasons: Reason) -> dict[str, Any]:
    return dict(joined(*reasons))

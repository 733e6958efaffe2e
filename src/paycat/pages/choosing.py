"""What a page needs to show the fields of a request as values are chosen."""

from typing import Any

from paycat.contract.model import Request
from paycat.contract.nodes import Case
from paycat.pages.anchors import field_anchor

Json = dict[str, Any]


def choosing(request: Request) -> Json | None:
    """Return the cases about whether fields are there, by their anchors, and what decides on them; None without any."""
    cases = [
        (f"{group.path}." if group.path else "", case)
        for group in request.root.groups()
        for case in group.cases
        if case.requirement
    ]
    paths = dict.fromkeys(prefix + path for prefix, case in cases for path in case.given)
    deciders = [_decider(request, path) for path in paths]
    return {"deciders": deciders, "cases": [_case(prefix, case) for prefix, case in cases]} if cases else None


def _case(prefix: str, case: Case) -> Json:
    given = [
        {"field": field_anchor(prefix + path), "test": test.kind, "values": test.values}
        for path, test in case.given.items()
    ]
    return {"field": field_anchor(prefix + case.member), "requirement": case.requirement, "given": given}


def _decider(request: Request, path: str) -> Json:
    field = next((node for node in request.root.fields() if node.path == path), None)
    named = [
        {"value": value, "text": str(value).lower() if isinstance(value, bool) else str(value)}
        for value in (field.known_values if field else ())
    ]
    named = named or [{"value": "present", "text": "sent"}, {"value": "absent", "text": "not sent"}]
    return {"field": field_anchor(path), "name": path, "values": named}

"""A contract in, data for the pages out, as scripts: pages work from file://, where nothing can be fetched."""

from dataclasses import asdict
from typing import Any

from paycat.catalogue.directions import DIRECTIONS
from paycat.contract.judge import method_member
from paycat.contract.model import Contract, Request
from paycat.contract.values import Reason
from paycat.pages.json_texts import one_line
from paycat.pages.request_rules import request_rules
from paycat.pages.search import Entry
from paycat.pages.words import availability_title, direction_title

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


def _reason(reason: Reason) -> dict[str, Any]:
    return {"source": reason.source, "decisions": list(reason.decisions)}


def _call(function: str, *arguments: Any) -> str:
    # A script may stand inside HTML one day, and older readers of JavaScript end a line at these two signs.
    call = f"{function}({','.join(map(one_line, arguments))});\n"
    return call.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")

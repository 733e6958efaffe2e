"""Vectors of the stage before the fields: which method a body names, and whether it is offered."""

from collections.abc import Iterator
from typing import Any

from paycat.catalogue.directions import DIRECTIONS, Direction
from paycat.conformance.derive.model import Vector
from paycat.contract.model import Contract, Violation
from paycat.contract.validate import dispatch, method_member
from paycat.text.json_data import with_value, without

_WRONG: tuple[tuple[str, Any], ...] = (
    ("null", None),
    ("number", 1),
    ("boolean", True),
    ("array", ["x"]),
    ("object", {"x": "x"}),
    ("empty", ""),
    ("unknown", "NO_SUCH_METHOD"),
)


def dispatch_vectors(contract: Contract) -> list[Vector]:
    """Return the vectors of both directions."""
    return [vector for direction in DIRECTIONS for vector in _vectors(contract, direction)]


def _vectors(contract: Contract, direction: Direction) -> Iterator[Vector]:
    requests = list(contract.requests(direction))
    if not requests:
        return
    first = requests[0]
    member = method_member(contract, direction)
    body = first.sample("minimal").payload
    code = first.method
    respelled = [("lower_case", code.lower()), ("newline", f"{code}\n"), ("blank", f" {code}")]
    unavailable = [(one.code, one.code) for one in contract.methods if one.offer(direction).request is None]
    variants = [(name, with_value(body, (member,), value)) for name, value in _WRONG]
    variants.append(("missing", without(body, (member,))))
    variants.append(("missing_from_another", without(requests[-1].sample("minimal").payload, (member,))))
    variants += [(name, with_value(body, (member,), value)) for name, value in (*respelled, *unavailable)]
    for name, changed in variants:
        verdict = dispatch(contract, direction, changed)
        assert isinstance(verdict, Violation), "no variant names a method that the direction offers"
        interface = contract.interface
        reasons = {problem.slug: problem.reason for problem in interface.problems}
        reason = (reasons | {violation.code: violation.reason for violation in interface.violation_codes})[verdict.code]
        named = changed.get(member)
        yield Vector.of(
            f"{direction}:dispatch/{name}",
            f"{direction}:dispatch",
            reason,
            (verdict,),
            direction=direction,
            method=named if contract.method(str(named)) else None,
            stage="dispatch",
            payload=changed,
        )

"""The request of a site, and patterns of violations, which tie a change to the bodies whose verdict it turns.

A pattern is a violation whose code may be `*` for any, and whose pointer may end in `/*` for everything below.
"""

from collections.abc import Iterable, Iterator

from paycat.catalogue.directions import Direction
from paycat.contract.model import Contract, Request, Violation
from paycat.contract.paths import steps_of
from paycat.contract.pointers import pointer

ANY = "*"
_BELOW = "/*"


def request_at(contract: Contract, method: str | None, direction: Direction | None) -> Request | None:
    """Return the request type of a method in a direction, or None."""
    known = contract.method(method or "")
    return known.offer(direction).request if known and direction else None


def at(path: str, code: str = ANY) -> Violation:
    """Return the pattern of a violation at a dotted path; `""` is the body."""
    return Violation(code=code, pointer=pointer(steps_of(path)))


def everything(path: str, code: str = ANY) -> tuple[Violation, Violation]:
    """Return the patterns of a violation at a dotted path, and of any inside it."""
    here = at(path, code)
    return here, Violation(code=code, pointer=here.pointer + _BELOW)


def explained(violation: Violation, patterns: Iterable[Violation]) -> bool:
    """Tell whether any of the patterns fits a violation."""
    return any(_fits(violation, pattern) for pattern in patterns)


def pointers_fitting(violation: Violation) -> Iterator[str]:
    """Return the pointers of all patterns that may fit a violation."""
    yield violation.pointer
    for index, sign in enumerate(violation.pointer):
        if sign == "/":
            yield violation.pointer[:index] + _BELOW


def _fits(violation: Violation, pattern: Violation) -> bool:
    if pattern.code not in (ANY, violation.code):
        return False
    if pattern.pointer.endswith(_BELOW):
        return violation.pointer.startswith(pattern.pointer.removesuffix(ANY))
    return violation.pointer == pattern.pointer

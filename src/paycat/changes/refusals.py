"""Patterns of refusals, which tie a change to the bodies whose verdict it turns.

A pattern is a refusal whose code may be `*` for any, and whose pointer may end in `/*` for everything below.
"""

from collections.abc import Iterable

from paycat.contract.model import Refusal
from paycat.contract.paths import steps_of
from paycat.contract.pointers import pointer

ANY = "*"
_BELOW = "/*"


def at(path: str, code: str = ANY) -> Refusal:
    """Return the pattern of a refusal at a dotted path; `""` is the body."""
    return Refusal(code=code, pointer=pointer(steps_of(path)))


def below(path: str, code: str = ANY) -> Refusal:
    """Return the pattern of refusals of whatever stands inside a dotted path."""
    return Refusal(code=code, pointer=at(path).pointer + _BELOW)


def everything(path: str, code: str = ANY) -> tuple[Refusal, Refusal]:
    """Return the patterns of a refusal at a dotted path, and of whatever stands inside it."""
    return at(path, code), below(path, code)


def explained(refusal: Refusal, patterns: Iterable[Refusal]) -> bool:
    """Tell whether any of the patterns fits a refusal."""
    return any(_fits(refusal, pattern) for pattern in patterns)


def _fits(refusal: Refusal, pattern: Refusal) -> bool:
    if pattern.code not in (ANY, refusal.code):
        return False
    if pattern.pointer.endswith(_BELOW):
        return refusal.pointer.startswith(pattern.pointer.removesuffix(ANY))
    return refusal.pointer == pattern.pointer

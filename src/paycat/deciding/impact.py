"""Two contracts in; for which payloads the verdict changes out, each change with a payload that shows it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from paycat.changes.payloads import Seen, body_of_request, judged_by_both
from paycat.contract.model import Contract, Refusal

Turn = Literal["refused now", "accepted now", "refused otherwise"]
TURNS: tuple[Turn, ...] = ("refused now", "accepted now", "refused otherwise")


@dataclass(frozen=True, slots=True)
class Flip:
    """How the verdict on a payload turns, and the shortest payload of this request that shows it.

    `origin` says what the payload was made of: a sample, or a rule whose edge it is at.
    """

    request: str
    turn: Turn
    count: int
    origin: str
    payload: Any
    before: tuple[Refusal, ...]
    after: tuple[Refusal, ...]


def flips(before: Contract, after: Contract) -> Iterator[Flip]:
    """Return the verdicts that turn, request by request; a request that is new or gone is not compared."""
    old = {(one.direction, one.method): one for one in before.requests()}
    for request in after.requests():
        earlier = old.get((request.direction, request.method))
        if earlier is None or earlier.root == request.root:
            continue
        turned: dict[Turn, list[Seen]] = {}
        for seen in judged_by_both(body_of_request(earlier), body_of_request(request)):
            if turn := _turn(seen):
                turned.setdefault(turn, []).append(seen)
        for turn in TURNS:
            if found := turned.get(turn):
                best = min(found, key=lambda seen: seen.size)
                name = f"{request.direction}.{request.method}"
                yield Flip(name, turn, len(found), best.origin, best.body, best.before, best.after)


def _turn(seen: Seen) -> Turn | None:
    if set(seen.before) == set(seen.after):
        return None
    if not seen.before:
        return "refused now"
    return "accepted now" if not seen.after else "refused otherwise"

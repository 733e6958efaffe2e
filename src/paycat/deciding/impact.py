"""Two contracts in; for which payloads the verdict changes out, each change with a payload that shows it.

The payloads are the vectors and samples of both contracts, judged by both: each rule is broken and kept at its edge
by some vector, so that a rule that changes is seen at its edges.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from paycat.contract.judge import judge
from paycat.contract.model import Contract, Refusal, Request
from paycat.diagnostics import FindingsError
from paycat.vectors.derive import ground, request_vectors
from paycat.vectors.model import Vector

Turn = Literal["refused now", "accepted now", "refused otherwise"]
TURNS: tuple[Turn, ...] = ("refused now", "accepted now", "refused otherwise")


@dataclass(frozen=True, slots=True)
class Flip:
    """How the verdict on a payload turns, and the shortest payload of this request that shows it."""

    request: str
    turn: Turn
    count: int
    vector: str
    payload: Any
    before: tuple[Refusal, ...]
    after: tuple[Refusal, ...]


@dataclass(frozen=True, slots=True)
class _Seen:
    vector: str
    payload: Any
    before: tuple[Refusal, ...]
    after: tuple[Refusal, ...]

    @property
    def size(self) -> int:
        return len(json.dumps(self.payload))


def flips(before: Contract, after: Contract) -> Iterator[Flip]:
    """Return the verdicts that turn, request by request; a request that is new or gone is not compared."""
    old = {(one.direction, one.method): one for one in before.requests()}
    for request in after.requests():
        earlier = old.get((request.direction, request.method))
        if earlier is None or earlier.root == request.root:
            continue
        turned: dict[Turn, list[_Seen]] = {}
        for seen in _judged(before, earlier, after, request):
            if turn := _turn(seen):
                turned.setdefault(turn, []).append(seen)
        for turn in TURNS:
            if found := turned.get(turn):
                best = min(found, key=lambda seen: seen.size)
                name = f"{request.direction}.{request.method}"
                yield Flip(name, turn, len(found), best.vector, best.payload, best.before, best.after)


def _judged(before: Contract, old: Request, after: Contract, new: Request) -> Iterator[_Seen]:
    known = set()
    for contract, request in ((before, old), (after, new)):
        for vector in _vectors(contract, request):
            if vector.stage != "fields" or vector.raw:
                continue
            mark = json.dumps(vector.payload, sort_keys=True)
            if mark not in known:
                known.add(mark)
                yield _Seen(vector.id, vector.payload, judge(old, vector.payload), judge(new, vector.payload))


def _vectors(contract: Contract, request: Request) -> list[Vector]:
    try:
        return request_vectors(request, ground(contract, request.direction))
    except FindingsError:
        return []  # The samples that vectors are derived from are refused now, which is told as a finding.


def _turn(seen: _Seen) -> Turn | None:
    if set(seen.before) == set(seen.after):
        return None
    if not seen.before:
        return "refused now"
    return "accepted now" if not seen.after else "refused otherwise"

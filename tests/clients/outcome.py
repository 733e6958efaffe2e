"""What was sent, what the stub saw and what the client told, in; how many samples got through, out."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from tests.artefacts.published import exactly
from tests.clients.published_set import Sent
from tests.clients.remembering_stub import Seen

CREATED = 201


@dataclass(frozen=True, slots=True)
class Outcome:
    """How many samples were sent, and what is wrong with each that did not get through."""

    sent: int
    wrong: tuple[str, ...]

    @property
    def accepted(self) -> int:
        """How many samples were answered as they should be, and came as they were meant."""
        return self.sent - len(self.wrong)


def outcome(samples: Sequence[Sent], seen: Sequence[Seen], told: Sequence[str]) -> Outcome:
    """Hold every sample against the body that came and the status, id and amount that the client was answered."""
    if not len(samples) == len(seen) == len(told):
        counts = f"{len(samples)} samples, {len(seen)} requests, {len(told)} answers"
        return Outcome(len(samples), (counts,) * len(samples))
    if len({one.key for one in seen} - {""}) < len(seen):
        return Outcome(len(samples), ("a request has no idempotency key of its own",) * len(samples))
    wrong = (_wrong(*one) for one in zip(samples, seen, told, strict=True))
    return Outcome(len(samples), tuple(filter(None, wrong)))


def _wrong(sample: Sent, seen: Seen, told: str) -> str:
    if exactly(seen.body) != exactly(json.dumps(sample.payload)):
        return f"{sample.line}\n  came as {seen.body!r}"
    status, identity, amount = json.loads(told, parse_float=Decimal, parse_int=Decimal)
    if seen.answer is None or (status, identity, amount) != (CREATED, seen.answer.id, seen.answer.amount):
        return f"{sample.line}\n  was answered {told}"
    return ""

"""What was sent, what the stub saw and what the client told, in; how many samples got through, out."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from tests.artefacts.clients.published_set import Sent
from tests.artefacts.clients.remembering_stub import Seen
from tests.artefacts.published import exactly

CREATED = 201
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")


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


def meant(value: Any) -> Any:
    """Return a body with its moments in one form: clients hold times, and write `Z`, +00:00 or milliseconds."""
    if isinstance(value, dict):
        return {name: meant(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [meant(inner) for inner in value]
    if isinstance(value, str) and _MOMENT.fullmatch(value):
        return datetime.fromisoformat(value)
    return value


def _wrong(sample: Sent, seen: Seen, told: str) -> str:
    if meant(exactly(seen.body)) != meant(exactly(json.dumps(sample.payload))):
        return f"{sample.line}\n  came as {seen.body!r}"
    status, identity, amount = json.loads(told, parse_float=Decimal, parse_int=Decimal)
    if seen.answer is None or (status, identity, amount) != (CREATED, seen.answer.id, seen.answer.amount):
        return f"{sample.line}\n  was answered {told}"
    return ""

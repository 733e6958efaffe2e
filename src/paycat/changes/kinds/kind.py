"""What a kind of change is: its name, what it says, and the verdict for each audience as far as a rule can tell."""

import re
from dataclasses import dataclass
from enum import StrEnum

_GAP = re.compile(r"\{(\w+)\}")


class Verdict(StrEnum):
    """What a change does to somebody."""

    SAFE = "safe"
    RISKY = "risky"
    BREAKING = "breaking"

    @property
    def rank(self) -> int:
        """0 for the best verdict, 2 for the worst."""
        return list(Verdict).index(self)


SAFE, RISKY, BREAKING = Verdict.SAFE, Verdict.RISKY, Verdict.BREAKING


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of change.

    `sender` is the verdict for whoever sends requests, when the change is in a request or around the bodies; `reader`
    for whoever reads responses and events, when it is there or around the bodies; `source` for whoever imports the
    generated Python package. None: it cannot touch them. `inverse` is the kind of the change the other way round.
    `told` says what changed, with {path}, {old} and {new}; `why` is why the verdicts are what they are.
    `is_wire` tells whether programs can notice: such a change is at least a minor one, any other a patch.
    """

    name: str
    inverse: str
    told: str
    why: str
    sender: Verdict | None = None
    reader: Verdict | None = None
    source: Verdict | None = None
    is_wire: bool = True

    @property
    def pattern(self) -> str:
        """What changes of this kind say, with PATH, OLD and NEW in the place of what each of them names."""
        return _GAP.sub(lambda gap: gap[1].upper(), self.told)

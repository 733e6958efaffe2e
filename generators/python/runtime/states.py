# Part of paycat's runtime, copied unchanged. Do not edit.

"""The states that records have, and which of them are final."""

from collections.abc import Collection
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class States:
    """The states of a record, which has them in `member`; it never leaves a final one."""

    member: str
    known: tuple[str, ...]
    final: frozenset[str]

    def ends(self, until: Collection[str]) -> frozenset[str]:
        """Return the states at which waiting ends.

        Raises ValueError unless some known states are awaited.
        """
        if isinstance(until, str) or not until or not set(until) <= set(self.known):
            raise ValueError(
                f"until must be a collection of states: {', '.join(self.known)}"
            )
        return self.final | set(until)

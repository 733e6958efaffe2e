"""Every kind of change, by name; the names are public, as codes of findings are."""

from collections.abc import Mapping

from paycat.changes.kinds import interface, methods, payloads, records, registers
from paycat.changes.kinds.kind import BREAKING, RISKY, SAFE, Kind, Verdict

KINDS: Mapping[str, Kind] = {
    kind.name: kind for kind in (*payloads.KINDS, *methods.KINDS, *records.KINDS, *interface.KINDS, *registers.KINDS)
}


def kind_of(name: str) -> Kind:
    """Return the kind with this name; KeyError for one that is not stated."""
    return KINDS[name]


__all__ = ["BREAKING", "KINDS", "RISKY", "SAFE", "Kind", "Verdict", "kind_of"]

"""Two contracts in; what they say otherwise of everything around the bodies out."""

from collections.abc import Iterator

from paycat.changes.change import Change
from paycat.changes.interface.folding import folded
from paycat.changes.interface.machines import machine_changes
from paycat.changes.interface.operations import operation_changes
from paycat.changes.interface.parameters import header_changes, parameter_changes
from paycat.changes.interface.problems import problem_changes
from paycat.changes.interface.renaming import renamed
from paycat.changes.interface.terms import service_changes, term_changes
from paycat.contract.model import Contract

_STEPS = (operation_changes, parameter_changes, header_changes, machine_changes, problem_changes, term_changes)


def interface_changes(old: Contract, new: Contract) -> Iterator[Change]:
    """Return the changes of the interface without its records, of the service's head, and of the currencies."""
    yield from service_changes(old, new)
    names, before = renamed(old.interface, new.interface)
    yield from names
    changes = [change for step in _STEPS for change in step(before, new.interface)]
    yield from folded(changes, before, new.interface)

"""Compares everything around the bodies: the interface without its records, the service's head, and the currencies."""

from collections.abc import Iterator

from paycat.changes.change import Change
from paycat.changes.interface.operations import operation_changes
from paycat.changes.interface.parameters import header_changes, parameter_changes
from paycat.changes.interface.terms import service_changes, term_changes
from paycat.changes.renaming import renamed
from paycat.contract.model import Contract


def interface_changes(old: Contract, new: Contract) -> Iterator[Change]:
    """Return the changes around the bodies."""
    yield from service_changes(old, new)
    names, before = renamed(old.interface, new.interface)
    yield from names
    for step in (operation_changes, parameter_changes, header_changes, term_changes):
        yield from step(before, new.interface)

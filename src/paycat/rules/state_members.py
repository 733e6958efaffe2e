"""The record of a state machine has the member that holds the state, and lists the machine's states in order.

Why: the list in the record is what clients see, and the machine is what the service does. A client refuses a state that
is not in its list.

Example: in schemas/interface/records.yaml

    state: { shape: choice, values: [accepted, sent, failed], meaning: What has become of it., source: "§5" }

is found as

    schemas/interface/records.yaml:43:39 error state-list: the member 'state' lists accepted, sent, failed, and its
      machine has the states accepted, sent, rejected; write `values: [accepted, sent, rejected]`

Fix: make the `values` of the member the same as the states of the machine.
"""

from collections.abc import Iterator

from paycat.catalogue.interface import Machine
from paycat.catalogue.reading import Catalogue
from paycat.catalogue.shapes import Member
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic, did_you_mean
from paycat.rules.states import is_sound

ID = "R-44"
NO_MEMBER = "unknown-member"
DIFFERENT = "state-list"
NEEDS: tuple[str, ...] = ("interface/states.yaml", "interface/records.yaml")


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report members that do not exist, and lists of states that differ from the machine's."""
    source = catalogue.states
    for name, machine in source.value.machines.items():
        record = catalogue.records.value.records.get(machine.record)
        if record is None or not record.members or not is_sound(machine):
            continue  # An unknown record, one without members or unknown states were reported.
        if machine.member not in record.members:
            message = f"the record {machine.record!r} has no member {machine.member!r}"
            place = source.at("machines", name, "member")
            yield Diagnostic(NO_MEMBER, place, message, did_you_mean(machine.member, record.members))
        else:
            yield from _different(catalogue, machine, record.members[machine.member])


def _different(catalogue: Catalogue, machine: Machine, stated: Member) -> Iterator[Diagnostic]:
    states = tuple(machine.states)
    if stated.values != states:
        place = catalogue.records.at("records", machine.record, "members", machine.member, "values")
        has = f"lists {', '.join(stated.values)}" if stated.values else "lists no states"
        message = f"the member {machine.member!r} {has}, and its machine has the states {', '.join(states)}"
        yield Diagnostic(DIFFERENT, place, message, f"write `values: [{', '.join(states)}]`")

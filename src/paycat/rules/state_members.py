"""The record of a state machine has the member that holds the state, and lists the machine's states in order.

Why: the list in the record is what clients see, and the machine is what the service does. A client refuses a state that
is not in its list.

Example: in schemas/interface/records.yaml

    state:
      type: string
      enum: [accepted, sent, failed]

is found as

    schemas/interface/records.yaml:57:17 error state-list: the member 'state' lists accepted, sent, failed, and its
      machine has the states accepted, sent, rejected; write `enum: [accepted, sent, rejected]`

Fix: make the `enum` of the member the same as the states of the machine.
"""

from collections.abc import Iterator
from typing import Any

from paycat.catalogue.interface import Machine
from paycat.catalogue.reading import Catalogue
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
        members = record.schema_.get("properties") if record and isinstance(record.schema_, dict) else None
        if not isinstance(members, dict) or not is_sound(machine):
            continue  # An unknown record, a broken schema or unknown states were reported.
        if machine.member not in members:
            message = f"the record {machine.record!r} has no member {machine.member!r}"
            place = source.at("machines", name, "member")
            yield Diagnostic(NO_MEMBER, place, message, did_you_mean(machine.member, members))
        else:
            yield from _different(catalogue, machine, members[machine.member])


def _different(catalogue: Catalogue, machine: Machine, schema: Any) -> Iterator[Diagnostic]:
    listed, states = schema.get("enum") if isinstance(schema, dict) else None, list(machine.states)
    if listed != states:
        path = ("records", machine.record, "schema", "properties", machine.member, "enum")
        has = f"lists {', '.join(map(str, listed))}" if isinstance(listed, list) else "lists no states"
        message = f"the member {machine.member!r} {has}, and its machine has the states {', '.join(states)}"
        yield Diagnostic(DIFFERENT, catalogue.records.at(*path), message, f"write `enum: [{', '.join(states)}]`")

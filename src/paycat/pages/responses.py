"""The record with which the service answers a payload."""

from typing import Any

from paycat.contract.model import Contract
from paycat.contract.shown_records import shown_record
from paycat.pages.all_methods import AllMethods
from paycat.pages.snippets import SampleCall


def response_record(contract: Contract, call: SampleCall, all_methods: AllMethods) -> dict[str, Any]:
    """Return the record in its first state, as the sandbox returns it; a record without states is its example."""
    record = call.operation.success.record
    for state_machine in contract.interface.state_machines:
        if state_machine.record == record:
            members = all_methods.members[state_machine.name]
            return shown_record(members, state_machine, call.request.method, call.payload)
    return dict(contract.interface.record(record).example)

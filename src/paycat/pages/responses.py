"""The record with which the service answers a payload."""

from typing import Any

from paycat.cache import Cache
from paycat.contract.model import Contract
from paycat.models.sandbox.members import members_of_record
from paycat.models.sandbox.shown import shown_record
from paycat.pages.snippets import SampleCall


def response_record(contract: Contract, call: SampleCall, cache: Cache) -> dict[str, Any]:
    """Return the record in its first state, as the sandbox returns it; a record without states is its example."""
    record = call.operation.success.record
    for state_machine in contract.interface.state_machines:
        if state_machine.record == record:
            members = cache.of(members_of_record, contract, state_machine)
            return shown_record(members, state_machine, call.payload)
    return dict(contract.interface.record(record).example)

"""Examples of answers: records as the catalogue shows them, and of a creation one for each method.

The record of a method is the one with which the sandbox answers the method's sample `full`.
"""

from typing import Any

from paycat.catalogue.interface import Operation
from paycat.contract.members import members_of_record
from paycat.contract.model import Contract
from paycat.contract.shown_records import shown_record

Json = dict[str, Any]


def answer_examples(contract: Contract, operation: Operation) -> Json:
    """Return the members of a media type that show what an operation answers; none without an example."""
    record = contract.interface.record(operation.success.record)
    if record.example is None:
        return {}
    machine = next((one for one in contract.interface.state_machines if one.record == record.name), None)
    if operation.request is None or machine is None:
        return {"example": record.example}
    members = members_of_record(contract, machine)
    examples = {
        one.method: {"value": shown_record(members, machine, one.method, one.sample("full").payload)}
        for one in contract.requests(operation.request)
    }
    return {"examples": examples} if examples else {}

"""A notification of each kind, as the sandbox makes it, signed with a secret for tests.

Everything is the same each time, so the signatures are those of the time that each notification states.
"""

import base64
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from paycat.catalogue.credentials import SignatureForm
from paycat.catalogue.interface import STANDARD_HEADERS, EventType, StateMachine
from paycat.contract.members import FilledMember, completed_states, members_of_record
from paycat.contract.model import Contract, Request
from paycat.contract.samples import shown_record
from paycat.packages.operations.sandbox import message_facts
from paycat.text.json_data import compact

SECRET_PREFIX = "whsec_"  # noqa: S105 # nosec B105 - what every secret begins with
"""What the base64 of the key follows in a secret of Standard Webhooks."""
_STANDARD = SignatureForm(parts=("nonce", "timestamp", "body"), headers=STANDARD_HEADERS, joined_by=".", prefix="v1,")
"""The form of Standard Webhooks, of which the header may have several signatures with blanks between them."""
_KEY = "a secret for tests and no others"
_SECRET = base64.b64encode(_KEY.encode()).decode()
_NO_SIGNS = str.maketrans({".": "_", "-": "_"})
_EPOCH = "2026-01-02T03:05:00Z"


def is_standard(contract: Contract) -> bool:
    """Return whether notifications are signed by Standard Webhooks, and in no form of their own."""
    return not (contract.interface.signing and contract.interface.signing.parts)


def signature_form(contract: Contract) -> SignatureForm:
    """Return how notifications are signed."""
    signing = contract.interface.signing
    if signing is None or signing.parts:
        return signing or _STANDARD
    return _STANDARD.model_copy(update={"tolerance_seconds": signing.tolerance_seconds})


def example_secret(contract: Contract) -> str:
    """Return the secret of examples, as a receiver has it."""
    return f"{SECRET_PREFIX}{_SECRET}" if is_standard(contract) else _SECRET


def signed(contract: Contract, id: str, seconds: float, body: str) -> tuple[dict[str, str], str]:
    """Return the headers of a notification, signed with the secret of examples, and the text that is signed."""
    form = signature_form(contract)
    parts = {"nonce": id, "timestamp": str(int(seconds * form.units)), "body": body}
    return form.signed(_KEY if is_standard(contract) else _SECRET, parts), form.text(parts).decode()


def example_notifications(contract: Contract) -> dict[str, Any]:
    """Return the secret, and the headers and body of one notification for each event that a record can lead to."""
    return {"secret": example_secret(contract), "notifications": list(_notifications(contract))}


def _notifications(contract: Contract) -> Iterator[dict[str, Any]]:
    for machine in contract.interface.state_machines:
        request = next(contract.requests(contract.interface.direction_of(machine)), None)
        for event in contract.interface.event_types:
            facts = message_facts(contract, event)
            if request and event.state_machine == machine.name and "sources" in facts:
                record = _moved(contract, machine, request, event.state)
                yield _signed(contract, event, facts, record)


def _signed(
    contract: Contract, event: EventType, facts: Mapping[str, Any], record: Mapping[str, Any]
) -> dict[str, Any]:
    time = next((value for value in reversed(list(record.values())) if _is_time(value)), _EPOCH)
    api_version = contract.interface.api_version
    id = f"{facts['example_id']}_{event.name.translate(_NO_SIGNS)}"  # Receivers skip an identifier that they have seen.
    value_by_source = {"record": record, "event": event.name, "created": time, "id": id, "api_version": api_version}
    message = {**facts["example"], **{name: value_by_source[source] for name, source in facts["sources"].items()}}
    body = compact(message)
    headers, _ = signed(contract, id, int(datetime.fromisoformat(time).timestamp()), body)
    return {"type": event.name, "headers": headers, "body": body}


def _is_time(value: Any) -> bool:
    try:
        return isinstance(value, str) and len(value) > len("2026-01-02") and bool(datetime.fromisoformat(value).tzinfo)
    except ValueError:
        return False


def _moved(contract: Contract, machine: StateMachine, request: Request, state: str) -> dict[str, Any]:
    """Return the record that a request type leads to after it entered a state."""
    members, origin = members_of_record(contract, machine), request.sample("full").payload
    for leader in contract.interface.state_machines:
        if leader.name in machine.follows:
            origin = _moved(contract, leader, request, machine.follows[leader.name])
    record = shown_record(members, machine, request.method, origin)
    time = next((record[member.name] for member in members if member.source == "changed"), _EPOCH)
    for member in members:
        if member.source == "state":
            record[member.name] = state
        elif member.source == "completed" and state in completed_states(machine):
            record[member.name] = record.get(member.name) or time
        elif member.source == "failure":
            record[member.name] = _failure(contract, machine, state, member)
        elif member.source == "variant":
            record[member.name] = member.later
    return record


def _failure(contract: Contract, machine: StateMachine, state: str, member: FilledMember) -> dict[str, str] | None:
    """Return the failure that the sandbox states for a state, as a record has it; None if it states none."""
    final_outcomes = (
        outcome
        for outcome in contract.interface.sandbox.outcomes
        if outcome.failure and (outcome.moves or ())[-1:] == (state,)
    )
    code = next((outcome.failure for outcome in final_outcomes if outcome.state_machine in (None, machine.name)), None)
    if code is None:
        return None
    meaning_by_code = {failure_code.code: failure_code.meaning for failure_code in contract.interface.failure_codes}
    return {inner.name: code if inner.source == "failure_code" else meaning_by_code[code] for inner in member.members}

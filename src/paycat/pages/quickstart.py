"""The quick start of a request type, from nothing to an accepted request: every command and what it prints."""

from dataclasses import dataclass, replace
from itertools import chain
from shlex import quote
from typing import Any

from paycat.cache import Cache
from paycat.catalogue.interface import Operation
from paycat.contract.machines import machine_of
from paycat.contract.members import made_by
from paycat.contract.model import Contract, Request
from paycat.contract.samples import moved_record, shown_record
from paycat.contract.uses import parameters_of
from paycat.packages.operations.credentials import PAIRS, credential_variables, sent_credentials
from paycat.pages.mistakes import Mistake, common_mistakes, mistakes
from paycat.pages.navigation import AllMethods
from paycat.pages.snippets import SampleCall, sample_call, snippets
from paycat.text.json_data import pretty

ADDRESS = "http://127.0.0.1:8000"
"""The default address of the sandbox."""


@dataclass(frozen=True, slots=True)
class RecordReading:
    """The operation that reads a record again; `id` is the member that its path has in place of `placeholder`."""

    operation: Operation
    id: str
    placeholder: str


@dataclass(frozen=True, slots=True)
class Quickstart:
    """The calls and texts of the page.

    `export` sets the credentials that the sandbox accepts. `calls` are the requests by language: the first one is by
    curl, and `first` is the record that answers it, which `reading` reads again, or None if no operation does. Programs
    print `printed`. `mistake` is a body that is rejected, and `rejected` sends it.
    """

    export: str
    calls: dict[str, SampleCall]
    first: str
    reading: RecordReading | None
    printed: str
    mistake: Mistake
    rejected: SampleCall


def quickstart(contract: Contract, request: Request, all_methods: AllMethods, cache: Cache) -> Quickstart:
    """Return the first five minutes with a request type."""
    calls = dict(snippets(sample_call(contract, request, "minimal", ADDRESS), contract, 11))
    call = calls["curl"]
    first_record = response_record(contract, call, all_methods)
    mistake = next(chain(*(find(contract, request, all_methods, cache) for find in (mistakes, common_mistakes))))
    # What is rejected creates nothing: it has a key only if it must have one.
    key = contract.interface.repetition_key
    header_name = call.idempotency_header if key and contract.interface.parameter(key).required else ""
    return Quickstart(
        export=exported_key(contract, call.operation),
        calls=calls,
        first=pretty(first_record),
        reading=reading_of(contract, call.operation),
        printed=" ".join(str(first_record[member.name]) for member in call.shown),
        mistake=mistake,
        rejected=replace(call, payload=mistake.payload, idempotency_header=header_name),
    )


def exported_key(contract: Contract, operation: Operation) -> str:
    """Return the commands that set the credentials of the sandbox for calls of an operation."""
    sandbox = contract.interface.sandbox
    prefix_by_scheme = dict.fromkeys(PAIRS, f"{sandbox.key_id}:")
    return "\n".join(
        f"export {variable}={quote(prefix_by_scheme.get(credential.scheme, '') + sandbox.secret_key)}"
        for credential in sent_credentials(contract, operation)
        for variable in credential_variables(contract, credential)
    )


def reading_of(contract: Contract, creator: Operation) -> RecordReading | None:
    """Return how the record of an operation is read again; None if no operation does."""
    record = contract.interface.answer_record(creator)
    id_member = made_by(record, "id") if record else ""
    for operation in contract.interface.operations:
        placeholder = next((f"{{{parameter.name}}}" for parameter in parameters_of(contract, operation, "path")), "")
        if (
            operation.success.record == creator.success.record
            and placeholder in operation.path
            and placeholder
            and id_member
            and operation.http_method == "GET"
        ):
            return RecordReading(operation, id_member, placeholder)
    return None


def response_record(contract: Contract, call: SampleCall, all_methods: AllMethods) -> dict[str, Any]:
    """Return the record in its first state, or after its move, as the sandbox returns it; else its example.

    A record without states is its example; it is empty if the response has no content.
    """
    record = contract.interface.answer_record(call.operation)
    if record and (state_machine := machine_of(contract.interface, record.name)):
        members = all_methods.members[state_machine.name]
        if moved := moved_record(contract, call.operation, members, call.payload):
            return moved
        return shown_record(members, state_machine, call.request.method, call.payload)
    return dict(record.example) if record else {}

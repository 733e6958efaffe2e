"""The quick start of a request type, from nothing to an accepted request: every command and what it prints."""

from dataclasses import dataclass, replace
from itertools import chain
from shlex import quote
from typing import Any

from paycat.cache import Cache
from paycat.catalogue.interface import Operation
from paycat.contract.members import made_by
from paycat.contract.model import Contract, Request
from paycat.contract.samples import shown_record
from paycat.contract.uses import parameters_of
from paycat.languages.python import literal
from paycat.pages.mistakes import Mistake, common_mistakes, mistakes
from paycat.pages.navigation import AllMethods
from paycat.pages.snippets import (
    SampleCall,
    another_call,
    command,
    curl,
    key_variable,
    python,
    sample_call,
    typescript,
)
from paycat.text.json_data import pretty

ADDRESS = "http://127.0.0.1:8000"
"""The default address of the sandbox."""

ANSWER = "answer.json"
"""The file that keeps the answer to the first request, for its identifier."""


@dataclass(frozen=True, slots=True)
class Quickstart:
    """The texts of the page.

    `export` sets the key that the sandbox accepts, `program` and `typescript` are programs, and `mistake` is a body
    that is rejected. `first` is the record that answers the first request; `reading` reads it again, and is "" if no
    operation does.
    """

    export: str
    sending: str
    first: str
    program: str
    typescript: str
    printed: str
    mistake: Mistake
    rejected: str
    reading: str


def quickstart(contract: Contract, request: Request, all_methods: AllMethods, cache: Cache) -> Quickstart:
    """Return the first five minutes with a request type."""
    sample = sample_call(contract, request, "minimal", ADDRESS)
    call = another_call(sample, 11)
    first = response_record(contract, call, all_methods)
    mistake = next(chain(*(find(contract, request, all_methods, cache) for find in (mistakes, common_mistakes))))
    return Quickstart(
        export=exported_key(contract),
        sending=f"{curl(call)} \\\n  | tee {ANSWER}",
        first=pretty(first),
        program=python(another_call(sample, 12)),
        typescript=typescript(another_call(sample, 13)),
        printed=" ".join(str(first[name]) for name in call.shown),
        mistake=mistake,
        rejected=curl(_rejected(contract, replace(call, payload=mistake.payload))),
        reading=_reading(contract, call.operation),
    )


def exported_key(contract: Contract) -> str:
    """Return the command that sets the key of the sandbox for the programs that follow."""
    return f"export {key_variable(contract)}={quote(contract.interface.sandbox.secret_key)}"


def _rejected(contract: Contract, call: SampleCall) -> SampleCall:
    """Return a call that creates nothing: it has a key only if it must have one."""
    key = contract.interface.parameter(contract.interface.idempotency.parameter)
    return call if key.required else replace(call, idempotency_header="")


def _reading(contract: Contract, created: Operation) -> str:
    """Return the command that reads the record of the kept answer again; "" if no operation does."""
    reading = reading_of(contract, created)
    if reading is None:
        return ""
    program = f"import json; print(json.load(open({literal(ANSWER)}))[{literal(reading.id)}])"
    before, _, after = reading.operation.path.partition(reading.placeholder)
    rest = quote(after) if after else ""
    url = f'{quote(ADDRESS + before)}"$(venv/bin/python -c {quote(program)})"{rest}'
    return command(reading.operation.http_method, url, key_variable(contract))


@dataclass(frozen=True, slots=True)
class RecordReading:
    """The operation that reads a record again; `id` is the member that its path has in place of `placeholder`."""

    operation: Operation
    id: str
    placeholder: str


def reading_of(contract: Contract, created: Operation) -> RecordReading | None:
    """Return how the record of an operation is read again; None if no operation does."""
    id = made_by(contract.interface.record(created.success.record), "id")
    for operation in contract.interface.operations:
        in_path = next((f"{{{parameter.name}}}" for parameter in parameters_of(contract, operation, "path")), "")
        if (
            operation.success.record == created.success.record
            and in_path in operation.path
            and in_path
            and id
            and not operation.request
        ):
            return RecordReading(operation, id, in_path)
    return None


def response_record(contract: Contract, call: SampleCall, all_methods: AllMethods) -> dict[str, Any]:
    """Return the record in its first state, as the sandbox returns it; a record without states is its example."""
    record = call.operation.success.record
    if state_machine := contract.interface.state_machine_of(record):
        members = all_methods.members[state_machine.name]
        return shown_record(members, state_machine, call.request.method, call.payload)
    return dict(contract.interface.record(record).example)

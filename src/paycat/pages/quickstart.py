"""The quick start of a request type, from nothing to an accepted request: every command and what it prints."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from shlex import quote
from typing import Any

from paycat.cache import Cache
from paycat.contract.model import Contract, Request
from paycat.encoding import pretty
from paycat.models.examples import ExampleAnswer, example_answers
from paycat.pages.mistakes import Mistake, mistakes
from paycat.pages.snippets import command, curl, key_variable, python, sample_call

ADDRESS = "http://127.0.0.1:8000"
"""The default address of the example server."""


@dataclass(frozen=True, slots=True)
class Quickstart:
    """The texts of the page.

    `export` sets the key that the example server accepts, `program` is a Python program, and `mistake` a body that is
    rejected. `first` is the record that answers the first request; `reading` reads it again, and is "" if no operation
    does.
    """

    export: str
    sending: str
    first: str
    program: str
    printed: str
    mistake: Mistake
    rejected: str
    reading: str


def quickstart(contract: Contract, request: Request, cache: Cache) -> Quickstart:
    """Return the first five minutes with a request type."""
    call = sample_call(contract, request, "minimal", ADDRESS)
    answers = {one.operation.id: one for one in example_answers(contract)}
    created = answers[call.operation.id]
    first, second = (_record(contract, created, call.payload, number) for number in (1, 2))
    mistake = mistakes(contract, request, cache)[0]
    return Quickstart(
        export=f"export {call.key}={quote(contract.interface.sandbox.secret_key)}",
        sending=curl(call),
        first=pretty(first),
        program=python(call),
        printed=" ".join(str(second[name]) for name in call.shown),
        mistake=mistake,
        rejected=curl(replace(call, payload=mistake.payload, idempotency_header="")),
        reading=_reading(contract, answers, created, first[created.id]),
    )


def _record(contract: Contract, created: ExampleAnswer, payload: Mapping[str, Any], number: int) -> dict[str, Any]:
    """Return the record with which the example server answers the first request, the second request ..."""
    example = created.members[created.id]
    stem = example.rstrip("0123456789")
    id = f"{stem}{number:0{len(example) - len(stem)}d}"
    echoed = {name: payload[name] for name in created.echoed if name in payload}
    members = json.loads(json.dumps(created.members).replace(example, id)) | echoed
    record = contract.interface.record(created.operation.success.record)
    return {one.name: members[one.name] for one in record.members if one.name in members}


def _reading(contract: Contract, answers: Mapping[str, ExampleAnswer], created: ExampleAnswer, id: Any) -> str:
    for one in contract.interface.operations:
        if answers[one.id].kind == "read" and one.success.record == created.operation.success.record:
            path = re.sub(r"{[^{}]*}", str(id), one.path)
            return command(one.http_method, ADDRESS + path, key_variable(contract))
    return ""

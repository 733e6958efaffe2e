"""A contract in, the way from nothing to an accepted request out: every command, and what each prints."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from paycat.contract.model import Contract, Request
from paycat.encoding import pretty
from paycat.memo import Memo
from paycat.models.examples import example_answers
from paycat.pages.refused import Mistake, mistakes
from paycat.pages.snippets import SampleCall, command, curl, python, sample_call

ADDRESS = "http://127.0.0.1:8000"
"""Where the example server of the package listens, unless it is told otherwise."""


@dataclass(frozen=True, slots=True)
class Quickstart:
    """What the page of the first five minutes shows, for one request type.

    `program` is a Python program, `mistake` a body that is refused, and `first` the record that answers the first
    request; `reading` reads it again, and is "" where no operation does.
    """

    request: Request
    key: str
    sending: str
    first: str
    program: str
    printed: str
    mistake: Mistake
    refused: str
    reading: str


def quickstart(contract: Contract, request: Request, memo: Memo) -> Quickstart:
    """Return the first five minutes with a request type."""
    call = replace(sample_call(contract, request, "minimal"), base_url=ADDRESS)
    first, second = (_record(contract, call, number) for number in (1, 2))
    mistake = mistakes(contract, request, memo)[0]
    wrong = replace(call, payload=json.loads(mistake.payload), idempotency_header="")
    return Quickstart(
        request=request,
        key=call.key,
        sending=curl(call),
        first=pretty(first),
        program=python(call),
        printed=" ".join(str(second[name]) for name in call.shown),
        mistake=mistake,
        refused=curl(wrong),
        reading=_reading(contract, call, first),
    )


def _record(contract: Contract, call: SampleCall, number: int) -> dict[str, Any]:
    """Return the record that the example server answers with, the first time, the second time ..."""
    answer = next(one for one in example_answers(contract) if one.operation.id == call.operation.id)
    stem = answer.members[answer.id].rstrip("0123456789")
    id = f"{stem}{number:0{len(answer.members[answer.id]) - len(stem)}d}"
    told = {name: call.payload[name] for name in answer.echoed if name in call.payload}
    members = json.loads(json.dumps(answer.members).replace(answer.members[answer.id], id)) | told
    record = contract.interface.record(answer.operation.record)
    return {one.name: members[one.name] for one in record.members if one.name in members}


def _reading(contract: Contract, call: SampleCall, record: Mapping[str, Any]) -> str:
    """Return the command that reads a record again; "" where no operation does."""
    answers = {one.operation.id: one for one in example_answers(contract)}
    created = answers[call.operation.id]
    readers = (one for one in contract.interface.operations if answers[one.id].kind == "read")
    reader = next((one for one in readers if one.success.record == created.operation.record), None)
    if reader is None:
        return ""
    path = re.sub(r"{[^{}]*}", str(record[created.id]), reader.path)
    return command(reader.http_method, ADDRESS + path, call.key)

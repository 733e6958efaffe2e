"""Clients of two generators call every operation of two whole interfaces, in the sandbox of each.

Each body arrives as it is meant, and what the client returns is what was answered: records, nothing, and errors.
Requests are given their credentials on the way; clients that sign are those of printed_calls/test_foreign_clients.py.
"""

import json
import shutil
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import projects
import pytest
from targets import one_of_each_kind

from paycat.catalogue.interface import Operation, StateMachine
from paycat.changes.revisions import read_contract
from paycat.contract.model import Contract
from paycat.contract.naming import snake
from paycat.documents.openapi_components import body_component, valid_samples
from tests.artefacts.clients.client import WHOLE_INTERFACES
from tests.artefacts.clients.conftest import ROW
from tests.artefacts.clients.forwarding import Forwarding
from tests.artefacts.clients.outcome import meant
from tests.artefacts.clients.published_set import Json, PublishedSet
from tests.artefacts.clients.remembering_stub import Seen
from tests.artefacts.clients.test_clients import DOCUMENTS, Record
from tests.artefacts.published import exactly, listing
from tests.artefacts.sandbox import sandboxes
from tests.artefacts.sandbox.sandboxes import Sandbox
from tests.conformance.live.server import running

CATALOGUES = projects.ROOT / "tests/any_catalogue/whole_interfaces"
MADE = [
    (catalogue, document, name)
    for catalogue in ("card_payments", "direct_debits")
    for document in DOCUMENTS
    for name in WHOLE_INTERFACES
]
CHOSEN = [
    ("card_payments", "openapi.json", "openapi-generator-python"),
    ("direct_debits", "openapi.json", "openapi-python-client"),
]
TOO_EXACT = 0.001
"""An amount with more decimal places than its currency has, which neither client rejects."""


class Call(NamedTuple):
    """A call of an operation, with the component of its body and that of any body, and what it is answered with."""

    operation: str
    path: dict[str, str]
    component: str
    any_component: str
    payload: Json | None
    answer: tuple[int, str | None]

    @property
    def line(self) -> str:
        """What a caller reads, as a line of JSON."""
        return json.dumps(self._asdict())


@dataclass(frozen=True)
class Calls(PublishedSet):
    """A document of a whole interface, with calls of each operation in place of samples."""

    sandbox: Sandbox

    @cached_property
    def contract(self) -> Contract:
        """What the document is made of."""
        return read_contract((self.generated / "contract/contract.json").read_bytes(), "contract.json")

    @cached_property
    def samples(self) -> tuple[Call, ...]:
        """Every valid sample, and each operation without a body once; around each, the same call as an error."""
        return tuple(call for operation in self.contract.interface.operations for call in self._calls(operation))

    def _calls(self, operation: Operation) -> Iterator[Call]:
        success, problem = operation.success, self.contract.interface.problem_record
        requests = list(self.contract.requests(operation.request)) if operation.request else []
        bodies = [(one.root.component, sample.payload) for one in requests for sample in valid_samples(one)]
        of_any = body_component(self.contract, operation.request) if operation.request else ""
        for component, payload in bodies or [("", None)]:
            path, others = self._path(operation, True), self._path(operation, False)
            call = Call(snake(operation.id), path, component, of_any, payload, (success.status, success.record))
            if payload and "amount" in payload:
                yield call._replace(payload={**payload, "amount": TOO_EXACT}, answer=(422, problem))
            yield call
            if operation.http_method != "GET":
                yield call._replace(path=others if all(others.values()) else path, answer=(409, problem))
            if path:
                yield call._replace(path=dict.fromkeys(path, "nobody"), answer=(404, problem))

    def _path(self, operation: Operation, is_movable: bool) -> dict[str, str]:
        """Return identifiers of new records, which are in states from which the operation moves them, or in others."""
        ids = {}
        for parameter, name in operation.identifies.items():
            machine = self._machine(name)
            starts = {one.start for one in machine.transitions if one.end == operation.moves.get(name)}
            states = (starts or {machine.initial}) if is_movable else {*machine.by_name} - starts if starts else ()
            ids[snake(parameter)] = self._id(machine, states)
        return ids

    def _id(self, machine: StateMachine, states: Collection[str]) -> str:
        """Return the identifier of a new record that is in one of the states, or "" if no outcome leads to one."""
        if machine.follows:
            [(leader, state)] = machine.follows.items()
            self._id(self._machine(leader), {state})
            shown = self.sandbox.http.get("/sandbox/state", params={"state": f"{machine.name}/"}).json()
            return str(shown["records"]["rows"][0]["id"])
        interface = self.contract.interface
        ends = {one.moves[-1]: f"{one.reference}-" for one in interface.sandbox.outcomes if one.moves}
        state = next((state for state in (*ends, machine.initial) if state in states), "")
        creator = interface.creating(machine.direction or "")
        if not state or not creator:
            return ""
        payload = self.sandbox.payload(machine.name, ends.get(state, "") + sandboxes.fresh())
        address = creator.path.format(**self._path(creator, True))
        id = str(self.sandbox.http.post(address, json=payload).json()["id"])
        if state in ends:
            self.sandbox.reach(machine.name, id, state)
        return id

    def _machine(self, name: str) -> StateMachine:
        return next(one for one in self.contract.interface.state_machines if one.name == name)


@pytest.mark.parametrize("made", one_of_each_kind(MADE, CHOSEN), ids="-".join)
def test_every_call_is_answered(made: tuple[str, str, str], tmp_path: Path, record_property: Record) -> None:
    catalogue, document, name = made
    project = Path(shutil.copytree(CATALOGUES / catalogue, tmp_path / "project"))
    assert projects.paycat("generate", cwd=project).returncode == 0
    client = WHOLE_INTERFACES[name]
    with sandboxes.running(project, tmp_path) as sandbox:
        calls = Calls(project / "generated/openapi" / document, project / "generated", sandbox)
        with running(Forwarding(sandbox, in_full, sandbox.http.auth)) as forwarding:
            told = client.told(calls, forwarding.url, sandbox.key)
    found = [wrong(*one) for one in zip(calls.samples, forwarding.seen, told, strict=True)]
    assert not any(found), listing([*filter(None, found)])
    shown = f"{catalogue} ({document})"
    record_property(ROW, (client.case["title"], client.version, shown, "yes", f"{len(told)}/{len(told)}"))


def in_full(answer: httpx.Response) -> Any:
    """Return the status of an answer, and its record."""
    return meant(exactly(f"[{answer.status_code}, {answer.text or 'null'}]"))


def wrong(call: Call, seen: Seen, told: str) -> str:
    """Return what is wrong with the body that arrived, or with what the client returned."""
    if meant(exactly(seen.body or b"null")) != meant(exactly(json.dumps(call.payload))):
        return f"{call.line}\n  came as {seen.body!r}"
    status, kind, record = json.loads(told)
    if (status, kind) != call.answer or meant(exactly(json.dumps([status, record]))) != seen.answer:
        return f"{call.line}\n  was answered {seen.answer}\n  and told as {told}"
    return ""

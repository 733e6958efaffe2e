"""Calls of operations at a server, with records made there: by requests, or because they follow such a record."""

import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from uuid import UUID, uuid4, uuid5

import httpx

from paycat.catalogue.interface import Operation, StateMachine
from paycat.conformance.derive.parameters import sent_parameters
from paycat.conformance.run.credentials import Proof
from paycat.conformance.run.engines.problem import ProblemReader
from paycat.conformance.run.live.sending import Address, Sender
from paycat.contract.interface import Parameter
from paycat.contract.machines import all_machines
from paycat.contract.members import made_by
from paycat.contract.model import Contract
from paycat.contract.nodes import FieldNode
from paycat.contract.paths import steps_of
from paycat.contract.uses import use_of
from paycat.schemas.making import first_error, record_schema
from paycat.text.json_data import compact, holds_path, value_at, with_value

_LONGEST_WAIT_SECONDS = 30
_POLLING_SECONDS = 0.5

Step = tuple[str, str | None, Callable[[], str | None]]
"""The name of what is tried, the problem that must answer it, if one must, and what returns the one that does."""


class UntriedError(ValueError):
    """No record could be made that a path could name, for a reason that is no fault of the server."""


class Caller:
    """Calls operations, whose paths name records that it makes. Several threads may use it.

    Calls of one name are one request: they have the same reference and idempotency key. Methods raise ValueError where
    the server answers otherwise than the interface states, and UnansweredError and httpx.HTTPError where it does not.
    """

    def __init__(self, contract: Contract, sender: Sender, run_id: UUID) -> None:
        self.contract, self.problems, self.keyring = contract, ProblemReader(contract), sender.keyring
        self._interface, self._sender, self._run_id = contract.interface, sender, run_id
        self._machines = {machine.name: machine for machine in all_machines(contract.interface)}
        self._id_by_machine: dict[str, str] = {}

    def named(self, operation: Operation) -> list[Parameter]:
        """Return the parameters in the path of an operation that name records."""
        parameters = self._interface.path_parameters(operation)
        return [parameter for parameter in parameters if parameter.name in operation.identifies]

    def identifiers(self, operation: Operation, id_by_machine: Mapping[str, str] | None = None) -> dict[str, list[str]]:
        """Return the identifiers of records that the path of an operation names, by the keys of the parameters.

        Of a state machine for which none is given, a record is made once.
        """
        machine_by_key = {parameter.key: operation.identifies[parameter.name] for parameter in self.named(operation)}
        ids = id_by_machine or {}
        return {key: [ids.get(machine) or self._known_id(machine)] for key, machine in machine_by_key.items()}

    def new_identifiers(self, operation: Operation) -> dict[str, list[str]]:
        """Return the identifiers of new records that the path of an operation names, by the keys of the parameters."""
        names = {*operation.identifies.values()}
        id_by_machine = {name: self._made_id(self._machines[name], str(uuid4())) for name in names}
        return self.identifiers(operation, id_by_machine)

    def call(
        self,
        operation: Operation,
        identifiers: Mapping[str, list[str]],
        name: str,
        outcome: str = "",
        proof: Proof | None = None,
    ) -> httpx.Response:
        """Return the answer to a call, which may name an outcome, and prove in another way who sent it."""
        if self.keyring.secrets and not proof and self.keyring.alternative(operation) is None:
            raise UntriedError("its credentials are not given")
        texts, headers, body = dict(identifiers), {}, b""
        if operation.request:
            if namer := self._interface.method_parameter(operation):
                texts[namer.key] = [next(self.contract.requests(operation.request)).method]
            headers["Content-Type"] = operation.media_type
            body = compact(self.payload(operation, name, outcome)).encode()
        if (key := self._interface.repetition_key) in operation.parameters:
            texts[key] = [str(uuid5(self._run_id, name))]
        parameters = sent_parameters(self._interface, operation, texts)
        address = Address(operation, parameters.target, proof)
        return self._sender.post(address, body, {**headers, **dict(parameters.headers)})

    def payload(self, operation: Operation, name: str, outcome: str = "") -> Any:
        """Return the body of a call with a reference of its own, which names an outcome; None if it has none."""
        if not operation.request:
            return None
        request = next(self.contract.requests(operation.request))
        payload, field = request.sample("full" if operation.moves else "minimal").payload, request.by_role("reference")
        own_text = str(uuid5(self._run_id, name))
        references = ("-".join(filter(None, (outcome, own_text[:length]))) for length in (36, 20, 8))
        fresh_reference = next((text for text in references if field and field.accepts(text)), None)
        if field is None or fresh_reference is None or not holds_path(payload, steps_of(field.path)):
            return payload
        return with_value(payload, steps_of(field.path), fresh_reference)

    def code_of(self, cause: str) -> str:
        """Return what answers say of the problem of a cause."""
        return self.problems.code_of(self._interface.slug(cause))

    def record_in(self, operation: Operation, answer: httpx.Response) -> dict[str, Any]:
        """Return the record in the answer to an operation; nothing is in an answer without content."""
        if problem := self.problems.problem_in(operation, answer):
            raise ValueError(f"{operation.id} was answered with {problem}")
        if (record := self._interface.answer_record(operation)) is None:
            if answer.content:
                raise ValueError("the answer has content")
            return {}
        document = answer.json()
        if fault := first_error(record_schema(self._interface, record.name), document):
            raise ValueError(f"the answer is no {record.name}: {fault[:200]}")
        return dict(document)

    def moved_machine(self, operation: Operation) -> StateMachine:
        """Return the state machine of the records that an operation moves."""
        return self._machines[next(iter(operation.moves))]

    def way_to(self, operation: Operation) -> list[Operation] | None:
        """Return the operations that lead a new record to where an operation moves it; None if none do."""
        machine = self.moved_machine(operation)
        moving = [candidate for candidate in self._interface.operations if machine.name in candidate.moves]
        ways: dict[str, list[Operation]] = {machine.initial: []}
        for state in (pending := [machine.initial]):
            if may_move(machine, state, operation):
                return ways[state]
            for candidate in (candidate for candidate in moving if may_move(machine, state, candidate)):
                if (end := candidate.moves[machine.name]) not in ways:
                    ways[end] = [*ways[state], candidate]
                    pending.append(end)
        return None

    def new_id(self, operation: Operation) -> str:
        """Return the id of a new record that an operation can move, or in its first state if nothing leads there."""
        machine = self.moved_machine(operation)
        record_id = self._made_id(machine, str(uuid4()))
        for earlier in self.way_to(operation) or ():
            texts = self.identifiers(earlier, {machine.name: record_id})
            self.record_in(earlier, self.call(earlier, texts, str(uuid4())))
        return record_id

    def read(self, machine: StateMachine, record_id: str) -> dict[str, Any] | None:
        """Return a record as the server shows it; None if no operation reads it."""
        for operation in self._interface.operations:
            use = use_of(self.contract, operation)
            if use.kind == "read" and use.machine == machine and not use.is_example:
                texts = self.identifiers(operation, {machine.name: record_id})
                return self.record_in(operation, self.call(operation, texts, str(uuid4())))
        return None

    def _known_id(self, machine_name: str) -> str:
        if machine_name not in self._id_by_machine:
            self._id_by_machine[machine_name] = self._made_id(self._machines[machine_name], machine_name)
        return self._id_by_machine[machine_name]

    def _made_id(self, machine: StateMachine, name: str) -> str:
        record = self._following_record(machine, name) if machine.follows else self._new_record(machine, name)
        return str(record[made_by(self._interface.record(machine.record), "id")])

    def _new_record(self, machine: StateMachine, name: str, outcome: str = "") -> dict[str, Any]:
        """Return a record that a request makes, whose reference names an outcome."""
        creator = self._interface.creating(machine.direction or "")
        if creator is None:
            raise UntriedError(f"no operation creates a record of {machine.name}")
        return self.created(creator, self.identifiers(creator), name, outcome)

    def created(
        self, creator: Operation, identifiers: Mapping[str, list[str]], name: str, outcome: str = ""
    ) -> dict[str, Any]:
        """Return the record that a request makes. Raises UntriedError if it is rejected."""
        answer = self.call(creator, identifiers, name, outcome)
        if problem := self.problems.problem_in(creator, answer):
            raise UntriedError(f"{creator.id} was answered with {problem}, so its record is not known")
        return self.record_in(creator, answer)

    def _following_record(self, machine: StateMachine, name: str) -> dict[str, Any]:
        """Return the record that an operation lists after one of the other machine was driven into its state."""
        [(leader_name, state)] = machine.follows.items()
        leader, course = self._machines[leader_name], self._interface.sandbox.course(leader_name)
        is_usual = state == leader.initial or (course is not None and state in course.moves)
        outcomes = [
            outcome.reference
            for outcome in self._interface.sandbox.outcomes
            if outcome.state_machine in (None, leader_name) and state in (outcome.moves or ()) and outcome.value is None
        ]
        uses = [(operation, use_of(self.contract, operation)) for operation in self._interface.operations]
        listings = [(operation, use.listing) for operation, use in uses if (use.kind, use.machine) == ("list", machine)]
        if leader.follows or not listings or not (outcomes or is_usual):
            raise UntriedError(f"no outcome leads to a record of {machine.name} that an operation lists")
        leading_record = self._new_record(leader, name, "" if is_usual else outcomes[0])
        [(lister, listing), *_] = listings
        deadline = time.monotonic() + _LONGEST_WAIT_SECONDS
        while time.monotonic() < deadline and listing:
            page = self.record_in(lister, self.call(lister, self.identifiers(lister), ""))
            for record in page[listing.items.name]:
                if all(record.get(member) == value for member, value in self._repeated(machine, leading_record)):
                    return dict(record)
            time.sleep(_POLLING_SECONDS)
        raise ValueError(f"no record of {machine.name} was made within {_LONGEST_WAIT_SECONDS} seconds")

    def _repeated(self, machine: StateMachine, record: dict[str, Any]) -> Iterator[tuple[str, object]]:
        """Yield what members repeat of a record; what this one gets later is not compared."""
        for member in self._interface.record(machine.record).members:
            steps = steps_of(member.echo) if isinstance(member, FieldNode) and member.echo else ()
            if steps and holds_path(record, steps) and value_at(record, steps) is not None:
                yield member.name, value_at(record, steps)


def may_move(machine: StateMachine, state: str, operation: Operation) -> bool:
    """Return whether an operation moves a record that is in a state."""
    end = operation.moves[machine.name]
    return any((transition.start, transition.end) == (state, end) for transition in machine.transitions)

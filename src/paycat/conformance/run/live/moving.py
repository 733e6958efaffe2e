"""Operations that move records, at a server: each moves a new record, which other operations led to the state before.

What a move answers depends on what was sent before, so it is no vector. Where no operations lead to the state before,
the service alone moves records there, and the move is not tried.
"""

from collections.abc import Iterator
from functools import partial
from threading import Lock
from typing import Any
from uuid import uuid4

import httpx

from paycat.catalogue.interface import CONFLICT, Operation, StateMachine
from paycat.conformance.derive.parameters import sent_parameters
from paycat.conformance.run.engines.problem import ProblemReader
from paycat.conformance.run.live.sending import Address, Sender, UnansweredError, in_words
from paycat.conformance.run.outcome import Disagreement, Result, Tally
from paycat.conformance.run.output_folder import MOVES
from paycat.contract.interface import Parameter
from paycat.contract.members import made_by, members_of_record
from paycat.contract.model import Contract, Violation
from paycat.contract.paths import ROOT, reachable, steps_of
from paycat.contract.uses import parameters_of, use_of
from paycat.schemas.making import first_error, record_schema
from paycat.text.json_data import holds_path, json_line, value_at, with_value


class Mover:
    """Creates records at a server, and moves them by its operations. Several threads may use it.

    Methods raise ValueError where the server answers otherwise than the interface states, or not at all.
    """

    def __init__(self, contract: Contract, sender: Sender, problems: ProblemReader) -> None:
        self._contract, self._sender, self._problems = contract, sender, problems
        self._ids: dict[str, str] = {}
        self._lock = Lock()

    def way_to(self, operation: Operation) -> list[Operation] | None:
        """Return the operations that lead a new record to where an operation moves it; None if none do."""
        machine = self.machine(operation)
        moving = [candidate for candidate in self._contract.interface.operations if machine.name in candidate.moves]
        ways: dict[str, list[Operation]] = {machine.initial: []}
        for state in (pending := [machine.initial]):
            if may_move(machine, state, operation):
                return ways[state]
            for candidate in (candidate for candidate in moving if may_move(machine, state, candidate)):
                if (end := candidate.moves[machine.name]) not in ways:
                    ways[end] = [*ways[state], candidate]
                    pending.append(end)
        return None

    def machine(self, operation: Operation) -> StateMachine:
        """Return the state machine of the records that an operation moves."""
        return self._contract.interface.state_machine(next(iter(operation.moves)))

    def kept_id(self, operation: Operation) -> str:
        """Return the id of one record for all requests of an operation that are rejected."""
        with self._lock:
            if operation.id not in self._ids:
                self._ids[operation.id] = self.new_id(operation)
            return self._ids[operation.id]

    def new_id(self, operation: Operation) -> str:
        """Return the id of a new record that an operation can move, or in its first state if nothing leads there."""
        machine, interface = self.machine(operation), self._contract.interface
        direction = machine.direction or ""
        creator, request = interface.creating(direction), next(self._contract.requests(direction))
        assert creator is not None, "lint requires that an operation takes the requests of a direction"
        field, payload = request.by_role("reference"), request.sample("minimal").payload
        if field and holds_path(payload, path := steps_of(field.path)) and field.accepts(reference := str(uuid4())):
            payload = with_value(payload, path, reference)
        naming = interface.method_parameter(creator)
        answer = self.send(creator, payload, {naming.key: request.method} if naming else {})
        self._expect_success(creator, answer)
        record_id = str(answer.json().get(made_by(interface.record(machine.record), "id")))
        for earlier in self.way_to(operation) or ():
            self._expect_success(earlier, self.send(earlier, self.payload(earlier), self.path_of(earlier, record_id)))
        return record_id

    def payload(self, operation: Operation) -> Any:
        """Return a body for an operation; None if it takes none."""
        requests = self._contract.requests(operation.request) if operation.request else iter(())
        return next((request.sample("full").payload for request in requests), None)

    def path_of(self, operation: Operation, record_id: str) -> dict[str, str]:
        """Return the texts of the path of an operation that is about a record, by the keys of parameters."""
        return {parameter.key: record_id for parameter in parameters_of(self._contract, operation, "path")}

    def send(self, operation: Operation, payload: Any, texts: dict[str, str], key: str | None = None) -> httpx.Response:
        """Return the answer to a request with some texts as parameters, and a new idempotency key unless it has one."""
        interface = self._contract.interface
        if (parameter_key := interface.repetition_key) in operation.parameters:
            texts = {**texts, parameter_key: key or str(uuid4())}
        sent = sent_parameters(interface, operation, {name: [text] for name, text in texts.items()})
        headers = dict(sent.headers) if payload is None else {**dict(sent.headers), "Content-Type": "application/json"}
        body = b"" if payload is None else json_line(payload).encode()
        try:
            return self._sender.post(Address(operation.http_method, sent.target), body, headers)
        except (httpx.HTTPError, UnansweredError) as error:
            raise ValueError(f"{operation.id}: {in_words(error)}") from error

    def read(self, machine: StateMachine, record_id: str) -> dict[str, Any] | None:
        """Return a record as the server shows it; None if no operation reads it."""
        for operation in self._contract.interface.operations:
            use = use_of(self._contract, operation)
            if use.kind == "read" and use.machine == machine and not use.is_example:
                answer = self.send(operation, None, self.path_of(operation, record_id))
                self._expect_success(operation, answer)
                return dict(answer.json())
        return None

    def _expect_success(self, operation: Operation, answer: httpx.Response) -> None:
        if problem_slug := self._problems.problem_in(operation, answer):
            raise ValueError(f"{operation.id} is answered with the problem {problem_slug}")


def may_move(machine: StateMachine, state: str, operation: Operation) -> bool:
    """Return whether an operation moves a record that is in a state."""
    end = operation.moves[machine.name]
    return any((transition.start, transition.end) == (state, end) for transition in machine.transitions)


def try_moves(contract: Contract, mover: Mover, problems: ProblemReader, result: Result) -> None:
    """Add to a result what a server does for each operation that moves a record."""
    tally = Tally()
    for operation in (candidate for candidate in contract.interface.operations if candidate.moves):
        if mover.way_to(operation) is None:
            result.notes.append(f"{operation.id} was not tried: no operations lead to a state that it moves from")
        for step, expected_slug, problem_of in _steps(contract, mover, problems, operation):
            tally.run += 1
            got_slug, failure = None, ""
            try:
                got_slug = problem_of()
            except (ValueError, RecursionError) as error:
                failure = str(error)[:300]
            if failure or got_slug != expected_slug:
                tally.disagreements.append(
                    _disagreement(result.engine, operation, step, expected_slug, got_slug, failure)
                )
    if tally.run:
        result.tallies[MOVES] = tally


def _steps(contract: Contract, mover: Mover, problems: ProblemReader, operation: Operation) -> Iterator[Any]:
    """Yield what is tried, the problem that must answer, None for success, and what returns the problem that does."""
    interface, machine, payload = contract.interface, mover.machine(operation), mover.payload(operation)
    [parameter] = parameters_of(contract, operation, "path")

    def sent(record_id: str, key: str | None = None) -> str | None:
        answer = mover.send(operation, payload, mover.path_of(operation, record_id), key)
        slug = problems.problem_in(operation, answer)
        if slug is None and (fault := _fault_in(contract, operation, answer, payload)):
            raise ValueError(fault)
        return slug

    yield "unknown", problems.code_of(interface.slug("not_found")), partial(sent, _unknown_id(parameter))
    if mover.way_to(operation) is None:
        return
    key, other_id = str(uuid4()), ""
    try:
        record_id, other_id = mover.new_id(operation), mover.new_id(operation)
    except (ValueError, RecursionError) as error:
        yield "before", None, partial(_raise, error)
        return
    yield "moved", None, partial(sent, record_id, key)
    yield "shown", None, partial(_shown, contract, mover, operation, record_id)
    if not may_move(machine, operation.moves[machine.name], operation):
        yield "again", problems.code_of(interface.slug(CONFLICT)), partial(sent, record_id)
    if interface.repetition_key in operation.parameters:
        yield "repeated", None, partial(sent, record_id, key)
        yield "reused", problems.code_of(interface.slug("idempotency_key_reused")), partial(sent, other_id, key)


def _raise(error: Exception) -> None:
    raise error


def _shown(contract: Contract, mover: Mover, operation: Operation, record_id: str) -> None:
    """Raise ValueError if a record does not show that an operation moved it; the service may have moved it further."""
    machine = mover.machine(operation)
    if (record := mover.read(machine, record_id)) is None:
        return
    ends = reachable(
        [operation.moves[machine.name]], lambda state: (move.end for move in machine.transitions if move.start == state)
    )
    if record.get(machine.member) not in ends:
        raise ValueError(f"after {operation.id} the record is in the state {str(record.get(machine.member))[:40]!r}")
    if fault := _other_echo(contract, operation, record, mover.payload(operation)):
        raise ValueError(fault)


def _fault_in(contract: Contract, operation: Operation, answer: httpx.Response, payload: Any) -> str:
    """Return what is wrong with the content of an answer to a move; an empty text if nothing is."""
    record = contract.interface.answer_record(operation)
    if record is None:
        return "the answer has content" if answer.content else ""
    document = answer.json()
    if schema_fault := first_error(record_schema(contract.interface, record.name), document):
        return f"the answer is no {record.name}: {schema_fault[:200]}"
    machine = contract.interface.state_machine_of(record.name)
    if machine and machine.name in operation.moves:
        if document.get(machine.member) != operation.moves[machine.name]:
            return f"the answer has the state {str(document.get(machine.member))[:40]!r}"
        return _other_echo(contract, operation, document, payload)
    return ""


def _other_echo(contract: Contract, operation: Operation, document: dict[str, Any], payload: Any) -> str:
    machine = contract.interface.state_machine(next(iter(operation.moves)))
    for member in members_of_record(contract, machine):
        is_echo = member.move and member.move == operation.request and holds_path(payload, member.paths[0])
        if is_echo and document.get(member.name) != value_at(payload, member.paths[0]):
            return f"the member {member.name!r} is not what the body of the move had"
    return ""


def _unknown_id(parameter: Parameter) -> str:
    """Return an id that no record has, as a parameter accepts it; its example if none of a few is accepted."""
    fresh = uuid4()
    candidates = (str(fresh), fresh.hex, fresh.hex[:16], str(fresh.int)[:12], str(parameter.example))
    return next(filter(parameter.value.accepts, candidates), str(parameter.example))


def _disagreement(
    engine: str, operation: Operation, step: str, expected: str | None, got: str | None, failure: str
) -> Disagreement:
    expected_violations, got_violations = (
        (Violation(code=slug, pointer=ROOT),) if slug else () for slug in (expected, got)
    )
    return Disagreement(
        engine=engine,
        subject=MOVES,
        vector=f"{operation.id}:{step}",
        rule=f"{operation.id}:moves",
        source=operation.reason.source,
        decisions=operation.reason.decisions,
        expected=expected_violations,
        got=got_violations,
        failure=failure,
    )

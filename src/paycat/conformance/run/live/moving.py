"""Operations that move records, at a server: each moves a new record, which other operations led to the state before.

What a move answers depends on what was sent before, so it is no vector. Where no operations lead to the state before,
the service alone moves records there, and the move is not tried.
"""

from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import uuid4

import httpx

from paycat.catalogue.interface import Operation, StateMachine
from paycat.catalogue.problems import CONFLICT
from paycat.conformance.derive.parameters import sent_parameters
from paycat.conformance.run.engines.problem import ProblemReader
from paycat.conformance.run.live.records import unknown_id
from paycat.conformance.run.live.sending import Address, Sender, UnansweredError, in_words
from paycat.conformance.run.outcome import Disagreement, Result, Tally
from paycat.conformance.run.output_folder import MOVES
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
        for step, expected_slug, problem_of in _Trial(contract, mover, problems, operation).steps():
            got_slug, failure = None, ""
            try:
                got_slug = problem_of()
            except (ValueError, RecursionError) as error:
                failure = str(error)[:300]
            tally.run += 1
            if not failure and got_slug == expected_slug:
                continue
            expected_violations, got_violations = (
                (Violation(code=slug, pointer=ROOT),) if slug else () for slug in (expected_slug, got_slug)
            )
            tally.disagreements.append(
                Disagreement(
                    engine=result.engine,
                    subject=MOVES,
                    vector=f"{operation.id}:{step}",
                    rule=f"{operation.id}:moves",
                    source=operation.reason.source,
                    decisions=operation.reason.decisions,
                    expected=expected_violations,
                    got=got_violations,
                    failure=failure,
                )
            )
    if tally.run:
        result.tallies[MOVES] = tally


@dataclass(frozen=True, slots=True)
class _Trial:
    """What is sent to try an operation that moves a record."""

    contract: Contract
    mover: Mover
    problems: ProblemReader
    operation: Operation

    def steps(self) -> Iterator[tuple[str, str | None, Callable[[], str | None]]]:
        """Yield each step with the problem that must answer it, if one must, and what returns the one that does."""
        interface, operation, key = self.contract.interface, self.operation, str(uuid4())
        [parameter] = parameters_of(self.contract, operation, "path")
        yield "unknown", self._code("not_found"), lambda: self._problem(unknown_id(parameter))
        if self.mover.way_to(operation) is None:
            return
        try:
            record_id, other_id = self.mover.new_id(operation), self.mover.new_id(operation)
        except (ValueError, RecursionError) as error:
            yield "before", None, partial(_raise, error)
            return
        yield "moved", None, lambda: self._problem(record_id, key)
        yield "shown", None, lambda: self._shown(record_id)
        machine = self.mover.machine(operation)
        if not may_move(machine, operation.moves[machine.name], operation):
            yield "again", self._code(CONFLICT), lambda: self._problem(record_id)
        if interface.repetition_key in operation.parameters:
            yield "repeated", None, lambda: self._problem(record_id, key)
            yield "reused", self._code("idempotency_key_reused"), lambda: self._problem(other_id, key)

    def _code(self, cause: str) -> str:
        return self.problems.code_of(self.contract.interface.slug(cause))

    def _problem(self, record_id: str, key: str | None = None) -> str | None:
        payload, texts = self.mover.payload(self.operation), self.mover.path_of(self.operation, record_id)
        answer = self.mover.send(self.operation, payload, texts, key)
        problem_slug = self.problems.problem_in(self.operation, answer)
        record, machine = self.contract.interface.answer_record(self.operation), self.mover.machine(self.operation)
        if problem_slug is None and record is None and answer.content:
            raise ValueError("the answer has content")
        if problem_slug is None and record is not None:
            document = answer.json()
            if schema_fault := first_error(record_schema(self.contract.interface, record.name), document):
                raise ValueError(f"the answer is no {record.name}: {schema_fault[:200]}")
            if record.name == machine.record:
                self._check(document, [self.operation.moves[machine.name]])
        return problem_slug

    def _shown(self, record_id: str) -> None:
        """Read the record, which the service may have moved further."""
        machine = self.mover.machine(self.operation)
        if record := self.mover.read(machine, record_id):
            end = self.operation.moves[machine.name]
            ends = reachable([end], lambda state: (move.end for move in machine.transitions if move.start == state))
            self._check(record, ends)

    def _check(self, record: dict[str, Any], states: Container[str]) -> None:
        machine, payload = self.mover.machine(self.operation), self.mover.payload(self.operation)
        if record.get(machine.member) not in states:
            raise ValueError(f"the record is in the state {str(record.get(machine.member))[:40]!r}")
        for member in members_of_record(self.contract, machine):
            is_echo = member.move and member.move == self.operation.request and holds_path(payload, member.paths[0])
            if is_echo and record.get(member.name) != value_at(payload, member.paths[0]):
                raise ValueError(f"the member {member.name!r} is not what the body of the move had")


def _raise(error: Exception) -> None:
    raise error

"""Calls that depend on what was sent before, so they are no vectors: those that name a record, and those that move one.

A move is of a new record, which other operations led to the state before. Where no operations lead there, the service
alone moves records there, and the move is not tried.
"""

from collections.abc import Container, Iterator
from functools import partial
from typing import Any
from uuid import uuid4

import httpx

from paycat.catalogue.interface import Operation
from paycat.catalogue.problems import CONFLICT
from paycat.conformance.run.live.calling import Caller, Step, UntriedError, may_move
from paycat.conformance.run.live.forging import forging_steps
from paycat.conformance.run.live.sending import UnansweredError, in_words
from paycat.conformance.run.outcome import Disagreement, Result, Tally
from paycat.conformance.run.output_folder import CREDENTIALS, MOVES
from paycat.contract.interface import Parameter
from paycat.contract.members import made_by, members_of_record
from paycat.contract.model import Violation
from paycat.contract.paths import ROOT, reachable
from paycat.contract.uses import use_of
from paycat.text.json_data import holds_path, value_at

_RECORDS = "records"
_FAILURES = (ValueError, RecursionError, UnansweredError, httpx.HTTPError)


def try_operations(caller: Caller, result: Result) -> None:
    """Add to a result what a server does for calls that name records, and then for each that moves a record."""
    result.tallies[_RECORDS] = Tally()
    for operation in sorted(caller.contract.interface.operations, key=lambda operation: bool(operation.moves)):
        if operation.moves and caller.way_to(operation) is None:
            result.notes.append(f"{operation.id} was not tried: no operations lead to a state that it moves from")
        subject, statement = (MOVES, "moves") if operation.moves else (_RECORDS, "identifies")
        for step in _Move(caller, operation).steps() if operation.moves else _naming_steps(caller, operation):
            _take(step, operation, subject, statement, result)


def try_forgeries(caller: Caller, result: Result) -> None:
    """Add to a result what a server does for requests with credentials, right ones and such as others could make."""
    for operation, step in forging_steps(caller):
        _take(step, operation, CREDENTIALS, "auth", result)


def _take(step: Step, operation: Operation, subject: str, statement: str, result: Result) -> None:
    name, expected_slug, problem_of = step
    got_slug, failure = None, ""
    try:
        got_slug = problem_of()
    except UntriedError as error:
        note = f"{operation.id} was not called: {error}"
        result.notes += [] if note in result.notes else [note]
        return
    except _FAILURES as error:
        failure = _reason(error)
    tally = result.tallies.setdefault(subject, Tally())
    tally.run += 1
    if failure or got_slug != expected_slug:
        expected, got = ((Violation(code=slug, pointer=ROOT),) if slug else () for slug in (expected_slug, got_slug))
        tally.disagreements.append(
            Disagreement(
                engine=result.engine,
                subject=subject,
                vector=name,
                rule=f"{operation.id}:{statement}",
                source=operation.reason.source,
                decisions=operation.reason.decisions,
                expected=expected,
                got=got,
                failure=failure,
            )
        )


def _reason(error: Exception) -> str:
    return str(error)[:300] if isinstance(error, ValueError) else in_words(error)


def _naming_steps(caller: Caller, operation: Operation) -> Iterator[Step]:
    """Yield a read of a record that exists, and calls of one that does not."""
    parameters = caller.named(operation)
    if parameters and operation.http_method == "GET":
        yield f"{operation.id}: the record exists", None, partial(_problem_of_reading, caller, operation)
    for parameter in parameters:
        name = f"{operation.id}: no record has the {parameter.name}"
        yield name, caller.code_of("not_found"), partial(_problem_of_unknown, caller, operation, parameter, name)
    if parameters and operation.is_creating and caller.contract.interface.repetition_key in operation.parameters:
        yield (
            f"{operation.id}:reused",
            caller.code_of("idempotency_key_reused"),
            partial(_problem_of_reuse, caller, operation),
        )


def _problem_of_unknown(caller: Caller, operation: Operation, parameter: Parameter, name: str) -> str | None:
    """Return the problem of a call that names no record; the example of the parameter if it accepts no fresh text."""
    fresh = uuid4()
    candidates = (str(fresh), fresh.hex, fresh.hex[:16], str(fresh.int)[:12])
    unknown_id = next(filter(parameter.value.accepts, candidates), str(parameter.example))
    texts = caller.identifiers(operation, {operation.identifies[parameter.name]: unknown_id})
    return caller.problems.problem_in(operation, caller.call(operation, texts, name))


def _problem_of_reuse(caller: Caller, operation: Operation) -> str | None:
    """Return the problem of a request that was accepted with the same key, for other records in its path."""
    name = str(uuid4())
    caller.created(operation, caller.identifiers(operation), name)
    return caller.problems.problem_in(operation, caller.call(operation, caller.new_identifiers(operation), name))


def _problem_of_reading(caller: Caller, operation: Operation) -> str | None:
    texts, use = caller.identifiers(operation), use_of(caller.contract, operation)
    answer = caller.call(operation, texts, operation.id)
    if problem := caller.problems.problem_in(operation, answer):
        return problem
    record, answer_record = caller.record_in(operation, answer), caller.contract.interface.answer_record(operation)
    id_member = made_by(answer_record, "id") if answer_record else ""
    is_read = use.kind == "read" and use.identifier and use.identifier.key in texts and id_member
    if is_read and use.identifier and [record.get(id_member)] != texts[use.identifier.key]:
        raise ValueError(f"the answer has another {id_member}")
    return None


class _Move:
    """What is sent to try an operation that moves a record."""

    def __init__(self, caller: Caller, operation: Operation) -> None:
        self._caller, self._operation, self._machine = caller, operation, caller.moved_machine(operation)
        self._end = operation.moves[self._machine.name]

    def steps(self) -> Iterator[Step]:
        """Yield the steps; the names of calls are new in each run, and two calls of one name are a repetition."""
        caller, operation, name = self._caller, self._operation, str(uuid4())
        prefix, [*_, parameter] = operation.id, caller.named(operation)
        unknown_problem = partial(_problem_of_unknown, caller, operation, parameter, str(uuid4()))
        yield f"{prefix}:unknown", caller.code_of("not_found"), unknown_problem
        if caller.way_to(operation) is None:
            return
        try:
            record_id, other_id = caller.new_id(operation), caller.new_id(operation)
        except _FAILURES as error:
            yield f"{prefix}:before", None, partial(_raise, error)
            return
        yield f"{prefix}:moved", None, partial(self._problem, record_id, name)
        yield f"{prefix}:shown", None, partial(self._shown, record_id, name)
        if not may_move(self._machine, self._end, operation):
            yield f"{prefix}:again", caller.code_of(CONFLICT), partial(self._problem, record_id, str(uuid4()))
        if caller.contract.interface.repetition_key in operation.parameters:
            yield f"{prefix}:repeated", None, partial(self._problem, record_id, name)
            yield f"{prefix}:reused", caller.code_of("idempotency_key_reused"), partial(self._problem, other_id, name)

    def _problem(self, record_id: str, name: str) -> str | None:
        caller, operation = self._caller, self._operation
        answer = caller.call(operation, caller.identifiers(operation, {self._machine.name: record_id}), name)
        if problem := caller.problems.problem_in(operation, answer):
            return problem
        record = caller.record_in(operation, answer)
        if operation.success.record == self._machine.record:
            self._check(record, name, [self._end])
        return None

    def _shown(self, record_id: str, name: str) -> None:
        """Read the record, which the service may have moved further."""
        if record := self._caller.read(self._machine, record_id):
            transitions = self._machine.transitions
            ends = reachable([self._end], lambda state: (move.end for move in transitions if move.start == state))
            self._check(record, name, ends)

    def _check(self, record: dict[str, Any], name: str, states: Container[str]) -> None:
        if record.get(self._machine.member) not in states:
            raise ValueError(f"the record is in the state {str(record.get(self._machine.member))[:40]!r}")
        payload = self._caller.payload(self._operation, name)
        for member in members_of_record(self._caller.contract, self._machine):
            is_echo = member.move and member.move == self._operation.request and holds_path(payload, member.paths[0])
            if is_echo and record.get(member.name) != value_at(payload, member.paths[0]):
                raise ValueError(f"the member {member.name!r} is not what the body of the move had")


def _raise(error: Exception) -> None:
    raise error

"""Records on a server: requests make them, or they follow such a record; paths name them, and no other identifier."""

import time
from collections.abc import Iterator, Mapping
from typing import Any
from uuid import UUID, uuid4, uuid5

import httpx

from paycat.catalogue.interface import Operation, StateMachine
from paycat.conformance.derive.parameters import sent_parameters
from paycat.conformance.run.engines.problem import ProblemReader
from paycat.conformance.run.live.sending import Address, Sender, UnansweredError
from paycat.conformance.run.outcome import Disagreement, Tally
from paycat.contract.interface import Parameter
from paycat.contract.machines import all_machines
from paycat.contract.members import made_by
from paycat.contract.model import Contract, Request, Violation
from paycat.contract.nodes import FieldNode
from paycat.contract.paths import ROOT, steps_of
from paycat.contract.uses import use_of
from paycat.schemas.making import first_error, record_schema
from paycat.text.json_data import compact, holds_path, value_at, with_value

_Record = dict[str, Any]
SUBJECT = "records"
"""What the results about records are listed as."""
_LONGEST_WAIT_SECONDS = 30
_POLLING_SECONDS = 0.5


class UntriedError(ValueError):
    """No record could be made that a path could name, for a reason that is no fault of the server."""


class LiveRecords:
    """Makes a record of each state machine on a server, once, and calls the operations whose paths name one."""

    def __init__(self, contract: Contract, sender: Sender, run_id: UUID) -> None:
        self._contract, self._sender, self._run_id = contract, sender, run_id
        self._problems = ProblemReader(contract)
        self._machines = {machine.name: machine for machine in all_machines(contract.interface)}
        self._record_by_machine: dict[str, _Record] = {}
        self.notes: dict[str, None] = {}
        """What was not tried, each once."""

    def identifiers(self, operation: Operation, unknown: Parameter | None = None) -> dict[str, list[str]]:
        """Return the identifiers of records that the path of an operation names, by the keys of the parameters.

        No record has the one of the `unknown` parameter. Raises ValueError, UnansweredError and httpx.HTTPError where
        no record can be made.
        """
        return {
            parameter.key: [
                unknown_id(parameter)
                if parameter == unknown
                else self._identifier(self._machines[operation.identifies[parameter.name]])
            ]
            for parameter in self._named(operation)
        }

    def tally(self, engine_name: str) -> Tally:
        """Return what comes of calls that name records: a read of one that exists, and calls of one that does not.

        Operations that move a record are tried with records of their own.
        """
        tally = Tally()
        for operation in (operation for operation in self._contract.interface.operations if not operation.moves):
            named = self._named(operation)
            for unknown in (*([None] if named and operation.http_method == "GET" else []), *named):
                try:
                    tally.disagreements += self._disagreements(engine_name, operation, unknown)
                    tally.run += 1
                except UntriedError as error:
                    self.notes[f"{operation.id} was not called: {error}"] = None
        return tally

    def _named(self, operation: Operation) -> list[Parameter]:
        parameters = self._contract.interface.path_parameters(operation)
        return [parameter for parameter in parameters if parameter.name in operation.identifies]

    def _disagreements(self, engine: str, operation: Operation, unknown: Parameter | None) -> Iterator[Disagreement]:
        name = f"{operation.id}: {f'no record has the {unknown.name}' if unknown else 'the record exists'}"
        expected, got, failure = (
            self._problems.code_of(self._contract.interface.slug("not_found")) if unknown else None,
            None,
            "",
        )
        try:
            texts = self.identifiers(operation, unknown)
            answer = self._call(operation, texts, name)
            got = self._problems.problem_in(operation, answer)
            failure = "" if got or unknown else self._fault(operation, texts, answer.json())
        except UntriedError:
            raise
        except (ValueError, UnansweredError, httpx.HTTPError) as error:
            failure = str(error)
        if got != expected or failure:
            expected_violations, got_violations = (
                (Violation(code=slug, pointer=ROOT),) if slug else () for slug in (expected, got)
            )
            yield Disagreement(
                engine=engine,
                subject=SUBJECT,
                vector=name,
                rule=f"{operation.id}:identifies",
                source=operation.reason.source,
                decisions=operation.reason.decisions,
                expected=expected_violations,
                got=got_violations,
                failure=failure,
            )

    def _fault(self, operation: Operation, texts: Mapping[str, list[str]], record: _Record) -> str:
        """Return what is wrong with an answer: its form, or that it is another record than the one that was named."""
        interface, use = self._contract.interface, use_of(self._contract, operation)
        if (answer_record := interface.answer_record(operation)) is None:
            return ""
        if fault := first_error(record_schema(interface, answer_record.name), record):
            return f"the answer is no {answer_record.name}: {fault}"
        id_member = made_by(answer_record, "id")
        is_read = use.kind == "read" and use.identifier and use.identifier.key in texts and id_member
        is_other = is_read and use.identifier and [record.get(id_member)] != texts[use.identifier.key]
        return f"the answer has another {id_member}" if is_other else ""

    def _identifier(self, machine: StateMachine) -> str:
        member = made_by(self._contract.interface.record(machine.record), "id")
        if machine.name not in self._record_by_machine:
            record = self._following_record(machine) if machine.follows else self._new_record(machine)
            self._record_by_machine[machine.name] = record
        return str(self._record_by_machine[machine.name][member])

    def _new_record(self, machine: StateMachine, outcome: str = "") -> _Record:
        """Return a record that a request makes, whose reference names an outcome."""
        creator = self._contract.interface.creating(machine.direction or "")
        if creator is None:
            raise UntriedError(f"no operation creates a record of {machine.name}")
        answer = self._call(creator, self.identifiers(creator), f"{machine.name} {outcome}", outcome)
        if problem := self._problems.problem_in(creator, answer):
            raise UntriedError(f"{creator.id} was answered with {problem}, so no record of {machine.name} is known")
        record: _Record = answer.json()
        return record

    def _following_record(self, machine: StateMachine) -> _Record:
        """Return the record that an operation lists after one of the other machine was driven into its state."""
        interface = self._contract.interface
        [(leader_name, state)] = machine.follows.items()
        leader, course = self._machines[leader_name], interface.sandbox.course(leader_name)
        is_usual = state == leader.initial or (course is not None and state in course.moves)
        outcomes = [
            outcome.reference
            for outcome in interface.sandbox.outcomes
            if outcome.state_machine in (None, leader_name) and state in (outcome.moves or ()) and outcome.value is None
        ]
        uses = [(operation, use_of(self._contract, operation)) for operation in interface.operations]
        listings = [(operation, use.listing) for operation, use in uses if (use.kind, use.machine) == ("list", machine)]
        if leader.follows or not listings or not (outcomes or is_usual):
            raise UntriedError(f"no outcome leads to a record of {machine.name} that an operation lists")
        leading_record = self._new_record(leader, "" if is_usual else outcomes[0])
        [(lister, listing), *_] = listings
        deadline = time.monotonic() + _LONGEST_WAIT_SECONDS
        while time.monotonic() < deadline and listing:
            page = self._call(lister, self.identifiers(lister), "").json()
            for record in page[listing.items.name]:
                if all(record.get(name) == value for name, value in self._repeated(machine, leading_record)):
                    return dict(record)
            time.sleep(_POLLING_SECONDS)
        raise ValueError(f"no record of {machine.name} was made within {_LONGEST_WAIT_SECONDS} seconds")

    def _repeated(self, machine: StateMachine, record: _Record) -> Iterator[tuple[str, object]]:
        """Yield what members repeat of a record; what this one gets later is not compared."""
        for member in self._contract.interface.record(machine.record).members:
            steps = steps_of(member.echo) if isinstance(member, FieldNode) and member.echo else ()
            if steps and holds_path(record, steps) and value_at(record, steps) is not None:
                yield member.name, value_at(record, steps)

    def _call(
        self, operation: Operation, texts: Mapping[str, list[str]], name: str, outcome: str = ""
    ) -> httpx.Response:
        """Return the answer to a call; the same name makes the same request."""
        interface, all_texts, body = self._contract.interface, dict(texts), b""
        if operation.request:
            request = next(self._contract.requests(operation.request))
            if namer := interface.method_parameter(operation):
                all_texts[namer.key] = [request.method]
            body = compact(self._payload(request, name, outcome)).encode()
        parameters = sent_parameters(interface, operation, all_texts)
        headers = {"Content-Type": "application/json", **dict(parameters.headers)}
        if (key := interface.repetition_key) in operation.parameters:
            headers[interface.parameter(key).name] = str(uuid5(self._run_id, name))
        return self._sender.post(Address(operation.http_method, parameters.target), body, headers)

    def _payload(self, request: Request, name: str, outcome: str) -> object:
        """Return the payload of a sample with a reference of its own, which names an outcome."""
        payload, field = request.sample("minimal").payload, request.by_role("reference")
        own_text = str(uuid5(self._run_id, name))
        references = ("-".join(filter(None, (outcome, own_text[:length]))) for length in (36, 20, 8))
        fresh_reference = next((text for text in references if field and field.accepts(text)), None)
        if field is None or fresh_reference is None or not holds_path(payload, steps_of(field.path)):
            return payload
        return with_value(payload, steps_of(field.path), fresh_reference)


def unknown_id(parameter: Parameter) -> str:
    """Return an identifier that no record has; the example of its parameter if that accepts none of a few."""
    fresh = uuid4()
    candidates = (str(fresh), fresh.hex, fresh.hex[:16], str(fresh.int)[:12])
    return next(filter(parameter.value.accepts, candidates), str(parameter.example))

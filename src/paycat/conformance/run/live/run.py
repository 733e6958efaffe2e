"""A run against a server: probe, then every vector that the journal has no answer to.

The request of a vector creates a record once, however often it is sent.
"""

from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from uuid import UUID, uuid5

import httpx

from paycat.catalogue.problems import CONFLICT
from paycat.conformance.derive.model import Vector
from paycat.conformance.derive.parameters import of_method, sent_parameters
from paycat.conformance.run.credentials import variables
from paycat.conformance.run.engine import Engine, in_order
from paycat.conformance.run.engines.problem import taking
from paycat.conformance.run.live.calling import Caller
from paycat.conformance.run.live.journal import Head, Journal, JournalEntry, open_journal
from paycat.conformance.run.live.sending import Address, Sender, Target, UnansweredError, in_words
from paycat.conformance.run.live.trials import try_forgeries, try_operations
from paycat.conformance.run.outcome import Result, run
from paycat.conformance.run.output_folder import VECTORS, Batch, path_of, read_vectors, vector_bytes, vector_files
from paycat.contract.model import Contract, Request, Violation
from paycat.contract.paths import ROOT, pointer, steps_of
from paycat.contract.validate import given_codes
from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.packages.operations.credentials import used_credentials
from paycat.text.counting import listed
from paycat.text.json_data import holds_path, value_at, with_value

_NO_PATH = (HTTPStatus.NOT_FOUND, HTTPStatus.METHOD_NOT_ALLOWED)


@dataclass(frozen=True, slots=True)
class Published:
    """The vectors of an output folder that a server can be tested with, and the digest of their files."""

    batches: tuple[Batch[Vector], ...]
    digest: str

    @property
    def count(self) -> int:
        """Number of vectors."""
        return sum(len(batch.vectors) for batch in self.batches)


def published(output_folder: Path, folder_name: str) -> Published:
    """Return what an output folder, called `folder_name` in findings, holds. Raises FindingsError."""
    files_digest = sha256()
    for subject, path in vector_files(output_folder, VECTORS).items():
        name = path_of(subject)
        files_digest.update(f"{name} {sha256(vector_bytes(path, f'{folder_name}/{name}')).hexdigest()}\n".encode())
    batches = (
        Batch(batch.subject, tuple(vector for vector in batch.vectors if vector.stage in LiveEngine.stages))
        for batch in read_vectors(output_folder, folder_name)
    )
    return Published(tuple(batches), files_digest.hexdigest())


def run_live(
    contract: Contract, vectors: Published, target: Target, journal_path: Path | None, on_step: Callable[[str], None]
) -> Result:
    """Return the result of a server on every vector; `on_step` is called with the subject of each that is done.

    Raises FindingsError when the server cannot be reached, at first or later, when it does not know the token, and
    when the journal cannot be used.
    """
    head = Head(url=target.url, vectors=vectors.digest)
    with open_journal(journal_path, head) as journal, closing(LiveEngine(contract, target, journal)) as engine:
        engine.probe()
        (result,) = run(vectors.batches, [engine], lambda _, subject, __: on_step(subject))
        if engine.stopped:
            raise engine.stopped
        try_operations(engine.caller, result)
        try_forgeries(engine.caller, result)
        result.notes += [
            f"accepted by the fields, and rejected behind them: {count:,} × {violation}"
            for violation, count in engine.behind.most_common()
        ]
        return result


class LiveEngine(Engine):
    """Posts each vector to a server once, unless the journal has the answer.

    The vectors are about text, method code and fields. After these stages a server has checks of its own. What they
    reject was accepted before: a member whose code no field of the contract has (such as a bank code that the server
    does not list), and, where the vector's own reference was sent, a reference that a record has already.
    """

    artefact = "live"
    stages = ("text", "dispatch", "fields")

    def __init__(self, contract: Contract, target: Target, journal: Journal) -> None:
        self.name = target.name
        self.workers = target.concurrency
        self.stopped: FindingsError | None = None
        """Why the server is not asked any more."""
        self._contract, self._target, self._journal = contract, target, journal
        self._sender = Sender(contract, target)
        self.caller = Caller(contract, self._sender, journal.run)
        self._problems = self.caller.problems
        self.behind: Counter[Violation] = Counter()
        """What the server rejected behind the fields, in bodies that the fields accept, and how often."""
        self._unknown_caller = Violation(code=contract.interface.problem("unauthenticated").slug, pointer=ROOT)
        given_words = set(map(self._problems.word_of, given_codes(contract.requests())))
        self._beyond_fields = {self._problems.word_of(code.code) for code in contract.interface.violation_codes}
        self._beyond_fields -= given_words

    def probe(self) -> None:
        """Raise FindingsError when the server cannot be reached, or does not know the token."""
        directions = [name for name in self._contract.requested_directions() if self._contract.interface.creating(name)]
        # Where a path names a record, a request for that record is sent before; what moves one has no other path.
        for direction in sorted(directions, key=lambda name: bool(taking(self._contract, name).identifies)):
            self._probe(direction)
        for credential in used_credentials(self._contract):
            self._sender.keyring.secret_of(credential)  # The server gives a token, if it is one.

    def _probe(self, direction: str) -> None:
        """Send an empty body, which creates nothing: there must be an answer, and one that is not for every request."""
        try:
            address, headers = self._request(direction, next(self._contract.requests(direction)).method)
            answer = self._sender.ask(address, b"", headers)
        except ValueError as error:
            raise self._finding("no-record", str(error), "paths name such a record") from error
        except (httpx.TransportError, UnansweredError) as error:
            raise self._finding("unreachable", f"there is no answer: {in_words(error)}", "is it running?") from error
        self._reject_unknown_caller(answer)
        request_line = f"{address.operation.http_method} {answer.request.url.path}"
        if answer.status_code == HTTPStatus.FORBIDDEN:
            raise self._finding("forbidden", f"the token does not permit {request_line}", "")
        if answer.status_code in _NO_PATH or answer.is_redirect:
            message = f"{request_line} is answered with {answer.status_code}"
            raise self._finding("wrong-address", message, f"--url is the address that {address.path} is added to")

    def _request(self, direction: str, method: str | None) -> tuple[Address, dict[str, str]]:
        """Return where requests of a method go, and the headers that each of them has."""
        operation = taking(self._contract, direction)
        identifiers = {} if operation.moves else self.caller.identifiers(operation)
        parameters = of_method(self._contract.interface, operation, method, identifiers)
        return Address(operation, parameters.target), {"Content-Type": operation.media_type, **dict(parameters.headers)}

    def _reject_unknown_caller(self, answer: httpx.Response) -> None:
        if answer.status_code == HTTPStatus.UNAUTHORIZED:
            message = "the server does not know the token" if self._target.secrets else "the server asks for a token"
            names = [*variables(self._contract).values()]
            by_count = {0: "state in `auth` a credential in headers", 1: "give it with --token or in PAYCAT_TOKEN"}
            raise self._finding("unauthenticated", message, by_count.get(len(names)) or f"give it in {listed(names)}")

    def _finding(self, code: str, message: str, remedy: str) -> FindingsError:
        return FindingsError([Diagnostic(code, Span(self._target.url), message, remedy)])

    def violations(self, vector: Vector) -> tuple[Violation, ...]:
        """Return what the server rejects.

        Raises UnansweredError, ValueError and httpx.HTTPError when there is no verdict, and FindingsError when there
        cannot be any more, for this vector or another.
        """
        recorded_violations = self._journal.answer(vector.id)
        if recorded_violations is not None:
            return recorded_violations
        if self.stopped:
            raise self.stopped
        try:
            return self._asked(vector)
        except FindingsError as error:
            self.stopped = error
            raise

    def _asked(self, vector: Vector) -> tuple[Violation, ...]:
        try:
            violations = self._verdict(vector)
        except UnansweredError as error:
            self.probe()  # Is it this request, or is the server gone?
            self._journal.write(JournalEntry(id=vector.id, failure=str(error)))
            raise
        except (ValueError, httpx.HTTPError) as error:
            self._journal.write(JournalEntry(id=vector.id, failure=str(error)))
            raise
        self._journal.write(JournalEntry(id=vector.id, violations=violations))
        return violations

    def _verdict(self, vector: Vector) -> tuple[Violation, ...]:
        operation, interface = taking(self._contract, vector.direction), self._contract.interface
        body = _body(self._contract, vector, self._journal.run)
        address, headers = self._request(vector.direction, vector.addressed)
        if operation.moves:
            id_by_machine = {self.caller.moved_machine(operation).name: self.caller.new_id(operation)}
            texts = self.caller.identifiers(operation, id_by_machine)
            address = Address(operation, sent_parameters(interface, operation, texts).target)
        if (parameter_key := interface.repetition_key) in operation.parameters:
            headers[interface.parameter(parameter_key).name] = str(uuid5(self._journal.run, vector.id))
        answer = self._sender.post(address, body, {**headers, **vector.headers})
        if self._unknown_caller not in vector.violations:
            self._reject_unknown_caller(answer)
        rejections = self._problems.answered(vector.direction, answer)
        later_rejections = {violation for violation in rejections if violation.code in self._beyond_fields}
        if operation.moves and self.caller.way_to(operation) is None:
            conflict = Violation(code=interface.problem(CONFLICT).slug, pointer=ROOT)
            later_rejections |= rejections & self._problems.expected([conflict])
        duplicate = interface.duplicate(vector.direction)
        if duplicate and body == vector.body():
            repetition = Violation(code=duplicate.slug, pointer=ROOT)
            later_rejections |= rejections & self._problems.expected([repetition])
        if vector.valid:
            self.behind.update(later_rejections)
        # Where something must be rejected, the result is what the server rejected instead.
        return in_order(rejections - later_rejections if rejections != later_rejections or vector.valid else rejections)

    def expected(self, violations: tuple[Violation, ...]) -> tuple[Violation, ...]:
        """Return what the form of errors says of violations."""
        return in_order(self._problems.expected(violations))

    def close(self) -> None:
        """Close the connections."""
        self._sender.close()


def _body(contract: Contract, vector: Vector, run_id: UUID) -> bytes:
    """Return a vector's body with a reference that no record has so far.

    The body stays as it was published when references may repeat, when it is raw, when the vector is about the
    reference, when it holds no text there, and when the new reference would break a rule of the field.
    """
    requests: list[Request] = sorted(
        contract.requests(vector.direction), key=lambda request: request.method != vector.method
    )
    field = requests[0].by_role("reference") if requests else None
    if vector.raw or field is None or not contract.interface.duplicate(vector.direction):
        return vector.body()
    path, fresh_reference = steps_of(field.path), str(uuid5(run_id, vector.id))
    is_about_reference = vector.rule.rpartition(":")[0] == f"{requests[0].qualified_name}.{field.path}"
    if is_about_reference or pointer(path) in {violation.pointer for violation in vector.violations}:
        return vector.body()
    is_text = holds_path(vector.payload, path) and isinstance(value_at(vector.payload, path), str)
    if not is_text or not field.accepts(fresh_reference):
        return vector.body()
    return vector.model_copy(update={"payload": with_value(vector.payload, path, fresh_reference)}).body()

"""The engine that asks a running server."""

from collections import Counter
from http import HTTPStatus

import httpx

from paycat.catalogue.directions import DIRECTIONS
from paycat.catalogue.interface import Operation
from paycat.conformance.engine import Engine, in_order
from paycat.conformance.engines.problem import answered, creating
from paycat.conformance.live.journal import Entry, Journal
from paycat.conformance.live.requests import USUAL_HEADERS, body_of, headers_of
from paycat.conformance.live.sending import Sender, Target, UnansweredError, in_words
from paycat.contract.model import Contract, Violation
from paycat.contract.pointers import ROOT
from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.lint.verdicts import given_codes
from paycat.vectors.model import Vector

_NO_PATH = (HTTPStatus.NOT_FOUND, HTTPStatus.METHOD_NOT_ALLOWED)


class LiveEngine(Engine):
    """Posts each vector to a server once, unless the journal has the answer.

    The vectors are about text, method code and fields. After these stages a server has checks of its own. What they
    reject was accepted before: a member whose code no field of the contract has (such as a bank code that the server
    does not list), and, where the vector's own reference was sent, a reference that a payment has already.
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
        self.behind: Counter[Violation] = Counter()
        """What the server rejected behind the fields, in bodies that the fields accept, and how often."""
        self._unknown_caller = Violation(code=contract.interface.problem("unauthenticated").slug, pointer=ROOT)
        self._beyond_fields = {code.code for code in contract.interface.violation_codes} - given_codes(contract)

    def probe(self) -> None:
        """Raise FindingsError when the server cannot be reached, or does not know the token."""
        for direction in DIRECTIONS:
            if any(self._contract.requests(direction)):
                self._probe(creating(self._contract, direction))

    def _probe(self, operation: Operation) -> None:
        """Send an empty body, which creates nothing: there must be an answer, and one that is not for every request."""
        try:
            answer = self._sender.ask(operation, b"", USUAL_HEADERS)
        except (httpx.TransportError, UnansweredError) as error:
            raise self._finding("unreachable", f"there is no answer: {in_words(error)}", "is it running?") from error
        self._reject_unknown_caller(answer)
        asked = f"{operation.http_method} {answer.request.url.path}"
        if answer.status_code == HTTPStatus.FORBIDDEN:
            raise self._finding("forbidden", f"the token does not permit {asked}", "")
        if answer.status_code in _NO_PATH or answer.is_redirect:
            message = f"{asked} is answered with {answer.status_code}"
            raise self._finding("wrong-address", message, f"--url is the address that {operation.path} is added to")

    def _reject_unknown_caller(self, answer: httpx.Response) -> None:
        if answer.status_code == HTTPStatus.UNAUTHORIZED:
            message = "the server does not know the token" if self._target.token else "the server asks for a token"
            raise self._finding("unauthenticated", message, "give it with --token or in PAYCAT_TOKEN")

    def _finding(self, code: str, message: str, remedy: str) -> FindingsError:
        return FindingsError([Diagnostic(code, Span(self._target.url), message, remedy)])

    def violations(self, vector: Vector) -> tuple[Violation, ...]:
        """Return what the server rejects.

        Raises UnansweredError, ValueError and httpx.HTTPError when there is no verdict, and FindingsError when there
        cannot be any more, for this vector or another.
        """
        known = self._journal.answer(vector.id)
        if known is not None:
            return known
        if self.stopped:
            raise self.stopped
        try:
            return self._asked(vector)
        except FindingsError as error:
            self.stopped = error
            raise

    def _asked(self, vector: Vector) -> tuple[Violation, ...]:
        try:
            found = self._verdict(vector)
        except UnansweredError as error:
            self.probe()  # Is it this request, or is the server gone?
            self._journal.write(Entry(id=vector.id, failure=str(error)))
            raise
        except (ValueError, httpx.HTTPError) as error:
            self._journal.write(Entry(id=vector.id, failure=str(error)))
            raise
        self._journal.write(Entry(id=vector.id, violations=found))
        return found

    def _verdict(self, vector: Vector) -> tuple[Violation, ...]:
        operation = creating(self._contract, vector.direction)
        body = body_of(self._contract, vector, self._journal.run)
        headers = headers_of(self._contract, operation, vector, self._journal.run)
        answer = self._sender.post(operation, body, headers)
        if self._unknown_caller not in vector.violations:
            self._reject_unknown_caller(answer)
        found = answered(self._contract, vector.direction, answer)
        by_fields = {violation for violation in found if not self._is_beyond_fields(violation, body == vector.body())}
        if vector.valid:
            self.behind.update(found - by_fields)
        # Where something must be rejected, the result is what the server rejected instead.
        return in_order(by_fields if by_fields or vector.valid else found)

    def _is_beyond_fields(self, violation: Violation, published: bool) -> bool:
        # The contract of a part may lack the problem.
        problems = self._contract.interface.problems
        duplicates = [Violation(code=one.slug, pointer=ROOT) for one in problems if one.cause == "duplicate_reference"]
        return violation.code in self._beyond_fields or (published and violation in duplicates)

    def close(self) -> None:
        """Close the connections."""
        self._sender.close()

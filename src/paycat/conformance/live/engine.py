"""The engine that asks a running server."""

from collections import Counter
from http import HTTPStatus

import httpx

from paycat.catalogue.directions import DIRECTIONS
from paycat.conformance.engine import Engine, in_order
from paycat.conformance.engines.problem import answered, creating
from paycat.conformance.live.journal import Entry, Journal
from paycat.conformance.live.requests import USUAL_HEADERS, body_of, headers_of
from paycat.conformance.live.sending import Sender, Target, UnansweredError, in_words
from paycat.contract.interface import Operation
from paycat.contract.model import Contract, Refusal
from paycat.contract.pointers import ROOT
from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.rules.verdicts import given_codes
from paycat.vectors.model import Vector

_NO_PATH = (HTTPStatus.NOT_FOUND, HTTPStatus.METHOD_NOT_ALLOWED)


class LiveEngine(Engine):
    """Posts vectors to a server, once each, and takes from the journal what was answered before.

    The vectors are about text, method code and fields. A server goes on from there, with its own checks of payments,
    and what these refuse was accepted by all stages before: a refused member whose code no field of the contract gives
    (such as a bank code that the server does not list), and, where the vector's own reference was sent, the problem
    that a payment has this reference already.
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
        self.behind: Counter[Refusal] = Counter()
        """What the server refused behind the fields, in bodies that the fields accept, and how often."""
        self._unknown_caller = Refusal(code=contract.interface.problem("unauthenticated").slug, pointer=ROOT)
        self._beyond_fields = {code.code for code in contract.interface.refusal_codes} - given_codes(contract)

    def probe(self) -> None:
        """Ask the server whether it can be reached. Raises FindingsError when it cannot, or does not know the token."""
        for direction in DIRECTIONS:
            if any(self._contract.requests(direction)):
                _probe(self._sender, creating(self._contract, direction), self._target)

    def refusals(self, vector: Vector) -> tuple[Refusal, ...]:
        """Return what the server refuses.

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

    def _asked(self, vector: Vector) -> tuple[Refusal, ...]:
        try:
            found = self._verdict(vector)
        except UnansweredError as error:
            self.probe()  # Is it this request, or is the server gone?
            self._journal.write(Entry(id=vector.id, failure=str(error)))
            raise
        except (ValueError, httpx.HTTPError) as error:
            self._journal.write(Entry(id=vector.id, failure=str(error)))
            raise
        self._journal.write(Entry(id=vector.id, refusals=found))
        return found

    def _verdict(self, vector: Vector) -> tuple[Refusal, ...]:
        operation = creating(self._contract, vector.direction)
        body = body_of(self._contract, vector, self._journal.run)
        headers = headers_of(self._contract, operation, vector, self._journal.run)
        answer = self._sender.post(operation, body, headers)
        if self._unknown_caller not in vector.refusals:
            _refuse_unknown_caller(answer, self._target)
        found = answered(self._contract, vector.direction, answer)
        by_fields = {refusal for refusal in found if not self._is_beyond_fields(refusal, body == vector.body())}
        if vector.valid:
            self.behind.update(found - by_fields)
        # Where something must be refused, the result is what the server refused instead.
        return in_order(by_fields if by_fields or vector.valid else found)

    def _is_beyond_fields(self, refusal: Refusal, published: bool) -> bool:
        # The contract of a part may lack the problem.
        problems = self._contract.interface.problems
        duplicates = [Refusal(code=one.slug, pointer=ROOT) for one in problems if one.cause == "duplicate_reference"]
        return refusal.code in self._beyond_fields or (published and refusal in duplicates)

    def close(self) -> None:
        """Close the connections."""
        self._sender.close()


def _probe(sender: Sender, operation: Operation, target: Target) -> None:
    """Send an empty body, which creates nothing, before thousands of requests.

    Raises FindingsError when there is no answer, or one that every request would get.
    """
    try:
        answer = sender.ask(operation, b"", USUAL_HEADERS)
    except (httpx.TransportError, UnansweredError) as error:
        raise _finding(target, "unreachable", f"there is no answer: {in_words(error)}", "is it running?") from error
    _refuse_unknown_caller(answer, target)
    asked = f"{operation.http_method} {answer.request.url.path}"
    if answer.status_code == HTTPStatus.FORBIDDEN:
        raise _finding(target, "forbidden", f"the token does not permit {asked}", "")
    if answer.status_code in _NO_PATH or answer.is_redirect:
        message = f"{asked} is answered with {answer.status_code}"
        raise _finding(target, "wrong-address", message, f"--url is the address that {operation.path} is added to")


def _refuse_unknown_caller(answer: httpx.Response, target: Target) -> None:
    """Raise FindingsError when an answer says that the token is missing or not known."""
    if answer.status_code == HTTPStatus.UNAUTHORIZED:
        message = "the server does not know the token" if target.token else "the server asks for a token"
        raise _finding(target, "unauthenticated", message, "give it with --token or in PAYCAT_TOKEN")


def _finding(target: Target, code: str, message: str, remedy: str) -> FindingsError:
    return FindingsError([Diagnostic(code, Span(target.url), message, remedy)])

"""The engine that asks a running server."""

from collections import Counter

import httpx

from paycat.catalogue.directions import DIRECTIONS
from paycat.conformance.engine import Engine, in_order
from paycat.conformance.engines.problem import answered, creating
from paycat.conformance.live.journal import Entry, Journal
from paycat.conformance.live.probe import probe, refuse_unknown_caller
from paycat.conformance.live.requests import body_of, headers_of
from paycat.conformance.live.sending import Sender, Target, UnansweredError
from paycat.contract.model import Contract, Refusal
from paycat.contract.pointers import ROOT
from paycat.diagnostics import FindingsError
from paycat.lint.verdicts import given_codes
from paycat.vectors.model import Vector


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
                probe(self._sender, creating(self._contract, direction), self._target)

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
            refuse_unknown_caller(answer, self._target)
        found = answered(self._contract, vector.direction, answer)
        by_fields = {refusal for refusal in found if not self._is_beyond_fields(refusal, body == vector.body())}
        if vector.valid:
            self.behind.update(found - by_fields)
        # Where something must be refused, what the server refused in its place is told.
        return in_order(by_fields if by_fields or vector.valid else found)

    def _is_beyond_fields(self, refusal: Refusal, published: bool) -> bool:
        # The contract of a part may lack the problem.
        problems = self._contract.interface.problems
        duplicates = [Refusal(code=one.slug, pointer=ROOT) for one in problems if one.cause == "duplicate_reference"]
        return refusal.code in self._beyond_fields or (published and refusal in duplicates)

    def close(self) -> None:
        """Close the connections."""
        self._sender.close()

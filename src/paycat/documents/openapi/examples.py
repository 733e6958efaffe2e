"""Examples of answers: records as the catalogue shows them, and of a creation one for each method.

The record of a method is the example of the catalogue with the values of the method's sample `full`.
"""

from collections.abc import Iterator
from typing import Any

from paycat.catalogue.directions import Direction
from paycat.catalogue.interface import Operation
from paycat.contract.interface import Record
from paycat.contract.model import Contract, Request
from paycat.contract.nodes import FieldNode, Node
from paycat.contract.subsets.illustrations import Echo
from paycat.contract.subsets.method_names import MethodNames, Outside
from paycat.contract.subsets.whole import Sendable
from paycat.contract.validate import rejected

Json = dict[str, Any]


def answer_examples(contract: Contract, operation: Operation) -> Json:
    """Return the members of a media type that show what an operation answers; none without an example."""
    record = contract.interface.record(operation.success.record)
    if record.example is None:
        return {}
    if operation.request is None:
        return {"example": record.example}
    made = _Created(contract, operation.request, record)
    shown = {request.method: made.example(request) for request in contract.requests(operation.request)}
    examples = {method: {"value": value} for method, value in shown.items() if value is not None}
    return {"examples": examples} if examples else {}


class _Created:
    """Shows the record of a new transaction, in its first state, for any request of a direction."""

    def __init__(self, contract: Contract, direction: Direction, record: Record) -> None:
        self._contract, self._record = contract, record
        self._sendable = Sendable(contract, direction)
        codes = frozenset(method.code for method in contract.methods)
        self._all = Outside(MethodNames(codes), codes)
        self._records = {one.name: one.body for one in contract.interface.records}
        self._first = {
            one.member: one.initial for one in contract.interface.state_machines if one.record == record.name
        }

    def example(self, request: Request) -> Any:
        """Return the record of a request's sample `full`, or None where none is valid."""
        echo = Echo(self._sendable, self._contract, request)
        drafts = (self._complete(draft, request) for draft in echo.drafts(self._record.example, self._all))
        return next((draft for draft in drafts if not rejected(self._record.body, draft, self._records)), None)

    def _complete(self, draft: Any, request: Request) -> Any:
        """Return a draft in the first state, with the members that only some methods have, in the record's order."""
        if not isinstance(draft, dict):
            return draft
        sent = request.sample("full").payload
        known = {name: self._derived(f"{name}.", value, sent.get(name)) for name, value in draft.items()}
        found = {**known, **self._first, **dict(self._of_some(draft, request))}
        order = {member.name: index for index, member in enumerate(self._record.members)}
        return dict(sorted(found.items(), key=lambda item: order.get(item[0], len(order))))

    def _derived(self, prefix: str, value: Any, sent: Any) -> Any:
        """Return an object that repeats one of the request without parts of values that it does not have.

        What a request never sends, such as the end of a number, is shown where a text that is sent has it.
        """
        if not isinstance(value, dict) or not isinstance(sent, dict):
            return value
        texts = [one for one in sent.values() if isinstance(one, str)]
        return {
            name: inner
            for name, inner in value.items()
            if f"{prefix}{name}" in self._sendable.members or any(str(inner) in text for text in texts)
        }

    def _of_some(self, draft: Json, request: Request) -> Iterator[tuple[str, Any]]:
        """Return members that the draft lacks and that the request has: an object as its own record shows it."""
        sent = request.sample("full").payload
        for member in self._record.members:
            if member.name in sent and member.name not in draft:
                value = self._shown(member, sent[member.name])
                if value is not None:
                    yield member.name, value

    def _shown(self, member: Node, sent: Any) -> Any:
        if isinstance(member, FieldNode) and member.record is not None:
            return self._contract.interface.record(member.record).example
        return sent

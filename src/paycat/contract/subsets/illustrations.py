"""The examples of a subset: what shows a method outside is written anew from a sample of a request that is left.

Members that are named like fields of requests take its values. Nothing is invented; where nothing fits, there is
no example.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from paycat.contract.interface import Interface, Parameter, Record
from paycat.contract.model import Contract, Request
from paycat.contract.nodes import Node
from paycat.contract.subsets.pruning import reached, served
from paycat.contract.subsets.whole import Outside, Sendable, Whole, stated, values
from paycat.contract.validate import rejected

_MISSING = object()


def illustrated(interface: Interface, whole: Whole, part: Contract, outside: Outside) -> Interface:
    """Return a pruned interface whose examples show the methods of a part alone.

    `whole` is what the interface was pruned from, `part` has the requests that are left.
    """
    examples = _Examples(interface, whole, part, outside)
    return interface.model_copy(
        update={
            "parameters": tuple(examples.parameter(one) for one in interface.parameters),
            "records": tuple(examples.record(one) for one in interface.records),
        }
    )


class _Examples:
    def __init__(self, interface: Interface, whole: Whole, part: Contract, outside: Outside) -> None:
        self._interface, self._whole, self._part, self._outside = interface, whole, part, outside
        self._reach = reached(interface.records)
        self._requests = list(part.requests())
        self._records = {record.name: record.body for record in interface.records}

    def record(self, record: Record) -> Record:
        """Return a record with an example of the part."""
        if record.example is None or not self._outside.within(record.example):
            return record
        shown = next(self._shown_by(record), None)
        echo = _Echo(self._whole.sendable[shown.direction], self._part, shown) if shown else None
        drafts = echo.drafts(record.example, self._outside) if echo else ()
        return record.model_copy(update={"example": self._first_sound(record.body, drafts)})

    def parameter(self, parameter: Parameter) -> Parameter:
        """Return a parameter with an example of the part."""
        example = parameter.example
        if example is None or not isinstance(example, str):
            return parameter
        now = list(values(self._part, self._whole.roles, parameter))
        if (example in now or example not in self._whole.values[parameter.key]) and not self._outside.within(example):
            return parameter
        return parameter.model_copy(update={"example": self._first_sound(parameter.value, now)})

    def _shown_by(self, record: Record) -> Iterator[Request]:
        """The requests of the part whose records these are, or any."""
        for operation in self._interface.operations:
            if record.name in self._reach.get(operation.success.record, ()):
                yield from served(self._interface, operation, self._requests) or ()
        for notification in self._interface.notifications:
            state_machine = next(
                (one for one in self._interface.state_machines if one.name == notification.state_machine), None
            )
            if state_machine and record.name in self._reach.get(notification.record, ()):
                yield from (request for request in self._requests if request.direction == state_machine.direction)
        yield from self._requests

    def _first_sound(self, node: Node, drafts: Iterable[Any]) -> Any:
        own = (draft for draft in drafts if not self._outside.within(draft))
        return next((draft for draft in own if not rejected(node, draft, self._records)), None)


class _Echo:
    """Shows a request of the part where an example shows one of the whole."""

    def __init__(self, sendable: Sendable, part: Contract, request: Request) -> None:
        self._part, self._request = part, request
        self._sent = request.sample("full").payload
        self._roles, self._known, self._objects = sendable.roles, sendable.members, sendable.objects

    def drafts(self, example: Any, outside: Outside) -> Iterator[Any]:
        """Return the example anew, the best first: without members that the request does not send, and with them."""
        yield self._shown(example, outside, leaving_out=True)
        yield self._shown(example, outside, leaving_out=False)

    def _shown(self, value: Any, outside: Outside, leaving_out: bool) -> Any:
        if isinstance(value, list):
            return list(
                {repr(one): one for one in (self._shown(item, outside, leaving_out) for item in value)}.values()
            )
        if isinstance(value, str):
            return self._request.method if value in outside.codes else value
        if not isinstance(value, dict):
            return value
        about = any(_names(inner, outside) for inner in value.values())
        found = {}
        for name, inner in value.items():
            new = self._member(name, inner) if about and not _names(inner, outside) else inner
            if new is not _MISSING or not leaving_out:
                found[name] = self._shown(inner if new is _MISSING else new, outside, leaving_out)
        return found

    def _member(self, name: str, value: Any) -> Any:
        """Return the value of a member of an object that is about a method; `_MISSING` where none is sent."""
        if name in self._roles:
            new = stated(self._part, self._request, self._roles[name])
            return _MISSING if new is None else new
        if name not in self._known:
            return value
        return self._echoed(value, self._sent.get(name, _MISSING), name)

    def _echoed(self, value: Any, sent: Any, path: str) -> Any:
        if sent is _MISSING or path not in self._objects or not isinstance(value, dict) or not isinstance(sent, dict):
            return sent
        found = {}
        for name, inner in value.items():
            here = f"{path}.{name}"
            new = self._echoed(inner, sent.get(name, _MISSING), here) if here in self._known else inner
            if new is not _MISSING:
                found[name] = new
        return found


def _names(value: Any, outside: Outside) -> bool:
    """Tell whether a value is the code of a method outside, or a list with one."""
    inner = value if isinstance(value, list) else [value]
    return any(isinstance(one, str) and one in outside.codes for one in inner)

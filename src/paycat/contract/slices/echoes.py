"""An example that shows a request of one method in, the same example for a request of another out."""

from collections.abc import Iterator
from typing import Any

from paycat.contract.model import Contract, Request
from paycat.contract.slices.rewording import Outside

_MISSING = object()


def stated(contract: Contract, request: Request, role: str | None, sample: str = "full") -> Any:
    """Return what a sample of a request says in the field of a role, or else what its method says of it; or None."""
    field = request.by_role(role) if role else None
    value = request.sample(sample).at(field.path) if field else None
    method = contract.method(request.method)
    if value is not None or method is None:
        return value
    facts = {"method": method.code, "currency": method.currency, "country": next(iter(method.countries), None)}
    return facts.get(role or "")


class Echo:
    """Shows a request of the part where an example shows one of the whole."""

    def __init__(self, whole: Contract, part: Contract, request: Request) -> None:
        self._part, self._request = part, request
        self._sent = request.sample("full").payload
        same = [one for one in whole.requests() if one.direction == request.direction]
        self._roles = {field.name: field.role for one in same for field in one.root.fields() if field.role}
        self._known = {member.path for one in same for group in one.root.groups() for member in group.members}
        self._objects = {group.path for one in same for group in one.root.groups()}

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
        """Return what stands in a member of an object that speaks of a method; `_MISSING` where none is sent."""
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

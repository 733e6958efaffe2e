"""A contract that subsets are made of: what each of them asks of the whole is found once."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from hashlib import sha256
from typing import Any

from paycat.catalogue.directions import DIRECTIONS, Direction
from paycat.contract.interface import Parameter
from paycat.contract.model import Contract, Request
from paycat.contract.subsets.citations import Citations
from paycat.contract.subsets.method_names import MethodNames
from paycat.contract.subsets.pruning import served

Roles = Mapping[str, Mapping[str, None]]
"""The roles that fields of a name have, in order, by the name."""


class Whole:
    """A contract: the words that name its methods, the values that its requests have, the ids that it cites."""

    def __init__(self, contract: Contract) -> None:
        self.contract = contract
        self.codes = frozenset(method.code for method in contract.methods)
        self.names = MethodNames(self.codes)
        self._sendable: dict[Direction, Sendable] = {}
        self._values: dict[str, frozenset[str]] = {}

    @cached_property
    def shared(self) -> str:
        """The digest of all that the subset of one method has of the whole, beside the method itself."""
        rest = self.contract
        if len(self.codes) > 1:
            rest = rest.model_copy(update={"digest": "", "methods": (), "limitations": ()})
        facts: list[object] = [sorted(self.codes), self.roles]
        for one in map(self.sendable, DIRECTIONS):
            facts += [one.roles, sorted(one.members), sorted(one.objects)]
        facts += [sorted(self.values(parameter)) for parameter in rest.interface.parameters]
        return sha256(f"{rest.model_dump_json()} {facts!r}".encode()).hexdigest()

    @cached_property
    def citations(self) -> Citations:
        """The ids that the parts cite which subsets share."""
        return Citations(self.contract)

    @cached_property
    def roles(self) -> Roles:
        """The roles of fields by name."""
        found: dict[str, dict[str, None]] = {}
        for request in self.contract.requests():
            for field in request.root.fields():
                if field.role:
                    found.setdefault(field.name, {})[field.role] = None
        return found

    def sendable(self, direction: Direction) -> "Sendable":
        """Return what requests of a direction may hold."""
        if direction not in self._sendable:
            self._sendable[direction] = Sendable(self.contract, direction)
        return self._sendable[direction]

    def values(self, parameter: Parameter) -> frozenset[str]:
        """Return the values that requests have for a parameter."""
        if parameter.key not in self._values:
            self._values[parameter.key] = frozenset(values(self.contract, self.roles, parameter))
        return self._values[parameter.key]


class Sendable:
    """What requests of a direction may hold: the roles of names, the paths of members and those of objects."""

    def __init__(self, contract: Contract, direction: Direction) -> None:
        same = list(contract.requests(direction))
        self.roles = {field.name: field.role for one in same for field in one.root.fields() if field.role}
        self.members = {member.path for one in same for group in one.root.groups() for member in group.members}
        self.objects = {group.path for one in same for group in one.root.groups()}


def values(contract: Contract, roles: Roles, parameter: Parameter) -> Iterator[str]:
    """Return the values that fields of a parameter's name, if they have a role, get in the requests that it is for."""
    known = roles.get(parameter.name, {})
    for request in _for(contract, parameter) if known else ():
        for name in ("full", "minimal"):
            for role in known:
                value = stated(contract, request, role, name)
                if isinstance(value, str):
                    yield value


def _for(contract: Contract, parameter: Parameter) -> Iterator[Request]:
    # A part's own interface may still be the whole one: operations that went serve no request of the part.
    requests = list(contract.requests())
    for operation in contract.interface.operations:
        if parameter.key in operation.parameters:
            yield from served(contract.interface, operation, requests) or ()


def stated(contract: Contract, request: Request, role: str | None, sample: str = "full") -> Any:
    """Return what a sample of a request says in the field of a role, or else what its method says of it; or None."""
    field = request.by_role(role) if role else None
    value = request.sample(sample).at(field.path) if field else None
    if value is not None or role not in ("method", "currency", "country"):
        return value
    method = contract.method(request.method)
    if method is None:
        return None
    facts = {"method": method.code, "currency": method.currency, "country": next(iter(method.countries), None)}
    return facts[role]

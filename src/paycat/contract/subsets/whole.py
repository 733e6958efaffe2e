"""A contract that subsets are made of: what each of them asks of the whole is found once, and what names a method."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from paycat.catalogue.values import DIRECTIONS, Direction
from paycat.contract.interface import Parameter
from paycat.contract.model import Contract, Request
from paycat.contract.subsets.pruning import served
from paycat.contract.subsets.registers import Citations
from paycat.text.json_data import json_line, texts_in, values_in

Roles = Mapping[str, Mapping[str, None]]
"""The roles that fields of a name have, in order, by the name."""

_WORD = re.compile("[A-Za-z0-9_]+")
_OF_PROSE = re.compile("[A-Za-z]?[a-z]*(-[a-z]+)*|[^A-Za-z]*")
"""Words, such as e-mail, and numbers that a text has whether a method has such a code or not."""
_ENDS, _EDGES = ".,;:!?", "\"'`()[]{}<>.,;:!?"


class Whole:
    """A contract: the words that name its methods, the values that its requests have, the ids that it cites.

    `roles` are those of fields by name, `sendable` is what requests of a direction may hold, and `values` what requests
    have for a parameter, by its key.
    """

    def __init__(self, contract: Contract) -> None:
        self.contract = contract
        self.codes = frozenset(method.code for method in contract.methods)
        self.names = MethodNames(self.codes)
        self.citations = Citations(contract)
        self.roles = _roles(contract)
        self.sendable = {direction: Sendable(contract, direction) for direction in DIRECTIONS}
        parameters = contract.interface.parameters
        self.values = {one.key: frozenset(values(contract, self.roles, one)) for one in parameters}

    @cached_property
    def shared(self) -> tuple[object, ...]:
        """All that the subset of one method has of the whole, beside the method itself."""
        rest = self.contract
        if len(self.codes) > 1:
            rest = rest.model_copy(update={"digest": "", "methods": (), "limitations": ()})
        sendable = [[one.roles, sorted(one.members), sorted(one.objects)] for one in self.sendable.values()]
        known = {key: sorted(found) for key, found in self.values.items()}
        return rest, json_line([sorted(self.codes), self.roles, sendable, known])


class MethodNames:
    """The words that name methods: their codes, unless they are words of prose, and the beginnings of several codes."""

    def __init__(self, codes: Iterable[str]) -> None:
        self._meanings: dict[str, frozenset[str]] = {}
        codes = tuple(code for code in codes if not _OF_PROSE.fullmatch(code))
        for code in codes:
            words = code.split("_")
            for family in ("_".join(words[:length]) for length in range(2, len(words))):
                self._meanings[family] = self._meanings.get(family, frozenset()) | {code}
        self._meanings |= {code: frozenset({code}) for code in codes}

    def named_in(self, text: str) -> Iterator[tuple[str, frozenset[str]]]:
        """Return the words of a text that name methods, each with the codes of these."""
        for token in text.split():
            whole = (token, token.rstrip(_ENDS), token.strip(_EDGES))
            words = next(([word] for word in whole if word in self._meanings), None) or _WORD.findall(token)
            yield from ((word, self._meanings[word]) for word in words if word in self._meanings)


@dataclass(frozen=True, slots=True)
class Outside:
    """The methods that a subset does not have."""

    names: MethodNames
    codes: frozenset[str]

    def within(self, value: Any) -> bool:
        """Tell whether a text or a name inside a JSON value names some of them, and none that the subset has."""
        named = (meant for text in texts_in(value) for _, meant in self.names.named_in(text))
        is_code = any(isinstance(one, str) and one in self.codes for one in values_in(value))
        return is_code or any(meant <= self.codes for meant in named)


class Sendable:
    """What requests of a direction may hold: the roles of names, the paths of members and those of objects."""

    def __init__(self, contract: Contract, direction: Direction) -> None:
        same = list(contract.requests(direction))
        self.roles = {field.name: field.role for one in same for field in one.root.fields() if field.role}
        self.members = {member.path for one in same for group in one.root.groups() for member in group.members}
        self.objects = {group.path for one in same for group in one.root.groups()}


def values(contract: Contract, roles: Roles, parameter: Parameter) -> Iterator[str]:
    """Return the values that fields of a parameter's name, if they have a role, get in the requests that it is for."""
    known = {parameter.role: None} if parameter.role else roles.get(parameter.name, {})
    for request in _for(contract, parameter) if known else ():
        for name in ("full", "minimal"):
            for role in known:
                value = stated(contract, request, role, name)
                if isinstance(value, str):
                    yield value


def _roles(contract: Contract) -> Roles:
    found: dict[str, dict[str, None]] = {}
    for request in contract.requests():
        for field in request.root.fields():
            if field.role:
                found.setdefault(field.name, {})[field.role] = None
    return found


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
    facts = {"method": (method.code,), "currency": method.currencies, "country": method.countries}
    return next(iter(facts[role]), None)

"""The ids of register entries that a value cites."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from types import MappingProxyType
from typing import Any

from paycat.catalogue.statement import Value
from paycat.contract.model import Contract
from paycat.diagnostics import Span

_ID = re.compile(r"(?<![A-Za-z0-9_-])[A-Z]-[0-9]+(?![A-Za-z0-9_])")


Known = Mapping[int, tuple[Value, frozenset[str]]]
"""What values cite, by the id of the value, which is kept alive."""


def cited(value: Any, known: Known = MappingProxyType({})) -> list[str]:
    """Return every id in the texts of a value, at any depth; what is known of a value inside is there once."""
    return list(_cited(value, known))


def known_of(values: Iterable[Value]) -> Known:
    """Return what each of these values cites."""
    return {id(one): (one, frozenset(cited(one))) for one in values}


class Citations:
    """What each part of an interface and each entry of a register cites, found once for all contracts with these."""

    def __init__(self, contract: Contract) -> None:
        of_interface = (getattr(contract.interface, name) for name in contract.interface.member_names())
        members = (*of_interface, contract.gaps, contract.decisions, contract.errata)
        parts = (one for member in members for one in (member if isinstance(member, tuple) else (member,)))
        self._known = known_of(part for part in parts if isinstance(part, Value))
        self._without: dict[tuple[int, frozenset[str]], Value] = {}

    def of(self, value: Any) -> list[str]:
        """Return what `cited` returns; an id that a part cites several times is there once."""
        return cited(value, self._known)

    def without(self, value: Value, ids: Set[str], remove: Callable[[Value], Value]) -> Value:
        """Return what `remove` makes of a value without some ids; for a part, once for those that it cites."""
        if id(value) not in self._known:
            return remove(value)
        found = self._known[id(value)][1] & ids
        if not found:
            return value
        if (id(value), found) not in self._without:
            self._without[id(value), found] = remove(value)
        return self._without[id(value), found]


def _cited(value: Any, known: Known) -> Iterator[str]:
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            if "-" in one:
                yield from _ID.findall(one)
        elif isinstance(one, dict):
            waiting += one.values()
        elif isinstance(one, list | tuple) and not isinstance(one, Span):
            waiting += one
        elif id(one) in known:
            yield from known[id(one)][1]
        elif isinstance(one, Value):
            waiting += [held for name in one.member_names() if (held := getattr(one, name))]

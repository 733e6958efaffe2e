"""The ids of register entries that a value cites."""

import re
from collections.abc import Callable, Iterator, Set
from typing import Any

from paycat.catalogue.statement import Location, Value
from paycat.contract.model import Contract

_ID = re.compile(r"(?<![A-Za-z0-9_-])[A-Z]-[0-9]+(?![A-Za-z0-9_])")


def cited(value: Any) -> list[str]:
    """Return every id in the texts of a value, at any depth."""
    return list(_cited(value, {}))


class Citations:
    """What each part of an interface and each entry of a register cites, found once for all contracts with these."""

    def __init__(self, contract: Contract) -> None:
        of_interface = (getattr(contract.interface, name) for name in contract.interface.member_names())
        members = (*of_interface, contract.gaps, contract.decisions, contract.errata)
        parts = (one for member in members for one in (member if isinstance(member, tuple) else (member,)))
        self._known = {id(part): (part, frozenset(cited(part))) for part in parts if isinstance(part, Value)}
        self._without: dict[tuple[int, frozenset[str]], Value] = {}

    def of(self, value: Any) -> list[str]:
        """Return what `cited` returns; an id that a part cites several times is there once."""
        return list(_cited(value, self._known))

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


def _cited(value: Any, known: dict[int, tuple[Value, frozenset[str]]]) -> Iterator[str]:
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            if "-" in one:
                yield from _ID.findall(one)
        elif isinstance(one, dict):
            waiting += one.values()
        elif isinstance(one, list | tuple):
            waiting += one
        elif id(one) in known:
            yield from known[id(one)][1]
        elif isinstance(one, Value) and not isinstance(one, Location):
            waiting += (getattr(one, name) for name in one.member_names())

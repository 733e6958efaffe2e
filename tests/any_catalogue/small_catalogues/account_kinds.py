"""Accounts of ten countries: a catalogue whose fields depend on each other, and the bodies of its table of verdicts.

The table was written by hand before the catalogue, and says how it is read. Nothing here is made of the catalogue.
"""

import json
from collections.abc import Iterator
from copy import deepcopy
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import projects

from paycat.contract.model import Violation
from tests.any_catalogue.small_catalogues.catalogues import Catalogue, Data

SEED = 58
_MOST = 3
"""A fact that several accounts have in common is broken in so many bodies at most."""


class Body(NamedTuple):
    """A request body of the table, and what it must get; nothing, if it is accepted."""

    name: str
    method: str
    payload: Data
    violations: tuple[Violation, ...]


class _Fault(NamedTuple):
    """A member whose value is wrong, and the code that it gets."""

    path: str
    value: Any
    code: str

    def body(self, account: "_Account") -> Body:
        payload = account.payload
        if self.value is _MISSING:
            name, broken = f"without {self.path}", _without(payload, self.path)
        else:
            name, broken = f"{self.path} {json.dumps(self.value)}", _with(payload, self.path, self.value)
        pointer = "#/" + self.path.replace(".", "/")
        return Body(f"{account.name}: {name}", account.method, broken, (Violation(code=self.code, pointer=pointer),))


_MISSING = object()


class _Facts(NamedTuple):
    """Facts of the table, and the path at which theirs begin."""

    at: str
    stated: Data

    def table(self, key: str) -> Iterator[tuple[str, Any]]:
        return ((_joined(self.at, path), value) for path, value in self.stated.get(key, {}).items())

    def paths(self, key: str) -> list[str]:
        return [_joined(self.at, path) for path in self.stated.get(key, ())]

    def faults(self) -> Iterator[_Fault]:
        """Return each way in which a valid body may break one of the facts."""
        yield from (_Fault(path, _MISSING, "required") for path in self.paths("required"))
        yield from (_Fault(path, value, "unknown_field") for path, value in self.table("forbidden"))
        for path, wrong in self.table("wrong"):
            yield from (_Fault(path, value, code) for code, values in wrong.items() for value in values)


class _Account(NamedTuple):
    """An account of the table with a recipient: `own` facts are those of the account, and others have the `shared`."""

    name: str
    method: str
    own: _Facts
    shared: tuple[_Facts, ...]

    @property
    def payload(self) -> Data:
        """The body that the facts state together."""
        payload: Data = {"method": self.method}
        for facts in (*self.shared, self.own):
            for path, value in facts.table("body"):
                _merge(payload, path, value)
        return payload

    def varied(self, random: Random) -> Data:
        """Return the body with some other values that are free, and without some members that are optional."""
        payload = self.payload
        for facts in (*self.shared, self.own):
            for path, values in facts.table("free"):
                if random.random() < 0.4:
                    payload = _with(payload, path, random.choice(values))
        for facts in (*self.shared, self.own):
            for path in facts.paths("optional"):
                if random.random() < 0.3:
                    payload = _without(payload, path)
        return payload

    def least(self) -> Data:
        """Return the body without all that is optional."""
        payload = self.payload
        for facts in (*self.shared, self.own):
            for path in facts.paths("optional"):
                payload = _without(payload, path)
        return payload


def account_kinds(catalogue: Catalogue) -> None:
    """A catalogue of its own, whose cases are in an object type, in the request table and in each method."""
    catalogue.files = projects.read_yaml(Path(__file__).with_name("account_kinds.yaml"))


def bodies() -> list[Body]:
    """Return the bodies that the table states: half of them are accepted, and most others break one fact."""
    table = projects.read_yaml(Path(__file__).with_name("account_kinds_verdicts.yaml"))
    accounts = list(_accounts(table))
    wrong = list(_wrong(accounts))
    by_name = {account.name: account for account in accounts}
    stated = [_stated(by_name[verdict["of"]], verdict) for verdict in table["verdicts"]]
    return [*islice(_valid(accounts), len(wrong)), *wrong, *stated]


def _accounts(table: Data) -> Iterator[_Account]:
    countries = list(table["countries"])
    for row in table["accounts"]:
        country = row["country"]
        elsewhere = countries[(countries.index(country) + 3) % len(countries)]
        for kind in row.get("recipients", ("person", "company")):
            shared: tuple[_Facts, ...] = (
                _Facts("", table["always"]),
                _Facts("", table["countries"][country]),
                _Facts("", table["kinds"][kind]),
                _Facts("recipient", table["parties"][kind]),
                _Facts("recipient", table["recipients"][country][kind]),
                _Facts("sender", table["parties"]["company" if kind == "person" else "person"]),
                _Facts("sender.address", table["addresses"][elsewhere]),
            )
            if "recipient.address" in (*row.get("optional", ()), *row["required"]):
                shared += (_Facts("recipient.address", table["addresses"][country]),)
            name = f"{row['method']} {country} {row['account']} {kind}"
            yield _Account(name, row["method"], _Facts("", row), shared)


def _wrong(accounts: list[_Account]) -> Iterator[Body]:
    """Return bodies that break one fact: each fact that is stated is broken in some."""
    having: dict[tuple[int, str], list[tuple[_Account, _Facts]]] = {}
    for account in accounts:
        for facts in (account.own, *account.shared):
            having.setdefault((id(facts.stated), facts.at), []).append((account, facts))
    for pairs in having.values():
        step = max(2, -(-len(pairs) // _MOST))
        for index, fault in enumerate(pairs[0][1].faults()):
            yield from (fault.body(account) for account, _ in pairs[index % min(step, len(pairs)) :: step])


def _valid(accounts: list[_Account]) -> Iterator[Body]:
    """Yield valid bodies without end, no two alike: of each account the stated one, the least and then varied ones."""
    random, seen = Random(SEED), set()
    for number in range(1_000_000):
        for account in accounts:
            payload = (account.payload, account.least())[number] if number < 2 else account.varied(random)
            text = json.dumps(payload, sort_keys=True)
            if text not in seen:
                seen.add(text)
                yield Body(f"{account.name}: valid {number}", account.method, payload, ())


def _stated(account: _Account, verdict: Data) -> Body:
    payload = account.payload
    for path, value in verdict.get("set", {}).items():
        payload = _with(payload, path, value)
    for path in verdict.get("out", ()):
        payload = _without(payload, path)
    got = sorted(verdict.get("gets", {}).items())
    violations = tuple(Violation(code=code, pointer=pointer) for pointer, code in got)
    return Body(f"{account.name}: {verdict['name']}", account.method, payload, violations)


def _joined(at: str, path: str) -> str:
    return f"{at}.{path}" if at else path


def _holder(payload: Data, path: str) -> tuple[Any, Any]:
    """Return what has the last member of a path, or None if nothing has, and the name or the number of that member."""
    *above, name = (int(step) if step.isdecimal() else step for step in path.split("."))
    holder: Any = payload
    for step in above:
        holder = holder.get(step) if isinstance(holder, dict) else holder[step]
        if holder is None:
            return None, name
    return holder, name


def _merge(payload: Data, path: str, value: Any) -> None:
    """Add a member, and to an object its members; objects around it are made."""
    if isinstance(value, dict):
        for name, inner in value.items():
            _merge(payload, f"{path}.{name}", inner)
        return
    *above, name = path.split(".")
    holder = payload
    for step in above:
        holder = holder.setdefault(step, {})
    holder[name] = deepcopy(value)


def _with(payload: Data, path: str, value: Any) -> Data:
    changed = deepcopy(payload)
    holder, name = _holder(changed, path)
    holder[name] = deepcopy(value)
    return changed


def _without(payload: Data, path: str) -> Data:
    """Return the body without a member, if it has that."""
    changed = deepcopy(payload)
    holder, name = _holder(changed, path)
    if holder is not None:
        holder.pop(name, None)
    return changed

"""Changes in; the same with one head for each edit out, and what follows from it below.

An edit of a catalogue shows at many places of a contract. Each pass below knows one sort of edit: which change is told
first, and which others follow from it. Nothing is dropped: what follows is kept as a consequence.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from paycat.changes.change import Change, Site
from paycat.changes.conditions import members
from paycat.changes.refusals import explained
from paycat.contract.judge import judge
from paycat.contract.model import Condition, Contract, FieldNode, Group, Refusal, Request

Claims = Callable[[Change], bool]
Pass = Callable[[Change], Claims | None]
"""A change in; what tells of another one that it follows from it, or None if this one heads nothing."""


def folded(old: Contract, new: Contract, changes: Iterable[Change]) -> list[Change]:
    """Return the changes that are told first, in their order, with their consequences."""
    found = list(changes)
    for one in (_conditions(old, new), _containers, _texts, _fixed_by_method(old, new)):
        found = _passed(found, one, _of_method)
    for one in (_precision(old, new), _states(old, new)):
        found = _passed(found, one)
    for one in (_marks, _samples(old, new)):
        found = _passed(found, one, _of_method)
    for one in (_retired, _answers(new), _decisions):
        found = _passed(found, one)
    return found


def _of_method(change: Change) -> Hashable:
    return change.site.method


def _passed(changes: Sequence[Change], heading: Pass, shelf: Callable[[Change], Hashable] = bool) -> list[Change]:
    """Return the changes after a pass; only changes of one shelf follow from one another."""
    shelves: dict[Hashable, list[int]] = {}
    for index, change in enumerate(changes):
        shelves.setdefault(shelf(change), []).append(index)
    follows: dict[int, int] = {}
    for shelved in shelves.values():
        heads = {index: claims for index in shelved if (claims := heading(changes[index]))}
        for index in shelved if heads else ():
            head = next((at for at, claims in heads.items() if at != index and claims(changes[index])), None)
            if head is not None:
                follows[index] = head
    below: dict[int, list[Change]] = {}
    for index in follows:
        below.setdefault(_first(index, follows), []).append(changes[index])
    return [
        replace(change, consequences=(*change.consequences, *below.get(index, ())))
        for index, change in enumerate(changes)
        if index not in follows
    ]


def _first(index: int, follows: Mapping[int, int]) -> int:
    while index in follows:
        index = follows[index]
    return index


def _conditions(old: Contract, new: Contract) -> Pass:
    """A condition is told before what it does to the members that it names, and to its container."""

    def heading(head: Change) -> Claims | None:
        if not head.kind.startswith("condition-") or head.kind in ("condition-joined", "condition-left"):
            return None
        path = head.site.path
        named = members(one for contract in (old, new) for one in _stated_conditions(contract, head.site))
        inside = {f"{path}.{name}".removeprefix(".") for name in named}

        def claims(other: Change) -> bool:
            if not _same_request(head.site, other.site):
                return False
            moves = other.kind.startswith(("requirement-", "field-added", "field-removed", "condition-joined"))
            moves = moves or other.kind in ("condition-left", "field-claimed", "field-disregarded")
            own = other.kind.startswith("requirement-") and other.site.path == path
            return own or (moves and other.site.path in inside)

        return claims

    return heading


def _containers(head: Change) -> Claims | None:
    """What a member does to the requirement of its container follows from it, with all that the container does."""
    if not head.kind.startswith(("requirement-", "field-added", "field-removed")) or "." not in head.site.path:
        return None
    container = head.site.path.rpartition(".")[0]
    return lambda other: (
        other.kind.startswith("requirement-")
        and other.site.path == container
        and _same_request(head.site, other.site)
        and other.site.part == head.site.part
    )


def _texts(head: Change) -> Claims | None:
    """How long a text may be shows in its pattern, too."""
    if not head.kind.startswith("length-"):
        return None
    return lambda other: (
        other.kind.startswith("pattern-") and other.site.path == head.site.path and _same_request(head.site, other.site)
    )


def _fixed_by_method(old: Contract, new: Contract) -> Pass:
    """A method's currency and countries fix values of its requests."""
    kinds = {"currency-changed": "currency", "country-mode-changed": "country"}
    kinds |= {f"countries-{move}": "country" for move in ("added", "removed", "changed")}

    def heading(head: Change) -> Claims | None:
        role = kinds.get(head.kind)
        if role is None:
            return None

        def claims(other: Change) -> bool:
            if other.site.method != head.site.method:
                return False
            of_amount = role == "currency" and other.kind.startswith("precision-")
            return of_amount or (other.kind.startswith("const-") and _role(old, new, other.site) == role)

        return claims

    return heading


def _precision(old: Contract, new: Contract) -> Pass:
    """A currency's exponent decides how many decimal places an amount may have."""
    currencies = {method.code: method.currency for method in (*old.methods, *new.methods)}

    def heading(head: Change) -> Claims | None:
        if head.kind not in ("exponent-raised", "exponent-lowered"):
            return None
        code = head.site.path.rpartition(" ")[2]
        return lambda other: other.kind.startswith("precision-") and currencies.get(other.site.method or "") == code

    return heading


def _states(old: Contract, new: Contract) -> Pass:
    """A state is told before the list of values that names it in a record."""
    machines = {machine.name: machine for contract in (old, new) for machine in contract.interface.machines}

    def heading(head: Change) -> Claims | None:
        if head.kind not in ("state-added", "state-removed"):
            return None
        machine = machines[head.site.path.split(" ")[1]]
        path = f"{machine.record}.{machine.member}"
        return lambda other: other.kind.startswith("values-") and other.site.path == path

    return heading


def _marks(head: Change) -> Claims | None:
    """Where a statement says something else, it may rest on something else, too."""
    if head.kind in ("reason-changed", "words-changed", "order-changed") or head.site.part == "catalogue":
        return None
    every = {(one.site.direction, one.site.path) for one in (head, *head.consequences)}
    return lambda other: other.kind == "reason-changed" and (other.site.direction, other.site.path) in every


def _samples(old: Contract, new: Contract) -> Pass:
    """A rule is told before the published payloads whose verdict it turns, or would turn had they not been changed."""

    def heading(head: Change) -> Claims | None:
        if head.kind.startswith("sample-") or head.site.part != "request":
            return None
        every = [head, *head.consequences]
        narrows = [pattern for one in every for pattern in one.narrows]
        widens = [pattern for one in every for pattern in one.widens]
        if not narrows and not widens:
            return None

        def claims(other: Change) -> bool:
            if not other.kind.startswith("sample-") or not _same_request(head.site, other.site):
                return False
            before, after = other.widens, other.narrows
            if other.kind == "sample-changed":
                before, after = (_refused(contract, other.site, other.old) for contract in (old, new))
            turned = any(explained(one, narrows) for one in after if one not in before)
            return turned or any(explained(one, widens) for one in before if one not in after)

        return claims

    return heading


def _refused(contract: Contract, site: Site, payload: Any) -> tuple[Refusal, ...]:
    request = _request(contract, site)
    return judge(request, payload) if request else ()


def _retired(head: Change) -> Claims | None:
    """That a name is retired follows from what was removed or renamed."""
    if head.kind not in ("field-removed", "field-disregarded", "field-renamed", "method-removed", "method-renamed"):
        return None
    old_name = head.old if head.kind.endswith("renamed") else head.site.path
    return lambda other: other.kind == "name-retired" and old_name in other.site.path.split(" ")


def _answers(new: Contract) -> Pass:
    """A gap is told before the decisions that answer it."""
    answers = {f"gap {gap.id}": {f"decision {one}" for one in gap.decisions} for gap in new.gaps}

    def heading(head: Change) -> Claims | None:
        if head.kind not in ("gap-decided", "gap-settled", "gap-added"):
            return None
        return lambda other: other.kind == "decision-added" and other.site.path in answers.get(head.site.path, ())

    return heading


def _decisions(head: Change) -> Claims | None:
    """A decision that was switched is told before everything that rests on it."""
    kinds = ("decision-switched", "decision-overridden", "decision-confirmed", "gap-decided")
    if head.kind not in kinds:
        return None
    ids = {one.site.path.rpartition(" ")[2] for one in (head, *head.consequences)}
    return lambda other: not ids.isdisjoint(other.reason.decisions) and other.site.part != "catalogue"


def _same_request(one: Site, other: Site) -> bool:
    return (one.part, one.method, one.direction) == (other.part, other.method, other.direction)


def _stated_conditions(contract: Contract, site: Site) -> list[Condition]:
    groups = (group for group in _groups(contract, site) if group.path == site.path)
    return [condition for group in groups for condition in group.conditions]


def _role(old: Contract, new: Contract, site: Site) -> str | None:
    fields = (field for contract in (new, old) for group in _groups(contract, site) for field in group.members)
    return next((one.role for one in fields if isinstance(one, FieldNode) and one.path == site.path), None)


def _groups(contract: Contract, site: Site) -> list[Group]:
    request = _request(contract, site)
    return list(request.root.groups()) if request else []


def _request(contract: Contract, site: Site) -> Request | None:
    method = contract.method(site.method or "")
    return method.offer(site.direction).request if method and site.direction else None

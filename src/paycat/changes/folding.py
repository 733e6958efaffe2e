"""Changes in; the same with one head for each edit out, and what follows from it below.

An edit of a catalogue shows at many places of a contract. Each pass below knows one sort of edit: which change is told
first, and which others follow from it. Nothing is dropped: what follows is kept as a consequence.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from paycat.changes.change import Change, Site
from paycat.changes.conditions import members
from paycat.changes.fields import EMPTY
from paycat.changes.refusals import explained
from paycat.changes.sites import field_at, request_at
from paycat.contract.judge import judge
from paycat.contract.model import Contract, Refusal
from paycat.contract.nodes import Condition, FieldNode, Group

_NAMED = ("state-", "event-", "failure-code-")
Claims = Callable[[Change], bool]
Pass = Callable[[Change], Claims | None]
"""A change in; what tells of another one that it follows from it, or None if this one heads nothing."""


def folded(old: Contract, new: Contract, changes: Iterable[Change]) -> list[Change]:
    """Return the changes that are told first, in their order, with their consequences."""
    found = list(changes)
    for one in (_requirements, _conditions(old, new), _containers, _fixed_by_method(old, new)):
        found = _passed(found, one, _of_method)
    found = _passed(found, _precision(old, new))
    found = _passed(found, _names(old, new, found))
    found = _passed(found, _marks, _of_method)
    found = _passed(found, _samples(old, new), _of_method, _echoed)
    for one in (_retired, _answers(old, new), _decisions):
        found = _passed(found, one)
    return found


def _of_method(change: Change) -> Hashable:
    return change.site.method


def _echoed(change: Change) -> Change:
    return replace(change, is_echo=True)


def _itself(change: Change) -> Change:
    return change


def _passed(
    changes: Sequence[Change],
    heading: Pass,
    shelf: Callable[[Change], Hashable] = bool,
    following: Callable[[Change], Change] = _itself,
) -> list[Change]:
    """Return the changes after a pass; only changes of one shelf follow from one another.

    `following` is done to each change that follows.
    """
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
        below.setdefault(_first(index, follows), []).append(following(changes[index]))
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


def _requirements(head: Change) -> Claims | None:
    """Whether a text must be sent decides, by convention, whether it may be empty."""
    if not head.kind.startswith(("requirement-", "condition-joined", "condition-left")):
        return None
    return lambda other: (
        other.kind in ("length-narrowed", "length-widened")
        and {other.old, other.new} == EMPTY
        and other.site.path == head.site.path
        and _same_request(head.site, other.site)
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


def _names(old: Contract, new: Contract, changes: Iterable[Change]) -> Pass:
    """A state, an event or a failure code is told before the lists of values that name it in records."""
    named = {id(one): _named(one) for one in changes if one.kind.startswith(_NAMED)}
    every = {name for names in named.values() for name in names}

    def differing(values: Change) -> set[str]:
        before, after = (_values(contract, values.site) for contract in (old, new))
        return before ^ after

    def heading(head: Change) -> Claims | None:
        names = named.get(id(head))
        if not names:
            return None
        return lambda other: (
            other.kind.startswith(("choice-", "known-values-"))
            and not names.isdisjoint(differing(other))
            and differing(other) <= every
        )

    return heading


def _named(head: Change) -> set[str]:
    """Return the names that came, went or changed with a change."""
    every = [one for one in (head, *head.consequences) if one.kind.startswith(_NAMED)]
    names = {one.site.path.rpartition(" ")[2] for one in every}
    return names | {str(one.old) for one in every if one.kind.endswith("-renamed")}


def _values(contract: Contract, site: Site) -> set[str]:
    field = field_at(contract, site)
    return {one.value for one in field.choices} if field else set()


def _marks(head: Change) -> Claims | None:
    """Where a statement says something else, it may rest on something else, too."""
    if head.kind in ("reason-changed", "words-changed", "order-changed") or head.site.part == "catalogue":
        return None
    every = {(one.site.direction, one.site.path) for one in (head, *head.consequences)}
    return lambda other: other.kind == "reason-changed" and (other.site.direction, other.site.path) in every


def _samples(old: Contract, new: Contract) -> Pass:
    """A rule is told before the published payloads whose verdict it turns, or would turn had they not been changed."""

    def heading(head: Change) -> Claims | None:
        if head.kind.startswith("sample-"):
            return None
        every = [head, *head.consequences]
        narrows = [pattern for one in every for pattern in one.narrows]
        widens = [pattern for one in every for pattern in one.widens]
        if not narrows and not widens:
            return None

        def claims(other: Change) -> bool:
            if not other.kind.startswith("sample-") or head.site.direction not in (None, other.site.direction):
                return False
            before, after = other.widens, other.narrows
            if other.kind == "sample-changed":
                before, after = (_refused(contract, other.site, other.old) for contract in (old, new))
            turned = any(explained(one, narrows) for one in after if one not in before)
            return turned or any(explained(one, widens) for one in before if one not in after)

        return claims

    return heading


def _refused(contract: Contract, site: Site, payload: Any) -> tuple[Refusal, ...]:
    request = request_at(contract, site)
    return judge(request, payload) if request else ()


def _retired(head: Change) -> Claims | None:
    """That a name is retired, or back, follows from what was removed or renamed."""
    if head.kind not in ("field-removed", "field-disregarded", "field-renamed", "method-removed", "method-renamed"):
        return None
    is_renamed = head.kind.endswith("renamed")
    names = {head.old, head.new} if is_renamed else {head.site.path or head.site.method}
    kinds = ("name-retired", "name-unretired") if is_renamed else ("name-retired",)
    return lambda other: other.kind in kinds and not names.isdisjoint(other.site.path.split(" "))


def _answers(old: Contract, new: Contract) -> Pass:
    """What became of a gap is told before its words, and before the decisions that answer it or did."""
    answers: dict[str, set[str]] = {}
    for gap in (*old.gaps, *new.gaps):
        answers.setdefault(f"gap {gap.id}", set()).update(f"decision {one}" for one in gap.decisions)

    def heading(head: Change) -> Claims | None:
        kinds = ("gap-decided", "gap-settled", "gap-opened", "gap-removed", "gap-restated")
        if head.kind not in kinds or head.site.path not in answers:
            return None
        return lambda other: (
            (other.kind in ("gap-reworded", "reason-changed", "words-changed") and other.site.path == head.site.path)
            or (other.kind in ("decision-added", "decision-removed") and other.site.path in answers[head.site.path])
        )

    return heading


def _decisions(head: Change) -> Claims | None:
    """A decision that was switched, or that came or went with its gap, is told before everything that rests on it."""
    moves = ("switched", "overridden", "confirmed", "unconfirmed", "added", "removed")
    if not head.kind.startswith((*(f"decision-{move}" for move in moves), "gap-")):
        return None
    paths = (one.site.path for one in (head, *head.consequences))
    ids = {path.removeprefix("decision ") for path in paths if path.startswith("decision ")}
    return lambda other: other.site.part != "catalogue" and not ids.isdisjoint(_rests_on(other))


def _rests_on(change: Change) -> set[str]:
    """Return the decisions that a statement rests on; one that rests on others now is told with both."""
    if change.kind == "reason-changed":
        return set(f"{change.old}, {change.new}".split(", "))
    return set(change.reason.decisions)


def _same_request(one: Site, other: Site) -> bool:
    return (one.part, one.method, one.direction) == (other.part, other.method, other.direction)


def _stated_conditions(contract: Contract, site: Site) -> list[Condition]:
    groups = (group for group in _groups(contract, site) if group.path == site.path)
    return [condition for group in groups for condition in group.conditions]


def _role(old: Contract, new: Contract, site: Site) -> str | None:
    fields = (field for contract in (new, old) for group in _groups(contract, site) for field in group.members)
    return next((one.role for one in fields if isinstance(one, FieldNode) and one.path == site.path), None)


def _groups(contract: Contract, site: Site) -> list[Group]:
    request = request_at(contract, site)
    return list(request.root.groups()) if request else []

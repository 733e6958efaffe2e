"""Renamings: a removal and an addition that the reserved names of a catalogue connect, and hints to connect others.

Without such an entry they stay two changes, as a similar name proves nothing.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from paycat.changes.bodies import requirement_changes
from paycat.changes.change import Change
from paycat.changes.fields import field_changes
from paycat.changes.methods import changes_of_method
from paycat.changes.sites import field_at
from paycat.changes.taxonomy import ChangeType, type_of
from paycat.contract.model import Contract, Method
from paycat.contract.nodes import nodes_of

_OF_THE_NAME = (type_of("class", "renamed"), type_of("module", "renamed"))
_GONE = (type_of("field", "removed"), type_of("field", "disregarded"))
_COME = (type_of("field", "added-required"), type_of("field", "added-optional"), type_of("field", "claimed"))


def renamed(old: Contract, new: Contract, changes: Iterable[Change]) -> list[Change]:
    """Return the changes, with each pair of a removal and an addition that is a renaming as one.

    `reserved: {fields: {old_name: {now: new_name}}}` says so, and the same for methods. Read the other way round, the
    entry of the older contract says it.
    """
    found = list(changes)
    for gone, come, of in [*_methods(old, new, found), *_fields(old, new, found)]:
        if come in found:  # Of two names that became one, the first is renamed, and the other removed.
            found[found.index(gone)] = _joined(old, new, gone, come, of)
            found.remove(come)
    return found


def _methods(old: Contract, new: Contract, changes: list[Change]) -> Iterator[tuple[Change, Change, ChangeType]]:
    come = {change.site.method: change for change in changes if change.type is type_of("method", "added")}
    names = {one.code: one.now for one in new.reserved.methods}
    names |= {one.now: one.code for one in old.reserved.methods if one.now and one.now not in names}
    for gone in changes:
        if gone.type is type_of("method", "removed") and (other := come.get(names.get(gone.site.method or ""))):
            yield gone, other, type_of("method", "renamed")


def _fields(old: Contract, new: Contract, changes: list[Change]) -> Iterator[tuple[Change, Change, ChangeType]]:
    come = {
        (change.site.method, change.site.direction, change.site.path): change
        for change in changes
        if change.site.part == "request" and change.type in _COME
    }
    for gone in changes:
        if gone.site.part == "request" and gone.type in _GONE:
            now = _name_now(old, new, gone)
            if other := come.get((gone.site.method, gone.site.direction, now or "")):
                yield gone, other, type_of("field", "renamed")


def _name_now(old: Contract, new: Contract, gone: Change) -> str | None:
    path, method = gone.site.path, gone.site.method or ""
    if entry := new.reserved.field(path, method):
        return entry.now
    back = (one.path for one in old.reserved.fields if one.now == path and (not one.methods or method in one.methods))
    return next(back, None)


def _joined(old: Contract, new: Contract, gone: Change, come: Change, of: ChangeType) -> Change:
    changes = _of_field if of is type_of("field", "renamed") else _of_method
    return Change(
        of,
        replace(come.site, old_location=gone.site.old_location),
        gone.site.path or gone.site.method,
        come.site.path or come.site.method,
        come.reason,
        (*gone.narrows, *come.narrows),
        (*gone.widens, *come.widens),
        consequences=tuple(changes(old, new, gone, come)),
    )


def _of_field(old: Contract, new: Contract, gone: Change, come: Change) -> Iterator[Change]:
    before, after = field_at(old, gone.site), field_at(new, come.site)
    if before and after:
        site, moved = replace(come.site, old_location=before.location), before.model_copy(update={"path": after.path})
        yield from requirement_changes(site, moved, after)
        yield from field_changes(site, moved, after)


def _of_method(old: Contract, new: Contract, gone: Change, come: Change) -> Iterator[Change]:
    before, after = old.method(gone.site.method or ""), new.method(come.site.method or "")
    if before and after:
        called = Method.model_validate_json(before.model_dump_json().replace(f'"{before.code}"', f'"{after.code}"'))
        changes = changes_of_method(called, after)
        yield from (change for change in changes if change.type not in _OF_THE_NAME)


def suggestion(new: Contract, change: Change, changes: Iterable[Change]) -> str:
    """Return what to reserve after a removal: the name, if nothing reserves it, and what may be its new name."""
    if change.type is type_of("method", "removed"):
        old, come = str(change.site.method), [one for one in changes if one.type is type_of("method", "added")]
        names = [str(one.site.method) for one in come]
        return "" if new.reserved.method(old) else _hint("methods", old, "", names)
    if change.type not in _GONE or change.site.part != "request":
        return ""
    path, every = change.site.path, list(changes)
    if new.reserved.field(path, change.site.method or ""):
        return ""
    gone = sorted({str(one.site.method) for one in every if one.type in _GONE and one.site.path == path})
    left = (request.root for request in new.requests() if request.method in gone)
    if any(node.path == path for root in left for node in nodes_of(root)):
        return ""  # The other direction of the method has the field.
    names = [one.site.path for one in every if one.type in _COME and _is_alike(one, change)]
    return _hint("fields", path, f", methods: [{', '.join(gone)}]", names)


def _is_alike(come: Change, gone: Change) -> bool:
    """Return whether a field that was added is of the same type, in the same object, as one that was removed."""
    locations = [(one.site.method, one.site.direction, one.site.path.rpartition(".")[0]) for one in (come, gone)]
    return locations[0] == locations[1] and bool(come.new["type"] == gone.old["type"])


def _hint(table: str, old: str, methods: str, names: list[str]) -> str:
    """Return what to write below `reserved`, and beside it if exactly one name may be the new one."""
    entry = f"{table}: {{ {old}: {{ since: VERSION, meaning: TEXT{methods} }} }}"
    now = f"; if {names[0]} is its new name, add now: {names[0]}" if len(names) == 1 else ""
    unreserved = f"nothing reserves the name {old}, so a later version may give it another meaning"
    return f"{unreserved}: write in catalogue.yaml, below reserved: {entry}{now}"

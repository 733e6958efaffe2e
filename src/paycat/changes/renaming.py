"""Changes in; what was removed and added under another name, as the retired names say, told as one renaming, out."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from paycat.changes.bodies import requirement_changes
from paycat.changes.change import Change
from paycat.changes.fields import field_changes
from paycat.changes.methods import changes_of_method
from paycat.changes.sites import field_at
from paycat.contract.model import Contract, Method

_OF_THE_NAME = ("class-renamed", "module-renamed")


def renamed(old: Contract, new: Contract, changes: Iterable[Change]) -> list[Change]:
    """Return the changes, with each pair of a removal and an addition that is a renaming as one.

    `retired: {fields: {old_name: {now: new_name}}}` says so, and the same for methods. Read the other way round, the
    entry of the older contract says it.
    """
    found = list(changes)
    for gone, come, kind in [*_methods(old, new, found), *_fields(old, new, found)]:
        if come in found:  # Of two names that became one, the first is told as renamed, and the other as removed.
            found[found.index(gone)] = _joined(old, new, gone, come, kind)
            found.remove(come)
    return found


def _methods(old: Contract, new: Contract, changes: list[Change]) -> Iterator[tuple[Change, Change, str]]:
    come = {change.site.method: change for change in changes if change.kind == "method-added"}
    names = {one.code: one.now for one in new.retired.methods}
    names |= {one.now: one.code for one in old.retired.methods if one.now and one.now not in names}
    for gone in changes:
        if gone.kind == "method-removed" and (other := come.get(names.get(gone.site.method or ""))):
            yield gone, other, "method-renamed"


def _fields(old: Contract, new: Contract, changes: list[Change]) -> Iterator[tuple[Change, Change, str]]:
    come = {
        (change.site.method, change.site.direction, change.site.path): change
        for change in changes
        if change.site.part == "request" and change.kind.startswith(("field-added", "field-claimed"))
    }
    for gone in changes:
        if gone.site.part == "request" and gone.kind in ("field-removed", "field-disregarded"):
            now = _name_now(old, new, gone)
            if other := come.get((gone.site.method, gone.site.direction, now or "")):
                yield gone, other, "field-renamed"


def _name_now(old: Contract, new: Contract, gone: Change) -> str | None:
    path, method = gone.site.path, gone.site.method or ""
    if entry := new.retired.field(path, method):
        return entry.now
    back = (one.path for one in old.retired.fields if one.now == path and (not one.methods or method in one.methods))
    return next(back, None)


def _joined(old: Contract, new: Contract, gone: Change, come: Change, kind: str) -> Change:
    consequences = _of_field(old, new, gone, come) if kind == "field-renamed" else _of_method(old, new, gone, come)
    return Change(
        kind,
        replace(come.site, old_place=gone.site.old_place),
        gone.site.path or gone.site.method,
        come.site.path or come.site.method,
        come.reason,
        (*gone.narrows, *come.narrows),
        (*gone.widens, *come.widens),
        consequences=tuple(consequences),
    )


def _of_field(old: Contract, new: Contract, gone: Change, come: Change) -> Iterator[Change]:
    before, after = field_at(old, gone.site), field_at(new, come.site)
    if before and after:
        site, moved = replace(come.site, old_place=before.place), before.model_copy(update={"path": after.path})
        yield from requirement_changes(site, moved, after)
        yield from field_changes(site, moved, after)


def _of_method(old: Contract, new: Contract, gone: Change, come: Change) -> Iterator[Change]:
    before, after = old.method(gone.site.method or ""), new.method(come.site.method or "")
    if before and after:
        called = Method.model_validate_json(before.model_dump_json().replace(f'"{before.code}"', f'"{after.code}"'))
        changes = changes_of_method(called, after)
        yield from (change for change in changes if change.kind not in _OF_THE_NAME)

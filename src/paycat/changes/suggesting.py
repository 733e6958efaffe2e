"""What was removed in, with all changes; that it may be called otherwise now, and how to say so, out.

A renaming is told as one only when the catalogue says it: a name that is alike proves nothing.
"""

from collections.abc import Iterable

from paycat.changes.change import Change

_GONE, _COME = ("field-removed", "field-disregarded"), ("field-added", "field-claimed")


def suggestion(change: Change, changes: Iterable[Change]) -> str:
    """Return a hint for a change that may be half of a renaming, and nothing for any other."""
    if change.kind == "method-removed":
        come = [one for one in changes if one.kind == "method-added"]
        return _hint("methods", str(change.site.method), str(come[0].site.method)) if len(come) == 1 else ""
    if change.kind not in _GONE or change.site.part != "request":
        return ""
    come = [one for one in changes if one.kind.startswith(_COME) and _is_alike(one, change)]
    return _hint("fields", change.site.path, come[0].site.path) if len(come) == 1 else ""


def _is_alike(come: Change, gone: Change) -> bool:
    """Tell whether a field that came is of the same type, in the same object, as one that is gone."""
    places = [(one.site.method, one.site.direction, one.site.path.rpartition(".")[0]) for one in (come, gone)]
    return places[0] == places[1] and bool(come.new["type"] == gone.old["type"])


def _hint(table: str, old: str, new: str) -> str:
    return (
        f"if {old} is called {new} now, say so in catalogue.yaml, below retired: {table}: {{ {old}: {{ now: {new} }} }}"
    )

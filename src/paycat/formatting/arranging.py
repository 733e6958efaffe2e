"""A tree and the statement that it holds in, its keys in canonical order out.

Only the keys of statements are ordered. The order of a table has meaning, for it is the order in every artefact;
payloads and examples belong to their writer.
"""

import types
from collections.abc import Iterator
from functools import cache
from inspect import get_annotations
from typing import Annotated, Any, Union, get_args, get_origin

from paycat.catalogue.fields import FieldStatement, FieldType
from paycat.catalogue.interface import (
    Auth,
    Delivery,
    Idempotency,
    Parameter,
    ResponseHeader,
    Signing,
    Versioning,
)
from paycat.catalogue.shapes import Item, Member, Record
from paycat.catalogue.statement import Reasoned, Statement
from paycat.formatting.tree import Branch
from paycat.shapes.constraints import STATEMENTS

_REASON = ("source", "decision")
_FIXED, *_RULES = STATEMENTS
_SHAPE = ("shape", "type", "echo", "record", "open", "values", _FIXED, *_RULES, "nullable")
_PARTS = ("of", "discriminator", "variants", "members")
_FIRST: dict[type[Statement], tuple[str, ...]] = {
    FieldType: ("shape", "of", "meaning", "sensitive", *_REASON, _FIXED, *_RULES, "input", "autocomplete"),
    FieldStatement: (
        *("requirement", "type", "role", "sensitive", *_RULES),
        *("input", "autocomplete", "label", "meaning", _FIXED),
    ),
    Record: (*_REASON, *_SHAPE, "meaning", *_PARTS, "example"),
    Member: (*_SHAPE, "optional", "deprecated", "meaning", *_REASON, *_PARTS),
    Item: (*_SHAPE, "meaning", *_REASON, *_PARTS),
    Parameter: ("in", "name", "required", "description", *_SHAPE, "default", "example", *_REASON),
    ResponseHeader: ("name", "description", *_SHAPE, *_REASON),
    Delivery: (*_REASON, "schedule_seconds", "timeout_seconds"),
    Signing: (*_REASON, "scheme", "tolerance_seconds"),
    Auth: ("name", "scheme", *_REASON),
    Idempotency: ("parameter", "replayed", "retention_hours", *_REASON),
    Versioning: ("api_version", "notice_months", *_REASON),
}
"""The keys that stand first where people read better so than in the model's order: rules beside their type, and what
is short before what is long."""


def arrange(branch: Branch, kind: Any) -> None:
    """Bring a tree into canonical order; `kind` is the statement, or what a model says of a key's value."""
    for one in alternatives(kind):
        if is_statement(one):
            if branch.is_mapping:
                _arrange_statement(branch, one)
        elif get_origin(one) is dict and branch.is_mapping:
            _separate(branch)
            _arrange_all(branch, get_args(one)[1])
        elif get_origin(one) is tuple:
            if branch.is_mapping:
                arrange(branch, get_args(one)[0])
            else:
                _arrange_all(branch, get_args(one)[0])


def alternatives(kind: Any) -> Iterator[Any]:
    """Yield what a value may be, without what validates it: a statement, a table, a list, or another type."""
    origin = get_origin(kind)
    if origin is Annotated:
        yield from alternatives(get_args(kind)[0])
    elif origin in (Union, types.UnionType):
        for one in get_args(kind):
            yield from alternatives(one)
    else:
        yield kind


def is_statement(kind: Any) -> bool:
    """Tell whether what a value may be is a statement."""
    return isinstance(kind, type) and get_origin(kind) is None and issubclass(kind, Statement)


@cache
def canonical_keys(model: type[Statement]) -> tuple[str, ...]:
    """Return the keys of a statement in canonical order.

    Keys stand as in the model, its own before the inherited ones; the reason before tables and lists of statements,
    and what allows findings last.
    """
    classes = [one for one in model.__mro__ if issubclass(one, Statement)]
    declared = {name: place for place, one in enumerate(classes) for name in get_annotations(one)}
    names = sorted(model.model_fields, key=lambda name: declared[name])
    reason = [name for name in names if name in _REASON and classes[declared[name]] is Reasoned]
    names = [name for name in names if name not in (*reason, "allow")]
    tables = next((place for place, name in enumerate(names) if _is_table(model, name)), len(names))
    ordered = [*names[:tables], *reason, *names[tables:], "allow"]
    keys = [model.model_fields[name].alias or name for name in ordered]
    first = [key for key in _FIRST.get(model, ()) if key in keys]
    return tuple(dict.fromkeys((*first, *keys)))


def _is_table(model: type[Statement], name: str) -> bool:
    """Tell whether a key holds a table, or a list of statements."""
    for kind in alternatives(model.model_fields[name].annotation):
        if get_origin(kind) is dict or (get_origin(kind) is tuple and is_statement(get_args(kind)[0])):
            return True
    return False


def _arrange_statement(branch: Branch, model: type[Statement]) -> None:
    """Order the keys; unknown ones come last, as they were."""
    keys = canonical_keys(model)
    places = {key: place for place, key in enumerate(keys)}
    branch.entries.sort(key=lambda entry: places.get(entry.key.value if entry.key else "", len(keys)))
    kinds = {described.alias or name: described.annotation for name, described in model.model_fields.items()}
    for entry in branch.entries:
        if isinstance(entry.value, Branch) and entry.key:
            arrange(entry.value, kinds.get(entry.key.value))


def _arrange_all(branch: Branch, kind: Any) -> None:
    for entry in branch.entries:
        if isinstance(entry.value, Branch):
            arrange(entry.value, kind)


def _separate(table: Branch) -> None:
    """Where most entries of a table are separated by a blank line, separate all."""
    later = table.entries[1:]
    if 2 * sum(entry.before[:1] == [""] for entry in later) > len(later):
        for entry in later:
            if entry.before[:1] != [""]:
                entry.before.insert(0, "")

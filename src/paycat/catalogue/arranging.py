"""The canonical order of keys in a tree.

Only the keys of statements are ordered. The order of a table has meaning, for it is the order in every artefact;
payloads and examples belong to their writer.
"""

from functools import cache
from inspect import get_annotations

from paycat.catalogue.canonical import PLAIN, Held, held_by
from paycat.catalogue.fields import FieldStatement, FieldType
from paycat.catalogue.interface import (
    Auth,
    Delivery,
    Idempotency,
    ParameterStatement,
    ResponseHeaderStatement,
    Signing,
    Versioning,
)
from paycat.catalogue.shapes import Item, Member, RecordStatement
from paycat.catalogue.statement import Reasoned, Statement, keys_of
from paycat.shapes.constraints import STATEMENTS
from paycat.yaml.layout import Branch, Leaf

_REASON = ("source", "decision")
_FIXED, *_RULES = STATEMENTS
_SHAPE = ("shape", "type", "echo", "record", "open", "values", _FIXED, *_RULES, "mask", "made", "nullable")
_PARTS = ("of", "discriminator", "variants", "members")
_FIRST: dict[type[Statement], tuple[str, ...]] = {
    FieldType: ("shape", "of", "meaning", "sensitive", *_REASON, _FIXED, *_RULES, "input", "autocomplete", "audience"),
    FieldStatement: (
        *("requirement", "shape", "of", "type", "role", "sensitive", *_RULES),
        *("input", "autocomplete", "audience", "label", "meaning", _FIXED),
    ),
    RecordStatement: (*_REASON, *_SHAPE, "meaning", *_PARTS, "example"),
    Member: (*_SHAPE, "requirement", "deprecated", "meaning", *_REASON, *_PARTS),
    Item: (*_SHAPE, "meaning", *_REASON, *_PARTS),
    ParameterStatement: ("in", "name", "requirement", "description", *_SHAPE, "default", "example", *_REASON),
    ResponseHeaderStatement: ("name", "description", *_SHAPE, *_REASON),
    Delivery: (*_REASON, "schedule_seconds", "timeout_seconds"),
    Signing: (*_REASON, "scheme", "tolerance_seconds"),
    Auth: ("name", "scheme", *_REASON),
    Idempotency: ("parameter", "replayed", "retention_hours", *_REASON),
    Versioning: ("api_version", "notice_months", *_REASON),
}
"""The keys that come first where people read better so than in the model's order: rules beside their type, and what
is short before what is long."""


def arrange(branch: Branch, held: Held) -> None:
    """Bring a tree into canonical order; `held` is what its key holds."""
    if branch.is_mapping and held.items and not (held.model or held.values):
        held = held.items  # One item may be written without its list.
    if branch.is_mapping and held.model:
        _arrange_keys(branch, held.model)
    elif branch.is_mapping and held.values:
        _separate(branch)
    for entry in branch.entries:
        if isinstance(entry.value, Branch):
            arrange(entry.value, held.under(entry.key.value) if entry.key else held.items or PLAIN)


@cache
def canonical_keys(model: type[Statement]) -> tuple[str, ...]:
    """Return the keys of a statement in canonical order.

    Keys are in the order of the model, its own before the inherited ones; the reason before tables and lists of
    statements, and what allows findings last.
    """
    known, reason = keys_of(model), _REASON if issubclass(model, Reasoned) else ()
    declared = {name: location for location, one in enumerate(model.__mro__) for name in get_annotations(one)}
    own = [key for key in known if key not in (*reason, "allow")]
    own.sort(key=lambda key: declared[known[key].name])
    tables = next((location for location, key in enumerate(own) if _is_table(held_by(model)[key])), len(own))
    keys = [*own[:tables], *reason, *own[tables:], "allow"]
    first = [key for key in _FIRST.get(model, ()) if key in keys]
    return tuple(dict.fromkeys((*first, *keys)))


def _is_table(held: Held) -> bool:
    """Tell whether a key holds a table, or a list of statements."""
    return held.values is not None or (held.items is not None and held.items.model is not None)


def _arrange_keys(branch: Branch, model: type[Statement]) -> None:
    """Order the keys, in their new spelling; unknown ones come last, as they were."""
    keys, names = canonical_keys(model), {entry.key.value for entry in branch.entries if entry.key}
    for entry in branch.entries:
        new, words = model.old_keys.get(entry.key.value if entry.key else "", ("", {}))
        if new not in names and isinstance(entry.value, Leaf) and (word := words.get(entry.value.value)):
            entry.key, entry.value = Leaf([new], new), Leaf([word], word)
    locations = {key: location for location, key in enumerate(keys)}
    branch.entries.sort(key=lambda entry: locations.get(entry.key.value if entry.key else "", len(keys)))


def _separate(table: Branch) -> None:
    """Where most entries of a table are separated by a blank line, separate all."""
    later = table.entries[1:]
    if 2 * sum(entry.before[:1] == [""] for entry in later) > len(later):
        for entry in later:
            if entry.before[:1] != [""]:
                entry.before.insert(0, "")

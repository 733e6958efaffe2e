"""Renamings: a removal and an addition that the reserved names of a catalogue connect, and hints to connect others.

Without such an entry they stay two changes, as a similar name proves nothing.
"""

from collections.abc import Iterable, Iterator

from paycat.changes.bodies import requirement_changes
from paycat.changes.change import Change, change_of, request_at
from paycat.changes.elements import ElementPair
from paycat.changes.fields import field_changes
from paycat.changes.methods import changes_of_method
from paycat.changes.renaming import renames
from paycat.changes.taxonomy import type_of
from paycat.contract.model import Contract, Offer, Sample
from paycat.contract.nodes import FieldNode, Group, fields_of, nodes_of
from paycat.contract.paths import steps_of
from paycat.text.json_data import holds_path, value_at, with_value
from paycat.yaml.printing import text_in_line

_OF_THE_NAME = (type_of("method name", "changed"), type_of("class", "renamed"), type_of("module", "renamed"))
_GONE = (type_of("method", "removed"), type_of("field", "removed"), type_of("field", "disregarded"))
_COMING = ("added-required", "added-optional", "claimed")
_COME = (type_of("method", "added"), *(type_of("field", action) for action in _COMING))

Key = tuple[str | None, str | None, str | None]
"""The method, direction and path of a field; of a method the code alone."""


def renamed(old: Contract, new: Contract, changes: Iterable[Change]) -> list[Change]:
    """Return the changes, with each pair of a removal and an addition that is a renaming as one.

    `reserved: {fields: {old_name: {now: new_name}}}` says so, and the same for methods. Read the other way round, the
    entry of the older contract says it. Of two names that became one, the first is renamed, and the other removed.
    """
    all_changes = list(changes)
    removals, additions = (
        {
            (change.site.method, change.site.direction, change.site.path): change
            for change in all_changes
            if change.type in change_types and change.site.method
        }
        for change_types in (_GONE, _COME)
    )
    new_keys = {key: _key_now(old, new, removal) for key, removal in removals.items()}
    keys = renames(new_keys, {key: key for key in additions})
    renamings = {id(removals[was]): _joined(old, new, removals[was], additions[now]) for was, now in keys.items()}
    addition_ids = {id(additions[now]) for now in keys.values()}
    return [renamings.get(id(change), change) for change in all_changes if id(change) not in addition_ids]


def suggestion(new: Contract, change: Change, changes: Iterable[Change]) -> str:
    """Return what to reserve after a removal: the name, if nothing reserves it, and what may be its new name."""
    if change.type is type_of("method", "removed"):
        code = str(change.site.method)
        names = [str(addition.site.method) for addition in changes if addition.type is type_of("method", "added")]
        return "" if new.reserved.method(code) else _hint("methods", code, "", names)
    if change.type not in _GONE or change.site.part != "request":
        return ""
    path, all_changes = change.site.path, list(changes)
    if new.reserved.field(path, change.site.method or ""):
        return ""
    removal_sites = (removal.site for removal in all_changes if removal.type in _GONE)
    method_codes = sorted({str(site.method) for site in removal_sites if site.path == path})
    roots = (request.root for request in new.requests() if request.method in method_codes)
    if any(node.path == path for root in roots for node in nodes_of(root)):
        return ""  # The other direction of the method has the field.
    names = [addition.site.path for addition in all_changes if addition.type in _COME and _is_alike(addition, change)]
    return _hint("fields", path, f", methods: [{', '.join(map(text_in_line, method_codes))}]", names)


def _key_now(old: Contract, new: Contract, removal: Change) -> Key:
    """Return the key of what has the name of something that is gone, as far as either contract says it."""
    code, path = removal.site.method or "", removal.site.path
    if not path:
        other_codes = {method.now: method.code for method in old.reserved.methods}
        return (other_codes | {method.code: method.now for method in new.reserved.methods}).get(code), None, ""
    if reserved_field := new.reserved.field(path, code):
        return code, removal.site.direction, reserved_field.now
    reserved_fields = (field for field in old.reserved.fields if field.now == path)
    old_paths = (field.path for field in reserved_fields if not field.methods or code in field.methods)
    return code, removal.site.direction, next(old_paths, None)


def _joined(old: Contract, new: Contract, removal: Change, addition: Change) -> Change:
    changes_of = _of_field if removal.site.path else _of_method
    return change_of(
        type_of("field" if removal.site.path else "method", "renamed"),
        addition.site.model_copy(update={"old_location": removal.site.old_location}),
        removal.site.path or removal.site.method,
        addition.site.path or addition.site.method,
        addition.reason,
        narrows=(*removal.narrows, *addition.narrows),
        widens=(*removal.widens, *addition.widens),
        consequences=tuple(changes_of(old, new, removal, addition)),
    )


def _of_field(old: Contract, new: Contract, removal: Change, addition: Change) -> Iterator[Change]:
    sites = ((old, removal.site), (new, addition.site))
    requests = (request_at(contract, site.method, site.direction) for contract, site in sites)
    version_fields = (fields_of(request.root) if request else () for request in requests)
    old_fields, new_fields = ({field.path: field for field in fields} for fields in version_fields)
    old_field, new_field = old_fields.get(removal.site.path), new_fields.get(addition.site.path)
    if old_field and new_field:
        moved_field = old_field.model_copy(update={"path": new_field.path})
        site = addition.site.model_copy(update={"old_location": old_field.location})
        pair = ElementPair(site, moved_field, new_field, new_field.reason)
        yield from requirement_changes(pair)
        yield from field_changes(pair)


def _of_method(old: Contract, new: Contract, removal: Change, addition: Change) -> Iterator[Change]:
    old_method, new_method = old.method(removal.site.method or ""), new.method(addition.site.method or "")
    if old_method and new_method:
        offers = {
            direction: _offer_with_code(offer, old_method.code, new_method.code)
            for direction, offer in old_method.offers.items()
        }
        changes = changes_of_method(
            old_method.model_copy(update={"code": new_method.code, "offers": offers}), new_method
        )
        yield from (change for change in changes if change.type not in _OF_THE_NAME)


def _offer_with_code(offer: Offer, old_code: str, new_code: str) -> Offer:
    if offer.request is None:
        return offer
    field = offer.request.by_role("method")
    steps = steps_of(field.path) if field else ()

    def sent(sample: Sample) -> Sample:
        is_code = steps and holds_path(sample.payload, steps) and value_at(sample.payload, steps) == old_code
        return sample.model_copy(update={"payload": with_value(sample.payload, steps, new_code)}) if is_code else sample

    members = {
        "method": new_code,
        "root": _root_with_code(offer.request.root, old_code, new_code),
        "samples": tuple(map(sent, offer.request.samples)),
    }
    return offer.model_copy(update={"request": offer.request.model_copy(update=members)})


def _root_with_code(group: Group, old: str, new: str) -> Group:
    def member(node: FieldNode | Group) -> FieldNode | Group:
        if isinstance(node, Group):
            return _root_with_code(node, old, new)
        if node.role != "method":
            return node
        rules = (rule.model_copy(update={"value": new}) if rule.value == old else rule for rule in node.constraints)
        return node.model_copy(update={"constraints": tuple(rules)})

    return group.model_copy(update={"members": tuple(map(member, group.members))})


def _is_alike(addition: Change, removal: Change) -> bool:
    """Return whether a field that was added is of the same type, in the same object, as one that was removed."""
    places = [(site.method, site.direction, site.path.rpartition(".")[0]) for site in (addition.site, removal.site)]
    return places[0] == places[1] and bool(addition.new["type"] == removal.old["type"])


def _hint(table: str, old_name: str, methods_text: str, names: list[str]) -> str:
    """Return what to write below `reserved`, and beside it if exactly one name may be the new one."""
    reservation = f"{table}: {{ {text_in_line(old_name)}: {{ since: VERSION, meaning: TEXT{methods_text} }} }}"
    now_hint = f"; if {names[0]} is its new name, add now: {text_in_line(names[0])}" if len(names) == 1 else ""
    warning = f"nothing reserves the name {old_name}, so a later version may give it another meaning"
    return f"{warning}: write in catalogue.yaml, below reserved: {reservation}{now_hint}"

"""Compares which credentials requests have, and what each credential is."""

from collections.abc import Iterator, Mapping
from operator import attrgetter
from typing import Any

from paycat.catalogue.credentials import Auth
from paycat.changes.change import Change, site_of
from paycat.changes.elements import DESCRIBED, ElementPair, Names, Rows, Shelf, compared, moved
from paycat.changes.taxonomy import type_of
from paycat.changes.taxonomy.change_type import ChangeType
from paycat.contract.interface import Interface
from paycat.text.json_data import json_line

Alternatives = list[frozenset[str]]


def form_rows(changed_type: ChangeType) -> Rows:
    """Return how forms of signatures are compared: each member is a change of its own."""

    def changes(pair: ElementPair, member_names: Names) -> Iterator[Change]:
        for name in member_names:
            yield pair.change(changed_type, *map(_shown, pair.values(name)), part=name)

    return {"parts headers joined_by encoding prefix timestamp": changes}


def _shown(value: Any) -> Any:
    """Return a member of a form in words; signs are in quotes, as one may be a line feed."""
    if isinstance(value, dict):
        return ", ".join(f"{word}: {header}" for word, header in value.items())
    if isinstance(value, tuple):
        return ", ".join(value)
    return value if value is None or value.isalnum() else json_line(value).strip()


_CREDENTIAL: Rows = {
    "scheme": type_of("credential", "changed"),
    "token_path": type_of("credential", "changed"),
    **form_rows(type_of("signature form", "changed")),
    "tolerance_seconds": moved("signature tolerance", "narrowed", "widened"),
    **DESCRIBED,
}


_CREDENTIALS, _OPERATIONS = Shelf("credential", attrgetter("name"), {}), Shelf("operation", attrgetter("id"), {})


def credential_changes(old: Interface, new: Interface) -> Iterator[Change]:
    """Return what changed of credentials, and the alternatives that requests have more or less.

    A credential under another name is the same one. Of an operation only what differs from the change of the service
    is reported.
    """
    renames = dict(_renames(old, new))
    for names in renames.items():
        pair = ElementPair(site_of("interface", f"credential {names[1]}"), old, new)
        yield pair.change(type_of("credential", "renamed"), *names)
    old_by_name = {renames.get(credential.name, credential.name): credential for credential in old.credentials}
    for credential in new.credentials:
        if same := old_by_name.get(credential.name):
            yield from compared(_CREDENTIALS.both(same, credential), _CREDENTIAL)
    of_service = _moves(_named(old.auth, renames), _named(new.auth, {}))
    for move in of_service:
        yield ElementPair(site_of("interface", "auth"), old, new).change(*move)
    old_operations = {operation.id: operation for operation in old.operations}
    for operation in new.operations:
        if before := old_operations.get(operation.id):
            moves = _moves(_named(before.auth or old.auth, renames), _named(operation.auth or new.auth, {}))
            for move in moves if moves != of_service else ():
                yield _OPERATIONS.both(before, operation).change(*move, part="auth")


def _renames(old: Interface, new: Interface) -> Iterator[tuple[str, str]]:
    kept = {item.name for item in old.credentials} & {item.name for item in new.credentials}
    unnamed = [credential for credential in new.credentials if credential.name not in kept]
    for credential in old.credentials:
        same = [other for other in unnamed if credential.model_copy(update={"name": other.name}) == other]
        if credential.name not in kept and same:
            unnamed.remove(same[0])
            yield credential.name, same[0].name


def _named(auth: Auth, renames: Mapping[str, str]) -> Alternatives:
    """Return the alternatives; requests without a credential have the one that needs nothing."""
    return [frozenset(renames.get(name, name) for name in alternative) for alternative in auth.any_of or ((),)]


def _moves(old: Alternatives, new: Alternatives) -> list[tuple[ChangeType, str | None, str | None]]:
    """Return the old alternatives with which requests are rejected now, and the new ones that were rejected before."""
    lost = [_in_words(names) for names in old if not any(other <= names for other in new)]
    gained = [_in_words(names) for names in new if not any(other <= names for other in old)]
    removed, added = type_of("auth", "removed"), type_of("auth", "added")
    return [*((removed, words, None) for words in lost), *((added, None, words) for words in gained)]


def _in_words(names: frozenset[str]) -> str:
    return " and ".join(sorted(names)) or "no credential"

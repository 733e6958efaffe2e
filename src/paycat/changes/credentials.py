"""Compares which credentials requests have, and what each credential is."""

from collections.abc import Iterator, Mapping
from typing import Any

from paycat.catalogue.credentials import Auth, Credential
from paycat.changes.change import Change, site_of
from paycat.changes.elements import DESCRIBED, ElementPair, Names, Rows, Shelf, moved
from paycat.changes.taxonomy import type_of
from paycat.changes.taxonomy.change_type import ChangeType
from paycat.contract.interface import Interface
from paycat.text.json_data import json_line

Alternatives = tuple[frozenset[str], ...]


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


def credential_changes(old: Interface, new: Interface) -> Iterator[Change]:
    """Return what changed of credentials, and the alternatives that requests have more or less.

    A credential under another name is the same one. Of an operation only what differs from the change of the service
    is reported.
    """
    renames = dict(_renames(old, new))
    for old_name, new_name in renames.items():
        yield ElementPair(site_of("interface", f"credential {new_name}"), old, new).change(
            type_of("credential", "renamed"), old_name, new_name
        )
    old_credentials = [_as(credential, renames.get(credential.name)) for credential in old.credentials]
    old_by_name = {credential.name: credential for credential in old_credentials}
    shared = [credential for credential in new.credentials if credential.name in old_by_name]
    yield from Shelf("credential", lambda credential: credential.name, _CREDENTIAL).changes(
        [old_by_name[credential.name] for credential in shared], shared
    )
    of_service = _moves(_named(old.auth, renames), _named(new.auth, {}))
    yield from _changes(ElementPair(site_of("interface", "auth"), old, new), *of_service)
    old_operations = {operation.id: operation for operation in old.operations}
    for operation in new.operations:
        if before := old_operations.get(operation.id):
            moves = _moves(_named(before.auth or old.auth, renames), _named(operation.auth or new.auth, {}))
            if moves != of_service:
                site = site_of(
                    "interface", f"operation {operation.id} auth", None, None, before.location, operation.location
                )
                yield from _changes(ElementPair(site, before, operation, operation.reason), *moves)


def _renames(old: Interface, new: Interface) -> Iterator[tuple[str, str]]:
    kept = {item.name for item in old.credentials} & {item.name for item in new.credentials}
    unnamed = [credential for credential in new.credentials if credential.name not in kept]
    for credential in old.credentials:
        if credential.name not in kept:
            for same in [other for other in unnamed if _as(other, credential.name) == credential][:1]:
                unnamed.remove(same)
                yield credential.name, same.name


def _as(credential: Credential, name: str | None) -> Credential:
    return credential if name is None else credential.model_copy(update={"name": name})


def _named(auth: Auth, renames: Mapping[str, str]) -> Alternatives:
    """Return the alternatives; requests without a credential have the one that needs nothing."""
    alternatives = auth.any_of or ((),)
    return tuple(frozenset(renames.get(name, name) for name in alternative) for alternative in alternatives)


def _moves(old: Alternatives, new: Alternatives) -> tuple[Alternatives, Alternatives]:
    """Return the old alternatives with which requests are rejected now, and the new ones that were rejected before."""
    lost = tuple(names for names in old if not any(other <= names for other in new))
    gained = tuple(names for names in new if not any(other <= names for other in old))
    return lost, gained


def _changes(pair: ElementPair, lost: Alternatives, gained: Alternatives) -> Iterator[Change]:
    for names in lost:
        yield pair.change(type_of("auth", "removed"), _in_words(names), None)
    for names in gained:
        yield pair.change(type_of("auth", "added"), None, _in_words(names))


def _in_words(names: frozenset[str]) -> str:
    return " and ".join(sorted(names)) or "no credential"

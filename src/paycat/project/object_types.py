"""Shared containers of request tables become object types: what `paycat fmt` does about the key of an earlier version.

It is a change of two files, the table and types.yaml, and all or nothing: the contract of both says what that of the
table did, but for places and for what an object type adds.
"""

from collections import Counter
from dataclasses import replace
from typing import Any

from paycat.catalogue.canonical import Held
from paycat.catalogue.fields import FieldTypes, RequestTable
from paycat.catalogue.formatting import Formatted, arrange
from paycat.contract.naming import pascal, snake
from paycat.project.resolved import tried
from paycat.project.workspace import SCHEMAS, Workspace
from paycat.yaml.layout import Branch, Document, Entry, Leaf
from paycat.yaml.layout_reading import comments_of, read
from paycat.yaml.printing import printed

SHARED = "shared"
"""The key of an earlier version: the name of the component that all requests share."""
_TYPES = f"{SCHEMAS}/types.yaml"
_OF_TYPE = ("location", "digest", "component", "type", "shared")
"""What an object type adds to a contract, or has in another place."""


def with_object_types(workspace: Workspace, formatted: list[Formatted]) -> list[Formatted]:
    """Return the files with an object type in place of each shared container of which that can be said the same."""
    files = {one.file.name: one for one in formatted}
    tables = [one.file.name for one in formatted if one.file.kind.model is RequestTable]
    for table in tables if _TYPES in files else ():
        for path in _shared(files[table].after):
            texts = _moved(files[table].after, files[_TYPES].after, path)
            if texts and _means_the_same(workspace, {name: one.after for name, one in files.items()}, table, texts):
                after = dict(zip((table, _TYPES), texts, strict=True))
                files |= {name: replace(files[name], after=text) for name, text in after.items()}
    return list(files.values())


def _shared(text: str) -> list[str]:
    found = _entries(read(text).root, "containers") if f"{SHARED}:" in text else []
    return [_key(one) for one in found if isinstance(one.value, Branch) and _value(one.value, SHARED)]


def _moved(table: str, types: str, path: str) -> tuple[str, str] | None:
    """Return the texts of a table and of types.yaml with a type in place of a container, or None if none can be."""
    of_table, of_types = read(table), read(types)
    containers, fields = _entries(of_table.root, "containers"), _entries(of_table.root, "fields")
    container = next(one for one in containers if _key(one) == path)
    inside = [one for one in fields if _key(one).startswith(f"{path}.")]
    assert isinstance(container.value, Branch), "it has a key"
    component = _value(container.value, SHARED)
    name = snake(component)
    is_new = pascal(name) == component and name not in map(_key, _entries(of_types.root, "types"))
    if not inside or not is_new or any("." in _key(one).removeprefix(f"{path}.") for one in inside):
        return None
    use, of_type = _parts(of_table, container.value, inside, name)
    fields[fields.index(inside[0])] = Entry([], Leaf([path], path), use)
    fields[:] = [one for one in fields if one not in inside]
    containers.remove(container)
    if not containers:
        of_table.root.entries = [one for one in of_table.root.entries if _key(one) != "containers"]
    members = _members(of_type)
    for one in inside:
        member = _key(one).removeprefix(f"{path}.")
        members.append(Entry(one.before, Leaf([member], member), one.value, one.line))
    _entries(of_types.root, "types").append(Entry(container.before, Leaf([name], name), of_type, container.line))
    arrange(of_types.root, Held(FieldTypes))
    arrange(of_table.root, Held(RequestTable))
    made = printed(of_table), printed(of_types)
    kept = sum(map(Counter, map(comments_of, made)), Counter[str]())
    return made if kept == Counter(comments_of(table)) + Counter(comments_of(types)) else None


def _parts(table: Document, container: Branch, inside: list[Entry], name: str) -> tuple[Branch, Branch]:
    """Return what is stated of the object, and of its type, whose members come from where the table does."""
    needed = any(isinstance(one.value, Branch) and _value(one.value, "requirement") == "required" for one in inside)
    requirement = _value(container, "requirement") or ("required" if needed else "optional")
    use = read(f"requirement: {requirement}\ntype: {name}\n").root
    use.flow = True
    use.entries += [one for one in container.entries if _key(one) in ("python_name", "source")]
    of_type = read("shape: object\nmembers:\n  a: b\n").root
    stated = [one for one in container.entries if _key(one) in ("meaning", "decision", "allow")]
    source = next(one for one in table.root.entries if _key(one) == "source")
    of_type.entries += [*stated, Entry([], source.key, source.value)]
    _members(of_type).clear()
    return use, of_type


def _means_the_same(workspace: Workspace, before: dict[str, str], table: str, texts: tuple[str, str]) -> bool:
    """Return whether a catalogue says the same with new texts of a table and of types.yaml."""
    document = read(before[table])
    for one in _entries(document.root, "containers"):
        if isinstance(one.value, Branch):
            one.value.entries = [inner for inner in one.value.entries if _key(inner) != SHARED]
    old = tried(workspace, before | {table: printed(document)}).contract
    new = tried(workspace, before | dict(zip((table, _TYPES), texts, strict=True))).contract
    return bool(old and new) and _said(old) == _said(new)


def _said(contract: Any) -> Any:
    return _without_types(contract.model_dump(mode="json"))


def _without_types(value: Any) -> Any:
    if isinstance(value, list):
        return [_without_types(one) for one in value]
    if not isinstance(value, dict):
        return value
    gone = _OF_TYPE if value.get("kind") == "group" else ("location", "digest")
    return {key: _without_types(one) for key, one in value.items() if key not in gone}


def _entries(root: Branch, key: str) -> list[Entry]:
    """Return the entries of a table of a file; none where it has no such table."""
    found = next((one.value for one in root.entries if _key(one) == key), None)
    return found.entries if isinstance(found, Branch) else []


def _members(of_type: Branch) -> list[Entry]:
    return _entries(of_type, "members")


def _key(entry: Entry) -> str:
    return entry.key.value if entry.key else ""


def _value(branch: Branch, key: str) -> str:
    """Return the text of a key; "" where there is none."""
    found = next((one.value for one in branch.entries if _key(one) == key), None)
    return found.value if isinstance(found, Leaf) else ""

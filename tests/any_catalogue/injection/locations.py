"""Where texts are in a catalogue: found from the schemas for editors, so that a new key is found by itself."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from paycat.cache import Cache
from paycat.catalogue.kinds import KINDS, FileKind, kind_of_packs
from paycat.contract.model import Contract
from paycat.packs.builders import BUILDERS, Scope
from paycat.packs.manifest import Pack
from paycat.pages.navigation import all_methods
from paycat.project.workspace import Workspace, contract_of
from tests.any_catalogue.injection.trees import (
    Bare,
    Steps,
    Tree,
    at,
    read_tree,
    renamed,
    renamed_text,
    replaced,
    text_of,
    with_key,
)

Way = Literal["value", "key", "everywhere"]
"""How a place is edited: the value alone, the key alone, or the name wherever it is used."""

Schema = Mapping[str, Any]
SHORT = " (short)"
"""Ends the name of a place where a text may stand for a whole statement."""
FORM = "x-paycat-form"
PACK = kind_of_packs(Pack)
_ALLOWED = "unused-currency"
_OF_DICTS = {"properties", "additionalProperties"}
_WHOLE = ("event type", "file name", "licence identifier", "media type of JSON", "method code", "version")
"""Forms whose texts have dots and are one name all the same."""
_SHAPES = ("record", "member", "whole-item", "parameter", "response-header")
"""The definitions of shapes, which have most of their keys in common: one example of such a key is enough."""
_NO_VIOLATIONS = {"whole-count-limit.code", "whole-only-value.code"}
"""Keys that no catalogue may state: nothing that shapes alone describe is rejected."""


@dataclass(frozen=True, slots=True)
class Location:
    """A text of the format: its name, and the one text of the base catalogue that shows it.

    `form` is what the schema says of the text: a pattern, a form by name, `words` for a choice, `name` for what
    refers, `json` for a text inside JSON, or nothing.
    """

    name: str
    file: str
    steps: Steps
    way: Way = "value"
    form: str = ""

    def __str__(self) -> str:
        return f"{self.name} ({self.way})"


Trees = dict[str, Tree]
"""The files of a catalogue by path in the project."""


@dataclass(slots=True)
class _Walk:
    """One file beside the schema of its kind."""

    file: str
    definitions: Mapping[str, Schema]
    seen: dict[tuple[str, Way], Location] = field(default_factory=dict)
    keys: set[str] = field(default_factory=set)

    def walk(self, schema: Schema, tree: Tree, name: str, steps: Steps) -> None:
        while "$ref" in schema:
            definition = schema["$ref"].rpartition("/")[2]
            schema = {**self.definitions[definition], "of": definition}
        if "anyOf" in schema and not _is_text(schema):
            self._forms(schema, tree, name, steps)
        elif isinstance(tree, dict) and ("properties" in schema or "additionalProperties" in schema):
            self._mapping(schema, tree, name, steps)
        elif isinstance(tree, list) and "items" in schema:
            for number, item in enumerate(tree):
                self.walk(schema["items"], item, f"{name}[]", (*steps, number))
        elif _is_text(schema):
            self._location(name, steps, "value", _form(schema))
        elif _is_json(schema):
            self._json(tree, name, steps)

    def _forms(self, schema: Schema, tree: Tree, name: str, steps: Steps) -> None:
        """One of several forms is what the tree has; where a text may stand for the whole, that is a place, too."""
        several = [self._resolved(one) for one in schema["anyOf"]]
        for one in several:
            if _is_text(one) and isinstance(tree, dict | list):
                self._location(f"{name}{SHORT}", steps, "value", _form(one))
        wanted = _OF_DICTS if isinstance(tree, dict) else {"items"} if isinstance(tree, list) else set()
        for one in several:
            if wanted & one.keys() or (not wanted and _is_text(one)):
                self.walk(one, tree, name, steps)
                return

    def _resolved(self, schema: Schema) -> Schema:
        while "$ref" in schema:
            definition = schema["$ref"].rpartition("/")[2]
            schema = {**self.definitions[definition], "of": definition}
        return schema

    def _mapping(self, schema: Schema, tree: Mapping[str, Tree], name: str, steps: Steps) -> None:
        known = schema.get("properties", {})
        for key, one in known.items():
            if key in tree:
                self.walk(one, tree[key], f"{name}.{key}", (*steps, key))
            elif key == "allow":
                self._allow(f"{schema.get('of', name)}.allow", (*steps, key))
        self.keys |= {f"{schema.get('of', '')}.{key}" for key in tree if key in known}
        table = schema.get("additionalProperties")
        if not isinstance(table, dict):
            return
        form = _form(self._resolved(schema.get("propertyNames", {})))
        for key, value in tree.items():
            self._location(f"{name}.*", (*steps, key), "key", form)
            self._location(f"{name}.*", (*steps, key), "everywhere", form)
            self.walk(table, value, f"{name}.*{_kind(value)}", (*steps, key))

    def _allow(self, name: str, steps: Steps) -> None:
        self._location(f"{name}.*", (*steps, _ALLOWED), "value")

    def _json(self, tree: Tree, name: str, steps: Steps) -> None:
        """Texts inside JSON."""
        if isinstance(tree, dict):
            for key, value in tree.items():
                self._location(f"{name}.*", (*steps, key), "everywhere", "json")
                self._location(f"{name}.*", (*steps, key), "key", "json")
                self._json(value, f"{name}.*", (*steps, key))
        elif isinstance(tree, list):
            for number, item in enumerate(tree):
                self._json(item, f"{name}[]", (*steps, number))
        elif text_of(tree) is not None:
            self._location(name, steps, "value", "json")

    def _location(self, name: str, steps: Steps, way: Way, form: str = "") -> None:
        self.seen.setdefault((name, way), Location(name, self.file, steps, way, form))


def _kind(tree: Tree) -> str:
    """Return where a parameter is sent: the form of its name is another for each."""
    sent = text_of(tree.get("in")) if isinstance(tree, dict) else None
    return f" in {sent}" if sent else ""


def _is_text(schema: Schema) -> bool:
    """Whether a schema takes a text; a name is an `anyOf` of texts."""
    if "anyOf" in schema:
        return all("const" in one or "pattern" in one for one in schema["anyOf"])
    return "string" in schema.get("type", ()) or "const" in schema or "enum" in schema


def _is_json(schema: Schema) -> bool:
    return not {"type", "anyOf", "properties", "items"} & set(schema)


def _form(schema: Schema) -> str:
    if FORM in schema:
        return str(schema[FORM])
    if "anyOf" in schema or schema.get("of", "").startswith(("single-name", "listed-name", "free-name")):
        return "name"
    return "words" if "enum" in schema else "pattern" if "pattern" in schema else ""


def schemas(contract: Contract) -> dict[str, tuple[FileKind, Schema]]:
    """Return the schema of each kind of file that a maintainer writes, as editors are given it."""
    texts = BUILDERS["editor_schemas"].make(Scope(contract, Cache(), all_methods(contract)))
    return {kind.name: (kind, json.loads(texts[kind.schema]())) for kind in (*KINDS, PACK)}


def read_trees(project: Path) -> Trees:
    """Return every YAML file of a project's catalogue and packs."""
    files = [file for kind in (*KINDS, PACK) for pattern in kind.files for file in sorted(project.glob(pattern))]
    return {file.relative_to(project).as_posix(): read_tree(file) for file in files}


def locations(contract: Contract, project: Path) -> tuple[list[Location], set[str]]:
    """Return a place for each text of the format, and the keys of the format that the project has, by definition."""
    trees = read_trees(project)
    found: dict[tuple[str, Way], Location] = {}
    keys: set[str] = set()
    for kind, schema in schemas(contract).values():
        for file in sorted(one for pattern in kind.files for one in project.glob(pattern)):
            path = file.relative_to(project).as_posix()
            walk = _Walk(path, schema.get("$defs", {}), found)
            walk.walk({**schema, "of": kind.name}, trees[path], kind.name, ())
            keys |= walk.keys
    used: dict[str, int] = {}
    for tree in trees.values():
        _count(tree, used)
    for location in list(found.values()):
        if location.way == "value" and used.get(_word(trees, location) or "", 0) > 1:
            found.setdefault(
                (location.name, "everywhere"),
                Location(location.name, location.file, location.steps, "everywhere", location.form),
            )
    return list(found.values()), keys


def locations_of_catalogue(project: Path) -> list[Location]:
    """Return a place for each text of the format that a project has."""
    contract, _ = contract_of(Workspace(project))
    return locations(contract, project)[0]


def keys_of_format(project: Path) -> tuple[set[str], set[str]]:
    """Return the keys of the format that a project states, and all that the format knows, by definition."""
    contract, _ = contract_of(Workspace(project))
    known = {
        f"{name}.{key}"
        for kind, schema in schemas(contract).values()
        for name, one in {kind.name: schema, **schema.get("$defs", {})}.items()
        for key in one.get("properties", {})
        if key != "allow"
    }
    stated = locations(contract, project)[1]
    shown = {key.partition(".")[2] for key in stated if key.partition(".")[0] in _SHAPES}
    inherited = {f"{name}.{key}" for name in _SHAPES for key in shown}
    return stated | (inherited & known), known - _NO_VIOLATIONS


def _word(trees: Trees, location: Location) -> str | None:
    try:
        return text_of(at(trees[location.file], location.steps))
    except (KeyError, TypeError):
        return None


def _count(tree: Tree, used: dict[str, int]) -> None:
    if isinstance(tree, dict):
        for key, value in tree.items():
            used[key] = used.get(key, 0) + 1
            _count(value, used)
    elif isinstance(tree, list):
        for item in tree:
            _count(item, used)
    elif isinstance(tree, str | Bare):
        text = text_of(tree) or ""
        used[text] = used.get(text, 0) + 1


def edited(trees: Trees, location: Location, text: str | Bare) -> Trees:
    """Return the files with a text at a place; where a name is used everywhere, files are called by it, too."""
    if location.way == "value":
        return {**trees, location.file: replaced(trees[location.file], location.steps, text)}
    new = text_of(text) or ""
    if location.way == "key":
        return {**trees, location.file: with_key(trees[location.file], location.steps, new)}
    old = _word(trees, location)
    word = str(location.steps[-1]) if old is None or location.name.endswith(".*") else old
    if location.form not in _WHOLE:
        word = word.rpartition(".")[2]
    return {_file(path, word, new): renamed(tree, word, new) for path, tree in trees.items()}


def _file(path: str, old: str, new: str) -> str:
    folder, _, name = path.rpartition("/")
    stem = name.removesuffix(".yaml")
    fits = "/" not in new and "\0" not in new and new.isprintable() and 0 < len(new.encode(errors="replace")) < 200
    return f"{folder}/{renamed_text(stem, old, new)}.yaml" if fits and stem == old else path

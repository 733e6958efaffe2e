"""What comes with paycat for a catalogue that does not state it: entries of tables, and statements for words.

Both are nodes, which are merged with those of a file before anything is read of it.
"""

from functools import cache
from importlib.resources import files

from paycat.catalogue.canonical import held_by
from paycat.catalogue.kinds import SINGLE
from paycat.catalogue.statement import Statement
from paycat.diagnostics import SHIPPED, Span
from paycat.yaml.nodes import Entry, Mapping, Node, Scalar, node_at
from paycat.yaml.reading import load

_NOTHING = Mapping(Span(SHIPPED), ())
_FILES = {model: file for file, model in SINGLE.items()}


def with_defaults(root: Node, model: type[Statement]) -> Node:
    """Return what a file says with the keys and entries that it lacks, and with statements in place of words.

    `model` is the statement in the file. What it states replaces what is shipped under the same key, and a problem
    that of its cause.
    """
    if not isinstance(root, Mapping):
        return root
    shipped, entries = shipped_for(model), []
    for entry in root.entries:
        value, default = _without_word(entry, model), node_at(shipped, (entry.key.text,))
        if isinstance(value, Mapping) and isinstance(default, Mapping):
            value = _with_entries(value, default)
        entries.append(Entry(entry.key, value))
    return _with_entries(Mapping(root.span, tuple(entries)), shipped)


def shipped_for(model: type[Statement]) -> Mapping:
    """Return the keys and entries that need not be stated in a file; `model` is the statement in it."""
    return _shipped(_FILES.get(model, ""))


def shipped_texts(model: type[Statement], table: str, place: str = "") -> dict[str, str]:
    """Return the names of the shipped entries of a table of a file, or of its parameters at a place, with texts."""
    entries, texts = node_at(shipped_for(model), (table,)), {}
    for entry in entries.entries if isinstance(entries, Mapping) else ():
        own_place, description = (node_at(entry.value, (key,)) for key in ("in", "description"))
        text = description or entry.value
        if isinstance(text, Scalar) and (not place or (isinstance(own_place, Scalar) and own_place.text == place)):
            texts[entry.key.text] = text.text
    return texts


@cache
def keys_with_defaults(model: type[Statement]) -> frozenset[str]:
    """Return the keys that a statement need not have, as they are shipped: of a file, or of a statement in one."""
    nodes = [shipped_for(model)]
    for file_model in _FILES:
        held_nodes = ((held_by(file_model)[entry.key.text], entry.value) for entry in shipped_for(file_model).entries)
        nodes += [node for held, node in held_nodes if held.model is model and isinstance(node, Mapping)]
    return frozenset(entry.key.text for node in nodes for entry in node.entries)


def statement_of(word: str, key: str, model: type[Statement]) -> Node | None:
    """Return the statement for a word of a key of a file; None if it is no such word."""
    return node_at(_shipped("words.yaml"), (_FILES.get(model, ""), key, word))


def _without_word(entry: Entry, model: type[Statement]) -> Node:
    word = entry.value.text if isinstance(entry.value, Scalar) else ""
    return statement_of(word, entry.key.text, model) or entry.value


def _with_entries(stated: Mapping, shipped: Mapping) -> Mapping:
    causes = {_cause(entry) for entry in stated.entries} - {None}
    new_entries = (entry for entry in shipped.entries if stated.entry(entry.key.text) is None)
    return Mapping(stated.span, (*stated.entries, *(entry for entry in new_entries if _cause(entry) not in causes)))


def _cause(entry: Entry) -> str | None:
    cause = node_at(entry.value, ("cause",))
    return cause.text if isinstance(cause, Scalar) else None


@cache
def _shipped(file: str) -> Mapping:
    path = files("paycat") / "defaults" / file
    if not path.is_file():
        return _NOTHING
    root, findings = load(path.read_bytes(), f"{SHIPPED}{file}")
    assert isinstance(root, Mapping), findings
    return root

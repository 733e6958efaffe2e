"""pydantic's violations of a file as findings: each at the node that it is about, in the catalogue's words."""

import re
from collections import defaultdict
from collections.abc import Iterator
from difflib import SequenceMatcher
from functools import cache
from typing import get_args

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from paycat.catalogue.annotations import marks_in
from paycat.catalogue.canonical import PLAIN, Held, held_by
from paycat.catalogue.form import Form
from paycat.catalogue.statement import MADE, Statement, keys_of, noun_of
from paycat.diagnostics import Diagnostic, Span, did_you_mean
from paycat.text.characters import in_latin, odd_character
from paycat.text.counting import counted, listed
from paycat.text.near_names import near_name
from paycat.yaml.nodes import Entry, Mapping, Node, Scalar, Sequence, locate, node_at

_COMPARED = {
    "greater_than_equal": "at least",
    "greater_than": "more than",
    "less_than_equal": "at most",
    "less_than": "less than",
}
_QUOTED = re.compile(r"'([^']*)'")

_NEVER_WRITTEN = ("value", "reason", "rules")
"""Members that no key has, or none in a short form."""
_FEW = 4
"""So many keys of a model are named as examples."""
_TYPO = 0.8
_MOST_NOUNS = 8

_Around = tuple[tuple[type[Statement], Mapping], ...]
_Misspelt = set[tuple[Span, str]]
"""Keys that are probably misspelt: the place of their mapping, and the key meant."""


def violations_of(root: Node, model: type[Statement], error: ValidationError | None = None) -> list[Diagnostic]:
    """Return a finding for each unknown key of a file and each error, and one for all keys that a statement lacks.

    `model` is the statement in the file, `root` its node. A misspelt key is not missing as well.
    """
    typos: _Misspelt = set()
    placed_nodes = list(_placed(root, Held(model), ()))
    diagnostics = [
        diagnostic
        for node, content, parents in placed_nodes
        if isinstance(node, Mapping) and content.model
        for diagnostic in _unknown_keys(parents, content.model, node, typos)
    ]
    missing_keys_by_path: dict[tuple[str | int, ...], list[str]] = defaultdict(list)
    for error_details in error.errors(include_url=False) if error else ():
        subject = error_details["input"]
        is_short = error_details["type"] == "too_short" and isinstance(subject, tuple)
        if error_details["type"] == "missing":
            missing_keys_by_path[_written(error_details["loc"][:-1], root)].append(str(error_details["loc"][-1]))
        elif error_details["type"] == "paycat_no_mapping":
            node = subject.value if isinstance(subject, Entry) else subject
            parents = next((parents for inner_node, _, parents in placed_nodes if inner_node is node), ())
            diagnostics.append(_no_mapping(parents, error_details["ctx"]["model"], subject, typos))
        # A list may be too short only because its entries were rejected: each of these has a finding of its own.
        elif not (is_short and len(subject) >= error_details["ctx"]["min_length"]):
            diagnostics.append(_diagnostic(error_details, root))
    for path, key_names in missing_keys_by_path.items():
        if missing_keys := [key for key in key_names if (locate(root, path), key) not in typos]:
            keys = [repr(key) for key in missing_keys]
            clause = f"key {keys[0]} is" if len(keys) == 1 else f"keys {listed(keys)} are"
            help = "; ".join(advice for key, advice in model.new_keys.items() if not path and key in missing_keys)
            diagnostics.append(Diagnostic("missing-key", locate(root, path), f"the {clause} missing", help))
    return diagnostics


def _placed(node: Node, content: Held, parents: _Around) -> Iterator[tuple[Node, Held, _Around]]:
    """Yield a node and those inside it, each with what its key holds and the statements around it, the file first."""
    if isinstance(node, Mapping):
        content = content.of_mapping
    yield node, content, parents
    if isinstance(node, Mapping) and content != PLAIN:
        parents = (*parents, (content.model, node)) if content.model else parents
        for entry in node.entries:
            yield from _placed(entry.value, content.under(entry.key.text), parents)
    elif isinstance(node, Sequence) and content.items:
        for item in node.items:
            yield from _placed(item, content.items, parents)


def _no_mapping(parents: _Around, model: type[Statement], subject: Entry | Node, typos: _Misspelt) -> Diagnostic:
    """Return the finding of what is no mapping; a key of a statement around or of this one is in another place."""
    if isinstance(subject, Entry):
        key = subject.key.text
        hint = _hint_around(key, parents, typos)
        if not hint and key in keys_of(model):
            hint = f"it is a key of a {noun_of(model)}: is it indented far enough?"
        if hint:
            return Diagnostic("unknown-key", subject.key.span, f"unknown key {key!r}", hint)
    keys = keys_of(model)
    own_keys = [name for name, key in keys.items() if key.member in model.__annotations__] or list(keys)
    node = subject.value if isinstance(subject, Entry) else subject
    if model.words and isinstance(node, Scalar):
        hint = f"write `{'` or `'.join(model.words)}`, or a mapping with keys such as {', '.join(own_keys[:_FEW])}"
        if node.is_null:
            return Diagnostic("missing-value", node.span, "a value is missing here", hint)
        return Diagnostic("unknown-word", node.span, f"unknown word {node.text!r}", hint)
    message = f"expected a mapping with keys such as {', '.join(own_keys[:_FEW])}"
    return Diagnostic("wrong-type", node.span, message)


def _diagnostic(error_details: ErrorDetails, root: Node) -> Diagnostic:
    context = error_details.get("ctx", {})
    kind, path = error_details["type"], _written(error_details["loc"], root)
    if kind == "paycat":
        span: Span = context["span"]
        return Diagnostic(context["code"], span, context["message"], context["help"])
    if kind == "paycat_form":
        span = locate(root, path[:-1], key=True) if path[-1] == "[key]" else locate(root, path)
        oddity = odd_character(context["text"])
        oddity_clause = f"; it has {oddity}" if oddity else ""
        message = f"{context['text']!r} is not a valid {context['form']}{oddity_clause}"
        return Diagnostic("bad-form", span, message, f"write {context['advice']}")
    if kind == "paycat_bounds":
        span = locate(root, (*path, *context["below"]))
        return Diagnostic("bad-value", span, f"`{_key(path)}` {context['fault']}")
    span = locate(root, path)
    value = error_details["input"].text if isinstance(error_details["input"], Scalar) else error_details["input"]
    if kind == "literal_error":
        words = _QUOTED.findall(str(context["expected"]))
        return Diagnostic("unknown-word", span, f"unknown word {value!r}", did_you_mean(str(value), words))
    if kind in _COMPARED:
        bound = next(context[name] for name in ("ge", "gt", "le", "lt") if name in context)
        return Diagnostic("bad-value", span, f"`{_key(path)}` must be {_COMPARED[kind]} {bound:,}, but is {value:,}")
    if kind == "too_long":
        most, help = context["max_length"], "divide it into several"
        message = f"`{_key(path)}` must have at most {counted(most, 'entry')}, but has {len(value):,}"
        return Diagnostic("too-many-entries", span, message, "keep one of them" if most == 1 else help)
    if kind == "too_short":
        message = f"`{_key(path)}` must have {context['min_length']} or more entries, but has {len(value)}"
        return Diagnostic("bad-value", span, message)
    return Diagnostic("bad-value", span, error_details["msg"][:1].lower() + error_details["msg"][1:])


def _written(location: tuple[str | int, ...], root: Node) -> tuple[str | int, ...]:
    """Return the path in a file to what an error is about; a short form, and a whole statement, have no `value`."""
    path: tuple[str | int, ...] = ()
    for step in location:
        is_written = step not in _NEVER_WRITTEN and " " not in str(step)  # The name of a form of a value has spaces.
        if is_written or node_at(root, (*path, step)):
            path = (*path, step)
    return path


def _key(path: tuple[str | int, ...]) -> str:
    """Return the last key of a path in its file; a short form has no `value`."""
    return next(str(step) for step in reversed(path) if isinstance(step, str) and step != "value")


def _unknown_keys(parents: _Around, model: type[Statement], node: Mapping, typos: _Misspelt) -> Iterator[Diagnostic]:
    """Yield a finding for each unknown key of a statement; a key that it was most likely meant for is misspelt."""
    keys = keys_of(model)
    if all(entry.key.text in keys for entry in node.entries):
        return
    unknown_entries = [entry for entry in node.entries if entry.key.text not in {*keys, *model.old_keys}]
    hints = {entry.key.text: hint for entry in unknown_entries if (hint := _misplaced(parents, model, entry, typos))}
    hints |= model.wrong_keys
    meant_keys = _meant(model, node, [entry.key.text for entry in unknown_entries if entry.key.text not in hints])
    typos |= {(node.span, name) for name in meant_keys.values()}
    for entry in unknown_entries:
        key = entry.key.text
        if key in model.words:
            hints[key] = f"write `{key}` in place of the mapping, or state each key without it"
            typos |= {(node.span, name) for name in keys}
        hint = hints.get(key) or did_you_mean(key, [meant_keys[key]] if key in meant_keys else keys)
        if hint.startswith("known: ") and key in meant_keys:
            hint = f"did you mean {meant_keys[key]!r}, which is missing?"
        elif key not in meant_keys and key not in hints and (nouns := _nouns_with(key)):
            hint = f"it cannot be stated here; it is a key of: {', '.join(nouns)}"
        if " " in key and isinstance(entry.value, Scalar) and entry.value.is_null:
            hint = "in braces a comma ends a text: write a text that has one in quotes"
        yield Diagnostic("unknown-key", entry.key.span, f"unknown key {key!r}", hint)
    for entry in node.entries:
        if replacement := model.old_keys.get(entry.key.text):
            new_key, new_values = replacement
            new_value = new_values.get(entry.value.text) if isinstance(entry.value, Scalar) else None
            is_open = new_value and node.entry(new_key) is None
            hint = f"write `{new_key}: {new_value}`, as `paycat fmt` does" if is_open else f"`{new_key}` replaced it"
            yield Diagnostic("unknown-key", entry.key.span, f"unknown key {entry.key.text!r}", hint)


@cache
def _nouns_with(key: str) -> tuple[str, ...]:
    """Return what statements are called that may have a key; none if the key is too common to say anything."""
    models = (model for model in _statements(Statement) if key in keys_of(model) and model.short != "value")
    nouns = sorted({noun_of(model) for model in models})
    return tuple(nouns) if len(nouns) <= _MOST_NOUNS else ()


def _statements(model: type[Statement]) -> Iterator[type[Statement]]:
    subclasses = [subclass for subclass in model.__subclasses__() if subclass.__module__ != MADE]
    for subclass in subclasses:
        yield from _statements(subclass)
    if not subclasses and model.__module__.startswith("paycat.catalogue."):
        yield model


def _meant(model: type[Statement], node: Mapping, unknown_keys: list[str]) -> dict[str, str]:
    """Return the keys that unknown ones were meant for: those of nearly the same name, then the only one that lacks."""
    keys = keys_of(model)
    absent_keys = [key for key in keys if node.entry(key) is None]
    missing_keys = [key for key in absent_keys if keys[key].described.is_required()]
    meant_keys: dict[str, str] = {}
    for candidates, least_ratio in ((absent_keys, _TYPO), (missing_keys, 0.0), (absent_keys, 0.0)):
        for key in unknown_keys:
            spelling, free_keys = in_latin(key), [name for name in candidates if name not in meant_keys.values()]
            near_key = near_name(spelling, free_keys)
            if near_key and key not in meant_keys and SequenceMatcher(None, near_key, spelling).ratio() >= least_ratio:
                meant_keys[key] = near_key
        if candidates is missing_keys:
            odd_keys = [key for key in unknown_keys if key not in meant_keys]
            open_keys = [name for name in missing_keys if name not in meant_keys.values()]
            meant_keys |= dict(zip(odd_keys, open_keys, strict=True)) if len(odd_keys) == len(open_keys) == 1 else {}
    return meant_keys


def _misplaced(parents: _Around, model: type[Statement], entry: Entry, typos: _Misspelt) -> str:
    """Return where an entry belongs, if it is a key of a statement around or inside, or looks like an entry there."""
    key = entry.key.text
    for parent in reversed(parents):
        if hint := _hint_around(key, (parent,), typos):
            return hint
        if noun := _noun_of_entry(parent[0], entry):
            return f"it looks like a {noun}: is it indented too far?"
    if noun := _noun_of_entry(model, entry):
        return f"it looks like a {noun}: is it indented far enough?"
    inner_key = next((name for name, inner_model in _inside(model) if key in keys_of(inner_model)), None)
    return f"it is a key of `{inner_key}`: is it indented far enough?" if inner_key else ""


def _hint_around(key: str, parents: _Around, typos: _Misspelt) -> str:
    """Return of which of some statements something is a key, the innermost first; it is then not missing there."""
    for model, node in reversed(parents):
        if key in keys_of(model):
            typos.add((node.span, key))
            return f"it is a key of the {noun_of(model)} around it: is it indented too far?"
    return ""


def _noun_of_entry(model: type[Statement], entry: Entry) -> str | None:
    """Return what an entry looks like: it has the form and the keys of the entries of a table of the model."""
    if not isinstance(entry.value, Mapping) or not entry.value.entries:
        return None
    keys = {inner_entry.key.text for inner_entry in entry.value.entries}
    for form, entry_model in _tables(model):
        if (form is None or form.holds(entry.key.text)) and keys <= keys_of(entry_model).keys():
            return noun_of(entry_model)
    return None


@cache
def _tables(model: type[Statement]) -> tuple[tuple[Form | None, type[Statement]], ...]:
    """Return the tables of a model: the form of their keys, and the model of their entries."""
    keys = keys_of(model)
    tables = ((keys[key], content.values.model) for key, content in held_by(model).items() if content.values)
    key_types = ((get_args(key.described.annotation)[0], entry_model) for key, entry_model in tables if entry_model)
    return tuple((next(marks_in(Form, key_type), None), entry_model) for key_type, entry_model in key_types)


@cache
def _inside(model: type[Statement]) -> tuple[tuple[str, type[Statement]], ...]:
    pairs = ((key, content.model or (content.items and content.items.model)) for key, content in held_by(model).items())
    return tuple((key, inner_model) for key, inner_model in pairs if inner_model)

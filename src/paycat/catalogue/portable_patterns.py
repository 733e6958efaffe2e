"""Patterns of a file written in the form that every language reads alike: `paycat fmt --patterns`."""

from dataclasses import replace

from paycat.catalogue.canonical import PLAIN, Held
from paycat.catalogue.fields import Hint
from paycat.catalogue.formatting import Formatted, edited
from paycat.catalogue.statement import Statement, keys_of
from paycat.shapes.constraints.pattern import CHARACTERS, Pattern
from paycat.shapes.patterns.portable import PortableForm, escaped, form_of
from paycat.shapes.patterns.reading import FaultyPatternError
from paycat.yaml.layout import Branch, Document, LayoutEntry, Leaf, quoted

_PATTERN, _CHARACTERS = Pattern.statement.key, CHARACTERS.key
_VALUE, _MATCH = "value", "match"


def in_portable_form(formatted: Formatted) -> Formatted:
    """Return a file with its patterns in their portable form.

    A pattern with a fault stays, and so does one that needs lengths beside it.
    """

    def rewrite(document: Document) -> None:
        _rewrite(document.root, Held(formatted.file.kind.model))

    form = f"{formatted.form} with portable patterns"
    return replace(
        formatted, after=edited(formatted.after, rewrite), form=form, command=f"{formatted.command} --patterns"
    )


def _rewrite(branch: Branch, content: Held) -> None:
    content = content.of_mapping if branch.is_mapping else content
    entries_by_key = {entry.key.value: entry for entry in branch.entries if entry.key}
    for key, entry in entries_by_key.items():
        if content.model and key in (_PATTERN, _CHARACTERS) and _states_patterns(content.model):
            _rewrite_value(key, entry)
    for entry in branch.entries:
        if isinstance(entry.value, Branch):
            _rewrite(entry.value, content.under(entry.key.value) if entry.key else content.items or PLAIN)


def _states_patterns(model: type[Statement]) -> bool:
    return model is Hint or {_PATTERN, _CHARACTERS} <= keys_of(model).keys()


def _rewrite_value(key: str, entry: LayoutEntry) -> None:
    entries = entry.value.entries if isinstance(entry.value, Branch) else []
    parts_by_key = {inner_entry.key.value: inner_entry for inner_entry in entries if inner_entry.key}
    value_entry = parts_by_key.get(_VALUE, entry)
    if not isinstance(value_entry.value, Leaf):
        return
    old_pattern = value_entry.value.value
    new_pattern = _class(old_pattern) if key == _CHARACTERS else _pattern(old_pattern, is_whole=_MATCH in parts_by_key)
    if new_pattern is None or (new_pattern == old_pattern and _MATCH not in parts_by_key):
        return
    value_entry.value = Leaf([quoted(new_pattern)], new_pattern)
    if isinstance(entry.value, Branch) and _MATCH in parts_by_key:
        entry.value.entries.remove(parts_by_key[_MATCH])


def _pattern(old_pattern: str, *, is_whole: bool) -> str | None:
    """Return the portable form of a pattern as YAML may have it, or None where it has none that is as good alone."""
    try:
        form = form_of(old_pattern, is_whole=is_whole)
        new_pattern = escaped(form.pattern)
        return new_pattern if form == PortableForm(form.pattern) and form_of(new_pattern) == form else None
    except FaultyPatternError:
        return None


def _class(characters: str) -> str | None:
    new_pattern = _pattern(f"^[{characters}]$", is_whole=False)
    return new_pattern[2:-2] if new_pattern and new_pattern.startswith("^[") else None

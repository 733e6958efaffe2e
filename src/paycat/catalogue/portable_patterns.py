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


def _rewrite(branch: Branch, held: Held) -> None:
    held = held.of_mapping if branch.is_mapping else held
    keys = {entry.key.value: entry for entry in branch.entries if entry.key}
    for key, entry in keys.items():
        if held.model and key in (_PATTERN, _CHARACTERS) and _states_patterns(held.model):
            _rewrite_value(key, entry)
    for entry in branch.entries:
        if isinstance(entry.value, Branch):
            _rewrite(entry.value, held.under(entry.key.value) if entry.key else held.items or PLAIN)


def _states_patterns(model: type[Statement]) -> bool:
    return model is Hint or {_PATTERN, _CHARACTERS} <= keys_of(model).keys()


def _rewrite_value(key: str, entry: LayoutEntry) -> None:
    parts = entry.value.entries if isinstance(entry.value, Branch) else []
    long = {part.key.value: part for part in parts if part.key}
    place = long.get(_VALUE, entry)
    if not isinstance(place.value, Leaf):
        return
    written = place.value.value
    portable = _class(written) if key == _CHARACTERS else _pattern(written, is_whole=_MATCH in long)
    if portable is None or (portable == written and _MATCH not in long):
        return
    place.value = Leaf([quoted(portable)], portable)
    if isinstance(entry.value, Branch) and _MATCH in long:
        entry.value.entries.remove(long[_MATCH])


def _pattern(source: str, *, is_whole: bool) -> str | None:
    """Return the portable form of a pattern as YAML may have it, or None where it has none that is as good alone."""
    try:
        form = form_of(source, is_whole=is_whole)
        portable = escaped(form.pattern)
        return portable if form == PortableForm(form.pattern) and form_of(portable) == form else None
    except FaultyPatternError:
        return None


def _class(characters: str) -> str | None:
    portable = _pattern(f"^[{characters}]$", is_whole=False)
    return portable[2:-2] if portable and portable.startswith("^[") else None

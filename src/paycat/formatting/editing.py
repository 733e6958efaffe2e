"""Edits of a file through its tree; line ends stay what they were."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from paycat.formatting.printing import printed
from paycat.formatting.proof import ChangedMeaningError
from paycat.formatting.reading import comments_of, read
from paycat.formatting.tree import Branch, Document, Entry, Leaf


def edited(text: str, change: Callable[[Document], None]) -> str:
    """Return the text after the change; what the change does not touch is laid out as `paycat fmt` does it.

    Raises ChangedMeaningError when a comment would be lost, which is a bug.
    """
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    document = read(plain)
    change(document)
    made = printed(document)
    if lost := Counter(comments_of(plain)) - Counter(comments_of(made)):
        raise ChangedMeaningError(f"the edit would lose the comment {min(lost)}; nothing was written")
    return made.replace("\n", "\r\n" if "\r\n" in text else "\n")


def give(entry: Entry, value: Leaf | Branch | None) -> None:
    """Give an entry another value, laid out as the old one is.

    What both values have keeps its comments; those inside the rest of the old value go in front of the entry.
    """
    before = Counter(_comments(entry.value))
    if isinstance(entry.value, Branch) and isinstance(value, Branch):
        _lay_out_like(value, entry.value)
    entry.before += (before - Counter(_comments(value))).elements()
    entry.value = value


def _lay_out_like(new: Branch, old: Branch) -> None:
    """Use brackets where the old value does, and the old entries where they say the same."""
    if new.is_mapping is not old.is_mapping or not old.entries:
        return
    new.flow, new.foot = old.flow, [*new.foot, *old.foot]
    left = list(old.entries)
    for number, entry in enumerate(new.entries):
        same = next((one for one in left if _name(one) == _name(entry)), None)
        if same is None and isinstance(entry.value, Branch) and isinstance(last := old.entries[-1].value, Branch):
            _lay_out_like(
                entry.value, replace(last, entries=[replace(one, before=[], line="") for one in last.entries])
            )
        if same is None:
            continue
        left.remove(same)
        if _says(same.value) != _says(entry.value):
            give(same, entry.value)
        new.entries[number] = same


def _name(entry: Entry) -> object:
    """Return what an entry is known by: its key, or as an item of a list its content."""
    return entry.key.value if entry.key else _says(entry.value)


def _says(node: Leaf | Branch | None) -> object:
    """Return the content of a value, without comments and layout."""
    if isinstance(node, Branch):
        return node.is_mapping, tuple((one.key and one.key.value, _says(one.value)) for one in node.entries)
    return node and node.value


def _comments(value: Leaf | Branch | None) -> list[str]:
    if not isinstance(value, Branch):
        return []
    found = []
    for entry in value.entries:
        found += [line for line in (*entry.before, entry.line) if line]
        found += _comments(entry.value)
    return [*found, *(line for line in value.foot if line)]

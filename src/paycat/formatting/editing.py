"""The text of a file and a change of its tree in, the new text out; line ends stay what they were."""

from collections.abc import Callable

from paycat.formatting.printing import printed
from paycat.formatting.reading import read
from paycat.formatting.tree import Branch, Document, Entry, Leaf


def edited(text: str, change: Callable[[Document], None]) -> str:
    """Return the text after the change; what the change does not touch is laid out as `paycat fmt` does it."""
    document = read(text.replace("\r\n", "\n").replace("\r", "\n"))
    change(document)
    return printed(document).replace("\n", "\r\n" if "\r\n" in text else "\n")


def give(entry: Entry, value: Leaf | Branch | None) -> None:
    """Give an entry another value; the comments inside the old one go in front of the entry."""
    entry.before += list(_comments(entry.value))
    entry.value = value


def _comments(value: Leaf | Branch | None) -> list[str]:
    if not isinstance(value, Branch):
        return []
    found = []
    for entry in value.entries:
        found += [line for line in (*entry.before, entry.line) if line]
        found += _comments(entry.value)
    return [*found, *(line for line in value.foot if line)]

"""A YAML file as its writer laid it out: the tree that `reading` makes, `arranging` orders and `printing` writes.

Texts are kept as they were written, so nothing of a value can be lost. Comments are kept at the entry that they belong
to, and move with it.
"""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Leaf:
    """A scalar: its lines as written, without the indentation; `value` is the text that a reader gets.

    `header` is the first line of block text, such as `>-`, and empty elsewhere. `below` says that the writer
    began the value in a line of its own, under its key.
    """

    lines: list[str]
    value: str
    header: str = ""
    below: bool = False

    @property
    def is_sealed(self) -> bool:
        """Whether blank lines after the value would belong to it."""
        return "+" in self.header


@dataclass(slots=True)
class Entry:
    """A key with its value, or an item of a list (`key` is None), with the comments that belong to it.

    `before` holds the lines in front of it, `line` the comment at the end of its line. An empty text in `before`
    is a blank line.
    """

    before: list[str]
    key: Leaf | None = None
    value: "Leaf | Branch | None" = None
    line: str = ""

    def keep(self, comment: str) -> None:
        """Take a comment from the end of a line; an entry has room for one, any other goes in front of it."""
        if self.line:
            self.before.append(comment)
        else:
            self.line = comment


@dataclass(slots=True)
class Branch:
    """A mapping or list; `flow` when it is in brackets. `foot` holds the comments after the last entry.

    `column` is where its entries begin, counted from 0.
    """

    is_mapping: bool
    flow: bool
    column: int
    entries: list[Entry] = field(default_factory=list)
    foot: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Document:
    """A file: the comments that speak of it as a whole, and its content."""

    header: list[str]
    root: Branch


def comments(lines: list[str]) -> list[str]:
    """Return the lines without the blank ones."""
    return [line for line in lines if line]

"""Reads YAML text as the tree that was written, with every comment at the entry that it belongs to."""

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

import yaml

from paycat.yaml.layout import Branch, Document, LayoutEntry, Leaf, block_leaf, comments, header_comment, leaf

_BETWEEN = re.compile(r"(?P<comment>#[^\n]*)|(?<!-)-(?!-)")
_MODELINE = re.compile(r"#\s*yaml-language-server:\s*\$schema=")

PartKind = Literal["comment", "dash", "scalar", "block text", "mapping", "list", "end"]
"""A dash is in front of an item of a list without brackets, and block text is after `|` or `>`: its first line may end
in a comment. The end is of the mapping or list that was opened last."""


@dataclass(frozen=True, slots=True)
class Token:
    """What is from `start` to `end` (nothing, if they are equal); `value` of a scalar or comment is its text.

    `flow` says that a mapping or a list is in brackets.
    """

    kind: PartKind
    start: int
    end: int
    value: str = ""
    flow: bool = False


def read(text: str) -> Document:
    """Return a file's tree. The text is one that paycat.yaml.reading reads, its root a mapping, its lines end in LF."""
    reader = _LayoutReader(text)
    for token in _parts(text):
        reader.take(token)
    return reader.document()


def is_modeline(comment: str) -> bool:
    """Tell whether a comment names the schema of its file, for editors."""
    return _MODELINE.match(comment) is not None


def comments_of(text: str) -> list[str]:
    """Return all comments of a text, whatever they belong to."""
    texts = [token.value for token in _parts(text) if token.kind == "comment"]
    texts += [header_comment(text[token.start : token.end]) for token in _parts(text) if token.kind == "block text"]
    return comments(texts)


@dataclass(slots=True)
class _LayoutReader:
    """Builds the tree. `waiting` holds comments in lines of their own, with their columns, until their entry comes.

    `last` is the entry that a comment at the end of a line belongs to; `holders` have the open branches as values.
    """

    text: str
    root: Branch | None = None
    open: list[Branch] = field(default_factory=list)
    holders: list[LayoutEntry] = field(default_factory=list)
    waiting: list[tuple[str, int]] = field(default_factory=list)
    last: LayoutEntry | None = None
    done: int = 0

    def document(self) -> Document:
        """Return what was read, once everything was."""
        assert self.root is not None, "the root is no mapping"
        self.root.foot += self._waited()
        first_lines = self.root.entries[0].before if self.root.entries else self.root.foot
        while first_lines[:1] == [""]:
            del first_lines[0]
        header = _header(first_lines)
        del first_lines[: len(header)]
        return Document(header, self.root)

    def take(self, token: Token) -> None:
        """Add the next part of the text to the tree."""
        is_after_blank_line = self.text.count("\n", self.done, token.start) > 1
        if token.end > token.start and is_after_blank_line and not self._in_flow:
            self.waiting.append(("", 0))
        match token.kind:
            case "comment":
                line_start = self.text.rfind("\n", 0, token.start) + 1
                if self.last is None or not self.text[line_start : token.start].strip(" "):
                    self.waiting.append((token.value, token.start - line_start))
                else:
                    self.last.keep(token.value)
            case "dash":
                self._begin(None)
            case "scalar":
                is_below = not self._in_flow and "\n" in self.text[self.done : token.start]
                self._scalar(leaf(self.text[token.start : token.end], token.value, below=is_below))
            case "block text":
                source = self.text[token.start : token.end]
                scalar = block_leaf(source, token.value, self.open[-1].column if self.open else 0)
                self._scalar(scalar, header_comment(source))
                self.done = token.end if scalar.is_sealed else token.start + len(source.rstrip())
                return
            case "mapping" | "list":
                self._start(token)
            case "end":
                self._end()
        if token.end > token.start:
            self.done = token.end

    @property
    def _in_flow(self) -> bool:
        return bool(self.open) and self.open[-1].flow

    @property
    def _waits_for_value(self) -> bool:
        return bool(self.open and self.open[-1].entries) and self.open[-1].entries[-1].value is None

    def _waited(self, *, keeps_blanks: bool = True) -> list[str]:
        lines = [comment for comment, _ in self.waiting]
        self.waiting.clear()
        return lines if keeps_blanks else comments(lines)

    def _begin(self, key: Leaf | None) -> LayoutEntry:
        self.last = LayoutEntry(self._waited(keeps_blanks=not self._in_flow), key)
        self.open[-1].entries.append(self.last)
        return self.last

    def _holder(self) -> LayoutEntry:
        if not self.open:
            self.last = LayoutEntry([])
        elif self._waits_for_value:
            self.last = self.open[-1].entries[-1]
        else:
            return self._begin(None)
        return self.last

    def _scalar(self, scalar: Leaf, comment: str = "") -> None:
        """Take a key or a value; comments between a key and its text go in front of the key."""
        if self.open and self.open[-1].is_mapping and not self._waits_for_value:
            self._begin(scalar)
            return
        holder = self._holder()
        holder.before += self._waited(keeps_blanks=False)
        holder.value = scalar
        if comment:
            holder.keep(comment)

    def _start(self, token: Token) -> None:
        column = token.start - self.text.rfind("\n", 0, token.start) - 1
        branch = Branch(is_mapping=token.kind == "mapping", flow=token.flow, column=column)
        holder = self._holder()
        holder.value = branch
        if branch.flow:
            holder.before += self._waited(keeps_blanks=False)
        self.root = self.root or branch
        self.open.append(branch)
        self.holders.append(holder)

    def _end(self) -> None:
        branch, holder = self.open.pop(), self.holders.pop()
        if not branch.flow:
            branch.foot += self._foot(branch)
            return
        (branch.foot if branch.entries else holder.before).extend(self._waited(keeps_blanks=False))
        self.last = holder

    def _foot(self, branch: Branch) -> list[str]:
        """Take the waiting comments that are indented as the entries of the branch: they end it."""
        is_same_column = bool(self.open) and self.open[-1].is_mapping and self.open[-1].column == branch.column
        foot_count = 0
        for position, (comment, column) in enumerate(self.waiting, start=1):
            if comment and column < branch.column + is_same_column:
                break
            foot_count = position if comment else foot_count
        foot_lines = [comment for comment, _ in self.waiting[:foot_count]]
        del self.waiting[:foot_count]
        return foot_lines


def _header(lines: list[str]) -> list[str]:
    """Return the lines at the top about the whole file: those above the last blank line or modeline.

    Where no line is blank, all of them do if one is a modeline.
    """
    if "" not in lines:
        return list(lines) if any(map(is_modeline, lines)) else []
    end_numbers = [line_number for line_number, line in enumerate(lines, start=1) if not line or is_modeline(line)]
    return lines[: end_numbers[-1]]


@lru_cache(maxsize=8)  # An edit reads the text before and after it several times.
def _parts(text: str) -> tuple[Token, ...]:
    tokens, done_index = [], 0
    for event in yaml.parse(text, Loader=yaml.CSafeLoader):
        assert event.start_mark
        assert event.end_mark
        start, end = event.start_mark.index, event.end_mark.index
        for match in _BETWEEN.finditer(text, done_index, start):
            kind: PartKind = "comment" if match["comment"] else "dash"
            tokens.append(Token(kind, match.start(), match.end(), match[0].rstrip()))
        token = _part(event, start, end)
        if token:
            tokens.append(token)
        done_index = max(done_index, token.end if token else end)
    return tuple(tokens)


def _part(event: yaml.Event, start: int, end: int) -> Token | None:
    match event:
        case yaml.ScalarEvent():
            return Token("block text" if event.style in ("|", ">") else "scalar", start, end, event.value)
        case yaml.CollectionStartEvent():  # Without brackets, the mark of a list may span the first dash.
            kind: PartKind = "mapping" if isinstance(event, yaml.MappingStartEvent) else "list"
            return Token(kind, start, end if event.flow_style else start, flow=bool(event.flow_style))
        case yaml.CollectionEndEvent():
            return Token("end", start, end)
    return None

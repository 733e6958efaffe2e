"""Another choice for a decision: the statements that it edits, and the texts of their files with other values."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from paycat.catalogue.canonical import Held, canonical, held_by
from paycat.catalogue.file_kinds import kind_of
from paycat.catalogue.reading import Catalogue
from paycat.catalogue.statement import Statement
from paycat.contract.paths import Steps
from paycat.diagnostics import Span, did_you_mean
from paycat.files import file_bytes
from paycat.formatting.editing import edited, give
from paycat.formatting.files import formatted_text
from paycat.formatting.reading import read
from paycat.formatting.tree import Branch, Document, Leaf
from paycat.lint.statements import Stated, citations, statements
from paycat.loading import Mapping as WrittenMapping
from paycat.loading import load, node_at
from paycat.workspace import SCHEMAS, Workspace

_SHOWN = "the choice"
_VALUE = "value"
_REASON = ("source", "decision")


class UnfitChoiceError(Exception):
    """The choice cannot be read, or no statement has its keys; the text is the reason."""


class _Target(NamedTuple):
    """The path from a statement to the entry that a key of a choice changes; `is_rule`: the value of a rule."""

    path: Steps
    is_rule: bool = False


@dataclass(frozen=True, slots=True)
class Editable:
    """A statement as it is written: where its key and its content begin, its path in the file, and its keys.

    A rule such as `length: { value: ..255, decision: D-900 }` has the keys `length` and `value`.
    """

    span: Span
    key_line: int
    steps: Steps
    targets: Mapping[str, _Target]

    @property
    def path(self) -> str:
        """The path from the file's root to the statement that has the keys."""
        return ".".join(map(str, self.steps[:-1] if self.is_rule else self.steps)) or "the file"

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys that a choice may name, as they are written; of the reason none."""
        hidden = (*_REASON, _VALUE) if self.is_rule else _REASON
        return tuple(key for key in self.targets if key not in hidden)

    def __str__(self) -> str:
        return f"{self.span.path}:{self.span.line} ({self.path}): {', '.join(self.keys)}"

    def is_at(self, location: str) -> bool:
        """Return whether this is at a file, a `file:line` or a `file:path`."""
        places = (self.span.line, self.key_line, self.path, ".".join(map(str, self.steps)))
        return location in (self.span.path, *(f"{self.span.path}:{place}" for place in places))

    @property
    def is_rule(self) -> bool:
        """Whether this is a rule with a reason of its own."""
        return _VALUE in self.targets and self.targets[_VALUE].is_rule


@dataclass(frozen=True, slots=True)
class Edit:
    """A choice, the statements that it may be for, and how a message begins if none of them has its keys.

    With `is_one` it is for a single statement: of those that have its keys, the outermost.
    """

    choice: Document
    statements: Sequence[Editable]
    none: str
    is_one: bool = False


def marked(catalogue: Catalogue, decision: str) -> tuple[Editable, ...]:
    """Return every statement outside the registers that is based on a decision."""
    based = {(one.stated.source, one.stated.path): one.stated for one in citations(catalogue) if one.name == decision}
    return _written(based.values(), of_decision=True)


def located(catalogue: Catalogue, location: str) -> tuple[Editable, ...]:
    """Return every statement at a `file:line` or a `file:path`, whatever it is based on."""
    near = (one for one in statements(catalogue) if location.startswith(f"{one.source.name}:"))
    return tuple(one for one in _written(near, of_decision=False) if one.is_at(location))


def read_choice(text: str) -> Document:
    """Return the choice, a YAML mapping such as `key: value` or `{ key: value }`. Raises UnfitChoiceError."""
    node, found = load(text.encode(), _SHOWN)
    if found:
        location = found[0].span
        raise UnfitChoiceError(f"{_SHOWN}, line {location.line}, column {location.column}: {found[0].message}")
    if not isinstance(node, WrittenMapping) or not node.entries:
        raise UnfitChoiceError("the choice must be a mapping of keys to values, such as 'key: value'")
    return read(text)


def chosen_texts(workspace: Workspace, edits: Iterable[Edit]) -> dict[str, str]:
    """Return the new text of each file that then says something else, by its path in the project.

    The files are laid out as `paycat fmt` does it. Raises UnfitChoiceError when no statement has the keys of a choice.
    """
    texts: dict[str, str] = {}
    for edit in edits:
        for statement in _fitting(edit):
            path = statement.span.path
            change = partial(_choose, statement, edit.choice)
            texts[path] = edited(texts.get(path) or text_of(workspace, path), change)
    return {
        path: formatted_text(workspace.schemas, path, text)
        for path, text in texts.items()
        if _differs(workspace, path, text)
    }


def text_of(workspace: Workspace, path: str) -> str:
    """Return the text of a file of the project with the line ends that it has."""
    return file_bytes(workspace.root / path).decode("utf-8")


def _written(stated: Iterable[Stated[Statement]], *, of_decision: bool) -> tuple[Editable, ...]:
    found = {}
    for one in stated:
        node = node_at(one.source.node, one.path)
        if isinstance(node, WrittenMapping):
            key_line = one.source.at(*one.path, key=True).line
            targets = dict(_targets(one, node, of_decision=of_decision))
            found[one.source.name, one.path] = Editable(node.span, key_line, one.path, targets)
    return tuple(sorted(found.values(), key=lambda one: (one.span, len(one.steps))))


def _targets(stated: Stated[Statement], node: WrittenMapping, *, of_decision: bool) -> Iterator[tuple[str, _Target]]:
    """Return what each key changes; with `of_decision` not those of rules with a reason of their own."""
    is_rule = type(stated.value).short == _VALUE and stated.path and node.entry(_VALUE)
    if is_rule:
        yield str(stated.path[-1]), _Target((_VALUE,), is_rule=True)
    held = held_by(type(stated.value))
    for entry in node.entries:
        key, value = entry.key.text, entry.value
        model = held[key].model if key in held else None
        if isinstance(value, WrittenMapping) and model and model.short == _VALUE and value.entry(_VALUE):
            if not (of_decision and any(map(value.entry, _REASON))):
                yield key, _Target((key, _VALUE), is_rule=True)
        else:
            yield key, _Target((key,), is_rule=bool(is_rule) and key == _VALUE)


def _fitting(edit: Edit) -> list[Editable]:
    wanted = [entry.key.value for entry in edit.choice.root.entries if entry.key]
    fit = [one for one in edit.statements if set(wanted) <= set(one.targets)]
    if fit:
        rules = [one for one in fit if one.is_rule]
        return fit[:1] if edit.is_one else rules or fit
    if not edit.statements:
        raise UnfitChoiceError(f"there is {edit.none}")
    known = dict.fromkeys(key for one in edit.statements for key in one.keys)
    if lacking := [key for key in wanted if key not in known]:
        hint = did_you_mean(lacking[0], known) or f"known: {', '.join(sorted(known))}"
        raise UnfitChoiceError(f"{edit.none} has the key {lacking[0]!r}; {hint}")
    raise UnfitChoiceError(f"{edit.none} has all of the keys {', '.join(wanted)}; make one choice after the other")


def _choose(statement: Editable, choice: Document, document: Document) -> None:
    for entry in choice.root.entries:
        assert entry.key, "a choice is a mapping"
        target = statement.targets[entry.key.value]
        steps = (*statement.steps, *target.path)
        if target.is_rule and entry.key.value != _VALUE and isinstance(entry.value, Branch) and entry.value.is_mapping:
            steps = steps[:-1]  # The whole rule, with its reason.
        *around, last = steps
        branch = _branch(document.root, around)
        own = next(one for one in branch.entries if one.key and one.key.value == last)
        give(own, deepcopy(entry.value))


def _branch(root: Branch, steps: Iterable[str | int]) -> Branch:
    branch: Branch | Leaf | None = root
    for step in steps:
        assert isinstance(branch, Branch), "a path of the loader leads through mappings and lists"
        entries = enumerate(branch.entries)
        branch = next(one.value for number, one in entries if step in (number, one.key and one.key.value))
    assert isinstance(branch, Branch)
    return branch


def _differs(workspace: Workspace, path: str, text: str) -> bool:
    """Return whether a new text of a file says something else than the one that it has."""
    kind = kind_of(path.removeprefix(f"{SCHEMAS}/"))
    assert kind, "a statement is in a file of the catalogue"
    said = []
    for data in (file_bytes(workspace.root / path), text.encode("utf-8")):
        node, _ = load(data, path)
        said.append(node and canonical(node, Held(kind.model)))
    return said[0] != said[1]

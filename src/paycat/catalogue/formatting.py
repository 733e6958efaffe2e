"""The YAML files of a project in canonical order and layout, with proof that each says the same."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from inspect import get_annotations
from pathlib import Path
from typing import Any

from paycat.catalogue.canonical import PLAIN, Held, canonical, held_by
from paycat.catalogue.credentials import with_table
from paycat.catalogue.kinds import FileKind, directions_in, kind_of, kind_of_packs
from paycat.catalogue.rulebook import Rulebook
from paycat.catalogue.service import CatalogueHead
from paycat.catalogue.statement import MADE, Reasoned, Statement, keys_of
from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.files.line_endings import with_line_feeds
from paycat.shapes.constraints import STATEMENTS
from paycat.text.characters import same_at_start
from paycat.yaml.layout import Branch, Document, LayoutEntry, Leaf, comments
from paycat.yaml.layout_reading import comments_of, is_modeline, read
from paycat.yaml.nodes import Mapping, Node, Scalar, Sequence
from paycat.yaml.printing import printed, text_in_line
from paycat.yaml.reading import bytes_of, load, load_file, parse, shipped_data

_REASON = ("source", "decision")
_FIXED, *_RULES = STATEMENTS
_FIRST = {**shipped_data(__package__, "first_keys.yaml"), "REASON": _REASON, "FIXED": (_FIXED,), "RULES": _RULES}

_EDITOR = "editor"
"""The pack that makes the schemas that modelines name."""


class ChangedMeaningError(Exception):
    """The formatter would have changed what a file says; a bug of paycat, and nothing was written."""


@dataclass(frozen=True, slots=True)
class YamlFile:
    """A YAML file of a project; `name` is its path in the project."""

    name: str
    path: Path
    kind: FileKind


@dataclass(frozen=True, slots=True)
class Formatted:
    """A file with its text as it is, but for its line endings, and as it should be."""

    file: YamlFile
    before: str
    after: str
    has_other_line_endings: bool
    form: str = "in canonical order and layout"
    command: str = "paycat fmt"

    @property
    def finding(self) -> Diagnostic | None:
        """What there is to say of the file: where it first differs from its canonical form; None when it does not."""
        if self.before == self.after:
            return None
        offset = same_at_start(self.before, self.after)
        line, column = self.before.count("\n", 0, offset) + 1, offset - self.before.rfind("\n", 0, offset)
        message = f"the file is not {self.form}; the first difference is here"
        return Diagnostic("unformatted", Span(self.file.name, line, column), message, f"run {self.command}")


def files_of(schemas: Path, generators: Path, manifest: type[Statement]) -> list[YamlFile]:
    """Return the YAML files of a project whose kind is known, by name.

    `schemas` and `generators` are two folders of the project, `manifest` is the statement in each pack.yaml.
    """
    project_folder, directions = schemas.parent, directions_in(schemas).offered or None
    path_kinds = [(path, kind_of(path.relative_to(schemas).as_posix(), directions)) for path in schemas.rglob("*.yaml")]
    path_kinds += [(path, kind_of_packs(manifest)) for path in generators.glob("*/pack.yaml")]
    files = [YamlFile(path.relative_to(project_folder).as_posix(), path, kind) for path, kind in path_kinds if kind]
    return sorted(files, key=lambda file: file.name)


def has_editor_schemas(schemas_folder: Path) -> bool:
    """Return whether the project of a catalogue generates the schemas that modelines name: unless the pack is off."""
    head, _ = load_file(schemas_folder / "catalogue.yaml", "")
    packs_off_entry = head.entry("packs_off") if isinstance(head, Mapping) else None
    pack_nodes = packs_off_entry.value.items if packs_off_entry and isinstance(packs_off_entry.value, Sequence) else ()
    return not any(isinstance(pack_node, Scalar) and pack_node.text == _EDITOR for pack_node in pack_nodes)


def format_file(file: YamlFile, *, has_modeline: bool = True) -> Formatted:
    """Return a file's text as it is and as it should be; where it `has_modeline`, the first line names its schema.

    A head of an earlier version of paycat gets the directions of its request tables, and rules a table of credentials.

    Raises FindingsError for a file that cannot be read as YAML, and ChangedMeaningError for a bug.
    """
    content, findings = bytes_of(file.path, file.name)
    node, findings = (None, findings) if content is None else load(content, file.name)
    if content is None or node is None or findings:
        raise FindingsError(findings)
    disk_text = content.decode("utf-8")
    old_text = with_line_feeds(disk_text)
    text = old_text
    is_head = file.kind.model is CatalogueHead and isinstance(node, Mapping) and node.entry("directions") is None
    if is_head and (directions := directions_in(file.path.parent).offered):
        table = _table({"directions": _table({name: _table({}, flow=True) for name in directions})})
        text = edited(old_text, lambda document: document.root.entries.extend(table.entries))
    if file.kind.model is Rulebook and with_table(node) is not node:
        text = edited(text, _with_table)
    if text is not old_text:
        node = load(text.encode(), file.name)[0] or node
    modeline = file.kind.modeline(file.name) if has_modeline else None
    new_text = formatted(text, node, file.kind.model, modeline, file.name)
    return Formatted(file, old_text, new_text, has_other_line_endings=old_text != disk_text)


def formatted(text: str, node: Node, model: type[Statement], modeline: str | None, file_name: str) -> str:
    """Return a file's text in canonical order and layout; the same statement, with every comment.

    `node` is the loader's tree of the text, `model` the statement that the file holds, `modeline` its first line (None:
    whatever it has), `file_name` its path in findings. Raises FindingsError for what cannot be laid out, and
    ChangedMeaningError when the new text would say anything else, which is a bug.
    """
    if not isinstance(node, Mapping):
        message = f"expected a mapping with the keys {', '.join(keys_of(model))}"
        raise FindingsError([Diagnostic("wrong-type", node.span, message)])
    plain_text = with_line_feeds(text)
    document = read(plain_text)
    arrange(document.root, Held(model))
    if document.root.entries:
        first_entry = document.root.entries[0]
        document.header += filter(is_modeline, first_entry.before)
        first_entry.before = [line for line in comments(first_entry.before) if not is_modeline(line)]
    if modeline:
        document.header = [modeline, *(line for line in document.header if not is_modeline(line))]
    new_text = printed(document)
    prove(plain_text, node, model, document, new_text, file_name)
    return new_text


def edited(text: str, change: Callable[[Document], None]) -> str:
    """Return the text after the change; what the change does not touch is laid out as `paycat fmt` does it.

    Raises ChangedMeaningError when a comment would be lost, which is a bug.
    """
    plain_text = with_line_feeds(text)
    document = read(plain_text)
    change(document)
    new_text = printed(document)
    if lost_comments := Counter(comments_of(plain_text)) - Counter(comments_of(new_text)):
        raise ChangedMeaningError(f"the edit would lose the comment {min(lost_comments)}; nothing was written")
    return new_text.replace("\n", "\r\n" if "\r\n" in text else "\n")


def arrange(branch: Branch, content: Held) -> None:
    """Bring a tree into canonical order; `content` is what its key holds."""
    content = content.of_mapping if branch.is_mapping else content
    if branch.is_mapping and content.model:
        _arrange_keys(branch, content.model)
    elif branch.is_mapping and content.values:
        # Where most entries of a table are separated by a blank line, all are.
        later_entries = branch.entries[1:]
        if 2 * sum(entry.before[:1] == [""] for entry in later_entries) > len(later_entries):
            for entry in later_entries:
                if entry.before[:1] != [""]:
                    entry.before.insert(0, "")
    for entry in branch.entries:
        if isinstance(entry.value, Branch):
            arrange(entry.value, content.under(entry.key.value) if entry.key else content.items or PLAIN)


@cache
def canonical_keys(model: type[Statement]) -> tuple[str, ...]:
    """Return the keys of a statement in canonical order.

    Keys are in the order of the model, its own before the inherited ones; the reason before tables and lists of
    statements, and what allows findings last.
    """
    statement_keys, reason_keys = keys_of(model), _REASON if issubclass(model, Reasoned) else ()
    bases = [base for base in model.__mro__ if base.__module__ != MADE]
    rank_by_name = {name: index for index, base in enumerate(bases) for name in get_annotations(base)}
    main_keys = [key for key in statement_keys if key not in (*reason_keys, "allow")]
    main_keys.sort(key=lambda key: rank_by_name.get(statement_keys[key].member, 0))
    table_index = next((index for index, key in enumerate(main_keys) if _is_table(held_by(model)[key])), len(main_keys))
    keys = [*main_keys[:table_index], *reason_keys, *main_keys[table_index:], "allow"]
    first_keys = [key for key in _first(model.__name__) if key in keys]
    return tuple(dict.fromkeys((*first_keys, *keys)))


def _first(name: str) -> Iterator[str]:
    for key in _FIRST.get(name, ()):
        yield from _first(key) if key in _FIRST else (key,)


def prove(old_text: str, node: Node, model: type[Statement], document: Document, new_text: str, file_name: str) -> None:
    """Hold the new text against the old one: values, order and comments.

    `node` is the loader's tree of the old text, `document` the tree that was printed. Raises ChangedMeaningError.
    """
    new_node, findings = parse(new_text, file_name)
    if new_node is None or findings or canonical(node, Held(model)) != canonical(new_node, Held(model)):
        raise ChangedMeaningError(f"{file_name}: paycat fmt would change a value; the file is left alone")
    if _counted(old_text) != _counted(new_text) or _placed(read(new_text)) != _placed(document):
        raise ChangedMeaningError(f"{file_name}: paycat fmt would lose or move a comment; the file is left alone")


def _arrange_keys(branch: Branch, model: type[Statement]) -> None:
    """Order the keys, in their new spelling; unknown ones come last, as they were."""
    keys, present_keys = canonical_keys(model), {entry.key.value for entry in branch.entries if entry.key}
    for entry in branch.entries:
        new_key, new_words = model.old_keys.get(entry.key.value if entry.key else "", ("", {}))
        if new_key not in present_keys and isinstance(entry.value, Leaf) and (word := new_words.get(entry.value.value)):
            entry.key, entry.value = Leaf([new_key], new_key), Leaf([word], word)
    rank_by_key = {key: index for index, key in enumerate(keys)}
    branch.entries.sort(key=lambda entry: rank_by_key.get(entry.key.value if entry.key else "", len(keys)))


def _with_table(document: Document) -> None:
    [auth_entry] = [entry for entry in document.root.entries if entry.key and entry.key.value == "auth"]
    credential = auth_entry.value
    assert isinstance(credential, Branch)
    [name_entry] = [entry for entry in credential.entries if entry.key and entry.key.value == "name"]
    credential.entries.remove(name_entry)
    assert isinstance(name_entry.value, Leaf)
    name = name_entry.value.value
    auth_entry.value, name_entry.key, name_entry.value = name_entry.value, Leaf([text_in_line(name)], name), credential
    table = _table({"credentials": Branch(is_mapping=True, flow=False, column=0, entries=[name_entry])})
    document.root.entries += table.entries


def _table(values: dict[str, Branch], *, flow: bool = False) -> Branch:
    entries = [LayoutEntry([], Leaf([text_in_line(name)], name), value) for name, value in values.items()]
    return Branch(is_mapping=True, flow=flow, column=0, entries=entries)


def _is_table(content: Held) -> bool:
    return content.values is not None or (content.items is not None and content.items.model is not None)


def _counted(text: str) -> Counter[str]:
    return Counter(comment for comment in comments_of(text) if not is_modeline(comment))


def _placed(document: Document) -> Any:
    """Return keys, values and comments in their order, without blank lines and layout."""
    header = [line for line in comments(document.header) if not is_modeline(line)]
    return header, _content(document.root)


def _content(node: Branch | Leaf | None) -> Any:
    if not isinstance(node, Branch):
        return node.value if node else None
    keys = [entry.key.value if entry.key else None for entry in node.entries]
    entries = [(comments(entry.before), _content(entry.value), entry.line) for entry in node.entries]
    return keys, entries, comments(node.foot)

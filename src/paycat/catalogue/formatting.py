"""The YAML files of a project: which there are, what each holds, its canonical text, and edits through its tree."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from paycat.catalogue.arranging import arrange
from paycat.catalogue.canonical import Held
from paycat.catalogue.file_kinds import FileKind, kind_of, kind_of_packs
from paycat.catalogue.formatting_proof import ChangedMeaningError, prove
from paycat.catalogue.statement import Statement, keys_of
from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.yaml.files import bytes_of, load, load_file
from paycat.yaml.layout import Document, comments
from paycat.yaml.layout_reading import comments_of, is_modeline, read
from paycat.yaml.nodes import Mapping, Node, Scalar, Sequence
from paycat.yaml.printing import printed

_EDITOR = "editor"
"""The pack that makes the schemas that modelines name."""


@dataclass(frozen=True, slots=True)
class File:
    """A YAML file of a project; `name` is its path in the project."""

    name: str
    path: Path
    kind: FileKind


@dataclass(frozen=True, slots=True)
class Formatted:
    """A file with its text as it is and as it should be."""

    file: File
    before: str
    after: str

    @property
    def finding(self) -> Diagnostic | None:
        """What there is to say of the file: where it first differs from its canonical form; None when it does not."""
        if self.before == self.after:
            return None
        pairs = enumerate(zip(self.before, self.after, strict=False))
        same = next(
            (location for location, (is_, should) in pairs if is_ != should), min(len(self.before), len(self.after))
        )
        line, column = self.before.count("\n", 0, same) + 1, same - self.before.rfind("\n", 0, same)
        message = "the file is not in canonical order and layout; the first difference is here"
        return Diagnostic("unformatted", Span(self.file.name, line, column), message, "run paycat fmt")


def files_of(schemas: Path, generators: Path, manifest: type[Statement]) -> list[File]:
    """Return the YAML files of a project whose kind is known, by name.

    `schemas` and `generators` are two folders of the project, `manifest` is the statement in each pack.yaml.
    """
    root = schemas.parent
    found = [(path, kind_of(path.relative_to(schemas).as_posix())) for path in schemas.rglob("*.yaml")]
    found += [(path, kind_of_packs(manifest)) for path in generators.glob("*/pack.yaml")]
    files = [File(path.relative_to(root).as_posix(), path, kind) for path, kind in found if kind]
    return sorted(files, key=lambda file: file.name)


def format_file(file: File, *, modelines: bool = True) -> Formatted:
    """Return a file's text as it is and as it should be; with `modelines` its first line names its schema for editors.

    Raises FindingsError for a file that cannot be read as YAML, and ChangedMeaningError for a bug.
    """
    data, found = bytes_of(file.path, file.name)
    node, found = (None, found) if data is None else load(data, file.name)
    if data is None or node is None or found:
        raise FindingsError(found)
    before = data.decode("utf-8")
    modeline = file.kind.modeline(file.name) if modelines else None
    return Formatted(file, before, canonical(before, node, file.kind.model, modeline, file.name))


def has_editor_schemas(schemas: Path) -> bool:
    """Return whether the project of a catalogue generates the schemas that modelines name: unless the pack is off."""
    head, _ = load_file(schemas / "catalogue.yaml", "")
    off = head.entry("packs_off") if isinstance(head, Mapping) else None
    names = off.value.items if off and isinstance(off.value, Sequence) else ()
    return not any(isinstance(name, Scalar) and name.text == _EDITOR for name in names)


def canonical(text: str, node: Node, model: type[Statement], modeline: str | None, name: str) -> str:
    """Return a file's text in canonical order and layout; the same statement, with every comment.

    `node` is the loader's tree of the text, `model` the statement that the file holds, `modeline` its first line (None:
    whatever it has), `name` its path in findings. Raises FindingsError for what cannot be laid out, and
    ChangedMeaningError when the new text would say anything else, which is a bug.
    """
    if not isinstance(node, Mapping):
        message = f"expected a mapping with the keys {', '.join(keys_of(model))}"
        raise FindingsError([Diagnostic("wrong-type", node.span, message)])
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    document = read(plain)
    arrange(document.root, Held(model))
    _lead(document, modeline)
    made = printed(document)
    prove(plain, node, model, document, made, name)
    return made


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


def _lead(document: Document, modeline: str | None) -> None:
    """Put the modeline first, and keep what the first key has before it apart from what speaks of the file."""
    if document.root.entries:
        first = document.root.entries[0]
        document.header += filter(is_modeline, first.before)
        first.before = [line for line in comments(first.before) if not is_modeline(line)]
    if modeline:
        document.header = [modeline, *(line for line in document.header if not is_modeline(line))]

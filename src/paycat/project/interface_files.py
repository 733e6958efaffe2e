"""The files of an interface as they would be if they stated all that counts: with what comes with paycat."""

from collections.abc import Iterator

from paycat.catalogue.canonical import Held
from paycat.catalogue.formatting import arrange
from paycat.catalogue.kinds import kind_of
from paycat.project.workspace import SCHEMAS, Workspace, catalogue_of, contract_of
from paycat.text.characters import printable
from paycat.yaml.layout import Branch, Document, LayoutEntry, Leaf
from paycat.yaml.nodes import Entry, Mapping, Node, Scalar, is_text
from paycat.yaml.printing import printed, text_in_line


def interface_files(workspace: Workspace) -> Iterator[tuple[str, str]]:
    """Yield the path of each file of the interface in the project, and its text in full.

    Raises FindingsError when the catalogue has errors.
    """
    interface, catalogue = contract_of(workspace)[0].interface, catalogue_of(workspace)
    names = {"violation_codes": {code.code for code in interface.violation_codes}}
    base = {"base": interface.problem_base} if catalogue.problems.value.base is None else {}
    for source in catalogue.files:
        kind = kind_of(source.name.removeprefix(f"{SCHEMAS}/"))
        if kind is None or not source.name.startswith(f"{SCHEMAS}/interface/") or not isinstance(source.node, Mapping):
            continue
        root = _block(source.node, names)
        for key, text in base.items() if source is catalogue.problems else ():
            root.entries.append(LayoutEntry([], _leaf(key), _leaf(text)))
        for entry in root.entries:
            entry.before.append("")
        arrange(root, Held(kind.model))
        yield source.name, printed(Document([kind.modeline(source.name)], root))


def _block(node: Mapping, names_by_table: dict[str, set[str]]) -> Branch:
    entries = [
        LayoutEntry([], _leaf(entry.key.text), _value(_with_names(entry, names_by_table))) for entry in node.entries
    ]
    return Branch(is_mapping=True, flow=True, column=0, entries=entries)


def _with_names(entry: Entry, names_by_table: dict[str, set[str]]) -> Node:
    names = names_by_table.get(entry.key.text)
    if names is None or not isinstance(entry.value, Mapping):
        return entry.value
    kept = (inner for inner in entry.value.entries if inner.key.text in names or not inner.key.span.is_shipped)
    return Mapping(entry.value.span, tuple(kept))


def _value(node: Node) -> Leaf | Branch:
    if isinstance(node, Mapping):
        return _block(node, {})
    if isinstance(node, Scalar):
        return _leaf(node.text) if is_text(node) else Leaf([node.text], node.text)
    items = [LayoutEntry([], None, _value(item)) for item in node.items]
    return Branch(is_mapping=False, flow=True, column=0, entries=items)


def _leaf(text: str) -> Leaf:
    lines = text.split("\n")
    is_block = len(lines) > 1 and all(printable(line) == line.rstrip() for line in lines) and lines[0][:1].strip()
    return Leaf(lines, text, "|-") if is_block and lines[-1] else Leaf([text_in_line(text)], text)

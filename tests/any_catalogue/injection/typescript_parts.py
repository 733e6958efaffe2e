"""What a source of JavaScript or TypeScript is made of, as a parser of the language reads it."""

import json
from collections.abc import Iterator

import tree_sitter_typescript
from tree_sitter import Language, Node, Parser

_PARSER = Parser(Language(tree_sitter_typescript.language_typescript()))
_NAMES = {
    "identifier": "name",
    "type_identifier": "name",
    "shorthand_property_identifier": "name",
    "property_identifier": "attribute",
}
_SAID = frozenset({"comment", "string", "number", "string_fragment", "escape_sequence"})
"""What is said, and no part."""


def typescript_parts(text: str) -> tuple[Iterator[str], Iterator[str]]:
    """Return the parts of a source that act, and its texts. Raises ValueError for what is no source."""
    root = _PARSER.parse(text.encode("utf-8", "surrogatepass")).root_node
    if root.has_error:
        raise ValueError(f"not TypeScript: {_first_error(root)}")
    nodes = list(_nodes(root))
    return (part for node in nodes for part in _parts(node)), (_text(node) for node in nodes if node.type == "string")


def _nodes(node: Node) -> Iterator[Node]:
    waiting = [node]
    while waiting:
        one = waiting.pop()
        yield one
        waiting.extend(one.named_children)


def _parts(node: Node) -> Iterator[str]:
    match node.type:
        case "call_expression" | "new_expression":
            yield f"call {_source(node.named_children[0])}"
        case "import_statement" | "export_statement":
            yield from (f"import from {_source(one)}" for one in node.named_children if one.type == "string")
        case "class_declaration" | "function_declaration" | "interface_declaration" | "method_definition":
            yield f"define {_source(node.child_by_field_name('name'))}"
        case "computed_property_name" if [one.type for one in node.named_children] == ["string"]:
            return  # It is computed because the literal means something: `__proto__`.
        case kind if kind in _NAMES:
            yield f"{_NAMES[kind]} {_source(node)}"
        case kind if kind not in _SAID:
            yield kind


def _source(node: Node | None) -> str:
    return (node.text or b"").decode("utf-8", "replace") if node else ""


def _text(node: Node) -> str:
    """Return what a literal says: those of generated sources are JSON, but for the quotes of some."""
    literal = _source(node)
    try:
        return str(json.loads(literal))
    except json.JSONDecodeError:
        raise ValueError(f"a literal that is not JSON: {literal[:60]}") from None


def _first_error(root: Node) -> str:
    wrong = next(node for node in _all(root) if node.is_error or node.is_missing)
    return f"line {wrong.start_point.row + 1}: {_source(wrong)[:60]!r}"


def _all(node: Node) -> Iterator[Node]:
    yield node
    for one in node.children:
        yield from _all(one)

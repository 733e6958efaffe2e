"""Requests and records as types of TypeScript."""

from collections.abc import Iterable
from decimal import Decimal

from paycat.contract.model import Contract
from paycat.contract.nodes import FieldNode, Group, Node, nodes_of
from paycat.languages.data import js
from paycat.languages.javascript import member as member_name
from paycat.languages.javascript import name, source, tsdoc
from paycat.languages.source import Source
from paycat.languages.syntax import WIDTH
from paycat.schemas.json_schema import combinations_text
from paycat.schemas.marks import meaning_of, sentence, values_text
from paycat.shapes.constraints.relations import Relation

_STEP = 2
_DOUBLES = 2**53
"""Up to here, a double keeps each whole number."""
_EXACT_VALUES = (Relation.EQUAL, Relation.ONE_OF)
_LEVELS = {"conditional": "Required in some combinations."}
_EXACT = "A double holds the number exactly, as none has more than 15 digits."
_PLAIN = {"string": "string", "number": "number", "integer": "number", "boolean": "boolean", "any": "unknown"}
_ANYTHING = "{ readonly [name: string]: unknown }"


def declaration(node: Node, type_name: str) -> Source:
    """Return the declaration of a type: an interface of an object whose members are known, or another name."""
    comment = tsdoc(_described(node))
    if isinstance(node, Group) and not node.nullable:
        return source(f"{comment}\nexport interface {name(type_name)} {_members(node, 0)}")
    prefix = f"export type {name(type_name)} = "
    return source(f"{comment}\n{_after(prefix, _type(node, 0, len(prefix)))};")


def texts(values: Iterable[str], type_name: str) -> Source:
    """Return the declaration of a type whose values are some texts."""
    prefix = f"export type {name(type_name)} = "
    return source(f"{_after(prefix, _union(map(js, values), 0, len(prefix)))};")


def union(values: Iterable[str], indent: int, column: int) -> Source:
    """Return a union of texts that begins in a column; of none, `never`. A long one is on several lines, indented."""
    return _union(map(js, values), indent, column)


def may_hold_bigint(contract: Contract) -> bool:
    """Return whether a request may hold a whole number that no double keeps: in any JSON, or without a bound."""
    return any(map(_keeps_any_number, (node for request in contract.requests() for node in nodes_of(request.root))))


def _keeps_any_number(node: Node) -> bool:
    if isinstance(node, Group):
        return not node.closed
    if node.json_type in ("integer", "number"):
        # Below it may still be any number, so both ends count.
        has_bounds = (_bound(node, Relation.AT_LEAST, Relation.ABOVE), _bound(node, Relation.AT_MOST, Relation.BELOW))
        return not any(rule.kind.relation in _EXACT_VALUES for rule in node.constraints) and not all(has_bounds)
    return node.json_type in ("any", "object") or (node.json_type == "array" and not node.items)


def _bound(field: FieldNode, *relations: Relation) -> bool:
    return any(
        rule.kind.relation in relations and abs(Decimal(str(rule.value))) <= _DOUBLES for rule in field.constraints
    )


def _members(group: Group, indent: int) -> str:
    inner_indent = indent + _STEP
    lines = [
        f"{' ' * inner_indent}{text}"
        for member in group.members
        for text in (tsdoc(_described(member), inner_indent), _member(member, inner_indent))
    ]
    return "\n".join(("{", *lines, f"{' ' * indent}}}"))


def _member(node: Node, indent: int) -> str:
    prefix = f"readonly {member_name(node.name)}{'' if node.requirement == 'required' else '?'}: "
    return f"{_after(prefix, _type(node, indent, indent + len(prefix)))};"


def _type(node: Node, indent: int, column: int) -> str:
    """Return a type that begins in a column of a line with an indent."""
    if isinstance(node, Group):
        return f"{_members(node, indent)}{' | null' if node.nullable else ''}"
    alternatives = [*_types_of_field(node, indent, column), *(["null"] if node.nullable else [])]
    return _union(alternatives, indent, column)


def _types_of_field(field: FieldNode, indent: int, column: int) -> Iterable[str]:
    """Return the types of which a value has one."""
    if field.records:
        return map(name, dict.fromkeys(field.records))
    if field.json_type == "array":
        item_type = _type(field.items, indent, column + len("readonly ")) if field.items else "unknown"
        return [f"readonly {item_type}[]" if item_type.isidentifier() else f"readonly ({item_type})[]"]
    if field.json_type == "object":
        return [_ANYTHING]
    values = _known_texts(field) if field.json_type == "string" else ()
    if not values:
        return [_PLAIN[field.json_type]]
    # Editors offer what is known, and any other text may come.
    return [*map(js, values), *(["(string & {})"] if field.open else [])]


def _known_texts(field: FieldNode) -> tuple[str, ...]:
    for rule in field.constraints:
        if rule.kind.relation is Relation.EQUAL and isinstance(rule.value, str):
            return (rule.value,)
        if rule.kind.relation is Relation.ONE_OF and isinstance(rule.value, tuple):
            return tuple(map(str, rule.value))
    return tuple(choice.value for choice in field.choices)


def _after(prefix: str, text: str) -> str:
    return (prefix.rstrip() if text.startswith("\n") else prefix) + text


def _union(types: Iterable[str], indent: int, column: int) -> Source:
    alternatives = list(dict.fromkeys(types))
    line = " | ".join(alternatives) or "never"
    if len(alternatives) < 2 or column + len(line) + len(";") <= WIDTH:
        return source(line)
    return source("".join(f"\n{' ' * (indent + _STEP)}| {alternative}" for alternative in alternatives))


def _described(node: Node) -> str:
    sentences = [sentence(meaning_of(node)), _LEVELS.get(node.requirement, "")]
    if isinstance(node, Group):
        sentences += map(combinations_text, node.conditions)
    else:
        limits = "; ".join(rule.phrase.whole_limit for rule in node.constraints)
        sentences += [f"{limits[:1].upper()}{limits[1:]}." if limits else ""]
        sentences += [values_text(node), _EXACT if node.shape == "decimal" else ""]
        sentences += [f"Hint: {sentence(hint.note)}" for hint in node.hints]
    return " ".join(filter(None, sentences))

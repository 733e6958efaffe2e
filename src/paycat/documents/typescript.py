"""Requests and records as types of TypeScript."""

from collections.abc import Iterable

from paycat.contract.nodes import FieldNode, Group, Node
from paycat.documents.json_schema import combinations_text
from paycat.documents.marks import meaning_of, sentence, values_text
from paycat.languages.data import js
from paycat.languages.javascript import member as member_name
from paycat.languages.javascript import name, source, tsdoc
from paycat.languages.source import Source
from paycat.shapes.constraints.relations import Relation

_STEP = 2
_LEVELS = {"conditional": "Required in some combinations."}
_EXACT = "A double holds the number exactly, as none has more than 15 digits."
_PLAIN = {"string": "string", "number": "number", "integer": "number", "boolean": "boolean", "any": "unknown"}
_ANYTHING = "{ readonly [name: string]: unknown }"


def typescript_declaration(node: Node, called: str) -> Source:
    """Return the declaration of a type: an interface of an object whose members are known, or another name."""
    head = tsdoc(_described(node))
    if isinstance(node, Group) and not node.nullable:
        return source(f"{head}\nexport interface {name(called)} {_members(node, 0)}")
    return source(f"{head}\nexport type {name(called)} = {_type(node, 0)};")


def typescript_union(texts: Iterable[str]) -> Source:
    """Return a union of texts; of none, `never`."""
    return _union(js(text) for text in dict.fromkeys(texts))


def _members(group: Group, indent: int) -> str:
    inner = indent + _STEP
    lines = [
        f"{' ' * inner}{part}"
        for one in group.members
        for part in (
            tsdoc(_described(one), inner),
            f"readonly {member_name(one.name)}{'' if one.requirement == 'required' else '?'}: {_type(one, inner)};",
        )
    ]
    return "\n".join(("{", *lines, f"{' ' * indent}}}"))


def _type(node: Node, indent: int) -> str:
    made = _members(node, indent) if isinstance(node, Group) else _type_of_field(node, indent)
    return f"{made} | null" if node.nullable else made


def _type_of_field(field: FieldNode, indent: int) -> str:
    if field.records:
        return _union(map(name, dict.fromkeys(field.records)))
    if field.json_type == "array":
        return f"readonly ({_type(field.items, indent)})[]" if field.items else "readonly unknown[]"
    if field.json_type == "object":
        return _ANYTHING
    known = _known_texts(field) if field.json_type == "string" else ()
    if not known:
        return _PLAIN[field.json_type]
    # Editors offer what is known, and any other text may come.
    return f"{typescript_union(known)} | (string & {{}})" if field.open else typescript_union(known)


def _known_texts(field: FieldNode) -> tuple[str, ...]:
    for rule in field.constraints:
        if rule.kind.relation is Relation.EQUAL and isinstance(rule.value, str):
            return (rule.value,)
        if rule.kind.relation is Relation.ONE_OF and isinstance(rule.value, tuple):
            return tuple(map(str, rule.value))
    return tuple(one.value for one in field.choices)


def _union(parts: Iterable[str]) -> Source:
    return source(" | ".join(parts) or "never")


def _described(node: Node) -> str:
    parts = [sentence(meaning_of(node)), _LEVELS.get(node.requirement, "")]
    if isinstance(node, Group):
        parts += map(combinations_text, node.conditions)
    else:
        limits = "; ".join(rule.phrase.whole_limit for rule in node.constraints)
        parts += [f"{limits[:1].upper()}{limits[1:]}." if limits else ""]
        parts += [values_text(node), _EXACT if node.shape == "decimal" else ""]
        parts += [f"Hint: {sentence(hint.note)}" for hint in node.hints]
    return " ".join(filter(None, parts))

"""Compares the texts that two versions of a field accept: those of a pattern within lengths, or a fixed value."""

from paycat.contract.nodes import FieldNode
from paycat.shapes.constraints.choice import Choice
from paycat.shapes.constraints.const import Const
from paycat.shapes.constraints.length import lengths_of
from paycat.shapes.patterns.compiled import pattern_of
from paycat.shapes.patterns.texts import Texts, has_all_of, text_of_one, texts


def telling_text(one: FieldNode, other: FieldNode) -> str | None:
    """Return a text that a field accepts and another one rejects; None where there is none, or none is known."""
    are_texts = one.json_type == other.json_type == "string"
    return text_of_one(texts_of(one), texts_of(other)) if are_texts else None


def accepts_all_of(new: FieldNode, old: FieldNode) -> bool:
    """Return whether it is proven that the new field accepts every text that the old one accepts."""
    if not old.json_type == new.json_type == "string":
        return False
    if values := _values(old):
        return all(new.accepts(one) for one in values)
    return has_all_of(texts_of(new), texts_of(old))


def texts_of(field: FieldNode) -> Texts:
    """Return the texts that a field accepts."""
    if values := _values(field):
        return texts(pattern_of(values), 0, None)
    patterns = (rule.kind.texts(rule.value) for rule in field.constraints)
    return texts(next((one for one in patterns if one), None), *lengths_of(field.bounds))


def _values(field: FieldNode) -> list[str]:
    """Return the values of which a text must be one, as far as its other rules accept them."""
    stated = {rule.keyword: rule.value for rule in field.constraints}
    values = (stated[Const.keyword],) if Const.keyword in stated else stated.get(Choice.keyword)
    listed = values if isinstance(values, tuple) else ()
    return [one for one in listed if isinstance(one, str) and field.accepts(one)]

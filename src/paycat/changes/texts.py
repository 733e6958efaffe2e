"""Compares the texts that two versions of a field accept: those of a pattern within lengths, or a fixed value."""

from collections.abc import Iterator

from paycat.contract.nodes import FieldNode
from paycat.matching.texts import Texts, has_all_of, text_of_one, texts
from paycat.shapes.constraints.length import lengths_of


def telling_texts(old: FieldNode, new: FieldNode) -> Iterator[str]:
    """Return a text that only the old field accepts, and one that only the new one accepts, if there are such."""
    if old.json_type == new.json_type == "string":
        for one, other in ((old, new), (new, old)):
            text = text_of_one(texts_of(one), texts_of(other))
            if text is not None:
                yield text


def accepts_all_of(new: FieldNode, old: FieldNode) -> bool:
    """Return whether it is proven that the new field accepts every text that the old one accepts."""
    return old.json_type == new.json_type == "string" and has_all_of(texts_of(new), texts_of(old))


def texts_of(field: FieldNode) -> Texts:
    """Return the texts that a field accepts."""
    patterns = (rule.kind.texts(rule.value) for rule in field.constraints)
    return texts(next((one for one in patterns if one), None), *lengths_of(field.bounds))

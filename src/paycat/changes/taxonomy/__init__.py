"""Every type of change, by its id. Ids are public, as codes of findings are."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import zip_longest

from paycat.changes.taxonomy.change_type import BREAKING, OPPOSITES, RISKY, SAFE, ChangeType, Verdict
from paycat.shapes.constraints import ASPECTS
from paycat.yaml.reading import shipped_data


def _stated(file_name: str) -> tuple[ChangeType, ...]:
    change_types = []
    for element, rows in shipped_data(__name__, file_name).items():
        defaults = rows.get("why", ""), rows.get("sentence", "")
        for action, row in rows.items():
            if isinstance(row, list):
                why, sentence = (cell or default for cell, default in zip_longest(row[1:], defaults, fillvalue=""))
                words = row[0].split()
                is_wire = words[0] != "patch"
                sender_word, reader_word, importer_word = (words if is_wire else words[1:]) or ["none"] * 3
                verdicts = _verdict(sender_word), _verdict(reader_word), _verdict(importer_word)
                change_types.append(ChangeType(element, action, verdicts, why, sentence, is_wire))
    return tuple(change_types)


def _verdict(word: str) -> Verdict | None:
    return None if word == "none" else Verdict(word)


BODY, API, REGISTER = _stated("body.yaml"), _stated("api.yaml"), _stated("register.yaml")
_MOVES = {(move.element, move.action): move for move in _stated("aspects.yaml")}
_OF_ASPECTS = [
    replace(
        _MOVES.get((aspect.name, move)) or _MOVES["", move], element=aspect.name, own_sentence=sentence, aspect=aspect
    )
    for aspect in ASPECTS
    for move, sentence in aspect.moves.items()
]
CHANGE_TYPES: Mapping[str, ChangeType] = {
    change_type.id: change_type for change_type in (*BODY, *API, *REGISTER, *_OF_ASPECTS)
}
_NAMED = {(change_type.element, change_type.action): change_type for change_type in CHANGE_TYPES.values()}


def type_of(element: str, action: str) -> ChangeType:
    """Return the type of what happened to an element, or to an aspect of constraints; KeyError if there is none."""
    return _NAMED[element, action]


def types_of(*elements: str) -> tuple[ChangeType, ...]:
    """Return all types of some elements."""
    return tuple(change_type for change_type in CHANGE_TYPES.values() if change_type.element in elements)


def inverse(kind: ChangeType) -> ChangeType:
    """Return the type that takes a change of this type back."""
    siblings = {sibling.action: sibling for sibling in types_of(kind.element)}
    return next((siblings[back] for action, back in OPPOSITES if action == kind.action and back in siblings), kind)


__all__ = ["BREAKING", "CHANGE_TYPES", "RISKY", "SAFE", "ChangeType", "Verdict", "inverse", "type_of", "types_of"]

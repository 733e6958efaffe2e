"""How the sandbox spells the identifiers of records and events, so that every value accepts them that holds one."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from math import prod

from paycat.contract.interface import Interface, Record
from paycat.contract.machines import all_machines
from paycat.contract.nodes import FieldNode, nodes_of
from paycat.shapes.constraints import patterns_of
from paycat.shapes.constraints.length import lengths_of
from paycat.shapes.patterns.portable import tree_of
from paycat.shapes.patterns.ranges import holds
from paycat.shapes.patterns.tree import Alternation, Repeat, Signs, Tree, parts_of

Spelling = tuple[tuple[str, int], ...]
"""The signs of an identifier: some of which one is taken, and how often."""

_BASE_32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_USUAL, _LONGEST = 26, 64
_FEWEST = 10**9
"""With so many identifiers, hardly any is made twice."""
_TRIED = 20
_PREFIX = re.compile("[A-Za-z]+_")


def usual_spelling(example: str) -> Spelling:
    """Return the spelling without regard to constraints; identifiers begin as an example does."""
    prefix_match = _PREFIX.match(example)
    return (*((sign, 1) for sign in (prefix_match[0] if prefix_match else "")), (_BASE_32, _USUAL))


def spelling_of(interface: Interface, record: Record, example: str) -> Spelling | None:
    """Return the spelling that the identifier of a record and the parameters with it accept; None if none is known."""
    machine_names = {machine.name for machine in all_machines(interface) if machine.record == record.name}
    values = [*_identifiers(interface, record, (record.name,) if machine_names else None)]
    for operation in interface.operations:
        parameters = interface.path_parameters(operation)
        values += [sent.value for sent in parameters if operation.identifies.get(sent.name) in machine_names]
    nonce = interface.signing.sent_headers.get("nonce", "").lower() if interface.signing else ""
    for notification in interface.notifications:
        headers = map(interface.parameter, notification.headers if notification.record == record.name else ())
        values += [header.value for header in headers if header.name.lower() == nonce]
    return next((spelling for spelling in _candidates(values, example) if _is_accepted(spelling, values)), None)


def _identifiers(interface: Interface, record: Record, outer_names: tuple[str, ...] | None) -> Iterator[FieldNode]:
    """Yield the members with the identifier, also of the records inside one that has states."""
    for node in nodes_of(record.body):
        if isinstance(node, FieldNode) and node.made and node.made.by == "id":
            yield node
        elif isinstance(node, FieldNode) and outer_names and node.record not in outer_names:
            inner_records = (candidate for candidate in interface.records if candidate.name == node.record)
            for inner_record in inner_records:  # There is none where the name is unknown.
                yield from _identifiers(interface, inner_record, (*outer_names, inner_record.name))


def _candidates(values: Sequence[FieldNode], example: str) -> Iterator[Spelling]:
    lengths = [lengths_of(value.bounds) for value in values]
    least = max((least for least, _ in lengths), default=0)
    most = min((most for _, most in lengths if most is not None), default=_LONGEST)
    *prefix, _ = usual_spelling(example)
    for beginning in (prefix, ()):
        count = max(min(_USUAL, most - len(beginning)), least - len(beginning))
        for signs in (_BASE_32, _BASE_32.lower()):
            yield (*beginning, (signs, count))
    for pattern in dict.fromkeys(pattern for value in values for pattern in patterns_of(value.bounds)):
        tree = tree_of(pattern)
        longest = min(most, max(least, len(prefix) + _USUAL))
        spelled = _spelled(tree, longest - len(_spelled(tree, 0)))
        yield tuple((signs, len(list(same_signs))) for signs, same_signs in groupby(spelled))


def _spelled(tree: Tree, extra: int) -> list[str]:
    """Return the signs at each place of texts of a pattern, with at most so many places more than it requires."""
    match tree:
        case Signs(ranges):
            signs = "".join(sign for sign in _SIGNS if holds(ranges, ord(sign)))
            return [signs or chr(ranges[0][0])]
        case Repeat(part, least, most):
            unit = _spelled(part, 0)
            further = max(extra, 0) // max(len(unit), 1)
            return unit * (least + (further if most is None else min(further, most - least)))
        case Alternation(parts):
            return max((_spelled(part, 0) for part in parts), key=lambda places: prod(map(len, places)))
    places: list[str] = []
    for part in parts_of(tree):
        part_places = _spelled(part, extra)
        extra -= len(part_places) - len(_spelled(part, 0))
        places += part_places
    return places


def _is_accepted(spelling: Spelling, values: Sequence[FieldNode]) -> bool:
    places = [signs for signs, count in spelling for _ in range(count)]
    texts = [
        "".join(signs[(place + 1) * step % len(signs)] for place, signs in enumerate(places)) for step in range(_TRIED)
    ]
    texts.append("".join(signs[-1] for signs in places))
    is_wide = prod(map(len, places)) >= _FEWEST and len(places) <= _LONGEST
    return is_wide and all(value.accepts(text) for value in values for text in texts)

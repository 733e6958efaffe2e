"""Each text that is sent or read, narrowed and widened in every way: the verdict is that of texts that are tried."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import projects
import pytest
from targets import deep

from paycat.changes.change import Rating
from paycat.changes.compare import compare
from paycat.changes.taxonomy.change_type import BREAKING, SAFE
from paycat.contract.constraint import Constraint
from paycat.contract.model import Contract
from paycat.contract.nodes import FieldNode, Group, Node

CONTRACT = Contract.model_validate_json((projects.GENERATED / "contract/contract.json").read_bytes())
RULES: list[dict[str, Any]] = [
    {},
    {"pattern": "^[!-~]*$", "max_length": 255},
    {"pattern": "^[a-z0-9-]*$", "min_length": 1, "max_length": 255},
    {"pattern": "^[0-9]{1,20}$"},
    {"pattern": "^[0-8]{1,20}$"},
    {"pattern": "^(a|b)+$"},
    {"min_length": 1, "max_length": 64},
    {"max_length": 5},
    {"choice": ("ab", "89")},
    {"choice": ("ab",), "min_length": 1, "max_length": 5},
    {"const": "ab"},
    {"pattern": "^([a-z]{1,90}|[0-9]{1,90})$"},
]
"""What a text may be, from any text to one. The texts of the last pattern are too many to be compared."""
LARGE = RULES[-1]
SIGNS = "089abyzA-!~ é\x00"
TEXTS = ["", *SIGNS, *map("".join, product(SIGNS, repeat=2))]
TEXTS += [sign * count for sign in "08abA~ " for count in (5, 6, 20, 21, 64, 65, 90, 91, 255, 256)]


def places(contract: Contract) -> Iterator[tuple[str, str, str]]:
    """Return the list, the key and the path of each text of the interface."""
    interface = contract.interface
    yield from (("parameters", one.key, "") for one in interface.parameters if one.value.json_type == "string")
    yield from (("response_headers", one.key, "") for one in interface.response_headers)
    for record in interface.records:
        yield from (("records", record.name, path) for path in _texts(record.body))


def _texts(node: Node) -> Iterator[str]:
    if isinstance(node, Group):
        for member in node.members:
            yield from _texts(member)
    elif node.items:
        yield from _texts(node.items)
    elif node.shape in ("text", "choice"):
        yield node.path


def with_rules(place: tuple[str, str, str], rules: dict[str, Any]) -> tuple[Contract, FieldNode]:
    """Return the contract without methods in which the text at a place has other rules, and that text."""
    member, key, path = place
    found: list[FieldNode] = []

    def edited(node: Node) -> Node:
        if isinstance(node, Group):
            return node.model_copy(update={"members": tuple(map(edited, node.members))})
        if node.items:
            return node.model_copy(update={"items": edited(node.items)})
        if node.path != path:
            return node
        stated = tuple(
            Constraint(keyword=name, value=value, code=name, reason=node.reason) for name, value in rules.items()
        )
        found.append(node.model_copy(update={"constraints": stated, "choices": (), "shape": "text"}))
        return found[0]

    def other(one: Any) -> Any:
        is_here = getattr(one, "name" if member == "records" else "key") == key
        of = "body" if member == "records" else "value"
        return one.model_copy(update={of: edited(getattr(one, of))}) if is_here else one

    listed = tuple(map(other, getattr(CONTRACT.interface, member)))
    interface = CONTRACT.interface.model_copy(update={member: listed})
    return CONTRACT.model_copy(update={"methods": (), "interface": interface}), found[0]


def ratings(old: Contract, new: Contract, audience: Any) -> list[Rating]:
    """Return what the comparison says of texts for an audience; that an error says less with a fixed one is no text."""
    found = compare(old, new)
    assert found.faults == ()
    every = (one for head in found.changes for one in head.all() if one.type.id != "error-member-changed")
    return [one.verdicts.known[audience] for one in every if audience in one.verdicts.known]


@cache
def accepted(rules: int) -> tuple[bool, ...]:
    """Return which of the texts some rules accept, by the meaning of constraints alone."""
    _, field = with_rules(PLACES[0], RULES[rules])
    return tuple(all(rule.holds(text) for rule in field.constraints) for text in TEXTS)


PLACES = list(places(CONTRACT))
PAIRS = [(one, other) for one in range(len(RULES)) for other in range(len(RULES)) if one != other]
POSTED = {key for one in CONTRACT.interface.notifications for key in one.headers}
SENT = {key for one in CONTRACT.interface.operations for key in one.parameters}


def marks(number: int) -> list[pytest.MarkDecorator]:
    """Return the marks of a place in a record, by its number: two of three are deep."""
    return [pytest.mark.slow] if number % 3 == 0 else [pytest.mark.slow, deep]


@pytest.mark.parametrize(
    "number",
    # Bodies take longer than single values.
    [
        pytest.param(number, id=".".join(filter(None, place)), marks=[] if place[0] != "records" else marks(number))
        for number, place in enumerate(PLACES)
    ],
)
def test_verdicts_are_those_of_texts(number: int) -> None:
    """A place has some of the pairs of rules; together, all places have each of them."""
    place = PLACES[number]
    for one, other in PAIRS[number % 7 :: 7] if place[0] != "records" else PAIRS[number % 61 :: 61]:
        (old, _), (new, _) = (with_rules(place, RULES[index]) for index in (one, other))
        is_sent = place[0] == "parameters" and (place[1] in SENT or place[1] not in POSTED)
        is_read = place[0] != "parameters" or place[1] in POSTED
        if is_sent:
            check(one, other, ratings(old, new, "sender"))
        if is_read:
            check(other, one, ratings(old, new, "reader"))


def check(wider: int, narrower: int, said: list[Rating]) -> None:
    """Hold what is said against the texts that only the first rules accept: whoever relied on these is broken."""
    breaks = [
        text for text, was, now in zip(TEXTS, accepted(wider), accepted(narrower), strict=True) if was and not now
    ]
    worst = max(said, key=lambda rating: rating.rank, default=Rating(verdict=SAFE, basis="proven"))
    told = (RULES[wider], RULES[narrower], breaks[:3], worst)
    if breaks:
        assert worst == Rating(verdict=BREAKING, basis="proven"), told
    elif LARGE not in (RULES[wider], RULES[narrower]):
        assert worst.verdict is SAFE, told

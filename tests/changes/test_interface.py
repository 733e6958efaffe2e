"""What a contract says otherwise around the bodies and in the registers: each kind, both ways, and nothing silent."""

from collections.abc import Iterator
from typing import Any, get_args

import projects
import pytest
import yaml
from contract_edits import with_edits
from expected_files import Expect

from paycat.catalogue.credentials import Auth
from paycat.catalogue.lifecycle import Reserved, ReservedField, ReservedMethod
from paycat.catalogue.reading import read_catalogue
from paycat.catalogue.statement import Value
from paycat.changes.change import Change
from paycat.changes.compare import register_changes
from paycat.changes.grouping import grouped
from paycat.changes.interface import interface_changes
from paycat.changes.taxonomy import API, CHANGE_TYPES, REGISTER, inverse
from paycat.contract.model import Contract
from paycat.contract.resolve import resolve
from paycat.diagnostics import Span
from paycat.shapes.constraints import KINDS as BOUNDS

STARTER = projects.HERE / "bank_collections" / "schemas"
CASES = sorted((projects.ROOT / "tests" / "changes" / "interface").glob("*.yaml"))
OWN = {one.id: one for one in (*API, *REGISTER)}
TOLD_ELSEWHERE = {"contract_version", "digest", "idle_types", "methods", "problem_form", "records"}
"""Members of the contract and of its interface that others compare, or that say nothing of its meaning."""
OF_NODES = ("constraints", "choices", "variants", "hints")
"""Lists of a node, to which no text can be added."""
NOT_ALTERED = {"location", "keyword", "items", "deprecated"}
"""Members that no made-up text can stand for, or that say nothing of a contract's meaning."""
NAMED_ELSEWHERE = {kind for kind in OWN if kind.endswith(("-renamed", "-key-changed"))} - {"parameter-renamed"}
"""What has another name, while what refers to it is not altered: then no contract can be right, and no way back is."""

Path = tuple[str | int, ...]
CREDENTIAL_WITHOUT_USE: Path = ("interface", "credentials", 0, "-")
"""What requests have is told of `auth`, which still names the credential here, as no catalogue could."""


@pytest.fixture(scope="module")
def starter() -> Contract:
    """The contract of the starter project, with names that were reserved."""
    catalogue, found = read_catalogue(STARTER)
    assert catalogue is not None
    assert found == []
    contract, _ = resolve(catalogue)
    location = Span("schemas/catalogue.yaml", 1)
    reserved = Reserved(
        methods=(ReservedMethod(code="GIRO", since="0.1.0", meaning="A credit transfer", location=location),),
        fields=(
            ReservedField(path="debtor.fax", since="0.1.0", meaning="Fax", methods=("SEPA_DEBIT",), location=location),
        ),
    )
    return contract.model_copy(update={"reserved": reserved})


def changes_of(old: Contract, new: Contract) -> list[Change]:
    return grouped(old, new, [*interface_changes(old, new), *register_changes(old, new)])


def every(changes: tuple[Change, ...] | list[Change]) -> Iterator[Change]:
    for change in changes:
        yield change
        yield from every(change.consequences)


def told(change: Change, indent: str = "") -> Iterator[str]:
    """Return the lines of a change: where it is, its kind and its sentence, and what follows from it below."""
    sentence = change.type.sentence.format(path=change.site.path, old=change.old, new=change.new)
    yield f"{indent}{change.site.path}: {change.type.id}: {sentence}"
    for below in change.consequences:
        yield from told(below, f"{indent}  ")


@pytest.mark.parametrize("file", CASES, ids=lambda file: file.stem)
def test_a_case_both_ways(file: Any, starter: Contract, expect: Expect) -> None:
    text = file.read_text(encoding="utf-8")
    case = yaml.load(text, yaml.CSafeLoader)
    new = with_edits(starter, case["edit"])
    found = {
        "expected": [line for change in changes_of(starter, new) for line in told(change)],
        "reverse": [line for change in changes_of(new, starter) for line in told(change)],
    }
    edit = text.partition("expected:")[0]
    expect(file, edit + yaml.safe_dump(found, width=1000, allow_unicode=True))


DECIMAL = {"shape": "decimal"}
TEXT = {"shape": "decimal_text", "format": "decimal"}
LARGE = "^([a-z]{1,90}|[0-9]{1,90})$"
"""A pattern that is too large for its texts to be compared with those of another."""

VALUES: list[tuple[dict[str, Any], dict[str, Any], list[str]]] = [
    ({"min_length": 1}, {"min_length": 2}, ["narrowed"]),
    ({}, {"max_length": 9}, ["narrowed"]),
    ({"min_length": 1, "max_length": 9}, {"min_length": 2, "max_length": 10}, ["narrowed", "widened"]),
    ({**DECIMAL, "minimum": 1}, {**DECIMAL, "exclusive_minimum": 1}, ["narrowed"]),
    ({**DECIMAL, "exclusive_minimum": 1}, {**DECIMAL, "minimum": 2}, ["narrowed"]),
    ({**DECIMAL, "maximum": 9}, {**DECIMAL, "exclusive_maximum": 9}, ["narrowed"]),
    ({"shape": "decimal"}, {"shape": "integer"}, ["narrowed"]),
    ({}, {"nullable": True}, ["widened"]),
    ({}, {"shape": "integer"}, ["narrowed", "widened"]),
    ({"choice": ["a", "b"]}, {"choice": ["b", "c"]}, ["narrowed", "widened"]),
    ({"choice": ["a", "b"]}, {"choice": ["b", "a"]}, ["words"]),
    ({"const": "a"}, {"const": "b"}, ["narrowed", "widened"]),
    ({}, {"pattern": "^a$"}, ["narrowed"]),
    ({"pattern": "^a$"}, {"pattern": "^b$"}, ["narrowed", "widened"]),
    ({"pattern": "^[!-~]*$"}, {"pattern": "^[a-z0-9-]*$"}, ["narrowed"]),
    ({"pattern": "^[0-9]*$", "min_length": 1}, {"pattern": "^[0-9]+$"}, ["words"]),
    ({"pattern": "^[0-9]*$", "max_length": 9}, {"pattern": "^[a-z]*$", "max_length": 5}, ["narrowed", "widened"]),
    ({"min_length": 1, "max_length": 9}, {"pattern": "^[a-z]*$", "max_length": 9}, ["narrowed", "widened"]),
    ({"max_length": 9}, {"choice": ["a", "b"]}, ["narrowed"]),
    ({"pattern": LARGE}, {"pattern": "^[a-z]*$"}, ["changed"]),
    ({"pattern": LARGE}, {"const": "abc"}, ["narrowed"]),
    ({"shape": "decimal"}, {"shape": "decimal", "multiple_of": 5}, ["narrowed"]),
    ({"shape": "decimal"}, TEXT, ["narrowed", "widened"]),
    ({}, TEXT, ["narrowed"]),
    (TEXT, {**TEXT, "minimum": 0}, ["narrowed"]),
    ({**TEXT, "maximum": 10**20}, {**TEXT, "maximum": 10**20 + 1}, ["widened"]),
    ({**TEXT, "maximum": 10**40}, {**TEXT, "maximum": 10**40 + 1}, ["widened"]),
    ({**TEXT, "minimum": 0, "maximum": 9}, {**TEXT, "minimum": 1, "maximum": 12.5}, ["narrowed", "widened"]),
    ({**TEXT, "decimal_places": 2}, {**TEXT, "decimal_places": 1}, ["narrowed"]),
    (TEXT, {**TEXT, "multiple_of": 0.05}, ["narrowed"]),
    ({**TEXT, "max_length": 3}, {**TEXT, "max_length": 3, "maximum": 999}, ["words"]),
    ({**TEXT, "pattern": "^[0-9.]{1,9}$"}, {**TEXT, "pattern": "^[0-9]{1,6}[.][0-9]{2}$"}, ["narrowed"]),
    ({"shape": "boolean"}, {"shape": "any"}, ["widened"]),
    ({}, {"meaning": "B."}, ["words"]),
]
BACK = {"narrowed": "widened", "widened": "narrowed"}


def value_with(**stated: Any) -> dict[str, Any]:
    """The value of a parameter as a contract has it, with some constraints and other members."""
    reason = {"decisions": ["D-110"]}
    node = {"kind": "field", "name": "", "path": "", "shape": "text", "requirement": "required", "meaning": ""}
    node |= {"reason": reason, "location": "schemas/edited.yaml:1:1"}
    rules = [
        {"keyword": name, "value": stated.pop(name), "code": name, "reason": reason}
        for name in BOUNDS
        if name in stated
    ]
    return {**node, "constraints": rules, **stated}


@pytest.mark.parametrize(("old", "new", "effects"), VALUES, ids=str)
def test_values_of_parameters(old: Any, new: Any, effects: list[str], starter: Contract) -> None:
    before, after = (
        with_edits(starter, [{"at": "/interface/parameters/RepeatKey/value", "put": value_with(**stated)}])
        for stated in (old, new)
    )
    back = [BACK.get(effect, effect) for effect in effects]
    for first, last, wanted in ((before, after, effects), (after, before, back)):
        found = changes_of(first, last)
        kinds = {"words-changed" if effect == "words" else f"parameter-{effect}" for effect in wanted}
        assert {change.type.id for change in found} == kinds
        assert len(found) == len(kinds)


def test_every_kind_has_a_case(starter: Contract) -> None:
    seen: dict[str, set[str]] = {}
    for file in CASES:
        new = with_edits(starter, projects.read_yaml(file)["edit"])
        found = {change.type.id for change in every([*changes_of(starter, new), *changes_of(new, starter)])}
        seen[file.stem] = found
        assert file.stem in found, f"the case {file.stem} does not show its kind"
    # The starter moves nothing: `kinds/move.yaml` has an edit before.
    of_moves = {"move-changed", "move-narrowed", "move-widened"}
    assert set(OWN) - set().union(*seen.values()) == of_moves


def test_kinds_have_inverses() -> None:
    assert {one.id for one in OWN.values() if inverse(one).id not in OWN} == set()
    assert {one.id for one in OWN.values() if not any(one.verdicts) and one.is_wire} == set()


def linked(one: str, other: str) -> bool:
    """Tell whether one of two kinds is the other one the other way round; several additions share a removal."""
    types = CHANGE_TYPES[one], CHANGE_TYPES[other]
    return inverse(types[0]) is types[1] or inverse(types[1]) is types[0]


def test_equal_contracts_have_no_changes(starter: Contract, contract: Contract) -> None:
    for one in (starter, contract):
        assert changes_of(one, Contract.model_validate_json(one.model_dump_json())) == []


@pytest.mark.slow
def test_nothing_is_silent(starter: Contract) -> None:
    """Each member of each part is altered, and somebody is told, whichever way it is read."""
    silent, unpaired, count = [], [], 0
    for name in Contract.model_fields:
        if name in TOLD_ELSEWHERE:
            continue
        for path, value in altered((name,), getattr(starter, name)):
            count += 1
            new = starter.model_copy(update={name: value})
            there, back = ([*every(changes_of(*pair))] for pair in ((starter, new), (new, starter)))
            if not there or not back:
                silent.append(path)
            ways = [{change.type.id for change in changes} for changes in (there, back)]
            if not ways[0] & ways[1] & NAMED_ELSEWHERE:
                unpaired += [(path, kind) for kind in unlinked(*ways) | unlinked(*reversed(ways))]
    assert silent == [CREDENTIAL_WITHOUT_USE]
    assert unpaired == []
    assert count


def unlinked(there: set[str], back: set[str]) -> set[str]:
    """Return the kinds that no change takes back."""
    return {kind for kind in there if not any(linked(kind, other) for other in back)}


def altered(path: Path, value: Any) -> Iterator[tuple[Path, Any]]:
    """Return a value with one thing in it altered, each in its turn, and the path of that."""
    match value:
        case Value():
            for name in value.member_names():
                is_body = (path[0], name) == ("directions", "request")
                if name not in TOLD_ELSEWHERE | NOT_ALTERED and not is_body:
                    annotation = type(value).model_fields[name].annotation
                    others = altered_member((*path, name), getattr(value, name), annotation)
                    yield from ((at, value.model_copy(update={name: other})) for at, other in others)
        case tuple() | list():
            yield from ((at, type(value)(other)) for at, other in altered_items(path, value))
        case dict():
            yield from altered_members(path, value)
        case bool():
            yield path, not value
        case int():
            yield path, value + 1
        case None if path[-1] == "auth":
            yield path, Auth(any_of=(("more",),))
        case None:
            yield path, 1 if path[-1] == "confirm" else "more"
        case _:
            is_pattern = value[:1] == "^" and value[-1:] == "$"
            yield path, f"^x{value[1:]}" if is_pattern else f"{value}x"


def altered_member(path: Path, value: Any, annotation: Any) -> Iterator[tuple[Path, Any]]:
    """Return a member with another of the words that it may have, or with one thing in it altered."""
    options = [*get_args(annotation), *(word for one in get_args(annotation) for word in get_args(one))]
    wanted = [word for word in options if isinstance(word, str) and word != value]
    yield from ((path, word) for word in wanted) if wanted else altered(path, value)


def altered_members(path: Path, members: dict[str, Any]) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Return an object with a member more, without a member, and with a member altered."""
    yield (*path, "+"), {**members, "x-more": "more"}
    for name, value in members.items():
        yield (*path, name, "-"), {other: members[other] for other in members if other != name}
        for at, other in altered((*path, name), value):
            yield at, {**members, name: other}


def altered_items(path: Path, items: Any) -> Iterator[tuple[Path, list[Any]]]:
    """Return a list without an item, with one more, in another order, and with an item altered."""
    shown = {0, len(items) // 2, len(items) - 1} if items else set()
    if len(items) > 1 and items[0] != items[-1]:
        yield (*path, "reversed"), list(reversed(items))
    if not any(isinstance(item, Value) for item in items) and path[-1] not in OF_NODES:
        yield (*path, "+"), [*items, 7 if items and isinstance(items[0], int) else "more"]
    for index in sorted(shown):
        yield (*path, index, "-"), [*items[:index], *items[index + 1 :]]
        for at, other in altered((*path, index), items[index]):
            yield at, [*items[:index], other, *items[index + 1 :]]

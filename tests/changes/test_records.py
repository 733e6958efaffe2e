"""Changes of records: cases both ways with bodies that show them; random edits of the catalogue's own records."""

import copy
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import projects
import pytest
import yaml
from expected_files import Expect
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator, FormatChecker

from paycat.changes.assessment import Witness
from paycat.changes.change import Change
from paycat.changes.kinds import BREAKING, SAFE, kind_of
from paycat.changes.kinds import records as record_kinds
from paycat.changes.records import record_changes, record_witness
from paycat.changes.records.bodies import made
from paycat.changes.records.texts import edge_numbers
from paycat.contract.interface import Record
from paycat.contract.json_schemas import schemas
from paycat.contract.model import Contract
from paycat.contract.values import Place, Reason

Body = Any
Schemas = dict[str, Any]

CASES = Path(__file__).with_name("records")
NAMES = sorted(path.stem for path in CASES.glob("*.yaml"))
CONTRACT = Contract.model_validate_json((projects.GENERATED / "contract/contract.json").read_text(encoding="utf-8"))
EXAMPLES = settings(
    max_examples=100, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)


def contract_of(records: list[Record], posted: list[str]) -> Contract:
    """The catalogue's contract with other records; `posted` are those of notifications."""
    interface = CONTRACT.interface
    sent = tuple(interface.notifications[0].model_copy(update={"record": name}) for name in posted)
    operations = interface.operations if {one.name for one in records} & {"Problem"} else ()
    update = {"records": tuple(records), "notifications": sent, "operations": operations}
    return CONTRACT.model_copy(update={"interface": interface.model_copy(update=update)})


def stated(fragments: Schemas, posted: list[str]) -> Contract:
    """A contract with the records of a case; one line for each."""
    reason = Reason(decisions=("D-01",))
    records = [
        Record(
            name=name, json_schema=schema, reason=reason, place=Place(path="schemas/interface/records.yaml", line=line)
        )
        for line, (name, schema) in enumerate(fragments.items(), start=1)
    ]
    return contract_of(records, posted)


def bundle(contract: Contract, name: str) -> Schemas:
    """The schema of a record, with all others, as validators read it."""
    return {"$ref": f"#/$defs/{name}", "$defs": linked(contract)}


def linked(contract: Contract) -> Schemas:
    definitions = {one.name: copy.deepcopy(one.json_schema) for one in contract.interface.records}
    for schema in definitions.values():
        for _, inner in schemas(schema):
            if "$ref" in inner:
                inner["$ref"] = f"#/$defs/{inner['$ref']}"
    return definitions


def verdicts(contract: Contract, name: str, body: Body) -> set[bool]:
    """What both validators say of a body."""
    schema = bundle(contract, name)
    rust = jsonschema_rs.Draft202012Validator(schema, validate_formats=True).is_valid(body)
    return {rust, Draft202012Validator(schema, format_checker=FormatChecker()).is_valid(body)}


def shown(old: Contract, new: Contract, changes: list[Change]) -> list[Witness]:
    """The bodies that show changes, each confirmed by validators and bound to its refusals."""
    found = [witness for change in changes if (witness := record_witness(old, new, change))]
    for witness in found:
        name = witness.site.path.replace("(", ".").replace("[", ".").partition(".")[0]
        assert verdicts(new, name, witness.payload) == {True}, witness
        assert verdicts(old, name, witness.payload) == {False}, witness
        assert witness.before
        assert not witness.after
        assert set(witness.confirmed_by) == {"jsonschema", "jsonschema-rs"}
    return found


@cache
def case(name: str) -> dict[str, Any]:
    """A case as it is written."""
    found: dict[str, Any] = projects.read_yaml(CASES / f"{name}.yaml")
    return found


@cache
def outcome(name: str) -> dict[str, tuple[list[Change], list[Witness]]]:
    """What a case gives, both ways."""
    posted = case(name).get("posted", [])
    old, new = (stated(case(name)[side], posted) for side in ("old", "new"))
    ways = {"": (old, new), "reverse": (new, old)}
    changes = {way: list(record_changes(*sides)) for way, sides in ways.items()}
    return {way: (found, shown(*ways[way], found)) for way, found in changes.items()}


def written(name: str) -> dict[str, Any]:
    """What a case gives, as its file says it."""
    result: dict[str, Any] = {}
    for way, (changes, witnesses) in outcome(name).items():
        result[way or "expected"] = [_line(change) for change in changes]
        result[f"{way}_witness".lstrip("_")] = witnesses[0].payload if witnesses else None
    return result


def _line(change: Change) -> dict[str, str]:
    part = {} if change.site.part == "response" else {"part": change.site.part}
    return {"kind": change.kind, "path": change.site.path, **part}


@pytest.mark.parametrize("name", NAMES)
def test_case(name: str, expect: Expect) -> None:
    found = written(name)
    kept = {key: value for key, value in case(name).items() if key not in found}
    text = yaml.safe_dump({**kept, **found}, sort_keys=False, width=110, allow_unicode=True)
    expect(CASES / f"{name}.yaml", text)


@pytest.mark.parametrize("name", NAMES)
def test_each_change_has_its_inverse_at_the_same_place(name: str) -> None:
    there, back = (outcome(name)[way][0] for way in ("", "reverse"))
    for one in there:
        if one.kind == "exclusion-changed":  # Only where alternatives overlapped before does anything pass by it.
            continue
        others = [other.kind for other in back if other.site.path == one.site.path or one.kind == "record-renamed"]
        fitting = [kind for kind in others if kind_of(one.kind).inverse == kind or kind_of(kind).inverse == one.kind]
        assert fitting, (one.kind, one.site.path, others)


@pytest.mark.parametrize("name", NAMES)
def test_no_body_shows_a_change_that_is_safe(name: str) -> None:
    for changes, witnesses in outcome(name).values():
        safe = {change.site.path for change in changes} - {
            change.site.path for change in changes if kind_of(change.kind).reader is not SAFE
        }
        assert [witness for witness in witnesses if witness.site.path in safe] == []


def test_every_kind_has_a_case() -> None:
    seen = {change.kind for name in NAMES for changes, _ in outcome(name).values() for change in changes}
    assert {kind.name for kind in record_kinds.KINDS} - seen == set()


def test_every_kind_that_breaks_readers_is_shown_by_a_body() -> None:
    breaking = {kind.name for kind in record_kinds.KINDS if kind.reader is BREAKING}
    alone = [
        (changes[0].kind, witnesses)
        for name in NAMES
        for changes, witnesses in outcome(name).values()
        if len(changes) == 1
    ]
    assert breaking - {kind for kind, witnesses in alone if witnesses} == set()


def test_places_values_and_reasons_come_along() -> None:
    [change] = outcome("values-added")[""][0]
    assert (change.old, change.new) == (["accepted", "sent"], ["accepted", "sent", "returned"])
    assert change.reason == Reason(source="§5", decisions=("D-02",))
    assert change.site.place == Place(path="schemas/interface/records.yaml", line=1)


@pytest.mark.parametrize(
    ("bounds", "number"),
    [
        ({"minimum": 3}, 4),
        ({"exclusiveMinimum": 3, "maximum": 4}, 4),
        ({"exclusiveMinimum": 0.1, "exclusiveMaximum": 0.3}, 0.11),
        ({"exclusiveMinimum": 1e16, "exclusiveMaximum": 2e16}, 10000000000000100),
        ({"maximum": 0.3}, 0),
        ({"multipleOf": 0.01}, 0.01),
    ],
)
def test_a_number_in_a_range_is_the_one_that_people_compute(bounds: Any, number: float) -> None:
    assert made({"type": "number", **bounds}, {}, full=True) == number


def test_numbers_beside_a_bound_are_those_that_people_compute() -> None:
    assert set(edge_numbers([{"minimum": 0.29}])) == {0.29, 0, 1, 0.28, 0.3}  # 0.29 + 0.01 is no 0.3 in doubles.
    assert set(edge_numbers([{"maximum": 0.005}])) == {0.005, 0, 1, 0.004, 0.006}


def _spots(schema: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], str]]:
    for inner, node in schemas(schema, path):
        yield from ((inner, keyword) for keyword in node)


SPOTS = [
    (record.name, *spot)
    for record in CONTRACT.interface.records
    for spot in _spots(record.json_schema)
    if spot[1] not in ("description", "x-decision", "x-source", "$ref", "discriminator")
]
SUBSTITUTES: list[Schemas] = [
    {"type": "string"},
    {"type": ["string", "null"]},
    {"type": "integer"},
    {"enum": ["a", "b"]},
    {"$ref": "NoAction"},
]
EDITS = st.lists(st.tuples(st.sampled_from(SPOTS), st.integers(0, 11)), min_size=1, max_size=3)


def edited(edits: list[tuple[Any, int]]) -> Contract:
    """The catalogue's contract with edits of its records: where, and which of those that are possible there."""
    records = {one.name: copy.deepcopy(one.json_schema) for one in CONTRACT.interface.records}
    for (name, path, keyword), choice in edits:
        node: Any = records[name]
        for step in path:
            node = node[step] if (isinstance(node, list) and step < len(node)) or step in node else {}
        if isinstance(node, dict) and keyword in node:
            _edit(node, keyword, choice)
    kept = [one.model_copy(update={"json_schema": records[one.name]}) for one in CONTRACT.interface.records]
    return contract_of(kept, [one.record for one in CONTRACT.interface.notifications])


def _edit(node: Any, keyword: str, choice: int) -> None:
    value = node[keyword]
    if keyword == "properties" and value:
        name = sorted(value)[choice % len(value)]
        node[keyword] = {**value, name: SUBSTITUTES[choice % len(SUBSTITUTES)]}
        if choice % 2:
            del node[keyword][name]
    elif isinstance(value, list) and len(value) > 1 and choice % 3:
        node[keyword] = [one for index, one in enumerate(value) if index != choice % len(value)]
    elif isinstance(value, int | float) and not isinstance(value, bool):
        node[keyword] = max(value + (-1, 1, 60)[choice % 3], 0)
    elif keyword == "type" and isinstance(value, str):
        node[keyword] = ([value, "null"], "string", "integer", ["string", "integer"])[choice % 4]
    else:
        del node[keyword]


def _bodies(*contracts: Contract) -> Iterator[tuple[str, Body]]:
    for record in (one for contract in contracts for one in contract.interface.records):
        yield record.name, record.example
        for key in record.example:
            yield record.name, {name: value for name, value in record.example.items() if name != key}
            for value in (None, "a", 7, {"type": "none"}, "x" * 65):
                yield record.name, {**record.example, key: value}


BEFORE = contract_of(list(CONTRACT.interface.records), [one.record for one in CONTRACT.interface.notifications])
BODIES = list({json.dumps(one, sort_keys=True): one for one in _bodies(BEFORE)}.values())


@cache
def _validators(text: str) -> dict[str, Any]:
    definitions = json.loads(text)
    return {
        name: jsonschema_rs.Draft202012Validator(
            {"$ref": f"#/$defs/{name}", "$defs": definitions}, validate_formats=True
        )
        for name in definitions
    }


def _accepted(contract: Contract) -> list[bool]:
    validators = _validators(json.dumps(linked(contract)))
    return [validators[name].is_valid(body) for name, body in BODIES]


@EXAMPLES
@given(EDITS)
def test_what_old_schemas_refuse_is_never_called_safe(edits: list[tuple[Any, int]]) -> None:
    after = edited(edits)
    was, now = _accepted(BEFORE), _accepted(after)
    for old, new, judged_old, judged_new in ((BEFORE, after, was, now), (after, BEFORE, now, was)):
        changes = list(record_changes(old, new))
        verdicts = {kind_of(change.kind).reader for change in changes}
        if any(right and not left for left, right in zip(judged_old, judged_new, strict=True)):
            assert verdicts - {None, SAFE}, [(change.kind, change.site.path) for change in changes]
        assert bool(changes) is (old.interface.records != new.interface.records)


@settings(EXAMPLES, max_examples=15)
@given(EDITS)
def test_bodies_that_show_random_edits_are_confirmed(edits: list[tuple[Any, int]]) -> None:
    after = edited(edits)
    for old, new in ((BEFORE, after), (after, BEFORE)):
        for change in record_changes(old, new):
            if shown(old, new, [change]):
                assert kind_of(change.kind).reader is not SAFE, (change.kind, change.site.path)

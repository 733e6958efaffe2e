"""Changes of records: cases both ways with bodies that show them; random edits of the catalogue's own records."""

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import jsonschema_rs
import projects
import pytest
import yaml
from case_files import TextOf, cases_in
from change_lines import in_one_line
from expected_files import Expect
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator, FormatChecker

from paycat.catalogue.reading import Catalogue, read_catalogue, read_file
from paycat.catalogue.shapes import Records
from paycat.catalogue.statement import Reason
from paycat.changes.bodies import record_changes
from paycat.changes.change import Change
from paycat.changes.counterexamples import Counterexamples
from paycat.changes.taxonomy import CHANGE_TYPES, inverse
from paycat.changes.taxonomy.change_type import BREAKING, SAFE, ChangeType
from paycat.contract.interface import Record
from paycat.contract.model import Contract
from paycat.contract.nodes import fields_of
from paycat.contract.shapes import ShapeValues
from paycat.diagnostics import Span
from paycat.schemas.making import DEFINITIONS, node_schema

Body = Any
Schemas = dict[str, Any]

SIDES = ("old", "new")
FILE = Path(__file__).with_name("records.yaml")
CASES = {case.name: case for case in cases_in(FILE, required=SIDES, optional=["posted", "reverse"])}
WAYS = ("expected", "reverse")
CONTRACT = Contract.model_validate_json((projects.GENERATED / "contract/contract.json").read_text(encoding="utf-8"))
ELEMENTS = {
    *("record", "reference", "branch", "discriminator", "shape"),
    *("nullable", "known values", "python type"),
}
OF_RECORDS = [one for one in CHANGE_TYPES.values() if one.element in ELEMENTS]
EXAMPLES = settings(
    max_examples=100, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)


@cache
def catalogue() -> Catalogue:
    """The catalogue in which a case's records stand: members may be of its field types, and repeat its fields."""
    found, _ = read_catalogue(projects.SCHEMAS)
    assert found
    return found


def contract_of(records: list[Record], posted: list[str]) -> Contract:
    """The catalogue's contract with other records; `posted` are those of notifications."""
    interface = CONTRACT.interface
    sent = tuple(interface.notifications[0].model_copy(update={"record": name}) for name in posted)
    operations = interface.operations if {one.name for one in records} & {"Problem"} else ()
    update = {"records": tuple(records), "notifications": sent, "operations": operations}
    return CONTRACT.model_copy(update={"interface": interface.model_copy(update=update)})


def stated(records: Schemas, posted: list[str]) -> Contract:
    """A contract with the records of a case, as records.yaml states them; one line for each."""
    reasoned = {name: {"decision": "D-01", **_with_meanings(one)} for name, one in records.items()}
    with TemporaryDirectory() as folder:
        file = Path(folder, "records.yaml")
        file.write_text(yaml.safe_dump({"records": reasoned}, sort_keys=False), encoding="utf-8")
        source, found = read_file(file, "records.yaml", Records)
    assert source, found
    assert not found
    bodies = ShapeValues(replace(catalogue(), records=source)).records
    made = [
        Record(
            name=name,
            body=bodies[name],
            reason=Reason(decisions=("D-01",)),
            location=Span("schemas/interface/records.yaml", line),
        )
        for line, name in enumerate(records, start=1)
    ]
    return contract_of(made, posted)


def _with_meanings(shape: Any) -> Any:
    """A record or a member of a case, each with a meaning, as a catalogue must state one."""
    members = {name: _with_meanings(one) for name, one in shape.get("members", {}).items()}
    return {"meaning": "A value.", **shape, **({"members": members} if members else {})}


def bundle(contract: Contract, name: str) -> Schemas:
    """The schema of a record, with all others, as validators read it."""
    return {"$ref": f"#/$defs/{name}", "$defs": definitions(contract)}


def definitions(contract: Contract) -> Schemas:
    return {one.name: node_schema(one.body, DEFINITIONS) for one in contract.interface.records}


def verdicts(contract: Contract, name: str, body: Body) -> set[bool]:
    """What both validators say of a body."""
    schema = bundle(contract, name)
    rust = jsonschema_rs.Draft202012Validator(schema, validate_formats=True).is_valid(body)
    return {rust, Draft202012Validator(schema, format_checker=FormatChecker()).is_valid(body)}


def shown(old: Contract, new: Contract, change: Change, counterexamples: Counterexamples) -> Change:
    """A change with the body that shows it, if there is one: confirmed by validators and bound to its violations."""
    counterexample = counterexamples.widening(change)
    if counterexample:
        name = counterexample.site.path.replace("(", ".").replace("[", ".").partition(".")[0]
        assert verdicts(new, name, counterexample.payload) == {True}, counterexample
        # JSON Schema only annotates how many decimal places a number has.
        is_annotated = counterexample.origin.partition("/")[0].endswith(":decimal_places")
        assert verdicts(old, name, counterexample.payload) == {is_annotated}, counterexample
        assert counterexample.before
        assert not counterexample.after
        assert set(counterexample.confirmed_by) == (set() if is_annotated else {"jsonschema", "jsonschema-rs"})
    return change.model_copy(update={"counterexample": counterexample})


def all_shown(old: Contract, new: Contract) -> list[Change]:
    """The changes of records, each with the body that shows it."""
    counterexamples = Counterexamples(old, new)
    return [shown(old, new, change, counterexamples) for change in record_changes(old, new)]


@cache
def outcome(name: str) -> dict[str, list[Change]]:
    """What a case gives, both ways."""
    case = CASES[name].stated
    old, new = (stated(case[side], case.get("posted", [])) for side in SIDES)
    return {"expected": all_shown(old, new), "reverse": all_shown(new, old)}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("way", WAYS)
def test_case(name: str, way: str, expect: Expect) -> None:
    case = CASES[name]
    lines = "".join(map(in_one_line, outcome(name)[way]))
    expect(TextOf(case.file, (*case.keys, way)), lines)


def linked(one: ChangeType, other: ChangeType) -> bool:
    """Tell whether one of two types takes the other one back; several additions share a removal."""
    return inverse(one) is other or inverse(other) is one


@pytest.mark.parametrize("name", CASES)
def test_each_change_has_its_inverse_at_the_same_place(name: str) -> None:
    there, back = outcome(name).values()
    for one in there:
        if one.type.id == "exclusion-changed":  # Only where alternatives overlapped before does anything pass by it.
            continue
        others = [
            other.type.id for other in back if other.site.path == one.site.path or one.type.id == "record-renamed"
        ]
        fitting = [kind for kind in others if linked(one.type, CHANGE_TYPES[kind])]
        assert fitting, (one.type.id, one.site.path, others)


@pytest.mark.parametrize("name", CASES)
def test_no_body_shows_a_change_that_is_safe(name: str) -> None:
    for change in (change for changes in outcome(name).values() for change in changes):
        assert change.counterexample is None or change.type.reader is not SAFE


def test_every_kind_has_a_case() -> None:
    seen = {change.type.id for name in CASES for changes in outcome(name).values() for change in changes}
    assert {one.id for one in OF_RECORDS} - seen == set()


def test_every_kind_that_breaks_readers_is_shown_by_a_body() -> None:
    breaking = {one.id for one in OF_RECORDS if one.reader is BREAKING}
    alone = [changes[0] for name in CASES for changes in outcome(name).values() if len(changes) == 1]
    assert breaking - {change.type.id for change in alone if change.counterexample} == set()


def test_places_and_reasons_come_along() -> None:
    [change] = outcome("values-added")["expected"]
    assert change.reason == Reason(source="§5", decisions=("D-02",))
    assert change.site.location == Span("records.yaml", 10, 9)  # Of the values, not of the member.


def nodes(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every node of a body as JSON, with its path."""
    yield path, node
    for index, member in enumerate(node.get("members", ())):
        yield from nodes(member, (*path, "members", index))
    if node.get("items"):
        yield from nodes(node["items"], (*path, "items"))


EDITED = ("nullable", "requirement", "shape", "constraints", "choices", "record", "members", "variants")
VARIANTS = {
    one.record for record in CONTRACT.interface.records for field in fields_of(record.body) for one in field.variants
}
"""Records that a member tells apart: a catalogue in which two of them could be meant is rejected."""
PLACES = [
    (record.name, path, name)
    for record in CONTRACT.interface.records
    if record.name not in VARIANTS
    for path, node in nodes(record.body.written())
    for name in EDITED
    if (path and path[-1] != "items") or name != "requirement"
]
EDITS = st.lists(st.tuples(st.sampled_from(PLACES), st.integers(0, 11)), min_size=1, max_size=3)


def edited(edits: list[tuple[Any, int]]) -> Contract:
    """The catalogue's contract with edits of its records: where, and which of those that are possible there."""
    bodies = {one.name: one.body.written() for one in CONTRACT.interface.records}
    for (name, path, member), choice in edits:
        node: Any = bodies[name]
        for step in path:
            node = node[step] if (isinstance(node, list) and step < len(node)) or step in node else {}
        if node:
            _edit(node, member, choice)
    kept = [Record.model_validate({**one.written(), "body": bodies[one.name]}) for one in CONTRACT.interface.records]
    return contract_of(kept, [one.record for one in CONTRACT.interface.notifications])


def _edit(node: Any, member: str, choice: int) -> None:
    value = node.get(member)
    match member:
        case "nullable":
            node[member] = not value
        case "requirement":
            node[member] = "required" if value == "optional" else "optional"
        case "shape" if value not in ("record", "union", None):
            _become(node, ("any", "text", "integer", "decimal", "boolean", "object")[choice % 6])
        case "shape" | "record" if value:
            _become(node, ("any", "text", "record")[choice % 3])
        case "constraints" if value:
            _bound(value, choice)
        case "members" | "variants" | "choices" if value:
            del value[choice % len(value)]
            if member == "choices":
                node["constraints"] = [one for one in node["constraints"] if one["keyword"] != "choice"]
                node["open"] = True


def _become(node: Any, shape: str) -> None:
    about = ("kind", "name", "path", "nullable", "requirement", "meaning", "reason", "location")
    kept = {name: node[name] for name in about if name in node}
    further = {"record": "NoAction"} if shape == "record" else {}
    node.clear()
    node.update({**kept, "shape": shape, "constraints": [], **further})


def _bound(constraints: list[Any], choice: int) -> None:
    one = constraints[choice % len(constraints)]
    if isinstance(one["value"], int | float) and not isinstance(one["value"], bool) and choice % 4:
        one["value"] = max(one["value"] + (-1, 1, 60)[choice % 3], 0)
    elif isinstance(one["value"], list) and len(one["value"]) > 1 and choice % 3:
        del one["value"][choice % len(one["value"])]
    else:
        constraints.remove(one)


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
    validators = _validators(json.dumps(definitions(contract)))
    return [validators[name].is_valid(body) for name, body in BODIES]


@pytest.mark.slow
@EXAMPLES
@given(EDITS)
def test_what_old_schemas_reject_is_never_called_safe(edits: list[tuple[Any, int]]) -> None:
    after = edited(edits)
    was, now = _accepted(BEFORE), _accepted(after)
    for old, new, validated_old, validated_new in ((BEFORE, after, was, now), (after, BEFORE, now, was)):
        changes = list(record_changes(old, new))
        verdicts = {change.type.reader for change in changes}
        if any(right and not left for left, right in zip(validated_old, validated_new, strict=True)):
            assert verdicts - {None, SAFE}, [(change.type.id, change.site.path) for change in changes]
        assert bool(changes) is (old.interface.records != new.interface.records)


@pytest.mark.slow
@settings(EXAMPLES, max_examples=15)
@example([(("PayoutRecord", ("members", 4), "shape"), 2)])  # A range that widens shows nothing of the type beside it.
@example([(("PayoutRecord", ("members", 4), "shape"), 3)])
@given(EDITS)
def test_bodies_that_show_random_edits_are_confirmed(edits: list[tuple[Any, int]]) -> None:
    after = edited(edits)
    for change in (*all_shown(BEFORE, after), *all_shown(after, BEFORE)):
        assert change.counterexample is None or change.type.reader is not SAFE, (change.type.id, change.site.path)

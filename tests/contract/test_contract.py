"""The resolved contract: what it counts, where its statements stand, and that it survives being written and read."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import projects
import pytest
from jsonschema import Draft202012Validator
from projects import DIRECTIONS
from starter_cases import edited

from paycat.catalogue.statement import Location
from paycat.contract.model import Contract
from paycat.contract.nodes import FieldNode, Group
from paycat.lint.checking import check_folder
from paycat.text.json_data import json_text

PUBLISHED = projects.GENERATED / "contract"


@cache
def lines(path: str) -> list[str]:
    return (projects.PROJECT / path).read_text(encoding="utf-8").splitlines()


def at(location: Location) -> str:
    """Return the line of the catalogue that a place points at."""
    assert location.line >= 1, location
    return lines(location.path)[location.line - 1].strip()


def test_round_trip(contract: Contract) -> None:
    read = Contract.model_validate_json(contract.model_dump_json())
    assert read == contract
    assert json_text(read.model_dump(mode="json")) == json_text(contract.model_dump(mode="json"))


def test_published_contract_is_the_contract(contract: Contract) -> None:
    """The bytes too: 1 and 1.0 are equal, and not the same."""
    text = (PUBLISHED / "contract.json").read_text(encoding="utf-8")
    read = Contract.model_validate_json(text)
    assert read == contract
    assert json_text(read.written()) == text == json_text(json.loads(text))


def test_published_contract_is_valid_against_its_schema() -> None:
    published = json.loads((PUBLISHED / "contract.json").read_text(encoding="utf-8"))
    schema = json.loads((PUBLISHED / "contract.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    validator = jsonschema_rs.Draft202012Validator(schema)
    assert [error.message for error in validator.iter_errors(published)] == []
    for broken in (
        {**published, "methods": None},
        {**published, "contract_version": 2},
        {**published, "surplus": 1},
        *({name: value for name, value in published.items() if name != lacking} for lacking in ("gaps", "digest")),
    ):
        assert not validator.is_valid(broken)


def test_every_statement_has_a_reason(contract: Contract) -> None:
    for request in contract.requests():
        for field in request.root.fields():
            for reason in (field.reason, *(rule.reason for rule in field.constraints)):
                assert reason.source or reason.decisions, (request.method, field.path)
        for group in request.root.groups():
            reasons = [group.reason, group.closed_reason, *(condition.reason for condition in group.conditions)]
            assert all(reason.source or reason.decisions for reason in reasons), (request.method, group.path)


@pytest.mark.parametrize(
    ("stated", "source"),
    [(' }\n      source: "§2.2"\n      decision: D-106', None), (', source: "§2.2", decision: D-106 }', "§2.2")],
)
def test_a_hint_has_no_source_but_its_own(tmp_path: Path, stated: str, source: str | None) -> None:
    hint = "hints: { note: A shorter number is filled with zeros on the left."
    edit = {"file": "schemas/methods/BACS_DEBIT.yaml", "find": f"{hint}, decision: D-106 }}", "replace": hint + stated}
    found, findings = check_folder(edited(tmp_path / "project", [edit]) / "schemas")
    assert found is not None, findings
    request = next(one for one in found.requests("pay_in") if one.method == "BACS_DEBIT")
    (told,) = (one for field in request.root.fields() for one in field.hints if "zeros" in one.note)
    assert (told.reason.source, told.reason.decisions) == (source, ("D-106",))


def test_places_of_requests_point_at_their_lines(contract: Contract) -> None:
    seen = 0
    for request in contract.requests():
        own = f"schemas/methods/{request.method}.yaml"
        for group in request.root.groups():
            expected = f"{group.path or request.direction}:"
            assert at(group.location).startswith(expected), (request.method, group.path, group.location)
            assert group.path or group.location.path == own
            for condition in group.conditions:
                assert at(condition.location).startswith("- any_of:")
                assert condition.location.path == own
            seen += 1
        for field in request.root.fields():
            is_of_type = field.location.path == "schemas/types.yaml"
            stated = f"{field.name if is_of_type else field.path}:"
            assert at(field.location).startswith(stated), (request.method, field.path, field.location)
            seen += 1
        for sample in request.samples:
            assert at(sample.location) == f"{sample.name}:"
            assert sample.location.path == f"schemas/samples/{request.direction}/{request.method}.yaml"
    assert seen > 200


def test_places_of_the_rest_point_at_their_lines(contract: Contract) -> None:
    for method in contract.methods:
        assert at(method.location) == f"method_code: {method.code}"
        assert method.location.path == f"schemas/methods/{method.code}.yaml"
        for direction in DIRECTIONS:
            assert at(method.offer(direction).location).startswith(f"{direction}:")
    for register, file in (
        (contract.gaps, "decisions"),
        (contract.decisions, "decisions"),
        (contract.errata, "errata"),
    ):
        for one in register:
            assert at(one.location) == f"{one.id}:"
            assert one.location.path == f"schemas/{file}.yaml"
    interface = contract.interface
    named: list[Any] = [*interface.records, *interface.state_machines, *interface.notifications]
    keyed = [(one.name, one.location) for one in named]
    keyed += [(operation.id, operation.location) for operation in interface.operations]
    keyed += [(problem.slug, problem.location) for problem in interface.problems]
    keyed += [(parameter.key, parameter.location) for parameter in interface.parameters]
    assert len(keyed) > 30
    for key, location in keyed:
        assert at(location).partition(":")[0].strip('"') == key, (key, location)
        assert location.path.startswith("schemas/interface/")


@pytest.mark.parametrize(
    ("method", "path", "file", "key"),
    [
        ("UPI", "recipient.ifsc_code", "methods/UPI.yaml", "recipient.ifsc_code:"),
        ("UPI", "country", "methods/UPI.yaml", "country: { requirement: required"),
        ("UPI", "recipient.full_name", "requests/payout.yaml", "recipient.full_name:"),
        ("CREDIT_CARD", "card.number", "methods/CREDIT_CARD.yaml", "card.number: {"),
        ("BANK_TRANSFER_JPY", "bank.branch", "methods/BANK_TRANSFER_JPY.yaml", "bank.branch:"),
    ],
)
def test_place_of_a_field_is_where_it_was_said_last(
    contract: Contract, method: str, path: str, file: str, key: str
) -> None:
    request = next(one for one in contract.requests("payout") if one.method == method)
    field = next(one for one in request.root.fields() if one.path == path)
    assert field.location.path == f"schemas/{file}"
    assert at(field.location).startswith(key)


def test_contract_is_a_tree_of_members_in_order(contract: Contract) -> None:
    for request in contract.requests():
        assert [field.path for field in request.root.fields()] == list(paths(request.root))
        for role in ("method", "amount", "currency", "reference"):
            assert request.by_role(role) is not None
        assert [sample.name for sample in request.samples[:2]] == ["minimal", "full"]


def paths(group: Group) -> list[str]:
    found: list[str] = []
    for member in group.members:
        assert member.path == f"{group.path}.{member.name}".lstrip(".")
        found += [member.path] if isinstance(member, FieldNode) else paths(member)
    return found


def test_contract_is_immutable(contract: Contract) -> None:
    with pytest.raises(ValueError, match="frozen"):
        contract.methods[0].code = "OTHER"  # type: ignore[misc]  # what must fail


def test_contract_does_not_depend_on_the_folder(contract: Contract, tmp_path: Path) -> None:
    projects.copied(tmp_path / "elsewhere", generated=False)
    assert check_folder(tmp_path / "elsewhere" / "schemas")[0] == contract

"""Edits that come together, or that stop half-way: none of them hides another."""

from decimal import Decimal
from typing import Any

import projects
import pytest

from paycat.catalogue.lifecycle import Reserved, ReservedField, ReservedMethod
from paycat.changes.change import Change, Comparison
from paycat.changes.compare import compare
from paycat.changes.taxonomy.change_type import BREAKING
from paycat.contract.model import Contract
from paycat.diagnostics import Span

CONTRACT = projects.GENERATED / "contract" / "contract.json"
HERE = Span("schemas/catalogue.yaml", 1)


@pytest.fixture(scope="module")
def contract() -> Contract:
    return Contract.model_validate_json(CONTRACT.read_bytes())


def edited(contract: Contract, *changes: tuple[str, str]) -> Contract:
    """Return the contract with texts of its JSON replaced, each of which it has."""
    text = contract.model_dump_json()
    for find, replace in changes:
        assert find in text, find
        text = text.replace(find, replace)
    return Contract.model_validate_json(text)


def every(comparison: Comparison) -> dict[str, list[Change]]:
    found: dict[str, list[Change]] = {}
    for one in comparison.changes:
        for below in one.all():
            found.setdefault(below.type.id, []).append(below)
    return found


def heads(comparison: Comparison) -> list[str]:
    return [one.type.id for one in comparison.changes if one.worst.verdict is BREAKING]


def test_a_method_that_is_renamed_and_changed(contract: Contract) -> None:
    code = next(
        method.code for method in contract.methods if method.offer("pay_in").request and method.offer("payout").request
    )
    new = edited(contract, (f'"{code}"', '"ANOTHER_CODE"'))
    changed = new.method("ANOTHER_CODE")
    assert changed is not None
    gone = changed.offer("pay_in").model_copy(update={"request": None, "availability": "not_supported"})
    changed = changed.model_copy(
        update={"offers": {**changed.offers, "pay_in": gone}, "currencies": ("USD",), "countries": ("US",)}
    )
    entry = ReservedMethod(code=code, since="0.1.0", meaning="x", now="ANOTHER_CODE", location=HERE)
    methods = tuple(changed if method.code == "ANOTHER_CODE" else method for method in new.methods)
    new = new.model_copy(update={"methods": methods, "reserved": Reserved(methods=(entry,))})
    comparison = compare(contract, new)
    assert heads(comparison) == ["method-renamed"]
    assert {"direction-lost", "currency-changed", "countries-changed", "name-reserved"} <= every(comparison).keys()
    assert comparison.faults == ()


def renamed(member: Any, name: str, requirement: str) -> Any:
    return member.model_copy(update={"name": name, "path": name, "requirement": requirement})


def fields(contract: Contract, *moves: tuple[str, str, str]) -> Contract:
    """Return a contract in which members of the bodies of one method have other names."""
    request = next(request for request in contract.requests() if request.by_role("metadata"))
    names = {old: (new, requirement) for old, new, requirement in moves}
    members = tuple(renamed(one, *names[one.name]) if one.name in names else one for one in request.root.members)
    root = request.root.model_copy(update={"members": members})
    method = contract.method(request.method)
    assert method is not None
    offer = method.offer(request.direction)
    offer = offer.model_copy(update={"request": request.model_copy(update={"root": root})})
    changed = method.model_copy(update={"offers": {**method.offers, request.direction: offer}})
    return contract.model_copy(
        update={"methods": tuple(changed if one.code == method.code else one for one in contract.methods)}
    )


def reserved(**names: str) -> Reserved:
    return Reserved(
        fields=tuple(
            ReservedField(path=old, since="0.1.0", meaning="x", now=new, location=HERE) for old, new in names.items()
        )
    )


def test_a_field_that_is_renamed_and_required(contract: Contract) -> None:
    new = fields(contract, ("metadata", "labels", "required")).model_copy(
        update={"reserved": reserved(metadata="labels")}
    )
    comparison = compare(contract, new)
    assert heads(comparison) == ["field-renamed"]
    assert "requirement-raised" in every(comparison)
    assert comparison.faults == ()
    assert "requirement-lowered" in every(compare(new, contract))


def test_two_names_that_became_one(contract: Contract) -> None:
    new = fields(contract, ("metadata", "labels", "optional"))
    both = reserved(metadata="labels", reference="labels")
    [gone] = [request for request in new.requests() if any(one.name == "labels" for one in request.root.members)]
    kept = tuple(one for one in gone.root.members if one.name != "reference")
    found = every(
        compare(contract, replaced(new, gone.method, gone.direction, kept).model_copy(update={"reserved": both}))
    )
    assert len(found["field-renamed"]) == 1
    assert len(found["field-removed"]) == 1


def replaced(contract: Contract, code: str, direction: Any, members: tuple[Any, ...]) -> Contract:
    method = contract.method(code)
    assert method is not None
    offer = method.offer(direction)
    assert offer.request is not None
    root = offer.request.root.model_copy(update={"members": members})
    offer = offer.model_copy(update={"request": offer.request.model_copy(update={"root": root})})
    changed = method.model_copy(update={"offers": {**method.offers, direction: offer}})
    return contract.model_copy(
        update={"methods": tuple(changed if one.code == code else one for one in contract.methods)}
    )


def test_a_renaming_that_nobody_states_is_asked_for(contract: Contract) -> None:
    gone = every(compare(contract, fields(contract, ("callback_url", "return_url", "optional"))))["field-removed"]
    assert {one.note.rpartition("; ")[2] for one in gone} == {"if return_url is its new name, add now: return_url"}
    code = contract.methods[0].code
    [method] = every(compare(contract, edited(contract, (f'"{code}"', '"ANOTHER_CODE"'))))["method-removed"]
    assert method.note.endswith("; if ANOTHER_CODE is its new name, add now: ANOTHER_CODE")


@pytest.mark.parametrize(
    ("keyword", "value", "told"),
    [
        ("exclusive_minimum", Decimal("0.5"), "compatible (proven)"),
        ("exclusive_minimum", 1, "breaking (proven)"),
        ("maximum", 9999999999999, "compatible (proven)"),
        ("maximum", 9999999999998, "breaking (proven)"),
    ],
)
def test_a_bound_between_the_numbers_that_there_are(
    keyword: str, value: Decimal, told: str, contract: Contract
) -> None:
    """Where amounts are whole, a bound between two of them rejects none."""
    whole = next(
        (request, field)
        for request in contract.requests()
        for field in request.root.fields()
        if any((rule.keyword, rule.value) == ("decimal_places", 0) for rule in field.constraints)
    )
    request, field = whole
    rules = tuple(
        rule.model_copy(update={"value": value}) if rule.keyword == keyword else rule for rule in field.constraints
    )
    members = tuple(
        field.model_copy(update={"constraints": rules}) if one.path == field.path else one
        for one in request.root.members
    )
    [one] = compare(contract, replaced(contract, request.method, request.direction, members)).changes
    assert (one.type.id, one.worst.text) == ("range-narrowed", told)


def test_bounds_of_more_digits_than_a_decimal_keeps_by_default(contract: Contract) -> None:
    """Neither is a cent above the smallest number lost, nor does the greatest of 41 digits end in a traceback."""
    request, field = next(
        (request, field)
        for request in contract.requests()
        for field in request.root.fields()
        if any((rule.keyword, rule.value) == ("decimal_places", 2) for rule in field.constraints)
    )
    old, new = (
        replaced(
            contract,
            request.method,
            request.direction,
            tuple(with_bounds(one, bounds) if one.path == field.path else one for one in request.root.members),
        )
        for bounds in ({"exclusive_minimum": 0, "maximum": 10**40}, {"exclusive_minimum": 0.005, "maximum": 10**40})
    )
    [one] = compare(old, new).changes
    assert (one.type.id, one.worst.text) == ("range-narrowed", "compatible (proven)")


def with_bounds(field: Any, bounds: dict[str, float]) -> Any:
    rules = [rule.model_dump() | {"value": bounds.get(rule.keyword, rule.value)} for rule in field.constraints]
    return type(field).model_validate({**field.model_dump(), "constraints": rules})


def test_samples_that_are_not_there_yet(contract: Contract) -> None:
    """As in the middle of an edit: verdicts are by rule then, and nothing fails."""
    bare = Contract.model_validate(
        {
            **contract.model_dump(mode="json"),
            "methods": [without_samples(one) for one in contract.model_dump(mode="json")["methods"]],
        }
    )
    raised = fields(bare, ("metadata", "metadata", "required"))
    [one] = compare(bare, raised).changes
    assert (one.type.id, one.worst.text, one.counterexample) == (
        "requirement-raised",
        "breaking (by rule)",
        None,
    )
    assert heads(compare(bare, contract)) == []


def without_samples(method: Any) -> Any:
    for offer in method["offers"].values():
        if request := offer.get("request"):
            request["samples"] = []
    return method


def test_uniqueness_and_its_problem_are_one_change(contract: Contract) -> None:
    slug = contract.interface.duplicate("payout")
    assert slug is not None
    interface = contract.interface
    operations = tuple(
        one.model_copy(update={"problems": tuple(name for name in one.problems if name != slug.slug)})
        for one in interface.operations
    )
    problems = tuple(one for one in interface.problems if one != slug)
    before = contract.model_copy(
        update={"interface": interface.model_copy(update={"operations": operations, "problems": problems})}
    )
    (change,) = compare(before, contract).changes
    assert (change.type.id, [one.type.id for one in change.consequences]) == ("repetition-rejected", ["problem-added"])
    (change,) = compare(contract, before).changes
    assert (change.type.id, [one.type.id for one in change.consequences]) == (
        "repetition-accepted",
        ["problem-removed"],
    )

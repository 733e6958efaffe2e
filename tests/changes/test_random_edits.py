"""Random edits of the real catalogue: whenever old payloads are rejected the diff says so, and proves it."""

from collections.abc import Iterator
from pathlib import Path

import projects
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from targets import one_of_each_kind

from paycat.catalogue.reading import read_catalogue
from paycat.changes.change import Comparison
from paycat.changes.compare import compare
from paycat.contract.model import Contract
from paycat.contract.resolve import resolve
from tests.changes.editing import key_of, requests_edited
from tests.changes.edits import EDITS, Edited, edited
from tests.changes.truth import Truth

SINGLE, SEVERAL = one_of_each_kind([3, 16], [3]), one_of_each_kind([16, 100], [16])
"""Examples of each kind of edit by itself, and of several at once."""
WRITTEN = {
    "a type is shorter": ("types.yaml", "value: ..255, decision: D-21", "value: ..200, decision: D-21"),
    "a field is shorter": ("methods/UPI.yaml", "length: 1..20", "length: 2..18"),
    "a field has another type": ("methods/UPI.yaml", "type: digits", "type: text"),
    "a combination is split": (
        "methods/UPI.yaml",
        "- [recipient.wallet_uid, recipient.ifsc_code]",
        "- [recipient.wallet_uid]\n        - [recipient.ifsc_code]",
    ),
    "a field is gone": ("methods/UPI.yaml", 'country: { requirement: required, source: "§2.3" }', ""),
    "a direction is gone": ("methods/UPI.yaml", "pay_in: supported", "pay_in: not_supported"),
    "a currency is another": ("methods/UPI.yaml", "currency: INR", "currency: NPR"),
    "a hint is in other words": ("methods/UPI.yaml", "one @, no blanks", "one @ and no blanks"),
    "a table asks for less": (
        "requests/pay_in_eft.yaml",
        "customer.first_name:\n    requirement: required",
        "customer.first_name:\n    requirement: optional",
    ),
    "a method has another code": ("methods/WALLET_NP_A.yaml", "method_code: WALLET_NP_A", "method_code: WALLET_NP_C"),
}
"""Edits of files of the catalogue: the file, what is found and what it is replaced by."""


@pytest.fixture(scope="module")
def contract() -> Contract:
    return Contract.model_validate_json((projects.GENERATED / "contract" / "contract.json").read_bytes())


@pytest.fixture(scope="module")
def truth(contract: Contract) -> Iterator[Truth]:
    """What vectors and schemas say; with `pytest -s`, the figures are printed."""
    truth = Truth(contract, projects.GENERATED / "conformance" / "vectors")
    yield truth
    for name, count in sorted(truth.figures.items()):
        print(f"\n{count:7,} {name}", end="")


def examples(count: int) -> settings:
    # An edit says what it is, and a smaller one takes minutes to find.
    every = list(HealthCheck)
    return settings(
        max_examples=count,
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=every,
        phases=[Phase.generate],
    )


def check(truth: Truth, edit: Edited) -> None:
    """Compare both ways; hold both against the truth, and one against the other."""
    old, new = truth.contract, edit.contract
    there, back = compare(old, new), compare(new, old)
    assert (edit.told, [*truth.complaints(old, new, there)]) == (edit.told, [])
    assert (edit.told, [*truth.complaints(new, old, back)]) == (edit.told, [])
    assert turned(there, "counterexample") == turned(back, "widening")
    assert turned(there, "widening") == turned(back, "counterexample")


def turned(found: Comparison, which: str) -> bool:
    """Tell whether there is a request that breaks, or one that is newly accepted.

    A method that has another name has a payload that breaks both ways: each contract rejects the other one's name.
    """
    every = [one for assessment in found.changes for one in assessment.all()]
    requests = (one for one in every if one.site.part not in ("response", "event"))
    return any(getattr(one, which) for one in requests if one.type.id != "method-renamed")


@pytest.mark.parametrize("count", SINGLE)
@pytest.mark.parametrize("name", EDITS)
def test_one_edit_is_validated_as_payloads_are(truth: Truth, name: str, count: int) -> None:
    @examples(count)
    @given(edited(Edited((), truth.contract), [name]))
    def run(edit: Edited) -> None:
        check(truth, edit)

    run()


@pytest.mark.parametrize("count", SEVERAL)
def test_several_edits_are_validated_as_payloads_are(truth: Truth, count: int) -> None:
    @examples(count)
    @given(edited(Edited((), truth.contract), list(EDITS), most=3))
    def run(edit: Edited) -> None:
        check(truth, edit)

    run()


@pytest.mark.parametrize("name", WRITTEN)
def test_an_edit_of_the_catalogues_files_is_validated_as_payloads_are(truth: Truth, tmp_path: Path, name: str) -> None:
    file, find, replaced = WRITTEN[name]
    projects.copied(tmp_path, generated=False)
    projects.edit(tmp_path / "schemas", [{"file": file, "find": find, "replace": replaced}])
    catalogue, found = read_catalogue(tmp_path / "schemas")
    assert catalogue, found
    contract, _ = resolve(catalogue)
    check(truth, Edited((name,), with_same_objects(truth.contract, contract)))


def with_same_objects(old: Contract, new: Contract) -> Contract:
    """Return a contract in which requests that are the same as another one's are its objects."""
    known = {key_of(request): request for request in old.requests()}
    same = {key_of(request) for request in new.requests() if known.get(key_of(request)) == request}
    return requests_edited(new, same, lambda request: known[key_of(request)])

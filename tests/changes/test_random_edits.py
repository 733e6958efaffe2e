"""Random edits of the real catalogue: whenever old payloads are refused the diff says so, and proves it."""

from collections.abc import Iterator

import projects
import pytest
from hypothesis import HealthCheck, given, settings

from paycat.changes import Comparison, compare
from paycat.contract.model import Contract
from tests.changes.edits import EDITS, Edited, edited
from tests.changes.truth import Truth

SINGLE, SEVERAL = 7, 67
"""Examples of each kind of edit by itself, and of several at once: 200 in all."""


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
    return settings(
        max_examples=count, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )


def check(truth: Truth, edit: Edited) -> None:
    """Compare both ways; hold both against the truth, and one against the other."""
    old, new = truth.contract, edit.contract
    there, back = compare(old, new), compare(new, old)
    assert [*truth.complaints(old, new, there)] == []
    assert [*truth.complaints(new, old, back)] == []
    assert turned(there, "witness") == turned(back, "widening")
    assert turned(there, "widening") == turned(back, "witness")


def turned(found: Comparison, which: str) -> set[tuple[object, ...]]:
    """Return the request types with a payload that breaks, or with one that is newly accepted.

    A method that has another name has a payload that breaks both ways: each contract refuses the other one's name.
    """
    every = [one for assessment in found.assessments for one in assessment.all() if one.change.site.part == "request"]
    payloads = [getattr(one, which) for one in every if one.change.kind != "method-renamed"]
    return {(one.site.method, one.site.direction) for one in payloads if one}


@pytest.mark.parametrize("name", EDITS)
def test_one_edit_is_judged_as_payloads_are(truth: Truth, name: str) -> None:
    @examples(SINGLE)
    @given(edited(truth.contract, [name]))
    def run(edit: Edited) -> None:
        check(truth, edit)

    run()


def test_several_edits_are_judged_as_payloads_are(truth: Truth) -> None:
    @examples(SEVERAL)
    @given(edited(truth.contract, list(EDITS), most=3))
    def run(edit: Edited) -> None:
        check(truth, edit)

    run()

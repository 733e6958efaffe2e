"""A contract that states what no sound catalogue can: every such bound is named, whatever type it has."""

from typing import Any

import pytest

from paycat.catalogue.statement import Reason
from paycat.contract.constraint import Constraint
from paycat.contract.model import Contract
from paycat.contract.nodes import FieldNode, Group
from paycat.lint.checking import faults

WHOSE = "pay_in.UPI.amount"
BOUNDS: list[tuple[dict[str, Any], str]] = [
    ({"exclusive_minimum": 0, "maximum": 10, "decimal_places": 2}, ""),
    ({"multiple_of": 2.5}, ""),
    ({"maximum": "x"}, f"maximum of {WHOSE} is no number"),
    ({"multiple_of": 0}, f"multiple_of of {WHOSE} is no number above 0"),
    ({"multiple_of": -5, "decimal_places": 0}, f"multiple_of of {WHOSE} is no number above 0"),
    ({"decimal_places": 10}, f"decimal_places of {WHOSE} is no number from 0 to 9"),
    ({"decimal_places": 0.5}, f"decimal_places of {WHOSE} is no number from 0 to 9"),
    ({"max_length": 5}, f"max_length of {WHOSE} is no rule of a value that is called number"),
    ({"minimum": 5, "exclusive_minimum": 5}, f"{WHOSE} has bounds to which others leave nothing to reject"),
    ({"maximum": 5, "exclusive_maximum": 9}, f"{WHOSE} has bounds to which others leave nothing to reject"),
    ({"multiple_of": 5, "decimal_places": 0}, f"{WHOSE} has bounds to which others leave nothing to reject"),
    ({"multiple_of": 0.5, "decimal_places": 0}, f"{WHOSE} has bounds to which others leave nothing to reject"),
]


@pytest.mark.parametrize(("bounds", "fault"), BOUNDS, ids=str)
def test_a_bound_that_cannot_be_is_named(bounds: dict[str, Any], fault: str, contract: Contract) -> None:
    rules = tuple(
        Constraint(keyword=keyword, value=value, code="maximum", reason=Reason()) for keyword, value in bounds.items()
    )
    assert list(faults(with_amount(contract, rules))) == ([fault] if fault else [])


def with_amount(contract: Contract, rules: tuple[Constraint, ...]) -> Contract:
    """Return the contract in which the amount of one request has other rules."""

    def member(one: FieldNode | Group) -> FieldNode | Group:
        return one.model_copy(update={"constraints": rules}) if one.path == "amount" else one

    def method(one: Any) -> Any:
        if one.code != "UPI":
            return one
        request = one.offer("pay_in").request
        root = request.root.model_copy(update={"members": tuple(map(member, request.root.members))})
        offer = one.offer("pay_in").model_copy(update={"request": request.model_copy(update={"root": root})})
        return one.model_copy(update={"offers": {**one.offers, "pay_in": offer}})

    return contract.model_copy(update={"methods": tuple(map(method, contract.methods))})

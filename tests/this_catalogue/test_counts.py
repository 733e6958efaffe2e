"""How much the catalogue states, as the specification has it: a number that changes is a statement more or less."""

from collections import Counter

from paycat.catalogue.directions import DIRECTIONS
from paycat.contract.model import Contract


def test_counts(contract: Contract) -> None:
    assert len(contract.methods) == 17
    assert [len(list(contract.requests(direction))) for direction in DIRECTIONS] == [9, 15]
    words = Counter(method.offer(direction).availability for method in contract.methods for direction in DIRECTIONS)
    assert words == {"supported": 24, "not_supported": 1, "not_supported_yet": 1, "not_listed": 8}
    assert len(contract.gaps) == 83
    assert len(contract.decisions) == 64
    assert [gap.id for gap in contract.gaps] == [f"G-{number:02}" for number in range(1, 84)]
    assert [decision.id for decision in contract.decisions] == [f"D-{number:02}" for number in range(1, 65)]


def test_counts_of_fields(contract: Contract) -> None:
    with_bank_code = {
        request.method
        for request in contract.requests()
        for field in request.root.fields()
        if field.type == "bank_code" and field.path == "bank.code"
    }
    assert len(with_bank_code) == 7
    levels = Counter(
        field.requirement if (field := request.by_role("country")) else "absent"
        for request in contract.requests("payout")
    )
    assert levels == {"required": 8, "absent": 7}
    held = [request.by_role("country") for request in contract.requests("payout")]
    assert {field.path for field in held if field} == {"country"}
    assert all(request.by_role("country") for request in contract.requests("pay_in"))

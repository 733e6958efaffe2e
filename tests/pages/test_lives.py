"""The life of what a request creates: calls, answers, states and events of a catalogue, and none that it lacks."""

from typing import Any

import pytest

from paycat.cache import opened
from paycat.catalogue.sandbox import Sandbox
from paycat.contract.model import Contract
from paycat.pages.anchors import anchor
from tests.pages.conftest import Made
from tests.pages.html_pages import Page, links_of, rendered, text_of

AGAIN = "If that response does not reach you, repeat the request:"
PAYOUT = [
    ("sent", "You send: POST /v1/payouts with a new Idempotency-Key"),
    ("received", "The service responds: 201 PayoutRecord, status is pending"),
    ("note", AGAIN),
    ("sent", "You send: POST /v1/payouts with the same body and the same Idempotency-Key"),
    ("received", "The service responds: 201 with the same record and Idempotent-Replayed: true"),
    ("note", "Later, if the request has a webhook_url:"),
    ("received", "The service notifies you: payout.processing, signed: status is processing"),
    ("sent", "You respond: any 2xx within 15 seconds"),
    ("received", "The service notifies you: payout.succeeded: status is succeeded"),
    ("sent", "You respond: any 2xx within 15 seconds"),
    ("note", "Without a 2xx, the service sends the notification again."),
]
"""Steps of the frozen catalogue, written by hand."""

REFUND = [
    ("sent", "You send: POST /v1/refunds with a new Idempotency-Key"),
    ("received", "The service responds: 201 RefundRecord, state is accepted"),
    ("note", AGAIN),
    ("sent", "You send: POST /v1/refunds with the same body and the same Idempotency-Key"),
    ("received", "The service responds: 201 with the same record and Idempotent-Replayed: true"),
    ("note", "Later, if the request has a notify_url:"),
    ("received", "The service notifies you: refund.sent, signed: state is sent"),
    ("sent", "You respond: any 2xx within 10 seconds"),
    PAYOUT[-1],
]
"""Steps of the starter, written by hand."""


def steps(page: Page, direction: str) -> list[tuple[str, str]]:
    """Return who sends each step, or that it is a note, with its text."""
    return [(one.attrib["class"], text_of(one)) for one in page.section(anchor("life", direction)).iter("li")]


def operations_page(contract: Contract, **interface: Any) -> Page:
    """Return the page of operations of a contract whose interface differs."""
    other = contract.interface.model_copy(update=interface)
    return rendered(contract.model_copy(update={"interface": other}), opened())["operations.html"]


def test_the_life_of_a_payout(catalogue: Made) -> None:
    page = catalogue.pages["operations.html"]
    assert steps(page, "payout") == PAYOUT
    assert links_of(page.section("life.payout")) == {
        "records.html#record.PayoutRecord",
        *(f"states.html#state.payout.{state}" for state in ("pending", "processing", "succeeded")),
        *(f"notifications.html#event.payout~2e~{state}" for state in ("processing", "succeeded")),
        "notifications.html#delivery",
    }


def test_each_direction_has_one_and_its_states_link_it(catalogue: Made, starter: Made) -> None:
    for made in (catalogue, starter):
        for machine in made.contract.interface.state_machines:
            assert steps(made.pages["operations.html"], machine.direction)
            section = made.pages["states.html"].section(anchor("state-machine", machine.name))
            assert f"operations.html#life.{machine.direction}" in links_of(section)


def test_words_are_those_of_the_catalogue(starter: Made) -> None:
    assert steps(starter.pages["operations.html"], "payout") == REFUND


def test_without_a_course_the_first_moves_lead_to_the_end(contract: Contract) -> None:
    shown = steps(operations_page(contract, sandbox=Sandbox()), "payout")
    assert shown == PAYOUT


def test_without_a_key_nothing_is_repeated(contract: Contract) -> None:
    key = contract.interface.idempotency.parameter
    operations = [
        one.model_copy(update={"parameters": tuple(name for name in one.parameters if name != key)})
        for one in contract.interface.operations
    ]
    shown = steps(operations_page(contract, operations=tuple(operations)), "payout")
    assert shown == [("sent", "You send: POST /v1/payouts"), PAYOUT[1], *PAYOUT[5:]]


@pytest.mark.parametrize("lacking", ["notifications", "event_types"])
def test_without_notifications_the_record_is_read(contract: Contract, lacking: str) -> None:
    left = tuple(one for one in getattr(contract.interface, lacking) if one.state_machine != "payout")
    assert steps(operations_page(contract, **{lacking: left}), "payout")[5:] == [
        ("note", "Later:"),
        ("sent", "You send: GET /v1/payouts/{id}"),
        ("received", "The service responds: 200, status is succeeded"),
    ]

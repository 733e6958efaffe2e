"""The page of the sandbox: of each outcome the reference, what happens, and the events that follow."""

from typing import Any

import projects
import pytest

from paycat.cache import opened
from paycat.catalogue.sandbox import Sandbox
from paycat.contract.model import Contract
from paycat.lint.checking import check_folder
from paycat.pages.interface import open_end
from tests.pages.html_pages import Page, links_of, rendered, text_of

ROWS = {
    "outcome.test-hold": ["test-hold", "The payment stays in its first state until you move it.", "none", "none"],
    "outcome.test-return-returned_by_bank": [
        "test-return-returned_by_bank",
        "The payout succeeds, then the receiving bank sends the money back."
        " Payout: pending → processing → succeeded → returned.",
        "returned_by_bank",
        "payout.processing, payout.succeeded, payout.returned",
    ],
    "outcome.test-fail-limit_exceeded": [
        "test-fail-limit_exceeded",
        "The payment exceeds a limit. Pay-in: pending → failed. Payout: pending → failed.",
        "limit_exceeded",
        "payin.failed payout.failed",
    ],
    "outcome.test-403": [
        "test-403",
        "The key does not permit the request. Every response: 403 forbidden.",
        "none",
        "none",
    ],
    "outcome.test-503-then-201": [
        "test-503-then-201",
        "The service is not available; the retry succeeds."
        " 1 request with the same reference: 503 service-unavailable. Otherwise as by default.",
        "none",
        "as by default",
    ],
    "outcome.test-slow-10s": [
        "test-slow-10s",
        "The response is slow. Delay of each response: 10 seconds. Otherwise as by default.",
        "none",
        "as by default",
    ],
    "course.payout": [
        "Payout",
        "pending → processing → succeeded",
        "2 seconds",
        "payout.processing, payout.succeeded",
    ],
}
"""Rows of the frozen catalogue, written by hand."""


@pytest.fixture(scope="module")
def page(contract: Contract) -> Page:
    return rendered(contract, opened())["sandbox.html"]


@pytest.mark.parametrize("id", ROWS)
def test_a_row(id: str, page: Page) -> None:
    assert [text_of(cell) for cell in page.by_id[id]] == ROWS[id]


def test_states_failures_problems_and_events_are_linked(page: Page) -> None:
    assert links_of(page.by_id["outcome.test-return-returned_by_bank"]) == {
        *(f"states.html#state.payout.{state}" for state in ("pending", "processing", "succeeded", "returned")),
        *(f"notifications.html#event.payout~2e~{state}" for state in ("processing", "succeeded", "returned")),
        "problems.html#failure.returned_by_bank",
    }
    assert links_of(page.by_id["outcome.test-500"]) == {"problems.html#problem.internal-error"}


def test_a_usual_end_that_is_not_final_is_named(contract: Contract) -> None:
    """A payout that succeeded may be returned at any time; a pay-in that succeeded remains so."""
    ends = {one.name: open_end(contract, one) for one in contract.interface.state_machines}
    assert ends == {"payout": ("succeeded", ["returned"]), "pay_in": None}
    pages = rendered(contract, opened())
    sentence = "In the sandbox, a payout remains in the state succeeded, which is not final: it may still become"
    for path, page in pages.items():
        expected = path.startswith("payout/") or path == "states.html"
        assert (sentence in text_of(page.by_id["main"])) is expected, path


def test_it_says_how_to_start_it_and_what_to_send(page: Page) -> None:
    shown = text_of(page.by_id["main"])
    assert page.code("start-package") == "python -m payments_api.sandbox"
    assert page.code("start-project") == "paycat serve"
    assert "accepts the secret key sk_test_example." in shown
    assert "Send the text of the first column as reference, or begin with it and a hyphen: test-hold-1 and" in shown


def test_the_field_and_the_key_are_those_of_the_catalogue() -> None:
    starter, found = check_folder(projects.HERE / "bank_collections" / "schemas")
    assert starter is not None, found
    shown = text_of(rendered(starter, opened())["sandbox.html"].by_id["main"])
    assert "its end_to_end_id names an outcome" in shown
    assert "accepts the secret key test_token." in shown


def test_outcomes_of_values_alone_are_shown(contract: Contract) -> None:
    """Where no reference names an outcome, nothing says that one does."""
    first, *_ = contract.interface.sandbox.outcomes
    chosen = {"by-flag": ("metadata.test", True), "by-amount": ("amount", 13.5), "by-text": ("country", "IN")}
    outcomes = (
        first.model_copy(update={"reference": name, "field": field, "value": value})
        for name, (field, value) in chosen.items()
    )
    shown = sandbox_page(contract, {"outcomes": tuple(outcomes)})
    rows = [text_of(shown.by_id[f"outcome.{name}"][0]) for name in chosen]
    assert rows == ["metadata.test true", "amount 13.5", "country IN"]
    text = text_of(shown.by_id["main"])
    assert "it selects an outcome" in text
    assert "names an outcome" not in text
    assert "Send the text of the first column" not in text


def test_a_lost_response_is_repeated_only_with_a_key(contract: Contract) -> None:
    first, *_ = contract.interface.sandbox.outcomes
    losing = first.model_copy(update={"reference": "test-lost", "moves": None, "answer_lost": True})
    key = contract.interface.idempotency.parameter
    operations = (
        one.model_copy(update={"parameters": tuple(name for name in one.parameters if name != key)})
        for one in contract.interface.operations
    )
    without = contract.interface.model_copy(update={"operations": tuple(operations)})
    for interface, is_repeated in ((contract.interface, True), (without, False)):
        page = sandbox_page(contract.model_copy(update={"interface": interface}), {"outcomes": (losing,)})
        text = text_of(page.by_id["main"])
        assert "The connection ends after the request is accepted." in text
        assert ("with the same key" in text) is is_repeated
        assert ("lost-response" in page.by_id) is is_repeated


def sandbox_page(contract: Contract, update: dict[str, Any], name: str = "sandbox") -> Page:
    """Return a page, such as that of the sandbox, of an interface that states another sandbox."""
    sandbox = contract.interface.sandbox.model_copy(update=update)
    interface = contract.interface.model_copy(update={"sandbox": sandbox})
    return rendered(contract.model_copy(update={"interface": interface}), opened())[f"{name}.html"]


def test_a_catalogue_without_a_sandbox_has_the_page(contract: Contract) -> None:
    page = sandbox_page(contract, dict(Sandbox()))
    shown = text_of(page.by_id["main"])
    assert "A record stays in its first state until you move it." in shown
    start = text_of(sandbox_page(contract, dict(Sandbox()), "quickstart").by_id["main"])
    assert "In the sandbox, the record stays in its first state until you move it." in start
    assert "A few seconds later" not in start
    assert "outcome" not in shown.lower()
    assert "accepts the secret key sk_test_example." in shown

"""The page of the sandbox: of each outcome the reference, what happens, and the events that follow."""

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
    sentence = "A payout usually remains in the state succeeded, which is not final: it may still become returned."
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
    starter, found = check_folder(projects.ROOT / "starters" / "bank-collections" / "schemas")
    assert starter is not None, found
    shown = text_of(rendered(starter, opened())["sandbox.html"].by_id["main"])
    assert "its end_to_end_id names an outcome" in shown
    assert "accepts the secret key test_token." in shown


def test_a_catalogue_without_a_sandbox_has_the_page(contract: Contract) -> None:
    interface = contract.interface.model_copy(update={"sandbox": Sandbox()})
    page = rendered(contract.model_copy(update={"interface": interface}), opened())["sandbox.html"]
    shown = text_of(page.by_id["main"])
    assert "A record stays in its first state until you move it." in shown
    assert "outcome" not in shown.lower()
    assert "accepts the secret key sk_test_example." in shown

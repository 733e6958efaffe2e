"""What only the TypeScript receiver has: headers as node and `fetch` hold them."""

from typing import Any

import pytest

from tests.artefacts.client.answers import BODY
from tests.artefacts.client.receivers import TypeScriptReceiver, signed
from tests.artefacts.typescript.typescript_package import Driver

pytestmark = pytest.mark.slow


def error_of(driver: Driver, headers: Any) -> tuple[str, str]:
    """Return name and message of the error that verifying ends with."""
    error = TypeScriptReceiver(driver).verify(BODY, headers)["error"]
    return error["name"], error["message"]


@pytest.mark.parametrize("given", [None, "webhook-id: evt_1", [["webhook-id", "evt_1"]], {"webhook-id": 1}])
def test_headers_that_are_none_are_the_callers_mistake(given: Any, driver: Driver) -> None:
    name, message = error_of(driver, given)
    assert (name, "header" in message) == ("TypeError", True)


def test_a_header_that_is_null_is_missing(driver: Driver) -> None:
    found = error_of(driver, {**signed(BODY), "Webhook-Id": None})
    assert found == ("SignatureError", "the header webhook-id is missing")


def test_a_header_with_two_values_came_twice(driver: Driver) -> None:
    found = error_of(driver, {**signed(BODY), "Webhook-Id": ["evt_1", "evt_1"]})
    assert found == ("SignatureError", "a header came twice")

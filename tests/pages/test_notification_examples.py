"""The signed message of the notifications page is right; tests/artefacts/receivers runs the programs of the page."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime

import projects
import pytest
from standardwebhooks import Webhook

from paycat.cache import opened
from paycat.contract.model import Contract
from paycat.packs.reading import read_packs
from paycat.packs.render import render
from tests.pages.html_pages import Page, text_of


@pytest.fixture(scope="module")
def files(contract: Contract) -> Mapping[str, str]:
    found, _ = read_packs(projects.GENERATORS, "generators")
    return render(contract, [pack for pack in found if pack.name in ("docs", "python")], cache=opened()).texts()


@pytest.fixture(scope="module")
def page(files: Mapping[str, str]) -> Page:
    return Page("notifications.html", files["docs/notifications.html"])


def test_the_signature_is_that_of_standard_webhooks(page: Page) -> None:
    headers = dict(line.split(": ", 1) for line in page.code("worked-headers").splitlines())
    moment = datetime.fromtimestamp(int(headers["webhook-timestamp"]), UTC)
    signed = Webhook(page.code("worked-secret")).sign(headers["webhook-id"], moment, page.code("worked-body"))
    assert headers["webhook-signature"] == signed


def test_the_package_is_shown_where_it_is_made(page: Page, contract: Contract) -> None:
    docs = [pack for pack in read_packs(projects.GENERATORS, "generators")[0] if pack.name == "docs"]
    alone = Page("notifications.html", render(contract, docs, cache=opened()).texts()["docs/notifications.html"])
    tabs = [one.attrib["data-tab"] for one in page.having("data-tab")]
    assert [one.attrib["data-tab"] for one in alone.having("data-tab")] == tabs[1:]
    assert tabs[0] == f"Python, {contract.service.package}"


def test_the_body_is_what_the_record_shows(page: Page, contract: Contract) -> None:
    first = contract.interface.notifications[0]
    record = next(one for one in contract.interface.records if one.name == first.record)
    assert json.loads(page.code("worked-body")) == record.example


def test_attempts_are_told_with_the_time_since_the_first(page: Page, contract: Contract) -> None:
    schedule = contract.interface.delivery.schedule_seconds
    (table,) = (one for one in page.all("table") if text_of(one[0]) == "Attempts to deliver")
    rows = [list(map(text_of, row)) for row in table.iterfind("tbody/tr")]
    assert [row[0] for row in rows] == [str(number) for number in range(1, len(schedule) + 1)]
    assert [[seconds(text) for text in row[1:]] for row in rows] == [
        [wait, sum(schedule[: index + 1])] for index, wait in enumerate(schedule)
    ]


def seconds(text: str) -> int:
    """Return the seconds that words such as "1 hour 30 minutes" mean."""
    units = {"day": 86400, "hour": 3600, "minute": 60, "second": 1}
    if text == "at once":
        return 0
    told = text.split()
    return sum(int(count) * units[unit.removesuffix("s")] for count, unit in zip(told[::2], told[1::2], strict=True))

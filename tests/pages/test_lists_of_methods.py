"""The list of pages has every method while there are few, and with hundreds no page becomes large."""

from collections.abc import Iterator
from dataclasses import replace
from gzip import compress

import pytest

from paycat.contract.model import Contract
from paycat.pages.navigation import AllMethods, ListedMethod, all_methods, method_lists
from tests.pages.conftest import Made

LARGEST = 30_000
"""Bytes of a page, compressed as servers do."""


@pytest.fixture(scope="module")
def few(contract: Contract) -> AllMethods:
    return all_methods(contract)


def listed(number: int, places: int) -> Iterator[ListedMethod]:
    for index in range(number):
        yield ListedMethod(f"payout/M{index}.html", f"Method {index}", (f"P{index % places}",))


def test_pages_are_small(catalogue: Made, starter: Made) -> None:
    sizes = {
        path: len(compress(page.source.encode())) for made in (catalogue, starter) for path, page in made.pages.items()
    }
    assert {path: size for path, size in sizes.items() if size > LARGEST} == {}


def test_every_page_lists_every_method(few: AllMethods, contract: Contract) -> None:
    for path in ("index.html", "payout/UPI.html"):
        shown = [one.path for group in method_lists(few, path) for one in group.methods]
        assert shown == [f"{one.direction}/{one.method}.html" for way in few.listed for one in contract.requests(way)]


def test_of_hundreds_a_page_lists_those_like_its_own(few: AllMethods) -> None:
    many = replace(few, listed={"payout": tuple(listed(500, 50)), "pay_in": tuple(listed(3, 1))})
    [payouts, _] = method_lists(many, "payout/M57.html")
    assert (payouts.total, [one.path for one in payouts.methods]) == (
        500,
        [f"payout/M{index}.html" for index in range(7, 500, 50)],
    )
    assert [group.methods for group in method_lists(many, "index.html")] == [(), ()]


def test_of_hundreds_alike_a_page_lists_the_nearest(few: AllMethods) -> None:
    many = replace(few, listed={"payout": tuple(listed(500, 1))})
    [payouts] = method_lists(many, "payout/M0.html")
    assert [one.path for one in payouts.methods] == [f"payout/M{index}.html" for index in range(20)]
    [payouts] = method_lists(many, "payout/M250.html")
    assert len(payouts.methods) == 20
    assert "payout/M250.html" in [one.path for one in payouts.methods]

"""What is searched in texts of files takes time that is linear in the text, however hostile it is."""

import gc
import time
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from targets import one_of_each_kind

from paycat.contract.named_numbers import IN_BRACES
from paycat.lint.rules import provenance, real_looking

SHAPES = (
    *("a", "1", "Z", ":", "@", ".", " ", "-", "_", "/", "{", "[", "(", "<", "*", "`", "\n", "\\", '"', "|"),
    *("1 ", "1-", "12 ", "4111 ", "1.", "1,", "a.", "a@", "@a", "@a.", "a.a@a.a", "a:", "1:", "://", "a://", "a://a@"),
    *("AA11 ", "AA11A", "AA11AAAAAAAAAAAAAAA ", "::1.", "1.1.1.1.", "a1 ", "aaaa 1 ", "A_", "A_A-", "D-1", "§1."),
    *("1, ", "phone ", "1,111", "{a", "{a.", "{a.a", "{a}", "a.a}", "1 - "),
    *("](", "![](", "**a", "# 1\n", "- ", "> ", "&amp;", "<a "),
)
SIZE = 10_000


def sides(text: str) -> Iterable[str]:
    return text, text + "x", "x" + text + "!", text + "\u00e9"


def exhausted(found: Iterable[Any]) -> None:
    for _ in found:
        pass


SEARCHES: dict[str, Callable[[str], object]] = {
    "cards": lambda text: exhausted(real_looking.card_numbers(text)),
    "accounts": lambda text: exhausted(real_looking.account_numbers(text)),
    "mail": lambda text: exhausted(real_looking.mail_hosts(text)),
    "web": lambda text: exhausted(real_looking.web_hosts(text, ("example.com",))),
    "ip": lambda text: exhausted(real_looking.ip_addresses(text)),
    "number": real_looking.is_number_of_somebody,
    "made up": real_looking.is_made_up,
    "phones": lambda text: exhausted(real_looking.phones_in_prose(text)),
    "names in braces": lambda text: exhausted(IN_BRACES.finditer(text)),
    "mentions": provenance._mentioned.__wrapped__,
    "sections": provenance.section_numbers.__wrapped__,
}


@pytest.mark.parametrize("search", one_of_each_kind(SEARCHES, ["cards", "mail", "names in braces", "sections"]))
def test_a_search_is_linear_in_the_text(search: str) -> None:
    """Eight times the text takes about eight times as long, not 64 times, unless it is too short to measure.

    It is a ratio of CPU times, as Python's matcher counts no steps.
    """
    for shape in SHAPES:
        text = shape * (SIZE // len(shape))
        for once, twice, eight in zip(sides(text), sides(text * 2), sides(text * 8), strict=True):
            if seconds(SEARCHES[search], twice) > 0.03:
                assert is_linear(SEARCHES[search], once, eight), (search, shape)


def is_linear(search: Callable[[str], object], once: str, eight: str) -> bool:
    """Tell whether a search of eight times the text takes less than 24 times as long; a clear answer is not doubted."""
    before = after = float("inf")
    for _ in range(3):
        before, after = min(before, seconds(search, once)), min(after, seconds(search, eight))
        if after < 12 * before:
            break
    return after < 24 * before


def seconds(search: Callable[[str], object], text: str) -> float:
    gc.disable()  # It would count objects of other tests.
    start = time.process_time()
    search(text)
    spent = time.process_time() - start
    gc.enable()
    return spent

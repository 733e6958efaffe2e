"""The order of the tests when several workers share them."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")


def arranged(tests: Sequence[T], slow: int, workers: int) -> list[T]:
    """Return the tests, of which so many slow ones come first, in an order that lets the workers end together.

    pytest-xdist (`--dist worksteal`) cuts the list into one part for each worker, and takes from the end of the
    longest part what it gives to a worker that has nothing left. So each part begins with slow tests, next to each
    other as they were, and ends with quick ones: what is left for the last seconds is small.
    """
    quick = tests[slow:]
    order: list[T] = []
    for begin, part in zip(_parts(tests[:slow], workers), _parts(tests, workers), strict=True):
        missing = len(part) - len(begin)
        order += (*begin, *quick[:missing])
        quick = quick[missing:]
    return order


def _parts(tests: Sequence[T], workers: int) -> Iterator[Sequence[T]]:
    """Cut the tests into as many parts as there are workers, as pytest-xdist does."""
    for left in range(workers, 0, -1):
        size = len(tests) // left
        yield tests[:size]
        tests = tests[size:]

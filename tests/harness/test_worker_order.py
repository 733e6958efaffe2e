"""The order in which workers get the tests loses none of them, and gives each worker its part of the slow ones."""

from hypothesis import given
from hypothesis import strategies as st
from worker_order import arranged


@given(st.integers(0, 60), st.integers(0, 60), st.integers(1, 9))
def test_every_part_begins_with_as_many_slow_tests(slow: int, quick: int, workers: int) -> None:
    tests = [(False, number) for number in range(slow)] + [(True, number) for number in range(quick)]
    order = arranged(tests, slow, workers)
    assert sorted(order) == tests
    slow_tests = []
    for left in range(workers, 0, -1):  # As pytest-xdist deals them out.
        part, order = order[: len(order) // left], order[len(order) // left :]
        assert part == sorted(part)
        slow_tests.append(sum(not is_quick for is_quick, _ in part))
    assert max(slow_tests) - min(slow_tests) <= 1

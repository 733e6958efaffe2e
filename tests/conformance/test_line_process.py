"""A process that answers lines: when it dies or says nothing, that is a failure at once, and no waiting for ever."""

import sys
from collections.abc import Callable, Iterator

import pytest

from paycat.conformance.run.engines.ajv.node import LineProcess

Start = Callable[..., LineProcess]


@pytest.fixture
def start() -> Iterator[Start]:
    started = []

    def start(program: str, patience: float = 60.0) -> LineProcess:
        started.append(LineProcess([sys.executable, "-c", program], patience))
        return started[-1]

    yield start
    for process in started:
        process.close()


def test_answers(start: Start) -> None:
    process = start("while True: print(input()[::-1], flush=True)")
    assert process.ask("abc") == "cba\n"
    assert process.ask("ä\u2028b") == "b\u2028ä\n"


@pytest.mark.parametrize(
    ("program", "told"),
    [
        ("input(); raise SystemExit(3)", "the process ended with code 3"),
        ("raise SystemExit(0)", "the process ended with code 0"),
        ("input(); raise ValueError('of this line')", "the process ended with code 1: ValueError: of this line"),
        ("import sys; input(); sys.exit('said\\nat last\\n')", "the process ended with code 1: at last"),
    ],
)
def test_a_process_that_ends_is_a_failure_then_and_afterwards(start: Start, program: str, told: str) -> None:
    process = start(program)
    for _ in range(3):
        with pytest.raises(RuntimeError) as raised:
            process.ask("anything")
        assert str(raised.value) == told


def test_a_process_that_says_nothing_is_ended(start: Start) -> None:
    process = start("import time; time.sleep(600)", patience=0.2)
    with pytest.raises(RuntimeError, match="the process ended with code -9"):
        process.ask("anything")


def test_much_on_standard_error_does_not_stop_it(start: Start) -> None:
    process = start("import sys\nwhile True: sys.stderr.write('x' * 1_000_000); print(input(), flush=True)")
    assert [process.ask("abc") for _ in range(5)] == ["abc\n"] * 5

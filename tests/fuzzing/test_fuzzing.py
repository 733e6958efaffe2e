"""No input file makes a command fail, run long or take much memory: some inputs here, hours by `make fuzz`."""

from pathlib import Path

from tests.fuzzing.campaign import fuzz

SEED, INPUTS = 4, 20


def test_no_file_makes_a_command_fail(tmp_path: Path) -> None:
    tally = fuzz(tmp_path / "project", SEED, range(INPUTS), tmp_path / "kept")
    assert not tally.failures, tally
    assert tally.inputs == INPUTS, tally


def test_an_input_is_the_same_each_time(tmp_path: Path) -> None:
    first, second = (fuzz(tmp_path / name, SEED, range(1), tmp_path / "kept") for name in ("one", "two"))
    assert (first.codes, first.failures) == (second.codes, second.failures)

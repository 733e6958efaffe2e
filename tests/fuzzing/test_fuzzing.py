"""No input file makes a command fail, run long or take much memory: two minutes here, hours by `make fuzz`."""

from pathlib import Path

import pytest

from tests.fuzzing.campaign import fuzz

INPUTS = 60


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_no_file_makes_a_command_fail(seed: int, tmp_path: Path) -> None:
    tally = fuzz(tmp_path / "project", seed, range(INPUTS), tmp_path / "kept")
    assert not tally.failures, tally
    assert tally.inputs == INPUTS, tally


def test_an_input_is_the_same_each_time(tmp_path: Path) -> None:
    first, second = (fuzz(tmp_path / name, 2, range(3), tmp_path / "kept") for name in ("one", "two"))
    assert (first.codes, first.failures) == (second.codes, second.failures)

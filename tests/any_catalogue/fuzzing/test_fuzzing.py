"""No input file makes a command fail, run long or take much memory: some here, more by `make test-deep`."""

import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from forked_commands import one_cache
from targets import one_of_each_kind

from tests.any_catalogue.fuzzing import forking
from tests.any_catalogue.fuzzing.campaign import Ground, fuzz, prepared, spoilt
from tests.any_catalogue.fuzzing.forking import run

INPUTS = 30
UNREAD = {
    "specification.md",
    "generated/json-schema/pay_in.schema.json",
    "generated/json-schema/payout.schema.json",
}
"""Files that mean the same, whatever they hold, to the first command of their target."""


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Ground:
    return prepared(tmp_path_factory.mktemp("fuzzing") / "project")


@pytest.mark.parametrize("seed", one_of_each_kind([1, 2, 3, 4], [1]))
def test_no_file_makes_a_command_fail(seed: int, ground: Ground, tmp_path: Path) -> None:
    tally = fuzz(ground, seed, range(INPUTS), tmp_path / "kept")
    assert not tally.failures, tally
    assert tally.inputs == INPUTS, tally


@pytest.mark.deep
def test_an_input_is_the_same_each_time(ground: Ground, tmp_path: Path) -> None:
    other = replace(ground, folder=shutil.copytree(ground.folder, tmp_path / "other"))
    first, second = (fuzz(one, 2, range(3), tmp_path / "kept") for one in (ground, other))
    assert (first.codes, first.failures) == (second.codes, second.failures)


def test_what_is_remembered_hides_no_spoilt_file(ground: Ground) -> None:
    with one_cache(ground.cache):
        sound = {command: run(command, ground.folder) for command in {one.commands[0] for one in ground.targets}}
    hidden = set()
    for target in ground.targets:
        command = target.commands[0]
        end = spoilt(ground, ground.folder / target.file, b"\xff", command)
        if (end.code, end.out) == (sound[command].code, sound[command].out):
            hidden.add(target.file)
    assert hidden == UNREAD


@pytest.mark.parametrize(("bytes_more", "fault"), [(1024, ""), (96 * 1024**2, "MiB"), (2 * forking.ADDRESSES, "3")])
def test_a_command_answers_for_what_it_adds(
    bytes_more: int, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = b"1" * 128 * 1024**2  # Whoever starts the command uses more than it may.
    monkeypatch.setattr(forking, "MEMORY", len(held) // 2)
    monkeypatch.setattr(forking, "paycat", lambda: sys.exit(len(b"1" * bytes_more) == 0))
    found = run((), tmp_path).fault
    assert found.endswith(fault), found
    assert bool(found) == bool(fault), found

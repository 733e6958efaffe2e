"""A run that is killed leaves whole files, and the next run, whatever it writes, reaches its tree."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from paycat.packs.fileset import SUMS, FileSet, sums_text
from paycat.project.drift import compare
from paycat.project.output_writing import write

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and SIGKILL")


@pytest.fixture
def root() -> Iterator[Path]:
    """An empty folder, in memory where the system offers that: thousands of small files are slow on some disks."""
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as name:
        yield Path(name)


def tree(version: int) -> dict[str, str]:
    """Return about 60 files: some in every version alike, some changed, some not in every one, and swaps."""
    files = {
        f"pack{number % 5}/{number}.json": f"{number} of version {'every' if number % 3 else version}\n"
        for number in range(70)
        if number % 6 != version
    }
    swaps = {
        0: {"swap": "file\n", "other/deep/x": "x\n", "other/deep/y": "y\n"},
        1: {"swap/deep/a": "a\n", "swap/b": "b\n", "other": "file\n"},
        2: {"swap/deep": "file\n", "other/deep/x/z": "z\n"},
    }
    return files | swaps[version]


def disk(folder: Path) -> dict[str, str]:
    """Return the files on disk without the staging folder; when there is none, assert that no folder is empty."""
    found: dict[str, str] = {}
    for above, folders, names in os.walk(folder):
        assert folders or names or above == str(folder) or ".paycat-writing" in os.listdir(folder), f"{above} is empty"
        for name in names:
            path = os.path.join(above, name)
            found[os.path.relpath(path, folder).replace(os.sep, "/")] = Path(path).read_text()
    return {path: text for path, text in found.items() if not path.startswith(".paycat-writing/")}


def whole(files: dict[str, str]) -> dict[str, str]:
    """Return the files with their SHA256SUMS."""
    return files | {SUMS: sums_text(FileSet(files).sums())}


def run(root: Path, trees: list[dict[str, str]], kills: list[list[int]]) -> list[list[int]]:
    """Let killing.py carry out a plan; return the steps that its runs came to."""
    plan = json.dumps({"trees": trees, "kills": kills, "root": str(root)})
    child = Path(__file__).with_name("killing.py")
    ended = subprocess.run([sys.executable, child], input=plan, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout)  # type: ignore[no-any-return]  # the child prints a list of this kind


def check_between(folder: Path, versions: list[dict[str, str]], latest: dict[str, str]) -> None:
    """Assert that each file is whole and of some version, and that compare tells whether all are of the latest."""
    found = disk(folder)
    for path, text in found.items():
        assert text in [version[path] for version in versions if path in version], path
    drifts = compare(FileSet(latest), folder, "generated")
    assert bool(drifts) == (found != whole(latest))
    assert not {drift.kind for drift in drifts} & {"edited", "stray"}


def check_recovery(folder: Path, files: dict[str, str]) -> None:
    """Assert that a run without force reaches the tree, and leaves nothing else behind."""
    assert not write(FileSet(files), folder).rejected
    assert disk(folder) == whole(files)
    assert not (folder / ".paycat-writing").exists()


def halves(folder: Path, versions: list[dict[str, str]]) -> bool:
    """Tell whether the staging folder holds a file that was cut off."""
    texts = {text for version in versions for text in version.values()}
    return any(path.read_text() not in texts for path in folder.glob(".paycat-writing/files/*"))


def test_killed_at_every_step(root: Path) -> None:
    trees = [tree(0), tree(1)]
    [[total]] = run(root / "peace", trees, [[0]])
    assert total > 100
    run(root / "killed", trees, [[step] for step in range(1, total + 1)])
    versions = [whole(files) for files in trees]
    cut_off = 0
    for number in range(total):
        folder = root / "killed" / str(number)
        cut_off += halves(folder, versions)
        check_between(folder, versions, trees[1])
        check_recovery(folder, tree(2))
    assert cut_off >= 20


def test_killed_in_the_first_run_of_all(root: Path) -> None:
    trees = [{}, tree(1)]
    [[total]] = run(root / "peace", trees, [[0]])
    kills = [[step] for step in range(1, total + 1, 7)]
    run(root / "killed", trees, kills)
    for number in range(len(kills)):
        folder = root / "killed" / str(number)
        check_between(folder, [whole(files) for files in trees], trees[1])
        check_recovery(folder, tree(2))


SMALL = [
    {"a": "1\n", "d/x": "x\n", "z": "z of 1\n"},
    {"a": "2\n", "d": "file\n", "z": "z of 2\n"},
    {"a/b": "3\n", "d": "file\n", "z": "z of 3\n"},
    {"a": "4\n", "d/x": "x of 4\n", "z": "z of 4\n"},
]


def test_killed_again_at_every_step_of_another_tree(root: Path) -> None:
    trees = SMALL[:3]
    [[first, second]] = run(root / "peace", trees, [[0, 0]])
    kills = [[step, again] for step in range(1, first + 1, 3) for again in range(1, second + 5)]
    run(root / "killed", trees, kills)
    for number in range(len(kills)):
        folder = root / "killed" / str(number)
        check_between(folder, [whole(files) for files in trees], trees[2])
        check_recovery(folder, SMALL[3])

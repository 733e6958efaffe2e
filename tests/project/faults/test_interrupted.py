"""A command that is killed, or meets an error of the system, loses nothing; the next one finishes the work."""

import json
import os
import re
import shutil
import threading
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from paycat.diagnostics import FindingsError
from paycat.files import locking, replacing
from paycat.files.replacing import replace_files
from paycat.packs.fileset import FileSet
from paycat.project import starter
from paycat.project.output_writing import write
from tests.project.faults.commands import (
    WRITINGS,
    Driven,
    Ground,
    State,
    Writing,
    state,
    tree,
    waiting,
    without_leftovers,
)

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and SIGKILL")

FAULTS = ("kill", "ENOSPC", "EACCES")
each = pytest.mark.parametrize("one", WRITINGS, ids=lambda one: one.name)


@each
def test_some_steps_fail(ground: Ground, driven: Driven, one: Writing) -> None:
    """The first and the last one, and some between them: in each third of the work one step for each fault."""
    steps = ground.steps[one.name]
    third = max(len(steps) // len(FAULTS), 1)
    between = [(fault, step) for at, fault in enumerate(FAULTS) for step in steps[at * third // 2 :: third]]
    hold(ground, driven, one, sorted({("kill", steps[0]), ("kill", steps[-1]), *between}))


@pytest.mark.deep
@each
def test_every_step_fails(ground: Ground, driven: Driven, one: Writing) -> None:
    hold(ground, driven, one, [(fault, step) for fault in FAULTS for step in ground.steps[one.name]])


def hold(ground: Ground, driven: Driven, one: Writing, faults: list[tuple[str, int]]) -> None:
    """Let a command fail in each of the ways, and run it again on each of the states that this leaves."""
    before, after = tree(ground.starts / one.name), ground.reached[one.name]
    folders = [ground.copied(one, f"{fault}-{step}") for fault, step in faults]
    failing = [
        ground.run(one, folder, at=step, fault=fault) for (fault, step), folder in zip(faults, folders, strict=True)
    ]
    left: dict[State, tuple[Path, str]] = {}
    for (fault, step), end, folder in zip(faults, driven(failing), folders, strict=True):
        where = f"{one.name}, {fault} at step {step} of {ground.steps[one.name][-1]}"
        files = tree(folder)
        assert "Traceback" not in end["out"], f"{where}: {end['out']}"
        assert end["code"] in ((-9,) if fault == "kill" else (0, 1)), (where, end)
        for path, data in without_leftovers(files).items():
            assert data in (before.get(path), after.get(path)), f"{where}: {path} is neither old nor new"
        for path in before.keys() & after.keys():
            assert path in files, f"{where}: {path} is lost"
        assert fault == "kill" or not waiting(files), where
        left.setdefault(state(folder), (folder, where))
    counts = [waiting(tree(folder)) for folder, _ in left.values()]
    assert any(counts), one.name
    ended = driven([ground.run(one, folder) for folder, _ in left.values()])
    for (folder, where), count, again in zip(left.values(), counts, ended, strict=True):
        assert reported(again["out"]) == count, (where, again)
        assert again["code"] == 0 or (one.done and again["code"] == 2 and one.done in again["out"]), (where, again)
        assert tree(folder) == after, where
    for folder in folders:
        shutil.rmtree(folder)


def reported(out: str) -> int:
    """Return how many files of an interrupted run a command reports to have removed."""
    found = re.findall(r"^Removed ([0-9]+) files? that an interrupted run left in .+\.$", out, re.MULTILINE)
    return int(found[0]) if found else 0


def test_a_check_reports_what_is_left_and_its_document_stays_valid(ground: Ground, cli: Callable[..., Any]) -> None:
    project = shutil.copytree(ground.starts / "release", ground.root / "left")
    left = project / "generated/.paycat-writing/files"
    left.mkdir(parents=True)
    (left / "0").write_text("half")
    (left / "1").write_text("half")
    line = "An interrupted run left 2 files in generated. Run `paycat generate` to clean up.\n"
    for form in ("text", "json", "sarif", "github"):
        ended = cli("generate", "--check", "--format", form, cwd=project)
        assert (ended.code, ended.err) == (0, line)
        assert form not in ("json", "sarif") or json.loads(ended.out)
    assert cli("generate", "--diff", cwd=project).err == line
    with locking.locked(project / "generated"):
        assert cli("generate", "--check", cwd=project).err == "", "the files of a run that is alive"
    ended = cli("generate", "--format", "json", cwd=project)
    assert (ended.code, ended.err) == (0, "Removed 2 files that an interrupted run left in generated.\n")
    assert json.loads(ended.out)
    for arguments in (("generate",), ("generate", "--check")):
        assert cli(*arguments, cwd=project).err == ""
    assert not left.parent.exists()


README = "README.md"

# Two runs at once


@pytest.fixture
def unlocked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no folder be locked, as on some network file systems."""
    monkeypatch.setattr(locking, "_try_lock", lambda _: False)


@pytest.mark.usefixtures("unlocked")
def test_a_run_does_not_write_over_another_one_that_is_alive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replace, rejected = os.replace, list[str]()

    def replace_while_another_starts(source: Path, target: Path) -> None:
        replace(source, target)
        if target.name == "a.yaml":
            with pytest.raises(FindingsError) as raised:
                replace_files(tmp_path, {"schemas/b.yaml": "of the other"})
            rejected.extend(one.code for one in raised.value.diagnostics)

    monkeypatch.setattr(os, "replace", replace_while_another_starts)
    replace_files(tmp_path, {"schemas/a.yaml": "a", "schemas/b.yaml": "b"})
    assert rejected == ["file-unwritable"]
    assert tree(tmp_path) == {"schemas/a.yaml": b"a", "schemas/b.yaml": b"b"}


@pytest.mark.usefixtures("unlocked")
def test_generate_does_not_write_over_another_one_that_is_alive(tmp_path: Path) -> None:
    with replacing.staging(tmp_path), pytest.raises(FindingsError) as raised:
        write(FileSet({"a": "1"}), tmp_path, folder_name="generated")
    advice = "if none is alive, remove .paycat-writing"
    assert [one.message for one in raised.value.diagnostics] == [
        f"cannot write here: another run of paycat writes here; {advice}"
    ]
    assert tree(tmp_path) == {}


def test_a_link_to_another_file_system(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    device = tmp_path.stat().st_dev
    others = [Path(name) for name in ("/dev/shm", "/var/tmp", "/tmp", Path.cwd())]
    other = next((one for one in others if os.access(one, os.W_OK) and one.stat().st_dev != device), None)
    if other is None:
        pytest.skip("needs two file systems")
    with TemporaryDirectory(dir=other) as name:
        (tmp_path / "schemas").symlink_to(name)
        left = Path(name) / ".paycat-writing/files"
        left.mkdir(parents=True)
        (left / "0").write_text("half")
        replace_files(tmp_path, {"schemas/a.yaml": "a", "b.yaml": "b"})
        assert tree(Path(name)) == {"a.yaml": b"a"}
        assert sorted(path.name for path in tmp_path.iterdir()) == ["b.yaml", "schemas"]
        assert capsys.readouterr().err == f"Removed 1 file that an interrupted run left in {name}.\n"


def test_what_others_keep_in_a_folder_stays(tmp_path: Path) -> None:
    notes = tmp_path / ".writing/novel/1.txt"
    notes.parent.mkdir(parents=True)
    notes.write_text("mine")
    replacing.replace_file(tmp_path / "report.json", b"{}")
    assert notes.read_text() == "mine"


@pytest.mark.usefixtures("unlocked")
def test_a_start_does_not_remove_the_files_of_another_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replace, rejected = os.replace, list[str]()

    def replace_while_another_starts(source: Path, target: Path) -> None:
        replace(source, target)
        if target.name == README:
            monkeypatch.setattr(replacing, "_HELD", set())  # As in a process of its own.
            with pytest.raises(FindingsError) as raised:
                starter.start(tmp_path, starter.Choices(), ".")
            rejected.extend(one.code for one in raised.value.diagnostics)

    monkeypatch.setattr(os, "replace", replace_while_another_starts)
    made = starter.start(tmp_path, starter.Choices(), ".")
    assert rejected == ["project-unwritable"]
    assert sorted(tree(tmp_path)) == list(made)


def test_a_run_that_waits_says_so_and_gives_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(locking, "PATIENCE", 0.2)
    (tmp_path / "schemas").mkdir()
    found: list[str] = []

    def another() -> None:
        monkeypatch.setattr(replacing, "_HELD", set())  # As in a process of its own.
        try:
            replace_files(tmp_path, {"schemas/a.yaml": "a"})
        except FindingsError as error:
            found.extend(one.message for one in error.diagnostics)

    with locking.locked(tmp_path):
        run = threading.Thread(target=another)
        run.start()
        run.join(10)
    assert found == ["cannot write the file: another run of paycat has been writing for 0.2 seconds"]
    assert capsys.readouterr().err == f"Waiting for another run of paycat in {tmp_path}.\n"
    assert tree(tmp_path) == {}

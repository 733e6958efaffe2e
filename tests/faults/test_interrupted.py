"""A command that is killed, or meets an error of the system, loses nothing; the next one finishes the work."""

import hashlib
import json
import os
import shutil
import threading
from pathlib import Path
from typing import Any

import pytest
from starter_cases import STARTER

from paycat import locking, replacing
from paycat.diagnostics import FindingsError
from paycat.replacing import replace_files
from paycat.scaffold import starter
from tests.conftest import Cli
from tests.faults.commands import WRITINGS, Driven, Ground, State, Writing, state, tree, without_leftovers

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and SIGKILL")

FAULTS = ("kill", "ENOSPC", "EACCES")
each = pytest.mark.parametrize("one", WRITINGS, ids=lambda one: one.name)


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
        left.setdefault(state(folder), (folder, where))
    ended = driven([ground.run(one, folder) for folder, _ in left.values()])
    for (folder, where), again in zip(left.values(), ended, strict=True):
        assert again["code"] == 0 or (one.done and again["code"] == 2 and one.done in again["out"]), (where, again)
        assert tree(folder) == after, where
    for folder in folders:
        shutil.rmtree(folder)


# Journals of strangers

README, TYPES = "README.md", "schemas/types.yaml"
OLD = b"# The old text\n"


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def interrupted(folder: Path, **entry: Any) -> Path:
    """Return a project with the journal of a run that replaced a file, as paycat or a stranger wrote it."""
    project = shutil.copytree(STARTER, folder / "project")
    kept = project / replacing.FOLDER
    kept.mkdir()
    (kept / "0").write_bytes(OLD)
    path = entry.get("path", TYPES)
    stated = {"path": path, "new": sha((project / path).read_bytes()), "old": sha(OLD), **entry}
    (kept / "journal.json").write_text(json.dumps([stated]), encoding="utf-8")
    return project


def test_a_command_that_writes_puts_the_old_text_back(tmp_path: Path, cli: Cli) -> None:
    project = interrupted(tmp_path)
    cli("fmt", cwd=project)
    assert (project / TYPES).read_bytes() == OLD
    assert not (project / replacing.FOLDER).exists()


@pytest.mark.parametrize(
    "command", ["check", "show SEPA_DEBIT", "diff base.json", "generate --check", "fmt --check", "gaps"]
)
def test_a_command_that_reads_rejects_a_half_written_project(tmp_path: Path, cli: Cli, command: str) -> None:
    project = interrupted(tmp_path)
    before = tree(project)
    ended = cli(*command.split(), cwd=project)
    assert ended.code == 1
    assert "interrupted-edit" in ended.out + ended.err
    assert tree(project) == before


ENTRIES: dict[str, dict[str, Any]] = {
    "a file that paycat does not edit": {"path": README},
    "a file of that kind that was made": {"path": README, "old": None},
    "a way out of a folder": {"path": f"schemas/../{README}"},
    "another old text": {"old": sha(b"another")},
    "the form of an earlier version": {"kept": "0"},
}


@pytest.mark.parametrize("entry", ENTRIES.values(), ids=ENTRIES)
@pytest.mark.parametrize("command", ["check", "fmt"])
def test_a_journal_of_a_stranger_changes_nothing(tmp_path: Path, cli: Cli, command: str, entry: dict[str, Any]) -> None:
    rejects(interrupted(tmp_path, **entry), cli, command)


@pytest.mark.parametrize("command", ["check", "fmt"])
@pytest.mark.parametrize("linked", ["0", "journal.json", "all"])
def test_links_in_the_folder_of_a_stranger_reach_nothing(tmp_path: Path, cli: Cli, command: str, linked: str) -> None:
    """Even if the stranger knows what the other end of the link holds."""
    project = interrupted(tmp_path)
    kept = project / replacing.FOLDER
    location = kept if linked == "all" else kept / linked
    shutil.move(location, tmp_path / "outside")
    location.symlink_to(tmp_path / "outside")
    rejects(project, cli, command)


def test_a_link_among_the_schemas_leads_to_no_other_file(tmp_path: Path, cli: Cli) -> None:
    project = interrupted(tmp_path, new=sha((STARTER / README).read_bytes()))
    (project / TYPES).unlink()
    (project / TYPES).symlink_to(project / README)
    rejects(project, cli, "fmt")


def rejects(project: Path, cli: Cli, command: str) -> None:
    before = tree(project)
    ended = cli(command, cwd=project)
    assert ended.code == 1
    assert "interrupted-edit" in ended.out + ended.err
    assert tree(project) == before


# Two runs at once


@pytest.fixture
def unlocked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no folder be locked, as on some network file systems."""
    monkeypatch.setattr(locking, "_try_lock", lambda _: False)


@pytest.mark.usefixtures("unlocked")
def test_a_run_does_not_undo_another_one_that_is_alive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replace, rejected = replacing.replace_file, []

    def replace_while_another_starts(path: Path, data: bytes) -> None:
        replace(path, data)
        if path.name == "a.yaml":
            with pytest.raises(FindingsError) as raised:
                replace_files(tmp_path, {"schemas/a.yaml": "of the other"})
            rejected.extend(raised.value.diagnostics)

    monkeypatch.setattr(replacing, "replace_file", replace_while_another_starts)
    replace_files(tmp_path, {"schemas/a.yaml": "a", "schemas/b.yaml": "b"})
    assert [one.code for one in rejected] == ["file-unwritable"]
    assert tree(tmp_path) == {"schemas/a.yaml": b"a", "schemas/b.yaml": b"b"}


@pytest.mark.usefixtures("unlocked")
def test_a_start_does_not_remove_the_files_of_another_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replace, rejected = os.replace, list[str]()

    def replace_while_another_starts(source: Path, target: Path) -> None:
        replace(source, target)
        if target.name == README:
            monkeypatch.setattr(replacing, "_HOLDERS", set())  # As in a process of its own.
            with pytest.raises(FindingsError) as raised:
                starter.start(tmp_path, starter.Choices(), ".")
            rejected.extend(one.code for one in raised.value.diagnostics)

    monkeypatch.setattr(os, "replace", replace_while_another_starts)
    made = starter.start(tmp_path, starter.Choices(), ".")
    assert rejected == ["interrupted-edit"]
    assert sorted(tree(tmp_path)) == list(made)


def test_a_run_that_waits_says_so_and_gives_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(locking, "PATIENCE", 0.2)
    (tmp_path / "schemas").mkdir()
    found: list[str] = []

    def another() -> None:
        monkeypatch.setattr(replacing, "_HOLDERS", set())  # As in a process of its own.
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

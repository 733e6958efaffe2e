"""Comparing and writing, through the public functions, on small trees."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from system_programs import needed

from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.files.replacing import staging
from paycat.packs.fileset import SUMS, FileSet, read_sums, sums_text
from paycat.project import output_writing
from paycat.project.drift import Drift, DriftKind, compare, diagnostics_of, difference
from paycat.project.output_folder import is_vacant, was_written
from paycat.project.output_writing import Written, write

OLD = FileSet({"a.json": "1\n", "sub/b.json": "2\n", "sub/deep/c.json": "3\n"})
NEW = FileSet({"a.json": "1\n", "sub/b.json": "two\n", "d.json": "4\n"})


def disk(folder: Path) -> dict[str, bytes]:
    """Return every file, however deep, link or not."""
    paths = [path for path in folder.rglob("*") if path.is_symlink() or not path.is_dir()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def whole(files: FileSet) -> dict[str, bytes]:
    """Return what the folder holds when a file set was written."""
    return {path: text.encode() for path, text in ({**files.texts(), SUMS: sums_text(files.sums())}).items()}


def kinds(files: FileSet, folder: Path) -> dict[str, str]:
    """Return the drifts in short."""
    return {drift.path: str(drift.kind) for drift in compare(files, folder, "generated")}


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """A folder that OLD was written to."""
    folder = tmp_path / "generated"
    assert write(OLD, folder).created == (SUMS, "a.json", "sub/b.json", "sub/deep/c.json")
    return folder


def rejects(code: str, path: str, files: FileSet, folder: Path, *, force: bool = False) -> Diagnostic:
    """Assert that writing ends with this one finding, and return it."""
    with pytest.raises(FindingsError) as raised:
        write(files, folder, force=force, folder_name="generated")
    [found] = raised.value.diagnostics
    assert (found.code, found.span) == (code, Span(path))
    return found


# Comparing


def test_nothing_differs_after_writing(out: Path) -> None:
    assert compare(OLD, out, "generated") == ()
    assert disk(out) == whole(OLD)


def test_everything_is_missing_where_there_is_no_folder(tmp_path: Path) -> None:
    assert set(kinds(OLD, tmp_path / "none").values()) == {"missing"}
    assert len(kinds(OLD, tmp_path / "none")) == 4
    assert not (tmp_path / "none").exists()


def test_each_kind_of_drift(out: Path) -> None:
    (out / "a.json").write_text("edited\n")
    (out / "stray.txt").write_text("mine\n")
    (out / "sub/deep/c.json").write_text("edited, and no longer wanted\n")
    wanted = FileSet({**NEW.texts(), "a.json": "other\n"})
    assert kinds(wanted, out) == {
        "a.json": "edited",
        "d.json": "missing",
        "stray.txt": "stray",
        "sub/b.json": "changed",
        "sub/deep/c.json": "edited",
        SUMS: "changed",
    }
    assert kinds(NEW, out)["a.json"] == "edited"
    (out / "sub/deep/c.json").write_text("3\n")
    assert kinds(wanted, out)["sub/deep/c.json"] == "stale"


def test_a_drift_has_the_text_on_disk(out: Path) -> None:
    drifts = {drift.path: drift for drift in compare(NEW, out, "generated")}
    assert drifts["sub/b.json"] == Drift(DriftKind.CHANGED, "sub/b.json", "2\n", is_wanted=True)
    assert drifts["d.json"] == Drift(DriftKind.MISSING, "d.json", None, is_wanted=True)
    assert drifts["sub/deep/c.json"] == Drift(DriftKind.STALE, "sub/deep/c.json", "3\n", is_wanted=False)


def test_an_edit_that_is_what_is_wanted_is_no_drift(out: Path) -> None:
    (out / "sub/b.json").write_text("two\n")
    assert "sub/b.json" not in kinds(NEW, out)


def test_a_text_written_elsewhere_is_an_edit_here(out: Path) -> None:
    (out / "a.json").write_text("2\n")
    assert kinds(OLD, out) == {"a.json": "edited"}


def test_bytes_that_are_no_text_are_an_edit(out: Path) -> None:
    (out / "a.json").write_bytes(b"\xff\n")
    [drift] = compare(OLD, out, "generated")
    assert (drift.kind, drift.disk) == (DriftKind.EDITED, "\\xff\n")


def test_other_line_endings_are_the_difference_where_nothing_else_is(out: Path) -> None:
    """As after a checkout on Windows; no person made them, so that they are corrected without force."""
    before = kinds(NEW, out)
    for path, data in disk(out).items():
        (out / path).write_bytes(data.replace(b"\n", b"\r\n"))
    assert kinds(OLD, out) == dict.fromkeys([SUMS, "a.json", "sub/b.json", "sub/deep/c.json"], "line-endings")
    assert kinds(NEW, out) == before | {"a.json": "line-endings"}
    assert write(OLD, out).changed == (SUMS, "a.json", "sub/b.json", "sub/deep/c.json")
    assert disk(out) == whole(OLD)
    (out / "a.json").write_bytes(b"one\r\n")
    assert kinds(OLD, out) == {"a.json": "edited"}


@pytest.mark.parametrize("text", [b"", b"no sums\n", b"\xff\xfe", b"x" * 70])
def test_sums_that_say_nothing_are_changed(out: Path, text: bytes) -> None:
    (out / SUMS).write_bytes(text)
    assert kinds(OLD, out) == {SUMS: "changed"}
    assert set(kinds(NEW, out).values()) == {"changed", "missing", "edited", "stray"}
    assert write(OLD, out).changed == (SUMS,)


def test_missing_sums_are_written_again(out: Path) -> None:
    (out / SUMS).unlink()
    assert kinds(OLD, out) == {SUMS: "missing"}
    assert write(OLD, out).created == (SUMS,)


@pytest.mark.parametrize("theirs_on_disk", [True, False])
def test_conflicting_sums_vouch_for_both_sides(out: Path, *, theirs_on_disk: bool) -> None:
    theirs = FileSet({**OLD.texts(), "a.json": "theirs\n"})
    ours, other = sums_text(OLD.sums()).splitlines(), sums_text(theirs.sums()).splitlines()
    merged = ["<<<<<<< HEAD", ours[0], "=======", other[0], ">>>>>>> theirs", *ours[1:]]
    (out / SUMS).write_text("\n".join(merged) + "\n")
    if theirs_on_disk:
        (out / "a.json").write_text("theirs\n")
    both = FileSet({**OLD.texts(), "a.json": "both\n"})
    assert kinds(both, out) == {SUMS: "conflict", "a.json": "changed"}
    assert not write(both, out).rejected
    assert disk(out) == whole(both)


def test_sums_merged_line_by_line(out: Path) -> None:
    ours = FileSet({**OLD.texts(), "ours.json": "ours\n"})
    write(ours, out)
    theirs = FileSet({"sub/b.json": "theirs\n", "theirs.json": "theirs\n"})
    (out / "theirs.json").write_text("theirs\n")
    (out / "sub/b.json").write_text("theirs\n")
    (out / SUMS).write_text(sums_text({**ours.sums(), **theirs.sums()}))
    assert compare(FileSet({**ours.texts(), **theirs.texts()}), out, "generated") == ()
    assert set(kinds(NEW, out).values()) == {"changed", "missing", "stale"}


def test_sha256sum_reads_the_sums(out: Path) -> None:
    sums = read_sums((out / SUMS).read_text())
    assert sums == OLD.sums()
    checked = subprocess.run([needed("sha256sum"), "-c", SUMS], cwd=out, capture_output=True, check=False)
    assert checked.returncode == 0


SUM = "0123456789abcdef" * 4


@pytest.mark.parametrize(
    "line",
    [f"{SUM}", f"{SUM}  ", f"{SUM} a", f"{SUM[1:]}  a", f"{SUM}0  a", "  a", "a", "", f"<<<<<<< {SUM}"],
)
def test_a_line_of_another_form_is_no_sum(line: str) -> None:
    lines = [f"{SUM}  a.json", line, f"{SUM[::-1]}  sub/two  blanks.json"]
    assert read_sums("\n".join(lines)) == {"a.json": SUM, "sub/two  blanks.json": SUM[::-1]}


CACHES = [
    "__pycache__/a.cpython-311.pyc",
    "sub/__pycache__/b.txt",
    "sub/b.pyc",
    ".mypy_cache/3.11/x.json",
    ".ruff_cache/y",
    "sub/deep/.pytest_cache/z",
    "some.egg-info/PKG-INFO",
    ".git/HEAD",
    "sub/.git/HEAD",
]


def test_caches_are_passed_over(out: Path) -> None:
    for path in CACHES:
        (out / path).parent.mkdir(parents=True, exist_ok=True)
        (out / path).write_text("cache")
    assert compare(OLD, out, "generated") == ()
    write(OLD, out)
    assert all((out / path).exists() for path in CACHES)
    write(NEW, out)
    assert (out / "sub/__pycache__/b.txt").exists()
    assert not (out / "sub/deep").exists(), "a folder that holds caches alone goes with its last file"
    write(FileSet({"a.json": "1\n"}), out, force=True)
    assert (out / "sub/.git/HEAD").exists(), "a history is nobody's cache"


# Writing


def test_what_was_done_is_returned(out: Path) -> None:
    assert write(NEW, out) == Written(
        created=("d.json",),
        changed=(SUMS, "sub/b.json"),
        removed=("sub/deep/c.json",),
        unchanged=("a.json",),
    )
    assert disk(out) == whole(NEW)
    assert not (out / "sub/deep").exists()
    assert not (out / ".paycat-writing").exists()


def test_right_files_are_not_touched(out: Path) -> None:
    for path in disk(out):
        os.utime(out / path, ns=(1, 1))
    assert write(OLD, out).unchanged == (SUMS, "a.json", "sub/b.json", "sub/deep/c.json")
    assert {(out / path).stat().st_mtime_ns for path in disk(out)} == {1}
    write(NEW, out)
    assert {path for path in disk(out) if (out / path).stat().st_mtime_ns == 1} == {"a.json"}


@pytest.mark.parametrize("path", ["a.json", "stray.txt", "sub/stray.txt"])
def test_nothing_is_written_over_what_a_person_wrote(out: Path, path: str) -> None:
    (out / path).write_text("mine\n")
    before = disk(out)
    written = write(NEW, out)
    assert [drift.path for drift in written.rejected] == [path]
    assert written == Written(rejected=written.rejected)
    assert disk(out) == before


def test_all_that_is_rejected_is_returned(out: Path) -> None:
    for path in ("a.json", "sub/b.json", "stray.txt"):
        (out / path).write_text("mine\n")
    rejected = {drift.path: str(drift.kind) for drift in write(NEW, out).rejected}
    assert rejected == {"a.json": "edited", "stray.txt": "stray", "sub/b.json": "edited"}


STRAYS = {"stray.txt": b"mine\n", "own/folder/file": b"mine\n"}


def test_force_overwrites_and_removes_edited_files_alone(out: Path) -> None:
    for path in ("a.json", "sub/deep/c.json", *STRAYS):
        (out / path).parent.mkdir(parents=True, exist_ok=True)
        (out / path).write_text("mine\n")
    (out / "elsewhere").symlink_to(out.parent)
    assert kinds(NEW, out)["sub/deep/c.json"] == "edited"
    written = write(NEW, out, force=True)
    assert written.changed == (SUMS, "a.json", "sub/b.json")
    assert written.removed == ("sub/deep/c.json",)
    assert [drift.path for drift in written.rejected] == ["elsewhere", *sorted(STRAYS)]
    assert (out / "elsewhere").is_symlink()
    (out / "elsewhere").unlink()
    assert disk(out) == whole(NEW) | STRAYS


def test_without_its_sums_a_file_of_paycat_is_known_by_its_header(out: Path) -> None:
    header = "# Generated by paycat from the catalogue. Do not edit.\n"
    texts = {"old.py": header, "mine.py": f"# I quote: {header}"}
    for path, text in texts.items():
        (out / path).write_text(text)
    assert {path: kinds(OLD, out).get(path) for path in texts} == {"old.py": "stray", "mine.py": "stray"}
    (out / SUMS).unlink()
    assert {path: kinds(OLD, out).get(path) for path in texts} == {"old.py": "edited", "mine.py": "stray"}
    assert write(OLD, out, force=True).removed == ("old.py",)
    assert disk(out) == whole(OLD) | {"mine.py": texts["mine.py"].encode()}


def test_a_file_becomes_a_folder_and_back(out: Path) -> None:
    folder = FileSet({"a.json/inner/x": "x\n", "sub": "file\n"})
    written = write(folder, out)
    assert (written.created, written.removed) == (
        ("a.json/inner/x", "sub"),
        ("a.json", "sub/b.json", "sub/deep/c.json"),
    )
    assert disk(out) == whole(folder)
    assert not write(OLD, out).rejected
    assert disk(out) == whole(OLD)


def test_folders_without_files_do_not_stand_in_the_way(out: Path) -> None:
    (out / "d.json/empty/emptier").mkdir(parents=True)
    (out / "d.json/__pycache__").mkdir()
    (out / "d.json/__pycache__/x.pyc").write_text("")
    (out / "lonely").mkdir()
    write(NEW, out)
    assert disk(out) == whole(NEW)
    assert not (out / "lonely").exists()


def test_a_strays_place_is_needed(out: Path) -> None:
    (out / "new").write_text("mine\n")
    (out / "d.json/mine").mkdir(parents=True)
    (out / "d.json/mine/x").write_text("mine\n")
    wanted = FileSet({**NEW.texts(), "new/file": "new\n"})
    before = disk(out)
    for force in (False, True):
        assert [drift.path for drift in write(wanted, out, force=force).rejected] == ["d.json/mine/x", "new"]
    assert disk(out) == before


def test_with_force_only_what_is_in_the_way_is_rejected(out: Path) -> None:
    for path in ("new", "a.json", "stray.txt"):
        (out / path).write_text("mine\n")
    before, wanted = disk(out), FileSet({**NEW.texts(), "new/file": "new\n"})
    assert [drift.path for drift in write(wanted, out).rejected] == ["a.json", "new", "stray.txt"]
    assert [drift.path for drift in write(wanted, out, force=True).rejected] == ["new"]
    assert disk(out) == before


@pytest.mark.parametrize("path", ["a.json", "link", "new/inner", SUMS])
def test_no_link_is_followed_to_a_file(out: Path, tmp_path: Path, path: str) -> None:
    outside = tmp_path / "outside"
    outside.write_text("1\n")
    (out / path).unlink(missing_ok=True)
    (out / path).parent.mkdir(exist_ok=True)
    (out / path).symlink_to(outside)
    assert kinds(OLD, out) == {path: "stray"}
    assert [drift.path for drift in write(OLD, out).rejected] == [path]
    assert (out / path).is_symlink()
    assert write(OLD, out, force=True).changed == ((path,) if path in whole(OLD) else ())
    assert (out / path).is_symlink() == (path not in whole(OLD))
    assert disk(out) | whole(OLD) == disk(out)
    assert outside.read_text() == "1\n"


def test_no_link_is_followed_to_a_folder(out: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    (out / "sub").rename(outside)
    (out / "sub").symlink_to(outside)
    before = disk(outside)
    assert kinds(OLD, out) == {"sub": "stray", "sub/b.json": "missing", "sub/deep/c.json": "missing"}
    for force in (False, True):
        assert [drift.path for drift in write(NEW, out, force=force).rejected] == ["sub"]
    assert (out / "sub").is_symlink()
    assert disk(outside) == before


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes")
def test_a_pipe_is_not_read(out: Path) -> None:
    os.mkfifo(out / "pipe")
    assert kinds(OLD, out) == {"pipe": "stray"}


@pytest.mark.parametrize("left", ["folder", "file", "link", "journal-is-a-folder"])
def test_whatever_is_left_in_the_place_of_staging(out: Path, tmp_path: Path, left: str) -> None:
    staging, outside = out / ".paycat-writing", tmp_path / "outside"
    outside.mkdir()
    (outside / "journal").write_text(sums_text({"a.json": "0" * 64}))
    if left == "file":
        staging.write_text("x")
    elif left == "link":
        staging.symlink_to(outside)
    else:
        (staging / "files/sub").mkdir(parents=True)
        (staging / "files/sub/x").write_text("half")
        (staging / ".gitignore").symlink_to(outside / "journal")
    if left == "journal-is-a-folder":
        (staging / "journal").mkdir()
    assert compare(OLD, out, "generated") == ()
    write(NEW, out)
    assert disk(out) == whole(NEW)
    assert [path.name for path in outside.iterdir()] == ["journal"]
    assert "a.json" in (outside / "journal").read_text()


def test_a_right_tree_loses_what_is_left_of_staging(out: Path) -> None:
    (out / ".paycat-writing/files").mkdir(parents=True)
    write(OLD, out)
    assert not (out / ".paycat-writing").exists()


def test_the_journal_of_an_interrupted_run_vouches(out: Path) -> None:
    (out / ".paycat-writing").mkdir()
    (out / ".paycat-writing/journal").write_text(sums_text(NEW.sums()))
    (out / "sub/b.json").write_text("two\n")
    (out / "d.json").write_text("4\n")
    third = FileSet({"a.json": "third\n", "sub/b.json": "third\n"})
    found = {"a.json": "changed", "d.json": "stale", "sub/b.json": "changed", "sub/deep/c.json": "stale"}
    assert kinds(third, out) == {SUMS: "changed", **found}
    (out / "a.json").write_text("mine\n")
    assert write(third, out).rejected
    assert (out / ".paycat-writing/journal").exists(), "a rejected run forgets nothing"
    (out / "a.json").write_text("1\n")
    assert not write(third, out).rejected
    assert disk(out) == whole(third)


# Whose a folder is


def test_a_folder_is_vacant_without_files_of_its_own(tmp_path: Path) -> None:
    assert is_vacant(tmp_path / "new", "new")
    (tmp_path / ".git").mkdir()
    assert is_vacant(tmp_path, "cloned")
    (tmp_path / "notes.txt").write_text("mine")
    assert not is_vacant(tmp_path, "notes")


def test_a_folder_is_ours_by_its_sums_or_by_the_journal_of_a_run_that_was_killed(out: Path) -> None:
    assert was_written(out, "out", "a.json")
    assert not was_written(out, "out", "d.json")
    (out / ".paycat-writing").mkdir()
    (out / ".paycat-writing/journal").write_text((out / SUMS).read_text())
    (out / SUMS).unlink()
    assert was_written(out, "out", "a.json")
    (out / ".paycat-writing/journal").unlink()
    assert not was_written(out, "out", "a.json")


# What the system rejects


def test_a_file_where_the_folder_should_be(tmp_path: Path) -> None:
    (tmp_path / "generated").write_text("x")
    found = rejects("output-unwritable", "generated", OLD, tmp_path / "generated")
    assert (found.message, found.help) == (
        "cannot write here: file exists",
        "generated must be a folder that you may write to, on a disk with space left",
    )
    with pytest.raises(FindingsError) as raised:
        compare(OLD, tmp_path / "generated", "generated")
    assert [found.code for found in raised.value.diagnostics] == ["output-unreadable"]


def test_a_file_above_the_folder(tmp_path: Path) -> None:
    (tmp_path / "above").write_text("x")
    rejects("output-unwritable", "generated", OLD, tmp_path / "above/generated")


@pytest.mark.parametrize(
    ("call", "path"),
    [("stage", "sub/b.json"), ("mkdir", ".paycat-writing"), ("unlink", "sub/deep/c.json")],
)
def test_no_space_left(out: Path, monkeypatch: pytest.MonkeyPatch, call: str, path: str) -> None:
    owner = output_writing if call == "stage" else Path
    real = getattr(owner, call)

    def full(self: Path, *args: object, **options: object) -> object:
        is_due = args == (b"two\n",) if call == "stage" else ".paycat-writing" in self.parts or self.name == "c.json"
        if is_due:
            raise OSError(28, "No space left on device")
        return real(self, *args, **options)

    with monkeypatch.context() as patched:
        patched.setattr(owner, call, full)
        found = rejects("output-unwritable", f"generated/{path}", NEW, out)
    assert found.message == "cannot write here: no space left on device"
    assert not write(NEW, out).rejected
    assert disk(out) == whole(NEW)


def test_git_passes_over_what_an_interrupted_run_leaves(out: Path) -> None:
    """A commit made between an interrupted run and the next one has no file of the staging folder."""

    with staging(out):
        assert (out / ".paycat-writing/files").is_dir()
        assert (out / ".paycat-writing/.gitignore").read_bytes() == b"*\n"


def test_a_run_that_fails_keeps_only_the_journal(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.replace

    def full(source: Path, target: Path) -> None:
        if target.name != "journal":
            raise OSError(28, "No space left on device")
        real(source, target)

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", full)
        rejects("output-unwritable", "generated/d.json", NEW, out)
    assert sorted(path.name for path in (out / ".paycat-writing").iterdir()) == [".gitignore", "journal"]
    assert not write(NEW, out).rejected
    assert disk(out) == whole(NEW)
    assert not (out / ".paycat-writing").exists()


def test_findings_name_the_folder_itself_by_default(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("x")
    with pytest.raises(FindingsError) as raised:
        write(OLD, tmp_path / "x")
    assert raised.value.diagnostics[0].span == Span((tmp_path / "x").as_posix())


@pytest.mark.parametrize(
    ("files", "path"),
    [
        ({SUMS: "x"}, SUMS),
        ({f"{SUMS}/x": "x"}, f"{SUMS}/x"),
        ({".paycat-writing/x": "x"}, ".paycat-writing/x"),
        ({"sub/__pycache__/x": "x"}, "sub/__pycache__/x"),
        ({"a": "x", "a/b": "x"}, "a"),
        ({"two\nlines": "x"}, "two\nlines"),
    ],
)
def test_paths_that_no_pack_may_write(out: Path, files: dict[str, str], path: str) -> None:
    before = disk(out)
    rejects("output-path", f"generated/{path}", FileSet(files), out, force=True)
    assert disk(out) == before


# Two runs at once


@contextmanager
def another_run(folder: Path) -> Iterator[None]:
    """Hold the lock of a folder in another process."""
    code = (
        "import sys, pathlib; from paycat.project.output_folder import OutputFolder\n"
        "with OutputFolder(pathlib.Path(sys.argv[1]), '').locked(): print(flush=True); sys.stdin.read()"
    )
    run = subprocess.Popen([sys.executable, "-c", code, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert run.stdin is not None
    assert run.stdout is not None
    run.stdout.readline()
    yield
    run.stdin.close()
    assert run.wait() == 0
    run.stdout.close()


@pytest.mark.skipif(sys.platform == "win32", reason="nothing is locked there")
def test_another_run_is_waited_for(out: Path) -> None:
    writer = threading.Thread(target=write, args=(NEW, out))
    with another_run(out):
        writer.start()
        writer.join(0.2)
        assert writer.is_alive()
        assert disk(out) == whole(OLD)
    writer.join(10)
    assert disk(out) == whole(NEW)


@pytest.mark.skipif(sys.platform == "win32", reason="nothing is locked there")
def test_many_runs_at_once(out: Path) -> None:
    sets = [FileSet({f"{number % 7}/{number}": f"{turn}\n" for number in range(turn, turn + 20)}) for turn in range(8)]
    with ThreadPoolExecutor(len(sets)) as pool:
        written = list(pool.map(lambda files: write(files, out), sets))
    assert not any(one.rejected for one in written)
    assert disk(out) in [whole(files) for files in sets]


# Difference and findings


def test_the_difference_in_the_form_of_git(out: Path) -> None:
    (out / "a.json").write_text("mine")
    (out / "stray.txt").write_text("mine\n")
    wanted = FileSet({"a.json": "1\n", "sub/b.json": "one\u2028line\ntwo\n", "z/empty": "", "z/full": "4"})
    drifts = [drift for drift in compare(wanted, out, "generated") if drift.path != SUMS]
    assert difference(reversed(drifts), wanted, "generated") == (
        "diff --git a/generated/a.json b/generated/a.json\n--- a/generated/a.json\n+++ b/generated/a.json\n"
        "@@ -1 +1 @@\n-mine\n\\ No newline at end of file\n+1\n"
        "diff --git a/generated/sub/b.json b/generated/sub/b.json\n"
        "--- a/generated/sub/b.json\n+++ b/generated/sub/b.json\n"
        "@@ -1 +1,2 @@\n-2\n+one\u2028line\n+two\n"
        "diff --git a/generated/sub/deep/c.json b/generated/sub/deep/c.json\ndeleted file mode 100644\n"
        "--- a/generated/sub/deep/c.json\n+++ /dev/null\n@@ -1 +0,0 @@\n-3\n"
        "diff --git a/generated/z/empty b/generated/z/empty\nnew file mode 100644\n"
        "diff --git a/generated/z/full b/generated/z/full\nnew file mode 100644\n"
        "--- /dev/null\n+++ b/generated/z/full\n@@ -0,0 +1 @@\n+4\n\\ No newline at end of file\n"
    )
    assert difference((), wanted, "generated") == ""


def test_the_findings(out: Path) -> None:
    (out / "a.json").write_text("mine\n")
    (out / "stray.txt").write_text("mine\n")
    (out / "zz").symlink_to(out)
    wanted = FileSet({**NEW.texts(), "zz": "zz\n"})
    drifts = [drift for drift in compare(wanted, out, "generated") if drift.path != SUMS]
    found = diagnostics_of(reversed(drifts), "generated")
    generate = "run paycat generate"
    assert [(one.code, str(one.span), one.message, one.help) for one in found] == [
        (
            "drift-edited",
            "generated/a.json",
            "the file was edited by hand",
            "move the change to schemas/ or generators/; after a merge, or to overwrite it, use --force",
        ),
        ("drift-missing", "generated/d.json", "the file is missing", generate),
        (
            "drift-stray",
            "generated/stray.txt",
            "paycat did not write this file",
            "move it elsewhere, or delete it: with `git rm` if it is committed",
        ),
        ("drift-changed", "generated/sub/b.json", "the file is out of date", generate),
        (
            "drift-stale",
            "generated/sub/deep/c.json",
            "paycat wrote this file, but no longer writes it",
            generate,
        ),
        (
            "drift-stray",
            "generated/zz",
            "a link or special file is where paycat writes a file",
            "remove it, or use --force to replace it",
        ),
    ]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems allow no such name")
def test_a_name_that_is_no_text_can_be_printed(out: Path) -> None:
    Path(os.fsdecode(os.fsencode(out) + b"/\xff")).write_text("x")
    [found] = diagnostics_of(compare(OLD, out, "generated"), "generated")
    assert str(found.span).encode() == b"generated/\\udcff"


# Any tree after any other


def without_clashes(files: dict[str, str]) -> FileSet:
    """Return the files that are not in the place of another's folder."""
    return FileSet(
        {path: text for path, text in files.items() if not any(other.startswith(f"{path}/") for other in files)}
    )


paths = st.lists(st.sampled_from(["a", "b", "A b", "é"]), min_size=1, max_size=3).map("/".join)
trees = st.dictionaries(paths, st.text(st.characters(exclude_categories=["Cs"]), max_size=3), max_size=6).map(
    without_clashes
)


@settings(max_examples=150, deadline=None)
@given(old=trees, new=trees)
def test_any_tree_after_any_other(old: FileSet, new: FileSet) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        write(old, folder)
        drifts = compare(new, folder, "generated")
        assert not {drift.kind for drift in drifts} & {DriftKind.EDITED, DriftKind.STRAY}
        assert bool(difference(drifts, new, "generated")) == bool(drifts)
        written = write(new, folder)
        assert compare(new, folder, "generated") == ()
        assert disk(folder) == whole(new)
        assert all(any(path.iterdir()) for path in folder.rglob("*") if path.is_dir())
        done = {*written.created, *written.changed, *written.removed}
        assert done == {drift.path for drift in drifts}
        assert done.isdisjoint(written.unchanged)

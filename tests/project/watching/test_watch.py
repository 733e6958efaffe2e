"""`paycat watch` on a project of two methods, as a process of its own; what it writes is what `paycat generate` writes.

A case of `saves.yaml` has `saves`, each a list of edits at once, and expects the block that each save gets; counts and
seconds are masked. `make update-cases` writes them. Every case is saved in both of the ways in which editors save.
"""

import os
import re
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import projects
import pytest
from case_files import Case, cases_in
from expected_files import Expect
from targets import one_of_each_kind
from watched import Watched, save

CASES = cases_in(Path(__file__).with_name("saves.yaml"), required=["saves"])
METHOD = "schemas/methods/UPI.yaml"
UNUSED = {
    "schemas/currencies.yaml": r"  (?!INR|JPY)[A-Z]{3}: .*\n",
    "schemas/types.yaml": r"  card_number:\n(    .*\n)+",
}
PACKS_OFF = ("conformance", "docs", "editor", "openapi", "python")
"""What takes long to make: how it is made again after a save is what test_cache.py holds, with every pack."""
WAYS = {False: "written", True: "renamed"}
CHOSEN = [
    *((case.name, False) for case in CASES),
    *((name, True) for name in ("method-edited", "generated-gone")),
]
NOTHING = "nothing written"
Fresh = Callable[[Path], dict[str, bytes]]


@pytest.fixture(scope="session")
def two_methods(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project of two methods, generated, in which nothing is found."""
    project = projects.of_two_methods(tmp_path_factory.mktemp("two") / "project", PACKS_OFF)
    for file, unused in UNUSED.items():
        path = project / file
        path.write_text(re.sub(unused, "", path.read_text()))
    ended = projects.paycat("generate", cwd=project)
    assert "warning" not in ended.stdout
    return project


@pytest.fixture
def project(two_methods: Path, tmp_path: Path) -> Path:
    """A copy of the project of two methods that a test may change."""
    return Path(shutil.copytree(two_methods, tmp_path / "project"))


@pytest.fixture
def fresh(tmp_path: Path, cli: Callable[..., Any]) -> Fresh:
    """What `paycat generate` writes for a project where nothing was written before."""

    def generate(project: Path) -> dict[str, bytes]:
        folder = tmp_path / "fresh"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(project, folder, ignore=shutil.ignore_patterns("generated"))
        assert cli("generate", cwd=folder).code == 0
        return projects.files_in(folder / "generated")

    return generate


@pytest.mark.parametrize(
    "saving",
    one_of_each_kind(
        [(case, way) for case in CASES for way in WAYS], CHOSEN, key=lambda saving: (saving[0].name, saving[1])
    ),
    ids=lambda saving: f"{saving[0].name}-{WAYS[saving[1]]}",
)
def test_case(saving: tuple[Case, bool], project: Path, tmp_path: Path, fresh: Fresh, expect: Expect) -> None:
    case, by_rename = saving
    told: list[str] = []
    with Watched(project) as watched:
        assert watched.start[1] == "clean"
        for edits in case.stated["saves"]:
            save(project, edits, tmp_path / "scratch", by_rename=by_rename)
            before = projects.files_in(project / "generated")
            block = watched.block()
            shown = [outermost(block[0][len("00:00:00 ") :]), *block[1:-1], masked(block[-1])]
            told.append("".join(f"{line}\n" for line in shown))
            after = projects.files_in(project / "generated")
            assert after == (before if NOTHING in block[-1] else fresh(project))
        assert watched.is_silent(0.5), "what was written is no save"
    expect(case.expected, "\n".join(told))


def outermost(line: str) -> str:
    """Return what was saved without what is inside a folder that is named: a new one is met with its files or not."""
    names = line.split(", ")
    return ", ".join(one for one in names if not any(one.startswith(f"{other}/") for other in names))


def masked(line: str) -> str:
    """Return the last line of a block without its numbers."""
    return re.sub(r"files?\b", "file(s)", re.sub("[0-9.]+", "#", line))


def test_methods_come_and_go(project: Path, fresh: Fresh) -> None:
    """Many files at once: what a checkout does."""
    generated = project / "generated"
    copies = {
        file.with_stem(f"UPI_{number}"): re.sub(r"\bUPI\b", f"UPI_{number}", file.read_text())
        for file in (project / "schemas").rglob("UPI.yaml")
        for number in range(4)
    }
    before = projects.files_in(generated)
    with Watched(project) as watched:
        for file, text in copies.items():
            file.write_text(text)
        block = watched.block()
        assert block[0].endswith(f" and {len(copies) - 3} more")
        assert not [line for line in block if " error " in line], "decisions about the first one are warned of"
        assert projects.files_in(generated) == fresh(project) != before
        for file in copies:
            file.unlink()
        assert watched.block()[1] == "clean"
        assert projects.files_in(generated) == before


def test_a_renamed_file_is_a_finding_until_it_is_back(project: Path) -> None:
    with Watched(project) as watched:
        (project / METHOD).rename(project / "schemas/methods/upi.yaml")
        block = watched.block()
        assert block[0].endswith("schemas/methods/UPI.yaml, schemas/methods/upi.yaml")
        assert block[-1].startswith(NOTHING)
        (project / "schemas/methods/upi.yaml").rename(project / METHOD)
        assert watched.block()[1] == "clean"


def test_a_folder_that_is_replaced_is_watched_again(project: Path, fresh: Fresh, tmp_path: Path) -> None:
    with Watched(project) as watched:
        for number in range(2):
            shutil.copytree(project / "schemas", tmp_path / f"schemas-{number}")
            shutil.rmtree(project / "schemas")
            watched.blocks_until(NOTHING)
            shutil.copytree(tmp_path / f"schemas-{number}", project / "schemas")
            until_clean(watched)
            text = (project / METHOD).read_text()
            (project / METHOD).write_text(text.replace("\nnote: ", f"\nnote: Change {number}. "))
            assert watched.block()[1] == "clean"
            assert projects.files_in(project / "generated") == fresh(project)


def until_clean(watched: Watched) -> None:
    """Read on until nothing is found."""
    while watched.block()[1] != "clean":
        pass


def test_a_file_that_is_saved_in_pieces_is_read_when_it_is_whole(project: Path, fresh: Fresh) -> None:
    text = (project / METHOD).read_text().replace("length: 1..20", "length: 1..21")
    with Watched(project) as watched, (project / METHOD).open("w") as file:
        file.write(text[:700])
        file.flush()
        watched.blocks_until(NOTHING)
        file.write(text[700:])
        file.flush()
        until_clean(watched)
        assert projects.files_in(project / "generated") == fresh(project)


def test_saves_during_a_run_are_not_missed(project: Path, fresh: Fresh) -> None:
    text = (project / METHOD).read_text()
    with Watched(project) as watched:
        for number in range(12):
            (project / METHOD).write_text(text.replace("\nnote: ", f"\nnote: Change {number}. "))
            time.sleep(0.08)
        last = fresh(project)
        deadline = time.monotonic() + 60
        while projects.files_in(project / "generated") != last:
            assert time.monotonic() < deadline, "the last save was missed"
            watched.block()  # One may tell of a file that was empty for a moment, while it was being written.


def test_what_editors_put_beside_a_file_is_no_save(project: Path) -> None:
    with Watched(project) as watched:
        for name in (".UPI.yaml.swp", "UPI.yaml~", ".#UPI.yaml"):
            (project / "schemas/methods" / name).write_text("x")
        assert watched.is_silent(1)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems allow no such name")
def test_a_name_that_is_no_text_is_a_finding(project: Path) -> None:
    odd = os.fsencode(project / "schemas") + b"/\xff.yaml"
    with Watched(project) as watched:
        Path(os.fsdecode(odd)).write_text("x")
        assert any("\\udcff.yaml error unknown-file" in line for line in watched.block())
        os.unlink(odd)
        until_clean(watched)
        text = (project / METHOD).read_text()
        (project / METHOD).write_text(text.replace("length: 1..20", "length: 1..21"))
        assert watched.block()[1] == "clean"


@pytest.mark.parametrize("kind", ["a folder", "a dead link"])
def test_a_file_that_becomes_something_else_at_once_is_a_finding(kind: str, project: Path) -> None:
    with Watched(project) as watched:
        (project / METHOD).unlink()
        if kind == "a folder":
            (project / METHOD).mkdir()
        else:
            (project / METHOD).symlink_to("nowhere")
        block = watched.block()
        assert block[0].endswith(METHOD)
        assert block[1].startswith(f"{METHOD} error file-unreadable: ")


def test_checking_writes_nothing(project: Path) -> None:
    before = projects.files_in(project / "generated")
    with Watched(project, "--check") as watched:
        assert re.fullmatch(r"[0-9]+ files up to date, [0-9.]+ s", watched.start[-1])
        text = (project / METHOD).read_text()
        (project / METHOD).write_text(text.replace("length: 1..20", "length: 1..21"))
        block = watched.block()
        assert block[1] == "clean"
        assert re.match("[0-9]+ files to be changed, [0-9]+ files up to date, ", block[2])
        (project / METHOD).write_text(text.replace("length: 1..20", "length: 1..x"))
        assert watched.block()[-1].startswith("nothing compared, ")
        assert projects.files_in(project / "generated") == before


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["ctrl-c", "terminated"])
@pytest.mark.parametrize("busy", [False, True], ids=["waiting", "busy"])
def test_it_ends_when_it_is_told_to(number: signal.Signals, busy: bool, project: Path, fresh: Fresh) -> None:
    if busy:  # With what takes a while to make.
        off = {"find": f"packs_off: [{', '.join(PACKS_OFF)}]", "replace": "packs_off: [docs]"}
        projects.edit(project, [{"file": "schemas/catalogue.yaml", **off}])
    with Watched(project) as watched:
        if busy:
            text = (project / METHOD).read_text()
            (project / METHOD).write_text(text.replace("\nnote: ", "\nnote: Changed. "))
            time.sleep(0.2)
        code, lines, errors = watched.end(number)
    assert (code, errors) == (0, "")
    assert lines[-1] == "stopped"
    assert not (project / "generated/.paycat-writing").exists() or busy
    ended = projects.paycat("generate", cwd=project)
    assert ended.returncode == 0, ended.stdout
    assert projects.files_in(project / "generated") == fresh(project)


def test_it_ends_when_a_library_loses_the_interruption(
    project: Path, cli: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even in a run that has nothing to report."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # Ignored in the background of a shell.

    def lost(_: object) -> None:
        with suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)

    def saves(_: object) -> Iterator[frozenset[str]]:
        yield frozenset()
        yield frozenset({"generated/README.md"})
        pytest.fail("it goes on")

    monkeypatch.setattr("paycat.project.watching.Runs.after_others", lost)
    monkeypatch.setattr("paycat.project.watching.batches", saves)
    try:
        ended = cli("watch", cwd=project)
    finally:
        signal.signal(signal.SIGINT, before)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.endswith("\nstopped\n")


def test_what_the_system_rejects_to_watch_is_a_finding(
    project: Path, cli: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def rejecting(*_: object, **__: object) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr("paycat.project.watching.saved_files", rejecting)
    ended = cli("watch", cwd=project)
    assert ended.code == 1
    assert "schemas error unwatchable: the system does not permit watching the project" in ended.out

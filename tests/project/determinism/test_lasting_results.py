"""What earlier runs kept on disk saves time, and never shows in a file."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import projects
import pytest
from targets import one_of_each_kind

from paycat.cache import FOLDER, Cache, DiskCache, sweep


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of results of its own, which commands of this test use."""
    monkeypatch.setenv(FOLDER, str(tmp_path / "results"))
    return tmp_path / "results"


def with_packs(folder: Path, *packs: str) -> Path:
    """Make a project with these packs alone in a folder, as others take long; return the folder."""
    projects.small(folder)
    projects.switch_off(folder, {pack.name for pack in projects.GENERATORS.iterdir()} - {*packs})
    return folder


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return projects.small(tmp_path / "project")


def generated(project: Path, *arguments: str) -> dict[str, bytes]:
    """Generate everything of a project into a new folder; return the files."""
    ended = projects.paycat("generate", "--force", *arguments, cwd=project)
    assert (ended.returncode, ended.stderr) == (0, ""), ended.stdout
    return projects.files_in(project / "generated")


def entries(results: Path) -> Iterator[Path]:
    return (file for file in results.glob("*/*") if file.is_file())


@pytest.fixture(scope="module")
def anew(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What a run makes that uses and keeps no result."""
    folder = tmp_path_factory.mktemp("anew")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(FOLDER, str(folder / "results"))
        files = generated(projects.small(folder / "project"), "--no-cache")
    assert not (folder / "results").exists(), "--no-cache keeps something"
    return files


def test_cold_warm_and_damaged_runs_make_the_same(project: Path, results: Path, anew: dict[str, bytes]) -> None:
    assert generated(project) == anew
    kept = {file: file.read_bytes() for file in entries(results)}
    assert kept, "nothing is kept"
    assert generated(project) == anew
    assert {file: file.read_bytes() for file in entries(results)} == kept, "a warm run makes something again"
    others = [*list(kept.values())[1:], next(iter(kept.values()))]
    for number, ((file, data), other) in enumerate(zip(kept.items(), others, strict=True)):
        of_another = data[:64] + other[64:]  # Whole, but for its digest.
        file.write_bytes([data[:-1], b"", bytes(len(data)), of_another][number % 4])
    assert generated(project) == anew
    assert {file: file.read_bytes() for file in entries(results)} == kept, "a damaged entry stays"


def test_another_catalogue_shows_only_itself(project: Path, tmp_path: Path, results: Path) -> None:
    generated(project)
    other = projects.small(tmp_path / "other")
    file = other / "schemas/types.yaml"
    text = file.read_text(encoding="utf-8")
    start = text.index("meaning: ") + len("meaning: ")
    file.write_text(text[:start] + "Altogether " + text[start:], encoding="utf-8")
    assert generated(other) == generated(other, "--no-cache")


SHIPPED = {
    "src/paycat/lint/pages/unused.md": ("  unused-type: ", "  unheard-of: warning, may be allowed\n  unused-type: "),
    "generators/python/pack.yaml": ("title: ", "title: Unseen-of. "),
    "generators/docs/templates/base.html.j2": ("<html", "<!-- unread-of --><html"),
}
"""An edit of a page of findings, a manifest and a template, none of which is code; each shows another word."""


def test_whatever_comes_with_paycat_shows(tmp_path: Path, results: Path) -> None:
    """Edit after edit: each run has what the run before it kept."""
    project = with_packs(tmp_path / "project", "contract", "docs", "editor", "json-schema", "python")
    for name in ("src", "generators", "docs"):
        shutil.copytree(projects.ROOT / name, tmp_path / name)  # As it was compiled.
    # Editors lock a file that is edited by a link that leads nowhere.
    (tmp_path / "generators/python/.#pack.yaml").symlink_to("somebody@example.4711")
    own = {"PYTHONPATH": str(tmp_path / "src")}
    assert projects.paycat("generate", cwd=project, **own).returncode == 0
    for (file, edit), word in zip(SHIPPED.items(), (b"unheard-of", b"Unseen-of", b"unread-of"), strict=True):
        assert not any(word in data for data in projects.files_in(project / "generated").values())
        text = (tmp_path / file).read_text(encoding="utf-8")
        (tmp_path / file).write_text(text.replace(*edit, 1), encoding="utf-8")
        assert projects.paycat("generate", cwd=project, **own).returncode == 0
        assert any(word in data for data in projects.files_in(project / "generated").values()), file


FEW, EVERY = ("contract", "json-schema"), tuple(sorted(pack.name for pack in projects.GENERATORS.iterdir()))


@pytest.mark.parametrize("packs", one_of_each_kind([FEW, EVERY], [FEW]), ids=len)
def test_two_runs_at_once_make_the_same(packs: tuple[str, ...], tmp_path: Path, results: Path) -> None:
    copies = [with_packs(tmp_path / f"copy-{number}", *packs) for number in range(2)]
    runs = [subprocess.Popen(projects.command("generate"), cwd=copy, env=projects.environ()) for copy in copies]
    assert [run.wait(timeout=120) for run in runs] == [0, 0]
    made = [projects.files_in(copy / "generated") for copy in copies]
    assert made == [generated(copies[0], "--no-cache")] * 2


@pytest.mark.parametrize("packs", one_of_each_kind([FEW, EVERY], [FEW]), ids=len)
def test_a_folder_that_cannot_be_written_costs_only_time(packs: tuple[str, ...], tmp_path: Path, results: Path) -> None:
    results.write_text("in the way")
    project = with_packs(tmp_path / "project", *packs)
    assert generated(project) == generated(project, "--no-cache")


CALLS: list[str] = []


def upper(text: str) -> str:
    CALLS.append(text)
    return text.upper()


def test_results_of_other_code_are_not_used(results: Path) -> None:
    made = [Cache(DiskCache(), partial(str, code)).lasting(upper, "text") for code in ("before", "after", "before")]
    assert (made, CALLS) == (["TEXT"] * 3, ["text"] * 2)


@pytest.mark.parametrize("result", ["", "=", '"text"', "[1]", "{}", ["a", "="], {"=": "b"}])
def test_a_result_is_the_same_in_another_run(result: object, results: Path) -> None:
    kept = [Cache(DiskCache()).lasting(json.loads, json.dumps(result)) for _ in range(2)]
    assert kept == [result, result]


def test_a_result_that_means_nothing_in_another_run_is_rejected(results: Path) -> None:
    with pytest.raises(TypeError, match="equal to nothing in another run"):
        Cache(DiskCache()).lasting(repr, object())


def test_what_is_old_and_what_is_too_much_is_removed(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("new", "older", "oldest", "unused")]
    for age, file in enumerate(files):
        file.write_bytes(bytes(100))
        os.utime(file, times=(0, file.stat().st_mtime - age * 24 * 60 * 60 * (10 if file.name == "unused" else 1)))
    sweep(files, kept_days=14, most_bytes=250)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["new", "older"]

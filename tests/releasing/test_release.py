"""`paycat release`: one folder, complete and checksummed, that never changes."""

import hashlib
import json
import re
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import projects
import pytest

from tests.revisions.git_projects import git

Cli = Callable[..., Any]
VERSION = json.loads((projects.GENERATED / "contract/contract.json").read_text(encoding="utf-8"))["service"]["version"]
NAME = f"payments-api-{VERSION}"


@pytest.fixture
def released(project: Path, cli: Cli, tmp_path: Path) -> Path:
    """A release of the catalogue, with a file that stands for a wheel."""
    (tmp_path / "one.whl").write_bytes(b"\x00wheel")
    ended = cli("release", tmp_path / "out", "--include", tmp_path / "one.whl", cwd=project)
    assert (ended.code, ended.err) == (0, ""), ended.out
    folder: Path = tmp_path / "out" / NAME
    assert ended.out == f"{folder}: {len(projects.files_in(folder))} files\n"
    return folder


def test_everything_is_there_and_summed_up(released: Path, project: Path) -> None:
    files = projects.files_in(released)
    assert {path for path in files if "/" not in path} == {
        f"{NAME}.zip",
        "CHANGES.md",
        "SHA256SUMS",
        "release.json",
    }
    assert files["packages/one.whl"] == b"\x00wheel"
    assert files["CHANGES.md"] == (project / "schemas/releases.md").read_bytes()
    sums = dict(reversed(line.split("  ")) for line in files["SHA256SUMS"].decode().splitlines())
    assert sums == {path: hashlib.sha256(data).hexdigest() for path, data in files.items() if path != "SHA256SUMS"}
    about = json.loads(files["release.json"])
    assert (about["name"], about["version"]) == (NAME, VERSION)
    assert sorted(about["methods"]) == sorted(path.stem for path in (project / "schemas/methods").iterdir())


def test_the_site_is_what_integrators_need_and_the_archive_the_same(released: Path, project: Path) -> None:
    site = projects.files_in(released / "site")
    generated = projects.files_in(project / "generated")
    theirs = {path: data for path, data in generated.items() if not path.startswith("editor/")}
    more = {"index.html", "SHA256SUMS"}
    assert {path: data for path, data in site.items() if path not in more} == {
        path: data for path, data in theirs.items() if path not in more
    }
    [target] = set(re.findall(r'(?:url=|href=")([^"]+)"', site["index.html"].decode()))
    assert target in site
    with zipfile.ZipFile(released / f"{NAME}.zip") as archive:
        assert archive.testzip() is None
        assert {name.removeprefix(f"{NAME}/"): archive.read(name) for name in archive.namelist()} == site


def test_a_release_never_changes(released: Path, project: Path, cli: Cli, tmp_path: Path) -> None:
    before = projects.files_in(released)
    again = ("release", released.parent, "--include", tmp_path / "one.whl")
    assert cli(*again, cwd=project).code == 0
    (tmp_path / "one.whl").write_bytes(b"another")
    ended = cli(*again, cwd=project)
    assert ended.code == 2
    assert "has another release of this version; increase the version, or remove the folder" in ended.err
    assert projects.files_in(released) == before


def test_nothing_is_released_that_is_not_what_the_catalogue_says(project: Path, cli: Cli, tmp_path: Path) -> None:
    projects.edit(project, [{"file": "schemas/methods/UPI.yaml", "find": "title: UPI", "replace": "title: Upi"}])
    ended = cli("release", tmp_path / "out", cwd=project)
    assert ended.code == 1
    assert "drift-changed" in ended.out
    assert not (tmp_path / "out").exists()


def test_it_cannot_be_written(project: Path, cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "out").write_text("in the way")
    ended = cli("release", tmp_path / "out" / "below", cwd=project)
    assert ended.code == 1
    assert "file-unwritable: cannot write the release: " in ended.out


def test_two_files_of_one_name_are_rejected(project: Path, cli: Cli, tmp_path: Path) -> None:
    for location in ("a", "b"):
        (tmp_path / location).mkdir()
        (tmp_path / location / "one.whl").write_text(location)
    included = [option for location in ("a", "b") for option in ("--include", tmp_path / location / "one.whl")]
    ended = cli("release", tmp_path / "out", *included, cwd=project)
    assert (ended.code, "--include names two files with the same name" in ended.err) == (2, True)
    assert not (tmp_path / "out").exists()


def test_what_git_tells_otherwise_is_not_released(tmp_path: Path, cli: Cli) -> None:
    """Neither changes that were written down before the last edit, nor a version that is called not released."""
    project = tmp_path / "project"
    shutil.copytree(projects.ROOT / "starters/bank-collections", project)

    def done(*command: str) -> Any:
        ended = cli(*command, cwd=project)
        assert ended.code == 0, ended
        return ended

    def committed() -> None:
        git(project, "add", ".")
        git(project, "-c", "user.name=Test", "-c", "user.email=test@example.test", "commit", "--quiet", "-m", "x")

    def rejected() -> bool:
        ended = cli("release", tmp_path / "out", cwd=project)
        found = "releases.md error version-undescribed: the text differs from what `paycat changelog` prints"
        return (ended.code, found in ended.out, (tmp_path / "out").exists()) == (1, True, False)

    git(project, "init", "--quiet")
    done("generate")
    committed()
    rise = {"file": "schemas/catalogue.yaml", "find": "version: 0.1.0", "replace": "version: 0.2.0"}
    limit = "schemas/methods/FASTER_PAYMENT.yaml"
    projects.edit(project, [rise, {"file": limit, "find": "value: 1000000", "replace": "value: 500000"}])
    done("changelog", "--write")
    projects.edit(project, [{"file": limit, "find": "value: 500000", "replace": "value: 400000"}])
    done("generate")
    committed()
    assert rejected(), "the last edit is missing"
    done("changelog", "--write")
    done("generate")
    done("release", str(tmp_path / "out"))
    changes = (tmp_path / "out/bank-collections-0.2.0/CHANGES.md").read_text(encoding="utf-8")
    assert "400000" in changes
    assert "not released" not in changes

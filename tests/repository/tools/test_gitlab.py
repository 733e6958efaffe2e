"""docs/gitlab-ci.yml: its jobs, run as a runner does it, in a merge request of the small project."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import ci_page
import projects
import pytest
from hosting import Hosted
from repositories import BREAKING, HARMLESS, MOVED, VERSION, git, ran
from system_programs import needed

FILE = projects.ROOT / "docs" / "gitlab-ci.yml"
TEMPLATE = projects.read_yaml(FILE)
CHECK, DIFF = "paycat check", "paycat diff"


@pytest.fixture
def hosted(started: Path, tmp_path: Path) -> Hosted:
    return Hosted(started, tmp_path)


def job(name: str, checkout: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the script of a job in a checkout."""
    known = TEMPLATE["variables"] | {"PAYCAT_PROJECT": "api", "CI_PROJECT_DIR": str(checkout)}
    return shell(TEMPLATE[name]["script"], checkout, **known, **variables)


def shell(lines: list[str], folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the lines of a script in one shell, which the first line that fails ends."""
    return ran(needed("bash"), "-c", "\n".join(("set -eo pipefail", *lines)), cwd=folder, **variables)


def merge_request(hosted: Hosted, *edits: dict[str, Any], generate: bool = True) -> tuple[Path, dict[str, str]]:
    """Return a checkout of a branch with some edits, with its history, and the variable that tells its base."""
    hosted.pull_request(*edits, generate=generate)
    return hosted.checkout("refs/heads/branch", deep=True), {"CI_MERGE_REQUEST_DIFF_BASE_SHA": hosted.first}


def test_files_are_what_gitlab_reads(tmp_path: Path) -> None:
    files = [str(FILE), str(ci_page.written("GitLab", tmp_path))]
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.gitlab-ci", *files]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout


def test_the_page_includes_the_template(tmp_path: Path) -> None:
    page = projects.read_yaml(ci_page.written("GitLab", tmp_path))
    [included] = page["include"]
    assert (projects.ROOT / included["file"]) == FILE
    assert included["ref"] == page["variables"]["PAYCAT_VERSION"] == VERSION
    assert page["variables"].items() <= TEMPLATE["variables"].items()
    assert {name: one.get("extends") for name, one in TEMPLATE.items() if name not in ("variables", ".paycat")} == {
        CHECK: ".paycat",
        DIFF: ".paycat",
    }


def test_paycat_is_cloned_and_installed(published: Path, tmp_path: Path) -> None:
    """By hash, without a fetch for the build. pip is made to install nothing, for this environment has paycat.

    Modules in the checkout do not run.
    """
    lines = [line.replace("/tmp/paycat", str(tmp_path / "paycat")) for line in TEMPLATE[".paycat"]["before_script"]]
    python, checkout = tmp_path / "python", tmp_path / "checkout"
    options = "--dry-run --disable-pip-version-check"
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@" {options}\n', encoding="utf-8")
    python.chmod(0o755)
    checkout.mkdir()
    planted = projects.plant_modules(checkout)
    path = os.pathsep.join((str(tmp_path), os.environ["PATH"]))
    ended = shell(lines, checkout, PATH=path, PAYCAT_REPOSITORY=published.as_uri(), PAYCAT_VERSION=VERSION)
    assert not planted.exists(), planted.read_text(encoding="utf-8")
    assert (ended.returncode, ended.stdout) == (0, ""), ended.stdout
    assert git(tmp_path / "paycat", "describe", "--tags") == VERSION
    assert "--require-hashes" in lines[1]
    assert lines[1].endswith(f" --requirement {tmp_path}/paycat/requirements/generate.txt")
    assert "--no-index --no-deps --no-build-isolation" in lines[2]


def test_what_is_generated_is_behind(hosted: Hosted) -> None:
    checkout, _ = merge_request(hosted, HARMLESS, generate=False)
    ended = job(CHECK, checkout)
    assert ended.returncode == 1
    assert "the catalogue is sound\n" in ended.stdout
    assert TEMPLATE[DIFF]["needs"] == [CHECK], "what is compared may be what was generated"
    assert "generated error drift-changed" in ended.stdout


@pytest.mark.parametrize("tagged", [False, True])
def test_a_merge_request_that_breaks(hosted: Hosted, tagged: bool) -> None:
    """Without a tag it is held against its base. With one, what was already announced since then is no mistake."""
    if tagged:
        git(hosted.work, "tag", "v0.1.0")
        hosted.push("v0.1.0")
        hosted.first = hosted.commit(MOVED)
    checkout, base = merge_request(hosted, BREAKING)
    ended = job(DIFF, checkout, **base)
    assert ended.returncode == (0 if tagged else 1), ended.stdout
    assert "mandate.reference" in ended.stdout
    assert all(word in report(checkout) for word in ("**breaking**", "mandate.reference"))


def test_a_merge_request_that_breaks_nothing(hosted: Hosted) -> None:
    checkout, base = merge_request(hosted, HARMLESS, MOVED)
    ended = job(DIFF, checkout, **base)
    assert ended.returncode == 0, ended.stdout
    assert "**breaking**" not in report(checkout)
    assert job(CHECK, checkout).returncode == 0


def report(checkout: Path) -> str:
    """Return the changes that the merge request links."""
    [file] = TEMPLATE[DIFF]["artifacts"]["paths"]
    return (checkout / file).read_text(encoding="utf-8")

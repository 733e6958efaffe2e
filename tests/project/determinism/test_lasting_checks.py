"""A check that an earlier run made is the same check: nothing that a check reads can change without being seen."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import projects
import pytest

from paycat.cache import FOLDER, Cache, opened
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic, FindingsError
from paycat.project.building import Built, build, lasting_build
from paycat.project.workspace import Workspace, check, contract_of

Checked = tuple[Contract | None, tuple[Diagnostic, ...]]
ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(FOLDER, str(tmp_path / "results"))
    return tmp_path / "results"


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace(projects.small(tmp_path / "project"))


def checked(workspace: Workspace, *, anew: bool = False) -> Checked:
    try:
        return contract_of(Workspace(workspace.root, Cache() if anew else opened()))
    except FindingsError as error:
        return None, error.diagnostics


def agree(workspace: Workspace) -> Checked:
    """Check a project anew and twice with what is kept; return what all of them say."""
    anew = checked(workspace, anew=True)
    assert checked(workspace) == anew
    assert checked(workspace) == anew
    return anew


@pytest.mark.parametrize("name", ["tests/harness/catalogue", "tests/harness/bank_collections"])
def test_files_are_made_of_a_kept_contract_as_of_a_new_one(name: str, tmp_path: Path, results: Path) -> None:
    workspace = Workspace(shutil.copytree(ROOT / name, tmp_path / "copy", ignore=shutil.ignore_patterns("generated")))
    new, _ = checked(workspace)
    kept, _ = checked(workspace)
    assert new is not None
    assert kept is not None
    assert any(results.glob("*/*")), "nothing is kept"
    assert build(workspace, kept).texts() == build(workspace, new).texts()


EDITS: dict[str, Callable[[Path], object]] = {
    "a value": lambda root: replace(root / "schemas/catalogue.yaml", "version: ", "version: 9"),
    "a comment above everything": lambda root: replace(root / "schemas/types.yaml", "types:", "# A comment.\n\ntypes:"),
    "an error": lambda root: replace(root / "schemas/types.yaml", "types:", "typos:"),
    "a file that nothing reads": lambda root: (root / "schemas/notes.yaml").write_text("a: 1\n"),
    "a name that is no text": lambda root: (root / os.fsdecode(b"schemas/\xff.yaml")).write_text("a: 1\n"),
    "a folder where a file should be": lambda root: (root / "schemas/methods/NONE.yaml").mkdir(),
    "another name": lambda root: first_method(root).rename(root / "schemas/methods/OTHER.yaml"),
    "no file": lambda root: first_method(root).unlink(),
    "another specification": lambda root: (root / "specification.md").write_text("# 1 Nothing\n"),
    "no specification": lambda root: (root / "specification.md").unlink(),
    "releases": lambda root: (root / "schemas/releases.md").write_text("## 7.0.0\n\nNothing.\n"),
    "a link": lambda root: linked(first_method(root), root / "elsewhere.yaml"),
    "what a link leads to": lambda root: replace(root / "elsewhere.yaml", "title: ", "titel: "),
    "a folder that is a link": lambda root: linked(root / "schemas/methods", root / "elsewhere"),
    "what is in it": lambda root: replace(next((root / "elsewhere").glob("*.yaml")), "note: ", "noet: "),
}
"""Edits of a project, each on top of those before it where these leave a sound catalogue."""
UNSEEN = ("a comment above everything", "no specification", "a link", "a folder that is a link", "releases")
"""Edits that a check may have nothing to say about."""


def test_every_edit_is_seen(workspace: Workspace, tmp_path: Path) -> None:
    last = agree(workspace)
    assert last[0] is not None
    for name, edit in EDITS.items():
        before = shutil.copytree(workspace.root, tmp_path / f"before {name}", symlinks=True)
        edit(workspace.root)
        now = agree(workspace)
        assert name in UNSEEN or now != last, name
        if now[0] is None:
            shutil.rmtree(workspace.root)
            shutil.copytree(before, workspace.root, symlinks=True)
        else:
            last = now


def test_a_damaged_result_is_made_again(workspace: Workspace, results: Path) -> None:
    anew = agree(workspace)
    files = [file for file in results.glob("*/*") if file.is_file()]
    for number, file in enumerate(files):
        file.write_bytes([b"", file.read_bytes()[:-1], bytes(99)][number % 3])
    assert checked(workspace) == anew


@pytest.mark.parametrize("file", ["schemas/types.yaml", "specification.md"])
def test_nothing_is_kept_of_files_that_are_edited_meanwhile(
    file: str, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = (workspace.root / file).read_bytes()

    def edited(*inputs: Any) -> Checked:
        (workspace.root / file).write_bytes(b"# 1 Nothing\n")
        return check(*inputs)

    with monkeypatch.context() as patch:
        patch.setattr("paycat.project.workspace.check", edited)
        wrong = checked(workspace)
    (workspace.root / file).write_bytes(before)
    assert agree(workspace) != wrong


def test_a_build_that_was_kept_is_made_again_of_the_same_files_alone(workspace: Workspace) -> None:
    def made() -> Built:
        contract, found = contract_of(Workspace(workspace.root))
        return Built(build(Workspace(workspace.root), contract), "all", found)

    new = lasting_build(Workspace(workspace.root), made)
    kept = lasting_build(Workspace(workspace.root), made)
    assert kept == new
    assert kept.files.texts() == new.files.texts()
    kept = lasting_build(Workspace(workspace.root), made)
    replace(workspace.root / "schemas/catalogue.yaml", "version: ", "version: 9")
    with pytest.raises(FindingsError, match="edited while paycat read it"):
        kept.files.text("contract/contract.json")


def test_what_is_kept_is_not_checked(workspace: Workspace) -> None:
    imported = "import atexit, sys; from paycat.cli import main; atexit.register(lambda: print(*sys.modules)); main()"
    said = [
        subprocess.run(
            [sys.executable, "-c", imported, "check"],
            cwd=workspace.root,
            env=projects.environ(),
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split("\n")
        for _ in range(2)
    ]
    assert said[0][:-2] == said[1][:-2]
    assert ["paycat.lint.checking" in one[-2].split() for one in said] == [True, False]
    assert "pydantic" not in said[1][-2].split(), "a kept check needs no model"


def replace(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def first_method(root: Path) -> Path:
    return min((root / "schemas/methods").glob("*.yaml"))


def linked(path: Path, target: Path) -> None:
    path.rename(target)
    path.symlink_to(target)

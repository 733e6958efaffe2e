"""`paycat init`: a whole project or nothing, with nothing of the first catalogue in it, and without a finding."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import projects
import pytest
import yaml

from paycat.diagnostics import FindingsError
from paycat.project.starter import Choices, OccupiedError, UnusableChoiceError, start
from tests.changes.revisions.git_projects import git

WITHOUT_OPTIONS = Choices()
DIRECTIONS = ("gift_card", "top_up")
MOST_LINES = {1: 60, 2: 85}
"""Lines of YAML without blank lines and modelines, by the number of directions: each further one adds 25 at most."""
OTHER_TRADES = re.compile("pay.?in|payout|payment|merchant|customer", re.IGNORECASE)
ASSET = "\nfiles:\n  - { path: note.txt, asset: note.txt }\n"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The starter project, generated."""
    folder = tmp_path_factory.mktemp("made") / "project"
    start(folder, WITHOUT_OPTIONS, "project")
    ended = projects.paycat("generate", cwd=folder)
    assert (ended.returncode, ended.stderr) == (0, ""), ended.stdout
    return folder


@pytest.fixture
def starter(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of a starter project in a folder `project`."""
    folder = tmp_path_factory.mktemp("starter") / "project"
    start(folder, WITHOUT_OPTIONS, "project")
    return projects.files_in(folder)


@pytest.mark.parametrize("name", ["project", "new/folders/project", "with a blank/project"])
def test_a_new_folder(tmp_path: Path, name: str, starter: dict[str, bytes]) -> None:
    files = start(tmp_path / name, WITHOUT_OPTIONS, name)
    assert projects.files_in(tmp_path / name) == starter
    assert list(files) == sorted(starter)
    assert len(list((tmp_path / name).parent.iterdir())) == 1


def test_an_empty_folder_keeps_its_repository(tmp_path: Path, starter: dict[str, bytes]) -> None:
    (folder := tmp_path / "project").mkdir()
    (folder / ".git").mkdir()
    (folder / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    start(folder, WITHOUT_OPTIONS, ".")
    assert projects.files_in(folder) == starter | {".git/HEAD": b"ref: refs/heads/main\n"}


def test_a_new_repository_keeps_its_files(tmp_path: Path, starter: dict[str, bytes]) -> None:
    """Also where a killed run left some of the starter's."""
    (folder := tmp_path / "project").mkdir()
    kept = dict.fromkeys([".gitignore", ".gitkeep", "LICENSE", "README.md"], b"mine")
    for name, content in {**kept, ".gitattributes": starter[".gitattributes"]}.items():
        (folder / name).write_bytes(content)
    files = start(folder, WITHOUT_OPTIONS, ".")
    assert projects.files_in(folder) == starter | kept
    assert {*files} == starter.keys() - kept


@pytest.mark.parametrize("names", [["notes.txt"], ["schemas"], [".hidden", "a", "b"]])
def test_a_folder_that_is_not_empty(tmp_path: Path, names: list[str]) -> None:
    for name in names:
        (tmp_path / name).write_text("mine")
    with pytest.raises(OccupiedError) as raised:
        start(tmp_path, WITHOUT_OPTIONS, ".")
    assert raised.value.names == names
    assert projects.files_in(tmp_path) == dict.fromkeys(names, b"mine")


@pytest.mark.parametrize(
    "choices",
    [
        Choices(package="json"),
        Choices(package="class"),
        Choices(package="Acme"),
        Choices(package="a: b"),
        Choices(package="a # b"),
        Choices(package="a\nb"),
        Choices(package=""),
        Choices(title=""),
        Choices(title="two\nlines"),
        Choices(title="a\x00b"),
        Choices(directions=("gift_card", "refund", "gift_card")),
        Choices(directions=("GiftCard",)),
        Choices(directions=("gift card",)),
        Choices(directions=("../refund",)),
        Choices(directions=("2nd",)),
        Choices(directions=("",)),
        Choices(directions=("title",)),
        Choices(directions=("class",)),
        Choices(directions=("a",)),
        Choices(directions=("null",)),
        Choices(directions=("con",)),
    ],
    ids=str,
)
def test_a_choice_that_the_catalogue_cannot_take(tmp_path: Path, choices: Choices) -> None:
    with pytest.raises(UnusableChoiceError) as raised:
        start(tmp_path / "new" / "x", choices, "x")
    [key] = [key for key in ("title", "package") if getattr(choices, key) is not None] or ["direction"]
    assert raised.value.key == key
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("error", [PermissionError(13, "Permission denied"), KeyboardInterrupt()], ids=repr)
@pytest.mark.parametrize("folder", ["x", "new/x", "."])
def test_nothing_stays_when_it_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str, error: BaseException
) -> None:
    """Half of the files are in their place when the system reports an error, or a person presses Ctrl-C."""
    replace, moved = os.replace, []

    def rejecting(source: Path, target: Path) -> None:
        if len(moved) == 2:
            raise error
        moved.append(target)
        replace(source, target)

    monkeypatch.setattr(os, "replace", rejecting)
    with pytest.raises(FindingsError if isinstance(error, OSError) else KeyboardInterrupt) as raised:
        start(tmp_path / folder, WITHOUT_OPTIONS, folder)
    assert len(moved) == 2
    assert list(tmp_path.iterdir()) == []
    if isinstance(raised.value, FindingsError):
        [found] = raised.value.diagnostics
        assert (found.code, str(found.span)) == ("project-unwritable", folder)
        assert "permission denied" in found.message


def test_title_and_package_are_in_the_head_alone(
    tmp_path: Path, cli: Callable[..., Any], starter: dict[str, bytes]
) -> None:
    title = 'Acme: "direct" \\ cards, 100 % #1 """'
    start(tmp_path, Choices(title, "acme_cards"), ".")
    files, head = projects.files_in(tmp_path), "schemas/catalogue.yaml"
    assert {name for name in starter if files[name] != starter[name]} == {head, "README.md"}
    stated = projects.read_yaml(tmp_path / head)
    assert (stated.pop("title"), stated.pop("package")) == (title, "acme_cards")
    assert stated.items() <= yaml.safe_load(starter[head]).items()
    for command in (["check"], ["generate"], ["conform", "--engine", "models"]):
        ended = cli(*command, cwd=tmp_path)
        assert (ended.code, ended.err) == (0, ""), ended.out
    assert (tmp_path / "generated/python/src/acme_cards/__init__.py").is_file()


@pytest.mark.parametrize("directions", [DIRECTIONS[:1], DIRECTIONS], ids=len)
def test_directions(tmp_path: Path, cli: Callable[..., Any], directions: tuple[str, ...]) -> None:
    options = [option for direction in directions for option in ("--direction", direction)]
    assert cli("init", "shop", *options, cwd=tmp_path).code == 0
    project = tmp_path / "shop"
    files = projects.files_in(project)
    assert {name for name in files if "/requests/" in name} == {f"schemas/requests/{name}.yaml" for name in directions}
    texts = {name: data.decode() for name, data in files.items()}
    lines = [line for name, text in texts.items() if name.endswith(".yaml") for line in text.splitlines()]
    stated_lines = [line for line in lines if line and not line.startswith("# yaml-language-server")]
    assert len(stated_lines) <= MOST_LINES[len(directions)]
    assert {name: OTHER_TRADES.findall(text) for name, text in texts.items() if OTHER_TRADES.search(text)} == {}
    for command in (["check"], ["fmt", "--check"], ["generate"], ["conform"], ["generate", "--check"]):
        ended = cli(*command, cwd=project)
        assert (ended.code, ended.err) == (0, ""), ended.out
        assert "warning" not in ended.out


def test_the_longest_name_of_a_direction(tmp_path: Path, cli: Callable[..., Any]) -> None:
    assert cli("init", "shop", "--direction", "x" * 64, cwd=tmp_path).code == 0
    assert cli("check", cwd=tmp_path / "shop").code == 0


def test_the_starter_has_no_finding(made: Path, cli: Callable[..., Any]) -> None:
    for command in (["check"], ["fmt", "--check"], ["conform"], ["generate", "--check"]):
        ended = cli(*command, cwd=made)
        assert (ended.code, ended.err) == (0, ""), ended.out
        assert "warning" not in ended.out


def test_a_checkout_with_other_line_endings(made: Path, tmp_path: Path, cli: Callable[..., Any]) -> None:
    """As git makes it on Windows: with the attributes of `paycat init` none, else one finding of each command."""
    pinned, unpinned = (shutil.copytree(made, tmp_path / name) for name in ("pinned", "unpinned"))
    (unpinned / ".gitattributes").unlink()
    assert cli("new", "pack", "extra", "--title", "Extra", cwd=unpinned).code == 0
    releases = "## 0.0.9 (not released)\n\nOne.\n\n## 0.0.1\n\nThe first.\n"
    projects.edit(
        unpinned,
        [
            {"file": "generators/extra/pack.yaml", "find": "\nfiles:\n", "replace": ASSET},
            {"file": "generators/extra/assets/note.txt", "content": "one\ntwo\n"},
            {"file": "schemas/releases.md", "content": releases},
        ],
    )
    assert cli("generate", cwd=unpinned).code == 0
    for project, findings in ((pinned, 0), (unpinned, 1)):
        git(project, "init")
        git(project, "add", "--all")
        git(project, "commit", "--message", "all")
        git(tmp_path, "clone", "-c", "core.autocrlf=true", project, checkout := Path(f"{project}-checkout"))
        for command in (["check"], ["fmt", "--check"], ["generate", "--check"], ["generate", "--check", "--list"]):
            ended = cli(*command, cwd=checkout)
            printed = [line for line in ended.out.splitlines() if " error " in line]
            assert len(printed) == (findings if len(command) > 1 else 0), ended.out
            assert all(" error line-endings: " in line for line in printed)
        assert [cli(command, cwd=checkout).code for command in ("fmt", "generate")] == [0, 0]
        assert projects.files_in(checkout / "generated") == projects.files_in(project / "generated")
        assert cli("fmt", "--check", cwd=checkout).code == 0


def test_generated_python_is_laid_out_and_uses_what_it_defines(made: Path) -> None:
    """Templates must not lean on what the first catalogue happens to have, such as more than two methods."""
    package = made / "generated" / "python"
    for command in (["format", "--check"], ["check", "--select", "E9,F,I"]):
        ruff = [sys.executable, "-m", "ruff", *command, "--no-cache", "--isolated", "src"]
        ended = subprocess.run(ruff, cwd=package, capture_output=True, text=True, check=False)
        assert ended.returncode == 0, ended.stdout + ended.stderr
    for module in package.rglob("*.py"):
        text = module.read_text(encoding="utf-8")
        private = re.findall(r"^(?:def|class) (_[A-Za-z_]+)", text, flags=re.MULTILINE)
        assert [name for name in private if len(re.findall(rf"\b{name}\b", text)) < 2] == [], module

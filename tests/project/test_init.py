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

from paycat.catalogue.kinds import FOLDERS, SINGLE
from paycat.catalogue.reading import read_catalogue
from paycat.diagnostics import FindingsError
from paycat.project.starter import Choices, OccupiedError, UnusableChoiceError, start
from tests.changes.revisions.git_projects import git

STARTER = projects.HERE / "bank_collections"
WITHOUT_OPTIONS = Choices()
ASSET = "\nfiles:\n  - { path: note.txt, asset: note.txt }\n"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The starter project, generated."""
    folder = tmp_path_factory.mktemp("made") / "project"
    start(folder, WITHOUT_OPTIONS, "project")
    ended = projects.paycat("generate", cwd=folder)
    assert (ended.returncode, ended.stderr) == (0, ""), ended.stdout
    return folder


@pytest.mark.parametrize("name", ["x", "new/folders/x", "with a blank"])
def test_a_new_folder(tmp_path: Path, name: str) -> None:
    files = start(tmp_path / name, WITHOUT_OPTIONS, name)
    assert projects.files_in(tmp_path / name) == projects.files_in(STARTER)
    assert list(files) == sorted(projects.files_in(STARTER))
    assert len(list((tmp_path / name).parent.iterdir())) == 1


def test_an_empty_folder_keeps_its_repository(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    start(tmp_path, WITHOUT_OPTIONS, ".")
    assert projects.files_in(tmp_path) == projects.files_in(STARTER) | {".git/HEAD": b"ref: refs/heads/main\n"}


def test_a_new_repository_keeps_its_files(tmp_path: Path) -> None:
    """Also where a killed run left some of the starter's."""
    kept = dict.fromkeys([".gitignore", ".gitkeep", "LICENSE", "README.md"], b"mine")
    for name, content in {**kept, "specification.md": (STARTER / "specification.md").read_bytes()}.items():
        (tmp_path / name).write_bytes(content)
    files = start(tmp_path, WITHOUT_OPTIONS, ".")
    assert projects.files_in(tmp_path) == projects.files_in(STARTER) | kept
    assert {*files} == projects.files_in(STARTER).keys() - kept


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
    ],
    ids=str,
)
def test_a_choice_that_the_catalogue_cannot_take(tmp_path: Path, choices: Choices) -> None:
    with pytest.raises(UnusableChoiceError) as raised:
        start(tmp_path / "new" / "x", choices, "x")
    assert raised.value.key == ("title" if choices.title is not None else "package")
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


def test_options_change_the_head_of_the_catalogue_alone(tmp_path: Path, cli: Callable[..., Any]) -> None:
    title = 'Acme: "direct" \\ debits, 100 % #1 """'
    start(tmp_path, Choices(title, "acme_debits"), ".")
    found, starter = projects.files_in(tmp_path), projects.files_in(STARTER)
    head = "schemas/catalogue.yaml"
    assert {name for name in starter if found[name] != starter[name]} == {head}
    lines, before = found[head].decode().splitlines(), starter[head].decode().splitlines()
    assert [line.partition(":")[0] for line, old in zip(lines, before, strict=True) if line != old] == [
        "title",
        "package",
    ]
    stated = projects.read_yaml(tmp_path / head)
    assert (stated["title"], stated["package"]) == (title, "acme_debits")
    for command in (["check"], ["generate"], ["conform", "--engine", "models"]):
        ended = cli(*command, cwd=tmp_path)
        assert (ended.code, ended.err) == (0, ""), ended.out
    assert (tmp_path / "generated/python/src/acme_debits/__init__.py").is_file()


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


def test_the_starter_shows_each_idea() -> None:
    catalogue, found = read_catalogue(STARTER / "schemas")
    assert catalogue is not None
    assert found == []
    names = set(projects.files_in(STARTER / "schemas"))
    assert set(SINGLE) <= names
    assert all(any(name.startswith(f"{folder}/") for name in names) for folder in FOLDERS)
    gaps = catalogue.registers.value.gaps.values()
    assert {gap.state for gap in gaps} == {"open", "decided", "resolved"}
    offers = [offer for one in catalogue.methods.values() for offer in one.value.offers.values()]
    stated = {offer.availability for offer in offers}
    assert stated == {"supported", "not_supported", "not_supported_yet", "not_listed"}
    assert any(condition.reason.decisions for offer in offers for condition in offer.conditions)
    tables = [table.value.fields for table in catalogue.requests.values()]
    fields = [field for table in (*tables, *(offer.fields for offer in offers)) for field in table.values()]
    assert {field.requirement for field in fields} >= {"required", "optional", "conditional", "absent"}
    assert any(field.rule("fixed") for field in fields)
    types = catalogue.types.value.types.values()
    assert any(one.rule("pattern") and one.rule("length") and one.sensitive and one.hints for one in types)
    for source in catalogue.samples.values():
        samples = source.value.samples
        assert {"minimal", "full"} < set(samples)
        assert any(sample.violations for sample in samples.values()), source.name
    assert any(sample.erratum for source in catalogue.samples.values() for sample in source.value.samples.values())
    assert all(erratum.correct for erratum in catalogue.errata.value.errata.values())


def test_every_section_that_is_cited_exists() -> None:
    sections = set(re.findall(r"^#+ (§[0-9.]+)", (STARTER / "specification.md").read_text(), flags=re.MULTILINE))
    cited = {
        section
        for name, data in projects.files_in(STARTER / "schemas").items()
        for section in re.findall(r"§[0-9]+(?:\.[0-9]+)*", data.decode())
    }
    assert sections
    assert cited <= sections


def test_every_quote_stands_in_the_specification() -> None:
    catalogue, _ = read_catalogue(STARTER / "schemas")
    assert catalogue is not None
    specification = " ".join((STARTER / "specification.md").read_text().split())
    quotes = [gap.quote for gap in catalogue.registers.value.gaps.values() if gap.quote]
    assert quotes
    assert [quote for quote in quotes if quote not in specification] == []

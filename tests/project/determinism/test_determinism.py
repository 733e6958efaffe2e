"""Same catalogue, same bytes: whatever the process, the machine and the folder are."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import projects
import pytest
from targets import deep

from paycat.cli.printing import FORMATS
from paycat.project.building import installed_tools
from paycat.project.watching import Runs
from paycat.project.workspace import find_workspace

HOSTILE = """
[tool.black]
line-length = 40
skip-string-normalization = true
skip-magic-trailing-comma = true

[tool.isort]
profile = "google"
line_length = 40
force_single_line = true

[tool.datamodel-codegen]
builtin-format-line-length = 40
use-double-quotes = false

[tool.ruff]
line-length = 40
indent-width = 2

[tool.ruff.format]
quote-style = "single"

"""

SURROUNDINGS = {
    "plain": {
        "PYTHONHASHSEED": "0",
        "LC_ALL": "POSIX",
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
        "PYTHONIOENCODING": "ascii",
        "TZ": "Asia/Kathmandu",
    },
    "foreign": {
        "PYTHONHASHSEED": "random",
        "LC_ALL": "tr_TR.UTF-8",
        "LANG": "tr_TR.UTF-8",
        "COLUMNS": "20",
        "TZ": "America/St_Johns",
    },
}
"""Each differs in hashes, language and time from the other, and from what made the files that are compared with."""

Files = dict[str, bytes]


@pytest.fixture(scope="module")
def committed() -> Files:
    return projects.files_in(projects.GENERATED)


def same(folder: Path, committed: Files) -> bool:
    """Compare file by file, so that a failure names the file."""
    found = projects.files_in(folder)
    assert [path for path in sorted(found.keys() | committed) if found.get(path) != committed.get(path)] == []
    return True


def generated_anew(project: Path, *arguments: str | Path, cwd: Path, **environment: str) -> Path:
    """Generate a project that has nothing generated; return the output folder."""
    assert not (project / "generated").exists()
    ended = projects.paycat("generate", "--no-cache", *arguments, cwd=cwd, **environment)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ", 0 files up to date" in ended.stdout
    return project / "generated"


@pytest.mark.parametrize(("name", "umask"), [pytest.param("plain", 0o077, marks=deep), ("foreign", 0o000)])
def test_surroundings_do_not_show(name: str, umask: int, tmp_path: Path, committed: Files) -> None:
    project = projects.copied(tmp_path / "project", generated=False)
    before = os.umask(umask)
    try:
        generated = generated_anew(project, cwd=project, **SURROUNDINGS[name])
    finally:
        os.umask(before)
    assert same(generated, committed)


def test_settings_of_formatters_above_the_current_folder_do_not_show(tmp_path: Path, committed: Files) -> None:
    """They stand in the current folder, in the project above it, and in what the command is told is home."""
    project = projects.copied(tmp_path / "project", generated=False)
    current = project / "notes" / "deeper"
    current.mkdir(parents=True)
    for folder in (tmp_path, project, current):
        (folder / "pyproject.toml").write_text(HOSTILE)
        (folder / ".isort.cfg").write_text("[settings]\nline_length = 40\nforce_single_line = true\n")
        (folder / ".editorconfig").write_text("root = true\n[*.py]\nindent_size = 2\nmax_line_length = 40\n")
    home = {"HOME": str(current), "XDG_CONFIG_HOME": str(current)}
    assert same(generated_anew(project, "--project", "../..", cwd=current, **home), committed)


def test_a_copy_of_the_whole_project_elsewhere_makes_the_same(tmp_path: Path, committed: Files) -> None:
    """The tool itself is copied too, to a path with blanks and letters beyond ASCII, and generates itself anew."""
    project = tmp_path / "a copy, größer" / "of paycat"
    project.mkdir(parents=True)
    for folder in (projects.ROOT / "src", projects.ROOT / "docs", projects.GENERATORS, projects.SCHEMAS):
        shutil.copytree(folder, project / folder.name, ignore=shutil.ignore_patterns(*projects.CACHES))
    path = {"PYTHONPATH": str(project / "src")}
    assert same(generated_anew(project, cwd=project / "schemas" / "methods", **path), committed)
    ask = [sys.executable, "-c", "import paycat; print(paycat.__file__)"]
    answer = subprocess.run(ask, cwd=project, env=projects.environ(**path), capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == str(project / "src" / "paycat" / "__init__.py")


def test_generating_again_changes_nothing(project: Path, committed: Files, cli: Callable[..., Any]) -> None:
    times = {path: (project / "generated" / path).stat().st_mtime_ns for path in committed}
    ended = cli("generate", cwd=project)
    assert ended.out.endswith(f": {len(committed)} files up to date\n")
    assert {path: (project / "generated" / path).stat().st_mtime_ns for path in committed} == times
    assert same(project / "generated", committed)


def test_sums_hold(committed: Files) -> None:
    """What `sha256sum -c SHA256SUMS` checks, and that no file is left out."""
    lines = committed["SHA256SUMS"].decode().splitlines()
    assert lines == sorted(lines, key=lambda line: line[66:])
    sums = {line[66:]: line[:64] for line in lines}
    assert all(line[64:66] == "  " for line in lines)
    assert sums == {path: hashlib.sha256(data).hexdigest() for path, data in committed.items() if path != "SHA256SUMS"}


def test_committed_bytes_are_plain(committed: Files) -> None:
    """UTF-8 with line feeds, a final one, and no path, no name of this machine."""
    here = [str(projects.ROOT).encode(), str(Path.home()).encode() + b"/"]
    for path, data in committed.items():
        text = data.decode("utf-8")
        assert "\r" not in text, path
        assert not text or text.endswith("\n"), path
        assert not text.endswith("\n\n"), path
        assert not [location for location in here if location in data], path


@pytest.fixture
def other_tool(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let another version of a library that shapes the bytes be installed."""
    versions = {**installed_tools(), "jinja2": "99.0"}
    monkeypatch.setattr("paycat.project.building.installed_tools", lambda: versions)


EDIT = {"file": "schemas/methods/UPI.yaml", "find": "title: UPI", "replace": "title: Another title"}


def with_jinja2(version: str) -> str:
    return f"generated with jinja2 {version} (installed: 99.0)"


def test_another_installed_tool_is_the_finding(project: Path, cli: Callable[..., Any], other_tool: None) -> None:
    wrote = json.loads((project / "generated/tools.json").read_text())["jinja2"]
    projects.edit(project, [EDIT])
    (project / "generated/openapi/openapi.json").unlink()
    ended = cli("generate", "--check", cwd=project)
    assert ended.code == 1
    assert ended.out.splitlines() == [
        "generated/openapi/openapi.json error drift-missing: the file is missing; run paycat generate",
        f"generated/tools.json error tool-version: {with_jinja2(wrote)}, and from another catalogue; "
        "run paycat generate and review the difference",
        "2 errors, 0 warnings",
    ]


@pytest.mark.parametrize("format", FORMATS)
def test_another_installed_tool_that_makes_the_same_fails_nothing(
    format: str, project: Path, cli: Callable[..., Any], other_tool: None
) -> None:
    wrote = json.loads((project / "generated/tools.json").read_text())["jinja2"]
    ended = cli("generate", "--check", "--format", format, cwd=project)
    assert (ended.code, "tool-version" in ended.out) == (0, False)
    assert ended.err == f"generated/ was {with_jinja2(wrote)}, which makes no difference but in tools.json.\n"


def test_another_installed_tool_hides_no_other_drift(project: Path, cli: Callable[..., Any], other_tool: None) -> None:
    (project / "generated/openapi/openapi.json").unlink()
    (project / "generated/mine.txt").write_text("mine\n")
    ended = cli("generate", "--check", cwd=project)
    assert [line.split(": ")[0] for line in ended.out.splitlines()] == [
        "generated/mine.txt error drift-stray",
        "generated/openapi/openapi.json error drift-missing",
        "2 errors, 0 warnings",
    ]


def test_generating_with_another_tool_resolves_it(project: Path, cli: Callable[..., Any], other_tool: None) -> None:
    assert cli("generate", cwd=project).code == 0
    assert json.loads((project / "generated/tools.json").read_text())["jinja2"] == "99.0"
    assert cli("generate", "--check", cwd=project).err == ""


def test_what_another_tool_wrote_needs_no_correction_while_files_are_watched(project: Path, other_tool: None) -> None:
    """As after a checkout of a commit that was made on another machine."""
    committed = projects.files_in(project / "generated")
    runs = Runs(find_workspace(project), writes=True)
    assert runs.all().findings == ()
    for path in ("tools.json", "SHA256SUMS"):
        (project / "generated" / path).write_bytes(committed[path])
    assert runs.after_others() is None
    assert projects.files_in(project / "generated") == committed

"""Each command ends on a catalogue of which one dimension is at its extreme, or `paycat check` finds what is too large.

The limits of time and memory only end what would never end: the longest command takes 25 seconds of a slow processor.
"""

import resource
import subprocess
from pathlib import Path

import projects
import pytest
from targets import one_of_each_kind

from tests.any_catalogue.extremes.large_catalogues import EXTREMES, TOO_LARGE

_SECONDS, _BYTES = 60, 2**30


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS, _SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (_BYTES, _BYTES))


def run(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command of paycat within the limits."""
    return subprocess.run(
        projects.command(*arguments),
        cwd=project,
        env=projects.environ(),
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=_limit,
    )


@pytest.mark.parametrize("name", one_of_each_kind(TOO_LARGE, ["tangled"]))
def test_what_is_too_large_is_found(name: str, tmp_path: Path) -> None:
    ended = run(EXTREMES[name]().write(tmp_path / "project"), "check")
    assert (ended.returncode, ended.stderr) == (1, "")
    assert f" error {TOO_LARGE[name]}: " in ended.stdout


@pytest.mark.parametrize("name", one_of_each_kind([one for one in EXTREMES if one not in TOO_LARGE], ["levels"]))
def test_every_command_ends(name: str, tmp_path: Path) -> None:
    project = EXTREMES[name]().write(tmp_path / "project")
    for command in (["check"], ["generate"], ["conform", "--engine", "jsonschema-rs", "--engine", "models"]):
        ended = run(project, *command)
        assert (ended.returncode, ended.stderr) == (0, ""), ended.stdout
    types = project / "schemas/types.yaml"
    types.write_text(types.read_text().replace("..35", "..34"))
    ended = run(project, "diff", ".")
    assert (ended.returncode, ended.stderr) == (1, ""), ended.stdout
    assert "1 breaking" in ended.stdout

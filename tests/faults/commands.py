"""The commands that write, each with the project that it starts from, and how it may end after an interrupted run."""

import json
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import projects
import yaml
from starter_cases import STARTER

DRIVER = Path(__file__).with_name("driver.py")
LEFTOVERS = (".paycat-", ".writing", ".starting-")


@dataclass(frozen=True)
class Writing:
    """A command that writes: its arguments, and what a run after a finished one may say, besides nothing at all."""

    name: str
    arguments: tuple[str, ...]
    done: str = ""
    """What the command says with exit code 2 when an earlier run has done all of it."""
    is_long: bool = False
    """Whether it takes hundreds of steps, of which even the slow test takes some."""


METHOD = ("SWISH", "--note", "Instant payments", "--currency", "SEK", "--country", "SE", "--source", "§1", "--pay-in")
WRITINGS = (
    Writing("init", ("init", "."), "is not empty"),
    Writing("new", ("new", "method", *METHOD), "there is a method 'SWISH' already"),
    Writing("fmt", ("fmt",)),
    Writing("decide", ("decide", "D-107", "meaning: Another wording", "--write")),
    Writing("baseline", ("check", "--write-baseline")),
    Writing("release", ("release", "dist"), is_long=True),
    Writing("generate", ("generate",), is_long=True),
)


def started(root: Path) -> None:
    """Make, for each command, the project that it starts from, in a folder below `root` that bears its name."""
    (root / "init").mkdir()
    for name in ("new", "fmt", "decide", "generate", "baseline"):
        shutil.copytree(STARTER, root / name)
    for file in ("types.yaml", "methods/SEPA_DEBIT.yaml", "interface/problems.yaml"):
        path = root / "fmt" / "schemas" / file
        path.write_text(path.read_text(encoding="utf-8") + "\n\n\n", encoding="utf-8")
    release = shutil.copytree(STARTER, root / "release")
    version = yaml.safe_load((release / "schemas/catalogue.yaml").read_text(encoding="utf-8"))["version"]
    (release / "schemas/releases.md").write_text(f"## {version} (2026-01-01)\n\nThe first version.\n", encoding="utf-8")
    ended = projects.paycat("generate", cwd=release)
    assert ended.returncode == 0, ended.stdout + ended.stderr


def driven(runs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Let the driver carry out runs, one after the other."""
    environment = projects.environ(TMPDIR=str(Path(runs[0]["cwd"]).parent))
    ended = subprocess.run(
        [sys.executable, DRIVER], input=json.dumps(runs), env=environment, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout)  # type: ignore[no-any-return]  # the driver prints a list of this kind


def tree(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder by path, leftovers too."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def without_leftovers(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return the files without those that a killed run left for the next one."""
    return {path: data for path, data in files.items() if not is_leftover(path)}


def is_leftover(path: str) -> bool:
    """Tell whether a file is one that waits to be renamed, or in a folder of such."""
    return any(part.startswith(LEFTOVERS) or part.endswith(".paycat-new") for part in path.split("/"))

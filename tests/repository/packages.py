"""What `make dist` makes: the sdists, and the wheels that are made of them, as pip does with a source release."""

import subprocess
import sys
from pathlib import Path

import projects
from system_programs import needed

OF_EARLIER_VERSIONS = (
    "paycat-0.0.1.tar.gz",
    "paycat_mutants-0.0.1.tar.gz",
    "payments_api-0.0.1-py3-none-any.whl",
    "paycat-0.0.1.cdx.json",
)


def made_packages(folder: Path) -> Path:
    """Make the packages in a folder, in which those of an earlier version are; return it."""
    for name in OF_EARLIER_VERSIONS:
        (folder / name).touch()
    # The environment that runs this test stands for the one that make would set up.
    command = [needed("make"), "-C", str(projects.ROOT), "-o", ".venv/dev.done", "dist", f"DIST={folder}"]
    run([*command, f"BIN={Path(sys.executable).parent}"])
    return folder


def run(command: list[str], umask: int = -1, **environment: str) -> None:
    """Run a command that must succeed."""
    environ = projects.environ(**environment)
    ended = subprocess.run(command, env=environ, umask=umask, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr

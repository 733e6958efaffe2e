"""Git, run in a project's folder: without a shell, without the network, and without programs that a repository names.

A checkout may be a stranger's, and its configuration may name programs for nearly everything that git does. Those that
reading could start are switched off here. What hooks and diff drivers put into the environment for the repository that
they run in is left out, as it would name another folder than the project's.
"""

import os
import subprocess
from functools import cached_property
from pathlib import Path

_OF_ANOTHER_FOLDER = ("GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_PREFIX")

_STEADY = {
    "LC_ALL": "C",
    "GIT_OPTIONAL_LOCKS": "0",  # Nothing is written, so no hook runs that follows writing.
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",  # For versions of git that do not know the variable above.
}

_OFF = (
    "core.fsmonitor=false",
    f"core.hooksPath={os.devnull}",
    "core.pager=",
    "diff.external=",
    "log.showSignature=false",
    "submodule.recurse=false",
)


class Git:
    """Git in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def text(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run git and return how it ended, with what it said as text. Raises OSError when there is no git."""
        done = self.bare(*arguments)
        return subprocess.CompletedProcess(
            done.args, done.returncode, os.fsdecode(done.stdout), os.fsdecode(done.stderr)
        )

    def bare(self, *arguments: str, complains: bool = True) -> subprocess.CompletedProcess[bytes]:
        """Run git and return how it ended, with what it said as bytes; its complaints only where it `complains`."""
        off = (part for setting in _OFF for part in ("-c", setting))
        return subprocess.run(
            ("git", "--no-pager", *off, *arguments),
            cwd=self._folder,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            # Python reads a single pipe in half the time of two.
            stderr=subprocess.PIPE if complains else subprocess.DEVNULL,
            check=False,
        )

    @cached_property
    def _environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if name not in _OF_ANOTHER_FOLDER}
        return kept | _STEADY

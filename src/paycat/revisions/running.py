"""Git, run in a project's folder: without a shell, without the network, and without programs that a repository names.

A checkout may be a stranger's, and its configuration may name programs for nearly everything that git does. Those that
reading could start are switched off here. What hooks and diff drivers put into the environment for the repository that
they run in is left out, as it would name another folder than the project's.
"""

import os
import subprocess
from collections.abc import Iterator
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
        return _as_text(self.bare(*arguments))

    def bare(self, *arguments: str, complains: bool = True) -> subprocess.CompletedProcess[bytes]:
        """Run git and return how it ended, with what it said as bytes; its complaints only where it `complains`."""
        return self._run(arguments, self._environment, complains=complains)

    def comparing_files(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run git as `text` does, where it compares files on disk: it would run the filters of the configuration."""
        return _as_text(self._run(arguments, self._environment | self._filters_off, complains=True))

    def _run(
        self, arguments: tuple[str, ...], environment: dict[str, str], *, complains: bool
    ) -> subprocess.CompletedProcess[bytes]:
        off = (part for setting in _OFF for part in ("-c", setting))
        return subprocess.run(
            ("git", "--no-pager", *off, *arguments),
            cwd=self._folder,
            env=environment,
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

    @cached_property
    def _filters_off(self) -> dict[str, str]:
        """What switches off the filters of the configuration, which may be called anything.

        Files that go through a filter then count as edited, and are read.
        """
        listed = self._run(
            ("config", "--null", "--name-only", "--get-regexp", r"^filter\."), self._environment, complains=False
        )
        names = sorted({name.rpartition(".")[0] for name in os.fsdecode(listed.stdout).split("\0") if name})
        count = int(self._environment.get("GIT_CONFIG_COUNT") or 0)
        settings = list(_of_filters(names))
        made = {"GIT_CONFIG_COUNT": str(count + len(settings))} if settings else {}
        for number, (key, value) in enumerate(settings, start=count):
            made |= {f"GIT_CONFIG_KEY_{number}": key, f"GIT_CONFIG_VALUE_{number}": value}
        return made


def _as_text(done: subprocess.CompletedProcess[bytes]) -> subprocess.CompletedProcess[str]:
    said = os.fsdecode(done.stdout), os.fsdecode(done.stderr)
    return subprocess.CompletedProcess(done.args, done.returncode, *said)


def _of_filters(names: list[str]) -> Iterator[tuple[str, str]]:
    for name in names:
        yield f"{name}.clean", ""
        yield f"{name}.process", ""
        yield f"{name}.required", "false"

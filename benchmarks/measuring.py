"""What work costs: CPU seconds and peak memory of commands, and CPU seconds of calls in this process."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import NamedTemporaryFile

import click

LAUNCH = Path(__file__).parent / "launch.py"
LONG, ROUNDS_OF_LONG = 10.0, 3
"""CPU seconds above which work takes long, and how often that runs."""

Command = Sequence[str | Path]
Repeat = Callable[[int], None]
"""Does a piece of work so many times."""


@dataclass(frozen=True, slots=True)
class Cost:
    """CPU seconds, of user and system, and the largest memory of a process in MiB; 0 where it was not measured."""

    cpu: float
    peak: float = 0.0


@dataclass(frozen=True, slots=True)
class Work:
    """Commands that belong together, what is done before each run of them, and variables of their environment."""

    commands: Sequence[Command]
    before: Callable[[], object] = lambda: None
    environment: Mapping[str, str] | None = None

    def cost(self) -> Cost:
        """Run the commands to their ends, one after the other. Raises click.ClickException as `cost_of` does."""
        self.before()
        costs = [cost_of(command, self.environment) for command in self.commands]
        return Cost(sum(cost.cpu for cost in costs), max(cost.peak for cost in costs))


def cost_of(command: Command, environment: Mapping[str, str] | None = None) -> Cost:
    """Run a command to its end, and return what it cost with the processes that it started and waited for.

    Raises click.ClickException with the end of its output when it fails.
    """
    with NamedTemporaryFile() as cost:
        output_of((sys.executable, "-S", LAUNCH, cost.name, *command), environment)
        return Cost(**json.load(cost))


def output_of(command: Command, environment: Mapping[str, str] | None = None) -> str:
    """Run a command, and return what it printed. Raises click.ClickException with the end of that when it fails."""
    started = list(map(str, command))
    variables = {**os.environ, **(environment or {})}
    variables.pop("PYTHONDONTWRITEBYTECODE", None)  # Whoever installs paycat has its bytecode, as that of the peers.
    ended = subprocess.run(started, env=variables, capture_output=True, text=True, check=False)
    if ended.returncode:
        raise click.ClickException(f"{' '.join(started)} failed:\n{(ended.stdout + ended.stderr)[-2000:]}")
    return ended.stdout


def costs_of(works: Sequence[Work], rounds: int) -> list[list[Cost]]:
    """Return the costs of each work in so many rounds, after a first one that does not count.

    The works take turns, so that a busy minute of the machine is shared. If a work takes long, the first round counts,
    and there are three at most.
    """
    first = [work.cost() for work in works]
    is_long = max(cost.cpu for cost in first) > LONG
    more = min(rounds, ROUNDS_OF_LONG) - 1 if is_long else rounds
    taken = [*([first] if is_long else []), *([work.cost() for work in works] for _ in range(more))]
    return [[turn[number] for turn in taken] for number in range(len(works))]


def median_cost(command: Command, rounds: int) -> Cost:
    """Return the median of several runs of a command, and its highest memory."""
    costs = [cost_of(command) for _ in range(rounds)]
    return Cost(median(cost.cpu for cost in costs), max(cost.peak for cost in costs))


def timed(works: Mapping[str, Repeat], rounds: int, times: int) -> dict[str, list[float]]:
    """Return the CPU seconds of one call of each work, in so many rounds in which the works take turns."""
    taken: dict[str, list[float]] = {name: [] for name in works}
    for repeat in works.values():
        repeat(times)
    for _ in range(rounds):
        for name, repeat in works.items():
            start = time.process_time()
            repeat(times)
            taken[name].append((time.process_time() - start) / times)
    return taken


def repeated(work: Callable[[], object]) -> Repeat:
    """Return what does a piece of work several times."""

    def repeat(times: int) -> None:
        for _ in range(times):
            work()

    return repeat

"""What work costs: CPU seconds and peak memory of a command, and CPU time of calls in this process as ratios."""

import json
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

Repeat = Callable[[int], None]
"""Does a piece of work so many times."""


@dataclass(frozen=True, slots=True)
class Cost:
    """CPU seconds, of user and system, and the largest memory in MiB."""

    cpu: float
    peak: float


def cost_of(command: Sequence[str | Path]) -> Cost:
    """Run a command to its end, and return what it cost with the processes that it started and waited for.

    Raises click.ClickException with the end of its output when it fails.
    """
    with NamedTemporaryFile() as cost:
        started = (sys.executable, "-S", LAUNCH, cost.name, *command)
        ended = subprocess.run(list(map(str, started)), capture_output=True, text=True, check=False)
        if ended.returncode:
            output = (ended.stdout + ended.stderr)[-2000:]
            raise click.ClickException(f"{' '.join(map(str, command))} failed:\n{output}")
        return Cost(**json.load(cost))


def median_cost(command: Sequence[str | Path], rounds: int, before: Callable[[], object] = lambda: None) -> Cost:
    """Return the median of several runs; `before` is called before each of them."""
    costs: list[Cost] = []
    for _ in range(rounds):
        before()
        costs.append(cost_of(command))
    return Cost(median(cost.cpu for cost in costs), max(cost.peak for cost in costs))


def ratios(works: Mapping[str, Repeat], rounds: int, times: int) -> dict[str, float]:
    """Return the CPU time of each work as a ratio to that of the first, the baseline.

    The works take turns, so that all of them see the machine in the same moods; medians of the rounds are compared.
    """
    taken: dict[str, list[float]] = {name: [] for name in works}
    for repeat in works.values():
        repeat(times)
    for _ in range(rounds):
        for name, repeat in works.items():
            start = time.process_time()
            repeat(times)
            taken[name].append(time.process_time() - start)
    medians = {name: median(times) for name, times in taken.items()}
    baseline = next(iter(medians.values()))
    return {name: one / baseline for name, one in medians.items()}


def repeated(work: Callable[[], object]) -> Repeat:
    """Return what does a piece of work several times."""

    def repeat(times: int) -> None:
        for _ in range(times):
            work()

    return repeat

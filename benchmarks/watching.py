"""What `paycat watch` takes from a save to generated/ written, against making everything anew, in one process.

    python benchmarks/watching.py [PROJECT]

The benchmark edits each method's file in turn, in a copy of the project: the note, which every artefact of the method
contains.
"""

import gc
import re
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import click

from paycat.workspace import Workspace, find_workspace
from paycat.workspace.watching import Outcome, Runs

NOTE = re.compile(r"^note: (.*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Taken:
    """CPU and wall seconds of one run."""

    cpu: float
    wall: float


def taken(run: Callable[[], Outcome]) -> Taken:
    """Run, and return what it took. Raises click.ClickException when something is found."""
    cpu, wall = time.process_time(), time.perf_counter()
    outcome = run()
    spent = Taken(time.process_time() - cpu, time.perf_counter() - wall)
    if outcome.done is None:
        raise click.ClickException(f"the project has findings: {outcome.found[0].span} {outcome.found[0].message}")
    return spent


def edits(workspace: Workspace, runs: Runs) -> Iterator[tuple[str, Taken]]:
    """Edit the note of each method, and yield what the run after it takes."""
    for file in sorted((workspace.schemas / "methods").glob("*.yaml")):
        text = file.read_text(encoding="utf-8")
        edited = NOTE.sub(r"note: \1, edited", text, count=1)
        if edited == text:
            raise click.ClickException(f"{file.name} has no note to edit")
        file.write_text(edited, encoding="utf-8")
        yield file.stem, taken(runs.all)


def measure(workspace: Workspace, rounds: int) -> Iterator[str]:
    """Yield the rows of the table."""
    taken(Runs(workspace, writes=True).all)
    whole = [taken(Runs(workspace, writes=True).all) for _ in range(rounds)]
    runs = Runs(workspace, writes=True)
    taken(runs.all)
    gc.collect()
    gc.freeze()
    found = [one for _ in range(rounds) for one in edits(workspace, runs)]
    full = median(one.cpu for one in whole)
    slowest = max(found, key=lambda one: one[1].cpu)
    yield _row("everything anew", full, median(one.wall for one in whole), 1)
    yield _row(
        "one method edited",
        cpu := median(one.cpu for _, one in found),
        median(one.wall for _, one in found),
        cpu / full,
    )
    yield _row(f"the slowest of them, {slowest[0]}", slowest[1].cpu, slowest[1].wall, slowest[1].cpu / full)


def _row(what: str, cpu: float, wall: float, ratio: float) -> str:
    return f"| {what} | {cpu:.2f} s | {wall:.2f} s | {ratio:.2f} |"


@click.command(help=__doc__)
@click.argument("project", type=click.Path(exists=True, file_okay=False, path_type=Path), default=Path())
@click.option("--rounds", default=3, show_default=True, help="How often everything is made, and each method edited.")
def main(project: Path, rounds: int) -> None:
    """Measure, and print a table."""
    source = find_workspace(project.resolve())
    with TemporaryDirectory() as folder:
        copy = Workspace(Path(folder).resolve())
        shutil.copytree(source.schemas, copy.schemas)
        click.echo("| from a save to the last file written | CPU | wall | ratio of CPU |\n|---|--:|--:|--:|")
        for row in measure(copy, rounds):
            click.echo(row)


if __name__ == "__main__":
    main()

"""What `paycat watch` takes from a save to what it reports and writes: CPU seconds in one process.

    python benchmarks/watching.py [PROJECT]

The benchmark edits each method's file in turn, in a copy of the project: the note, which every artefact of the method
contains. It prints a JSON object: `files` has the CPU seconds from each save to the last file written, and `findings`
those from each save to the findings. The time until the system notices the save is not in them.
"""

import gc
import json
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from synthetic import edit_note

from paycat.project.watching import Runs
from paycat.project.workspace import Workspace, contract_of, find_workspace


def taken(work: Callable[[], object]) -> float:
    """Return the CPU seconds of work."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def made(runs: Runs) -> None:
    """Make everything again that depends on what was saved. Raises click.ClickException when something is found."""
    outcome = runs.all()
    if outcome.done is None:
        finding = outcome.findings[0]
        raise click.ClickException(f"the project has findings: {finding.span} {finding.message}")


def edits(workspace: Workspace, rounds: range, work: Callable[[], object]) -> Iterator[float]:
    """Edit the note of each method in each round, and yield the CPU seconds of the work after it."""
    for number in rounds:
        for file in sorted((workspace.schemas / "methods").glob("*.yaml")):
            edit_note(file, number)
            yield taken(work)


def measure(workspace: Workspace, rounds: int) -> dict[str, list[float]]:
    """Return the CPU seconds after each edit."""
    runs, reader = Runs(workspace, writes=True), Workspace(workspace.root)

    def find() -> None:
        contract_of(reader, anew=True)
        reader.cache.forget_unused()

    made(runs)
    find()
    gc.collect()
    gc.freeze()
    return {
        "files": list(edits(workspace, range(rounds), lambda: made(runs))),
        "findings": list(edits(workspace, range(rounds, 2 * rounds), find)),
    }


@click.command(help=__doc__)
@click.argument("project", type=click.Path(exists=True, file_okay=False, path_type=Path), default=Path())
@click.option("--rounds", default=3, show_default=True, help="How often everything is made, and each method edited.")
def main(project: Path, rounds: int) -> None:
    """Measure, and print the CPU seconds."""
    source = find_workspace(project.resolve())
    with TemporaryDirectory() as folder:
        copy = Workspace(Path(folder).resolve())
        shutil.copytree(source.schemas, copy.schemas)
        click.echo(json.dumps(measure(copy, rounds), indent=2))


if __name__ == "__main__":
    main()

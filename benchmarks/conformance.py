"""What the commands cost as the catalogue grows, and what one payload costs: ratios, as Markdown tables.

    python benchmarks/conformance.py            the catalogue, and ten times as many methods
    python benchmarks/conformance.py --large    a hundred times as many too: half an hour, 5 GiB

Everything is compared with something in the same run. A figure is no test: nothing here fails when one is large.
"""

import json
import os
import platform
import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from measuring import Cost, cost_of, median_cost
from payloads import PARSE, STUB
from synthetic import SOURCE, synthetic

from paycat.conformance.engines import open_engines
from paycat.workspace import contract_of, find_workspace

HERE = Path(__file__).parent
RESULTS = HERE / "results.md"
LARGE_ENGINES = ("jsonschema-rs", "models")
"""With a hundred times as many methods the other engines take an hour each."""


@dataclass(slots=True)
class Run:
    """What was measured with so many methods: the cost by command, and the ratios of one payload."""

    methods: int
    vectors: int = 0
    costs: dict[str, Cost] = field(default_factory=dict)
    ratios: dict[str, float] = field(default_factory=dict)


def measured(methods: int, folder: Path, engines: Sequence[str], rounds: int, timing: Sequence[str]) -> Run:
    """Make a project with so many methods, and measure everything in it."""
    run, project = Run(methods), synthetic(methods, folder)
    generated = project / "generated"
    paycat = (sys.executable, "-m", "paycat")
    run.costs["check"] = median_cost((*paycat, "check", "--project", project), rounds)
    empty = partial(shutil.rmtree, generated, ignore_errors=True)
    run.costs["generate"] = median_cost((*paycat, "generate", "--no-cache", "--project", project), rounds, empty)
    run.vectors = sum(path.read_bytes().count(b"\n") for path in generated.rglob("*.jsonl"))
    for engine in engines:
        command = (*paycat, "conform", "--engine", engine, "--project", project)
        run.costs[f"conform, {engine}"] = median_cost(command, rounds)
    ratios = project / "ratios.json"
    cost_of((sys.executable, HERE / "payloads.py", project, "--write", ratios, *timing))
    run.ratios = json.loads(ratios.read_text(encoding="utf-8"))
    return run


def growth(first: Run, run: Run, command: str) -> float:
    """Return what a command costs for each vector, as a ratio to the first run."""
    return (run.costs[command].cpu / run.vectors) / (first.costs[command].cpu / first.vectors)


def report(runs: Sequence[Run]) -> Iterator[str]:
    """Yield the tables, line by line."""
    first, *others = runs
    libraries = ", ".join(f"{name} {version(name)}" for name in ("pydantic", "jsonschema-rs", "starlette"))
    yield f"{os.cpu_count()} cores, Python {platform.python_version()}, {libraries}."
    yield ""
    yield "Whole commands: CPU seconds, peak memory, and CPU for each vector against the first column."
    yield ""
    yield from _header("command", *(f"{run.methods:,} methods, {run.vectors:,} vectors" for run in runs))
    for command in first.costs:
        cells = [_cost(first.costs[command])]
        for run in others:
            known = run.costs.get(command)
            cells.append(f"{_cost(known)}, {growth(first, run, command):.2f} × a vector" if known else "not run")
        yield _row(command, *cells)
    yield ""
    yield "One payload: CPU time against the baseline, which is 1."
    yield ""
    yield from _header("", *(f"{run.methods:,} methods" for run in runs))
    for name in first.ratios:
        yield _row(name, *(f"{run.ratios[name]:.2f}" for run in runs))
    for run in others:
        yield ""
        kept = ", ".join(f"{name} {run.ratios[name] / first.ratios[name]:.2f}" for name in (PARSE, STUB))
        yield f"{run.methods:,} methods against {first.methods:,}, for one payload: {kept}."


def _cost(cost: Cost) -> str:
    return f"{cost.cpu:.1f} s, {cost.peak:,.0f} MiB"


def _header(*cells: str) -> Iterator[str]:
    yield _row(*cells)
    yield "|---" * len(cells) + "|"


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def runnable_engines() -> list[str]:
    """Return the engines that can run here."""
    workspace = find_workspace(SOURCE)
    contract, _ = contract_of(workspace)
    with open_engines(contract, workspace.generated) as (engines, _):
        return [engine.name for engine in engines]


def plan(engines: Sequence[str], rounds: int, *, quick: bool, large: bool) -> Iterator[tuple[int, Sequence[str], int]]:
    """Yield what is run: how many methods, which engines, how many rounds. What runs long needs one to be steady."""
    methods = len(contract_of(find_workspace(SOURCE))[0].methods)
    yield methods, engines, rounds
    yield methods * (2 if quick else 10), engines, 1
    if large:
        yield methods * 100, [name for name in engines if name in LARGE_ENGINES], 1


@click.command(help=__doc__)
@click.option("--engine", "wanted", multiple=True, help="Run this engine only; may be repeated.")
@click.option(
    "--rounds",
    default=3,
    show_default=True,
    help="Of how many runs to take the median, with the catalogue's own methods.",
)
@click.option("--quick", is_flag=True, help="Once, with twice as many methods: to see that it runs, not for figures.")
@click.option("--large", is_flag=True, help="A hundred times as many methods too.")
@click.option("--write", is_flag=True, help=f"Write the tables to {RESULTS.name} as well.")
def main(wanted: tuple[str, ...], rounds: int, *, quick: bool, large: bool, write: bool) -> None:
    """Measure everything, and print the tables."""
    known = runnable_engines()
    if unknown := set(wanted) - set(known):
        raise click.UsageError(f"no such engine here: {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    rounds, timing = (1, ("--rounds", "1", "--times", "1")) if quick else (rounds, ())
    runs: list[Run] = []
    for methods, engines, times in plan(wanted or known, rounds, quick=quick, large=large):
        click.echo(f"{methods:,} methods ...", err=True)
        with TemporaryDirectory() as folder:
            runs.append(measured(methods, Path(folder), engines, times, timing))
    text = "\n".join(report(runs)) + "\n"
    click.echo(text, nl=False)
    if write:
        RESULTS.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

"""What importing the generated package costs, by the number of its methods, against importing pydantic.

    python benchmarks/imports.py [PROJECT]

Each import is a process of its own; the CPU time of a bare interpreter is subtracted from all of them. The packages are
made of the catalogue with its methods copied under other codes (`synthetic.py`). One of their methods is imported.
"""

import compileall
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from measuring import cost_of
from synthetic import SOURCE, synthetic
from table import write_section

from paycat.contract.model import Contract
from paycat.diagnostics import FindingsError
from paycat.files.installed import bundled
from paycat.packs.reading import read_packs
from paycat.packs.render import render
from paycat.project.workspace import Workspace, contract_of

TITLE, SUBJECT = "Imports", "CPU time against that of pydantic, less a bare interpreter."
BASELINE = "from pydantic import BaseModel, ConfigDict, Field"
PACK = "python"


def package(folder: Path, methods: int, source: Path) -> tuple[Contract, Path]:
    """Make a package of so many methods in a folder; return its contract and the folder to import it from."""
    contract, _ = contract_of(Workspace(synthetic(methods, folder, source)))
    packs = [pack for pack in read_packs(bundled("generators"), "generators")[0] if pack.name == PACK]
    for path, text in render(contract, packs).texts().items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    sources = folder / PACK / "src"
    compileall.compile_dir(sources, quiet=1)
    return contract, sources


def programs(contract: Contract, sources: Path) -> Mapping[str, str]:
    """Return the programs to measure by what they show."""
    name, found = contract.service.package, next(contract.requests())
    path = f"import sys; sys.path.insert(0, {str(sources)!r}); "
    payload = found.sample("minimal").payload
    return {
        "one method": f"{path}from {name}.{found.module} import {found.root.component}",
        "`parse`": f"{path}import {name}.parsing",
        "`parse`, and a first payload": (
            f"{path}from {name}.parsing import parse; parse({found.direction!r}, {payload!r})"
        ),
        "all requests of a direction": f"{path}from {name} import {found.direction.title().replace('_', '')}Request",
    }


def measured(works: Mapping[str, str], rounds: int) -> Mapping[str, float]:
    """Return the least CPU seconds of each program, as other work only adds to them; they take turns."""
    found: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, program in works.items():
            found[name].append(cost_of((sys.executable, "-c", program)).cpu)
    return {name: min(costs) for name, costs in found.items()}


def rows(made: Mapping[int, tuple[Contract, Path]], rounds: int) -> Iterator[str]:
    """Yield the rows of the table: each program among so many methods."""
    works = {"bare": "pass", "pydantic": BASELINE}
    named = {methods: programs(*one) for methods, one in made.items()}
    works |= {f"{name} {methods}": program for methods, of in named.items() for name, program in of.items()}
    costs = measured(works, rounds)
    pydantic = costs["pydantic"] - costs["bare"]
    yield f"| `{BASELINE}` | {' | '.join(['1.00'] * len(made))} |"
    for name in next(iter(named.values())):
        ratios = ((costs[f"{name} {methods}"] - costs["bare"]) / pydantic - 1 for methods in made)
        yield f"| {name}, beyond that | {' | '.join(f'{ratio:.2f}' for ratio in ratios)} |"


@click.command(help=__doc__)
@click.argument("project", type=click.Path(exists=True, file_okay=False, path_type=Path), default=SOURCE)
@click.option("--methods", default="17,170,1700", show_default=True, help="How many methods the packages have.")
@click.option("--rounds", default=15, show_default=True, help="How often each program is run.")
@click.option("--write", is_flag=True, help="Write the table to results.md as well.")
def main(project: Path, methods: str, rounds: int, *, write: bool) -> None:
    """Measure, and print a table."""
    with TemporaryDirectory() as folder:
        try:
            counts = [int(one) for one in methods.split(",")]
            made = {count: package(Path(folder).resolve() / str(count), count, project) for count in counts}
        except ValueError as error:
            raise click.UsageError(str(error)) from error
        except FindingsError as error:
            raise click.ClickException("the catalogue has errors; see `paycat check`") from error
        lines = ["|  | " + " | ".join(f"{count:,} methods" for count in made) + " |", "|---|" + "--:|" * len(made)]
        click.echo("\n".join(lines))
        for row in rows(made, rounds):
            click.echo(row)
            lines.append(row)
    if write:
        write_section(TITLE, "\n".join((SUBJECT, "", *lines)))


if __name__ == "__main__":
    main()

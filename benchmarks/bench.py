"""Runs every row of `rows.py`, prints the table with medians and spread, and writes it to results.md.

    make bench              the rows with few methods: about ten minutes
    make bench LARGE=1      those with a hundred times as many, too: about half an hour

A row is no test: nothing fails when it misses its limit.
"""

import os
import platform
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from rows import LARGE, OWN, ROWS, TEN, Row
from subjects import Bench
from synthetic import SOURCE
from table import NotRunError, cells, header, line, write_section

from paycat.diagnostics import FindingsError
from paycat.project.workspace import contract_of, find_workspace

TITLE = "Limits"
_NOT_LARGE = "not run: `make bench LARGE=1` runs it"


def table(bench: Bench, rows: Iterable[Row], *, large: bool) -> Iterator[str]:
    """Run the rows, and yield the lines of the table as they become known."""
    yield from header()
    for row in rows:
        yield line([row.work, f"{bench.sizes[row.scale]:,}", *_cells(row, bench, large=large)])


def _cells(row: Row, bench: Bench, *, large: bool) -> list[str]:
    if row.scale == LARGE and not large:
        return _not_run(row, _NOT_LARGE)
    try:
        measured = row.measure(bench, row.scale)
    except NotRunError as error:
        return _not_run(row, f"not run: {error}")
    bench.measured[row.work, row.scale] = measured
    return cells(measured, row.must)


def _not_run(row: Row, why: str) -> list[str]:
    return [why, "", "", "", str(row.must), ""]


def machine() -> str:
    """Return a sentence about the machine, the versions, and the day."""
    names = ("pydantic", "jsonschema", "jsonschema-rs", "starlette")
    libraries = ", ".join(f"{name} {version(name)}" for name in names)
    return f"{os.cpu_count()} cores, Python {platform.python_version()}, {libraries}; {datetime.now(UTC):%Y-%m-%d}."


def sizes_of(source: Path, *, quick: bool) -> dict[int, int]:
    """Return how many methods a project of each scale has. Raises FindingsError if the catalogue has errors."""
    methods = len(contract_of(find_workspace(source))[0].methods)
    return {scale: methods * (number if quick else scale) for number, scale in enumerate((OWN, TEN, LARGE), 1)}


@click.command(help=__doc__)
@click.argument("project", type=click.Path(exists=True, file_okay=False, path_type=Path), default=SOURCE)
@click.option("--rounds", default=5, show_default=True, help="Runs of each row, after one that does not count.")
@click.option("--large", is_flag=True, help="Run the rows with a hundred times as many methods, too.")
@click.option("--quick", is_flag=True, help="Run all rows once with two and three times as many methods; no figures.")
@click.option("--only", "text", default="", help="Run the rows whose work contains this text.")
@click.option("--write", is_flag=True, help="Write the table to results.md as well.")
def main(project: Path, rounds: int, text: str, *, large: bool, quick: bool, write: bool) -> None:
    """Measure everything, and print the table."""
    if text and write:
        raise click.UsageError("--write writes the whole table: leave out --only")
    source, rows = project.resolve(), [row for row in ROWS if text in row.work]
    try:
        sizes = sizes_of(source, quick=quick)
    except FindingsError as error:
        raise click.ClickException("the catalogue has errors; see `paycat check`") from error
    lines = []
    with TemporaryDirectory() as folder:
        bench = Bench(source, Path(folder).resolve(), rounds=1 if quick else rounds, sizes=sizes)
        for one in table(bench, rows, large=large or quick):
            click.echo(one)
            lines.append(one)
    click.echo(f"\n{machine()}")
    if write:
        write_section(TITLE, "\n".join((machine(), "", *lines)))


if __name__ == "__main__":
    main()

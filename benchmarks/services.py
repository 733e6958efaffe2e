"""What commands take of many services of an aggregator, converted to methods: cold, kept, and after one edit.

    python benchmarks/services.py --few 500 --many 5000 --write

The services are those of tests/any_catalogue/services, copied under other codes. Each command runs with few and with
many of them, so that the table shows what grows more than the methods do. `conform` runs with few alone.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count, islice
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from changes import commit, git
from measuring import Cost, Work
from subjects import Project
from synthetic import SOURCE
from table import line, seconds, write_section

from paycat.project.workspace import Workspace

sys.path.insert(0, str(SOURCE))

from tests.any_catalogue.services.converter import convert
from tests.any_catalogue.services.service import SERVICES, Service

TITLE = "Services of an aggregator"
SUBJECT = "CPU seconds and peak memory of each command; *grows* is the ratio of CPU, divided by that of the methods."
_NOTHING = ""
_WIDE = re.compile(r"(?P<before>minimum: (?P<low>\S+)\n +maximum: )(?P<high>(?!(?P=low)$)[0-9]+)$", re.MULTILINE)
"""The limits of an amount that differ, of which the larger one is a whole number."""


def multiplied(services: Sequence[Service], number: int) -> list[Service]:
    """Return so many services: these, and copies of them under codes of their own."""
    copies = (replace(one, code=f"{one.code}-{copy}") for copy in count(2) for one in services)
    return [*services[:number], *islice(copies, max(0, number - len(services)))]


def project_of(methods: int, folder: Path) -> Project:
    """Make a project of so many methods in a git repository, with what is generated, and commit it."""
    few = convert(SERVICES, folder / "once").services
    project = Project(convert(multiplied(few, methods), folder / "project").root)
    workspace = Workspace(project.root)
    git(workspace, "init", "--quiet")
    (project.root / ".gitignore").write_text("/cache/\n/generated/*\n!/generated/contract/\n", encoding="utf-8")
    commit(workspace)
    return project


def measure(project: Project) -> Iterator[tuple[str, Cost]]:
    """Yield each work with its cost: nothing cached, then nothing changed, then after an edit of one method."""
    yield "`check`, nothing cached", project.work("check", before=project.forget).cost()
    yield "`check`, nothing changed", project.work("check").cost()
    yield "`generate`, nothing cached", project.work("generate", before=project.empty).cost()
    yield "`generate`, nothing changed", project.work("generate").cost()
    for name in ("check", "diff", "generate"):  # The last one makes what `conform` reads.
        arguments = (name, "HEAD") if name == "diff" else (name,)
        yield f"`{name}`, after an edit", _edited(project, *arguments).cost()


def _edited(project: Project, *arguments: str) -> Work:
    """Return a command that is run after the largest amount of the first method grew by one."""
    return project.work(*arguments, before=lambda: raise_maximum(project))


def raise_maximum(project: Project) -> None:
    """Let the largest amount of the first method with a range be one more."""
    for file in sorted((project.root / "schemas" / "methods").iterdir()):
        text, edits = _WIDE.subn(_one_more, file.read_text(encoding="utf-8"))
        if edits:
            file.write_text(text, encoding="utf-8")
            return


def _one_more(found: re.Match[str]) -> str:
    return f"{found['before']}{int(found['high']) + 1}"


def files_in(folder: Path) -> list[int]:
    """Return the sizes in bytes of the files below a folder."""
    return [file.stat().st_size for file in folder.rglob("*") if file.is_file()]


def rows(few: int, many: int) -> Iterator[str]:
    """Yield the lines of the table."""
    yield line(("work", f"{few:,} methods", "memory", f"{many:,} methods", "memory", "grows"))
    yield "|---" + "|--:" * 5 + "|"
    with TemporaryDirectory() as folder:
        less, more = (project_of(number, Path(folder).resolve() / str(number)) for number in (few, many))
        for (work, cost), (_, other) in zip(measure(less), measure(more), strict=True):
            yield line((work, *_cells(cost), *_cells(other), _grown(cost.cpu, other.cpu, few, many)))
        engines = ("--engine", "jsonschema-rs", "--engine", "models")
        yield line(("`conform` in Python and Rust", *_cells(less.work("conform", *engines).cost()), *[_NOTHING] * 3))
        sizes, others = files_in(less.generated), files_in(more.generated)
        for name, one, other, text in (
            ("size of `generated/`", sum(sizes) / 2**20, sum(others) / 2**20, "{:,.0f} MiB"),
            ("files in `generated/`", len(sizes), len(others), "{:,}"),
        ):
            cells = text.format(one), _NOTHING, text.format(other), _NOTHING
            yield line((name, *cells, _grown(one, other, few, many)))


def _cells(cost: Cost) -> tuple[str, str]:
    return seconds(cost.cpu), f"{cost.peak:,.0f} MiB"


def _grown(before: float, after: float, few: int, many: int) -> str:
    return f"{after / before * few / many:.2f}"


@click.command(help=__doc__)
@click.option("--few", type=click.IntRange(min=1), default=500, show_default=True, help="How many methods first.")
@click.option("--many", type=click.IntRange(min=1), default=5000, show_default=True, help="How many methods then.")
@click.option("--write", is_flag=True, help="Write the table to results.md as well.")
def main(few: int, many: int, *, write: bool) -> None:
    """Measure, and print a table."""
    lines: list[str] = []
    for row in rows(few, many):
        click.echo(row)
        lines.append(row)
    if write:
        write_section(TITLE, "\n".join((SUBJECT, "", *lines)))


if __name__ == "__main__":
    main()

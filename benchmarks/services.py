"""What commands take of many services of an aggregator, converted to methods: cold, and after one edit.

    python benchmarks/services.py --methods 500
    python benchmarks/services.py --methods 5000 --write

The services are those of tests/any_catalogue/services, copied under other codes. Half of the methods are in the first
run, so that the table shows what grows more than the methods do.
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
from table import line, write_section

from paycat.project.workspace import Workspace

sys.path.insert(0, str(SOURCE))

from tests.any_catalogue.services.converter import convert
from tests.any_catalogue.services.service import SERVICES, Service

TITLE = "Services of an aggregator"
SUBJECT = "CPU seconds and peak memory of each command; *grows* is the ratio of CPU to that of half the methods."
HEADER = ("work", "half", "all", "memory", "grows")
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
    engines = ("--engine", "jsonschema-rs", "--engine", "models")
    yield "`check`, nothing cached", project.work("check", before=project.forget).cost()
    yield "`generate`, nothing cached", project.work("generate", before=project.empty).cost()
    yield "`conform` in Python and Rust", project.work("conform", *engines).cost()
    yield "`diff`, nothing changed", project.work("diff", "HEAD").cost()
    for name in ("check", "generate", "diff"):
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


def size(folder: Path) -> float:
    """Return the MiB of the files below a folder."""
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) / 2**20


def rows(methods: int) -> Iterator[str]:
    """Yield the lines of the table."""
    with TemporaryDirectory() as folder:
        half, whole = (project_of(number, Path(folder).resolve() / str(number)) for number in (methods // 2, methods))
        yield line(HEADER)
        yield "|---" + "|--:" * (len(HEADER) - 1) + "|"
        for (work, less), (_, more) in zip(measure(half), measure(whole), strict=True):
            yield line(
                (work, f"{less.cpu:.2f} s", f"{more.cpu:.2f} s", f"{more.peak:,.0f} MiB", f"{more.cpu / less.cpu:.2f}")
            )
        sizes = [size(project.generated) for project in (half, whole)]
        yield line(("size of `generated/`", *(f"{one:,.1f} MiB" for one in sizes), "", f"{sizes[1] / sizes[0]:.2f}"))


@click.command(help=__doc__)
@click.option("--methods", type=click.IntRange(min=2), default=500, show_default=True, help="How many methods.")
@click.option("--write", is_flag=True, help="Write the table to results.md as well.")
def main(methods: int, *, write: bool) -> None:
    """Measure, and print a table."""
    lines = [f"{methods:,} methods."]
    click.echo(lines[0])
    for row in rows(methods):
        click.echo(row)
        lines.append(row)
    if write:
        write_section(f"{TITLE}, {methods:,}", "\n".join((SUBJECT, "", *lines)))


if __name__ == "__main__":
    main()

"""What `paycat diff` takes of one edited field among many methods, against reading both contracts and no more.

    python benchmarks/changes.py [PROJECT]

The project is the catalogue with its methods copied under other codes (`synthetic.py`), in a git repository of its own.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from measuring import Cost, median_cost
from synthetic import SOURCE, synthetic
from table import write_section

from paycat.diagnostics import FindingsError
from paycat.project.git import CONTRACT
from paycat.project.workspace import Workspace, contract_of
from paycat.text.json_data import json_text

TITLE, SUBJECT = "One edited field", "CPU seconds of `paycat diff` and its peak memory, against reading both contracts."
BASELINE = """
import json, subprocess, sys
for revision in ("HEAD~1", "HEAD"):
    shown = subprocess.run(["git", "show", f"{revision}:" + sys.argv[2]], cwd=sys.argv[1], stdout=subprocess.PIPE)
    json.loads(shown.stdout)
"""
_LENGTH = re.compile(r"length: ([0-9]+)\.\.([0-9]+)")


def repository(folder: Path, methods: int, source: Path) -> Workspace:
    """Make a project of many methods in a git repository, and commit it, then one with a longer field."""
    workspace = Workspace(synthetic(methods, folder, source))
    git(workspace, "init", "--quiet")
    commit(workspace)
    lengthen(workspace, 0)
    commit(workspace)
    return workspace


def commit(workspace: Workspace) -> None:
    """Commit the catalogue with its contract."""
    contract, _ = contract_of(workspace)
    file = workspace.root / CONTRACT
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json_text(contract.written()), encoding="utf-8")
    git(workspace, "add", "--all")
    git(workspace, "-c", "user.name=A", "-c", "user.email=a@example.test", "commit", "--quiet", "--message", "edit")


def git(workspace: Workspace, *arguments: str) -> None:
    """Run git in the project."""
    subprocess.run(["git", *arguments], cwd=workspace.root, check=True)


def lengthen(workspace: Workspace, number: int) -> None:
    """Let a field with a range of lengths be one longer, in the method of a number among those that have one."""
    files = [
        file for file in sorted((workspace.schemas / "methods").glob("*.yaml")) if _LENGTH.search(file.read_text())
    ]
    text = files[number].read_text(encoding="utf-8")
    longer = _LENGTH.sub(lambda found: f"length: {found[1]}..{int(found[2]) + 1}", text, count=1)
    files[number].write_text(longer, encoding="utf-8")


def measure(workspace: Workspace, rounds: int) -> Iterator[str]:
    """Yield the rows of the table."""
    least = median_cost((sys.executable, "-c", BASELINE, workspace.root, CONTRACT), rounds)

    def row(what: str, cost: Cost) -> str:
        return f"| {what} | {cost.cpu:.2f} s | {cost.peak:,.0f} MiB | {cost.cpu / least.cpu:.2f} |"

    def diff(*names: str) -> Cost:
        return median_cost((sys.executable, "-m", "paycat", "diff", *names, "--project", workspace.root), rounds)

    yield row("git show and json.loads of both contracts", least)
    yield row("paycat diff HEAD~1 HEAD", diff("HEAD~1", "HEAD"))
    yield row("paycat diff HEAD~1, nothing edited since", diff("HEAD~1"))
    lengthen(workspace, -1)
    yield row("paycat diff HEAD, one field edited since", diff("HEAD"))


@click.command(help=__doc__)
@click.argument("project", type=click.Path(exists=True, file_okay=False, path_type=Path), default=SOURCE)
@click.option("--methods", default=1700, show_default=True, help="How many methods there are.")
@click.option("--rounds", default=5, show_default=True, help="How often each command is run.")
@click.option("--write", is_flag=True, help="Write the table to results.md as well.")
def main(project: Path, methods: int, rounds: int, *, write: bool) -> None:
    """Measure, and print a table."""
    with TemporaryDirectory() as folder:
        try:
            workspace = repository(Path(folder).resolve() / "project", methods, project)
        except ValueError as error:
            raise click.UsageError(str(error)) from error
        except FindingsError as error:
            raise click.ClickException("the catalogue has errors; see `paycat check`") from error
        head = f"| {methods:,} methods, {_mib(workspace)} MiB of contract | CPU | memory | ratio |\n|---|--:|--:|--:|"
        lines = [head]
        click.echo(head)
        for row in measure(workspace, rounds):
            click.echo(row)
            lines.append(row)
    if write:
        write_section(TITLE, "\n".join((SUBJECT, "", *lines)))


def _mib(workspace: Workspace) -> int:
    return round((workspace.root / CONTRACT).stat().st_size / 2**20)


if __name__ == "__main__":
    main()

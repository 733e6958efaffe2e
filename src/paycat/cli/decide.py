"""`paycat decide DECISION [CHOICE]`."""

import sys
from pathlib import Path

import click

from paycat.cli.options import ExitCode, print_findings, project_option
from paycat.deciding.choice import UnfitChoiceError, chosen_texts, fitting, read_choice
from paycat.deciding.preview import preview
from paycat.deciding.statements import Marked, marked
from paycat.diagnostics import did_you_mean, has_errors
from paycat.explaining.explanation import at
from paycat.explaining.kinds import registers
from paycat.explaining.project import Project, read_project
from paycat.output.difference import patch
from paycat.progress import progress
from paycat.replacing import replace_file
from paycat.reporting.explanation import print_explanation
from paycat.reporting.preview import preview_lines
from paycat.workspace import Workspace, find_workspace


@click.command()
@click.argument("decision")
@click.argument("choice", required=False)
@click.option("--at", "place", help="Only the statements in this file, or at this file:line.")
@click.option("--write", is_flag=True, help="Make the edit, too.")
@project_option
def command(decision: str, choice: str | None, place: str | None, write: bool, project: Path) -> None:
    """Preview what another choice would change: the edit, the findings, the verdicts with a payload each, the files.

    Without CHOICE the decision is explained, and the statements that are marked with it are listed. CHOICE is YAML: the
    keys of such a statement with other values, as in paycat decide D-101 'value: ignore'. Nothing is written without
    --write.
    """
    workspace = find_workspace(project.resolve())
    read = read_project(workspace)
    ids = [one.id for one in read.contract.decisions]
    if decision not in ids:
        raise click.UsageError(f"there is no decision {decision!r}; {did_you_mean(decision, ids)}")
    statements = [one for one in marked(read.catalogue, decision) if place is None or _is_at(one, place)]
    if not choice:
        if write:
            raise click.UsageError("--write needs a CHOICE")
        _explain(read, decision, statements)
        return
    try:
        stated = read_choice(choice)
        texts = chosen_texts(workspace, fitting(statements, stated), stated)
    except UnfitChoiceError as error:
        raise click.UsageError(str(error)) from error
    where = next(at(one.place) for one in read.contract.decisions if one.id == decision)
    _preview(workspace, read, texts, where if write else None)


def _is_at(statement: Marked, place: str) -> bool:
    return place in (statement.span.path, f"{statement.span.path}:{statement.span.line}")


def _explain(read: Project, decision: str, statements: list[Marked]) -> None:
    for explanation in registers.find(decision, read):
        print_explanation(explanation)
    for one in statements:
        click.echo(f"marked       {one.told}: {', '.join(one.keys)}")


def _preview(workspace: Workspace, read: Project, texts: dict[str, str], write_for: str | None) -> None:
    for path, text in texts.items():
        click.echo(patch(path, (workspace.root / path).read_text(encoding="utf-8"), text), nl=False)
    with progress() as step:
        step("trying the choice")
        found = preview(workspace, read.contract, texts)
    for line in preview_lines(found):
        click.echo(line)
    print_findings(found.findings)
    if write_for and found.understood:
        for path, text in texts.items():
            replace_file(workspace.root / path, text, path)
        click.echo(f"written; now say what is chosen, and its status, at {write_for}, and run paycat generate")
    else:
        click.echo("nothing is written" + ("; --write makes the edit" if found.understood else ""))
    if has_errors(found.findings):
        sys.exit(ExitCode.FINDINGS)

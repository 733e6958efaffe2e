"""`paycat decide DECISION [CHOICE]`."""

import sys
from pathlib import Path

import click

from paycat.catalogue.registers import Decision
from paycat.cli.options import ExitCode, project_option, text, usage_errors
from paycat.cli.printing import current_printing, echo, print_findings
from paycat.diagnostics import did_you_mean, has_errors
from paycat.explaining.explanation import at
from paycat.explaining.project import Project, read_project
from paycat.explaining.registers import explain_decision
from paycat.output.drift import patch
from paycat.replacing import replace_files
from paycat.reporting.changes import as_text
from paycat.reporting.explanation import print_explanation
from paycat.terminal import progress
from paycat.workspace import Workspace, project_to_write
from paycat.workspace.choice import Marked, UnfitChoiceError, chosen_texts, marked, preview, read_choice, text_of


@click.command()
@click.argument("decision")
@click.argument("choice", type=text, required=False)
@click.option("--at", "location", help="Only the statements in this file, or at this file:line.")
@click.option("--write", is_flag=True, help="Write the edit to the files.")
@project_option
def command(decision: str, choice: str | None, location: str | None, write: bool, project: Path) -> None:
    """Preview another choice: the edit, the comparison with a payload for each change, and the findings.

    Without CHOICE it explains the decision and lists the statements that are marked with it. CHOICE is YAML: the keys
    of such a statement with other values, as in paycat decide D-101 'value: ignore'. Nothing is written without
    --write.
    """
    with project_to_write(project, writes=write) as workspace:
        read = read_project(workspace)
        stated = _decision(read, decision)
        statements = _statements(read, decision, location)
        if choice is None:
            if write:
                raise click.UsageError("--write needs a CHOICE")
            print_explanation(explain_decision(stated, read))
            for one in statements:
                echo(f"marked       {one}")
            return
        with usage_errors(UnfitChoiceError):
            texts = chosen_texts(workspace, statements, read_choice(choice))
        _preview(workspace, read, texts, at(stated.location) if write else None)


def _decision(read: Project, name: str) -> Decision:
    decisions = {one.id: one for one in read.contract.decisions}
    if name in decisions:
        return decisions[name]
    answers = next((gap.decisions for gap in read.contract.gaps if gap.id == name), ())
    hint = did_you_mean(name, decisions) or "paycat gaps lists them"
    if answers:
        hint = f"the gap {name} is answered by {' and '.join(answers)}"
    raise click.UsageError(f"there is no decision {name!r}; {hint}")


def _statements(read: Project, decision: str, location: str | None) -> list[Marked]:
    everywhere = marked(read.catalogue, decision)
    lines = [f"{one.span.path}:{one.span.line}" for one in everywhere]
    statements = [
        one
        for one, line in zip(everywhere, lines, strict=True)
        if location is None or location in (one.span.path, line)
    ]
    if location and not statements:
        raise click.UsageError(f"{decision} marks nothing at {location!r}; it marks {', '.join(lines) or 'nothing'}")
    return statements


def _preview(workspace: Workspace, read: Project, texts: dict[str, str], write_for: str | None) -> None:
    for path, new in texts.items():
        echo(patch(path, text_of(workspace, path), new), nl=False)
    with progress() as step:
        step("trying the choice")
        compared, found = preview(workspace, read.contract, texts)
    if compared:
        echo(as_text(compared, "the catalogue", "with this choice", everything=True), nl=False)
    else:
        echo("Payloads cannot be compared: with this choice the catalogue has the errors below.")
    current_printing().given |= {path: workspace.root / path for path in texts}  # The lines on disk are not the edit's.
    print_findings(found)
    if write_for and compared:
        replace_files(workspace.root, texts)
        echo(f"Written. Next: record the choice and its status at {write_for}, then run `paycat generate`.")
    else:
        echo("Nothing is written." + (" To make the edit, add --write." if compared else ""))
    if has_errors(found):
        sys.exit(ExitCode.FINDINGS)

"""`paycat decide DECISION [CHOICE]`."""

import sys
from collections.abc import Iterable
from pathlib import Path

import click

from paycat.cli.options import WORDS, ExitCode, print_findings, project_option
from paycat.cli.printing import current_printing, echo
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
@click.argument("choice", type=WORDS, required=False)
@click.option("--at", "place", help="Only the statements in this file, or at this file:line.")
@click.option("--write", is_flag=True, help="Make the edit, too.")
@project_option
def command(decision: str, choice: str | None, place: str | None, write: bool, project: Path) -> None:
    """Preview what another choice would change: the edit, the comparison with a payload each, the findings, the files.

    Without CHOICE the decision is explained, and the statements that are marked with it are listed. CHOICE is YAML: the
    keys of such a statement with other values, as in paycat decide D-101 'value: ignore'. Nothing is written without
    --write.
    """
    with project_to_write(project, writes=write) as workspace:
        read = read_project(workspace)
        places = {one.id: at(one.place) for one in read.contract.decisions}
        if decision not in places:
            raise click.UsageError(f"there is no decision {decision!r}; {_meant(read, decision, places)}")
        everywhere = marked(read.catalogue, decision)
        statements = [one for one in everywhere if place is None or place in _names(one)]
        if place and not statements:
            marks = ", ".join(_names(one)[1] for one in everywhere) or "nothing"
            raise click.UsageError(f"{decision} marks nothing at {place!r}; it marks {marks}")
        if choice is None:
            if write:
                raise click.UsageError("--write needs a CHOICE")
            _explain(read, decision, statements)
            return
        try:
            texts = chosen_texts(workspace, statements, read_choice(choice))
        except UnfitChoiceError as error:
            raise click.UsageError(str(error)) from error
        _preview(workspace, read, texts, places[decision] if write else None)


def _meant(read: Project, word: str, decisions: Iterable[str]) -> str:
    """Return the decisions that answer a gap, or the one that was most likely meant."""
    answers = next((gap.decisions for gap in read.contract.gaps if gap.id == word), ())
    if answers:
        return f"the gap {word} is answered by {' and '.join(answers)}"
    return did_you_mean(word, decisions) or "paycat gaps lists them"


def _names(statement: Marked) -> tuple[str, str]:
    return statement.span.path, f"{statement.span.path}:{statement.span.line}"


def _explain(read: Project, decision: str, statements: list[Marked]) -> None:
    stated = next(one for one in read.contract.decisions if one.id == decision)
    print_explanation(explain_decision(stated, read))
    for one in statements:
        echo(f"marked       {one}")


def _preview(workspace: Workspace, read: Project, texts: dict[str, str], write_for: str | None) -> None:
    for path, text in texts.items():
        echo(patch(path, text_of(workspace, path), text), nl=False)
    with progress() as step:
        step("trying the choice")
        found = preview(workspace, read.contract, texts)
    compared = found.comparison
    if compared:
        echo(as_text(compared, "the catalogue", "with this choice", everything=True), nl=False)
    else:
        echo("Payloads cannot be compared: with this choice the catalogue has the errors below.")
    for line in found.files():
        echo(line)
    current_printing().given |= {path: workspace.root / path for path in texts}  # Its lines are not those of the edit.
    print_findings(found.findings)
    if write_for and compared:
        replace_files(workspace.root, texts)
        echo(f"written; now say what is chosen, and its status, at {write_for}, and run paycat generate")
    else:
        echo("nothing is written" + ("; --write makes the edit" if compared else ""))
    if has_errors(found.findings):
        sys.exit(ExitCode.FINDINGS)

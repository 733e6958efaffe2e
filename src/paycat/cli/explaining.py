"""`paycat explain NAME`, and `paycat gaps`."""

import sys
from collections import Counter
from pathlib import Path
from typing import Literal

import click

from paycat.cli.options import DATA_OR_FINDINGS, ExitCode, format_option, project_option, usage_errors
from paycat.cli.printing import current_printing, echo, print_data, print_findings, say
from paycat.diagnostics import FindingsError
from paycat.project.workspace import find_workspace
from paycat.reporting.explaining.explain import (
    UnknownWordError,
    explain,
    explain_finding,
    print_explanation,
    print_register,
)
from paycat.reporting.explaining.explanation import Explanation, Explanations
from paycat.reporting.explaining.project import read_project
from paycat.reporting.explaining.registers import STATUSES, Gaps, failing, register
from paycat.reporting.explaining.tool import overview
from paycat.text.json_data import json_text


@click.command()
@click.argument("name", required=False, default="")
@format_option(DATA_OR_FINDINGS)
@project_option
def explain_command(name: str, project: Path) -> None:
    """Explain a name: what it is, where it is defined, why, and which files contain it.

    NAME is any id, name or code of the catalogue: a method, a request such as refund.METHOD, a field such as
    refund.METHOD.a.b, a field type, a record or its member, an operation, a state, an event, a problem, a gap, a
    decision; or a rule, a finding, a type of change, a key of the catalogue. If several items have the name, it
    explains all of them. What is not in the catalogue is also explained without a project, and when the catalogue has
    errors.
    Without NAME, it lists the files of a project with their kinds of statements.
    Write -- before a name that begins with a hyphen.
    """
    explanations, note = _pages(name, project) if name else (overview(), "")
    printing = current_printing()
    if printing.wants_data:
        document = Explanations(word=name, explanations=explanations, note=note)
        print_data(json_text(document.model_dump(mode="json")))
    elif printing.is_for_people:
        for index, explanation in enumerate(explanations):
            if index:
                echo()
            print_explanation(explanation)
        if note:
            echo(f"note: {note}", err=True)


def _pages(name: str, project: Path) -> tuple[tuple[Explanation, ...], str]:
    """Return the pages, and a warning if they depend on generated files that are not up to date."""
    tool_explanations = explain_finding(name)
    try:
        facts = read_project(find_workspace(project))
    except FindingsError:
        if not tool_explanations:
            raise
        return tool_explanations, ""
    with usage_errors(UnknownWordError):
        explanations = explain(name, facts)
    return explanations, facts.note if len(explanations) > len(tool_explanations) else ""


@click.command()
@click.option(
    "--state", multiple=True, type=click.Choice(STATUSES), help="List only gaps in this state; may be repeated."
)
@click.option(
    "--fail-on",
    type=click.Choice(["open", "decided"]),
    help="Exit with 1 if a gap is open; with `decided`, also if a decision is not confirmed.",
)
@format_option(DATA_OR_FINDINGS)
@project_option
def gaps_command(state: tuple[str, ...], fail_on: Literal["open", "decided"] | None, project: Path) -> None:
    """List what the specification leaves open: each gap, its state, and how much depends on its decisions.

    A gap is open, decided by us, confirmed by the owner of the service, or resolved by the specification itself. The
    column `ask` is its position in the list of questions for the owner. To confirm a decision, write
    `status: confirmed` for it in decisions.yaml. `statements` and `vectors` count what depends on the decisions.
    """
    gaps = list(register(read_project(find_workspace(project))))
    if fail_on and (failures := list(failing(gaps, fail_on))):
        print_findings(failures)
        sys.exit(ExitCode.FINDINGS)
    selected_gaps = [gap for gap in gaps if not state or gap.state in state]
    count_by_state = Counter(gap.state for gap in gaps)
    count_by_status = {status: count_by_state[status] for status in STATUSES}
    if current_printing().wants_data:
        print_data(json_text(Gaps(version=2, gaps=tuple(selected_gaps), counts=count_by_status).written()))
    elif not fail_on and current_printing().is_for_people:
        print_register(selected_gaps)
    say(f"{len(gaps)} gaps: " + ", ".join(f"{gap_count} {status}" for status, gap_count in count_by_status.items()))

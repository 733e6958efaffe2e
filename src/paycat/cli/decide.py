"""`paycat decide DECISION [CHOICE]`."""

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from paycat.cache import Cache
from paycat.catalogue.reading import Catalogue
from paycat.catalogue.registers import Decision
from paycat.cli.options import ExitCode, format_option, project_option, text, usage_errors
from paycat.cli.printing import TEXT, current_printing, echo, print_findings
from paycat.diagnostics import FindingsError, did_you_mean, has_errors
from paycat.explaining.explanation import at
from paycat.explaining.project import Project
from paycat.explaining.registers import explain_decision
from paycat.output.drift import patch
from paycat.progress import progress
from paycat.replacing import replace_files
from paycat.reporting.changes import as_text
from paycat.reporting.choice import Decided, as_json
from paycat.reporting.explanation import print_explanation
from paycat.reporting.findings.context import Context
from paycat.workspace import Workspace, catalogue_of, project_to_write
from paycat.workspace.choice import (
    Edit,
    Editable,
    UnfitChoiceError,
    chosen_texts,
    located,
    marked,
    read_choice,
    text_of,
)
from paycat.workspace.preview import preview
from paycat.workspace.resolved import resolved

_JSON = "json"
_PLACE = "file:line or file:path"
_Also = Sequence[tuple[str, str]]


@click.command()
@click.argument("decision")
@click.argument("choice", type=text, required=False)
@click.option("--at", "place", metavar="PLACE", help=f"Only the statements in this file, or at this {_PLACE}.")
@click.option(
    "--also",
    nargs=2,
    type=text,
    multiple=True,
    metavar="PLACE CHOICE",
    help=f"Also edit the statement at this {_PLACE}, whatever it is based on; may be repeated.",
)
@click.option("--write", is_flag=True, help="Write the edit to the files, as `paycat fmt` lays them out.")
@format_option("Text, or JSON (docs/choice.schema.json).", (TEXT, _JSON), (_JSON,))
@project_option
def command(  # noqa: PLR0913 - one parameter for each option
    decision: str, choice: str | None, *, place: str | None, also: _Also, write: bool, format_: str, project: Path
) -> None:
    """Preview another choice: the edit, the comparison with a payload for each change, and the findings.

    Without CHOICE this explains the decision and lists the statements that are based on it, with their keys. CHOICE is
    YAML, some of these keys with other values, as in paycat decide D-101 'value: ignore'. It edits the rules, or else
    the statements, that have all of its keys. --also adds what belongs to the same choice, as in --also
    schemas/methods/A.yaml:31 'requirement: optional'. Nothing is written without --write. The opposite choice takes a
    choice back.
    """
    if choice is None and (write or also):
        raise click.UsageError(f"{'--write' if write else '--also'} needs a CHOICE")
    with project_to_write(project, writes=write) as workspace:
        cache = Cache()
        catalogue = catalogue_of(workspace, cache)
        stated = _decision(catalogue, decision)
        decided = Decided(decision, _statements(catalogue, decision, place))
        if choice is not None:
            texts = _texts(workspace, catalogue, decided, (choice, also))
            decided = _tried(workspace, decided, texts, cache, writes=write)
            if decided.is_written:
                replace_files(workspace.root, texts)
    given = {path: workspace.root / path for path in decided.edits}  # The lines on disk may not be the edit's.
    if format_ == _JSON:
        echo(as_json(decided, Context("paycat decide", workspace.root, given)), nl=False)
    elif choice is None:
        _explain(workspace, catalogue, stated, decided.statements)
    else:
        current_printing().given |= given
        _print(decided, at(stated.location))
    if decided.preview and has_errors(decided.preview.findings):
        sys.exit(ExitCode.FINDINGS)


def _decision(catalogue: Catalogue, name: str) -> Decision:
    registers = catalogue.registers.value
    if name in registers.decisions:
        return registers.decisions[name]
    hint = did_you_mean(name, registers.decisions) or "`paycat gaps` lists them"
    if name in registers.gaps and (answers := registers.gaps[name].decisions):
        hint = f"the gap {name} is answered by {' and '.join(answers)}"
    raise click.UsageError(f"there is no decision {name!r}; {hint}")


def _statements(catalogue: Catalogue, decision: str, place: str | None) -> tuple[Editable, ...]:
    everywhere = marked(catalogue, decision)
    statements = tuple(one for one in everywhere if place is None or one.is_at(place))
    if place and not statements:
        lines = ", ".join(f"{one.span.path}:{one.span.line}" for one in everywhere)
        known = f"they are at {lines}" if lines else f"nothing is based on {decision}"
        raise click.UsageError(f"no statement at {place!r} is based on {decision}; {known}")
    return statements


def _texts(workspace: Workspace, catalogue: Catalogue, decided: Decided, stated: tuple[str, _Also]) -> dict[str, str]:
    choice, also = stated
    with usage_errors(UnfitChoiceError):
        edits = [Edit(read_choice(choice), decided.statements, f"no statement based on {decided.decision}")]
        for place, other in also:
            edits.append(Edit(read_choice(other), located(catalogue, place), f"no statement at {place}", is_one=True))
        return chosen_texts(workspace, edits)


def _tried(workspace: Workspace, decided: Decided, texts: dict[str, str], cache: Cache, *, writes: bool) -> Decided:
    if not texts:
        return decided
    edits = {path: patch(path, text_of(workspace, path), new) for path, new in texts.items()}
    with progress() as step:
        step("trying the choice")
        return decided.with_preview(edits, preview(workspace, texts, cache), writes=writes)


def _explain(workspace: Workspace, catalogue: Catalogue, decision: Decision, statements: Sequence[Editable]) -> None:
    found = resolved(workspace)
    if found.contract is None:
        raise FindingsError(found.errors)
    print_explanation(explain_decision(decision, Project(workspace, catalogue, found.contract)))
    for one in statements:
        echo(f"based on it  {one}")


def _print(decided: Decided, recorded: str) -> None:
    if decided.preview is None:
        echo("The catalogue already has this choice. Nothing changes.")
        return
    for edit in decided.edits.values():
        echo(edit, nl=False)
    if decided.preview.comparison:
        echo(as_text(decided.preview.comparison, "the catalogue", "with this choice", everything=True), nl=False)
    for sentence, found in decided.preview.sections():
        echo(sentence)
        print_findings(found)
    if decided.is_written:
        echo(f"Written. Next: record the choice and its status at {recorded}, then run `paycat generate`.")
    else:
        echo("Nothing is written." + (" To make the edit, add --write." if decided.preview.is_whole else ""))

"""`paycat generate`."""

import sys
from pathlib import Path

import click

from paycat.cli.options import ExitCode, format_option, print_findings, project_option, say
from paycat.cli.printing import current_printing, echo
from paycat.cli.selecting import Wanted, place_of, selecting_options
from paycat.contract.model import Contract
from paycat.counting import counted
from paycat.output.drift import DriftKind, diagnostics_of, difference
from paycat.output.writing import write
from paycat.packs.fileset import FileSet
from paycat.terminal import progress
from paycat.workspace import build, catalogue_of, contract_of, drift_of, find_workspace


@click.command()
@click.option("--check", is_flag=True, help="Write nothing; say what differs, and end with 1 if anything does.")
@click.option("--diff", is_flag=True, help="Write nothing; print the difference as a patch, and end with 1 if any.")
@click.option("--force", is_flag=True, help="Overwrite and remove files in the folder that were edited by hand.")
@selecting_options
@format_option
@project_option
def command(check: bool, diff: bool, force: bool, project: Path, wanted: Wanted) -> None:
    """Write everything that the packs make of the catalogue to generated/.

    Nothing is written unless everything could be made. Files are replaced whole, and only where their bytes differ;
    files that nothing makes any more are removed. When a file was edited by hand, that is reported and
    nothing is written.

    With --only, --country, --direction or --view, what all of them select is written to the folder --to: a smaller
    catalogue in every form, with nothing of the other methods.
    """
    if force and (check or diff):
        raise click.UsageError("--force writes, and --check and --diff write nothing: choose one")
    if diff and not current_printing().is_for_people:
        raise click.UsageError("--diff prints a patch, and --format findings alone: choose one")
    workspace = find_workspace(project, writes=not (check or diff))
    folder, shown = place_of(workspace, wanted.folder)
    with progress() as step:
        step("reading the catalogue")
        contract, warnings = contract_of(workspace)
        contract = wanted.of(contract, catalogue_of(workspace).service.value.views if wanted.view else {})
        files = build(workspace, contract, lambda pack: step(f"rendering {pack}"))
        if check or diff:
            drifts, found = drift_of(folder, shown, files)
        else:
            written = write(files, folder, force=force, shown=shown)
    print_findings(warnings)
    if check or diff:
        if diff:
            echo(difference(drifts, shown), nl=False)
            told = diagnostics_of((drift for drift in drifts if drift.kind is not DriftKind.STRAY), shown)
            print_findings([one for one in found if one not in told], err=True)
        else:
            print_findings(found)
        if found:
            sys.exit(ExitCode.FINDINGS)
        say(f"{_made(contract, files)}: {shown}/ is up to date")
    elif written.refused:
        print_findings(diagnostics_of(written.refused, shown))
        sys.exit(ExitCode.FINDINGS)
    else:
        say(f"{_made(contract, files)}: {written.described()}")


def _made(contract: Contract, files: FileSet) -> str:
    vectors = sum(text.count("\n") for path, text in files.files.items() if path.endswith(".jsonl"))
    return ", ".join(
        (
            counted(len(contract.methods), "method"),
            counted(len(list(contract.requests())), "request"),
            counted(len(files.files), "file"),
            counted(vectors, "vector"),
        )
    )

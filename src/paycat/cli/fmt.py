"""`paycat fmt`."""

import sys
from collections.abc import Iterable
from pathlib import Path

import click

from paycat.cli.options import ExitCode, format_option, print_findings, project_option, say
from paycat.cli.printing import current_printing
from paycat.counting import counted
from paycat.diagnostics import Diagnostic, FindingsError
from paycat.files import real_path
from paycat.formatting import File, Formatted, files_of, format_file
from paycat.loading import Mapping, Scalar, Sequence, load_file
from paycat.output.drift import patch
from paycat.packs.manifest import Pack
from paycat.replacing import replace_files
from paycat.workspace import GENERATORS, Workspace, project_to_write

_EDITOR = "editor"
"""The pack that makes the schemas which modelines name."""


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option("--check", is_flag=True, help="Write nothing; name the files that differ, and end with 1 if any does.")
@click.option("--diff", is_flag=True, help="Write nothing; print the difference as a patch, and end with 1 if any.")
@format_option
@project_option
def command(paths: tuple[Path, ...], check: bool, diff: bool, project: Path) -> None:
    """Put the files of schemas/, and the project's pack.yaml files, into canonical order and layout.

    Only the keys of statements are ordered; the order of a table has meaning and stays. Comments move with the key
    that they stand before. Quotes, the folding of long texts and single blank lines stay as they were written. What
    stands in brackets stays there if it fits in 120 columns and holds no comment.

    PATHS are files or folders of the project; without any, all files are meant. When one of them is no YAML, that is
    reported and nothing is written.
    """
    if diff and not current_printing().is_for_people:
        raise click.UsageError("--diff prints a patch, and --format findings alone: choose one")
    with project_to_write(project, writes=not (check or diff)) as workspace:
        files = _chosen(files_of(workspace.schemas, workspace.root / GENERATORS, Pack), paths)
        formatted, found = _format(files, modelines=_has_editor_schemas(workspace))
        differing = [(one, finding) for one in formatted if (finding := one.finding)]
        if diff:
            say("".join(patch(one.file.name, one.before, one.after) for one, _ in differing), nl=False)
            print_findings(found, err=True)
        else:
            print_findings([*found, *(finding for _, finding in differing if check)])
        if found or (differing and (check or diff)):
            sys.exit(ExitCode.FINDINGS)
        replace_files(workspace.root, {one.file.name: one.after for one, _ in differing})
        for one, _ in differing:
            say(f"formatted {one.file.name}")
        changed = f"{len(differing)} changed, " if differing else ""
        say(f"{counted(len(files), 'file')}: {changed}{len(files) - len(differing)} in canonical form already")


def _chosen(files: list[File], paths: tuple[Path, ...]) -> list[File]:
    chosen = []
    for path in paths:
        place = real_path(path)
        below = [file for file in files if real_path(file.path).is_relative_to(place)]
        if not below:
            raise click.UsageError(f"{path} is no YAML file of the project, and holds none")
        chosen += below
    return [file for file in files if file in chosen] if paths else files


def _format(files: Iterable[File], *, modelines: bool) -> tuple[list[Formatted], list[Diagnostic]]:
    """Return the files that can be read, and what is wrong with the others."""
    formatted: list[Formatted] = []
    found: list[Diagnostic] = []
    for file in files:
        try:
            formatted.append(format_file(file, modelines=modelines))
        except FindingsError as error:
            found += error.diagnostics
    return formatted, found


def _has_editor_schemas(workspace: Workspace) -> bool:
    """Tell whether the project makes the schemas that modelines name: it does unless the pack is switched off."""
    head, _ = load_file(workspace.schemas / "catalogue.yaml", "")
    off = head.entry("packs_off") if isinstance(head, Mapping) else None
    names = off.value.items if off and isinstance(off.value, Sequence) else ()
    return not any(isinstance(name, Scalar) and name.text == _EDITOR for name in names)

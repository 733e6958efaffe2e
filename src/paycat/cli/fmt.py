"""`paycat fmt`."""

import sys
from collections.abc import Iterable
from pathlib import Path

import click

from paycat.catalogue.formatting import Formatted, YamlFile, files_of, format_file, has_editor_schemas
from paycat.catalogue.portable_patterns import in_portable_form
from paycat.cli.options import ExitCode, format_option, preview_options, project_option, reject_patch_among_findings
from paycat.cli.printing import print_findings, say
from paycat.diagnostics import Diagnostic, FindingsError
from paycat.files.installed import GENERATORS
from paycat.files.line_endings import line_endings_findings
from paycat.files.reading import real_path
from paycat.files.replacing import replace_files
from paycat.packs.manifest import Pack
from paycat.project.drift import patch
from paycat.project.workspace import project_to_write
from paycat.text.counting import counted


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option("--patterns", is_flag=True, help="Write patterns in the form that every language reads alike, too.")
@preview_options
@format_option()
@project_option
def fmt_command(paths: tuple[Path, ...], patterns: bool, check: bool, diff: bool, project: Path) -> None:
    """Put the files of schemas/, and the project's pack.yaml files, into canonical order and layout.

    paycat sorts only the keys of statements; the order of a table has a meaning and stays. A comment moves with the key
    below it. Quotes, the folding of long texts and single blank lines stay as they are. Lists and mappings in brackets
    stay on one line if they fit in 120 columns and have no comment.

    PATHS are files or folders of the project. Default: all its files. If one of them is not valid YAML, paycat reports
    it and writes nothing.
    """
    if diff:
        reject_patch_among_findings()
    with project_to_write(project, writes=not (check or diff)) as workspace:
        files = _selected(files_of(workspace.schemas, workspace.root / GENERATORS, Pack), paths)
        formatted_files, findings = _format(files, has_modelines=has_editor_schemas(workspace.schemas))
        formatted_files = list(map(in_portable_form, formatted_files)) if patterns else formatted_files
        edits = [edit for edit in formatted_files if edit.finding or edit.has_other_line_endings]
        recoded_names = [edit.file.name for edit in edits if edit.has_other_line_endings]
        recoding = line_endings_findings(recoded_names, "run paycat fmt") if check or diff else []
        if diff:
            say("".join(patch(edit.file.name, edit.before, edit.after) for edit in edits), nl=False)
            print_findings([*findings, *recoding], err=True)
        else:
            print_findings([*findings, *recoding, *(edit.finding for edit in edits if check and edit.finding)])
        if findings or (edits and (check or diff)):
            sys.exit(ExitCode.FINDINGS)
        replace_files(workspace.root, {edit.file.name: edit.after for edit in edits})
        for edit in edits:
            say(f"formatted {edit.file.name}")
        summary = f"{len(edits)} changed, " if edits else ""
        say(f"{counted(len(files), 'file')}: {summary}{len(files) - len(edits)} in canonical form already")


def _selected(files: list[YamlFile], paths: tuple[Path, ...]) -> list[YamlFile]:
    selected_files = []
    for path in paths:
        folder = real_path(path)
        inner_files = [file for file in files if real_path(file.path).is_relative_to(folder)]
        if not inner_files:
            raise click.UsageError(f"{path} is neither a YAML file of the project nor a folder with one")
        selected_files += inner_files
    return [file for file in files if file in selected_files] if paths else files


def _format(files: Iterable[YamlFile], *, has_modelines: bool) -> tuple[list[Formatted], list[Diagnostic]]:
    formatted_files: list[Formatted] = []
    findings: list[Diagnostic] = []
    for file in files:
        try:
            formatted_files.append(format_file(file, has_modeline=has_modelines))
        except FindingsError as error:
            findings += error.diagnostics
    return formatted_files, findings

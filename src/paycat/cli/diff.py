"""`paycat diff [OLD] [NEW]`."""

import os
import sys
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import click

from paycat.changes.compare import compare
from paycat.changes.enforcing import enforced
from paycat.changes.revisions import LAST_RELEASE, Named, NothingComparedError, Pair, between, pair, read_contract
from paycat.changes.taxonomy.change_type import BREAKING
from paycat.cli.options import ExitCode, format_option, project_option
from paycat.cli.printing import FORMATS, TEXT, current_printing, echo, print_findings
from paycat.diagnostics import FindingsError, arranged, has_errors
from paycat.files.reading import file_bytes
from paycat.project.workspace import Workspace, find_workspace
from paycat.reporting.changes.as_markdown import as_markdown, not_compared
from paycat.reporting.changes.as_text import as_text
from paycat.reporting.changes.document import as_findings, as_json
from paycat.text.days import day_of

_JSON, _MARKDOWN = _DOCUMENTS = ("json", "markdown")
"""Documents of changes, with the findings, which are also printed on standard error, for people."""


def _day(_: click.Context, __: click.Parameter, text: str | None) -> date:
    day = day_of(text) if text is not None else date.today()
    if day is None:
        raise click.UsageError(f"--today: {text!r} is not a day of the calendar; write year-month-day")
    return day


@click.command()
@click.argument("names", nargs=-1, metavar="[OLD] [NEW]")
@format_option(
    "Text, JSON (docs/changes.schema.json), Markdown for a comment, or findings for CI systems.",
    (TEXT, *_DOCUMENTS, *(name for name in FORMATS if name not in (TEXT, _JSON))),
    _DOCUMENTS,
)
@click.option("--all", "everything", is_flag=True, help="List changes of wording and marks too.")
@click.option("--enforce", is_flag=True, help="Exit with 1 if the version does not announce what changed.")
@click.option(
    "--release",
    metavar="NAME",
    help="With --enforce: check the version against this release. Default: OLD; without OLD, @release.",
)
@click.option("--need-base", is_flag=True, help="Fail if no base branch is found, also without --enforce; for hooks.")
@click.option("--driver", is_flag=True, help="Act as git's diff driver: diff.paycat.command is `paycat diff --driver`.")
@click.option("--today", metavar="DAY", callback=_day, help="The day for which sunsets are checked; default: today.")
@project_option
def diff_command(  # noqa: PLR0913 - one parameter for each option
    names: tuple[str, ...],
    *,
    format_: str,
    everything: bool,
    enforce: bool,
    release: str | None,
    need_base: bool,
    driver: bool,
    today: date,
    project: Path,
) -> None:
    """Report what changes from OLD to NEW, whom it breaks, and a payload that proves it.

    OLD and NEW are git revisions, whose committed contract is read, or schemas/ where that contract is of another
    version of paycat or not there; folders; or contract files. A name with a / or the ending .json is a path if that
    path exists; any other name is a revision first. `A..B` names both. `@release` is the last release up to NEW: of the
    tags that `releases` in catalogue.yaml names the highest version, of NEW only if something changed since. OLD
    defaults to the merge base with the default branch, NEW to the catalogue as it is on disk. Without a default branch
    OLD is HEAD, and outside of git what `paycat generate` last wrote; with --enforce, name OLD then.

    Exits with 1 if something breaks. With --enforce it exits with 1 if a change needs a newer version, or if something
    was removed without notice. Exits with 4 if the contracts cannot be compared, and with 0 and a warning if OLD is
    from before there was a catalogue, or if there is no release yet.
    """
    if driver:
        if everything or enforce or release is not None or need_base or format_ != TEXT:
            raise click.UsageError("--driver excludes all other options")
        echo(_driven(names), nl=False)
        return
    if len(names) > 2:
        raise click.UsageError(f"OLD and NEW are two names, but there are {len(names)}")
    if release is not None and not enforce:
        raise click.UsageError("--release names what --enforce checks the version against: use both")
    current_printing().failure = ExitCode.NOT_COMPARED
    if enforce and not names and release is None:
        release = LAST_RELEASE
    contract_pair = _pair(find_workspace(project), names, format_, needs_base=enforce or need_base, release=release)
    comparison = compare(contract_pair.old, contract_pair.new)
    if released := contract_pair.released:
        comparison = replace(comparison, released=compare(released.old, released.new))
    findings = enforced(comparison.released or comparison, today) if enforce else ()
    note = f"The version is checked against {(released or contract_pair).old_name}.\n" if enforce else ""
    names = contract_pair.old_name, contract_pair.new_name
    if format_ == TEXT:
        echo(as_text(comparison, *names, is_full=everything), nl=False)
    elif format_ in _DOCUMENTS:
        write = as_json if format_ == _JSON else as_markdown
        echo(write(comparison, *names, arranged([*contract_pair.findings, *findings])), nl=False)
    else:
        print_findings(as_findings(comparison, is_enforced=enforce))
    print_findings([*contract_pair.findings, *findings], err=format_ in _DOCUMENTS)
    echo(note, err=True, nl=False)
    if has_errors(findings) or comparison.faults or (not enforce and comparison.verdict is BREAKING):
        sys.exit(ExitCode.FINDINGS)


def _pair(workspace: Workspace, names: tuple[str, ...], format_: str, **options: Any) -> Pair:
    """Return the contracts to compare, or exit if no old one is there yet; Markdown says so. Raises FindingsError."""
    try:
        return pair(workspace, *(*names, None, None)[:2], **options)
    except FindingsError as error:
        if format_ == _MARKDOWN:
            echo(not_compared(error.diagnostics), nl=False)
        if not isinstance(error, NothingComparedError):
            raise
        current_printing().fail(error.diagnostics)
        sys.exit(ExitCode.CLEAN)


def _driven(arguments: tuple[str, ...]) -> str:
    """Return what git prints in place of changed lines, or one line that explains why it cannot compare.

    Git passes only the path of a file that is not merged yet, and the null file for a side that does not exist.
    Source: git, `gitattributes`, "Defining an external diff driver", and GIT_EXTERNAL_DIFF in `git`.
    """
    if len(arguments) == 1:
        return f"{arguments[0]}: not merged yet\n"
    if len(arguments) < 7:
        message = "git passes seven arguments to its diff driver: path, and file, hash and mode of both sides"
        raise click.UsageError(message)
    path, old_file, _, _, new_file, _, _ = arguments[:7]
    if os.devnull in (old_file, new_file):
        return f"{path}: the contract was {'removed' if new_file == os.devnull else 'added'}\n"
    try:
        old, new = (read_contract(file_bytes(Path(file), streams=True), path) for file in (old_file, new_file))
        sides = between(Named(f"a/{path}", old), Named(f"b/{path}", new))
    except (OSError, FindingsError) as error:
        # A file that is not a contract must not stop git: the log also shows other files.
        return f"{error}; see git diff --no-ext-diff\n"
    return as_text(compare(sides.old, sides.new), sides.old_name, sides.new_name, is_full=False)
